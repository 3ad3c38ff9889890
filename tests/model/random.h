/* SPDX-License-Identifier: GPL-2.0-or-later */
/* random - the same numbers in every run (splitmix64), for tests that try many cases. */
#ifndef TESTS_MODEL_RANDOM_H
#define TESTS_MODEL_RANDOM_H

#include <stdint.h>

static inline uint64_t random_next(uint64_t *seed)
{
	uint64_t z = *seed += 0x9e3779b97f4a7c15;

	z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
	z = (z ^ z >> 27) * 0x94d049bb133111eb;
	return z ^ z >> 31;
}

static inline uint64_t random_below(uint64_t *seed, uint64_t limit)
{
	return random_next(seed) % limit;
}

#endif
