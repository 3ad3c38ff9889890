/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * state - one simulated machine, as flat data.
 *
 * Pages and pageblocks are columns indexed by a page number; links between them are page numbers.
 * There is no pointer to anything inside, all integers have a stated width and no struct has hidden
 * padding, so a machine is copied, compared and hashed as bytes (sim_copy, sim_hash) and is the
 * same under each compiler.  A page takes 15 bytes, a pageblock 4.
 *
 * Page numbers: a zone's pages stand at [first, first + spanned), first being a multiple of the
 * largest buddy; the real pfn is page + (uint64_t)zone->pfn_base - zone->first, and both are equal
 * modulo the largest buddy, so alignment and residue are the real ones.  Inside src/sim "pfn" means
 * this page number.  Zones do not overlap; no pageblock belongs to two.
 *
 * A page is in exactly one state (enum page_state) and on at most one list; what next[] and prev[]
 * link depends on the state: a free list, a per-CPU list, a compaction's list, or the list of the
 * owner that the page belongs to.  All is said of the head of a buddy or folio; its other pages are
 * PAGE_STATE_FREE_TAIL or PAGE_STATE_TAIL and carry nothing.
 */
#ifndef SIM_STATE_H
#define SIM_STATE_H

#include <setjmp.h>
#include <stdbool.h>
#include <stdint.h>

#include "fragscope/err.h"
#include "fragscope/random.h"
#include "fragscope/sim.h"
#include "sim/knob.h"
#include "sim/policy.h"

#define NO_PAGE UINT32_MAX
#define NO_OWNER UINT32_MAX
#define NEVER UINT64_MAX

#define SIM_NODES_MAX 8
#define SIM_ZONES_MAX 24
#define SIM_CPUS_MAX 128
#define SIM_MAX_ORDER 10       /* MAX_PAGE_ORDER: the largest buddy there can be */
#define SIM_NR_ORDERS 11
#define SIM_PCP_LISTS 14       /* 3 types x orders 0 to 3, and two for huge pages */

enum sim_migratetype {
	MT_UNMOVABLE = 0,
	MT_MOVABLE,
	MT_RECLAIMABLE,
	MT_PCPTYPES,           /* the types that have per-CPU lists come before this */
	MT_HIGHATOMIC = MT_PCPTYPES,
	MT_CMA,
	MT_ISOLATE,
	NR_MT
};

enum sim_zone_kind {
	SIM_ZONE_DMA, SIM_ZONE_DMA32, SIM_ZONE_NORMAL, SIM_ZONE_MOVABLE,
	NR_SIM_ZONE_KINDS
};

enum page_state {
	PAGE_STATE_HOLE = 0,   /* no memory, or not the allocator's */
	PAGE_STATE_FREE,       /* head of a free buddy */
	PAGE_STATE_FREE_TAIL,
	PAGE_STATE_PCP,        /* head, on a per-CPU list; flags[] says which CPU */
	PAGE_STATE_TARGET,     /* head, isolated by the free scanner, on cc->freepages */
	PAGE_STATE_CAPTURED,   /* head, freed straight into the hands of a direct compactor */
	PAGE_STATE_KERNEL,     /* allocated from here on: kernel memory that nobody can move */
	PAGE_STATE_SLAB,       /* reclaimable slab: cannot be moved, a shrinker may free it */
	PAGE_STATE_ANON,       /* on the LRU */
	PAGE_STATE_FILE,       /* page cache, on the LRU */
	PAGE_STATE_TAIL,       /* not the head of an allocated, isolated or per-CPU page */
	NR_PAGE_STATES
};

enum page_flag {
	PAGE_FLAG_PINNED = 1 << 0,    /* more references than its users explain */
	PAGE_FLAG_DIRTY = 1 << 1,
	PAGE_FLAG_WRITEBACK = 1 << 2,
	PAGE_FLAG_ISOLATED = 1 << 3,  /* off the LRU, on cc->migratepages */
	PAGE_FLAG_UNEVICTABLE = 1 << 4,
};

