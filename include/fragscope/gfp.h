/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * gfp - GFP flags by name, and what they mean for an allocation.
 *
 * The bits have moved between kernels (include/linux/gfp.h, gfp_types.h), so a bare number is
 * decoded with the table of the kernel's era; names as printed by the kernel are always preferred.
 */
#ifndef FRAGSCOPE_GFP_H
#define FRAGSCOPE_GFP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct gfp_traits {
	bool movable, reclaimable;      /* migratetype */
	bool dma, dma32, highmem;       /* zone modifiers */
	bool direct_reclaim, kswapd_reclaim, io, fs;
	bool high, memalloc, nomemalloc, atomic;
	bool noretry, retry_mayfail, nofail, nowarn;
	bool comp, zero, thisnode, hardwall, account;
};

/* Reads "GFP_KERNEL|__GFP_COMP"; names that are not known are ignored, *unknown says so. */
void gfp_parse_names(const char *names, struct gfp_traits *traits, bool *unknown);

/* Names of a number as that kernel release ("5.19.0-1-amd64", NULL: newest) defines it, in the
 * kernel's notation.  False when a bit has no name there. */
bool gfp_decode(uint64_t mask, const char *release, char *names, size_t size);

#endif
