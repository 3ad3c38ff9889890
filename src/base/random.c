// SPDX-License-Identifier: GPL-2.0-or-later
#include "fragscope/random.h"

static uint64_t splitmix(uint64_t *x)
{
	uint64_t z = *x += 0x9e3779b97f4a7c15;

	z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
	z = (z ^ z >> 27) * 0x94d049bb133111eb;
	return z ^ z >> 31;
}

static uint64_t rotate(uint64_t x, unsigned int bits)
{
	return x << bits | x >> (64 - bits);
}

void random_init(struct random *random, uint64_t seed, uint64_t stream)
{
	uint64_t x = stream;

	x = splitmix(&x) ^ seed;
	for (unsigned int i = 0; i < 4; i++)
		random->s[i] = splitmix(&x);
}

uint64_t random_u64(struct random *random)
{
	uint64_t *s = random->s;
	uint64_t result = rotate(s[1] * 5, 7) * 9;
	uint64_t t = s[1] << 17;

	s[2] ^= s[0];
	s[3] ^= s[1];
	s[1] ^= s[2];
	s[0] ^= s[3];
	s[2] ^= t;
	s[3] = rotate(s[3], 45);
	return result;
}

uint32_t random_below(struct random *random, uint32_t n)
{
	uint64_t product = (random_u64(random) >> 32) * n;
	uint32_t low = (uint32_t)product;

	if (low < n) {
		uint32_t least = -n % n;

		while (low < least) {
			product = (random_u64(random) >> 32) * n;
			low = (uint32_t)product;
		}
	}
	return (uint32_t)(product >> 32);
}
