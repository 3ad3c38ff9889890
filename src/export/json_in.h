/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * json_in - JSON of unknown origin as a tree of cJSON items, and values out of it.
 *
 * cJSON is trusted with syntax only.  Before it sees the text, json_parse() bounds what it would
 * spend: depth, number of values, and everything must be UTF-8.  After it, no object has a key
 * twice.  Integers above 2^53 - 1 stand as decimal strings, because cJSON keeps numbers as doubles.
 *
 * The reader carries the path to the present item, so that an error says "zones[2].free_blocks[3]:
 * ...".  All readers return 0 or -EINVAL with err filled in.
 */
#ifndef EXPORT_JSON_IN_H
#define EXPORT_JSON_IN_H

#include <cjson/cJSON.h>
#include <stdint.h>

#include "fragscope/err.h"
#include "fragscope/num.h"
#include "fragscope/span.h"

#define JSON_IN_DEPTH_MAX 16
#define JSON_IN_VALUES_MAX (32U << 20)

struct json_step {
	const char *key; /* NULL: an index */
	size_t index;
};

struct json_in {
	struct err *err;
	unsigned int depth; /* steps of the path from the root to the present item */
	struct json_step path[JSON_IN_DEPTH_MAX];
};

/* The tree (cJSON_Delete) or NULL with err: line, column and what is wrong there. */
cJSON *json_parse(struct span text, struct err *err);

/* Adds ".key" or "[index]" to the path, until json_leave().  After a failure nobody needs to leave:
 * the path has done its work. */
void json_enter(struct json_in *in, const char *key);
void json_enter_index(struct json_in *in, size_t index);
void json_leave(struct json_in *in);

/* "PATH: what"; returns -EINVAL. */
int json_fail(struct json_in *in, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/* NULL when the member is not there or null. */
const cJSON *json_member(const cJSON *object, const char *key);

int json_want_object(struct json_in *in, const cJSON *item);
/* Also counts the elements. */
int json_want_array(struct json_in *in, const cJSON *item, size_t max, size_t *nr);
int json_get_u64(struct json_in *in, const cJSON *item, uint64_t max, uint64_t *n);
int json_get_s64(struct json_in *in, const cJSON *item, int64_t min, int64_t max, int64_t *n);
int json_get_bool(struct json_in *in, const cJSON *item, bool *value);
/* The text belongs to the item. */
int json_get_text(struct json_in *in, const cJSON *item, const char **text);
/* null is absent. */
int json_get_num(struct json_in *in, const cJSON *item, struct num *num);

#endif
