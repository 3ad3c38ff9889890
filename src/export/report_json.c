// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * report_json - indices, verdicts and what is known of the sources, for scripts.
 *
 * Described by doc/report.schema.json.  Integers are plain digits of up to 64 bits.  What is
 * unknown is left out; what belongs to a frame after the first says which.
 */
#include <stdio.h>

#include "fragscope/array.h"
#include "fragscope/export.h"
#include "fragscope/index.h"
#include "report.h"
#include "snapshot.h"

#define FORMAT	"fragscope-report"
#define VERSION 1

void report_num(struct json_out *out, const char *key, struct num num)
{
	char companion[160];

	if (!num_has(num))
		return;
	json_u64(out, key, num.n);
	if (num.state != NUM_CAPPED)
		return;
	snprintf(companion, sizeof(companion), "%s_is_lower_bound", key);
	json_bool(out, companion, true);
}

void report_num_or_null(struct json_out *out, const char *key, struct num num)
{
	if (num_has(num))
		report_num(out, key, num);
	else
		json_null(out, key);
}

void report_frame_index(struct json_out *out, size_t index)
{
	if (index)
		json_u64(out, "frame", index);
}

static void text_if_known(struct json_out *out, const char *key, const char *text)
{
	if (text)
		json_text(out, key, text);
}

static void write_counters(struct json_out *out, const char *key, const struct counters *counters)
{
	json_open(out, key, JSON_OBJECT);
	for (unsigned int i = 0; i < counters->nr; i++)
		report_num(out, counters->rows[i].name, counters->rows[i].value);
	json_close(out);
}

static void write_frame(struct field_out *out, const struct frame *frame, size_t index)
{
	json_open(&out->json, NULL, JSON_OBJECT);
	text_if_known(&out->json, "host", frame->host);
	text_if_known(&out->json, "release", frame->release);
	if (frame->wall_ns)
		json_s64(&out->json, "wall_ns", frame->wall_ns);
	report_num(&out->json, "page_size", frame->page_size);
	report_num(&out->json, "pageblock_order", frame->pageblock_order);
	if (index)
		write_counters(&out->json, "counters", &frame->vmstat);
	json_close(&out->json);
}

static void write_zones(struct field_out *out, const struct frame *frame, size_t index)
{
	for (unsigned int i = 0; i < frame->nr_zones; i++)
		report_zone(&out->json, frame, index, frame->zones[i]);
}

static bool is_first_of_node(const struct frame *frame, unsigned int zone)
{
	for (unsigned int i = 0; i < zone; i++)
		if (frame->zones[i]->node == frame->zones[zone]->node)
			return false;
	return frame->zones[zone]->node >= 0;
}

static void write_node(struct json_out *out, const struct frame *frame, size_t index, int node)
{
	unsigned int order = (unsigned int)frame->pageblock_order.n;
	int score = index_score_node(frame, node, order);
	struct index_proactive proactive;

	if (score < 0)
		return;
	json_open(out, NULL, JSON_OBJECT);
	report_frame_index(out, index);
	json_s64(out, "node", node);
	json_s64(out, "score", score);
	if (index_proactive(frame, node, order, &proactive)) {
		json_u64(out, "score_low", proactive.low);
		json_u64(out, "score_high", proactive.high);
	}
	json_close(out);
}

/* The proactive compaction score of each node, where its zones tell it. */
static void write_nodes(struct field_out *out, const struct frame *frame, size_t index)
{
	if (!num_has(frame->pageblock_order) || frame->pageblock_order.n >= FRAME_ORDERS_MAX)
		return;
	for (unsigned int i = 0; i < frame->nr_zones; i++)
		if (is_first_of_node(frame, i))
			write_node(&out->json, frame, index, frame->zones[i]->node);
}

/* An object with the rows that snapshots have too. */
static void write_record(struct field_out *out, const struct record *record, const void *base,
			 size_t index)
{
	json_open(&out->json, NULL, JSON_OBJECT);
	report_frame_index(&out->json, index);
	record_write(out, record, base);
	json_close(&out->json);
}

static void write_request(struct field_out *out, const struct frame *frame, size_t index)
{
	if (frame->request.kind != REQUEST_NONE)
		write_record(out, &snapshot_request, &frame->request, index);
}

static void write_sources(struct field_out *out, const struct frame *frame, size_t index)
{
	for (unsigned int i = 0; i < frame->nr_sources; i++)
		write_record(out, &snapshot_source, &frame->sources[i], index);
}

static void write_maps(struct field_out *out, const struct frame *frame, size_t index)
{
	for (unsigned int i = 0; frame->pagemap && i < frame->pagemap->nr_zones; i++)
		report_map(&out->json, frame, index, frame->pagemap->zones[i]);
}

static void write_verdict(struct json_out *out, const struct verdict *verdict)
{
	json_open(out, NULL, JSON_OBJECT);
	json_open(out, "want", JSON_OBJECT);
	json_u64(out, "nr", verdict->want.nr);
	json_u64(out, "order", verdict->want.order);
	json_text(out, "class", verdict_class_name(verdict->want.class));
	json_close(out);
	report_num_or_null(out, "now", verdict->now);
	report_num(out, "now_at_most", verdict->now_at_most);
	report_num_or_null(out, "after_compaction", verdict->after_compaction);
	report_num(out, "after_compaction_at_most", verdict->compaction_at_most);
	report_num_or_null(out, "after_reclaim", verdict->after_reclaim);
	report_num(out, "after_reclaim_at_most", verdict->reclaim_at_most);
	report_num_or_null(out, "moves", verdict->moves);
	json_text(out, "cause", verdict_cause_name(verdict->cause));
	json_text(out, "headline", verdict->headline);
	json_open(out, "lines", JSON_ARRAY);
	json_keep(out);
	for (unsigned int i = 0; i < verdict->nr_lines; i++)
		json_text(out, NULL, verdict->lines[i]);
	json_close(out);
	json_close(out);
}

/* Parts that are arrays over all frames. */
static const struct part {
	const char *name;
	void (*write)(struct field_out *out, const struct frame *frame, size_t index);
	bool keep; /* even if there is nothing in it */
} parts[] = {
	{ "frames", write_frame, true },	{ "zones", write_zones, true },
	{ "nodes", write_nodes, false },	{ "requests", write_request, false },
	{ "sources", write_sources, true },	{ "pagemap", write_maps, false },
};

int report_write_json(const struct frame *const *frames, size_t nr_frames,
		      const struct verdict *verdicts, size_t nr_verdicts, FILE *to,
		      struct err *err)
{
	struct field_out out = { .frame = NULL };

	json_out_init(&out.json, to);
	json_open(&out.json, NULL, JSON_OBJECT_LINES);
	json_text(&out.json, "format", FORMAT);
	json_u64(&out.json, "version", VERSION);
	json_open(&out.json, "verdicts", JSON_ARRAY_LINES);
	json_keep(&out.json);
	for (size_t i = 0; i < nr_verdicts; i++)
		write_verdict(&out.json, &verdicts[i]);
	json_close(&out.json);
	for (size_t part = 0; part < ARRAY_SIZE(parts); part++) {
		json_open(&out.json, parts[part].name, JSON_ARRAY_LINES);
		if (parts[part].keep)
			json_keep(&out.json);
		for (size_t i = 0; i < nr_frames; i++)
			parts[part].write(&out, frames[i], i);
		json_close(&out.json);
	}
	if (nr_frames)
		write_counters(&out.json, "counters", &frames[0]->vmstat);
	json_close(&out.json);
	return json_finish(&out.json, err);
}
