/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * zone_kind - what a zone is for, by its name.
 *
 * The kernel numbers its kinds of zones from the most restricted up (include/linux/mmzone.h
 * enum zone_type) and leaves out those it was built without, so a kind's number, by which
 * lowmem_reserve[] is indexed, differs between kernels.  No file says which kinds there are; it
 * follows from the names seen, the length of lowmem_reserve[], and its zeros: a zone reserves
 * nothing from requests bound to itself or to a lower one.
 */
#ifndef FRAGSCOPE_ZONE_KIND_H
#define FRAGSCOPE_ZONE_KIND_H

#include <stdbool.h>

#include "fragscope/frame.h"

enum zone_kind {
	ZONE_KIND_DMA,
	ZONE_KIND_DMA32,
	ZONE_KIND_NORMAL,
	ZONE_KIND_HIGHMEM,
	ZONE_KIND_MOVABLE,
	ZONE_KIND_DEVICE,
	NR_ZONE_KINDS,
	ZONE_KIND_OTHER = NR_ZONE_KINDS, /* a name that mainline kernels do not have */
};

enum zone_kind zone_kind_of(const char *name);
const char *zone_kind_name(enum zone_kind kind);

/* The kinds of one kernel. */
struct zone_kinds {
	unsigned int seen;        /* bit per kind: the frame has a zone of it */
	unsigned int built;       /* bit per kind: the kernel has it, 0: not known */
};

void zone_kinds_find(const struct frame *frame, struct zone_kinds *kinds);

/* Pages that requests bound to kinds up to highest must leave free in the zone, beyond its
 * watermark (lowmem_reserve); the largest entry where the kernel's kinds are not known. */
struct num zone_kinds_reserve(const struct zone_kinds *kinds, const struct zone *zone,
			      enum zone_kind highest);

#endif
