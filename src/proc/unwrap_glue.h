/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * unwrap_glue - whether a part of a paste is the rest of the line before it, and what was lost
 * between the two.
 */
#ifndef PROC_UNWRAP_GLUE_H
#define PROC_UNWRAP_GLUE_H

#include "grammar.h"
#include "prefix.h"
#include "unwrap.h"

#define FREE_BYTES_MAX 1000 /* printk's lines are shorter than this */

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

/* The open line so far, without its time. */
static inline struct span joiner_text(const struct joiner *joiner)
{
	return span_skip(textbuf_span(&joiner->out->text), joiner->line.start);
}

/* Lines of free text have no grammar that says which words they are made of. */
static inline bool is_free_kind(enum line_kind kind)
{
	return kind == LINE_OTHER || kind >= LINE_TASK;
}

enum glue part_glue(struct joiner *joiner, const struct part *part);

#endif
