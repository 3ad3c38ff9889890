/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * json_out - writes JSON to a stream as it comes, without a tree.
 *
 * A key is NULL inside an array.  Opening is lazy: an object or array that is a member and gets no
 * member of its own is left out with its key, so that a part of the frame of which nothing is known
 * leaves no trace.  Keys must live until the level is closed.
 *
 * Two forms of integers: plain digits of any size, for reports that scripts read; and "exact",
 * which writes what a double cannot hold (above 2^53 - 1) as a decimal string, for what is read
 * back.
 *
 * The first failure to write is kept in error; json_finish() tells it.
 */
#ifndef EXPORT_JSON_OUT_H
#define EXPORT_JSON_OUT_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "fragscope/err.h"
#include "fragscope/num.h"

#define JSON_OUT_DEPTH 16
#define JSON_EXACT_MAX 9007199254740991ULL /* 2^53 - 1 */

enum json_shape {
	JSON_OBJECT,
	JSON_ARRAY,
	JSON_OBJECT_LINES, /* each member on a line of its own */
	JSON_ARRAY_LINES,
};

struct json_level {
	const char *key;
	enum json_shape shape;
	bool has_members;
};

struct json_out {
	FILE *to;
	int error;                /* errno of the first failed write, 0: none */
	unsigned int depth;       /* levels that were opened */
	unsigned int nr_printed;  /* of those, how many have their bracket on the stream */
	bool one_line;            /* JSON_*_LINES are no lines either */
	struct json_level level[JSON_OUT_DEPTH];
};

void json_out_init(struct json_out *out, FILE *to);
void json_open(struct json_out *out, const char *key, enum json_shape shape);
/* Prints the brackets that wait, so that the present level appears even if it stays empty. */
void json_keep(struct json_out *out);
void json_close(struct json_out *out);

void json_null(struct json_out *out, const char *key);
void json_bool(struct json_out *out, const char *key, bool value);
void json_u64(struct json_out *out, const char *key, uint64_t n);
void json_s64(struct json_out *out, const char *key, int64_t n);
void json_exact_u64(struct json_out *out, const char *key, uint64_t n);
void json_exact_s64(struct json_out *out, const char *key, int64_t n);
/* Known: exact; a lower bound: {"at_least":N}; not allowed: {"denied":true}; absent: left out, null
 * in an array. */
void json_num(struct json_out *out, const char *key, struct num num);
/* Bytes that are no UTF-8 become "?". */
void json_text(struct json_out *out, const char *key, const char *text);
/* Characters that need no escape. */
void json_plain_text(struct json_out *out, const char *key, const char *text, size_t len);

/* Ends the line and flushes; 0 or -errno with what went wrong. */
int json_finish(struct json_out *out, struct err *err);

#endif
