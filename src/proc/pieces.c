// SPDX-License-Identifier: GPL-2.0-or-later
#include "pieces.h"

#include <errno.h>
#include <string.h>

#include "grammar.h"
#include "plain_lines.h"

/* A table of pageblocks has a column per migratetype, a row of free lists one per order. */
#define TYPES_MAX 16

/* The piece that grows, and a run of lines that may become one. */
struct growing {
	enum piece_kind kind;
	struct textbuf text;
	unsigned long line_nr;
};

struct splitter {
	int (*take)(void *arg, const struct piece *piece);
	void *arg;
	struct growing piece;
	struct line_label first;   /* of the piece's rows; name is empty before the first one */
	/* pagetypeinfo */
	struct textbuf header;     /* lines that belong to the rows to come */
	unsigned long header_line_nr;
	unsigned int nr_types;     /* columns of the block table we are in, 0: not in one */
	struct line_label first_block;
	/* zoneinfo */
	size_t zone_indent;        /* of its "Node 0, zone" lines */
	bool zone_is_flat;         /* the lines below them have lost their indentation */
	bool zone_is_new;          /* no line below the zone was seen yet */
	/* vmstat and meminfo are plain lines: believed if one of a run has a name we know */
	struct growing run;
	bool run_is_known, run_is_cgroup;
	struct span run_first;     /* first name */
};

static int emit(struct splitter *split, struct growing *growing)
{
	struct piece piece = {
		.kind = growing->kind,
		.text = textbuf_span(&growing->text),
		.line_nr = growing->line_nr,
	};
	int ret = piece.kind && piece.text.len ? split->take(split->arg, &piece) : 0;

	growing->kind = PIECE_NONE;
	growing->text.len = 0;
	return ret;
}

static int end_piece(struct splitter *split)
{
	int ret = emit(split, &split->piece);

	split->first.name.len = 0;
	split->nr_types = 0;
	return ret;
}

static int add_line(struct growing *growing, struct span line, unsigned long line_nr)
{
	int ret;

	if (!growing->text.len)
		growing->line_nr = line_nr;
	ret = textbuf_add(&growing->text, line);
	return ret ? ret : textbuf_add_char(&growing->text, '\n');
}

/* The end of a run of "name value" lines: a piece if it was one, else nothing. */
static int end_run(struct splitter *split)
{
	int ret = 0;

	if (split->run_is_known && !split->run_is_cgroup) {
		ret = end_piece(split);
		if (!ret)
			ret = emit(split, &split->run);
	}
	split->run.kind = PIECE_NONE;
	split->run.text.len = 0;
	split->run_is_known = split->run_is_cgroup = false;
	return ret;
}

/* Makes kind the kind of the growing piece; again: even if it is already. */
static int want_piece(struct splitter *split, enum piece_kind kind, bool again)
{
	int ret = 0;

	if (split->piece.kind != kind || again) {
		ret = end_piece(split);
		split->piece.kind = kind;
	}
	return ret;
}

static bool same_label(const struct line_label *a, const struct line_label *b)
{
	return a->name.len && a->node == b->node && a->name.len == b->name.len &&
	       a->type.len == b->type.len && !memcmp(a->name.at, b->name.at, a->name.len) &&
	       !memcmp(a->type.at, b->type.at, a->type.len);
}

static unsigned int nr_words(struct span rest)
{
	struct span word;
	unsigned int nr = 0;

	while (span_next_word(&rest, &word))
		nr++;
	return nr;
}

/* Headers of pagetypeinfo are repeated for each node, and begin the next reading too: the first row
 * behind them tells which it is. */
static int take_header(struct splitter *split, enum line_kind kind, struct span line,
		       unsigned long line_nr)
{
	int ret = 0;

	if (split->piece.kind != PIECE_PAGETYPEINFO)
		ret = want_piece(split, PIECE_PAGETYPEINFO, false);
	split->nr_types = 0;
	if (!split->header.len)
		split->header_line_nr = line_nr;
	if (!ret)
		ret = textbuf_add(&split->header, line);
	if (!ret)
		ret = textbuf_add_char(&split->header, '\n');
	if (kind == LINE_PROC_TYPES) {
		/* "Number of blocks type", "Number of mixed blocks" */
		split->nr_types = nr_words(span_skip_blanks(line));
		split->nr_types -= split->nr_types < 4 ? split->nr_types : 4;
		split->first_block.name.len = 0;
	}
	return ret;
}

static int flush_header(struct splitter *split)
{
	int ret = 0;

	if (!split->header.len)
		return 0;
	if (!split->piece.text.len)
		split->piece.line_nr = split->header_line_nr;
	ret = textbuf_add(&split->piece.text, textbuf_span(&split->header));
	split->header.len = 0;
	return ret;
}

/* A row of the table of pageblocks: as many columns as the header has types, and not the first zone
 * again. */
static bool is_block_row(struct splitter *split, const struct line_label *label)
{
	if (split->piece.kind != PIECE_PAGETYPEINFO || !split->nr_types || label->type.len ||
	    split->nr_types > TYPES_MAX || nr_words(label->rest) != split->nr_types ||
	    same_label(&split->first_block, label))
		return false;
	if (!split->first_block.name.len)
		split->first_block = *label;
	return true;
}

static enum piece_kind kind_of_row(const struct splitter *split, const struct line_label *label)
{
	struct span word = span_first_word(label->rest);

