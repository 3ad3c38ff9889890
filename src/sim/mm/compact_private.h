/* SPDX-License-Identifier: GPL-2.0-or-later */
/* compact_private - what the files of compaction share. */
#ifndef SIM_MM_COMPACT_PRIVATE_H
#define SIM_MM_COMPACT_PRIVATE_H

#include "sim/mm/compaction.h"

#define COMPACT_CLUSTER_MAX 32   /* pages isolated at once, and the free scanner's largest stride */

/* isolate_migrate_t */
enum isolate_result { ISOLATE_ABORT, ISOLATE_NONE, ISOLATE_SUCCESS };

enum migrate_result { MIGRATE_ALL, MIGRATE_SOME, MIGRATE_NO_TARGET };

static inline struct sim_zone *cc_zone(struct sim *sim, const struct compact_control *cc)
{
	return &sim->c.zone[cc->zone];
}

/* is_via_compact_memory() */
static inline bool cc_wants_no_order(const struct compact_control *cc)
{
	return cc->order < 0;
}

/* First pfn of the last block. */
static inline uint32_t zone_last_block(const struct sim *sim, const struct sim_zone *zone)
{
	return block_start(sim, zone_end(zone) - 1);
}

/* The end of a block, or of the zone that ends within it. */
static inline uint32_t zone_block_end(const struct sim *sim, const struct sim_zone *zone,
				      uint32_t pfn)
{
	uint32_t end = block_end(sim, pfn);

	return end < zone_end(zone) ? end : zone_end(zone);
}

/* compact_scanners_met() */
static inline bool cc_scanners_met(const struct sim *sim, const struct compact_control *cc)
{
	return cc->free_pfn >> sim->c.block_order <= cc->migrate_pfn >> sim->c.block_order;
}

/* compact.c: compact_finished(); COMPACT_CONTINUE, or how it ended. */
enum compact_result compact_finished(struct sim *sim, struct compact_control *cc);
/* reset_cached_positions(): both scanners begin at the ends of the zone. */
void compact_reset_cached(const struct sim *sim, struct sim_zone *zone);

/* migrate_scan.c: takes what can be moved out of one block. */
enum isolate_result migrate_scan(struct sim *sim, struct compact_control *cc);
/* putback_movable_pages(): what is on the list goes back to the LRU. */
void migrate_putback(struct sim *sim, struct compact_control *cc);

/* free_scan.c: fills cc->freepages, isolate_freepages(). */
void free_scan(struct sim *sim, struct compact_control *cc);
/* Samples [*pfn, end) of one block at that stride; *pfn: where it stopped.  Pages isolated. */
uint32_t free_scan_block(struct sim *sim, struct compact_control *cc, uint32_t *pfn, uint32_t end,
			 uint32_t stride);
/* suitable_migration_target(): the block that begins there may receive pages. */
bool free_scan_block_is_target(const struct sim *sim, const struct compact_control *cc,
			       uint32_t start);
/* Takes that free buddy onto cc->freepages; pages, or 0 if the watermark refuses. */
uint32_t free_scan_take(struct sim *sim, struct compact_control *cc, uint32_t pfn);

/* fast_search.c: a block to begin at, by the free lists; cc->migrate_pfn if they give none. */
uint32_t fast_find_migrateblock(struct sim *sim, struct compact_control *cc);
/* A free page near where the free scanner is, by the free lists. */
void fast_isolate_freepages(struct sim *sim, struct compact_control *cc);

/* skip.c: isolation_suitable() */
bool compact_may_isolate(const struct sim *sim, const struct compact_control *cc, uint32_t pfn);
/* pageblock_skip_persistent(): the block is (in) one allocated page of its size or more. */
bool compact_block_is_huge(const struct sim *sim, uint32_t pfn);
/* update_cached_migrate(): blocks below pfn are done. */
void compact_done_below(struct sim *sim, const struct compact_control *cc, uint32_t pfn);

/* migrate.c: moves cc->migratepages; what could not be moved stays on it. */
enum migrate_result migrate_pages(struct sim *sim, struct compact_control *cc);

/* proactive.c: order of the folios that proactive compaction works for. */
unsigned int proactive_order(const struct sim *sim);

#endif
