// SPDX-License-Identifier: GPL-2.0-or-later
/* corpus_zone - one zone against its row of expected.json: each key is one row of a table. */
#include <stdlib.h>
#include <stdio.h>
#include <string.h>

#include "corpus.h"
#include "fragscope/index.h"

/* One zone, and what is known of it besides. */
struct subject {
	const struct frame *frame;
	struct zone *zone;
	char where[64];
	uint64_t count[FRAME_ORDERS_MAX]; /* for the indices */
	bool whole, capped;
};

static void subject_init(struct subject *subject, const struct frame *frame, struct zone *zone)
{
	*subject = (struct subject){ .frame = frame, .zone = zone };
	snprintf(subject->where, sizeof(subject->where), "node %d %s", zone->node, zone->name);
	subject->whole = index_zone_counts(zone, subject->count, &subject->capped);
}

static int zone_index(const struct subject *subject, unsigned int order, bool extfrag)
{
	struct index_info info = index_info(subject->count, subject->zone->nr_orders, order);

	return extfrag ? index_extfrag(&info, order) : index_unusable(&info, order);
}

static void compare_counts(const struct subject *subject, const cJSON *want)
{
	int nr = cJSON_GetArraySize(want);

	for (int i = 0; i < nr; i++) {
		char what[32];

		snprintf(what, sizeof(what), "order %d", i);
		expect_num(subject->where, what, subject->zone->free_blocks[i],
			   cJSON_GetArrayItem(want, i));
	}
	expect(subject->whole ? nr == (int)subject->zone->nr_orders :
				nr <= (int)subject->zone->nr_orders,
	       "%s: %u orders, want %d", subject->where, subject->zone->nr_orders, nr);
}

static void compare_indices(const struct subject *subject, const cJSON *want, bool extfrag)
{
	for (int i = 0; i < cJSON_GetArraySize(want); i++) {
		int got = zone_index(subject, (unsigned int)i, extfrag);

		expect(got == cJSON_GetArrayItem(want, i)->valueint,
		       "%s: %s of order %d is %d, want %d", subject->where,
		       extfrag ? "extfrag" : "unusable", i, got,
		       cJSON_GetArrayItem(want, i)->valueint);
	}
}

static void compare_unusable(const struct subject *subject, const cJSON *want)
{
	compare_indices(subject, want, false);
}

static void compare_extfrag(const struct subject *subject, const cJSON *want)
{
	compare_indices(subject, want, true);
}

/* "unusable_order9", null beyond the largest order */
static void compare_index_at(const struct subject *subject, const cJSON *want)
{
	unsigned int order = (unsigned int)atoi(strstr(want->string, "order") + 5);
	bool extfrag = want->string[0] == 'e';

	if (cJSON_IsNull(want))
		expect(order >= subject->zone->nr_orders, "%s: there is an order %u",
		       subject->where, order);
	else
		expect(zone_index(subject, order, extfrag) == want->valueint,
		       "%s: %s is %d, want %d", subject->where, want->string,
		       zone_index(subject, order, extfrag), want->valueint);
}

static void compare_letters(const struct subject *subject, const cJSON *want)
{
	static const char *const names[] = {
		['U'] = "Unmovable", ['M'] = "Movable", ['E'] = "Reclaimable",
		['H'] = "HighAtomic", ['C'] = "CMA", ['I'] = "Isolate", ['R'] = "Reserve",
	};

	for (int order = 0; order < cJSON_GetArraySize(want); order++) {
		const char *letters = cJSON_GetArrayItem(want, order)->valuestring;
		unsigned int bits = 0;

		for (const char *at = letters; *at; at++)
			bits |= 1u << frame_find_type(subject->frame, names[(int)*at]);
		expect(subject->zone->letters[order] == bits,
		       "%s: letters of order %d are %x, want %s", subject->where, order,
		       subject->zone->letters[order], letters);
	}
}

static uint64_t page_kib(const struct subject *subject)
{
	return subject->frame->page_size.n / 1024;
}

static void compare_page_kib(const struct subject *subject, const cJSON *want)
{
	expect(page_kib(subject) == (uint64_t)want->valueint, "page size is %llu, want %d KiB",
	       (unsigned long long)page_kib(subject), want->valueint);
}

static void compare_total(const struct subject *subject, const cJSON *want)
{
	struct num total = subject->zone->free_total;

	total.n *= page_kib(subject);
	expect_num(subject->where, want->string, total, want);
}

