// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * unwrap - puts kernel lines together again that mailers and terminals have cut.
 *
 * Mailers break at a blank and lose it; terminals break at a column, inside words, and lose
 * nothing.  Which of the two happened is decided at every break by the grammar of the line
 * (grammar.h): the last word and the next one either stand for themselves, or only make one word
 * together.  Where both readings are possible (numbers, free text), the text as a whole decides: a
 * terminal breaks all lines at the same column, so if all breaks that were seen lie at one column,
 * such a break is a cut.
 *
 * A line that neither begins like a kernel line nor fits to the one before is foreign and stays on
 * its own.
 */
#include "unwrap.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clean.h"
#include "fragscope/capture.h"
#include "grammar.h"
#include "prefix.h"

#define WORD_BYTES_MAX 80    /* longer words are no part of the grammar */
#define FREE_BYTES_MAX 1000  /* printk's lines are shorter than this */

/* A line of the paste, or the part of it that begins a kernel line of its own. */
struct part {
	struct span text;     /* without quoting, marks and blanks around it */
	struct span indented; /* the same with the blanks before it */
	struct stamp stamp;
	size_t indent;        /* bytes of blanks before the marks or the text */
	size_t width;         /* bytes of the whole line of the paste */
	bool ends_blank;
	unsigned long line_nr;
};

/* The kernel line that is being put together at the end of the output. */
struct open_line {
	bool open;
	bool stamped;
	enum line_kind kind;
	size_t start;         /* in the output, after the stamp */
	size_t indent;        /* as the line began */
	size_t width;         /* of its last part */
	bool ends_blank;
};

struct joiner {
	struct unwrapped *out;
	struct open_line line;
	bool with_clock;      /* lines begin with a test harness's clock */
	/* how the breaks were that the grammar decided, to tell terminals from mailers */
	size_t break_width;   /* of the first one */
	bool uniform;         /* all others had the same */
	size_t nr_cut;        /* inside a word: no mailer does that */
	size_t nr_lost;       /* the blank is gone: no terminal does that */
	size_t cut_width;     /* column of a terminal's cuts, 0: unknown or a mailer */
};

enum glue { GLUE_NO, GLUE_NOTHING, GLUE_BLANK };

static struct span line_text(const struct joiner *joiner)
{
	return span_skip(textbuf_span(&joiner->out->text), joiner->line.start);
}

/* The last word of text and the one before, as far as they are no longer than a word can be. */
static struct span last_word(struct span *text)
{
	struct span word = span_trim(*text);
	size_t len = 0;

	while (len < word.len && len < WORD_BYTES_MAX &&
	       !char_is_blank(word.at[word.len - len - 1]))
		len++;
	word = span_skip(word, word.len - len);
	text->len = (size_t)(word.at - text->at);
	return word;
}

static struct span first_word(struct span text)
{
	if (text.len > WORD_BYTES_MAX)
		text.len = WORD_BYTES_MAX;
	return span_first_word(text);
}

static bool fits_together(enum line_kind kind, struct span before, struct span last,
			  struct span first)
{
	char word[2 * WORD_BYTES_MAX + 1];
	int len = snprintf(word, sizeof(word), "%.*s%.*s", (int)last.len, last.at, (int)first.len,
			   first.at);

	return line_word_fits(kind, before, (struct span){ word, (size_t)len });
}

static bool ends_at_cut(const struct joiner *joiner)
{
	return joiner->cut_width && joiner->line.width == joiner->cut_width;
}

/* Nothing in the line's words tells a cut from a wrap here. */
static enum glue unsure_glue(const struct joiner *joiner)
{
	return ends_at_cut(joiner) ? GLUE_NOTHING : GLUE_BLANK;
}

/* Remembers a break that the grammar has decided. */
static enum glue sure_glue(struct joiner *joiner, enum glue glue)
{
	if (line_kind_is_proc(joiner->line.kind))
		return glue;
	if (!joiner->break_width)
		joiner->break_width = joiner->line.width;
	joiner->uniform &= joiner->break_width == joiner->line.width;
	joiner->nr_cut += glue == GLUE_NOTHING;
	joiner->nr_lost += glue == GLUE_BLANK;
	return glue;
}

static enum glue word_glue(struct joiner *joiner, const struct part *part, bool blank)
{
	enum line_kind kind = joiner->line.kind;
	struct span rest = line_text(joiner);
	struct span last = last_word(&rest);
	struct span before = last_word(&rest);
	struct span first = first_word(part->text);
	bool first_fits = line_word_fits(kind, last, first);

	if (blank && first_fits)
		return GLUE_BLANK;
	/* "unevictable:" and "12kB" are a word with or without the blank */
	if (first_fits && kind != LINE_ROW && last.len && last.at[last.len - 1] == ':')
		return kind == LINE_RESERVE ? GLUE_BLANK : GLUE_NOTHING;
	if (first_fits && line_word_fits(kind, before, last))
		return kind == LINE_RESERVE ? unsure_glue(joiner) : sure_glue(joiner, GLUE_BLANK);
	return fits_together(kind, before, last, first) ? sure_glue(joiner, GLUE_NOTHING) :
							  GLUE_NO;
}

