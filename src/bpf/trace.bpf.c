// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * trace - events of compaction and reclaim, and counts of allocations.
 *
 * What a person may want to see one by one goes through a ring; what happens at the rate of page
 * faults is only counted, per CPU.  A record that does not fit is counted too.  User space is woken
 * when the ring is half full, once until it has drained it, so that a quiet host costs nothing.
 *
 * Each program stands for one tracepoint with one list of arguments; ktrace_rows.c has a row for
 * it, and chooses.  Pointers are followed as the verifier allows it for typed tracepoints, without
 * a helper, which lockdown in confidentiality mode would refuse.
 */
#include "kernel.h"

#include <bpf/bpf_helpers.h>
#include <bpf/bpf_core_read.h>
#include <bpf/bpf_tracing.h>

#include "fragscope/activity_event.h"

#include "trace.h"
#include "trace_types.h"

char LICENSE[] SEC("license") = "GPL";

/* Set before loading. */
const volatile struct trace_gfp gfp_bits;
const volatile uint64_t wake_bytes;     /* wake user space when the ring holds as much */
const volatile bool may_read;           /* helpers may read kernel memory */
const volatile int32_t pageblock_order;

/* Cleared by user space before it drains. */
bool woken;

struct {
	__uint(type, BPF_MAP_TYPE_RINGBUF);
	__uint(max_entries, 1 << 21);
} ring SEC(".maps");

struct {
	__uint(type, BPF_MAP_TYPE_ARRAY);
	__uint(map_flags, BPF_F_MMAPABLE);
	__uint(max_entries, 1);         /* set to the number of CPUs before loading */
	__type(key, uint32_t);
	__type(value, struct trace_counts);
} counts SEC(".maps");

static __always_inline struct trace_counts *this_cpu(void)
{
	uint32_t cpu = bpf_get_smp_processor_id();

	return bpf_map_lookup_elem(&counts, &cpu);
}

/*
 * Sending.
 */

static __always_inline struct activity_event *reserve(uint32_t kind, uint64_t size)
{
	struct activity_event *event = bpf_ringbuf_reserve(&ring, size, 0);
	struct trace_counts *mine;

	if (event) {
		event->time_ns = bpf_ktime_get_ns();
		event->pid = (uint32_t)bpf_get_current_pid_tgid();
		event->kind = kind;
		return event;
	}
	mine = this_cpu();
	if (mine)
		mine->lost++;
	return NULL;
}

static __always_inline int submit(struct activity_event *event)
{
	uint64_t flags = BPF_RB_NO_WAKEUP;

	if (!woken && bpf_ringbuf_query(&ring, BPF_RB_AVAIL_DATA) >= wake_bytes) {
		woken = true;
		flags = BPF_RB_FORCE_WAKEUP;
	}
	bpf_ringbuf_submit(event, flags);
	return 0;
}

static __always_inline void put_zone(struct zone *zone, uint64_t *start_pfn, int16_t *node,
				     char name[8])
{
	*start_pfn = zone->zone_start_pfn;
	*node = bpf_core_field_exists(zone->node) ? (int16_t)zone->node : 0;
	*(uint64_t *)name = 0;
	if (may_read)
		bpf_probe_read_kernel_str(name, 8, zone->name);
}

/*
 * Compaction of a zone.
 */

#define RESULT_OF(value, kernel, ours) \
	if (bpf_core_enum_value_exists(enum compact_result___kernel, kernel) && \
	    (value) == (int)bpf_core_enum_value(enum compact_result___kernel, kernel)) \
		return ours

static __always_inline uint8_t result_of(int result)
{
	RESULT_OF(result, COMPACT_NOT_SUITABLE_ZONE, RESULT_NOT_SUITABLE);
	RESULT_OF(result, COMPACT_SKIPPED, RESULT_SKIPPED);
	RESULT_OF(result, COMPACT_DEFERRED, RESULT_DEFERRED);
	RESULT_OF(result, COMPACT_NO_SUITABLE_PAGE, RESULT_NO_SUITABLE_PAGE);
	RESULT_OF(result, COMPACT_CONTINUE, RESULT_CONTINUE);
	RESULT_OF(result, COMPACT_COMPLETE, RESULT_COMPLETE);
	RESULT_OF(result, COMPACT_PARTIAL_SKIPPED, RESULT_PARTIAL_SKIPPED);
	RESULT_OF(result, COMPACT_CONTENDED, RESULT_CONTENDED);
	RESULT_OF(result, COMPACT_SUCCESS, RESULT_SUCCESS);
	return RESULT_UNKNOWN;
}

