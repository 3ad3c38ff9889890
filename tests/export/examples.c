// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * examples - writes documents of every kind into a folder, for validate.sh to hold them against the
 * schemas; made.snapshot.json is also how tests/fuzz/seeds/fuzz_snapshot/version-1.json was made.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fragscope/activity.h"
#include "fragscope/export.h"
#include "made_comparison.h"
#include "made_frame.h"
#include "made_verdict.h"

static const char *folder;

static FILE *open_example(const char *name)
{
	char path[512];
	FILE *to;

	snprintf(path, sizeof(path), "%s/%s", folder, name);
	to = fopen(path, "w");
	if (!to) {
		fprintf(stderr, "%s: %s\n", path, strerror(errno));
		exit(1);
	}
	return to;
}

static void close_example(FILE *to, int ret, const struct err *err)
{
	if (ret || fclose(to)) {
		fprintf(stderr, "%s\n", err->text);
		exit(1);
	}
}

static void write_snapshot(const char *name, const struct frame *frame, bool pages)
{
	struct err err = { "" };
	FILE *to = open_example(name);

	close_example(to, snapshot_write(frame, pages, to, &err), &err);
}

static void write_report(const char *name, const struct frame *const *frames, size_t nr_frames,
			 size_t nr_verdicts)
{
	struct verdict verdicts[3] = { made_verdict(true), made_verdict(false), made_verdict(true) };
	struct err err = { "" };
	FILE *to = open_example(name);

	verdicts[2].now = verdicts[2].after_reclaim = verdicts[2].moves = num_capped(1);
	verdicts[2].reclaim_at_most = num_known(8);
	close_example(to, report_write_json(frames, nr_frames, verdicts, nr_verdicts, to, &err),
		      &err);
}

static void write_activity(const char *name, const struct frame *before, const struct frame *now)
{
	struct err err = { "" };
	FILE *to = open_example(name);

	close_example(to, activity_write_json(before, now, to, &err), &err);
}

static void write_comparison(const char *name, const struct frame *frame)
{
	struct comparison_column columns[2];
	struct comparison comparison = made_comparison(columns, frame);
	struct err err = { "" };
	FILE *to = open_example(name);

	close_example(to, comparison_write_json(&comparison, to, &err), &err);
}

/* An interval in which all that is in the made frame has happened. */
static void write_made_activity(void)
{
	struct frame *before = frame_new(), *now = made_frame();
	struct counter *row = &now->vmstat.rows[0];

	row->name = "compact_stall";
	row->value = num_known(7);
	if (counters_add(&before->vmstat, &before->arena, SPAN("compact_stall"), num_known(2)) ||
	    frame_name_cgroup(now, now->activity->stalls[1].cgroup, "/a.slice"))
		exit(1);
	frame_source(now, "activity")->text = "function entry: lockdown refuses it; \"x\"\n";
	write_activity("made.activity.json", before, now);
	frame_free(before);
	frame_free(now);
}

/* A frame of which everything is known that indices and scores need. */
static struct frame *known_frame(void)
{
	struct frame *frame = frame_new();
	struct zone *zone = frame_zone(frame, 0, SPAN("Normal"));

	frame->release = "6.18.0";
	frame->page_size = num_known(4096);
	frame->pageblock_order = num_known(2);
	zone->present = num_known(4096);
	zone->nr_orders = 4;
	for (unsigned int order = 0; order < 4; order++)
		zone->free_blocks[order] = num_known(7 - order);
	if (counters_add(&frame->mem_knobs, &frame->arena, SPAN("vm.compaction_proactiveness"),
			 num_known(20)))
		exit(1);
	frame->request = (struct request){
		.kind = REQUEST_ALLOC_FAILURE, .pid = { 0, NUM_DENIED },
		.order = num_capped(3), .when = -1,
	};
	return frame;
}

/* Pageblocks of every kind, with their types. */
static struct pagemap *known_map(struct frame *frame)
{
	static const page_code codes[] = {
		PAGE_CODE_FREE_HEAD + 2, PAGE_FREE, PAGE_FREE, PAGE_FREE,
		PAGE_ANON, PAGE_FREE, PAGE_FREE, PAGE_FREE,
		PAGE_ANON, PAGE_NOFLAGS, PAGE_FREE, PAGE_FREE,
		PAGE_SLAB, PAGE_PGTABLE, PAGE_ANON, PAGE_FREE,
		PAGE_CODE_ANON_HEAD + 2, PAGE_ANON_LARGE, PAGE_ANON_LARGE, PAGE_ANON_LARGE,
	};
	struct zonemap *zone = zonemap_new(1024, sizeof(codes), 2, 3, NULL);
	struct pagemap *map = pagemap_new();

	if (!zone || !map || pagemap_add(map, zone))
		exit(1);
	snprintf(zone->name, sizeof(zone->name), "Normal");
	zonemap_ingest_codes(zone, 1024, codes, sizeof(codes), 1);
	frame_type(frame, SPAN("Unmovable"));
	frame_type(frame, SPAN("Movable"));
	for (size_t block = 0; block < zone->nr_blocks; block++)
		zone->type[block] = block != 2;
	frame->pagemap = map;
	return map;
}

int main(int argc, char **argv)
{
	struct frame *made, *empty, *large, *known;
	struct pagemap *map, *large_map, *small_map;

	if (argc != 2) {
		fprintf(stderr, "usage: examples FOLDER\n");
		return 2;
	}
	folder = argv[1];
	made = made_frame();
	map = made_pagemap(made, 600);
	empty = frame_new();
	known = known_frame();
	small_map = known_map(known);
	large = made_frame();
	large_map = made_pagemap(large, (65537ULL << 9) + 3);
	write_snapshot("empty.snapshot.json", empty, true);
	write_snapshot("made.snapshot.json", made, true);
	write_snapshot("blocks.snapshot.json", made, false);
	write_snapshot("large.snapshot.json", large, true);
	write_report("empty.report.json", (const struct frame *[]){ empty }, 1, 0);
	write_report("known.report.json", (const struct frame *[]){ known }, 1, 0);
	write_report("made.report.json", (const struct frame *[]){ made, large }, 2, 3);
	write_activity("empty.activity.json", empty, empty);
	write_made_activity();
	write_comparison("known.sim.json", known);
	frame_free(made);
	frame_free(empty);
	frame_free(known);
	frame_free(large);
	pagemap_free(map);
	pagemap_free(large_map);
	pagemap_free(small_map);
	return 0;
}
