// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * unwrap - puts kernel lines together again that mailers and terminals have cut.
 *
 * The paste is read line by line; a line is a part, or several where kernel lines stand behind each
 * other.  A part either begins a line of the result or is joined to the one before (unwrap_glue.c
 * decides).  A second pass follows if the first has shown that a terminal has cut the lines.
 */
#include "unwrap.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clean.h"
#include "fragscope/capture.h"
#include "unwrap_glue.h"

static int join_part(struct joiner *joiner, const struct part *part, enum glue glue)
{
	struct open_line *line = &joiner->line;
	int ret = 0;

	if (glue == GLUE_BLANK)
		ret = textbuf_add_char(&joiner->out->text, ' ');
	if (!ret)
		ret = textbuf_add(&joiner->out->text, part->text);
	line->width = part->width;
	line->ends_blank = part->ends_blank;
	if ((is_free_kind(line->kind) || line->kind == LINE_LABEL ||
	     line->kind == LINE_PROC_ZONE) && joiner_text(joiner).len <= FREE_BYTES_MAX)
		line->kind = line_kind(joiner_text(joiner));
	return ret;
}

static int add_line_nr(struct unwrapped *out, unsigned long line_nr)
{
	size_t room = out->room ? out->room * 2 : 64;

	if (out->nr_lines == out->room) {
		unsigned long *bigger = realloc(out->line_nr, room * sizeof(*bigger));

		if (!bigger)
			return -ENOMEM;
		out->line_nr = bigger;
		out->room = room;
	}
	out->line_nr[out->nr_lines++] = line_nr;
	return 0;
}

static int begin_line(struct joiner *joiner, const struct part *part)
{
	struct textbuf *text = &joiner->out->text;
	struct span body = part->stamp.found ? part->text : part->indented;
	char time[48];
	int len = 0;
	int ret = add_line_nr(joiner->out, part->line_nr);

	if (!ret && joiner->out->nr_lines > 1)
		ret = textbuf_add_char(text, '\n');
	if (part->stamp.has_time)
		len = snprintf(time, sizeof(time), "[%llu.%06llu] ",
			       (unsigned long long)part->stamp.when_us / 1000000,
			       (unsigned long long)part->stamp.when_us % 1000000);
	joiner->line = (struct open_line){
		.open = part->text.len || part->stamp.found,
		.stamped = part->stamp.found,
		.kind = line_kind(part->text),
		.indent = part->indent,
		.width = part->width,
		.ends_blank = part->ends_blank,
	};
	/* readers of /proc files know nothing of times */
	if (!ret && !line_kind_is_proc(joiner->line.kind))
		ret = textbuf_add(text, (struct span){ time, (size_t)len });
	joiner->line.start = text->len;
	return ret ? ret : textbuf_add(text, part->text.len ? body : part->text);
}

static int take_part(struct joiner *joiner, const struct part *part)
{
	enum glue glue = part_glue(joiner, part);

	return glue == GLUE_NO ? begin_line(joiner, part) : join_part(joiner, part, glue);
}

/* "[   34.423940]", with all its decimals */
static bool is_full_boot_time(struct span text)
{
	struct stamp stamp;
	size_t len = prefix_boot_time(text, &stamp);

	return len > 8 && text.at[len - 8] == '.';
}

/* Where in text another kernel line begins, text.len if nowhere: prompts, harnesses and messages
 * without a newline stand before kernel lines; mailers flow paragraphs into one. */
static size_t find_beginning(struct span text)
{
	for (size_t at = 1; at < text.len; at++) {
		struct span here = span_skip(text, at);

		if (here.at[0] == '[' && is_full_boot_time(here))
			return at;
		if ((here.at[0] == 'N' || here.at[0] == 'M') && !char_is_name(text.at[at - 1]) &&
		    line_begins_anywhere(here))
			return at;
	}
	return text.len;
}

static int take_line(struct joiner *joiner, struct span line, unsigned long line_nr)
{
	struct part part = { .width = line.len, .line_nr = line_nr };
	struct span rest = span_skip(line, prefix_quotes(line));
	int ret = 0;

	do {
		size_t len;

		part.indent = span_blanks(rest);
		len = prefix_stamps(rest, joiner->with_clock, &part.stamp);
		part.indented = span_skip(rest, len);
		len = span_blanks(part.indented);
		len += find_beginning(span_skip(part.indented, len));
		rest = span_skip(part.indented, len);
		part.indented.len = len;
		part.ends_blank = len && char_is_blank(part.indented.at[len - 1]);
		part.text = span_trim(part.indented);
		part.indented.len = (size_t)(part.text.at + part.text.len - part.indented.at);
		ret = take_part(joiner, &part);
	} while (rest.len && !ret);
	return ret;
}

/* One pass over the cleaned text. */
static int take_text(struct joiner *joiner, struct span text)
{
	struct span line;
	unsigned long line_nr = 0;
	int ret = 0;

	while (!ret && span_next_line(&text, &line)) {
		line_nr++;
		do {
			const char *soft = memchr(line.at, CLEAN_SOFT_NEWLINE, line.len);
			struct span part = line;

			if (soft)
				part.len = (size_t)(soft - line.at);
			ret = take_line(joiner, part, line_nr);
			line = span_skip(line, part.len + 1);
		} while (span_trim(line).len && !ret);
	}
	return ret ? ret : textbuf_add_char(&joiner->out->text, '\n');
}

static bool most_lines_have_clocks(struct span text)
{
	size_t nr_clocks = 0, nr_others = 0;
	struct span line;

	while (span_next_line(&text, &line)) {
		bool clock = prefix_padded_clock(span_skip(line, prefix_quotes(line)));

		nr_clocks += clock;
		nr_others += !clock && span_trim(line).len;
	}
	return nr_clocks > nr_others;
}

static bool is_terminal(const struct joiner *joiner)
{
	return joiner->uniform && joiner->nr_cut && !joiner->nr_lost;
}

int unwrap_lines(struct span bytes, struct unwrapped *out)
{
	struct joiner joiner = { .out = out, .uniform = true };
	struct textbuf clean = { 0 };
	int ret = clean_text(bytes, &clean);

	if (!ret) {
		joiner.with_clock = most_lines_have_clocks(textbuf_span(&clean));
		ret = take_text(&joiner, textbuf_span(&clean));
	}
	if (!ret && is_terminal(&joiner)) {
		out->text.len = 0;
		out->nr_lines = 0;
		joiner = (struct joiner){
			.out = out,
			.with_clock = joiner.with_clock,
			.cut_width = joiner.break_width,
		};
		ret = take_text(&joiner, textbuf_span(&clean));
	}
	textbuf_done(&clean);
	return ret;
}

void unwrapped_done(struct unwrapped *out)
{
	textbuf_done(&out->text);
	free(out->line_nr);
	*out = (struct unwrapped){ 0 };
}

char *unwrap_text(struct span bytes, size_t *len)
{
	struct unwrapped out = { 0 };
	char *text = NULL;

	if (!unwrap_lines(bytes, &out) && !textbuf_add_char(&out.text, '\0')) {
		*len = out.text.len - 1;
		text = out.text.at;
		out.text = (struct textbuf){ 0 };
	}
	unwrapped_done(&out);
	return text;
}
