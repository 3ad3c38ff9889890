/* SPDX-License-Identifier: GPL-2.0-or-later */
/* trace - what trace.bpf.c and ktrace.c tell each other.  Both include it. */
#ifndef BPF_TRACE_H
#define BPF_TRACE_H

#define TRACE_ORDERS 32 /* ALLOC_ORDERS_MAX */
#define TRACE_CLASSES 8 /* enum alloc_class, with room */
#define TRACE_TYPES 8   /* KTRACE_TYPES_MAX */

/* What one CPU has counted.  CPUs share no cache line. */
struct trace_counts {
	uint64_t allocs[TRACE_ORDERS][TRACE_CLASSES];
	uint64_t failed[TRACE_ORDERS][TRACE_CLASSES];
	struct activity_fallbacks fallbacks[TRACE_TYPES][TRACE_TYPES]; /* wanted, taken from */
	uint64_t drained;   /* pages that per-CPU lists gave back */
	uint64_t lost;      /* events that did not fit into the ring */
	uint64_t pad[6];
};

/* Bits of GFP masks in this kernel, by what they mean. */
struct trace_gfp {
	uint32_t movable, direct_reclaim, noretry, nofail;
};

static inline enum alloc_class trace_alloc_class(const volatile struct trace_gfp *bits,
						 uint32_t gfp)
{
	if (gfp & bits->nofail)
		return ALLOC_NOFAIL;
	if (gfp & bits->movable)
		return gfp & bits->direct_reclaim && !(gfp & bits->noretry) ?
		       ALLOC_MOVABLE : ALLOC_MOVABLE_LIGHT;
	if (!(gfp & bits->direct_reclaim))
		return ALLOC_NOWAIT;
	return gfp & bits->noretry ? ALLOC_NORETRY : ALLOC_KERNEL;
}

#endif