/* What the counts that are there add up to. */
static void compare_sum(const struct subject *subject, const cJSON *want)
{
	uint64_t sum = 0;

	for (unsigned int order = 0; order < subject->zone->nr_orders; order++)
		if (num_has(subject->zone->free_blocks[order]))
			sum += subject->zone->free_blocks[order].n << order;
	expect_num(subject->where, "sum", num_known(sum * page_kib(subject)), want);
}

static void compare_largest(const struct subject *subject, const cJSON *want)
{
	int got = zone_largest_free_order(subject->zone);

	expect(got == (cJSON_IsNull(want) ? -1 : want->valueint), "%s: largest order is %d",
	       subject->where, got);
}

static void compare_free_pages(const struct subject *subject, const cJSON *want)
{
	expect_num(subject->where, "free pages", zone_free_pages(subject->zone), want);
}

static void compare_free_blocks(const struct subject *subject, const cJSON *want)
{
	expect_num(subject->where, "free blocks", zone_free_blocks(subject->zone), want);
}

static void compare_orders(const struct subject *subject, const cJSON *want)
{
	expect(subject->zone->nr_orders == (unsigned int)want->valueint,
	       "%s: %u orders, want %d", subject->where, subject->zone->nr_orders,
	       want->valueint);
}

static void compare_incomplete(const struct subject *subject, const cJSON *want)
{
	(void)want;
	expect(!num_has(zone_free_pages(subject->zone)) && !subject->whole,
	       "%s: the row was cut, but a total came out", subject->where);
	expect(zone_largest_free_order(subject->zone) == -2, "%s: the largest order is unknown",
	       subject->where);
}

static void compare_empty(const struct subject *subject, const cJSON *want)
{
	(void)want;
	expect(subject->zone->empty, "%s: should be empty", subject->where);
}

static void compare_lower_bound(const struct subject *subject, const cJSON *want)
{
	(void)want;
	expect(subject->capped && zone_free_pages(subject->zone).state == NUM_CAPPED,
	       "%s: should be a lower bound", subject->where);
}

/* Keys of a row that need more than a member of struct zone. */
struct comparer {
	const char *key;
	void (*compare)(const struct subject *subject, const cJSON *want);
};

static const struct comparer comparers[] = {
	{ "counts", compare_counts },
	{ "unusable", compare_unusable },
	{ "extfrag", compare_extfrag },
	{ "unusable_order3", compare_index_at },
	{ "unusable_order9", compare_index_at },
	{ "extfrag_order3", compare_index_at },
	{ "extfrag_order9", compare_index_at },
	{ "letters", compare_letters },
	{ "page_kB", compare_page_kib },
	{ "total_kB_printed", compare_total },
	{ "total_kB", compare_total },
	{ "sum_kB", compare_sum },
	{ "largest_free_order", compare_largest },
	{ "free_pages", compare_free_pages },
	{ "free_blocks", compare_free_blocks },
	{ "orders", compare_orders },
	{ "incomplete", compare_incomplete },
	{ "empty", compare_empty },
	{ "lower_bound", compare_lower_bound },
};

/* Keys of a row that are members of struct zone. */
struct member {
	const char *key;
	size_t offset;
};

static const struct member members[] = {
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
};

/* Keys that say nothing about the zone, or that find_zone() and others have used. */
static const char *const passed_over[] = {
	"node", "zone", "note", "sizes_ok", "per_type", "sum", "cma",
};

static bool is_passed_over(const char *key)
{
	for (size_t i = 0; i < sizeof(passed_over) / sizeof(passed_over[0]); i++)
		if (!strcmp(key, passed_over[i]))
			return true;
	return false;
}

static void compare_key(const struct subject *subject, const cJSON *want)
{
	for (size_t i = 0; i < sizeof(comparers) / sizeof(comparers[0]); i++) {
		if (strcmp(want->string, comparers[i].key))
			continue;
		comparers[i].compare(subject, want);
		return;
	}
	for (size_t i = 0; i < sizeof(members) / sizeof(members[0]); i++) {
		if (strcmp(want->string, members[i].key))
			continue;
		expect_num(subject->where, want->string,
			   *(struct num *)((char *)subject->zone + members[i].offset), want);
		return;
	}
	expect(is_passed_over(want->string), "nobody compares %s", want->string);
}

void compare_zone(const struct frame *frame, struct zone *zone, const cJSON *want)
{
	struct subject subject;
	const cJSON *key;

	subject_init(&subject, frame, zone);
	cJSON_ArrayForEach(key, want)
		compare_key(&subject, key);
}
