// SPDX-License-Identifier: GPL-2.0-or-later
#include "grammar.h"

#include "fragscope/array.h"

#include "klog_names.h"

/* A beginning that is enough to know the kind. */
struct opening {
	const char *text;
	enum line_kind kind;
	bool anywhere;
};

static const struct opening openings[] = {
	{ "Page block order:", LINE_PROC_BLOCK, true },
	{ "Pages per block:", LINE_PROC_BLOCK, true },
	{ "Free pages count per migrate type", LINE_PROC_ORDERS, true },
	{ "Number of blocks type", LINE_PROC_TYPES, true },
	{ "Number of mixed blocks", LINE_PROC_TYPES, true },
	{ "Mem-Info:", LINE_MEMINFO, true },
	{ "Mem-info:", LINE_MEMINFO, true },
	{ "SysRq : Show Memory", LINE_SYSRQ, true },
	{ "sysrq: Show Memory", LINE_SYSRQ, true },
	{ "SysRq: Show Memory", LINE_SYSRQ, true },
	{ "Zone:", LINE_ZONE_24, false },
	{ "lowmem_reserve[]:", LINE_RESERVE, false },
	{ "protections[]:", LINE_RESERVE, false },
	{ "oom-kill:constraint=", LINE_CONSTRAINT, false },
	{ "CPU: ", LINE_TASK, false },
	{ "Pid: ", LINE_TASK, false },
};

/* What makes a line a request, wherever it stands. */
static const struct opening phrases[] = {
	{ "invoked oom-killer:", LINE_OOM },
	{ "oom-killer: gfp_mask=", LINE_OOM },
	{ "page allocation failure", LINE_REQUEST },
	{ "vmalloc error:", LINE_REQUEST },
	{ "vmalloc: allocation failure", LINE_REQUEST },
	{ "vmemmap alloc failure:", LINE_REQUEST },
	{ "-order allocation failed", LINE_REQUEST },
	{ " mems_allowed=", LINE_CPUSET },
};

static const struct opening *find_opening(struct span text)
{
	for (size_t i = 0; i < ARRAY_SIZE(openings); i++)
		if (span_starts(text, openings[i].text))
			return &openings[i];
	return NULL;
}

/* The first words of a row: a cell; after a name that every kernel knows also the total, an
 * elision or "empty", which other texts have too. */
static bool begins_row(struct span rest, bool named)
{
	struct span word;
	uint64_t count, size;

	if (!span_next_word(&rest, &word))
		return false;
	if (row_cell(word, &count, &size))
		return true;
	if (span_equals(word, "="))
		return span_to_kib(span_first_word(rest), &size);
	return named && (row_elision(word) || span_equals(word, "empty"));
}

static bool is_zone_name(struct span name)
{
	return name.len && name.len < 16 && char_is_upper(name.at[0]) &&
	       span_name(name) == name.len;
}

/* "DMA free:", "DMA: 1*4kB", "DMA:" */
static enum line_kind kind_of_zone(struct span text)
{
	struct span name = text, rest;

	name.len = span_name(text);
	rest = span_skip(text, name.len);
	if (!is_zone_name(name))
		return LINE_OTHER;
	if (rest.len && rest.at[0] == ':') {
		rest = span_trim(span_skip(rest, 1));
		if (!rest.len)
			return klog_zone_is_usual(name) ? LINE_LABEL : LINE_OTHER;
		return begins_row(rest, klog_zone_is_usual(name)) ? LINE_ROW : LINE_OTHER;
	}
	rest = span_trim(rest);
	if (span_starts(rest, "free:") && (rest.len == 5 || char_is_digit(rest.at[5])))
		return LINE_ZONE;
	return !rest.len && klog_zone_is_usual(name) ? LINE_LABEL : LINE_OTHER;
}

/* After "Node 0,": the rest of a label of a /proc file */
static enum line_kind kind_of_proc(struct span text)
{
	struct line_label label;
	struct span word;

	line_label(text, LINE_PROC_ROW, &label);
	if (span_next_word(&label.rest, &word))
		return proc_number(word) || row_elision(word) ? LINE_PROC_ROW : LINE_OTHER;
	if (!label.name.len || label.type.len)
		return LINE_LABEL;
	/* "… zone DMA, type" and no name yet */
	text = span_trim(text);
	return span_equals(span_skip(text, text.len > 4 ? text.len - 4 : 0), "type") ?
	       LINE_LABEL : LINE_PROC_ZONE;
}

/* "active_anon:149": no blank behind the colon, as /proc/meminfo has one */
static bool begins_counters(struct span text)
{
	struct span key = text;

	key.len = span_name(text);
	text = span_skip(text, key.len);
	return klog_counter_of(key) && text.len > 1 && text.at[0] == ':' &&
	       char_is_digit(text.at[1]);
}

/* "Node 0 …" */
static enum line_kind kind_of_node(struct span text)
{
	struct span rest = span_skip_blanks(span_skip(text, 5));
	size_t digits = span_digits(rest);

	rest = span_skip(rest, digits);
	if (!digits)
		return LINE_OTHER;
	if (rest.len && rest.at[0] == ',')
		return kind_of_proc(text);
	if (!span_trim(rest).len)
		return LINE_LABEL;
	if (!char_is_blank(rest.at[0]))
		return LINE_OTHER;
	rest = span_skip_blanks(rest);
	if (span_starts(rest, "hugepages_"))
		return LINE_HUGE;
	return begins_counters(rest) ? LINE_NODE : kind_of_zone(rest);
}

/* Kinds that show at the front of a line. */
static enum line_kind kind_of_front(struct span text)
{
	const struct opening *opening = find_opening(text);

	if (opening)
		return opening->kind;
	if (span_starts(text, "Node "))
		return kind_of_node(text);
	if (begins_row(text, false))
		return LINE_ROW;
	if (span_starts(text, "( Active:"))
		return LINE_COUNTERS;
	if (begins_counters(text) &&
	    line_word_fits(LINE_COUNTERS, SPAN(""), span_first_word(text)))
		return LINE_COUNTERS;
	if (klog_total_of(text, NULL))
		return LINE_TOTAL;
	return kind_of_zone(text);
}

enum line_kind line_kind(struct span text)
{
	enum line_kind kind;

	text = span_trim(text);
	if (!text.len)
		return LINE_OTHER;
	kind = kind_of_front(text);
	for (size_t i = 0; i < ARRAY_SIZE(phrases) && kind == LINE_OTHER; i++)
		if (span_find(text, phrases[i].text) >= 0)
			kind = phrases[i].kind;
	return kind;
}

bool line_begins_anywhere(struct span text)
{
	const struct opening *opening = find_opening(text);

	if (opening)
		return opening->anywhere;
	return span_starts(text, "Node ") && kind_of_node(text) != LINE_OTHER;
}
