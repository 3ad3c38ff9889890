// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * /proc/iomem: "00100000-bfffffff : System RAM" with nested resources indented below.  Which
 * physical addresses are memory; kernel/resource.c.  Without CAP_SYS_ADMIN all addresses are 0.
 */
#include "fragscope/parse.h"

#include <errno.h>

static bool is_ram(struct span name)
{
	/* "System RAM (kmem)", "System RAM (virtio_mem)"; an alias is the same memory again */
	return span_starts(name, "System RAM") && span_find(name, "alias") < 0;
}

static bool hex_to_u64(struct span digits, uint64_t *value)
{
	uint64_t n = 0;

	if (!digits.len || digits.len > 16)
		return false;
	for (size_t i = 0; i < digits.len; i++) {
		char c = digits.at[i];
		unsigned int digit = c >= '0' && c <= '9' ? (unsigned int)(c - '0') :
				     c >= 'a' && c <= 'f' ? (unsigned int)(c - 'a') + 10 : 16;

		if (digit > 15)
			return false;
		n = n << 4 | digit;
	}
	*value = n;
	return true;
}

/* "start-end", the end belonging to it */
static bool parse_range(struct span text, uint64_t *start, uint64_t *last)
{
	ptrdiff_t dash = span_find(text, "-");

	if (dash < 0)
		return false;
	return hex_to_u64((struct span){ text.at, (size_t)dash }, start) &&
	       hex_to_u64(span_skip(text, (size_t)dash + 1), last);
}

int parse_iomem(struct frame *frame, struct span text, struct err *err)
{
	struct scan scan;
	struct span line;
	bool any = false, hidden = false;

	scan_init(&scan, text);
	while (scan_line(&scan, &line)) {
		ptrdiff_t colon = span_find(line, " : ");
		uint64_t start, last;

		if (colon < 0 || !is_ram(span_skip(line, (size_t)colon + 3)))
			continue;
		if (!parse_range(span_trim((struct span){ line.at, (size_t)colon }), &start, &last))
			return scan_error(&scan, line.at, err, "expected START-END in hexadecimal");
		any = true;
		if (!start && !last)
			hidden = true;
		else if (last == UINT64_MAX || frame_add_ram(frame, start, last + 1) == -EINVAL)
			return scan_error(&scan, line.at, err,
					  "a range that is not behind the last");
	}
	if (hidden)
		return err_set(err, EACCES, "addresses are hidden without CAP_SYS_ADMIN");
	if (!any)
		return scan_error(&scan, scan.line, err, "no line of System RAM");
	return 0;
}
