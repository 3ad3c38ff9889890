/* SPDX-License-Identifier: GPL-2.0-or-later */
/* events - events of the kernel as tests tell them: who, when, what. */
#ifndef TESTS_MODEL_EVENTS_H
#define TESTS_MODEL_EVENTS_H

#include <string.h>

#include "fragscope/activity.h"

#define MS 1000000ULL

static inline struct activity_event event_of(uint32_t pid, uint64_t time_ns, uint32_t kind)
{
	struct activity_event event;

	/* what a kind does not use is not sent: let it be anything */
	memset(&event, 0xa5, sizeof(event));
	event.pid = pid;
	event.time_ns = time_ns;
	event.kind = kind;
	return event;
}

static inline struct activity_event event_compact(uint32_t pid, uint64_t time_ns, uint32_t kind,
						  enum compact_cause cause, int order)
{
	struct activity_event event = event_of(pid, time_ns, kind);

	event.compact = (struct activity_compact){
		.zone_start_pfn = 0x1000,
		.migrate_pfn = 0x1200,
		.free_pfn = 0x9000,
		.order = (int16_t)order,
		.cause = (uint8_t)cause,
		.mode = MODE_SYNC_LIGHT,
		.zone = "DMA32",
		.comm = "eater",
	};
	return event;
}

static inline struct activity_event event_end(uint32_t pid, uint64_t time_ns,
					      enum compact_result result)
{
	struct activity_event event = event_compact(pid, time_ns, EVENT_COMPACT_END, 0, 0);

	event.compact.result = (uint8_t)result;
	event.compact.migrate_pfn = 0x2000;
	event.compact.free_pfn = 0x8000;
	return event;
}

static inline struct activity_event event_scan(uint32_t pid, uint64_t time_ns, uint32_t kind,
					       uint32_t nr_scanned, uint32_t nr_taken)
{
	struct activity_event event = event_of(pid, time_ns, kind);

	event.scan = (struct activity_scan){ 0x1400, 0x1600, nr_scanned, nr_taken };
	return event;
}

static inline struct activity_event event_migrate(uint32_t pid, uint64_t time_ns, uint32_t ok,
						  uint32_t failed)
{
	struct activity_event event = event_of(pid, time_ns, EVENT_MIGRATE);

	event.migrate = (struct activity_migrate){ ok, failed };
	return event;
}

static inline struct activity_event event_stall(uint32_t pid, uint64_t time_ns, uint32_t kind,
						enum stall_kind stall, int order)
{
	struct activity_event event = event_of(pid, time_ns, kind);

	event.stall = (struct activity_stall){
		.cgroup = 77,
		.tgid = pid,
		.order = (int16_t)order,
		.stall = (uint8_t)stall,
		.comm = "eater",
	};
	return event;
}

static inline struct activity_event event_zone(uint64_t time_ns, uint32_t kind, int node,
					       int order)
{
	struct activity_event event = event_of(1, time_ns, kind);

	event.zone = (struct activity_zone){ 0x1000, (int16_t)node, (int16_t)order, "DMA32" };
	return event;
}

static inline struct activity_event event_thread(uint64_t time_ns, uint32_t kind, int node,
						 int order)
{
	struct activity_event event = event_of(1, time_ns, kind);

	event.thread = (struct activity_thread){ (int16_t)node, (int16_t)order };
	return event;
}

#endif
