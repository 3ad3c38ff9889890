/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * activity_event - one thing that the kernel did, as a BPF program sends it.
 *
 * The BPF programs include this file too: only types of fixed size, no pointers, nothing that needs
 * libc.  A record may be shorter than the struct: what its kind does not use is not sent
 * (activity_event_size).  Numbers of enums are this file's, whatever the kernel's are; migratetypes
 * are the kernel's, which are the frame's too.
 */
#ifndef FRAGSCOPE_ACTIVITY_EVENT_H
#define FRAGSCOPE_ACTIVITY_EVENT_H

#ifndef FRAGSCOPE_BPF_PROGRAM
#include <stddef.h>
#include <stdint.h>
#endif

enum activity_event_kind {
	EVENT_NONE = 0,
	EVENT_COMPACT_BEGIN,     /* compact: a zone is going to be compacted */
	EVENT_COMPACT_END,       /* compact */
	EVENT_ISOLATE_MIGRATE,   /* scan: the migrate scanner has looked at pages */
	EVENT_ISOLATE_FREE,      /* scan: the free scanner has */
	EVENT_ISOLATE_FREE_FAST, /* scan: by the free lists (fast_isolate_freepages) */
	EVENT_MIGRATE,           /* migrate: a batch was migrated */
	EVENT_STALL_BEGIN,       /* stall: a process begins to wait */
	EVENT_STALL_END,         /* stall */
	EVENT_DEFERRED,          /* zone: compaction was not tried */
	EVENT_DEFER,             /* zone: deferral grew after a failure */
	EVENT_DEFER_RESET,       /* zone: deferral ended after a success */
	EVENT_KCOMPACTD_WAKEUP,  /* thread: somebody wants it to run */
	EVENT_KCOMPACTD_WAKE,    /* thread: it runs */
	EVENT_KCOMPACTD_SLEEP,   /* thread */
	EVENT_KSWAPD_WAKEUP,     /* thread */
	EVENT_KSWAPD_WAKE,       /* thread */
	EVENT_KSWAPD_SLEEP,      /* thread */
	EVENT_DRAIN,             /* nothing more: drain_all_pages() was called, and not timed */
	NR_EVENT_KINDS
};

/* Why a zone is compacted (struct compact_control). */
enum compact_cause {
	CAUSE_DIRECT = 0,    /* a process waits for it */
	CAUSE_KCOMPACTD,     /* kcompactd, for an order that was asked for */
	CAUSE_PROACTIVE,     /* kcompactd, because the node's score is high */
	CAUSE_MANUAL,        /* /proc/sys/vm/compact_memory or a node's compact file */
	NR_COMPACT_CAUSES
};

/* enum migrate_mode */
enum compact_mode {
	MODE_ASYNC = 0,
	MODE_SYNC_LIGHT,
	MODE_SYNC,
	NR_COMPACT_MODES
};

/* enum compact_result, by name */
enum compact_result {
	RESULT_UNKNOWN = 0,  /* one that this program does not know, or none yet */
	RESULT_NOT_SUITABLE,
	RESULT_SKIPPED,
	RESULT_DEFERRED,
	RESULT_NO_SUITABLE_PAGE,
	RESULT_CONTINUE,
	RESULT_COMPLETE,         /* the scanners met */
	RESULT_PARTIAL_SKIPPED,  /* they met, but had not begun at the zone's ends */
	RESULT_CONTENDED,
	RESULT_SUCCESS,
	NR_COMPACT_RESULTS
};

/* What a process is made to wait for. */
enum stall_kind {
	STALL_COMPACTION = 0, /* direct compaction */
	STALL_RECLAIM,       /* direct reclaim */
	STALL_DRAIN,         /* drain_all_pages() */
	NR_STALL_KINDS
};

/* What a request's GFP flags allow the allocator to do for it. */
enum alloc_class {
	ALLOC_MOVABLE = 0,   /* __GFP_MOVABLE, may wait */
	ALLOC_MOVABLE_LIGHT, /* movable, must not wait or must not retry */
	ALLOC_KERNEL,        /* unmovable or reclaimable, may wait */
	ALLOC_NORETRY,       /* the same with __GFP_NORETRY */
	ALLOC_NOWAIT,        /* no direct reclaim: atomic and light ones */
	ALLOC_NOFAIL,
	NR_ALLOC_CLASSES
};

struct activity_compact {
	uint64_t zone_start_pfn;
	uint64_t migrate_pfn, free_pfn;  /* where the scanners are */
	int16_t node;
	int16_t order;                   /* -1: the whole zone */
	uint8_t cause, mode, result, pad;
	char zone[8];
	char comm[16];
};

struct activity_scan {
	uint64_t start_pfn, end_pfn;
	uint32_t nr_scanned, nr_taken;
};

struct activity_migrate {
	uint32_t nr_migrated, nr_failed;
};

struct activity_stall {
	uint64_t cgroup;                 /* bpf_get_current_cgroup_id() */
	uint64_t nr_reclaimed;           /* end of a reclaim */
	uint32_t tgid;
	int16_t order;                   /* begin */
	uint8_t stall;                   /* enum stall_kind */
	uint8_t result;                  /* enum compact_result at the end of a compaction */
	char comm[16];
};

struct activity_zone {
	uint64_t zone_start_pfn;
	int16_t node, order;
	char zone[8];
};

struct activity_thread {
	int16_t node, order;
};

struct activity_event {
	uint64_t time_ns;                /* bpf_ktime_get_ns(): CLOCK_MONOTONIC */
	uint32_t pid;                    /* the thread's */
	uint32_t kind;                   /* enum activity_event_kind */
	union {
		struct activity_compact compact;
		struct activity_scan scan;
		struct activity_migrate migrate;
		struct activity_stall stall;
		struct activity_zone zone;
		struct activity_thread thread;
	};
};

/* No event: these are counted in the kernel, by the migratetypes asked for and taken from. */
struct activity_fallbacks {
	uint64_t nr;                     /* claimed, stolen, and those of which it is not known */
	uint64_t nr_claimed;             /* the whole pageblock changed its type */
	uint64_t nr_stolen;              /* only these pages were taken */
	uint64_t nr_fragmenting;         /* the block taken was smaller than a pageblock */
};

#define ACTIVITY_EVENT_SIZE(part) \
	(__builtin_offsetof(struct activity_event, part) + \
	 sizeof(((struct activity_event *)0)->part))

#ifndef FRAGSCOPE_BPF_PROGRAM
/* Bytes that a record of that kind has at least; 0: there is no such kind. */
size_t activity_event_size(uint32_t kind);
#endif

#endif
