// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * /proc/pressure/memory: "some avg10=0.12 avg60=0.00 avg300=0.00 total=4711", and a line for
 * "full". kernel/sched/psi.c psi_show().  Also the choices of sysfs files, "always [madvise]
 * never".
 */
#include "fragscope/array.h"
#include "fragscope/parse.h"

#include <errno.h>
#include <stddef.h>

/* "12.34" in hundredths */
static bool to_hundredths(struct span word, uint64_t *value)
{
	ptrdiff_t point = span_find(word, ".");
	struct span whole = word, part;
	uint64_t units, hundredths;

	if (point < 0)
		return false;
	whole.len = (size_t)point;
	part = span_skip(word, (size_t)point + 1);
	if (part.len != 2 || !span_to_u64(whole, &units) || !span_to_u64(part, &hundredths) ||
	    units > 100)
		return false;
	*value = units * 100 + hundredths;
	return true;
}

struct field {
	const char *label;
	size_t place;       /* of a struct num in struct psi_line */
	bool (*convert)(struct span word, uint64_t *value);
};

static const struct field fields[] = {
	{ "avg10=", offsetof(struct psi_line, avg10), to_hundredths },
	{ "avg60=", offsetof(struct psi_line, avg60), to_hundredths },
	{ "avg300=", offsetof(struct psi_line, avg300), to_hundredths },
	{ "total=", offsetof(struct psi_line, total_us), span_to_u64 },
};

static int take_word(const struct scan *scan, struct psi_line *psi, struct span word,
		     struct err *err)
{
	for (size_t i = 0; i < ARRAY_SIZE(fields); i++) {
		struct num *num = (struct num *)(void *)((char *)psi + fields[i].place);
		uint64_t value;

		if (!span_starts(word, fields[i].label))
			continue;
		if (!fields[i].convert(span_skip(word, span_of(fields[i].label).len), &value))
			return scan_error(scan, word.at, err, "no value");
		*num = num_known(value);
		return 0;
	}
	return 0;
}

int parse_psi(struct frame *frame, struct span text, struct err *err)
{
	struct span line, word;
	bool any = false;
	struct scan scan;
	int rc = 0;

	scan_init(&scan, text);
	while (scan_line(&scan, &line)) {
		struct psi_line *psi;

		if (!span_next_word(&line, &word) || span_find(line, "avg10=") < 0)
			continue;
		if (span_equals(word, "some"))
			psi = &frame->psi_some;
		else if (span_equals(word, "full"))
			psi = &frame->psi_full;
		else
			continue;
		any = true;
		while (span_next_word(&line, &word))
			if (take_word(&scan, psi, word, rc ? NULL : err) < 0)
				rc = -EINVAL;
	}
	if (!any)
		return scan_error(&scan, scan.line, err, "no line of /proc/pressure/memory");
	return rc;
}

bool parse_choice(struct span text, struct span *word)
{
	ptrdiff_t open = span_find(text, "["), close;

	if (open < 0)
		return false;
	*word = span_skip(text, (size_t)open + 1);
	close = span_find(*word, "]");
	if (close <= 0)
		return false;
	word->len = (size_t)close;
	return true;
}
