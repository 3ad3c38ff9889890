// SPDX-License-Identifier: GPL-2.0-or-later
/* klayout - numbers out of structures. */
#include "klayout.h"

#include <string.h>

int64_t klayout_get_signed(const void *data, struct kfield field)
{
	const char *at = (const char *)data + field.offset;
	int64_t n64;
	int32_t n32;
	int16_t n16;

	if (!field.known)
		return 0;
	switch (field.size) {
	case sizeof(n64):
		memcpy(&n64, at, sizeof(n64));
		return n64;
	case sizeof(n32):
		memcpy(&n32, at, sizeof(n32));
		return n32;
	case sizeof(n16):
		memcpy(&n16, at, sizeof(n16));
		return n16;
	case 1:
		return (int8_t)*at;
	default:
		return 0;
	}
}

uint64_t klayout_get(const void *data, struct kfield field)
{
	uint64_t n = (uint64_t)klayout_get_signed(data, field);

	return field.size < sizeof(n) ? n & ((1ULL << field.size * 8) - 1) : n;
}
