// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * klayout_btf - layouts from the running kernel's BTF.
 *
 * One pass finds the types that the rows of klayout.def name, then each row looks into its own.
 * Fields of unnamed unions and structures belong to what holds them, as in C.
 */
#include <errno.h>
#include <stddef.h>
#include <string.h>

#include <bpf/btf.h>
#include <bpf/libbpf.h>

#include "fragscope/array.h"
#include "fragscope/span.h"

#include "klayout.h"

#define NAMES_MAX 64

enum type_index {
#define KSTRUCT(type) STRUCT_##type,
#define KENUM(type) ENUM_##type,
#include "klayout.def"
	NR_TYPES
};

static const struct {
	const char *name;
	bool is_enum;
	size_t sizeof_at; /* in struct klayout, for structures */
} types[] = {
#define KSTRUCT(type) { #type, false, offsetof(struct klayout, sizeof_##type) },
#define KENUM(type) { #type, true, 0 },
#include "klayout.def"
};

static const struct {
	enum type_index type;
	const char *names;
	size_t at;        /* its struct kfield in struct klayout */
} fields[] = {
#define KFIELD(type, id, names, need) \
	{ STRUCT_##type, names, offsetof(struct klayout, type##_##id) },
#include "klayout.def"
};

static const struct {
	enum type_index type;
	const char *names;
	size_t at;        /* its struct num in struct klayout */
} values[] = {
#define KVALUE(type, id, names) { ENUM_##type, names, offsetof(struct klayout, id) },
#include "klayout.def"
};

struct reading {
	struct btf *btf;
	const struct btf_type *type[NR_TYPES]; /* NULL: the kernel has none */
};

static void take_type(struct reading *reading, const struct btf_type *type)
{
	bool is_enum = btf_is_enum(type);
	const char *name;

	if (!is_enum && !btf_is_struct(type))
		return;
	name = btf__name_by_offset(reading->btf, type->name_off);
	for (size_t i = 0; i < NR_TYPES; i++)
		if (!reading->type[i] && types[i].is_enum == is_enum &&
		    !strcmp(types[i].name, name))
			reading->type[i] = type;
}

static void find_types(struct reading *reading)
{
	uint32_t nr = btf__type_cnt(reading->btf);

	for (uint32_t id = 1; id < nr; id++)
		take_type(reading, btf__type_by_id(reading->btf, id));
}

/* The member of that name, its offset in bits added to *bits. */
static const struct btf_member *find_member(const struct btf *btf, const struct btf_type *type,
					    const char *name, uint32_t *bits)
{
	const struct btf_member *members = btf_members(type);

	for (uint32_t i = 0; i < btf_vlen(type); i++) {
		const char *its = btf__name_by_offset(btf, members[i].name_off);
		uint32_t inner = *bits + btf_member_bit_offset(type, i);
		const struct btf_member *found = NULL;
		const struct btf_type *part;

		if (!strcmp(its, name)) {
			*bits = inner;
			return &members[i];
		}
		if (*its)
			continue;
		part = btf__type_by_id(btf, members[i].type);
		if (btf_is_composite(part))
			found = find_member(btf, part, name, &inner);
		if (found) {
			*bits = inner;
			return found;
		}
	}
	return NULL;
}

/* Cuts the next of the names that stand apart by '|'. */
static bool next_name(const char **names, char name[NAMES_MAX])
{
	size_t len = strcspn(*names, "|");

	if (!len || len >= NAMES_MAX)
		return false;
	memcpy(name, *names, len);
	name[len] = '\0';
	*names += len + ((*names)[len] == '|');
	return true;
}

static void read_field(const struct btf *btf, const struct btf_type *type, const char *names,
		       struct kfield *field)
{
	char name[NAMES_MAX];

	while (!field->known && next_name(&names, name)) {
		uint32_t bits = 0;
		const struct btf_member *member = find_member(btf, type, name, &bits);
		int64_t size = member ? btf__resolve_size(btf, member->type) : -1;

		if (size < 0)
			continue;
		*field = (struct kfield){ bits / 8, (uint32_t)size, true };
	}
}

static void read_value(const struct btf *btf, const struct btf_type *type, const char *names,
		       struct num *value)
{
	const struct btf_enum *rows = btf_enum(type);
	char name[NAMES_MAX];

	while (!num_has(*value) && next_name(&names, name))
		for (uint32_t i = 0; i < btf_vlen(type); i++)
			if (!strcmp(btf__name_by_offset(btf, rows[i].name_off), name))
				*value = num_known((uint32_t)rows[i].val);
}

/* Enumerators that count or group types are no types. */
static bool is_migratetype(const char *name)
{
	return !strncmp(name, "MIGRATE_", 8) && strcmp(name, "MIGRATE_TYPES") &&
	       strcmp(name, "MIGRATE_PCPTYPES");
}

static void read_migratetypes(const struct btf *btf, const struct btf_type *type,
			      struct klayout *layout)
{
	const struct btf_enum *rows = btf_enum(type);

	for (uint32_t i = 0; i < btf_vlen(type); i++) {
		const char *name = btf__name_by_offset(btf, rows[i].name_off);

		if (is_migratetype(name) && (uint32_t)rows[i].val < KLAYOUT_TYPES_MAX)
			span_copy(span_of(name + 8), layout->migratetype[rows[i].val],
				  KLAYOUT_NAME_MAX);
	}
}

static void read_rows(const struct reading *reading, struct klayout *layout)
{
	for (size_t i = 0; i < NR_TYPES; i++)
		if (reading->type[i] && !types[i].is_enum)
			*(uint32_t *)((char *)layout + types[i].sizeof_at) = reading->type[i]->size;
	for (size_t i = 0; i < ARRAY_SIZE(fields); i++) {
		struct kfield *field = (struct kfield *)((char *)layout + fields[i].at);
		const struct btf_type *type = reading->type[fields[i].type];

		if (type)
			read_field(reading->btf, type, fields[i].names, field);
	}
	for (size_t i = 0; i < ARRAY_SIZE(values); i++)
		if (reading->type[values[i].type])
			read_value(reading->btf, reading->type[values[i].type], values[i].names,
				   (struct num *)((char *)layout + values[i].at));
	if (reading->type[ENUM_migratetype])
		read_migratetypes(reading->btf, reading->type[ENUM_migratetype], layout);
}

int klayout_read(struct klayout *layout, struct err *err)
{
	struct reading reading = { .btf = NULL };

	*layout = (struct klayout){ 0 };
	libbpf_set_print(NULL);
	reading.btf = btf__load_vmlinux_btf();
	if (!reading.btf)
		return err_set(err, ENOENT, "BTF: this kernel does not describe its structures; "
			       "it needs CONFIG_DEBUG_INFO_BTF");
	find_types(&reading);
	read_rows(&reading, layout);
	btf__free(reading.btf);
	return klayout_check(layout, err);
}
