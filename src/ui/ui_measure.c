// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * ui_measure - what takes milliseconds to find out is found out once per frame.
 *
 * Views draw many times between two frames (keys, the clock in the head line), and a page map of
 * terabytes takes long to count.  Each result keeps a stamp of what it was made from.
 */
#include "fragscope/activity.h"
#include "fragscope/array.h"
#include "fragscope/bits.h"
#include "fragscope/clock.h"
#include "fragscope/stage.h"
#include "ui_private.h"
#include "zone_text.h"

/* Sizes that hosts ask for and that no free list has. */
static const uint64_t large_bytes[] = { 32ULL << 20, 1ULL << 30 };

static struct stamp stamp_of(const struct ui_input *input, const struct frame *frame)
{
	const struct pagemap *map = frame->pagemap;
	const struct stage *stage = frame->stage;

	return (struct stamp){
		.frame = frame,
		.frame_index = input->frame_index,
		.mono_ns = frame->mono_ns,
		.wall_ns = frame->wall_ns,
		.pagemap = map,
		.nr_read = map ? map->nr_read : 0,
		.sweep_done_ns = map ? map->sweep_done_ns : 0,
		.nr_events = stage ? stage->column[stage->selected].nr_events : 0,
	};
}

static bool want_equals(const struct verdict_want *a, const struct verdict_want *b)
{
	return a->nr == b->nr && a->order == b->order && a->class == b->class &&
	       a->highest_zone == b->highest_zone;
}

/* Whether the result made from old is still good; old becomes now. */
static bool stamp_is_same(struct stamp *old, const struct stamp *now)
{
	bool same = old->frame == now->frame && old->frame_index == now->frame_index &&
		    old->mono_ns == now->mono_ns && old->wall_ns == now->wall_ns &&
		    old->pagemap == now->pagemap && old->nr_read == now->nr_read &&
		    old->sweep_done_ns == now->sweep_done_ns &&
		    old->nr_events == now->nr_events && old->zone == now->zone &&
		    want_equals(&old->want, &now->want) && old->request == now->request &&
		    old->span == now->span && old->begin == now->begin &&
		    old->begin_ns == now->begin_ns;

	*old = *now;
	return same;
}

static const struct zonemap *chosen_map(const struct ui *ui, const struct frame *frame)
{
	return frame->nr_zones ? frame->zones[ui->state.zone]->map : NULL;
}

const struct verdict *ui_measure_verdict(struct ui *ui, const struct ui_input *input,
					 const struct frame *frame)
{
	struct stamp now = stamp_of(input, frame);

	now.want = ui->state.want;
	now.request = ui_explains_request(&ui->state, frame);
	if (stamp_is_same(&ui->verdict_from, &now))
		return &ui->verdict;
	if (now.request)
		verdict_explain(frame, &ui->verdict);
	else
		verdict_judge(frame, &now.want, &ui->verdict);
	return &ui->verdict;
}

const struct residue *ui_measure_residue(struct ui *ui, const struct ui_input *input,
					 const struct frame *frame)
{
	const struct zonemap *map = chosen_map(ui, frame);
	struct stamp now = stamp_of(input, frame);

	if (!map)
		return NULL;
	now.zone = ui->state.zone;
	if (!stamp_is_same(&ui->residue_from, &now))
		residue_compute(map, &ui->residue);
	return &ui->residue;
}

static void add_outlook(struct zone_runs *runs, const struct zonemap *map, unsigned int order,
			uint32_t staying)
{
	for (unsigned int i = 0; i < runs->nr; i++)
		if (runs->order[i] == order)
			return;
	if (order < map->pageblock_order || runs->nr == ZONE_RUNS_MAX)
		return;
	runs->order[runs->nr] = order;
	contig_outlook(map, order, staying, &runs->outlook[runs->nr++]);
}

/* From the pageblock order on, outlooks come from the columns of the map and are cheap. */
static void measure_runs(const struct ui *ui, const struct frame *frame,
			 const struct zonemap *map, struct zone_runs *runs)
{
	unsigned int nr_orders = frame->zones[ui->state.zone]->nr_orders;
	uint32_t staying = contig_staying(frame);

	*runs = (struct zone_runs){ .nr = 0 };
	if (!map->blocks_only)
		contig_histogram(map, &runs->histogram);
	for (unsigned int order = map->pageblock_order; order < nr_orders; order++)
		add_outlook(runs, map, order, staying);
	for (size_t i = 0; i < ARRAY_SIZE(large_bytes); i++)
		if (large_bytes[i] / frame_page_size(frame))
			add_outlook(runs, map, bits_log2(large_bytes[i] / frame_page_size(frame)),
				    staying);
	add_outlook(runs, map, ui->state.want.order, staying);
}