/* Pages linked by next[] and prev[], from head (first) to tail (last). */
struct page_list {
	uint32_t first, last;         /* NO_PAGE when empty */
	uint32_t nr;                  /* entries, not pages */
};

/*
 * zone->lock, as a queue of one server.  A task does its whole operation before others, whose time
 * is behind, do theirs; so the lock may have been held in what is their future, and does not
 * concern them.  What is known is the last time that it was held without a gap.
 */
struct sim_lock {
	uint64_t busy_ns;             /* when that began */
	uint64_t free_at_ns;          /* when the last holder lets go */
	uint64_t since_ns;            /* when the present holder got it */
	uint32_t held, pad;           /* depth: 0 or 1 */
};

/* What one pageblock is; blocks are numbered pfn >> block_order. */
struct sim_block {
	uint8_t type;                 /* enum sim_migratetype */
	uint8_t skip;                 /* PB_compact_skip */
	uint16_t nr_free;             /* pages in free buddies; kept by buddy_add and buddy_del */
};

struct sim_pcp {                      /* struct per_cpu_pages of one CPU and zone */
	struct page_list list[SIM_PCP_LISTS];
	uint32_t count;               /* pages */
	uint32_t high;                /* free some from here on */
	uint32_t free_count;          /* pages freed in a row */
	uint16_t alloc_factor;        /* log2 by which the next refill grows */
	uint16_t free_high;           /* frees of order 1 to 3 in a row: empty it at once */
};

struct sim_zone {
	uint64_t pfn_base;            /* real pfn of page "first" */
	uint32_t first, spanned;      /* pages */
	uint32_t present, managed;    /* pages */
	uint8_t node, kind;           /* enum sim_zone_kind */
	uint8_t below_high;           /* ZONE_BELOW_HIGH: per-CPU lists do not grow */
	uint8_t boosted;              /* ZONE_BOOSTED_WATERMARK: wake kswapd at the next chance */
	uint32_t reclaim_active;      /* ZONE_RECLAIM_ACTIVE */

	/* free lists */
	struct page_list free[SIM_NR_ORDERS][NR_MT];
	uint32_t nr_free[SIM_NR_ORDERS];   /* buddies of all types */
	uint32_t nr_free_pages;       /* NR_FREE_PAGES: without MT_ISOLATE */
	uint32_t nr_free_cma;         /* NR_FREE_CMA_PAGES */
	uint32_t nr_free_highatomic;
	uint32_t nr_free_blocks;      /* NR_FREE_PAGES_BLOCKS: pages in buddies >= block_order */
	uint32_t nr_reserved_highatomic; /* pages in MT_HIGHATOMIC blocks */

	/* watermarks, pages */
	uint32_t min, low, high, promo, boost;
	uint32_t reserve[NR_SIM_ZONE_KINDS];   /* lowmem_reserve */

	/* per-CPU list sizes */
	uint32_t batch, high_min, high_max;

	/* LRU, pages */
	uint32_t nr_anon, nr_file, nr_isolated;

	/* compaction (struct zone) */
	uint32_t cached_migrate[2], cached_free, init_migrate, init_free; /* pfn */
	uint32_t considered;          /* compactions skipped since the last failure */
	uint8_t defer_shift, order_failed, blockskip_flush, pad;

	struct sim_lock lock;
};

/* Pages with one owner: a process, a file, a slab cache, the ground that a layout laid. */
struct sim_owner {
	struct page_list pages;       /* oldest first */
	uint32_t nr_pages;
	uint32_t next;                /* next unused owner, or next younger file, else NO_OWNER */
	uint32_t prev;                /* next older file, else NO_OWNER */
	uint8_t state;                /* page_state of its pages; PAGE_STATE_HOLE: unused */
	uint8_t pad[3];
};

