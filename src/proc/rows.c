// SPDX-License-Identifier: GPL-2.0-or-later
#include "rows.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define NODE_MAX 65535

void rows_init(struct rows *rows, struct frame *frame, struct span text, struct err *err)
{
	*rows = (struct rows){ .frame = frame, .err = err };
	scan_init(&rows->scan, text);
}

bool rows_to_count(struct span word, struct num *count)
{
	bool capped = span_starts(word, ">");

	if (capped)
		word = span_skip(word, 1);
	count->state = capped ? NUM_CAPPED : NUM_KNOWN;
	return span_to_u64(word, &count->n);
}

bool rows_to_mille(struct span word, int16_t *mille)
{
	bool negative = span_starts(word, "-");
	struct span units = negative ? span_skip(word, 1) : word;
	ptrdiff_t point = span_find(units, ".");
	struct span parts;
	uint64_t whole, part;

	if (point < 0)
		return false;
	parts = span_skip(units, (size_t)point + 1);
	units.len = (size_t)point;
	/* C's % leaves the sign on the remainder, and the kernel prints it. */
	if (span_starts(parts, "-")) {
		negative = true;
		parts = span_skip(parts, 1);
	}
	if (!span_to_u64(units, &whole) || parts.len > 3 || !span_to_u64(parts, &part) ||
	    whole > 1 || (whole && part))
		return false;
	*mille = (int16_t)(whole * 1000 + part);
	if (negative)
		*mille = (int16_t)-*mille;
	return true;
}

static bool is_clip(struct span word)
{
	return span_equals(word, "...") || span_equals(word, "\u2026") ||
	       span_equals(word, "<...>");
}

static void garble(struct row *row, const char *at, const char *why)
{
	row->garbled = at;
	row->why = why;
}

/* Takes one column; false when the word is none. */
static bool take_column(struct row *row, struct span word)
{
	struct num count;
	int16_t mille;

	if (!row->nr)
		row->decimal = span_find(word, ".") >= 0;
	if (row->decimal ? !rows_to_mille(word, &mille) : !rows_to_count(word, &count)) {
		garble(row, word.at, row->decimal ? "no decimal" : "no count");
		return false;
	}
	if (row->nr == FRAME_ORDERS_MAX) {
		garble(row, word.at, "too many columns");
		return false;
	}
	if (row->decimal)
		row->mille[row->nr++] = mille;
	else
		row->count[row->nr++] = count;
	return true;
}

static void take_columns(struct row *row, struct span rest)
{
	struct span word;

	while (span_next_word(&rest, &word)) {
		if (is_clip(word)) {
			row->clipped = true;
			return;
		}
		if (!take_column(row, word))
			return;
	}
}

/* "0," after "Node" */
static bool take_node(struct row *row, struct span *rest)
{
	struct span word;
	uint64_t node;

	if (!span_next_word(rest, &word) || word.len < 2 || word.at[word.len - 1] != ',')
		return false;
	word.len--;
	if (!span_to_u64(word, &node))
		return false;
	if (node > NODE_MAX)
		garble(row, word.at, "no such node");
	row->node = (int)node;
	return true;
}

