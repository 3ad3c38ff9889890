// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Facts from include/linux/gfp.h, gfp_types.h and include/trace/events/mmflags.h.  The bits were
 * dealt anew in 4.4 (__GFP_WAIT became two), 4.10 (__GFP_OTHER_NODE went), 4.18 and 5.1; since 6.10
 * they are an enumeration, whose end depends on the configuration, so bits from 24 on have no row.
 */
#include "gfp_tables.h"

#include "fragscope/array.h"

#include "fragscope/release.h"

#define TRAIT(field) offsetof(struct gfp_traits, field)
#define NO_TRAIT GFP_NO_TRAIT

const struct gfp_flag_info gfp_flags[NR_GFP_FLAGS] = {
#define GFP_FLAG(id, name, trait) [GFP_F_##id] = { name, trait },
#include "gfp_flags.def"
#undef GFP_FLAG
};

#define EVER 0, UINT16_MAX
#define NEVER 0, 0
#define SINCE(major, minor) RELEASE(major, minor), UINT16_MAX
#define UNTIL(major, minor) 0, RELEASE(major, minor)
#define FROM_TO(major, minor, end_major, end_minor) \
	RELEASE(major, minor), RELEASE(end_major, end_minor)
#define BIT(id, bit, versions) { GFP_F_##id, bit, versions }

const struct gfp_bit gfp_bits[] = {
	BIT(DMA, 0, EVER),
	BIT(HIGHMEM, 1, EVER),
	BIT(DMA32, 2, EVER),
	BIT(MOVABLE, 3, EVER),
	BIT(WAIT, 4, UNTIL(4, 4)),
	BIT(RECLAIMABLE, 4, SINCE(4, 4)),
	BIT(HIGH, 5, EVER),
	BIT(IO, 6, EVER),
	BIT(FS, 7, EVER),
	BIT(RECLAIMABLE, 19, UNTIL(4, 4)),

	BIT(COLD, 8, UNTIL(4, 15)),
	BIT(NOWARN, 9, UNTIL(5, 1)),
	BIT(REPEAT, 10, UNTIL(4, 13)),
	BIT(RETRY_MAYFAIL, 10, FROM_TO(4, 13, 5, 1)),
	BIT(NOFAIL, 11, UNTIL(5, 1)),
	BIT(NORETRY, 12, UNTIL(5, 1)),
	BIT(MEMALLOC, 13, UNTIL(5, 1)),
	BIT(COMP, 14, UNTIL(5, 1)),
	BIT(ZERO, 15, UNTIL(5, 1)),
	BIT(NOMEMALLOC, 16, UNTIL(5, 1)),
	BIT(HARDWALL, 17, UNTIL(5, 1)),
	BIT(THISNODE, 18, UNTIL(5, 1)),
	BIT(ATOMIC, 19, FROM_TO(4, 4, 5, 1)),
	BIT(KMEMCG, 20, UNTIL(4, 1)),
	BIT(NOACCOUNT, 20, FROM_TO(4, 1, 4, 5)),
	BIT(ACCOUNT, 20, FROM_TO(4, 5, 5, 1)),
	BIT(NOTRACK, 21, UNTIL(4, 15)),
	BIT(NO_KSWAPD, 22, UNTIL(4, 4)),
	BIT(OTHER_NODE, 23, UNTIL(4, 10)),
	BIT(WRITE, 24, UNTIL(4, 10)),

	BIT(DIRECT_RECLAIM, 22, FROM_TO(4, 4, 4, 18)),
	BIT(KSWAPD_RECLAIM, 25, FROM_TO(4, 4, 4, 10)),
	BIT(WRITE, 23, FROM_TO(4, 10, 4, 18)),
	BIT(KSWAPD_RECLAIM, 24, FROM_TO(4, 10, 4, 18)),
	BIT(NOLOCKDEP, 25, FROM_TO(4, 12, 4, 18)),

	BIT(WRITE, 8, FROM_TO(4, 18, 5, 1)),
	BIT(DIRECT_RECLAIM, 21, FROM_TO(4, 18, 5, 1)),
	BIT(KSWAPD_RECLAIM, 22, FROM_TO(4, 18, 5, 1)),
	BIT(NOLOCKDEP, 23, FROM_TO(4, 18, 5, 14)),

	BIT(ZERO, 8, SINCE(5, 1)),
	BIT(ATOMIC, 9, FROM_TO(5, 1, 6, 3)),
	BIT(DIRECT_RECLAIM, 10, SINCE(5, 1)),
	BIT(KSWAPD_RECLAIM, 11, SINCE(5, 1)),
	BIT(WRITE, 12, SINCE(5, 1)),
	BIT(NOWARN, 13, SINCE(5, 1)),
	BIT(RETRY_MAYFAIL, 14, SINCE(5, 1)),
	BIT(NOFAIL, 15, SINCE(5, 1)),
	BIT(NORETRY, 16, SINCE(5, 1)),
	BIT(MEMALLOC, 17, SINCE(5, 1)),
	BIT(COMP, 18, SINCE(5, 1)),
	BIT(NOMEMALLOC, 19, SINCE(5, 1)),
	BIT(HARDWALL, 20, SINCE(5, 1)),
	BIT(THISNODE, 21, SINCE(5, 1)),
	BIT(ACCOUNT, 22, SINCE(5, 1)),

	BIT(ZEROTAGS, 23, SINCE(5, 14)),
	BIT(SKIP_KASAN_POISON, 24, FROM_TO(5, 14, 5, 18)),
	BIT(NOLOCKDEP, 25, FROM_TO(5, 14, 5, 18)),
	BIT(SKIP_ZERO, 24, FROM_TO(5, 18, 6, 10)),
	BIT(SKIP_KASAN_UNPOISON, 25, FROM_TO(5, 18, 6, 4)),
	BIT(SKIP_KASAN_POISON, 26, FROM_TO(5, 18, 6, 4)),
	BIT(NOLOCKDEP, 27, FROM_TO(5, 18, 6, 4)),
	BIT(SKIP_KASAN, 25, FROM_TO(6, 4, 6, 10)),
	BIT(NOLOCKDEP, 26, FROM_TO(6, 4, 6, 10)),
};

