// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * report_text - the report in plain words: first what was asked, then the numbers it rests on, then
 * what is not known and why.
 *
 * Plain text of any width, to be read on a terminal, in a pipe, or in the ticket it is pasted into.
 */
#include "report_text.h"

#include <errno.h>
#include <string.h>
#include <time.h>

#include "fragscope/array.h"
#include "fragscope/clock.h"
#include "fragscope/export.h"
#include "fragscope/fmt.h"
#include "fragscope/wrap.h"
#include "text_table.h"

#define WIDTH_MIN 40

void report_title(struct text_out *out, const char *title, const char *remark)
{
	fprintf(out->to, "\n%s%s", title, remark ? ": " : "\n");
	if (remark)
		wrap_text(out->to, remark, (unsigned int)strlen(title) + 2, 2, out->width);
}

static void write_line(struct text_out *out, const char *text)
{
	fprintf(out->to, "  ");
	wrap_text(out->to, text, 2, 4, out->width);
}

static void write_verdict(struct text_out *out, const struct verdict *verdict)
{
	wrap_text(out->to, verdict->headline, 0, 2, out->width);
	for (unsigned int i = 0; i < verdict->nr_lines; i++)
		write_line(out, verdict->lines[i]);
	fputc('\n', out->to);
}

/* at: column of the cursor */
static void write_identity(struct text_out *out, const struct frame *frame, unsigned int at)
{
	time_t seconds = (time_t)(frame->wall_ns / NSEC_PER_SEC);
	struct text_line line = { 0 };
	char when[40];
	struct tm tm;

	text_line_add(&line, "%s", frame->host ? frame->host : "unnamed memory");
	if (frame->release)
		text_line_add(&line, ", Linux %s", frame->release);
	if (frame->wall_ns && gmtime_r(&seconds, &tm) &&
	    strftime(when, sizeof(when), "%Y-%m-%d %H:%M:%S UTC", &tm))
		text_line_add(&line, ", %s", when);
	if (num_has(frame->page_size))
		text_line_add(&line, ", pages of %s", fmt_bytes(FMT_BUF, frame->page_size.n));
	if (num_has(frame->pageblock_order) && num_has(frame->page_size))
		text_line_add(&line, ", pageblocks of %s",
			      fmt_order(FMT_BUF, (unsigned int)frame->pageblock_order.n,
					frame->page_size.n));
	wrap_text(out->to, line.text, at, 2, out->width);
}

static void write_request(struct text_out *out, const struct frame *frame)
{
	const struct request *request = &frame->request;
	struct text_line line = { 0 };

	if (request->kind == REQUEST_NONE || request->kind == REQUEST_SHOW_MEM)
		return;
	report_title(out, "REQUEST", request->label);
	text_line_add(&line, "%s", request->comm ? request->comm : "somebody");
	if (num_has(request->pid))
		text_line_add(&line, " (pid %llu)", (unsigned long long)request->pid.n);
	if (num_has(request->order))
		text_line_add(&line, " asked for order %llu",
			      (unsigned long long)request->order.n);
	if (num_has(request->order) && request->order.n < 64 && num_has(frame->page_size))
		text_line_add(&line, " (%s)", fmt_order(FMT_BUF, (unsigned int)request->order.n,
							frame->page_size.n));
	if (request->gfp_names)
		text_line_add(&line, " with %s%s", request->gfp_names,
			      request->gfp_decoded ? " (decoded from the number)" : "");
	if (request->constraint)
		text_line_add(&line, ", %s", request->constraint);
	write_line(out, line.text);
}

/* Counters that tell how hard the kernel works for large blocks. */
static const char *const telling[] = {
	"compact_stall", "compact_success", "compact_fail", "compact_migrate_scanned",
	"compact_free_scanned", "compact_isolated", "compact_daemon_wake", "pgmigrate_success",
	"pgmigrate_fail", "allocstall_dma", "allocstall_dma32", "allocstall_normal",
	"allocstall_movable", "allocstall", "thp_fault_alloc", "thp_fault_fallback",
	"thp_collapse_alloc", "thp_collapse_alloc_failed",
};