static __always_inline uint8_t mode_of(enum migrate_mode mode)
{
	if (mode == bpf_core_enum_value(enum migrate_mode, MIGRATE_ASYNC))
		return MODE_ASYNC;
	return mode == bpf_core_enum_value(enum migrate_mode, MIGRATE_SYNC_LIGHT) ?
	       MODE_SYNC_LIGHT : MODE_SYNC;
}

static __always_inline uint8_t cause_of(struct compact_control *cc)
{
	if (cc->direct_compaction)
		return CAUSE_DIRECT;
	if (bpf_core_field_exists(cc->proactive_compaction) && cc->proactive_compaction)
		return CAUSE_PROACTIVE;
	return cc->order == -1 ? CAUSE_MANUAL : CAUSE_KCOMPACTD;
}

static __always_inline int send_compact(uint32_t kind, struct compact_control *cc, uint8_t result)
{
	struct activity_event *event = reserve(kind, ACTIVITY_EVENT_SIZE(compact));
	struct activity_compact *to;

	if (!event)
		return 0;
	to = &event->compact;
	put_zone(cc->zone, &to->zone_start_pfn, &to->node, to->zone);
	to->migrate_pfn = cc->migrate_pfn;
	to->free_pfn = cc->free_pfn;
	to->order = (int16_t)cc->order;
	to->cause = cause_of(cc);
	to->mode = mode_of(cc->mode);
	to->result = result;
	to->pad = 0;
	bpf_get_current_comm(to->comm, sizeof(to->comm));
	return submit(event);
}

SEC("tp_btf/mm_compaction_begin")
int BPF_PROG(compact_begin, struct compact_control *cc)
{
	return send_compact(EVENT_COMPACT_BEGIN, cc, RESULT_UNKNOWN);
}

SEC("tp_btf/mm_compaction_end")
int BPF_PROG(compact_end, struct compact_control *cc, unsigned long zone_start,
	     unsigned long zone_end, bool sync, int status)
{
	return send_compact(EVENT_COMPACT_END, cc, result_of(status));
}

static __always_inline int send_scan(uint32_t kind, uint64_t start_pfn, uint64_t end_pfn,
				     uint64_t nr_scanned, uint64_t nr_taken)
{
	struct activity_event *event = reserve(kind, ACTIVITY_EVENT_SIZE(scan));

	if (!event)
		return 0;
	event->scan.start_pfn = start_pfn;
	event->scan.end_pfn = end_pfn;
	event->scan.nr_scanned = (uint32_t)nr_scanned;
	event->scan.nr_taken = (uint32_t)nr_taken;
	return submit(event);
}

SEC("tp_btf/mm_compaction_isolate_migratepages")
int BPF_PROG(isolate_migrate, unsigned long start_pfn, unsigned long end_pfn,
	     unsigned long nr_scanned, unsigned long nr_taken)
{
	return send_scan(EVENT_ISOLATE_MIGRATE, start_pfn, end_pfn, nr_scanned, nr_taken);
}

SEC("tp_btf/mm_compaction_isolate_freepages")
int BPF_PROG(isolate_free, unsigned long start_pfn, unsigned long end_pfn,
	     unsigned long nr_scanned, unsigned long nr_taken)
{
	return send_scan(EVENT_ISOLATE_FREE, start_pfn, end_pfn, nr_scanned, nr_taken);
}

SEC("tp_btf/mm_compaction_fast_isolate_freepages")
int BPF_PROG(isolate_free_fast, unsigned long start_pfn, unsigned long end_pfn,
	     unsigned long nr_scanned, unsigned long nr_taken)
{
	return send_scan(EVENT_ISOLATE_FREE_FAST, start_pfn, end_pfn, nr_scanned, nr_taken);
}

static __always_inline int send_migrate(uint32_t nr, uint32_t nr_migrated)
{
	struct activity_event *event = reserve(EVENT_MIGRATE, ACTIVITY_EVENT_SIZE(migrate));

	if (!event)
		return 0;
	event->migrate.nr_migrated = nr_migrated;
	event->migrate.nr_failed = nr > nr_migrated ? nr - nr_migrated : 0;
	return submit(event);
}

/* 6.1 hands out compact_control, later kernels the number of pages. */
SEC("tp_btf/mm_compaction_migratepages")
int BPF_PROG(migrate, unsigned int nr, unsigned int nr_migrated)
{
	return send_migrate(nr, nr_migrated);
}

