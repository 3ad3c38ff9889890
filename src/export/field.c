// SPDX-License-Identifier: GPL-2.0-or-later
#include "field.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "fragscope/utf8.h"

int field_no_memory(struct field_in *in)
{
	return err_set(in->json.err, ENOMEM, "no memory for the snapshot");
}

/* The struct that holds a value, for its sibling: the number of entries. */
static unsigned int *entry_count(const struct field *field, const void *value)
{
	return (unsigned int *)((uintptr_t)value - field->offset + field->nr_offset);
}

static void nums_write(struct field_out *out, const struct field *field, const void *value)
{
	const struct num *nums = value;
	unsigned int nr = *entry_count(field, value);

	json_open(&out->json, field->name, JSON_ARRAY);
	for (unsigned int i = 0; i < nr; i++)
		json_num(&out->json, NULL, nums[i]);
	json_close(&out->json);
}

static int nums_read(struct field_in *in, const struct field *field, const cJSON *item,
		     void *value)
{
	struct num *nums = value;
	const cJSON *entry;
	size_t nr;

	if (json_want_array(&in->json, item, field->max, &nr))
		return -EINVAL;
	*entry_count(field, value) = (unsigned int)nr;
	nr = 0;
	cJSON_ArrayForEach(entry, item) {
		json_enter_index(&in->json, nr);
		if (json_get_num(&in->json, entry, &nums[nr++]))
			return -EINVAL;
		json_leave(&in->json);
	}
	return 0;
}

const struct field_kind field_nums = { nums_write, nums_read, NULL };

static int compare_rows(const void *a, const void *b)
{
	const struct counter *left = *(const struct counter *const *)a;
	const struct counter *right = *(const struct counter *const *)b;
	int order = strcmp(left->name, right->name);

	return order ? order : (left > right) - (left < right);
}

/* Marks the rows that counters_get() finds: the first of each name. */
static bool *mark_first(const struct counters *counters)
{
	const struct counter **sorted = calloc(counters->nr, sizeof(*sorted));
	bool *first = calloc(counters->nr, sizeof(*first));

	for (unsigned int i = 0; sorted && i < counters->nr; i++)
		sorted[i] = &counters->rows[i];
	if (sorted)
		qsort(sorted, counters->nr, sizeof(*sorted), compare_rows);
	for (unsigned int i = 0; sorted && first && i < counters->nr; i++)
		first[sorted[i] - counters->rows] =
			!i || strcmp(sorted[i - 1]->name, sorted[i]->name);
	if (!sorted) {
		free(first);
		first = NULL;
	}
	free(sorted);
	return first;
}

static void counters_write(struct field_out *out, const struct field *field, const void *value)
{
	const struct counters *counters = value;
	bool *first = counters->nr ? mark_first(counters) : NULL;

	if (counters->nr && !first)
		out->error = -ENOMEM;
	json_open(&out->json, field->name, JSON_OBJECT);
	for (unsigned int i = 0; first && i < counters->nr; i++) {
		const struct counter *row = &counters->rows[i];

		/* A name that is no text cannot be a key; no kernel has such a counter. */
		if (!first[i] || utf8_prefix_length(row->name, strlen(row->name)) <
					 strlen(row->name))
			continue;
		if (row->value.state == NUM_ABSENT)
			json_null(&out->json, row->name);
		else
			json_num(&out->json, row->name, row->value);
	}
	json_close(&out->json);
	free(first);
}

static int counters_read(struct field_in *in, const struct field *field, const cJSON *item,
			 void *value)
{
	const cJSON *row;

	(void)field;
	if (json_want_object(&in->json, item))
		return -EINVAL;
	cJSON_ArrayForEach(row, item) {
		struct num num;

		json_enter(&in->json, row->string);
		if (json_get_num(&in->json, row, &num))
			return -EINVAL;
		json_leave(&in->json);
		if (counters_add(value, &in->frame->arena, span_of(row->string), num))
			return field_no_memory(in);
	}
	return 0;
}

const struct field_kind field_counters = { counters_write, counters_read, NULL };

static void record_field_write(struct field_out *out, const struct field *field,
			       const void *value)
{
	json_open(&out->json, field->name, JSON_OBJECT);
	record_write(out, field->record, value);
	json_close(&out->json);
}

static int record_field_read(struct field_in *in, const struct field *field, const cJSON *item,
			     void *value)
{
	return record_read(in, field->record, item, value);
}

const struct field_kind field_record = { record_field_write, record_field_read, NULL };

static void list_write(struct field_out *out, const struct field *field, const void *value)
{
	unsigned int nr = *entry_count(field, value);
	const char *entry;

	memcpy(&entry, value, sizeof(entry));
	json_open(&out->json, field->name, JSON_ARRAY_LINES);
	for (unsigned int i = 0; i < nr; i++, entry += field->record->size) {
		json_open(&out->json, NULL, JSON_OBJECT);
		record_write(out, field->record, entry);
		json_close(&out->json);
	}
	json_close(&out->json);
}

static int list_read(struct field_in *in, const struct field *field, const cJSON *item,
		     void *value)
{
	const cJSON *entry;
	size_t nr, i = 0;
	char *entries;

	if (json_want_array(&in->json, item, JSON_IN_VALUES_MAX, &nr))
		return -EINVAL;
	entries = arena_alloc(&in->frame->arena, nr * field->record->size);
	if (!entries)
		return field_no_memory(in);
	cJSON_ArrayForEach(entry, item) {
		int ret;

		json_enter_index(&in->json, i);
		ret = record_read(in, field->record, entry, entries + i * field->record->size);
		if (ret)
			return ret;
		json_leave(&in->json);
		i++;
	}
	memcpy(value, &entries, sizeof(entries));
	*entry_count(field, value) = (unsigned int)nr;
	return 0;
}

const struct field_kind field_list = { list_write, list_read, NULL };

void record_write(struct field_out *out, const struct record *record, const void *base)
{
	for (size_t i = 0; i < record->nr_fields; i++) {
		const struct field *field = &record->fields[i];

		field->kind->write(out, field, (const char *)base + field->offset);
	}
}

int record_read(struct field_in *in, const struct record *record, const cJSON *item, void *base)
{
	if (json_want_object(&in->json, item))
		return -EINVAL;
	for (size_t i = 0; i < record->nr_fields; i++) {
		const struct field *field = &record->fields[i];
		const cJSON *member = json_member(item, field->name);
		void *value = (char *)base + field->offset;
		int ret = 0;

		json_enter(&in->json, field->name);
		if (member)
			ret = field->kind->read(in, field, member, value);
		else if (field->required)
			ret = json_fail(&in->json, "is missing");
		else if (field->kind->absent)
			field->kind->absent(value);
		if (ret)
			return ret;
		json_leave(&in->json);
	}
	return 0;
}
