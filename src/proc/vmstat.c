// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * /proc/vmstat ("nr_free_pages 1017102") and /proc/meminfo ("MemFree: 24288100 kB"): names and
 * numbers, all of them kept.  Lines of another shape are passed over, and so are zoneinfo's
 * counters, which look the same but stand indented below a zone.
 */
#include "fragscope/parse.h"

#include <errno.h>
#include <string.h>

#define NAME_BYTES_MAX 64

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static bool is_lower(char c)
{
	return c >= 'a' && c <= 'z';
}

static bool is_upper(char c)
{
	return c >= 'A' && c <= 'Z';
}

/* vmstat's names; a lone word without an underscore is more likely prose. */
static bool is_counter_name(struct span word, bool *underscore)
{
	*underscore = false;
	if (!word.len || word.len > NAME_BYTES_MAX || !is_lower(word.at[0]))
		return false;
	for (size_t i = 0; i < word.len; i++) {
		if (word.at[i] == '_')
			*underscore = true;
		else if (!is_lower(word.at[i]) && !is_digit(word.at[i]))
			return false;
	}
	return true;
}

/* meminfo's names: "Active(anon)", "HugePages_Total", "DirectMap4k" */
static bool is_meminfo_name(struct span word)
{
	if (!word.len || word.len > NAME_BYTES_MAX || !is_upper(word.at[0]))
		return false;
	for (size_t i = 0; i < word.len; i++) {
		char c = word.at[i];

		if (!is_lower(c) && !is_upper(c) && !is_digit(c) && c != '_' && c != '(' &&
		    c != ')')
			return false;
	}
	return true;
}

/* One line of the file: 1 with name and number, 0 when it is not ours, -EINVAL when it is, but
 * garbled. */
typedef int line_fn(const struct scan *scan, struct span line, struct span *name, uint64_t *value,
		    struct err *err);

static int vmstat_line(const struct scan *scan, struct span line, struct span *name,
		       uint64_t *value, struct err *err)
{
	struct span word, more;
	bool underscore;

	if (!span_next_word(&line, name) || !is_counter_name(*name, &underscore))
		return 0;
	if (!span_next_word(&line, &word))
		return underscore ? scan_error(scan, word.at, err, "the line is cut") : 0;
	if (!is_digit(word.at[0]) || span_next_word(&line, &more))
		return 0;
	if (!span_to_u64(word, value))
		return scan_error(scan, word.at, err, "no number");
	return 1;
}

static int meminfo_line(const struct scan *scan, struct span line, struct span *name,
			uint64_t *value, struct err *err)
{
	struct span word, unit;
	bool has_unit;

	if (!span_next_word(&line, name) || name->len < 2 || name->at[name->len - 1] != ':')
		return 0;
	name->len--;
	if (!is_meminfo_name(*name) || !span_next_word(&line, &word) || !is_digit(word.at[0]))
		return 0;
	has_unit = span_next_word(&line, &unit);
	if (has_unit && (!span_equals(unit, "kB") || span_next_word(&line, &unit)))
		return 0;
	if (!span_to_u64(word, value))
		return scan_error(scan, word.at, err, "no number");
	return 1;
}

/* Whether the line belongs to a zone of zoneinfo; *inside carries over from line to line. */
static bool is_zoneinfo(struct span line, bool *inside)
{
	if (span_find(line, ", zone") >= 0)
		*inside = true;
	else if (line.len && line.at[0] != ' ' && line.at[0] != '\t')
		*inside = false;
	return *inside;
}

static bool is_same(struct span a, struct span b)
{
	return a.len == b.len && !memcmp(a.at, b.at, a.len);
}

static int parse(line_fn *parse_line, struct counters *counters, struct frame *frame,
		 struct span text, const char *none, struct err *err)
{
	struct span line, name, first = { "", 0 };
	bool inside = false;
	struct scan scan;
	uint64_t value;
	int rc = 0;

	scan_init(&scan, text);
	while (scan_line(&scan, &line)) {
		int got;

		if (is_zoneinfo(line, &inside))
			continue;
		got = parse_line(&scan, line, &name, &value, rc ? NULL : err);
		if (got < 0)
			rc = got;
		if (got <= 0)
			continue;
		/* The kernel's order is fixed: the first name again means a second reading. */
		if (is_same(first, name)) {
			rc = scan_error(&scan, name.at, rc ? NULL : err,
					"it begins again; only the first reading is taken");
			break;
		}
		if (!first.len)
			first = name;
		if (counters_add(counters, &frame->arena, name, num_known(value)) < 0)
			return err_set(err, ENOMEM, "out of memory");
	}
	if (!first.len && !rc)
		rc = scan_error(&scan, scan.line, err, "%s", none);
	return rc;
}

int parse_vmstat(struct frame *frame, struct span text, struct err *err)
{
	return parse(vmstat_line, &frame->vmstat, frame, text,
		     "no line of /proc/vmstat in this text", err);
}

int parse_meminfo(struct frame *frame, struct span text, struct err *err)
{
	return parse(meminfo_line, &frame->meminfo, frame, text,
		     "no line of /proc/meminfo in this text", err);
}