static bool is_word_char(char c)
{
	return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

bool rows_is_name(struct span word)
{
	for (size_t i = 0; i < word.len; i++)
		if (!is_word_char(word.at[i]) && word.at[i] != '_' && word.at[i] != '-')
			return false;
	return word.len > 0 && word.len < FRAME_NAME_MAX;
}

/* The name after "zone" or "type", with the comma that may follow. */
static void take_name(struct row *row, struct span *rest, const char *keyword, struct span *name,
		      bool *comma)
{
	struct span word;

	*comma = false;
	if (!span_next_word(rest, &word) || !span_equals(word, keyword)) {
		garble(row, word.at, "the line is cut or garbled");
		return;
	}
	if (!span_next_word(rest, &word)) {
		garble(row, word.at, "the line is cut");
		return;
	}
	*comma = word.at[word.len - 1] == ',';
	if (*comma)
		word.len--;
	if (rows_is_name(word))
		*name = word;
	else
		garble(row, word.at, "no name");
}

/* Finds "Node N," wherever it stands in the line; *rest is what follows. */
static bool find_head(struct row *row, struct span *rest)
{
	struct span line = row->line;
	const char *node;

	while (line.len && (node = memchr(line.at, 'N', line.len))) {
		line = span_skip(line, (size_t)(node - line.at));
		if (!span_starts(line, "Node") || (node > row->line.at && is_word_char(node[-1]))) {
			line = span_skip(line, 1);
			continue;
		}
		line = span_skip(line, 4);
		*rest = line;
		if (line.len && (line.at[0] == ' ' || line.at[0] == '\t') && take_node(row, rest))
			return true;
	}
	return false;
}

static void parse_row(struct row *row)
{
	struct span rest;
	bool comma;

	row->is_zone = find_head(row, &rest);
	if (!row->is_zone)
		return;
	if (!row->garbled)
		take_name(row, &rest, "zone", &row->zone, &comma);
	if (!row->garbled && comma)
		take_name(row, &rest, "type", &row->type, &comma);
	if (!row->garbled)
		take_columns(row, rest);
}

/* A line of columns only, behind quoting at most: the row before it goes on. */
static bool continue_row(struct row *row, struct span line)
{
	struct row longer = *row;

	line = span_trim(line);
	while (span_starts(line, ">") && line.len > 1 && !(line.at[1] >= '0' && line.at[1] <= '9'))
		line = span_trim(span_skip(line, 1));
	if (!line.len)
		return false;
	take_columns(&longer, line);
	if (longer.garbled || longer.nr == row->nr || (row->nr && longer.decimal != row->decimal))
		return false;
	*row = longer;
	return true;
}

/* Leaves the columns as they are: row->nr says how many count. */
static void begin_row(struct row *row, const struct scan *scan, struct span line)
{
	row->scan = *scan;
	row->line = line;
	row->zone = row->type = (struct span){ line.at, 0 };
	row->nr = 0;
	row->decimal = row->clipped = false;
	row->garbled = NULL;
}

bool rows_next(struct rows *rows, struct row *row)
{
	struct scan ahead;
	struct span line;

	if (rows->stop || !scan_line(&rows->scan, &line))
		return false;
	begin_row(row, &rows->scan, line);
	parse_row(row);
	ahead = rows->scan;
	while (row->is_zone && !row->garbled && !row->clipped && scan_line(&ahead, &line) &&
	       continue_row(row, line))
		rows->scan = ahead;
	return true;
}

struct zone *rows_zone(struct rows *rows, const struct row *row)
{
	struct frame *frame = rows->frame;
	struct zone *zone;

	for (unsigned int i = 0; i < frame->nr_zones; i++) {
		unsigned int at = (rows->zone + i) % frame->nr_zones;

		zone = frame->zones[at];
		if (zone->node == row->node && span_equals(row->zone, zone->name)) {
			rows->zone = at;
			return zone;
		}
	}
	zone = NULL;
	if (frame->nr_zones < ROWS_ZONES_MAX)
		zone = frame_add_zone(frame, row->node, row->zone);
	if (!zone) {
		rows->stop = true;
		rows_fail(rows, &row->scan, row->zone.at, "more than %d zones, or out of memory",
			  ROWS_ZONES_MAX);
		return NULL;
	}
	rows->zone = frame->nr_zones - 1;
	return zone;
}

bool rows_see(struct rows *rows, struct rows_seen *seen)
{
	bool before = rows_saw(seen, rows->zone);

	if (rows->zone < ROWS_ZONES_MAX)
		seen->bits[rows->zone / 64] |= 1ULL << rows->zone % 64;
	return before;
}

bool rows_saw(const struct rows_seen *seen, unsigned int zone)
{
	return zone < ROWS_ZONES_MAX && seen->bits[zone / 64] >> zone % 64 & 1;
}

void rows_fail(struct rows *rows, const struct scan *scan, const char *at, const char *fmt, ...)
{
	char what[160];
	va_list ap;

	if (rows->rc)
		return;
	va_start(ap, fmt);
	vsnprintf(what, sizeof(what), fmt, ap);
	va_end(ap);
	rows->rc = scan_error(scan, at ? at : scan->line, rows->err, "%s", what);
}

void rows_fail_garbled(struct rows *rows, const struct row *row)
{
	rows_fail(rows, &row->scan, row->garbled, "%s", row->why);
}

void rows_fail_again(struct rows *rows, const struct row *row)
{
	rows->stop = true;
	rows_fail(rows, &row->scan, row->zone.at,
		  "this zone comes again; only the first reading is taken");
}

void rows_note_width(struct rows_width *width, const struct scan *scan, unsigned int nr)
{
	if (!width->widest) {
		width->first_scan = *scan;
	} else if (nr != width->widest && !width->narrow) {
		width->narrow = nr < width->widest ? nr : width->widest;
		width->narrow_scan = nr < width->widest ? *scan : width->first_scan;
	}
	if (nr > width->widest)
		width->widest = nr;
}

void rows_check_width(struct rows *rows, const struct rows_width *width)
{
	if (width->narrow)
		rows_fail(rows, &width->narrow_scan, width->narrow_scan.line,
			  "%u columns where other rows have %u: the row is cut", width->narrow,
			  width->widest);
}
