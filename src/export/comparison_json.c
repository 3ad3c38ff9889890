// SPDX-License-Identifier: GPL-2.0-or-later
#include "fragscope/comparison.h"

#include <inttypes.h>

#include "report.h"

#define FORMAT  "fragscope-sim"
#define VERSION 1

static void write_counters(struct json_out *out, const struct comparison *all,
			   const struct comparison_column *column)
{
	json_open(out, "counters", JSON_OBJECT);
	for (unsigned int i = 0; i < all->nr_rows; i++)
		json_u64(out, all->rows[i].name, column->values[i]);
	json_close(out);
}

static void write_times(struct json_out *out, const struct comparison *all,
			const struct comparison_column *column)
{
	json_open(out, "spent_ns", JSON_OBJECT);
	for (unsigned int i = 0; i < all->nr_primitives; i++)
		if (column->spent_ns[i])
			json_u64(out, all->primitives[i], column->spent_ns[i]);
	json_close(out);
	json_open(out, "latencies", JSON_ARRAY);
	for (unsigned int i = 0; i < all->nr_latencies; i++) {
		const struct comparison_latency *latency = &column->latencies[i];

		json_open(out, NULL, JSON_OBJECT);
		json_text(out, "name", latency->name);
		json_u64(out, "nr", latency->nr);
		json_u64(out, "p50_ns", latency->p50_ns);
		json_u64(out, "p99_ns", latency->p99_ns);
		json_u64(out, "max_ns", latency->max_ns);
		json_close(out);
	}
	json_close(out);
}

static void write_expects(struct json_out *out, const struct comparison_column *column)
{
	json_open(out, "expect", JSON_ARRAY);
	for (unsigned int i = 0; i < column->nr_expects; i++) {
		const struct comparison_expect *expect = &column->expects[i];

		json_open(out, NULL, JSON_OBJECT);
		json_text(out, "text", expect->text);
		json_bool(out, "holds", expect->holds);
		json_text(out, "got", expect->got);
		if (expect->finding)
			json_text(out, "finding", expect->finding);
		json_close(out);
	}
	json_close(out);
}

static void write_column(struct json_out *out, const struct comparison *all,
			 const struct comparison_column *column)
{
	char hash[20];

	snprintf(hash, sizeof(hash), "%016" PRIx64, column->hash);
	json_open(out, NULL, JSON_OBJECT);
	json_text(out, "policy", column->policy);
	json_text(out, "hash", hash);
	json_u64(out, "events", column->events);
	json_u64(out, "ops", column->ops);
	json_u64(out, "model_ns", column->model_ns);
	if (column->event)
		json_text(out, "last_event", column->event);
	if (column->limit)
		json_text(out, "limit", column->limit);
	write_counters(out, all, column);
	write_times(out, all, column);
	json_open(out, "zones", JSON_ARRAY);
	for (unsigned int i = 0; i < column->frame->nr_zones; i++)
		report_zone(out, column->frame, 0, column->frame->zones[i]);
	json_close(out);
	write_expects(out, column);
	json_close(out);
}

int comparison_write_json(const struct comparison *comparison, FILE *to, struct err *err)
{
	struct json_out out;

	json_out_init(&out, to);
	json_open(&out, NULL, JSON_OBJECT_LINES);
	json_text(&out, "format", FORMAT);
	json_u64(&out, "version", VERSION);
	json_text(&out, "scenario", comparison->scenario);
	json_text(&out, "title", comparison->title);
	json_text(&out, "thread", comparison->thread);
	json_u64(&out, "seed", comparison->seed);
	json_open(&out, "columns", JSON_ARRAY_LINES);
	for (unsigned int i = 0; i < comparison->nr_columns; i++)
		write_column(&out, comparison, &comparison->columns[i]);
	json_close(&out);
	json_close(&out);
	return json_finish(&out, err);
}
