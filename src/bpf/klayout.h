/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * klayout - how the running kernel's structures are laid out.
 *
 * Plain data, filled from the kernel's BTF, or by a test.  What this kernel has not is absent, and
 * costs only what needs it.  The rows are in klayout.def.
 */
#ifndef BPF_KLAYOUT_H
#define BPF_KLAYOUT_H

#include <stdbool.h>
#include <stdint.h>

#include "fragscope/err.h"
#include "fragscope/num.h"

#define KLAYOUT_TYPES_MAX 16
#define KLAYOUT_NAME_MAX  32

enum klayout_need {
	KOPTIONAL,
	KNEEDED,
};

/* Where a field is in its structure.  All zero: the kernel has none. */
struct kfield {
	uint32_t offset;  /* bytes */
	uint32_t size;    /* bytes; 0 for an array without a length */
	bool known;
};

struct klayout {
#define KSTRUCT(type) uint32_t sizeof_##type;
#define KFIELD(type, id, names, need) struct kfield type##_##id;
#define KVALUE(type, id, names) struct num id;
#include "klayout.def"
	/* enum migratetype by number, without "MIGRATE_": "MOVABLE"; empty: there is none */
	char migratetype[KLAYOUT_TYPES_MAX][KLAYOUT_NAME_MAX];
};

/* Reads the running kernel's BTF.  -errno with what is missing. */
int klayout_read(struct klayout *layout, struct err *err);

/* Whether what is needed is there, and all fields lie in their structures: what is read whole can
 * then be decoded in place.  -ENOTSUP with the first that is not. */
int klayout_check(const struct klayout *layout, struct err *err);

/* The unsigned number at a field of the structure at data, as wide as the field is (1, 2, 4 or 8
 * bytes; a wrapper like atomic_t counts as its number).  0 where there is none. */
uint64_t klayout_get(const void *data, struct kfield field);
/* The same, signed. */
int64_t klayout_get_signed(const void *data, struct kfield field);

#endif
