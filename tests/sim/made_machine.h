/* SPDX-License-Identifier: GPL-2.0-or-later */
/* made_machine - small machines for tests: one node, one Normal zone, all of it free or all used. */
#ifndef TESTS_SIM_MADE_MACHINE_H
#define TESTS_SIM_MADE_MACHINE_H

#include "sim/mm/buddy.h"
#include "sim/mm/fallback.h"
#include "sim/mm/owner.h"
#include "sim/mm/pcp.h"
#include "sim/mm/watermark.h"

/* A machine of nr_blocks pageblocks and nr_cpus CPUs; every page is unmovable kernel memory in a
 * MOVABLE block, none is free, marks are 0.  Policy and knobs may be changed before anything else is
 * done. */
struct sim *made_machine(uint32_t nr_blocks, unsigned int nr_cpus);
/* Frees that page into its block, as the kernel frees. */
void made_free(struct sim *sim, uint32_t pfn, unsigned int order);
/* All pages of all blocks are free, in the largest buddies. */
void made_free_all(struct sim *sim);
/* Switches of the newest kernel. */
void made_policy(struct sim *sim, enum fallback_era era, bool tight);

#endif
