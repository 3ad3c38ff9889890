// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * ui_head - the first line: tabs at the left, what the frame is at the right.
 *
 * The right side is made of pieces; each is a row, the first the most wanted.  They are added while
 * there is room, so that a narrow screen still says whether it is live.
 */
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "fragscope/array.h"
#include "fragscope/clock.h"
#include "fragscope/fmt.h"
#include "ui_private.h"
#include "view_sim.h"
#include "widget.h"

#define PIECE_MAX 48
#define PIECE_GAP 2
#define POLICY_COLS 24

/* How tabs look; the first that leaves enough of the line free for the right side. */
enum tabs { TABS_ROOMY, TABS_TIGHT, TABS_KEYS, TABS_BARE, NR_TABS };

static const struct {
	int gap;         /* columns around a tab */
	int state_cols;  /* of the right side that stay free */
} tabs_look[NR_TABS] = { { 2, 22 }, { 1, 15 }, { 2, 14 }, { 1, 0 } };

static const char *tab_key(const struct ui *ui, unsigned int i, char *name, size_t size)
{
	uint32_t key = keymap_key_of(ui->keymap, "all", views[i]->go, 0);

	name[0] = '\0';
	if (key)
		key_to_text(key, name, size);
	return name;
}

/* Where room is short, the key says enough of help, and of simulations where there is none. */
static bool tab_has_title(const struct ui *ui, enum tabs tabs, unsigned int i)
{
	return views[i] == ui->view || tabs == TABS_ROOMY ||
	       (tabs == TABS_TIGHT && views[i]->go != ACTION_HELP &&
		views[i]->go != ACTION_VIEW_SIM);
}

static unsigned int lay_tabs(const struct ui *ui, enum tabs tabs, struct hit hits[UI_HITS_MAX])
{
	int x = 0;

	for (unsigned int i = 0; i < nr_views && i < UI_HITS_MAX; i++) {
		char key[32];
		int cols = text_width(tab_key(ui, i, key, sizeof(key))) + tabs_look[tabs].gap;

		if (tab_has_title(ui, tabs, i))
			cols += (key[0] ? 1 : 0) + text_width(views[i]->title);
		hits[i] = (struct hit){ x, cols, views[i]->go };
		x += cols;
	}
	return nr_views < UI_HITS_MAX ? nr_views : UI_HITS_MAX;
}

/* While time stands still the right side has more to say, and so it has of a simulation. */
static enum tabs pick_tabs(const struct ui *ui, int cols)
{
	enum tabs tabs = TABS_ROOMY;

	for (; tabs < TABS_BARE; tabs++) {
		struct hit hits[UI_HITS_MAX];
		unsigned int nr = lay_tabs(ui, tabs, hits);

		if (tabs == TABS_TIGHT && (ui->state.paused || ui->has_stage))
			continue;
		if (hits[nr - 1].x + hits[nr - 1].cols + tabs_look[tabs].state_cols <= cols)
			break;
	}
	return tabs;
}

unsigned int ui_head_hits(const struct ui *ui, int cols, struct hit hits[UI_HITS_MAX])
{
	return lay_tabs(ui, pick_tabs(ui, cols), hits);
}

static int draw_tabs(const struct ui *ui, struct canvas *canvas)
{
	struct hit hits[UI_HITS_MAX];
	enum tabs tabs = pick_tabs(ui, canvas->cols);
	unsigned int nr = lay_tabs(ui, tabs, hits);

	for (unsigned int i = 0; i < nr; i++) {
		bool here = views[i] == ui->view;
		int x = hits[i].x + 1;
		char key[32];

		x = canvas_text(canvas, 0, x, ROLE_BAR_KEY, tab_key(ui, i, key, sizeof(key)));
		if (tab_has_title(ui, tabs, i))
			canvas_text(canvas, 0, key[0] ? x + 1 : x, ROLE_BAR, views[i]->title);
		if (here)
			canvas_attr(canvas, (struct rect){ 0, hits[i].x, 1, hits[i].cols },
				    CELL_REVERSE);
	}
	return hits[nr - 1].x + hits[nr - 1].cols;
}

struct head {
	const struct ui *ui;
	const struct view_context *ctx;
};

