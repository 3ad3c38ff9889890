/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * gfp - the bits of a request that decide its way through the allocator, and the masks that the
 * kernel builds of them (include/linux/gfp_types.h).  The numbers are the simulator's own.
 */
#ifndef SIM_GFP_H
#define SIM_GFP_H

enum {
	GFP_MOVABLE_BIT        = 1 << 0,
	GFP_RECLAIMABLE_BIT    = 1 << 1,
	GFP_HIGH_BIT           = 1 << 2,
	GFP_IO_BIT             = 1 << 3,
	GFP_FS_BIT             = 1 << 4,
	GFP_DIRECT_RECLAIM_BIT = 1 << 5,
	GFP_KSWAPD_RECLAIM_BIT = 1 << 6,
	GFP_NORETRY_BIT        = 1 << 7,
	GFP_RETRY_MAYFAIL_BIT  = 1 << 8,
	GFP_NOFAIL_BIT         = 1 << 9,
	GFP_NOWARN_BIT         = 1 << 10,
	GFP_THISNODE_BIT       = 1 << 11,
	GFP_NOMEMALLOC_BIT     = 1 << 12,
	GFP_WRITE_BIT          = 1 << 13,
	GFP_HIGHMEM_BIT        = 1 << 14,
	GFP_DMA_BIT            = 1 << 15,
	GFP_DMA32_BIT          = 1 << 16,
	GFP_COMP_BIT           = 1 << 17,

	GFP_RECLAIM = GFP_DIRECT_RECLAIM_BIT | GFP_KSWAPD_RECLAIM_BIT,
	GFP_NOWAIT_MASK = GFP_KSWAPD_RECLAIM_BIT | GFP_NOWARN_BIT,
	GFP_ATOMIC_MASK = GFP_HIGH_BIT | GFP_KSWAPD_RECLAIM_BIT,
	GFP_NOIO_MASK = GFP_RECLAIM,
	GFP_NOFS_MASK = GFP_RECLAIM | GFP_IO_BIT,
	GFP_KERNEL_MASK = GFP_NOFS_MASK | GFP_FS_BIT,
	GFP_HIGHUSER_MOVABLE_MASK = GFP_KERNEL_MASK | GFP_HIGHMEM_BIT | GFP_MOVABLE_BIT,
	GFP_TRANSHUGE_LIGHT_MASK = (GFP_HIGHUSER_MOVABLE_MASK | GFP_COMP_BIT | GFP_NOMEMALLOC_BIT |
				    GFP_NOWARN_BIT) & ~GFP_RECLAIM,
	GFP_TRANSHUGE_MASK = GFP_TRANSHUGE_LIGHT_MASK | GFP_DIRECT_RECLAIM_BIT,
};

#endif