/* The kind of the open line's last bytes with the part's first bytes behind. */
static enum line_kind kind_across(const struct joiner *joiner, const struct part *part,
				  const char *between)
{
	char text[3 * WORD_BYTES_MAX];
	struct span tail = line_text(joiner);
	struct span head = part->text;
	int len;

	if (tail.len > WORD_BYTES_MAX)
		tail = span_skip(tail, tail.len - WORD_BYTES_MAX);
	if (head.len > WORD_BYTES_MAX)
		head.len = WORD_BYTES_MAX;
	len = snprintf(text, sizeof(text), "%.*s%s%.*s", (int)tail.len, tail.at, between,
		       (int)head.len, head.at);
	return line_kind((struct span){ text, (size_t)len });
}

/* A label that was cut off: whatever makes a line of it belongs to it. */
static enum glue label_glue(const struct joiner *joiner, const struct part *part)
{
	static const char *const between[] = { " ", "" };

	for (size_t i = 0; i < 2; i++) {
		enum line_kind kind = kind_across(joiner, part, between[i]);

		if (kind != LINE_OTHER && kind != LINE_PROC_ZONE && kind != joiner->line.kind)
			return i ? GLUE_NOTHING : GLUE_BLANK;
	}
	return GLUE_NO;
}

static bool is_taint_or_release(struct span word)
{
	if (span_equals(word, "Not") || span_equals(word, "tainted") ||
	    span_equals(word, "Tainted:"))
		return true;
	return word.len && ((char_is_upper(word.at[0]) && word.len == 1) ||
			    (char_is_digit(word.at[0]) && memchr(word.at, '.', word.len)));
}

/* Whether free text of a log without stamps goes on in part. */
static bool free_text_goes_on(const struct joiner *joiner, const struct part *part)
{
	struct span first = first_word(part->text);
	struct span text = line_text(joiner);
	char last = text.len ? text.at[text.len - 1] : 0;

	switch (joiner->line.kind) {
	case LINE_OTHER:
		return kind_across(joiner, part, " ") == LINE_REQUEST ||
		       kind_across(joiner, part, " ") == LINE_OOM;
	case LINE_TASK:
		return is_taint_or_release(first);
	default:
		return last == ',' || last == '|' || last == '(' || last == ':' ||
		       memchr(first.at, '=', first.len) || span_starts(first, "mode:");
	}
}

/* Inside "(GFP_KERNEL|__GFP_COMP)" there is no blank to break at. */
static bool inside_parentheses(struct span text)
{
	struct span word = last_word(&text);
	const char *open = memrchr(word.at, '(', word.len);

	return open && !memchr(open, ')', word.len - (size_t)(open - word.at));
}

static enum glue free_glue(const struct joiner *joiner, const struct part *part, bool blank)
{
	if (line_text(joiner).len > FREE_BYTES_MAX)
		return GLUE_NO;
	if (!joiner->line.stamped && !free_text_goes_on(joiner, part))
		return GLUE_NO;
	if (blank)
		return GLUE_BLANK;
	if (joiner->line.kind != LINE_OTHER && joiner->line.kind != LINE_TASK &&
	    inside_parentheses(line_text(joiner)))
		return GLUE_NOTHING;
	return unsure_glue(joiner);
}

static bool is_free_kind(enum line_kind kind)
{
	return kind == LINE_OTHER || kind >= LINE_TASK;
}

static bool ends_with(struct span text, const char *end)
{
	size_t len = strlen(end);

	return text.len >= len && !memcmp(text.at + text.len - len, end, len);
}

/* Whether text, which has a kind of its own, can also be the rest of the open line. */
static bool may_continue(const struct joiner *joiner, enum line_kind kind, struct span text)
{
	const struct open_line *line = &joiner->line;

	if (kind == LINE_OTHER)
		return true;
	/* before 2.6.18 nobody "invoked" the oom-killer */
	if (kind == LINE_OOM && span_starts(text, "oom-killer:"))
		return ends_with(line_text(joiner), " invoked");
	if (kind == LINE_ROW)
		return !char_is_upper(text.at[0]);
	return line->stamped && line->kind == LINE_OTHER && kind >= LINE_TOTAL;
}

static enum glue part_glue(struct joiner *joiner, const struct part *part)
{
	struct open_line *line = &joiner->line;
	/* the same indentation as the line's is that of the whole paste */
	bool blank = line->ends_blank || (part->indent && part->indent != line->indent);

	if (!line->open || part->stamp.found || !part->text.len ||
	    line_begins_anywhere(part->text))
		return GLUE_NO;
	if (!line_text(joiner).len)
		return GLUE_NOTHING;
	if (ends_at_cut(joiner) && line_text(joiner).len <= FREE_BYTES_MAX &&
	    (line->stamped || line_kind(part->text) == LINE_OTHER))
		return blank ? GLUE_BLANK : GLUE_NOTHING;
	if (line->kind == LINE_LABEL || line->kind == LINE_PROC_ZONE)
		return label_glue(joiner, part);
	if (!may_continue(joiner, line_kind(part->text), part->text))
		return GLUE_NO;
	return is_free_kind(line->kind) ? free_glue(joiner, part, blank) :
					  word_glue(joiner, part, blank);
}

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
	     line->kind == LINE_PROC_ZONE) && line_text(joiner).len <= FREE_BYTES_MAX)
		line->kind = line_kind(line_text(joiner));
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