const struct zone_runs *ui_measure_runs(struct ui *ui, const struct ui_input *input,
					const struct frame *frame)
{
	const struct zonemap *map = chosen_map(ui, frame);
	struct stamp now = stamp_of(input, frame);

	if (!map)
		return NULL;
	now.zone = ui->state.zone;
	if (!stamp_is_same(&ui->runs_from, &now))
		measure_runs(ui, frame, map, &ui->runs);
	else /* the one row that a question can add */
		add_outlook(&ui->runs, map, ui->state.want.order, contig_staying(frame));
	return &ui->runs;
}

static void add_column(const uint16_t *column, size_t nr, uint64_t *sum)
{
	for (size_t i = 0; i < nr; i++)
		*sum += column[i];
}

const struct class_usage *ui_measure_usage(struct ui *ui, const struct ui_input *input,
					   const struct frame *frame)
{
	struct stamp now = stamp_of(input, frame);

	if (!frame->pagemap)
		return NULL;
	if (stamp_is_same(&ui->usage_from, &now))
		return &ui->usage;
	ui->usage = (struct class_usage){ { 0 } };
	for (unsigned int i = 0; i < frame->pagemap->nr_zones; i++) {
		const struct zonemap *map = frame->pagemap->zones[i];

		for (int class = 0; class < NR_PAGE_CLASSES; class++)
			add_column(map->count[class], map->nr_blocks, &ui->usage.nr_pages[class]);
	}
	return &ui->usage;
}

const struct obstacles *ui_measure_obstacles(struct ui *ui, const struct ui_input *input,
					     const struct frame *frame)
{
	const struct zonemap *map = chosen_map(ui, frame);
	struct stamp now = stamp_of(input, frame);

	if (!map)
		return NULL;
	now.zone = ui->state.zone;
	if (!stamp_is_same(&ui->obstacles_from, &now))
		obstacle_survey(frame, map, contig_staying(frame), &ui->obstacles);
	return &ui->obstacles;
}

/* The oldest frame, or the youngest that is so old; NULL: there is none before the frame. */
static const struct frame *period_begin(const struct ui *ui, const struct ui_input *input,
					const struct frame *frame)
{
	static const uint64_t ages_ns[NR_PERIOD_SPANS] = {
		UINT64_MAX, [PERIOD_MINUTE] = 60 * NSEC_PER_SEC, [PERIOD_FRAME] = 1 };
	uint64_t age_ns = ages_ns[ui->state.activity.span];
	const struct frame *begin = NULL;

	for (size_t back = ui->state.back + 1; input->history; back++) {
		const struct frame *older = history_frame(input->history, back);

		if (!older || !older->mono_ns || older->mono_ns >= frame->mono_ns)
			break;
		begin = older;
		if (frame->mono_ns - older->mono_ns >= age_ns)
			break;
	}
	return begin;
}

static const struct activity *period_activity(struct ui *ui, const struct frame *frame)
{
	const struct period *period = &ui->period;
	struct activity *between;

	if (!frame->activity || period->span == PERIOD_WATCHED)
		return frame->activity;
	between = activity_between(&ui->period_arena, period->begin->activity, frame->activity);
	return between ? between : frame->activity;
}

static uint64_t period_ns(const struct period *period, const struct frame *frame)
{
	const struct activity *activity = period->activity;

	if (activity && period->span == PERIOD_WATCHED)
		return activity->until_ns - activity->since_ns;
	return period->begin ? frame->mono_ns - period->begin->mono_ns : 0;
}

const struct period *ui_measure_period(struct ui *ui, const struct ui_input *input,
				       const struct frame *frame)
{
	const struct frame *begin = period_begin(ui, input, frame);
	bool watched = !begin || (frame->activity && !begin->activity);
	struct stamp now = stamp_of(input, frame);

	now.begin = begin;
	now.begin_ns = begin ? begin->mono_ns : 0;
	now.span = ui->state.activity.span;
	if (stamp_is_same(&ui->period_from, &now))
		return &ui->period;
	arena_done(&ui->period_arena);
	ui->period = (struct period){
		.span = watched ? PERIOD_WATCHED : ui->state.activity.span, .begin = begin };
	ui->period.activity = period_activity(ui, frame);
	ui->period.ns = period_ns(&ui->period, frame);
	return &ui->period;
}
