// SPDX-License-Identifier: GPL-2.0-or-later
#include "fragscope/hash.h"

static uint64_t mix(uint64_t x)
{
	x ^= x >> 32;
	x *= 0xe9846af9b1a615d;
	x ^= x >> 32;
	x *= 0xe9846af9b1a615d;
	return x ^ x >> 28;
}

static uint64_t little_endian(const unsigned char *bytes, size_t size)
{
	uint64_t word = 0;

	for (size_t i = 0; i < size; i++)
		word |= (uint64_t)bytes[i] << 8 * i;
	return word;
}

uint64_t hash_bytes(uint64_t hash, const void *bytes, size_t size)
{
	const unsigned char *at = bytes;

	hash ^= mix(size);
	for (; size >= 8; at += 8, size -= 8)
		hash = (hash ^ mix(little_endian(at, 8))) * 0x9fb21c651e98df25;
	if (size)
		hash = (hash ^ mix(little_endian(at, size))) * 0x9fb21c651e98df25;
	return mix(hash);
}
