// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * frame_check - what holds for every frame, wherever it came from.
 *
 * Views and indices rely on this without looking: counts of array entries are within bounds, names
 * end, tables are there where they are counted, and what lies beyond a count is absent.
 */
#include "fragscope/activity.h"
#include "fragscope/array.h"
#include "fragscope/frame.h"

#include <errno.h>
#include <string.h>

static bool are_nums(const struct num *nums, size_t nr)
{
	for (size_t i = 0; i < nr; i++)
		if (nums[i].state > NUM_KNOWN)
			return false;
	return true;
}

static bool are_absent(const struct num *nums, size_t nr)
{
	for (size_t i = 0; i < nr; i++)
		if (nums[i].state != NUM_ABSENT)
			return false;
	return true;
}

static bool is_name(const char *name)
{
	return memchr(name, '\0', FRAME_NAME_MAX);
}

static bool is_printed(const int16_t *printed, bool has, int16_t least)
{
	for (unsigned int i = 0; i < FRAME_ORDERS_MAX; i++)
		if (printed[i] < least || printed[i] > 1000 || (!has && printed[i]))
			return false;
	return true;
}

static int check_types(const struct frame *frame, struct err *err)
{
	if (frame->nr_types > FRAME_TYPES_MAX)
		return err_set(err, EINVAL, "frame: %u migratetypes", frame->nr_types);
	for (unsigned int t = 0; t < frame->nr_types; t++) {
		const char *name = frame->type_name[t];

		if (!is_name(name) || !*name)
			return err_set(err, EINVAL, "frame: migratetype %u has no name", t);
		if (frame_find_type(frame, name) != (int)t)
			return err_set(err, EINVAL, "frame: migratetype %u has another's name", t);
	}
	return 0;
}

/* Tables with one entry or row per migratetype. */
static const char *check_zone_types(const struct frame *frame, const struct zone *zone)
{
	const struct num *const tables[] = { zone->type_blocks, zone->mixed_blocks };
	unsigned int beyond = FRAME_ORDERS_MAX - zone->nr_orders;

	for (unsigned int i = 0; i < 2; i++) {
		if (!tables[i])
			continue;
		if (!are_nums(tables[i], frame->nr_types) ||
		    !are_absent(tables[i] + frame->nr_types, FRAME_TYPES_MAX - frame->nr_types))
			return "blocks of types that the frame does not have";
	}
	for (unsigned int t = 0; zone->type_free && t < FRAME_TYPES_MAX; t++) {
		const struct num *row = zone->type_free + t * FRAME_ORDERS_MAX;
		bool known = t < frame->nr_types;

		if (!are_nums(row, FRAME_ORDERS_MAX) ||
		    !are_absent(row + zone->nr_orders, beyond) ||
		    (!known && !are_absent(row, FRAME_ORDERS_MAX)))
			return "free blocks of types or orders that it does not have";
	}
	return NULL;
}

static const char *check_letters(const struct frame *frame, const struct zone *zone)
{
	for (unsigned int order = 0; order < FRAME_ORDERS_MAX; order++) {
		if (zone->letters[order] >> frame->nr_types)
			return "letters of types that the frame does not have";
		if (zone->letters[order] && !zone->has_letters)
			return "letters though it has none";
	}
	return NULL;
}

static const char *check_zone(const struct frame *frame, const struct zone *zone)
{
	const struct num sizes[] = {
		zone->start_pfn, zone->spanned, zone->present, zone->managed, zone->free,
		zone->min, zone->low, zone->high, zone->boost, zone->promo,
		zone->reserved_highatomic, zone->free_cma, zone->pcp_pages, zone->free_total,
		zone->compact.cached_migrate[0], zone->compact.cached_migrate[1],
		zone->compact.cached_free, zone->compact.considered, zone->compact.defer_shift,
		zone->compact.order_failed, zone->compact.blockskip_flush,
	};
	const char *breach;

	if (!is_name(zone->name))
		return "a name without an end";
	if (zone->node < -1)
		return "no node number";
	if (zone->nr_orders > FRAME_ORDERS_MAX)
		return "too many orders";
	if (zone->nr_reserve > FRAME_RESERVE_MAX)
		return "too many lowmem reserves";
	if (!are_nums(sizes, ARRAY_SIZE(sizes)) ||
	    !are_nums(zone->reserve, zone->nr_reserve) ||
	    !are_nums(zone->free_blocks, zone->nr_orders))
		return "a number in no state";
	if (!are_absent(zone->free_blocks + zone->nr_orders, FRAME_ORDERS_MAX - zone->nr_orders))
		return "free blocks of orders that it does not have";
	if (!is_printed(zone->printed_unusable, zone->has_printed_unusable, 0) ||
	    !is_printed(zone->printed_extfrag, zone->has_printed_extfrag, -1000))
		return "a printed index out of range";
	breach = check_zone_types(frame, zone);
	return breach ? breach : check_letters(frame, zone);
}