SEC("tp_btf/mm_compaction_migratepages")
int BPF_PROG(migrate_cc, struct compact_control *cc, unsigned int nr_migrated)
{
	return send_migrate(cc->nr_migratepages, nr_migrated);
}

/*
 * Deferral.
 */

static __always_inline int send_zone(uint32_t kind, struct zone *zone, int order)
{
	struct activity_event *event = reserve(kind, ACTIVITY_EVENT_SIZE(zone));
	struct activity_zone *to;

	if (!event)
		return 0;
	to = &event->zone;
	put_zone(zone, &to->zone_start_pfn, &to->node, to->zone);
	to->order = (int16_t)order;
	return submit(event);
}

SEC("tp_btf/mm_compaction_deferred")
int BPF_PROG(deferred, struct zone *zone, int order)
{
	return send_zone(EVENT_DEFERRED, zone, order);
}

SEC("tp_btf/mm_compaction_defer_compaction")
int BPF_PROG(defer, struct zone *zone, int order)
{
	return send_zone(EVENT_DEFER, zone, order);
}

SEC("tp_btf/mm_compaction_defer_reset")
int BPF_PROG(defer_reset, struct zone *zone, int order)
{
	return send_zone(EVENT_DEFER_RESET, zone, order);
}

/*
 * Processes that wait.
 */

static __always_inline int send_stall(uint32_t kind, uint8_t stall, int order, uint8_t result,
				      uint64_t nr_reclaimed)
{
	struct activity_event *event = reserve(kind, ACTIVITY_EVENT_SIZE(stall));
	struct activity_stall *to;

	if (!event)
		return 0;
	to = &event->stall;
	to->cgroup = bpf_get_current_cgroup_id();
	to->nr_reclaimed = nr_reclaimed;
	to->tgid = (uint32_t)(bpf_get_current_pid_tgid() >> 32);
	to->order = (int16_t)order;
	to->stall = stall;
	to->result = result;
	bpf_get_current_comm(to->comm, sizeof(to->comm));
	return submit(event);
}

SEC("tp_btf/mm_vmscan_direct_reclaim_begin")
int BPF_PROG(reclaim_begin, int order)
{
	return send_stall(EVENT_STALL_BEGIN, STALL_RECLAIM, order, RESULT_UNKNOWN, 0);
}

/* In 7.3 the flags come first. */
SEC("tp_btf/mm_vmscan_direct_reclaim_begin")
int BPF_PROG(reclaim_begin_gfp, unsigned int gfp, int order)
{
	return send_stall(EVENT_STALL_BEGIN, STALL_RECLAIM, order, RESULT_UNKNOWN, 0);
}

SEC("tp_btf/mm_vmscan_direct_reclaim_end")
int BPF_PROG(reclaim_end, unsigned long nr_reclaimed)
{
	return send_stall(EVENT_STALL_END, STALL_RECLAIM, -1, RESULT_UNKNOWN, nr_reclaimed);
}

/* There is no tracepoint at the end of a direct compaction. */
SEC("tp_btf/mm_compaction_try_to_compact_pages")
int BPF_PROG(direct_compact, int order)
{
	return send_stall(EVENT_STALL_BEGIN, STALL_COMPACTION, order, RESULT_UNKNOWN, 0);
}

SEC("fentry/try_to_compact_pages")
int BPF_PROG(direct_compact_enter, unsigned int gfp, unsigned int order)
{
	return send_stall(EVENT_STALL_BEGIN, STALL_COMPACTION, order, RESULT_UNKNOWN, 0);
}

SEC("fexit/try_to_compact_pages")
int BPF_PROG(direct_compact_exit, unsigned int gfp, unsigned int order, unsigned int alloc_flags,
	     const void *ac, int prio, void *capture, int result)
{
	return send_stall(EVENT_STALL_END, STALL_COMPACTION, order, result_of(result), 0);
}

SEC("fentry/drain_all_pages")
int BPF_PROG(drain_enter)
{
	return send_stall(EVENT_STALL_BEGIN, STALL_DRAIN, -1, RESULT_UNKNOWN, 0);
}

SEC("fexit/drain_all_pages")
int BPF_PROG(drain_exit)
{
	return send_stall(EVENT_STALL_END, STALL_DRAIN, -1, RESULT_UNKNOWN, 0);
}