static const struct stage_column *shown_column(const struct stage *stage)
{
	return &stage->column[stage->selected];
}

/* Live, paused, or where among a source's frames; of a simulation, its scenario. */
static enum role piece_state(const struct head *head, char *to, size_t size)
{
	const struct ui_input *input = head->ctx->input;
	uint64_t age_ns = input->now_ns - head->ctx->frame->mono_ns;
	uint64_t interval_ns = input->interval_ms * 1000000ULL;
	bool known = head->ctx->frame->mono_ns && input->now_ns > head->ctx->frame->mono_ns;

	if (head->ctx->frame->stage) {
		snprintf(to, size, "%.40s", head->ctx->frame->stage->scenario);
	} else if (input->nr_frames > 1) {
		snprintf(to, size, "frame %zu of %zu", input->frame_index + 1, input->nr_frames);
	} else if (!input->interval_ms || input->nr_frames) {
		snprintf(to, size, "not live");
	} else if (head->ctx->state->paused) {
		snprintf(to, size, "paused%s%s", known ? ", " : "",
			 known ? age_text(FMT_BUF, input->now_ns, head->ctx->frame->mono_ns) : "");
		return ROLE_WARN;
	} else if (known && age_ns > 3 * interval_ns + NSEC_PER_SEC) {
		snprintf(to, size, "late, %s",
			 age_text(FMT_BUF, input->now_ns, head->ctx->frame->mono_ns));
		return ROLE_WARN;
	} else {
		snprintf(to, size, "live %s", fmt_duration(FMT_BUF, interval_ns));
	}
	return ROLE_BAR;
}

/* When; of a simulation, the policy that all views show. */
static enum role piece_time(const struct head *head, char *to, size_t size)
{
	const struct frame *frame = head->ctx->frame;
	time_t seconds = (time_t)(frame->wall_ns / NSEC_PER_SEC);
	struct tm tm;

	if (frame->stage)
		sim_policy_text(to, size, frame->stage, frame->stage->selected, POLICY_COLS);
	else if (frame->wall_ns > 0 && localtime_r(&seconds, &tm))
		strftime(to, size, frame->live ? "%H:%M:%S" : "%Y-%m-%d %H:%M:%S", &tm);
	return ROLE_BAR;
}

static enum role piece_host(const struct head *head, char *to, size_t size)
{
	if (head->ctx->frame->host && !head->ctx->frame->stage)
		snprintf(to, size, "%.40s", head->ctx->frame->host);
	return ROLE_BAR;
}

static enum role piece_release(const struct head *head, char *to, size_t size)
{
	if (head->ctx->frame->stage)
		snprintf(to, size, "event %s",
			 fmt_count(FMT_BUF, shown_column(head->ctx->frame->stage)->nr_events));
	else if (head->ctx->frame->release)
		snprintf(to, size, "%.40s", head->ctx->frame->release);
	return ROLE_BAR;
}

static enum role piece_cost(const struct head *head, char *to, size_t size)
{
	const struct ui_input *input = head->ctx->input;

	if (input->own_rss_kib)
		snprintf(to, size, "own %.1f %% CPU, %s", (double)input->own_cpu_ppm / 1e4,
			 fmt_bytes(FMT_BUF, input->own_rss_kib * 1024));
	return ROLE_BAR;
}

static enum role (*const pieces[])(const struct head *head, char *to, size_t size) = {
	piece_state, piece_time, piece_host, piece_release, piece_cost,
};

void ui_head_draw(const struct ui *ui, const struct view_context *ctx, struct canvas *canvas)
{
	struct head head = { ui, ctx };
	int left, right = canvas->cols - 1;

	canvas_fill(canvas, (struct rect){ 0, 0, 1, canvas->cols }, ROLE_BAR, ' ');
	left = draw_tabs(ui, canvas);
	for (size_t i = 0; i < ARRAY_SIZE(pieces); i++) {
		char text[PIECE_MAX * 2] = "";
		enum role role = pieces[i](&head, text, sizeof(text));
		int width = text_width(text);

		if (!width)
			continue;
		if (right - width < left)
			continue;
		canvas_text(canvas, 0, right - width, role == ROLE_BAR ? ROLE_BAR : ROLE_BAR_KEY,
			    text);
		right -= width + PIECE_GAP;
	}
}
