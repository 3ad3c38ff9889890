// SPDX-License-Identifier: GPL-2.0-or-later
/*
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
#include "unwrap_glue.h"

#include <stdio.h>
#include <string.h>

#define WORD_BYTES_MAX 80 /* longer words are no part of the grammar */

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
	struct span rest = joiner_text(joiner);
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
	struct span tail = joiner_text(joiner);
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
	struct span text = joiner_text(joiner);
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
	if (joiner_text(joiner).len > FREE_BYTES_MAX)
		return GLUE_NO;
	if (!joiner->line.stamped && !free_text_goes_on(joiner, part))
		return GLUE_NO;
	if (blank)
		return GLUE_BLANK;
	if (joiner->line.kind != LINE_OTHER && joiner->line.kind != LINE_TASK &&
	    inside_parentheses(joiner_text(joiner)))
		return GLUE_NOTHING;
	return unsure_glue(joiner);
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
		return ends_with(joiner_text(joiner), " invoked");
	if (kind == LINE_ROW)
		return !char_is_upper(text.at[0]);
	return line->stamped && line->kind == LINE_OTHER && kind >= LINE_TOTAL;
}

enum glue part_glue(struct joiner *joiner, const struct part *part)
{
	struct open_line *line = &joiner->line;
	/* the same indentation as the line's is that of the whole paste */
	bool blank = line->ends_blank || (part->indent && part->indent != line->indent);

	if (!line->open || part->stamp.found || !part->text.len ||
	    line_begins_anywhere(part->text))
		return GLUE_NO;
	if (!joiner_text(joiner).len)
		return GLUE_NOTHING;
	if (ends_at_cut(joiner) && joiner_text(joiner).len <= FREE_BYTES_MAX &&
	    (line->stamped || line_kind(part->text) == LINE_OTHER))
		return blank ? GLUE_BLANK : GLUE_NOTHING;
	if (line->kind == LINE_LABEL || line->kind == LINE_PROC_ZONE)
		return label_glue(joiner, part);
	if (!may_continue(joiner, line_kind(part->text), part->text))
		return GLUE_NO;
	return is_free_kind(line->kind) ? free_glue(joiner, part, blank) :
					  word_glue(joiner, part, blank);
}