static void write_counters(struct text_out *out, const struct frame *frame)
{
	struct text_table table;

	text_table_init(&table, 2, 1);
	for (size_t i = 0; i < ARRAY_SIZE(telling); i++) {
		struct num value = counters_get(&frame->vmstat, telling[i]);

		if (!num_has(value) || !value.n)
			continue;
		text_table_add(&table, "%s", telling[i]);
		text_table_add(&table, "%s", fmt_count(FMT_BUF, value.n));
	}
	if (table.nr_cells)
		report_title(out, "COUNTERS", "since boot, those that are not zero");
	if (text_table_print(&table, out->to, 2, out->width))
		out->error = -ENOMEM;
}

static void write_settings(struct text_out *out, const struct frame *frame)
{
	const struct counters *knobs = &frame->mem_knobs;
	struct text_line line = { 0 };

	if (frame->thp.enabled)
		text_line_add(&line, "transparent huge pages = %s", frame->thp.enabled);
	if (frame->thp.enabled && frame->thp.defrag)
		text_line_add(&line, ", defrag = %s", frame->thp.defrag);
	for (unsigned int i = 0; i < knobs->nr; i++)
		if (num_has(knobs->rows[i].value))
			text_line_add(&line, "%s%s = %llu", line.len ? ", " : "",
				      knobs->rows[i].name,
				      (unsigned long long)knobs->rows[i].value.n);
	if (!line.len)
		return;
	report_title(out, "SETTINGS", NULL);
	write_line(out, line.text);
}

/* What could not be read and why: a line each, that a person can act on. */
static void write_missing(struct text_out *out, const struct frame *frame)
{
	static const char *const states[] = {
		[SOURCE_ABSENT] = "not there",     [SOURCE_OK] = "read",
		[SOURCE_DENIED] = "not allowed",   [SOURCE_BROKEN] = "not understood",
		[SOURCE_STALE] = "read earlier",
	};
	bool titled = false;

	for (unsigned int i = 0; i < frame->nr_sources; i++) {
		const struct source_status *source = &frame->sources[i];
		struct text_line line = { 0 };

		if (source->state == SOURCE_OK)
			continue;
		if (!titled)
			report_title(out, "NOT KNOWN", NULL);
		titled = true;
		text_line_add(&line, "%s: %s", source->name, states[source->state]);
		if (source->text)
			text_line_add(&line, ": %s", source->text);
		write_line(out, line.text);
	}
}

static void write_sources(struct text_out *out, const struct frame *frame)
{
	struct text_line line = { 0 };
	bool costs = false;

	for (unsigned int i = 0; i < frame->nr_sources; i++) {
		const struct source_status *source = &frame->sources[i];

		if (source->state != SOURCE_OK)
			continue;
		costs = costs || source->cost_ns;
		text_line_add(&line, "%s%s", line.len ? ", " : "", source->name);
		if (source->cost_ns)
			text_line_add(&line, " (%s)", fmt_duration(FMT_BUF, source->cost_ns));
	}
	if (!line.len)
		return;
	report_title(out, "READ", costs ? "source (cost)" : NULL);
	write_line(out, line.text);
}

static void write_frame(struct text_out *out, const struct frame *frame, unsigned int at)
{
	write_identity(out, frame, at);
	write_request(out, frame);
	report_text_free(out, frame);
	report_text_indices(out, frame);
	report_text_types(out, frame);
	report_text_watermarks(out, frame);
	report_text_map(out, frame);
	report_text_obstacles(out, frame);
	write_settings(out, frame);
	write_counters(out, frame);
	write_missing(out, frame);
	write_sources(out, frame);
}

int report_write_text(const struct frame *const *frames, size_t nr_frames,
		      const struct verdict *verdicts, size_t nr_verdicts, unsigned int width,
		      FILE *to, struct err *err)
{
	struct text_out out = { .to = to, .width = width < WIDTH_MIN ? WIDTH_MIN : width };

	errno = 0;
	for (size_t i = 0; i < nr_verdicts; i++)
		write_verdict(&out, &verdicts[i]);
	for (size_t i = 0; i < nr_frames; i++) {
		int at = 0;

		if (i)
			fputc('\n', to);
		if (nr_frames > 1)
			at = fprintf(to, "[%zu of %zu] ", i + 1, nr_frames);
		write_frame(&out, frames[i], at > 0 ? (unsigned int)at : 0);
	}
	if (out.error)
		return err_set(err, -out.error, "no memory to write the report");
	if (fflush(to) || ferror(to)) {
		int code = errno ? errno : EIO;

		return err_set(err, code, "cannot write: %s; choose another place",
			       strerror(code));
	}
	return 0;
}