/* What kswapd keeps between two turns (balance_pgdat's locals). */
struct sim_kswapd {
	uint64_t reclaimed;           /* pages, in this pass */
	uint32_t boost[NR_SIM_ZONE_KINDS];/* watermark boosts at its start, pages */
	uint32_t boost_left;          /* pages of these not yet reclaimed */
	uint8_t alloc_order;          /* that it was woken for */
	uint8_t order;                /* that it reclaims for: 0 once compaction has enough */
	uint8_t zoneidx;
	uint8_t priority;             /* 12 down to 1; 0: no pass goes on */
};

/* What kcompactd keeps between two turns; its compact_control is in sim_core. */
struct sim_kcompactd {
	uint8_t work;                 /* enum kcompactd_work of kcompactd.c; 0: it waits */
	uint8_t order, zoneidx;       /* that it works for */
	uint8_t next_kind;            /* zone kind that is next */
	uint8_t pad[4];
};

struct sim_node {
	uint32_t cpus;                /* how many */
	uint8_t zonelist[SIM_ZONES_MAX]; /* zones in order of preference */
	uint8_t nr_zonelist, nr_own;  /* all; only this node's, which come first */
	uint8_t kswapd_order, kswapd_zoneidx;
	uint8_t kcompactd_order, kcompactd_zoneidx;
	uint8_t kswapd_running, kswapd_failures;
	uint32_t proactive_shift;     /* 0 or 6: proactive runs that did not help wait 64 times */
	uint32_t proactive_score;     /* before the present run */
	uint32_t proactive_trigger;   /* the sysctl was written */
	struct sim_kcompactd kcompactd;
	struct sim_kswapd kswapd;
};

/* Who acts: a client of the workload or a thread of the kernel.  See run.h. */
struct sim_task {
	uint64_t wake_ns;             /* model time at which it goes on; NEVER: it sleeps */
	uint64_t cpu_ns;              /* model time it worked */
	uint8_t kind;                 /* enum sim_task_kind */
	uint8_t node;
	uint16_t cpu;
	uint32_t which;               /* client number, or unused */
	uint32_t heap_at, pad;        /* its place in sim->heap */
};

/* struct compact_control of a compaction that goes on block by block: see mm/compaction.h. */
struct compact_control {
	struct page_list freepages[SIM_NR_ORDERS];
	struct page_list migratepages;
	uint32_t nr_freepages, nr_migratepages;  /* pages */
	uint32_t migrate_pfn, free_pfn, fast_start_pfn, last_migrated_pfn;
	uint64_t migrate_scanned, free_scanned;
	uint32_t gfp, alloc_flags, search_order, fast_search_fail;
	int8_t order;                 /* -1: the whole zone, for no request */
	uint8_t mode;                 /* enum compact_mode */
	uint8_t type;                 /* migratetype of the request */
	uint8_t zoneidx;              /* highest zone kind that the request may use */
	uint8_t zone;
	uint8_t cause;                /* enum compact_cause */
	uint8_t ignore_skip_hint, ignore_block_suitable;
	uint8_t direct_compaction, proactive_compaction, whole_zone;
	uint8_t contended, finish_pageblock, update_cached, active;
	uint8_t capture, pad[4];      /* capture: frees of cc->order may go to this compactor */
	uint32_t captured;            /* the page that was, or NO_PAGE */
};

/* All of a machine that is not a column. */
struct sim_core {
	uint64_t seed;
	uint64_t now_ns;              /* model time of the running task */
	uint64_t nr_events;
	uint64_t nr_ops;              /* the workload's clock */
	uint64_t sleep_until_ns;      /* of the running task, 0: it goes on at once */
	uint64_t done_ns;             /* when the last client that is done ended */
	uint64_t counter[NR_SIM_COUNTERS];
	uint64_t spent_ns[NR_SIM_COSTS];   /* model time by primitive */
	uint64_t latency_log2[NR_SIM_LATENCIES][64]; /* of allocations, lock holds, …; by log2 ns */
	uint64_t latency_max_ns[NR_SIM_LATENCIES];
	uint64_t granted[2][SIM_NR_ORDERS], failed[2][SIM_NR_ORDERS]; /* folios: anon, file */
	struct random layout_random, resample_random, migrate_random;