static int check_zones(const struct frame *frame, struct err *err)
{
	if (frame->nr_zones && !frame->zones)
		return err_set(err, EINVAL, "frame: zones are counted but not there");
	for (unsigned int i = 0; i < frame->nr_zones; i++) {
		const char *breach;

		if (!frame->zones[i])
			return err_set(err, EINVAL, "frame: zone %u is not there", i);
		breach = check_zone(frame, frame->zones[i]);
		if (breach)
			return err_set(err, EINVAL, "frame: zone %u: %s", i, breach);
	}
	return 0;
}

static int check_counters(const struct counters *counters, const char *what, struct err *err)
{
	if (counters->nr && !counters->rows)
		return err_set(err, EINVAL, "frame: %s is counted but not there", what);
	for (unsigned int i = 0; i < counters->nr; i++) {
		if (!counters->rows[i].name)
			return err_set(err, EINVAL, "frame: %s %u has no name", what, i);
		if (!are_nums(&counters->rows[i].value, 1))
			return err_set(err, EINVAL, "frame: %s %u: a number in no state", what, i);
	}
	return 0;
}

static int check_thp(const struct thp *thp, struct err *err)
{
	int rc = 0;

	if (thp->nr_sizes && !thp->sizes)
		return err_set(err, EINVAL, "frame: THP sizes are counted but not there");
	for (unsigned int i = 0; !rc && i < thp->nr_sizes; i++)
		rc = check_counters(&thp->sizes[i].stats, "THP statistic", err);
	return rc;
}

static int check_rest(const struct frame *frame, struct err *err)
{
	if ((frame->nr_hugepools && !frame->hugepools) ||
	    (frame->nr_kthreads && !frame->kthreads) || (frame->nr_ram && !frame->ram) ||
	    (frame->nr_sources && !frame->sources) || (frame->nr_cgroups && !frame->cgroups))
		return err_set(err, EINVAL, "frame: a table is counted but not there");
	for (unsigned int i = 0; i < frame->nr_kthreads; i++)
		if (!frame->kthreads[i].name)
			return err_set(err, EINVAL, "frame: kernel thread %u has no name", i);
	for (unsigned int i = 0; i < frame->nr_cgroups; i++)
		if (!frame->cgroups[i].path)
			return err_set(err, EINVAL, "frame: cgroup %u has no path", i);
	for (unsigned int i = 0; i < frame->nr_sources; i++)
		if (!frame->sources[i].name || frame->sources[i].state > SOURCE_STALE)
			return err_set(err, EINVAL, "frame: source %u has no name or state", i);
	if (frame->detail && frame->detail->nr_pages && !frame->detail->pages)
		return err_set(err, EINVAL, "frame: pages are counted but not there");
	if (frame->activity)
		return activity_check(frame->activity, err);
	return 0;
}

static int check_identity(const struct frame *frame, struct err *err)
{
	uint64_t size = frame->page_size.n;

	if (num_has(frame->page_size) && (!size || size & (size - 1)))
		return err_set(err, EINVAL, "frame: a page size that is no power of two");
	if (num_has(frame->pageblock_order) && frame->pageblock_order.n >= FRAME_ORDERS_MAX)
		return err_set(err, EINVAL, "frame: the pageblock order is too large");
	return 0;
}

int frame_check(const struct frame *frame, struct err *err)
{
	int rc = check_identity(frame, err);

	if (!rc)
		rc = check_types(frame, err);
	if (!rc)
		rc = check_zones(frame, err);
	if (!rc)
		rc = check_counters(&frame->vmstat, "vmstat counter", err);
	if (!rc)
		rc = check_counters(&frame->meminfo, "meminfo line", err);
	if (!rc)
		rc = check_counters(&frame->mem_knobs, "setting", err);
	if (!rc)
		rc = check_thp(&frame->thp, err);
	if (!rc)
		rc = check_rest(frame, err);
	return rc;
}
