/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * frame - everything known about one memory at one moment.
 *
 * A live host, a snapshot file, a pasted kernel log and a simulator at event 4711 are the same
 * thing to a view: a frame.  A frame is plain data in one arena; it never changes once its source
 * has handed it out.  Every value is a struct num and may be absent.  Names of zones and
 * migratetypes are those the kernel gave, in its order; orders, page size and pageblock order are
 * data, never constants.  The page map is the one part that is shared: it belongs to the
 * source and is updated in place (pagemap.h).
 *
 * Rates are not here: they come from two frames and the time between them (history.h).
 */
#ifndef FRAGSCOPE_FRAME_H
#define FRAGSCOPE_FRAME_H

#include <stdbool.h>
#include <stdint.h>

#include "fragscope/arena.h"
#include "fragscope/err.h"
#include "fragscope/num.h"
#include "fragscope/span.h"

#define FRAME_ORDERS_MAX  32 /* orders 0 to 31; the largest seen in the field is 20 */
#define FRAME_TYPES_MAX   16 /* migratetypes; the kernel has at most 8 today */
#define FRAME_RESERVE_MAX 8  /* lowmem_reserve entries: one per kind of zone */
#define FRAME_NAME_MAX    16 /* bytes of a zone or type name with its NUL */

struct activity;
struct holders;
struct pagemap;
struct stage;
struct zonemap;

/* State of a zone's compaction (mm/compaction.c), read from the kernel itself. */
struct zone_compact {
	struct num cached_migrate[2];  /* where the migrate scanner begins: async, sync; a pfn */
	struct num cached_free;        /* where the free scanner begins; a pfn */
	struct num considered;         /* compactions not tried since the last failure */
	struct num defer_shift;        /* 1 << shift of them are not tried */
	struct num order_failed;       /* the smallest that failed; it and above are deferred */
	struct num blockskip_flush;    /* 1: the skip bits will be cleared */
};

/* One zone of one node.  Counts of memory are in pages unless a name says otherwise. */
struct zone {
	int node;                  /* -1: the text named no node */
	char name[FRAME_NAME_MAX]; /* "Normal"; empty where the text named none */

	struct num start_pfn;
	struct num spanned, present, managed;
	struct num free;             /* NR_FREE_PAGES as printed; need not equal the lists' sum */
	struct num min, low, high;   /* watermarks as printed: a boost is in them */
	struct num boost, promo;
	struct num reserve[FRAME_RESERVE_MAX]; /* lowmem_reserve (protection), by zone index */
	unsigned int nr_reserve;
	struct num reserved_highatomic, free_cma;
	struct num pcp_pages;        /* pages on per-CPU lists, all CPUs */

	unsigned int nr_orders;      /* columns known, 0: no free lists were given */
	struct num free_blocks[FRAME_ORDERS_MAX]; /* by order, all types */
	struct num free_total;       /* pages; the total a log prints after its row ("= 13312kB") */
	/* Free blocks by migratetype and order: NULL when unknown, else
	 * [type * FRAME_ORDERS_MAX + order] for frame->nr_types types; see zone_type_free(). */
	struct num *type_free;
	unsigned int nr_type_rows;   /* rows that type_free has room for */
	struct num *type_blocks;     /* pageblocks of each type, NULL when unknown */
	struct num *mixed_blocks;    /* "Number of mixed blocks", NULL when unknown */
	/* Bit t of letters[o]: the log's letters say that type t holds blocks of order o.  What a
	 * letter stands for is in frame->type_name.  has_letters is false when the row had none. */
	uint16_t letters[FRAME_ORDERS_MAX];
	bool has_letters;
	bool partial;                /* only some rows of the zone were in the text: no totals */
	bool empty;                  /* the log says "empty" or the zone has no pages */

	/* Kernel-printed indices from debugfs extfrag, per mille, for comparison. */
	int16_t printed_unusable[FRAME_ORDERS_MAX], printed_extfrag[FRAME_ORDERS_MAX];
	bool has_printed_unusable, has_printed_extfrag;

	struct zone_compact compact;
	const struct zonemap *map;   /* this zone's part of frame->pagemap, or NULL */
};

/* A name and its value, as /proc/vmstat and its kin print them. */
struct counter {
	const char *name;
	struct num value;
};

struct counters {
	struct counter *rows;
	unsigned int nr;
};

enum source_state {
	SOURCE_ABSENT = 0, /* this kernel or this input has no such thing */
	SOURCE_OK,
	SOURCE_DENIED,     /* there, but reading it is not allowed */
	SOURCE_BROKEN,     /* there, but not understood: text says where */
	SOURCE_STALE,      /* could be read before and can't now, or is not read yet */
};

/* How one source of this frame fared. */
struct source_status {
	const char *name;        /* "buddyinfo" */
	enum source_state state;
	uint64_t cost_ns;        /* time of the last reading */
	uint64_t read_ns;        /* monotonic time of the last good reading, 0: never */
	const char *text;        /* what is missing and what would give it; may be NULL */
};

