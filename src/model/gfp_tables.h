/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * gfp_tables - GFP flags of all kernels from 2.6.31 to 7.x, as sets in a numbering of our own.
 *
 * Three tables: the flags with their names and traits (gfp_flags.def), the bit that each flag has
 * in each kernel, and the combinations that kernels print under one name.  Versions are half-open:
 * [since, until) as RELEASE(major, minor).
 */
#ifndef MODEL_GFP_TABLES_H
#define MODEL_GFP_TABLES_H

#include <stddef.h>
#include <stdint.h>

#include "fragscope/gfp.h"

enum gfp_flag {
#define GFP_FLAG(id, name, trait) GFP_F_##id,
#include "gfp_flags.def"
#undef GFP_FLAG
	NR_GFP_FLAGS
};

struct gfp_flag_info {
	const char *name;
	size_t trait;      /* offset in struct gfp_traits, or GFP_NO_TRAIT */
};

#define GFP_NO_TRAIT SIZE_MAX

struct gfp_bit {
	uint8_t flag;      /* enum gfp_flag */
	uint8_t bit;
	uint16_t since, until;
};

struct gfp_combination {
	const char *name;
	uint64_t set;      /* bit i: flag i */
	uint16_t since, until;
};

extern const struct gfp_flag_info gfp_flags[NR_GFP_FLAGS];
extern const struct gfp_bit gfp_bits[];
extern const size_t nr_gfp_bits;
/* In the kernel's order: the first that fits is printed. */
extern const struct gfp_combination gfp_combinations[];
extern const size_t nr_gfp_combinations;

#endif
