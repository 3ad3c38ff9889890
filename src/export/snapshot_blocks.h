/* SPDX-License-Identifier: GPL-2.0-or-later */
/* snapshot_blocks - what a page map says about each pageblock, as columns. */
#ifndef EXPORT_SNAPSHOT_BLOCKS_H
#define EXPORT_SNAPSHOT_BLOCKS_H

#include "column.h"
#include "field.h"

/* A column as a member; failures are kept in out. */
void snapshot_column_write(struct snapshot_out *out, const char *key, enum column_type type,
			   const void *data, size_t nr);

/* The member "pageblocks" of a map. */
void snapshot_blocks_write(struct snapshot_out *out, const struct zonemap *map);
int snapshot_blocks_read(struct snapshot_in *in, const cJSON *item, struct zonemap *map);

/* What views rely on about one block, as far as its columns tell. */
int snapshot_block_check(struct snapshot_in *in, const struct zonemap *map, size_t block);

#endif