/* Sizes of huge pages: the pool of one hugetlb size, or the statistics of one (m)THP size. */
struct hugepool {
	int node;                /* -1: all nodes */
	uint64_t size_kib;
	struct num total, free, reserved, surplus; /* pages of that size */
};

struct thp_size {
	uint64_t size_kib;
	const char *enabled;     /* the chosen word of hugepages-*kB/enabled, or NULL */
	struct counters stats;   /* files of hugepages-*kB/stats, by file name */
};

struct thp {
	const char *enabled, *defrag; /* the chosen words, NULL when unknown */
	struct num pmd_size;          /* bytes */
	struct thp_size *sizes;
	unsigned int nr_sizes;
};

/* One line of /proc/pressure/memory. */
struct psi_line {
	struct num avg10, avg60, avg300; /* hundredths of a percent */
	struct num total_us;
};

/* CPU time of a kernel thread that works for the allocator. */
struct kthread {
	const char *name;         /* "kcompactd0" */
	int pid;
	struct num cpu_ns;
};

/* A cgroup that the activity names by its id. */
struct cgroup_name {
	uint64_t id;
	const char *path;         /* "/system.slice/sshd.service" */
};

/* A range of RAM, in bytes of physical address. */
struct ram_range {
	uint64_t start, end;      /* end: the first byte behind it */
};

/* What a log says was asked for. */
enum request_kind {
	REQUEST_NONE = 0,
	REQUEST_ALLOC_FAILURE,    /* "page allocation failure", also vmalloc and vmemmap forms */
	REQUEST_OOM,              /* "invoked oom-killer" */
	REQUEST_SHOW_MEM,         /* SysRq-m or a report without a request */
};

struct request {
	enum request_kind kind;
	const char *label;        /* "page allocation failure", as the log says it */
	const char *comm;         /* process, or NULL */
	struct num pid, cpu;
	struct num order;
	struct num gfp_mask;      /* the number as printed */
	const char *gfp_names;    /* "GFP_NOFS|__GFP_COMP", as printed or decoded; NULL unknown */
	bool gfp_decoded;         /* the names were decoded from the number, by kernel era */
	const char *nodemask, *cpuset, *mems_allowed; /* as printed, or NULL */
	const char *constraint;   /* CONSTRAINT_..., or NULL */
	struct num size_bytes;    /* vmalloc's "size N" */
	double when;              /* seconds since boot in the log's prefix, < 0 unknown */
};

/* One page of the block under inspection (the block view asks for it). */
struct page_detail {
	uint64_t flags;           /* kpageflags word */
	struct num mapcount;      /* kpagecount */
	struct num cgroup_inode;  /* kpagecgroup */
	const char *cgroup;       /* its path, or NULL */
	/* from struct page itself, where it can be read */
	struct num refcount;
	bool pinned;              /* more references than its users explain */
	const char *slab;         /* name of the slab cache, or NULL */
};

struct block_detail {
	uint64_t first_pfn, nr_pages;
	struct page_detail *pages;
};

struct frame {
	struct arena arena;       /* all that hangs from here */

	/* identity */
	const char *host;         /* host name, file name or scenario */
	const char *release;      /* kernel release, NULL unknown */
	int64_t wall_ns;          /* Unix time of the reading, 0 unknown */
	uint64_t mono_ns;         /* monotonic time of the reading, 0 unknown */
	struct num page_size;     /* bytes */
	struct num pageblock_order;
	bool live;                /* from this host, now */

	unsigned int nr_types;
	char type_name[FRAME_TYPES_MAX][FRAME_NAME_MAX]; /* in the kernel's order */

	struct ram_range *ram;    /* ascending; none: unknown */
	unsigned int nr_ram;

	struct zone **zones;      /* in the kernel's order; pointers stay valid */
	unsigned int nr_zones;
	const struct pagemap *pagemap;        /* shared with the source, or NULL */
	struct block_detail *detail;          /* NULL unless asked for */
	const struct holders *holders;        /* shared with the source; NULL unless asked for */
	const struct activity *activity;      /* NULL where no events can be had */
	const struct stage *stage;            /* shared with the source, or NULL */

	struct counters vmstat;
	struct counters meminfo;  /* values in KiB */
	struct counters mem_knobs; /* sysctl values that matter: vm.compaction_proactiveness, … */
	struct thp thp;
	struct hugepool *hugepools;
	unsigned int nr_hugepools;
	struct psi_line psi_some, psi_full;
	struct kthread *kthreads;
	unsigned int nr_kthreads;
	struct cgroup_name *cgroups; /* each id once */
	unsigned int nr_cgroups;
	struct request request;

	struct source_status *sources;
	unsigned int nr_sources;
};

struct frame *frame_new(void);
void frame_free(struct frame *frame);