	struct sim_zone zone[SIM_ZONES_MAX];
	struct sim_node node[SIM_NODES_MAX];
	struct compact_control kcompactd[SIM_NODES_MAX]; /* within a zone, or not active */
	struct compact_control direct;   /* of the task that runs, or not active */

	uint32_t nr_pages, nr_blocks, nr_zones, nr_nodes, nr_cpus, nr_tasks, nr_owners, nr_clients;
	uint32_t free_owner;          /* first unused, linked by next */
	uint32_t oldest_file, youngest_file; /* owners of page cache, linked by next and prev */
	uint32_t task;                /* the one that runs */
	uint32_t nr_clients_done, nr_slots;
	uint64_t drain_began_ns, drain_free_at_ns; /* pcpu_drain_mutex: held last from, to */
	uint8_t max_order, block_order; /* MAX_PAGE_ORDER, pageblock_order */
	uint8_t ended, no_grouping;   /* no_grouping: page_group_by_mobility_disabled */
	uint16_t cpu;                 /* where the running task is */
	uint8_t running_node, pad2;
};

_Static_assert(sizeof(struct compact_control) % 8 == 0, "no padding");

struct sim_client;

struct sim {
	struct sim_core c;
	/* columns, one entry per page */
	uint32_t *next, *prev;
	uint32_t *owner;              /* of allocated heads, else NO_OWNER */
	uint8_t *state;               /* enum page_state */
	uint8_t *order;               /* of heads: the order, and the list's migratetype << 4 */
	uint8_t *flags;               /* enum page_flag; of PAGE_STATE_PCP: the CPU */
	/* columns of other sizes */
	struct sim_block *block;      /* nr_blocks */
	struct sim_pcp *pcp;          /* nr_zones * nr_cpus, see sim_pcp() */
	struct sim_owner *owners;     /* nr_owners */
	struct sim_task *tasks;       /* nr_tasks */
	uint32_t *heap;               /* nr_tasks: tasks, the one that goes next first; run.c */
	struct sim_client *clients;   /* nr_clients; load/client.h */
	uint32_t *slots;              /* nr_slots: owners that clients have, or NO_OWNER */
	/* what never changes while it runs */
	const struct sim_scenario *scenario;
	struct sim_policy policy;
	struct sim_knobs knobs;
	uint64_t cost_ns[NR_SIM_COSTS];
	void *memory;                 /* all columns, in one piece */
	size_t memory_size;           /* bytes */
	/* who listens: not part of the state */
	sim_event_fn *on_event;
	void *listener;
	uint64_t tell_from;           /* event from which on all are told */
	uint64_t tell_kinds;          /* a bit for each kind that is told before */
	struct sim_event last;        /* while somebody listens */
	bool hearing;                 /* it is within an event: pages may be in flight */
	/* how sim_run() leaves a step: not part of the state either */
	jmp_buf *leave;
	uint64_t leave_at;            /* event */
	bool left;                    /* in the middle of a step: it cannot go on */
};

/* Sizes decide how much memory a machine takes; columns begin zeroed, but links, owners and
 * slots, which begin as NO_PAGE and NO_OWNER. */
struct sim_sizes {
	uint32_t nr_pages, nr_zones, nr_nodes, nr_cpus, nr_owners, nr_tasks, nr_clients;
	uint32_t nr_slots;
	uint8_t max_order, block_order;
};

/* A machine without zones, pages all PAGE_STATE_HOLE.  NULL: no memory. */
struct sim *state_new(const struct sim_sizes *sizes);

static inline struct sim_pcp *sim_pcp(struct sim *sim, const struct sim_zone *zone,
				      unsigned int cpu)
{
	return &sim->pcp[(size_t)(zone - sim->c.zone) * sim->c.nr_cpus + cpu];
}

