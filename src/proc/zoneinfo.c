// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * /proc/zoneinfo: for each zone its size, its watermarks, its counters and its per-CPU lists.
 * mm/vmstat.c zoneinfo_show_print().
 *
 * The layout has grown for twenty years; what matters is a row of names and places (the table
 * below), and whatever has no row is passed over: the node's counters, which the kernel prints
 * under the node's first zone, and lines of kernels yet to come.  Zones without pages are listed
 * since 4.11 and stop after their lowmem reserve.
 *
 * min, low and high are what the kernel compares with: a temporary boost is in them.
 */
#include "fragscope/array.h"
#include "fragscope/parse.h"

#include <stddef.h>
#include <string.h>

#include "rows.h"

struct field {
	struct span label;  /* the line's first word */
	size_t place;       /* of a struct num in struct zone */
	bool sum;           /* the label comes again; add up */
};

#define LABEL(label) { label, sizeof(label) - 1 }
#define FIELD(label, member) { LABEL(label), offsetof(struct zone, member), false }
static const struct field fields[] = {
	FIELD("boost", boost),
	FIELD("min", min),
	FIELD("low", low),
	FIELD("high", high),
	FIELD("promo", promo),
	FIELD("spanned", spanned),
	FIELD("present", present),
	FIELD("managed", managed),
	FIELD("nr_free_cma", free_cma),
	FIELD("reserved_highatomic", reserved_highatomic),
	FIELD("start_pfn:", start_pfn),
	{ LABEL("count:"), offsetof(struct zone, pcp_pages), true },
};
static const struct field free_field = FIELD("pages free", free);

struct parse {
	struct rows rows;
	struct row row;
	struct rows_seen seen;
	struct zone *zone;  /* whose lines come now; NULL: none's */
	bool pending;       /* a head was read, but none of its lines yet */
	struct row head;
	bool per_node;      /* the lines are the node's */
};

/* Large machines print a hundred thousand lines here, most of which have no field. */
static const struct field *find_field(struct span label)
{
	for (size_t i = 0; i < ARRAY_SIZE(fields); i++)
		if (label.len == fields[i].label.len &&
		    !memcmp(label.at, fields[i].label.at, label.len))
			return &fields[i];
	return NULL;
}

static void take_number(struct parse *p, const struct field *field, struct span word)
{
	struct num *num = (struct num *)(void *)((char *)p->zone + field->place);
	uint64_t n;

	if (!span_to_u64(word, &n)) {
		rows_fail(&p->rows, &p->row.scan, word.at, "no number");
		return;
	}
	*num = field->sum && num_has(*num) ? num_add(*num, num_known(n)) : num_known(n);
}

/* "protection: (0, 3018, 4170)": one for each kind of zone this kernel has */
static void take_reserve(struct parse *p, struct span rest)
{
	struct zone *zone = p->zone;
	struct span word;

	zone->nr_reserve = 0;
	while (span_next_word(&rest, &word)) {
		uint64_t pages;
		bool first = span_starts(word, "("), last;

		if (first)
			word = span_skip(word, 1);
		last = word.len && word.at[word.len - 1] == ')';
		if (word.len && (last || word.at[word.len - 1] == ','))
			word.len--;
		if (first != !zone->nr_reserve || zone->nr_reserve == FRAME_RESERVE_MAX ||
		    !span_to_u64(word, &pages)) {
			rows_fail(&p->rows, &p->row.scan, word.at, "no lowmem reserve");
			return;
		}
		zone->reserve[zone->nr_reserve++] = num_known(pages);
		if (last)
			return;
	}
	rows_fail(&p->rows, &p->row.scan, rest.at, "the lowmem reserve is cut");
}

/* A zone exists once something is said about it: a head alone may be a cut row of buddyinfo. */
static bool begin_zone(struct parse *p)
{
	if (!p->pending)
		return p->zone;
	p->pending = false;
	p->zone = rows_zone(&p->rows, &p->head);
	if (p->zone && rows_see(&p->rows, &p->seen)) {
		rows_fail_again(&p->rows, &p->head);
		p->zone = NULL;
	}
	return p->zone;
}

static void take_line(struct parse *p)
{
	struct span rest = p->row.line;
	const struct field *field;
	struct span label, word;

	if (!span_next_word(&rest, &label))
		return;
	if (span_equals(label, "per-node"))
		p->per_node = begin_zone(p);
	/* "pages free 3840" ends the node's counters */
	if (span_equals(label, "pages") && span_next_word(&rest, &word) &&
	    span_equals(word, "free")) {
		p->per_node = false;
		span_next_word(&rest, &word);
		if (begin_zone(p))
			take_number(p, &free_field, word);
		return;
	}
	if (!p->zone || p->pending || p->per_node)
		return;
	if (span_equals(label, "protection:")) {
		take_reserve(p, rest);
		return;
	}
	field = find_field(label);
	if (!field)
		return;
	span_next_word(&rest, &word);
	take_number(p, field, word);
}

static void mark_empty_zones(const struct parse *p)
{
	const struct frame *frame = p->rows.frame;

	for (unsigned int i = 0; i < frame->nr_zones; i++) {
		struct zone *zone = frame->zones[i];

		if (rows_saw(&p->seen, i))
			zone->empty = zone->present.state == NUM_KNOWN && !zone->present.n;
	}
}

int parse_zoneinfo(struct frame *frame, struct span text, struct err *err)
{
	struct parse p = { 0 };
	bool any = false;

	rows_init(&p.rows, frame, text, err);
	while (rows_next(&p.rows, &p.row)) {
		if (!p.row.is_zone) {
			take_line(&p);
			any |= p.zone != NULL;
			continue;
		}
		p.zone = NULL;
		p.per_node = false;
		/* heads with columns are rows of other files */
		p.pending = !p.row.nr && !p.row.type.len && !p.row.garbled && !p.row.clipped;
		if (p.pending)
			p.head = p.row;
	}
	mark_empty_zones(&p);
	if (!any)
		rows_fail(&p.rows, &p.rows.scan, NULL, "no zone of /proc/zoneinfo in this text");
	return p.rows.rc;
}
