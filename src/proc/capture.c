// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * capture - from the bytes of a file to frames: told apart, unwrapped, cut into pieces, parsed.
 *
 * A piece goes into the newest frame unless that frame has such a piece already, or came from a
 * kernel log, which is a moment of its own.  A piece that its parser does not like costs only
 * itself, as long as another one is good.
 */
#include "fragscope/capture.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "capture_pages.h"
#include "fragscope/parse.h"
#include "frames.h"
#include "pieces.h"
#include "refuse.h"

typedef int parse_fn(struct frame *frame, struct span text, struct err *err);

/* What kinds of pieces there are; PIECE_KLOG makes its own frames. */
struct piece_info {
	const char *name;    /* of the piece, in errors */
	const char *source;  /* name of its line among the frame's sources */
	parse_fn *parse;
};

static const struct piece_info infos[NR_PIECES] = {
	[PIECE_BUDDYINFO] = { "buddyinfo", "buddyinfo", parse_buddyinfo },
	[PIECE_PAGETYPEINFO] = { "pagetypeinfo", "pagetypeinfo", parse_pagetypeinfo },
	[PIECE_ZONEINFO] = { "zoneinfo", "zoneinfo", parse_zoneinfo },
	[PIECE_VMSTAT] = { "vmstat", "vmstat", parse_vmstat },
	[PIECE_MEMINFO] = { "meminfo", "meminfo", parse_meminfo },
	[PIECE_UNUSABLE] = { "unusable_index", "extfrag", parse_extfrag_unusable },
	[PIECE_EXTFRAG] = { "extfrag_index", "extfrag", parse_extfrag_index },
	[PIECE_KLOG] = { "kernel log", "klog", NULL },
};

struct reading {
	struct capture *capture;
	const char *name;
	unsigned int nr_good;
	struct err first;    /* error of the first piece that failed */
};

static bool has_index(const struct frame *frame, enum piece_kind kind)
{
	for (unsigned int i = 0; i < frame->nr_zones; i++)
		if (kind == PIECE_UNUSABLE ? frame->zones[i]->has_printed_unusable :
					     frame->zones[i]->has_printed_extfrag)
			return true;
	return false;
}

static bool frame_has(const struct frame *frame, enum piece_kind kind)
{
	if (kind == PIECE_UNUSABLE || kind == PIECE_EXTFRAG)
		return has_index(frame, kind);
	return frame_find_source(frame, infos[kind].source);
}

static bool is_open(const struct frame *frame)
{
	return frame && !frame_find_source(frame, "klog");
}

/* The newest frame if the piece may go there, else a new one. */
static int frame_for_piece(struct reading *reading, enum piece_kind kind, struct frame **frame)
{
	*frame = capture_last_frame(reading->capture);
	if (is_open(*frame) && !frame_has(*frame, kind))
		return 0;
	return capture_begin_frame(reading->capture, reading->name, frame);
}

/* -ENOMEM, -E2BIG, or what the parser says. */
static int parse_piece(struct reading *reading, const struct piece *piece, struct err *err)
{
	const struct piece_info *info = &infos[piece->kind];
	struct source_status *source;
	struct frame *frame;
	int ret;

	if (piece->kind == PIECE_KLOG)
		return klog_parse(reading->capture, reading->name, piece->text, err);
	ret = frame_for_piece(reading, piece->kind, &frame);
	if (ret)
		return ret;
	source = frame_source(frame, info->source);
	if (!source)
		return -ENOMEM;
	ret = info->parse(frame, piece->text, err);
	/* the parser may have added sources, and moved them */
	source = frame_source(frame, info->source);
	if (source && !ret && source->state != SOURCE_BROKEN)
		source->state = SOURCE_OK;
	else if (source && ret) {
		source->state = SOURCE_BROKEN;
		source->text = arena_strdup(&frame->arena, err->text, strlen(err->text));
	}
	return ret;
}

static int take_piece(void *arg, const struct piece *piece)
{
	struct reading *reading = arg;
	struct err err = { "" };
	int ret = parse_piece(reading, piece, &err);

	if (ret == -ENOMEM || ret == -E2BIG)
		return ret;
	if (!ret) {
		reading->nr_good++;
		return 0;
	}
	if (piece->line_nr > 1)
		err_prefix(&err, ret, "%s from line %lu on", infos[piece->kind].name,
			   piece->line_nr);
	else
		err_prefix(&err, ret, "%s", infos[piece->kind].name);
	if (!reading->first.text[0])
		reading->first = err;
	capture_note(reading->capture, "%s", err.text);
	return 0;
}

static int add_text(struct capture *capture, const char *name, struct span bytes, struct err *err)
{
	struct reading reading = { .capture = capture, .name = name };
	size_t nr_before = capture->nr_frames;
	struct unwrapped text = { 0 };
	int ret = unwrap_lines(bytes, &text);

	if (!ret)
		ret = pieces_split(&text, take_piece, &reading);
	unwrapped_done(&text);
	if (ret == -E2BIG)
		capture_note(capture, "%s: only the first %d moments were read", name,
			     CAPTURE_FRAMES_MAX);
	else if (ret)
		return err_set(err, -ret, "%s: out of memory", name);
	if (reading.nr_good)
		return capture_map_zones(capture, err);
	capture_keep_frames(capture, nr_before);
	if (!reading.first.text[0])
		return refuse_text(name, bytes, err);
	*err = reading.first;
	return err_prefix(err, -EINVAL, "%s", name);
}

static int add_pages(struct capture *capture, const char *name, struct span bytes, struct err *err)
{
	struct frame *frame = capture_last_frame(capture);
	bool is_new = !is_open(frame);
	struct source_status *source;
	int ret;

	if (is_new && capture_begin_frame(capture, name, &frame))
		return err_set(err, ENOMEM, "%s: no room for another frame", name);
	ret = capture_take_pages(capture, name, bytes, frame, err);
	if (ret) {
		capture_keep_frames(capture, capture->nr_frames - is_new);
		return ret;
	}
	source = frame_source(frame, "kpageflags");
	if (!source)
		return err_set(err, ENOMEM, "%s: out of memory", name);
	source->state = SOURCE_OK;
	return capture_map_zones(capture, err);
}

int capture_add(struct capture *capture, const char *name, struct span bytes, struct err *err)
{
	struct err unwanted;

	if (!err)
		err = &unwanted;
	if (!bytes.len)
		return err_set(err, EINVAL, "%s: is empty", name);
	if (input_is_text(bytes))
		return add_text(capture, name, bytes, err);
	if (kpageflags_is(bytes))
		return add_pages(capture, name, bytes, err);
	return refuse_binary(name, bytes, err);
}

void capture_done(struct capture *capture)
{
	capture_keep_frames(capture, 0);
	free(capture->frames);
	pagemap_free(capture->pagemap);
	zonemap_free(capture->whole);
	*capture = (struct capture){ 0 };
}