	if (label->type.len)
		return PIECE_PAGETYPEINFO;
	if (!memchr(word.at, '.', word.len) || word.at[0] == '.')
		return PIECE_BUDDYINFO;
	/* At order 0 the unusable index is 0 or 1; the other is -1, or 0 where nothing is free. */
	if (word.at[0] == '-')
		return PIECE_EXTFRAG;
	if (split->piece.kind == PIECE_EXTFRAG && !same_label(&split->first, label))
		return PIECE_EXTFRAG;
	return PIECE_UNUSABLE;
}

static int take_row(struct splitter *split, struct span line, unsigned long line_nr)
{
	struct line_label label;
	enum piece_kind kind;
	int ret;

	line_label(line, LINE_PROC_ROW, &label);
	if (is_block_row(split, &label)) {
		ret = flush_header(split);
		return ret ? ret : add_line(&split->piece, line, line_nr);
	}
	kind = kind_of_row(split, &label);
	ret = want_piece(split, kind, same_label(&split->first, &label));
	if (!ret && kind == PIECE_PAGETYPEINFO)
		ret = flush_header(split);
	split->header.len = 0;
	split->nr_types = 0;
	if (!split->first.name.len)
		split->first = label;
	return ret ? ret : add_line(&split->piece, line, line_nr);
}

static int take_zone(struct splitter *split, struct span line, unsigned long line_nr)
{
	struct line_label label;
	int ret;

	line_label(line, LINE_PROC_ZONE, &label);
	ret = want_piece(split, PIECE_ZONEINFO, same_label(&split->first, &label));
	if (!split->first.name.len)
		split->first = label;
	split->zone_indent = span_blanks(line);
	split->zone_is_new = true;
	return ret ? ret : add_line(&split->piece, line, line_nr);
}

/* Lines below a zone of zoneinfo are indented, unless the whole text has lost that. */
static bool is_zone_line(struct splitter *split, struct span line)
{
	bool deeper = span_blanks(line) > split->zone_indent;

	if (split->piece.kind != PIECE_ZONEINFO)
		return false;
	if (split->zone_is_new) {
		struct span word = span_first_word(line);

		split->zone_is_new = false;
		split->zone_is_flat = !deeper && (span_equals(word, "pages") ||
						  span_equals(word, "per-node"));
	}
	return deeper || split->zone_is_flat;
}

static int take_run_line(struct splitter *split, enum piece_kind kind, struct span name,
			 struct span line, unsigned long line_nr)
{
	bool again = split->run_first.len == name.len &&
		     !memcmp(split->run_first.at, name.at, name.len);
	int ret = 0;

	if (split->run.kind && (split->run.kind != kind || again))
		ret = end_run(split);
	if (!split->run.kind)
		split->run_first = name;
	split->run.kind = kind;
	split->run_is_known |= kind == PIECE_VMSTAT ? plain_is_vmstat_name(name) :
						      plain_is_meminfo_name(name);
	split->run_is_cgroup |= kind == PIECE_VMSTAT && plain_is_cgroup_name(name);
	return ret ? ret : add_line(&split->run, line, line_nr);
}

static int take_other(struct splitter *split, struct span line, unsigned long line_nr)
{
	struct span name;

	if (span_trim(line).len && is_zone_line(split, line))
		return add_line(&split->piece, line, line_nr);
	if (plain_is_vmstat(line, &name))
		return take_run_line(split, PIECE_VMSTAT, name, line, line_nr);
	if (plain_is_meminfo(line, &name))
		return take_run_line(split, PIECE_MEMINFO, name, line, line_nr);
	return end_run(split);
}

static struct span without_time(struct span line)
{
	const char *end;

	if (!span_starts(line, "["))
		return line;
	end = memchr(line.at, ']', line.len < 40 ? line.len : 40);
	return end ? span_skip(line, (size_t)(end - line.at) + 1) : line;
}

static int take_line(struct splitter *split, struct span line, unsigned long line_nr)
{
	enum line_kind kind = line_kind(without_time(line));
	int ret;

	if (kind == LINE_OTHER || kind == LINE_LABEL)
		return take_other(split, line, line_nr);
	ret = end_run(split);
	if (ret)
		return ret;
	if (line_kind_is_klog(kind)) {
		ret = want_piece(split, PIECE_KLOG, false);
		return ret ? ret : add_line(&split->piece, line, line_nr);
	}
	if (kind == LINE_PROC_ROW)
		return take_row(split, line, line_nr);
	if (kind == LINE_PROC_ZONE)
		return take_zone(split, line, line_nr);
	return take_header(split, kind, line, line_nr);
}

int pieces_split(const struct unwrapped *text,
		 int (*take)(void *arg, const struct piece *piece), void *arg)
{
	struct splitter split = { .take = take, .arg = arg };
	struct span rest = textbuf_span(&text->text), line;
	int ret = 0;

	for (size_t i = 0; !ret && span_next_line(&rest, &line); i++)
		ret = take_line(&split, line, i < text->nr_lines ? text->line_nr[i] : 0);
	if (!ret)
		ret = end_run(&split);
	if (!ret && split.piece.kind == PIECE_PAGETYPEINFO)
		ret = flush_header(&split);
	if (!ret)
		ret = end_piece(&split);
	textbuf_done(&split.piece.text);
	textbuf_done(&split.run.text);
	textbuf_done(&split.header);
	return ret;
}
