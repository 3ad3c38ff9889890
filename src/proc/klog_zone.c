// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * klog_zone - the lines of a report that carry amounts: global counters, zones with their
 * watermarks, lowmem_reserve[], huge page pools, totals.
 */
#include <errno.h>
#include <stddef.h>
#include <string.h>

#include "fragscope/array.h"

#include "klog.h"
#include "klog_names.h"

/* Where the values of a zone line go; all in KiB until the report is closed. */
struct zone_key {
	const char *key;
	size_t offset;
};

static const struct zone_key zone_keys[] = {
	{ "free", offsetof(struct zone, free) },
	{ "boost", offsetof(struct zone, boost) },
	{ "min", offsetof(struct zone, min) },
	{ "low", offsetof(struct zone, low) },
	{ "high", offsetof(struct zone, high) },
	{ "reserved_highatomic", offsetof(struct zone, reserved_highatomic) },
	{ "present", offsetof(struct zone, present) },
	{ "managed", offsetof(struct zone, managed) },
	{ "free_pcp", offsetof(struct zone, pcp_pages) },
	{ "free_cma", offsetof(struct zone, free_cma) },
};

#define NR_ZONE_KEYS ARRAY_SIZE(zone_keys)

static struct num *zone_value(struct zone *zone, size_t index)
{
	return (struct num *)((char *)zone + zone_keys[index].offset);
}

static struct num *zone_value_of(struct zone *zone, struct span key)
{
	if (span_equals(key, "freepages")) /* 2.4 */
		return &zone->free;
	for (size_t i = 0; i < NR_ZONE_KEYS; i++)
		if (span_equals(key, zone_keys[i].key))
			return zone_value(zone, i);
	return NULL;
}

/* Cuts "key:12kB", "key: 12kB" or "key: 12," off rest; the value is empty where it was cut. */
static bool next_pair(struct span *rest, char separator, struct span *key, struct span *value)
{
	struct span word, ahead;
	const char *at;

	if (!span_next_word(rest, &word))
		return false;
	at = memchr(word.at, separator, word.len);
	*key = word;
	*value = (struct span){ "", 0 };
	if (!at)
		return true;
	key->len = (size_t)(at - word.at);
	*value = span_skip(word, key->len + 1);
	ahead = *rest;
	if (!value->len && span_next_word(&ahead, &word) && char_is_digit(word.at[0])) {
		*value = word;
		*rest = ahead;
	}
	if (value->len && value->at[value->len - 1] == ',')
		value->len--;
	return true;
}

static int add_counter(struct klog *klog, struct counters *counters, const char *name,
		       uint64_t value)
{
	if (num_has(counters_get(counters, name)))
		return 0;
	return counters_add(counters, &klog->frame->arena, span_of(name), num_known(value));
}

int klog_take_counters(struct klog *klog, const struct klog_line *line)
{
	struct span rest = line->text, key, value;
	uint64_t pages;
	int ret = klog_want_report(klog, line);

	klog->has_memory = true;
	while (!ret && next_pair(&rest, ':', &key, &value)) {
		const char *name = klog_counter_of(key);

		if (name && span_to_u64(value, &pages))
			ret = add_counter(klog, &klog->frame->vmstat, name, pages);
	}
	return ret;
}

int klog_take_total(struct klog *klog, const struct klog_line *line)
{
	struct klog_total total;
	struct frame *frame = klog->frame;

	/* without a report these lines can be anything's */
	if (!frame || !klog_total_of(line->text, &total))
		return 0;
	return add_counter(klog, total.is_kib ? &frame->meminfo : &frame->vmstat, total.name,
			   total.value);
}

static void take_reserve(struct zone *zone, struct span rest)
{
	struct span word;
	uint64_t pages;

	zone->nr_reserve = 0;
	while (zone->nr_reserve < FRAME_RESERVE_MAX && span_next_word(&rest, &word) &&
	       span_to_u64(word, &pages))
		zone->reserve[zone->nr_reserve++] = num_known(pages);
}

int klog_take_reserve(struct klog *klog, const struct klog_line *line)
{
	struct span rest = line->text, word;

	if (klog->frame && klog->zone && span_next_word(&rest, &word))
		take_reserve(klog->zone, rest);
	return 0;
}

