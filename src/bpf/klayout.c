// SPDX-License-Identifier: GPL-2.0-or-later
/* klayout - numbers out of structures. */
#include "klayout.h"

#include <errno.h>
#include <stddef.h>
#include <string.h>

#include "fragscope/array.h"

static const struct {
	const char *type, *names;
	size_t size_at, at;      /* the structure's size and the field in struct klayout */
	enum klayout_need need;
} fields[] = {
#define KFIELD(type, id, names, need) \
	{ #type, names, offsetof(struct klayout, sizeof_##type), \
	  offsetof(struct klayout, type##_##id), need },
#include "klayout.def"
};

int klayout_check(const struct klayout *layout, struct err *err)
{
	for (size_t i = 0; i < ARRAY_SIZE(fields); i++) {
		struct kfield field;
		uint32_t size;

		memcpy(&field, (const char *)layout + fields[i].at, sizeof(field));
		memcpy(&size, (const char *)layout + fields[i].size_at, sizeof(size));
		if (!field.known && fields[i].need == KNEEDED)
			return err_set(err, ENOTSUP, "BTF: struct %s has no %s; this kernel keeps "
				       "its memory in a way unknown here", fields[i].type,
				       fields[i].names);
		if (field.known && (!size || (uint64_t)field.offset + field.size > size))
			return err_set(err, ENOTSUP, "BTF: %s lies outside of its struct %s",
				       fields[i].names, fields[i].type);
	}
	return 0;
}

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
