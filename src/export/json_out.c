// SPDX-License-Identifier: GPL-2.0-or-later
#include "json_out.h"

#include <assert.h>
#include <errno.h>
#include <string.h>

#include "fragscope/array.h"
#include "fragscope/utf8.h"

static void emit(struct json_out *out, const char *text, size_t len)
{
	if (!out->error && fwrite(text, 1, len, out->to) != len)
		out->error = errno ? errno : EIO;
}

static void emit_string(struct json_out *out, const char *text)
{
	emit(out, text, strlen(text));
}

static bool is_array(const struct json_level *level)
{
	return level->shape == JSON_ARRAY || level->shape == JSON_ARRAY_LINES;
}

static bool has_lines(const struct json_out *out, const struct json_level *level)
{
	return !out->one_line &&
	       (level->shape == JSON_OBJECT_LINES || level->shape == JSON_ARRAY_LINES);
}

static void emit_char(struct json_out *out, unsigned char c)
{
	static const struct {
		char c, escape[3];
	} shorts[] = { { '"', "\\\"" }, { '\\', "\\\\" }, { '\n', "\\n" }, { '\t', "\\t" } };
	char text[8];

	for (size_t i = 0; i < ARRAY_SIZE(shorts); i++) {
		if (c == (unsigned char)shorts[i].c) {
			emit(out, shorts[i].escape, 2);
			return;
		}
	}
	snprintf(text, sizeof(text), "\\u%04x", c);
	emit_string(out, text);
}

static bool needs_escape(unsigned char c)
{
	return c < 0x20 || c == '"' || c == '\\';
}

static void emit_quoted(struct json_out *out, const char *text)
{
	size_t len = strlen(text);

	emit(out, "\"", 1);
	while (len) {
		size_t step = utf8_char_length(text, len);

		if (!step)
			emit(out, "?", 1);
		else if (needs_escape((unsigned char)text[0]))
			emit_char(out, (unsigned char)text[0]);
		else
			emit(out, text, step);
		text += step ? step : 1;
		len -= step ? step : 1;
	}
	emit(out, "\"", 1);
}

/* What stands before a member of that level: comma, line end, key. */
static void emit_lead(struct json_out *out, struct json_level *level, const char *key)
{
	if (level) {
		if (level->has_members)
			emit(out, ",", 1);
		if (has_lines(out, level))
			emit(out, "\n", 1);
		level->has_members = true;
	}
	if (key) {
		emit_quoted(out, key);
		emit(out, ":", 1);
	}
}

void json_keep(struct json_out *out)
{
	while (out->nr_printed < out->depth) {
		struct json_level *level = &out->level[out->nr_printed];

		emit_lead(out, out->nr_printed ? level - 1 : NULL, level->key);
		emit(out, is_array(level) ? "[" : "{", 1);
		out->nr_printed++;
	}
}

static void begin_value(struct json_out *out, const char *key)
{
	json_keep(out);
	emit_lead(out, out->depth ? &out->level[out->depth - 1] : NULL, key);
}

static void emit_number(struct json_out *out, bool negative, uint64_t n)
{
	char text[21], *at = text + sizeof(text);

	do
		*--at = (char)('0' + n % 10);
	while (n /= 10);
	if (negative)
		*--at = '-';
	emit(out, at, (size_t)(text + sizeof(text) - at));
}

static void emit_exact(struct json_out *out, bool negative, uint64_t n)
{
	if (n > JSON_EXACT_MAX)
		emit(out, "\"", 1);
	emit_number(out, negative, n);
	if (n > JSON_EXACT_MAX)
		emit(out, "\"", 1);
}

static uint64_t magnitude(int64_t n)
{
	return n < 0 ? -(uint64_t)n : (uint64_t)n;
}

void json_out_init(struct json_out *out, FILE *to)
{
	*out = (struct json_out){ .to = to };
}

void json_open(struct json_out *out, const char *key, enum json_shape shape)
{
	assert(out->depth < JSON_OUT_DEPTH);
	out->level[out->depth++] = (struct json_level){ .key = key, .shape = shape };
}

void json_close(struct json_out *out)
{
	struct json_level *level = &out->level[out->depth - 1];

	if (!level->key)
		json_keep(out);
	if (out->nr_printed == out->depth) {
		if (has_lines(out, level) && level->has_members)
			emit(out, "\n", 1);
		emit(out, is_array(level) ? "]" : "}", 1);
		out->nr_printed--;
	}
	out->depth--;
}

void json_null(struct json_out *out, const char *key)
{
	begin_value(out, key);
	emit_string(out, "null");
}

void json_bool(struct json_out *out, const char *key, bool value)
{
	begin_value(out, key);
	emit_string(out, value ? "true" : "false");
}

void json_u64(struct json_out *out, const char *key, uint64_t n)
{
	begin_value(out, key);
	emit_number(out, false, n);
}

void json_s64(struct json_out *out, const char *key, int64_t n)
{
	begin_value(out, key);
	emit_number(out, n < 0, magnitude(n));
}

void json_exact_u64(struct json_out *out, const char *key, uint64_t n)
{
	begin_value(out, key);
	emit_exact(out, false, n);
}

void json_exact_s64(struct json_out *out, const char *key, int64_t n)
{
	begin_value(out, key);
	emit_exact(out, n < 0, magnitude(n));
}

void json_num(struct json_out *out, const char *key, struct num num)
{
	switch (num.state) {
	case NUM_ABSENT:
		if (!key)
			json_null(out, NULL);
		break;
	case NUM_DENIED:
		json_open(out, key, JSON_OBJECT);
		json_bool(out, "denied", true);
		json_close(out);
		break;
	case NUM_CAPPED:
		json_open(out, key, JSON_OBJECT);
		json_exact_u64(out, "at_least", num.n);
		json_close(out);
		break;
	case NUM_KNOWN:
		json_exact_u64(out, key, num.n);
		break;
	}
}

void json_text(struct json_out *out, const char *key, const char *text)
{
	begin_value(out, key);
	emit_quoted(out, text);
}

void json_plain_text(struct json_out *out, const char *key, const char *text, size_t len)
{
	begin_value(out, key);
	emit(out, "\"", 1);
	emit(out, text, len);
	emit(out, "\"", 1);
}

int json_finish(struct json_out *out, struct err *err)
{
	emit(out, "\n", 1);
	if (!out->error && fflush(out->to))
		out->error = errno ? errno : EIO;
	if (!out->error)
		return 0;
	return err_set(err, out->error, "cannot write: %s; %s", strerror(out->error),
		       out->error == ENOSPC ? "make room or choose another place" :
		       out->error == EFBIG ? "raise the limit on file sizes or choose another place"
					   : "choose another place");
}
