// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * klog_row - the free lists of a zone in one line, as show_free_areas() prints them:
 *
 *	Node 0 DMA32: 1*4kB (U) 2*8kB (UE) … 13*4096kB (M) = 63492kB
 *
 * The smallest size is the page size, the number of sizes the number of orders.  Letters say which
 * migratetypes have blocks of that order.  The total checks the row: a row that does not add up was
 * damaged on its way, and all its counts are unknown.  A row without a total was cut: the orders it
 * shows are known, the others are not.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "fragscope/migratetype.h"

#include "frames.h"
#include "klog.h"

#define PAGE_KIB_MAX 1024 /* four times the largest page that a kernel was ever built for */

/* What one row says, before it goes into its zone. */
struct klog_row {
	struct num blocks[FRAME_ORDERS_MAX];
	uint16_t letters[FRAME_ORDERS_MAX];
	bool has_letters;
	bool empty;              /* "empty", or a total of 0 and nothing else */
	bool cut;                /* elided or ended without a total */
	unsigned int nr_orders;  /* largest order seen + 1 */
	struct num total_kib;    /* as printed */
	struct num sum_kib;
};

/* -1: the size is none of a free list with that page size. */
static int size_to_order(uint64_t size_kib, uint64_t page_kib)
{
	for (int order = 0; order < FRAME_ORDERS_MAX; order++)
		if (size_kib >> order == page_kib && size_kib == page_kib << order)
			return order;
	return -1;
}

static int row_take_cell(struct klog *klog, struct klog_row *row, uint64_t count, uint64_t size_kib)
{
	uint64_t bytes;
	int order;

	if (!klog->page_kib && size_kib <= PAGE_KIB_MAX)
		klog->page_kib = size_kib;
	order = size_to_order(size_kib, klog->page_kib);
	if (order < 0)
		return -1;
	row->blocks[order] = num_known(count);
	if ((unsigned int)order >= row->nr_orders)
		row->nr_orders = (unsigned int)order + 1;
	if (__builtin_mul_overflow(count, size_kib, &bytes))
		row->sum_kib = num_capped(UINT64_MAX);
	else
		row->sum_kib = num_add(row->sum_kib, num_known(bytes));
	return order;
}

/* The types that every kernel has, in the order in which its letters stand; before 4.4 that was
 * unmovable, reclaimable, movable. */
static void add_usual_types(struct frame *frame, struct span row)
{
	static const char *const orders[2][3] = {
		{ "Unmovable", "Movable", "Reclaimable" },
		{ "Unmovable", "Reclaimable", "Movable" },
	};
	bool old = span_find(row, "EM") >= 0;

	for (size_t i = 0; i < 3; i++)
		frame_type(frame, span_of(orders[old][i]));
}

/* "(UME)"; of "(U)B", which a terminal has clipped, the letters are still whole.  False when the
 * row ends here. */
static bool take_letters(struct klog *klog, struct klog_row *row, int order, struct span word)
{
	const char *end = memchr(word.at, ')', word.len);
	bool whole = end == word.at + word.len - 1;
	struct span letters;

	if (end)
		word.len = (size_t)(end - word.at) + 1;
	if (order < 0 || !row_letters(word, &letters))
		return false;
	row->has_letters = true;
	for (size_t i = 0; i < letters.len; i++) {
		const char *name = migratetype_name(letters.at[i]);
		int type = frame_type(klog->frame, name ? span_of(name) :
						   (struct span){ letters.at + i, 1 });

		if (type >= 0)
			row->letters[order] |= (uint16_t)(1u << type);
	}
	return whole;
}

static void row_take_words(struct klog *klog, struct klog_row *row, struct span rest)
{
	struct span word;
	uint64_t count, size;
	int order = -1;

	if (!klog->frame->nr_types && span_find(rest, "(") >= 0)
		add_usual_types(klog->frame, rest);
	row->cut = true;
	while (span_next_word(&rest, &word)) {
		if (span_equals(word, "empty")) {
			row->empty = true;
			row->cut = false;
			return;
		}
		if (span_equals(word, "=")) {
			if (span_next_word(&rest, &word) && span_to_kib(word, &size))
				row->total_kib = num_known(size);
			break;
		}
		if (row_elision(word))
			row->sum_kib.state = NUM_ABSENT;
		else if (row_cell(word, &count, &size))
			order = row_take_cell(klog, row, count, size);
		else if (take_letters(klog, row, order, word))
			continue;
		else
			return;
	}
	row->cut = !num_has(row->total_kib) || !num_has(row->sum_kib);
	row->empty = !row->cut && !row->nr_orders && !row->total_kib.n;
}

