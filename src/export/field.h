/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * field - what a snapshot says, as tables of rows that work in both directions.
 *
 * A row names a member of a JSON object and says where its value lies in a C struct and which kind
 * of value it is.  A kind is a pair of functions, write and read, so that neither direction can
 * forget what the other knows.  To put one more value into snapshots, add one row (and a line to
 * doc/snapshot.schema.json).
 *
 * A value that is absent is left out; what is left out, or null, is absent when read.  Members that
 * no row names are skipped.
 */
#ifndef EXPORT_FIELD_H
#define EXPORT_FIELD_H

#include <cjson/cJSON.h>
#include <stdbool.h>
#include <stddef.h>

#include "fragscope/array.h"
#include "fragscope/frame.h"
#include "fragscope/pagemap.h"
#include "json_in.h"
#include "json_out.h"

struct field_out {
	struct json_out json;
	const struct frame *frame;
	bool pages;             /* codes of the pages too */
	int error;              /* a failure that is not the stream's: -errno */
};

struct field_in {
	struct json_in json;
	struct frame *frame;
	struct pagemap *pagemap; /* as far as it was read, or NULL */
	uint64_t map_bytes_left; /* budget for page maps */
};

struct field;

struct field_kind {
	void (*write)(struct field_out *out, const struct field *field, const void *value);
	int (*read)(struct field_in *in, const struct field *field, const cJSON *item,
		    void *value);
	/* Sets the value of a member that was left out; NULL: zeroed memory is right already. */
	void (*absent)(void *value);
};

struct field {
	const char *name;
	const struct field_kind *kind;
	size_t offset;               /* of the value, or of what the kind needs to see */
	bool required;               /* without it the object makes no sense */
	size_t nr_offset;            /* list, nums: where the unsigned number of entries lies */
	unsigned int max;            /* uint: the largest; nums: room; word: number of words */
	const struct record *record; /* record, list */
	const char *const *words;    /* word: by value; NULL is not written */
};

struct record {
	const struct field *fields;
	size_t nr_fields;
	size_t size; /* bytes of the C struct */
};

#define RECORD(type, rows) { (rows), ARRAY_SIZE(rows), sizeof(type) }

/* Kinds, by the C type of the value. */
extern const struct field_kind field_num;      /* struct num */
extern const struct field_kind field_u64;      /* uint64_t, 0 is absent unless required */
extern const struct field_kind field_s64;      /* int64_t, 0 is absent */
extern const struct field_kind field_int;      /* int, 0 is absent */
extern const struct field_kind field_uint;     /* unsigned int up to max, always written */
extern const struct field_kind field_node;     /* int, -1 is absent */
extern const struct field_kind field_bool;     /* bool, false is absent */
extern const struct field_kind field_seconds;  /* double, < 0 is absent; microseconds in the file */
extern const struct field_kind field_text;     /* const char *, NULL is absent */
extern const struct field_kind field_name;     /* char[FRAME_NAME_MAX] */
extern const struct field_kind field_word;     /* an enum */
extern const struct field_kind field_nums;     /* struct num[], as many as nr_offset says */
extern const struct field_kind field_counters; /* struct counters: an object, names as keys */
extern const struct field_kind field_record;   /* an embedded struct: an object */
extern const struct field_kind field_list;     /* pointer to structs: an array of objects */

/* The members of one object. */
void record_write(struct field_out *out, const struct record *record, const void *base);
int record_read(struct field_in *in, const struct record *record, const cJSON *item, void *base);

int field_no_memory(struct field_in *in);

#endif