/* A copy with an arena of its own; the page map and the detail are left out, so that a history of
 * frames stays small.  Its arrays have no room to grow: a copy is only read.  NULL when there is no
 * memory. */
struct frame *frame_copy(const struct frame *frame);

/* The zone of that node and name; made (all absent) if there is none yet.  NULL: no memory. */
struct zone *frame_zone(struct frame *frame, int node, struct span name);
/* The same without making one. */
struct zone *frame_find_zone(const struct frame *frame, int node, struct span name);
/* Always makes a new zone, for texts that repeat one. */
struct zone *frame_add_zone(struct frame *frame, int node, struct span name);

/* The number of that migratetype; added at the end if it is new.  -E2BIG beyond FRAME_TYPES_MAX. */
int frame_type(struct frame *frame, struct span name);
int frame_find_type(const struct frame *frame, const char *name);

/* The cell of a type and order, with the table made at the first call.  NULL: no memory. */
struct num *zone_type_free(struct frame *frame, struct zone *zone, unsigned int type,
			   unsigned int order);
/* One cell per type (type_blocks, mixed_blocks), with the table made at the first call. */
struct num *zone_type_cell(struct frame *frame, struct num **table, unsigned int type);

/* Reading without making: absent where unknown. */
struct num zone_get_type_free(const struct zone *zone, unsigned int type, unsigned int order);
struct num zone_get_type_blocks(const struct zone *zone, unsigned int type);

/* Whether the zone has memory at all (include/linux/mmzone.h populated_zone()). */
static inline bool zone_is_populated(const struct zone *zone)
{
	return !zone->empty && !(num_has(zone->present) && !zone->present.n);
}

/* Whether it is the zone that begins there, as the kernel's events name zones. */
static inline bool zone_is_at(const struct zone *zone, int node, uint64_t start_pfn)
{
	return zone->node == node && !zone->empty && num_has(zone->start_pfn) &&
	       zone->start_pfn.n == start_pfn;
}

/* Free pages: as counted, else as listed, else as a log adds up a row that was cut. */
struct num zone_free(const struct zone *zone);
/* Sum over the free lists, in pages and in blocks; absent if any order is. */
struct num zone_free_pages(const struct zone *zone);
struct num zone_free_blocks(const struct zone *zone);
/* Largest order with a free block, -1 when nothing is free, -2 when unknown. */
int zone_largest_free_order(const struct zone *zone);
/* Fills free_blocks[] from type_free where only the latter is known. */
void zone_sum_types(const struct frame *frame, struct zone *zone);

/* Appends; the name is copied.  -ENOMEM. */
int counters_add(struct counters *counters, struct arena *arena, struct span name,
		 struct num value);
struct num counters_get(const struct counters *counters, const char *name);

/* Appends a range of RAM.  -ENOMEM; -EINVAL when it is empty or not behind the others. */
int frame_add_ram(struct frame *frame, uint64_t start, uint64_t end);

/*
 * frame_sizes.c: sizes as well as the frame tells them, else what is usual.
 */

/* Bytes of a page, else 4096. */
uint64_t frame_page_size(const struct frame *frame);
/* Columns of the longest row of free lists, 0: there are none. */
unsigned int frame_nr_orders(const struct frame *frame);
/* The largest order that has a free list, else 10. */
unsigned int frame_max_order(const struct frame *frame);
/* Order of a huge page of PMD size, absent where it is not told. */
struct num frame_pmd_order(const struct frame *frame);
/* Order of a huge page: of PMD size, else a pageblock's, else 9. */
unsigned int frame_huge_order(const struct frame *frame);
/* Order of a pageblock, else that of a huge page as far as the free lists reach, which is how the
 * kernel chooses it. */
unsigned int frame_pageblock_order(const struct frame *frame);
/* Fills nodes with the frame's, in the order of its zones, at most max; returns how many. */
unsigned int frame_nodes(const struct frame *frame, int *nodes, unsigned int max);

/* Whether a request failed; a report on memory need not be about one. */
static inline bool request_is_failure(const struct request *request)
{
	return request->kind == REQUEST_ALLOC_FAILURE || request->kind == REQUEST_OOM;
}

/* What it means for a source that reading it gave -errno, or 0. */
enum source_state source_state_of_error(int code);
/* Finds or makes the line of that source.  NULL: no memory. */
struct source_status *frame_source(struct frame *frame, const char *name);
const struct source_status *frame_find_source(const struct frame *frame, const char *name);

/* Appends; the path is copied.  -ENOMEM. */
int frame_name_cgroup(struct frame *frame, uint64_t id, const char *path);
/* NULL: unknown. */
const char *frame_cgroup_path(const struct frame *frame, uint64_t id);

/* Invariants of a frame, for tests and for files from elsewhere: orders and types within bounds,
 * names ended, tables present where they are counted.  0 or -EINVAL with the first breach. */
int frame_check(const struct frame *frame, struct err *err);

#endif
