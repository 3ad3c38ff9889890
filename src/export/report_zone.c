// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * report_zone - one zone of the JSON report.
 *
 * The names are a contract with scripts: they may be added to, never changed.
 */
#include "report.h"

#include "fragscope/array.h"
#include "fragscope/index.h"
#include "fragscope/migratetype.h"

/* Values that stand in the zone by themselves, in pages. */
static const struct {
	const char *name;
	size_t offset;
} values[] = {
	{ "free", offsetof(struct zone, free) },
	{ "min", offsetof(struct zone, min) },
	{ "low", offsetof(struct zone, low) },
	{ "high", offsetof(struct zone, high) },
	{ "boost", offsetof(struct zone, boost) },
	{ "promo", offsetof(struct zone, promo) },
	{ "spanned", offsetof(struct zone, spanned) },
	{ "present", offsetof(struct zone, present) },
	{ "managed", offsetof(struct zone, managed) },
	{ "start_pfn", offsetof(struct zone, start_pfn) },
	{ "reserved_highatomic", offsetof(struct zone, reserved_highatomic) },
	{ "free_cma", offsetof(struct zone, free_cma) },
	{ "pcp_pages", offsetof(struct zone, pcp_pages) },
	{ "free_total", offsetof(struct zone, free_total) },
};

/* Columns of the free lists up to the last that is known: a row that was cut ends where it was cut,
 * and how many orders there are is not known then. */
static unsigned int columns_known(const struct zone *zone)
{
	unsigned int nr = zone->nr_orders;

	while (nr && !num_has(zone->free_blocks[nr - 1]))
		nr--;
	return nr;
}

/* A count in an array, where its name cannot tell that it is a lower bound: "capped" does. */
static void count_or_null(struct json_out *out, struct num count)
{
	if (num_has(count))
		json_u64(out, NULL, count.n);
	else
		json_null(out, NULL);
}

/* Indices for each order; only where every order is known. */
static void write_indices(struct json_out *out, const struct zone *zone)
{
	int (*const formulas[])(const struct index_info *, unsigned int) = {
		index_unusable, index_extfrag,
	};
	static const char *const names[] = { "unusable", "extfrag" };
	uint64_t count[FRAME_ORDERS_MAX];
	bool capped;

	if (!index_zone_counts(zone, count, &capped))
		return;
	for (size_t i = 0; i < 2; i++) {
		json_open(out, names[i], JSON_ARRAY);
		for (unsigned int order = 0; order < zone->nr_orders; order++) {
			struct index_info info = index_info(count, zone->nr_orders, order);

			json_s64(out, NULL, formulas[i](&info, order));
		}
		json_close(out);
	}
}

static void write_free_lists(struct json_out *out, const struct zone *zone)
{
	int largest = zone_largest_free_order(zone);
	unsigned int nr = columns_known(zone);
	bool known = nr == zone->nr_orders;

	if (!zone->nr_orders && !zone->empty)
		return;
	if (known && nr)
		json_u64(out, "orders", zone->nr_orders);
	json_open(out, "counts", JSON_ARRAY);
	json_keep(out);
	for (unsigned int order = 0; order < nr; order++) {
		count_or_null(out, zone->free_blocks[order]);
		known = known && num_has(zone->free_blocks[order]);
	}
	json_close(out);
	if (!known || zone->partial)
		json_bool(out, "incomplete", true);
	report_num(out, "free_pages", zone_free_pages(zone));
	report_num(out, "free_blocks", zone_free_blocks(zone));
	if (largest >= 0)
		json_u64(out, "largest_free_order", (uint64_t)largest);
	else if (largest == -1)
		json_null(out, "largest_free_order");
	write_indices(out, zone);
}

static char letter_of(const char *type)
{
	char letter = migratetype_letter(type);

	return letter ? letter : '?';
}

static void write_letters(struct json_out *out, const struct frame *frame, const struct zone *zone)
{
	/* Other texts than logs have no place for letters; a log that prints none says "". */
	if (!zone->has_letters && (frame->request.kind == REQUEST_NONE || !zone->nr_orders))
		return;
	json_open(out, "letters", JSON_ARRAY);
	for (unsigned int order = 0; order < columns_known(zone); order++) {
		char text[FRAME_TYPES_MAX + 1] = "";
		unsigned int len = 0;

		for (unsigned int type = 0; type < frame->nr_types; type++)
			if (zone->letters[order] >> type & 1)
				text[len++] = letter_of(frame->type_name[type]);
		json_text(out, NULL, text);
	}
	json_close(out);
}

