// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * klog - allocation failures, OOM reports and SysRq-m out of a kernel log.
 *
 * Lines are told apart by grammar.h and handed to one taker per kind; what is no line of a report
 * (stack traces, other messages) is passed over.  A report ends where the next one begins: with a
 * request, with "Mem-Info:" when there was one already, or with a zone that it has already.
 */
#include "klog.h"

#include <errno.h>
#include <string.h>

#include "fragscope/array.h"

#include "frames.h"
#include "prefix.h"

struct klog_taker {
	enum line_kind kind;
	int (*take)(struct klog *klog, const struct klog_line *line);
};

/* "Mem-Info:" follows its request; the second one, or one on its own, begins a report. */
static int take_meminfo(struct klog *klog, const struct klog_line *line)
{
	int ret = 0;

	if (klog->has_memory)
		ret = klog_begin(klog, REQUEST_SHOW_MEM, line);
	else
		ret = klog_want_report(klog, line);
	klog->has_memory = true;
	return ret;
}

static int take_sysrq(struct klog *klog, const struct klog_line *line)
{
	return klog_begin(klog, REQUEST_SHOW_MEM, line);
}

static const struct klog_taker takers[] = {
	{ LINE_MEMINFO, take_meminfo },
	{ LINE_SYSRQ, take_sysrq },
	{ LINE_COUNTERS, klog_take_counters },
	{ LINE_ZONE, klog_take_zone },
	{ LINE_ZONE_24, klog_take_zone },
	{ LINE_RESERVE, klog_take_reserve },
	{ LINE_ROW, klog_take_row },
	{ LINE_HUGE, klog_take_huge },
	{ LINE_TOTAL, klog_take_total },
	{ LINE_TASK, klog_take_task },
	{ LINE_REQUEST, klog_take_request },
	{ LINE_OOM, klog_take_request },
	{ LINE_CPUSET, klog_take_attributes },
	{ LINE_CONSTRAINT, klog_take_attributes },
};

/* "Mem-Info:" alone says nothing. */
static bool is_void(const struct frame *frame)
{
	return frame->request.kind == REQUEST_SHOW_MEM && !frame->nr_zones && !frame->vmstat.nr;
}

void klog_close(struct klog *klog)
{
	struct frame *frame = klog->frame;

	klog->frame = NULL;
	if (!frame)
		return;
	if (is_void(frame)) {
		capture_keep_frames(klog->capture, klog->capture->nr_frames - 1);
		return;
	}
	if (klog->release[0] && !frame->release)
		frame->release = arena_strdup(&frame->arena, klog->release,
					      strlen(klog->release));
	klog_close_request(frame);
	klog_close_rows(frame);
	klog_close_zones(frame, klog->page_kib);
}

int klog_begin(struct klog *klog, enum request_kind kind, const struct klog_line *line)
{
	struct source_status *source;
	int ret;

	klog_close(klog);
	ret = capture_begin_frame(klog->capture, klog->name, &klog->frame);
	if (ret)
		return ret;
	source = frame_source(klog->frame, "klog");
	if (!source)
		return -ENOMEM;
	source->state = SOURCE_OK;
	klog->frame->request.kind = kind;
	klog->frame->request.when = line->has_time ? line->when : -1;
	klog->zone = NULL;
	klog->has_memory = false;
	klog->page_kib = 0;
	klog->nr_nameless = 0;
	return 0;
}

int klog_want_report(struct klog *klog, const struct klog_line *line)
{
	return klog->frame ? 0 : klog_begin(klog, REQUEST_SHOW_MEM, line);
}

static int take_line(struct klog *klog, struct span text)
{
	struct stamp stamp = { 0 };
	struct klog_line line;

	line.text = span_trim(span_skip(text, prefix_boot_time(text, &stamp)));
	line.has_time = stamp.has_time;
	line.when = (double)stamp.when_us / 1e6;
	line.kind = line_kind(line.text);
	for (size_t i = 0; i < ARRAY_SIZE(takers); i++)
		if (takers[i].kind == line.kind)
			return takers[i].take(klog, &line);
	return 0;
}

int klog_parse(struct capture *capture, const char *name, struct span text, struct err *err)
{
	struct klog klog = { .capture = capture, .name = name };
	size_t nr_before = capture->nr_frames;
	struct span line;
	int ret = 0;

	while (!ret && span_next_line(&text, &line))
		ret = take_line(&klog, line);
	klog_close(&klog);
	if (ret == -E2BIG)
		capture_note(capture, "%s: only the first %d reports were read", name,
			     CAPTURE_FRAMES_MAX);
	else if (ret)
		return err_set(err, -ret, "out of memory");
	if (capture->nr_frames == nr_before)
		return err_set(err, EINVAL, "no memory report in it; paste all lines from \"page "
			       "allocation failure\", \"invoked oom-killer\" or \"Mem-Info:\" on");
	return 0;
}