const size_t nr_gfp_bits = ARRAY_SIZE(gfp_bits);

#define F(id) (1ULL << GFP_F_##id)

/* Before 4.4 one flag said both "may sleep" and, by its presence, "may reclaim". */
#define RECLAIM (F(DIRECT_RECLAIM) | F(KSWAPD_RECLAIM))
#define KERNEL(may_reclaim) ((may_reclaim) | F(IO) | F(FS))
#define USER(may_reclaim) (KERNEL(may_reclaim) | F(HARDWALL))
#define HIGHUSER(may_reclaim) (USER(may_reclaim) | F(HIGHMEM))
#define HIGHUSER_MOVABLE(may_reclaim) (HIGHUSER(may_reclaim) | F(MOVABLE))
#define TRANSHUGE(may_reclaim) \
	(HIGHUSER_MOVABLE(may_reclaim) | F(COMP) | F(NOMEMALLOC) | F(NOWARN))

const struct gfp_combination gfp_combinations[] = {
	{ "GFP_TRANSHUGE", TRANSHUGE(F(DIRECT_RECLAIM)), SINCE(4, 8) },
	{ "GFP_TRANSHUGE", TRANSHUGE(0) | F(NORETRY), FROM_TO(4, 6, 4, 8) },
	{ "GFP_TRANSHUGE", TRANSHUGE(F(DIRECT_RECLAIM)) | F(NORETRY), FROM_TO(4, 4, 4, 6) },
	{ "GFP_TRANSHUGE", TRANSHUGE(F(WAIT)) | F(NORETRY) | F(NO_KSWAPD), UNTIL(4, 4) },
	{ "GFP_TRANSHUGE_LIGHT", TRANSHUGE(0), SINCE(4, 8) },
	{ "GFP_HIGHUSER_MOVABLE", HIGHUSER_MOVABLE(RECLAIM), SINCE(4, 4) },
	{ "GFP_HIGHUSER_MOVABLE", HIGHUSER_MOVABLE(F(WAIT)), UNTIL(4, 4) },
	{ "GFP_HIGHUSER", HIGHUSER(RECLAIM), SINCE(4, 4) },
	{ "GFP_HIGHUSER", HIGHUSER(F(WAIT)), UNTIL(4, 4) },
	{ "GFP_USER", USER(RECLAIM), SINCE(4, 4) },
	{ "GFP_USER", USER(F(WAIT)), UNTIL(4, 4) },
	{ "GFP_TEMPORARY", KERNEL(RECLAIM) | F(RECLAIMABLE), FROM_TO(4, 4, 4, 14) },
	{ "GFP_TEMPORARY", KERNEL(F(WAIT)) | F(RECLAIMABLE), UNTIL(4, 4) },
	{ "GFP_KERNEL_ACCOUNT", KERNEL(RECLAIM) | F(ACCOUNT), SINCE(4, 5) },
	{ "GFP_KERNEL", KERNEL(RECLAIM), SINCE(4, 4) },
	{ "GFP_KERNEL", KERNEL(F(WAIT)), UNTIL(4, 4) },
	{ "GFP_NOFS", RECLAIM | F(IO), SINCE(4, 4) },
	{ "GFP_NOFS", F(WAIT) | F(IO), UNTIL(4, 4) },
	{ "GFP_ATOMIC", F(HIGH) | F(KSWAPD_RECLAIM), SINCE(6, 3) },
	{ "GFP_ATOMIC", F(HIGH) | F(ATOMIC) | F(KSWAPD_RECLAIM), FROM_TO(4, 4, 6, 3) },
	{ "GFP_ATOMIC", F(HIGH), UNTIL(4, 4) },
	{ "GFP_NOIO", RECLAIM, SINCE(4, 4) },
	{ "GFP_NOIO", F(WAIT), UNTIL(4, 4) },
	{ "GFP_NOWAIT", F(KSWAPD_RECLAIM) | F(NOWARN), SINCE(6, 7) },
	{ "GFP_NOWAIT", F(KSWAPD_RECLAIM), FROM_TO(4, 4, 6, 7) },
	/* never printed: the same as a name above, or as a single flag */
	{ "__GFP_RECLAIM", RECLAIM, NEVER },
	{ "__GFP_DMA", F(DMA), NEVER },
	{ "__GFP_DMA32", F(DMA32), NEVER },
};

const size_t nr_gfp_combinations = ARRAY_SIZE(gfp_combinations);
