// SPDX-License-Identifier: GPL-2.0-or-later
/* field_kinds - single values: how each C type stands in a snapshot. */
#include "field.h"

#include <errno.h>
#include <limits.h>
#include <math.h>
#include <string.h>

static void num_write(struct field_out *out, const struct field *field, const void *value)
{
	json_num(&out->json, field->name, *(const struct num *)value);
}

static int num_read(struct field_in *in, const struct field *field, const cJSON *item,
		    void *value)
{
	(void)field;
	return json_get_num(&in->json, item, value);
}

const struct field_kind field_num = { num_write, num_read, NULL };

static void u64_write(struct field_out *out, const struct field *field, const void *value)
{
	if (*(const uint64_t *)value || field->required)
		json_exact_u64(&out->json, field->name, *(const uint64_t *)value);
}

static int u64_read(struct field_in *in, const struct field *field, const cJSON *item,
		    void *value)
{
	(void)field;
	return json_get_u64(&in->json, item, UINT64_MAX, value);
}

const struct field_kind field_u64 = { u64_write, u64_read, NULL };

static void s64_write(struct field_out *out, const struct field *field, const void *value)
{
	if (*(const int64_t *)value)
		json_exact_s64(&out->json, field->name, *(const int64_t *)value);
}

static int s64_read(struct field_in *in, const struct field *field, const cJSON *item,
		    void *value)
{
	(void)field;
	return json_get_s64(&in->json, item, INT64_MIN, INT64_MAX, value);
}

const struct field_kind field_s64 = { s64_write, s64_read, NULL };

static void int_write(struct field_out *out, const struct field *field, const void *value)
{
	if (*(const int *)value)
		json_s64(&out->json, field->name, *(const int *)value);
}

static int int_read(struct field_in *in, const struct field *field, const cJSON *item,
		    void *value)
{
	int64_t n = 0;
	int ret = json_get_s64(&in->json, item, INT_MIN, INT_MAX, &n);

	(void)field;
	*(int *)value = (int)n;
	return ret;
}

const struct field_kind field_int = { int_write, int_read, NULL };

static void uint_write(struct field_out *out, const struct field *field, const void *value)
{
	json_u64(&out->json, field->name, *(const unsigned int *)value);
}

static int uint_read(struct field_in *in, const struct field *field, const cJSON *item,
		     void *value)
{
	uint64_t n = 0;
	int ret = json_get_u64(&in->json, item, field->max, &n);

	*(unsigned int *)value = (unsigned int)n;
	return ret;
}

const struct field_kind field_uint = { uint_write, uint_read, NULL };

static void node_write(struct field_out *out, const struct field *field, const void *value)
{
	if (*(const int *)value != -1)
		json_s64(&out->json, field->name, *(const int *)value);
}

static void node_absent(void *value)
{
	*(int *)value = -1;
}

const struct field_kind field_node = { node_write, int_read, node_absent };

static void bool_write(struct field_out *out, const struct field *field, const void *value)
{
	if (*(const bool *)value)
		json_bool(&out->json, field->name, true);
}

static int bool_read(struct field_in *in, const struct field *field, const cJSON *item,
		     void *value)
{
	(void)field;
	return json_get_bool(&in->json, item, value);
}

const struct field_kind field_bool = { bool_write, bool_read, NULL };

static void seconds_write(struct field_out *out, const struct field *field, const void *value)
{
	double us = round(*(const double *)value * 1e6);

	if (us >= 0 && us < 0x1p63)
		json_exact_u64(&out->json, field->name, (uint64_t)us);
}

static int seconds_read(struct field_in *in, const struct field *field, const cJSON *item,
			void *value)
{
	uint64_t us = 0;
	int ret = json_get_u64(&in->json, item, INT64_MAX, &us);

	(void)field;
	*(double *)value = (double)us / 1e6;
	return ret;
}

static void seconds_absent(void *value)
{
	*(double *)value = -1;
}

const struct field_kind field_seconds = { seconds_write, seconds_read, seconds_absent };

static void text_write(struct field_out *out, const struct field *field, const void *value)
{
	const char *text = *(const char *const *)value;

	if (text)
		json_text(&out->json, field->name, text);
}

static int text_read(struct field_in *in, const struct field *field, const cJSON *item,
		     void *value)
{
	const char *text = NULL;

	(void)field;
	if (json_get_text(&in->json, item, &text))
		return -EINVAL;
	*(const char **)value = arena_strdup(&in->frame->arena, text, strlen(text));
	return *(const char **)value ? 0 : field_no_memory(in);
}

const struct field_kind field_text = { text_write, text_read, NULL };

static void name_write(struct field_out *out, const struct field *field, const void *value)
{
	json_text(&out->json, field->name, value);
}

static int name_read(struct field_in *in, const struct field *field, const cJSON *item,
		     void *value)
{
	const char *text = NULL;

	(void)field;
	if (json_get_text(&in->json, item, &text))
		return -EINVAL;
	if (!span_copy(span_of(text), value, FRAME_NAME_MAX))
		return json_fail(&in->json, "a name of at most %d bytes is wanted here",
				 FRAME_NAME_MAX - 1);
	return 0;
}

const struct field_kind field_name = { name_write, name_read, NULL };

static void word_write(struct field_out *out, const struct field *field, const void *value)
{
	unsigned int word = *(const unsigned int *)value;

	if (word < field->max && field->words[word])
		json_text(&out->json, field->name, field->words[word]);
}

static int word_read(struct field_in *in, const struct field *field, const cJSON *item,
		     void *value)
{
	const char *text = NULL;

	if (json_get_text(&in->json, item, &text))
		return -EINVAL;
	for (unsigned int word = 0; word < field->max; word++) {
		if (field->words[word] && !strcmp(field->words[word], text)) {
			*(unsigned int *)value = word;
			return 0;
		}
	}
	return json_fail(&in->json, "\"%.40s\" means nothing here", text);
}

const struct field_kind field_word = { word_write, word_read, NULL };
