/* SPDX-License-Identifier: GPL-2.0-or-later */
/* snapshot_blocks - what a page map says about each pageblock, as columns. */
#ifndef EXPORT_SNAPSHOT_BLOCKS_H
#define EXPORT_SNAPSHOT_BLOCKS_H

#include "column.h"
#include "field.h"

/* The member "pageblocks" of a map. */
void snapshot_blocks_write(struct field_out *out, const struct zonemap *map);
int snapshot_blocks_read(struct field_in *in, const cJSON *item, struct zonemap *map);

/* What views rely on about one block, as far as its columns tell. */
int snapshot_block_check(struct field_in *in, const struct zonemap *map, size_t block);

#endif
