/* SPDX-License-Identifier: GPL-2.0-or-later */
/* snapshot - the parts of a snapshot; each is one row of the table in snapshot.c. */
#ifndef EXPORT_SNAPSHOT_H
#define EXPORT_SNAPSHOT_H

#include "field.h"
#include "fragscope/span.h"

/* snapshot_frame.c */
extern const struct record snapshot_identity, snapshot_thp, snapshot_hugepool, snapshot_psi,
	snapshot_kthread, snapshot_cgroup, snapshot_ram, snapshot_request, snapshot_source;
extern const struct field_kind field_request; /* struct request, by snapshot_request */
extern const struct field_kind field_types;  /* struct frame: names of the migratetypes */
extern const struct field_kind field_detail; /* struct frame: the pages under inspection */

/* snapshot_activity.c */
extern const struct field_kind field_activity; /* struct frame */

/* snapshot_types.c */
extern const struct field_kind field_type_free;  /* struct zone: free blocks by type and order */
extern const struct field_kind field_type_cells; /* struct num *: one number per type */
extern const struct field_kind field_letters;    /* struct zone: types that a log names */

/* snapshot_zone.c */
extern const struct field_kind field_zones;  /* struct frame */

/* snapshot_map.c */
extern const struct field_kind field_pagemap; /* struct frame */

/* Memory that page maps of one snapshot may take: 64 TiB of pages of 4 KiB. */
#define SNAPSHOT_MAP_BYTES_MAX (1ULL << 35)

/* snapshot_read() with another bound. */
int snapshot_read_bounded(struct span bytes, uint64_t map_bytes_max, struct frame **frame,
			  struct pagemap **map, struct err *err);

#endif