/* A zone that the open report has an amount for already is the next report's. */
static int zone_of_line(struct klog *klog, const struct klog_line *line,
			const struct line_label *label)
{
	int ret = klog_want_report(klog, line);
	struct zone *zone;

	if (ret)
		return ret;
	zone = frame_find_zone(klog->frame, label->node, label->name);
	if ((zone && num_has(zone->free)) || klog->frame->nr_zones > KLOG_ZONES_MAX) {
		ret = klog_begin(klog, REQUEST_SHOW_MEM, line);
		if (ret)
			return ret;
	}
	klog->has_memory = true;
	klog->zone = frame_zone(klog->frame, label->node, label->name);
	return klog->zone ? 0 : -ENOMEM;
}

int klog_take_zone(struct klog *klog, const struct klog_line *line)
{
	struct line_label label;
	struct span key, value;
	int ret;

	line_label(line->text, line->kind, &label);
	if (!label.name.len || label.name.len >= FRAME_NAME_MAX)
		return 0;
	ret = zone_of_line(klog, line, &label);
	while (!ret && next_pair(&label.rest, ':', &key, &value)) {
		struct num *amount = zone_value_of(klog->zone, key);
		uint64_t kib;

		if (span_equals(key, "lowmem_reserve[]") && value.len) {
			label.rest = (struct span){ value.at, (size_t)(label.rest.at +
						    label.rest.len - value.at) };
			take_reserve(klog->zone, label.rest);
		} else if (amount && !num_has(*amount) && span_to_kib(value, &kib)) {
			*amount = num_known(kib);
		}
	}
	return ret;
}

/* One more element at the end of an array in the arena: it doubles when it is full. */
static struct hugepool *add_hugepool(struct frame *frame)
{
	unsigned int nr = frame->nr_hugepools;
	struct hugepool *bigger;

	if (!(nr & (nr - 1))) {
		bigger = arena_alloc(&frame->arena, (nr ? 2 * (size_t)nr : 1) * sizeof(*bigger));
		if (!bigger)
			return NULL;
		if (nr)
			memcpy(bigger, frame->hugepools, nr * sizeof(*bigger));
		frame->hugepools = bigger;
	}
	return &frame->hugepools[frame->nr_hugepools++];
}

int klog_take_huge(struct klog *klog, const struct klog_line *line)
{
	struct hugepool pool = { 0 }, *slot;
	struct line_label label;
	struct span key, value;
	uint64_t n;

	if (!klog->frame)
		return 0;
	line_label(line->text, line->kind, &label);
	pool.node = label.node;
	while (next_pair(&label.rest, '=', &key, &value)) {
		if (span_equals(key, "hugepages_size") && span_to_kib(value, &n))
			pool.size_kib = n;
		else if (!span_to_u64(value, &n))
			continue;
		else if (span_equals(key, "hugepages_total"))
			pool.total = num_known(n);
		else if (span_equals(key, "hugepages_free"))
			pool.free = num_known(n);
		else if (span_equals(key, "hugepages_surp"))
			pool.surplus = num_known(n);
	}
	if (!pool.size_kib)
		return 0;
	slot = add_hugepool(klog->frame);
	if (!slot)
		return -ENOMEM;
	*slot = pool;
	return 0;
}

/* Without free-list rows: the size of a page is what "free:" counts in pages globally and in kB per
 * zone; 0 where that does not come out. */
static uint64_t page_kib_from_sums(const struct frame *frame)
{
	struct num pages = counters_get(&frame->vmstat, "nr_free_pages");
	uint64_t sum = 0;

	for (unsigned int i = 0; i < frame->nr_zones; i++)
		if (__builtin_add_overflow(sum, frame->zones[i]->free.n, &sum))
			return 0;
	for (uint64_t kib = 4; kib <= 64 && num_has(pages) && pages.n; kib *= 2) {
		uint64_t want;

		/* per-CPU deltas blur both by a little */
		if (!__builtin_mul_overflow(pages.n, kib, &want) && sum > want - want / 4 &&
		    sum < want + want / 4)
			return kib;
	}
	return 0;
}

static void kib_to_pages(struct num *amount, uint64_t page_kib)
{
	if (!num_has(*amount))
		return;
	if (page_kib)
		amount->n /= page_kib;
	else
		*amount = (struct num){ 0 };
}

void klog_close_zones(struct frame *frame, uint64_t page_kib)
{
	if (!page_kib)
		page_kib = page_kib_from_sums(frame);
	if (page_kib)
		frame->page_size = num_known(page_kib * 1024);
	for (unsigned int i = 0; i < frame->nr_zones; i++) {
		struct zone *zone = frame->zones[i];

		zone->empty = zone->empty || (num_has(zone->present) && !zone->present.n);
		for (size_t key = 0; key < NR_ZONE_KEYS; key++)
			kib_to_pages(zone_value(zone, key), page_kib);
		kib_to_pages(&zone->free_total, page_kib);
	}
}
