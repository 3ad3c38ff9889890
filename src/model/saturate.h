/* SPDX-License-Identifier: GPL-2.0-or-later */
/* saturate - sums and shifts that stay at 2^64 - 1 instead of wrapping. */
#ifndef MODEL_SATURATE_H
#define MODEL_SATURATE_H

#include <stdint.h>

static inline uint64_t add_saturated(uint64_t a, uint64_t b)
{
	uint64_t sum;

	return __builtin_add_overflow(a, b, &sum) ? UINT64_MAX : sum;
}

static inline uint64_t sub_saturated(uint64_t a, uint64_t b)
{
	return a > b ? a - b : 0;
}

static inline uint64_t shift_saturated(uint64_t n, unsigned int order)
{
	return n > UINT64_MAX >> order ? UINT64_MAX : n << order;
}

static inline uint64_t min_u64(uint64_t a, uint64_t b)
{
	return a < b ? a : b;
}

#endif