static inline struct sim_zone *sim_page_zone(struct sim *sim, uint32_t pfn)
{
	struct sim_zone *zone = sim->c.zone;

	while (pfn - zone->first >= zone->spanned)
		zone++;
	return zone;
}

static inline uint32_t zone_end(const struct sim_zone *zone)
{
	return zone->first + zone->spanned;
}

static inline unsigned int page_order(const struct sim *sim, uint32_t pfn)
{
	return sim->order[pfn] & 15;
}

/* The list's type of a free buddy or a page on a per-CPU list. */
static inline unsigned int page_list_type(const struct sim *sim, uint32_t pfn)
{
	return sim->order[pfn] >> 4;
}

static inline struct sim_block *page_block(const struct sim *sim, uint32_t pfn)
{
	return &sim->block[pfn >> sim->c.block_order];
}

static inline unsigned int page_type(const struct sim *sim, uint32_t pfn)
{
	return page_block(sim, pfn)->type;
}

static inline uint32_t block_pages(const struct sim *sim)
{
	return 1u << sim->c.block_order;
}

/* First pfn of the block, and of the one behind it. */
static inline uint32_t block_start(const struct sim *sim, uint32_t pfn)
{
	return pfn >> sim->c.block_order << sim->c.block_order;
}

static inline uint32_t block_end(const struct sim *sim, uint32_t pfn)
{
	return block_start(sim, pfn) + block_pages(sim);
}

static inline bool state_is_allocated(unsigned int state)
{
	return state >= PAGE_STATE_KERNEL && state <= PAGE_STATE_FILE;
}

static inline bool state_is_lru(unsigned int state)
{
	return state == PAGE_STATE_ANON || state == PAGE_STATE_FILE;
}

/*
 * Lists of pages.
 */
void page_list_init(struct page_list *list);
void page_list_add_head(struct sim *sim, struct page_list *list, uint32_t pfn);
void page_list_add_tail(struct sim *sim, struct page_list *list, uint32_t pfn);
void page_list_del(struct sim *sim, struct page_list *list, uint32_t pfn);
/* Takes the first, NO_PAGE when empty. */
uint32_t page_list_pop(struct sim *sim, struct page_list *list);
/* The entry behind pfn becomes the first, pfn the last, as mm/compaction.c's searches do. */
void page_list_rotate(struct sim *sim, struct page_list *list, uint32_t pfn);
/* Moves all of "from" behind the last of "to". */
void page_list_splice_tail(struct sim *sim, struct page_list *to, struct page_list *from);

/*
 * Model time.
 */

/* The running task works for "times" of that primitive. */
static inline void sim_charge(struct sim *sim, enum sim_cost cost, uint64_t times)
{
	uint64_t ns = sim->cost_ns[cost] * times;

	sim->c.now_ns += ns;
	sim->c.spent_ns[cost] += ns;
}

static inline void sim_count(struct sim *sim, enum sim_counter counter, uint64_t times)
{
	sim->c.counter[counter] += times;
}

/* Adds one to the histogram of that kind. */
void sim_note_latency(struct sim *sim, enum sim_latency kind, uint64_t ns);

/* zone->lock: waits for the holder before, then holds; letting go notes how long it was held. */
void zone_lock(struct sim *sim, struct sim_zone *zone);
void zone_unlock(struct sim *sim, struct sim_zone *zone);
/* Whether it would have to wait (spin_trylock). */
bool zone_lock_is_busy(const struct sim *sim, const struct sim_zone *zone);

/*
 * Events: the smallest things that a person wants to watch.
 */

/* Tells whoever listens; counts also when nobody does.  zone may be NULL. */
void sim_event(struct sim *sim, enum sim_event_kind kind, const struct sim_zone *zone, uint32_t pfn,
	       int64_t a, int64_t b, int64_t c, int64_t d);

#endif
