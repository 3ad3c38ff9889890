/* SPDX-License-Identifier: GPL-2.0-or-later */
/* parsed - a text through one parser into a fresh frame, with what every parser owes. */
#ifndef TESTS_PROC_PARSED_H
#define TESTS_PROC_PARSED_H

#include <errno.h>

#include "fragscope/parse.h"

#include "../check.h"

typedef int parser(struct frame *frame, struct span text, struct err *err);

/* Parses into the frame; the result must be rc, the frame must hold together, and an error must say
 * where. */
static inline void parse_into(struct frame *frame, parser *parse, const char *text, int rc,
			      struct err *err)
{
	struct err breach = { "" };

	err->text[0] = '\0';
	assert_int_equal(parse(frame, span_of(text), err), rc);
	if (rc)
		assert_true(span_starts(span_of(err->text), "line "));
	if (frame_check(frame, &breach))
		fail_msg("%s", breach.text);
}

static inline struct frame *parsed(parser *parse, const char *text)
{
	struct frame *frame = frame_new();
	struct err err;

	assert_non_null(frame);
	parse_into(frame, parse, text, 0, &err);
	return frame;
}

/* The same for a text with a fault; what was understood is in the frame. */
static inline struct frame *parsed_badly(parser *parse, const char *text, struct err *err)
{
	struct frame *frame = frame_new();

	assert_non_null(frame);
	parse_into(frame, parse, text, -EINVAL, err);
	return frame;
}

static inline struct zone *zone_of(const struct frame *frame, int node, const char *name)
{
	struct zone *zone = frame_find_zone(frame, node, span_of(name));

	assert_non_null(zone);
	return zone;
}

static inline void assert_known(struct num num, uint64_t n)
{
	assert_int_equal(num.state, NUM_KNOWN);
	assert_true(num.n == n);
}

static inline void assert_absent(struct num num)
{
	assert_int_equal(num.state, NUM_ABSENT);
}

/* counts ends with -1 */
static inline void assert_counts(const struct zone *zone, const long *counts)
{
	unsigned int order = 0;

	for (; counts[order] >= 0; order++)
		assert_known(zone->free_blocks[order], (uint64_t)counts[order]);
	assert_int_equal(zone->nr_orders, order);
}

#define COUNTS(...) ((const long[]){ __VA_ARGS__, -1 })

#endif
