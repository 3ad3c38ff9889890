/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * random - numbers that are the same on every machine: xoshiro256** of Blackman and Vigna
 * (https://prng.di.unimi.it), seeded through splitmix64.  The state is plain data, so that it can
 * be copied with whatever it belongs to.
 */
#ifndef FRAGSCOPE_RANDOM_H
#define FRAGSCOPE_RANDOM_H

#include <stdint.h>

struct random {
	uint64_t s[4];
};

/* Streams of one seed are independent of each other: drawing more from one shifts no other. */
void random_init(struct random *random, uint64_t seed, uint64_t stream);
uint64_t random_u64(struct random *random);
/* Uniform on 0 to n - 1, without bias (Lemire's method); n > 0. */
uint32_t random_below(struct random *random, uint32_t n);

#endif
