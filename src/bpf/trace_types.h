/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * trace_types - the kernel's types that tracepoints hand out (mm/internal.h, linux/mmzone.h,
 * linux/migrate_mode.h, linux/compaction.h, trace/events/kmem.h).
 */
#ifndef BPF_TRACE_TYPES_H
#define BPF_TRACE_TYPES_H

enum migrate_mode {
	MIGRATE_ASYNC,
	MIGRATE_SYNC_LIGHT,
	MIGRATE_SYNC,
};

/* The kernel's enum compact_result; what follows ___ is not part of the name there. */
enum compact_result___kernel {
	COMPACT_NOT_SUITABLE_ZONE,
	COMPACT_SKIPPED,
	COMPACT_DEFERRED,
	COMPACT_NO_SUITABLE_PAGE,
	COMPACT_CONTINUE,
	COMPACT_COMPLETE,
	COMPACT_PARTIAL_SKIPPED,
	COMPACT_CONTENDED,
	COMPACT_SUCCESS,
};

#pragma clang attribute push(__attribute__((preserve_access_index)), apply_to = record)

struct zone {
	int node;                /* with CONFIG_NUMA */
	unsigned long zone_start_pfn;
	const char *name;
};

struct compact_control {
	unsigned int nr_migratepages;
	unsigned long free_pfn, migrate_pfn;
	struct zone *zone;
	int order;
	enum migrate_mode mode;
	_Bool direct_compaction, proactive_compaction;
};

/* The record of the classic tracepoint: only it says what became of the pageblock. */
struct trace_event_raw_mm_page_alloc_extfrag {
	int fallback_order;
	int alloc_migratetype, fallback_migratetype;
	int change_ownership;
};

#pragma clang attribute pop

#endif