/* The counts of a row that does not add up are worth nothing. */
static bool row_adds_up(const struct klog_row *row)
{
	return row->cut || row->empty ||
	       (row->sum_kib.state == NUM_KNOWN && row->sum_kib.n == row->total_kib.n);
}

/* The frame's source says what is wrong, and so does the capture's note. */
static void complain(struct klog *klog, const struct zone *zone)
{
	struct source_status *source = frame_source(klog->frame, "klog");
	char text[100];
	int len = snprintf(text, sizeof(text), "the free lists of zone %s do not add up to their "
			   "total, so they are unknown", zone->name);

	capture_note(klog->capture, "%s: %s", klog->name, text);
	if (!source)
		return;
	source->state = SOURCE_BROKEN;
	source->text = arena_strdup(&klog->frame->arena, text, (size_t)len);
}

static void row_to_zone(struct klog *klog, const struct klog_row *row, struct zone *zone)
{
	zone->empty = row->empty;
	zone->free_total = row->total_kib;
	zone->nr_orders = row->nr_orders;
	zone->partial = row->cut || !row_adds_up(row);
	if (!row_adds_up(row)) {
		complain(klog, zone);
		return;
	}
	memcpy(zone->free_blocks, row->blocks, sizeof(row->blocks));
	memcpy(zone->letters, row->letters, sizeof(row->letters));
	zone->has_letters = row->has_letters;
	/* at least one more order must have been there */
	if (row->cut && zone->nr_orders < FRAME_ORDERS_MAX)
		zone->nr_orders++;
}

/* The zone a row belongs to; in 2.4 the rows have no names and stand in the order of the zones.
 * NULL with *repeated: the open report has that row already. */
static struct zone *row_zone(struct klog *klog, const struct line_label *label, bool *repeated)
{
	struct frame *frame = klog->frame;
	struct zone *zone;

	*repeated = false;
	if (label->name.len || label->node >= 0)
		zone = frame_zone(frame, label->node, label->name);
	else if (klog->nr_nameless < frame->nr_zones)
		zone = frame->zones[klog->nr_nameless++];
	else
		zone = frame_add_zone(frame, -1, label->name);
	if (zone && (zone->nr_orders || zone->empty || frame->nr_zones > KLOG_ZONES_MAX)) {
		*repeated = true;
		return NULL;
	}
	return zone;
}

int klog_take_row(struct klog *klog, const struct klog_line *line)
{
	struct klog_row row = { .sum_kib = num_known(0) };
	struct line_label label;
	struct zone *zone;
	bool repeated;
	int ret = klog_want_report(klog, line);

	if (ret)
		return ret;
	line_label(line->text, line->kind, &label);
	zone = row_zone(klog, &label, &repeated);
	if (repeated) {
		ret = klog_begin(klog, REQUEST_SHOW_MEM, line);
		if (ret)
			return ret;
		zone = row_zone(klog, &label, &repeated);
	}
	if (!zone)
		return -ENOMEM;
	klog->has_memory = true;
	row_take_words(klog, &row, label.rest);
	row_to_zone(klog, &row, zone);
	return 0;
}

static bool zone_is_whole(const struct zone *zone)
{
	return zone->nr_orders && num_has(zone_free_blocks(zone));
}

/* How many orders there are shows on the rows that are whole; the others get as many. */
void klog_close_rows(struct frame *frame)
{
	unsigned int nr_orders = 0;

	for (unsigned int i = 0; i < frame->nr_zones; i++)
		if (zone_is_whole(frame->zones[i]) && frame->zones[i]->nr_orders > nr_orders)
			nr_orders = frame->zones[i]->nr_orders;
	for (unsigned int i = 0; i < frame->nr_zones && nr_orders; i++) {
		struct zone *zone = frame->zones[i];

		if (!zone->nr_orders || zone_is_whole(zone))
			continue;
		if (zone->nr_orders < nr_orders ||
		    (zone->nr_orders == nr_orders + 1 &&
		     num_has(zone->free_blocks[nr_orders - 1])))
			zone->nr_orders = nr_orders;
		zone->partial = !zone_is_whole(zone);
	}
}
