/* SPDX-License-Identifier: GPL-2.0-or-later */
/* bits - powers of two, as page orders need them. */
#ifndef FRAGSCOPE_BITS_H
#define FRAGSCOPE_BITS_H

#include <stdbool.h>
#include <stdint.h>

static inline uint64_t bits_align_down(uint64_t n, unsigned int order)
{
	return n >> order << order;
}

static inline uint64_t bits_align_up(uint64_t n, unsigned int order)
{
	return bits_align_down(n + (1ULL << order) - 1, order);
}

/* floor(log2(n)); n > 0 */
static inline unsigned int bits_log2(uint64_t n)
{
	return 63 - (unsigned int)__builtin_clzll(n);
}

/* The largest order a block that begins at pfn can have, not above max. */
static inline unsigned int bits_align_order(uint64_t pfn, unsigned int max)
{
	unsigned int order = pfn ? (unsigned int)__builtin_ctzll(pfn) : max;

	return order < max ? order : max;
}

static inline bool bits_is_power_of_two(uint64_t n)
{
	return n && !(n & (n - 1));
}

#endif
