// SPDX-License-Identifier: GPL-2.0-or-later
/* Durations in buckets of powers of two: of a million waits the quantiles cost 344 bytes. */
#include "fragscope/activity.h"
#include "fragscope/bits.h"

#include "saturate.h"

void latency_add(struct latency *latency, uint64_t ns)
{
	unsigned int bucket = ns ? bits_log2(ns) : 0;

	latency->nr++;
	latency->total_ns = add_saturated(latency->total_ns, ns);
	if (ns > latency->max_ns)
		latency->max_ns = ns;
	latency->bucket[bucket < LATENCY_BUCKETS ? bucket : LATENCY_BUCKETS - 1]++;
}

uint64_t latency_quantile_ns(const struct latency *latency, unsigned int per_mille)
{
	uint64_t nr = latency->nr, want, sum = 0;

	if (per_mille > 1000)
		per_mille = 1000;
	want = nr / 1000 * per_mille + (nr % 1000 * per_mille + 999) / 1000;
	if (!want)
		return 0;
	for (unsigned int i = 0; i < LATENCY_BUCKETS - 1; i++) {
		sum = add_saturated(sum, latency->bucket[i]);
		if (sum >= want)
			return min_u64(2ULL << i, latency->max_ns);
	}
	return latency->max_ns;
}