/*
 * kcompactd and kswapd.
 */

static __always_inline int send_thread(uint32_t kind, int node, int order)
{
	struct activity_event *event = reserve(kind, ACTIVITY_EVENT_SIZE(thread));

	if (!event)
		return 0;
	event->thread.node = (int16_t)node;
	event->thread.order = (int16_t)order;
	return submit(event);
}

SEC("tp_btf/mm_compaction_wakeup_kcompactd")
int BPF_PROG(kcompactd_wakeup, int node, int order)
{
	return send_thread(EVENT_KCOMPACTD_WAKEUP, node, order);
}

SEC("tp_btf/mm_compaction_kcompactd_wake")
int BPF_PROG(kcompactd_wake, int node, int order)
{
	return send_thread(EVENT_KCOMPACTD_WAKE, node, order);
}

SEC("tp_btf/mm_compaction_kcompactd_sleep")
int BPF_PROG(kcompactd_sleep, int node)
{
	return send_thread(EVENT_KCOMPACTD_SLEEP, node, -1);
}

SEC("tp_btf/mm_vmscan_wakeup_kswapd")
int BPF_PROG(kswapd_wakeup, int node, int zone, int order)
{
	return send_thread(EVENT_KSWAPD_WAKEUP, node, order);
}

SEC("tp_btf/mm_vmscan_kswapd_wake")
int BPF_PROG(kswapd_wake, int node, int zone, int order)
{
	return send_thread(EVENT_KSWAPD_WAKE, node, order);
}

SEC("tp_btf/mm_vmscan_kswapd_sleep")
int BPF_PROG(kswapd_sleep, int node)
{
	return send_thread(EVENT_KSWAPD_SLEEP, node, -1);
}

/*
 * Allocations.
 */

/* Not typed: some verifiers take it for granted that a typed argument is no null pointer. */
SEC("raw_tp/mm_page_alloc")
int page_alloc(struct bpf_raw_tracepoint_args *ctx)
{
	uint64_t page = ctx->args[0];
	uint32_t order = (uint32_t)ctx->args[1];
	struct trace_counts *mine;
	uint32_t class;

	if (!order && page)
		return 0;
	mine = this_cpu();
	if (!mine)
		return 0;
	class = trace_alloc_class(&gfp_bits, (uint32_t)ctx->args[2]) & (TRACE_CLASSES - 1);
	if (order >= TRACE_ORDERS)
		order = TRACE_ORDERS - 1;
	if (page)
		mine->allocs[order][class]++;
	else
		mine->failed[order][class]++;
	return 0;
}

SEC("tp_btf/mm_page_pcpu_drain")
int BPF_PROG(pcpu_drain, void *page, unsigned int order)
{
	struct trace_counts *mine = this_cpu();

	if (mine)
		mine->drained += 1ull << (order & (TRACE_ORDERS - 1));
	return 0;
}

/* Where memory is full, each page of a batch may be one. */
static __always_inline struct activity_fallbacks *count_fallback(int fallback_order, uint32_t want,
								 uint32_t from)
{
	struct trace_counts *mine = this_cpu();
	struct activity_fallbacks *fallbacks;

	if (!mine)
		return NULL;
	/* masks: 6.12's verifier does not see through what the compiler makes of comparisons */
	fallbacks = &mine->fallbacks[want & (TRACE_TYPES - 1)][from & (TRACE_TYPES - 1)];
	fallbacks->nr++;
	if (fallback_order < pageblock_order)
		fallbacks->nr_fragmenting++;
	return fallbacks;
}

SEC("tracepoint/kmem/mm_page_alloc_extfrag")
int fallback_record(struct trace_event_raw_mm_page_alloc_extfrag *record)
{
	struct activity_fallbacks *fallbacks = count_fallback(record->fallback_order,
							      record->alloc_migratetype,
							      record->fallback_migratetype);

	if (!fallbacks)
		return 0;
	if (record->change_ownership)
		fallbacks->nr_claimed++;
	else
		fallbacks->nr_stolen++;
	return 0;
}

SEC("tp_btf/mm_page_alloc_extfrag")
int BPF_PROG(fallback, void *page, int order, int fallback_order, int want, int from)
{
	struct activity_fallbacks *fallbacks = count_fallback(fallback_order, want, from);

	/* a block of that size is always claimed; of smaller ones the arguments do not say it */
	if (fallbacks && fallback_order >= pageblock_order)
		fallbacks->nr_claimed++;
	return 0;
}