static bool type_has(const struct zone *zone, unsigned int type, enum num_state at_least)
{
	for (unsigned int order = 0; order < zone->nr_orders; order++) {
		struct num n = zone_get_type_free(zone, type, order);

		if (n.state == at_least || (at_least == NUM_CAPPED && n.state > at_least))
			return true;
	}
	return false;
}

static void write_types(struct json_out *out, const struct frame *frame, const struct zone *zone)
{
	json_open(out, "per_type", JSON_OBJECT);
	for (unsigned int type = 0; type < frame->nr_types; type++) {
		if (!type_has(zone, type, NUM_CAPPED))
			continue;
		json_open(out, frame->type_name[type], JSON_ARRAY);
		for (unsigned int order = 0; order < zone->nr_orders; order++)
			count_or_null(out, zone_get_type_free(zone, type, order));
		json_close(out);
	}
	json_close(out);
}

static bool is_capped(const struct zone *zone, unsigned int type, unsigned int order)
{
	return zone_get_type_free(zone, type, order).state == NUM_CAPPED;
}

/* "capped": true, and which orders of which types are lower bounds. */
static void write_capped(struct json_out *out, const struct frame *frame, const struct zone *zone)
{
	bool capped = false;

	for (unsigned int order = 0; order < zone->nr_orders; order++) {
		capped = capped || zone->free_blocks[order].state == NUM_CAPPED;
		for (unsigned int type = 0; type < frame->nr_types; type++)
			capped = capped || is_capped(zone, type, order);
	}
	if (!capped)
		return;
	json_bool(out, "capped", true);
	json_open(out, "capped_orders", JSON_OBJECT);
	for (unsigned int type = 0; type < frame->nr_types; type++) {
		json_open(out, frame->type_name[type], JSON_ARRAY);
		for (unsigned int order = 0; order < zone->nr_orders; order++)
			if (is_capped(zone, type, order))
				json_u64(out, NULL, order);
		json_close(out);
	}
	json_close(out);
}

static void write_cells(struct json_out *out, const char *key, const struct frame *frame,
			const struct num *cells)
{
	json_open(out, key, JSON_OBJECT);
	for (unsigned int type = 0; cells && type < frame->nr_types; type++)
		report_num(out, frame->type_name[type], cells[type]);
	json_close(out);
}

static void write_printed(struct json_out *out, const char *key, const struct zone *zone,
			  const int16_t *printed)
{
	unsigned int nr = zone->nr_orders ? zone->nr_orders : FRAME_ORDERS_MAX;

	while (!zone->nr_orders && nr && !printed[nr - 1])
		nr--;
	json_open(out, key, JSON_ARRAY);
	for (unsigned int order = 0; order < nr; order++)
		json_s64(out, NULL, printed[order]);
	json_close(out);
}

static void write_score(struct json_out *out, const struct frame *frame, const struct zone *zone)
{
	int score = -1;

	if (num_has(frame->pageblock_order) && frame->pageblock_order.n < zone->nr_orders)
		score = index_score_zone(zone, (unsigned int)frame->pageblock_order.n);
	if (score >= 0)
		json_s64(out, "score", score);
}

void report_zone(struct json_out *out, const struct frame *frame, size_t frame_index,
		 const struct zone *zone)
{
	json_open(out, NULL, JSON_OBJECT);
	report_frame_index(out, frame_index);
	if (zone->node >= 0)
		json_s64(out, "node", zone->node);
	else
		json_null(out, "node");
	json_text(out, "zone", zone->name);
	report_num(out, "page_size", frame->page_size);
	if (zone->empty)
		json_bool(out, "empty", true);
	write_free_lists(out, zone);
	write_score(out, frame, zone);
	write_letters(out, frame, zone);
	write_types(out, frame, zone);
	write_cells(out, "blocks", frame, zone->type_blocks);
	write_cells(out, "mixed_blocks", frame, zone->mixed_blocks);
	write_capped(out, frame, zone);
	for (size_t i = 0; i < ARRAY_SIZE(values); i++)
		report_num(out, values[i].name,
			   *(const struct num *)((const char *)zone + values[i].offset));
	if (zone->has_printed_unusable)
		write_printed(out, "printed_unusable", zone, zone->printed_unusable);
	if (zone->has_printed_extfrag)
		write_printed(out, "printed_extfrag", zone, zone->printed_extfrag);
	json_close(out);
}
