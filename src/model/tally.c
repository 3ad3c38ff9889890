// SPDX-License-Identifier: GPL-2.0-or-later
#include "tally.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "fragscope/bits.h"

#include "zonemap.h"

#define SECTION_ORDER_MIN 13

/* What counted[] says. */
#define NEVER       UINT32_MAX
#define BLANK       0x80000000u /* with the version: nothing of the section was read */
#define VERSION_MAX (BLANK - 1)

/* One kind's numbers of one map. */
struct tally {
	uint16_t *values;      /* nr_values of each section; untouched where it is blank */
	uint32_t *counted;     /* version of each section that was counted */
	bool has_blank;
	uint32_t variant;      /* of the kind */
	uint16_t blank[TALLY_VALUES_MAX]; /* values of a section of which nothing was read */
	uint64_t sum[];        /* nr_values */
};

struct tallies {
	unsigned int section_order;
	uint64_t first_pfn;    /* the span's start rounded down to a section */
	size_t nr_sections;
	uint32_t *version;     /* of each section; grows */
	struct tally *slots[NR_TALLIES];
};

int tally_init(struct zonemap *map)
{
	struct tallies *tallies = calloc(1, sizeof(*tallies));
	unsigned int order = SECTION_ORDER_MIN;

	if (!tallies)
		return -ENOMEM;
	if (order < map->pageblock_order)
		order = map->pageblock_order;
	tallies->section_order = order;
	tallies->first_pfn = bits_align_down(map->start_pfn, order);
	tallies->nr_sections = ((zonemap_end(map) - 1 - tallies->first_pfn) >> order) + 1;
	tallies->version = calloc(tallies->nr_sections, sizeof(*tallies->version));
	map->tallies = tallies;
	return tallies->version ? 0 : -ENOMEM;
}

static void tally_free(struct tally *tally)
{
	if (!tally)
		return;
	free(tally->values);
	free(tally->counted);
	free(tally);
}

void tally_done(struct zonemap *map)
{
	if (!map->tallies)
		return;
	for (unsigned int i = 0; i < NR_TALLIES; i++)
		tally_free(map->tallies->slots[i]);
	free(map->tallies->version);
	free(map->tallies);
}

void tally_touch(struct zonemap *map, uint64_t pfn, uint64_t end)
{
	struct tallies *tallies = map->tallies;
	size_t last = (end - 1 - tallies->first_pfn) >> tallies->section_order;

	for (size_t i = (pfn - tallies->first_pfn) >> tallies->section_order; i <= last; i++)
		if (++tallies->version[i] > VERSION_MAX)
			tallies->version[i] = 0;
}

unsigned int tally_section_order(const struct zonemap *map)
{
	return map->tallies->section_order;
}

static void section_range(const struct zonemap *map, size_t section, uint64_t *pfn, uint64_t *end)
{
	const struct tallies *tallies = map->tallies;

	*pfn = tallies->first_pfn + ((uint64_t)section << tallies->section_order);
	*end = *pfn + (1ULL << tallies->section_order);
	if (*pfn < map->start_pfn)
		*pfn = map->start_pfn;
	if (*end > zonemap_end(map))
		*end = zonemap_end(map);
}

static void count_section(const struct zonemap *map, const struct tally_kind *kind,
			  size_t section, uint16_t *values)
{
	uint64_t pfn, end;

	memset(values, 0, kind->nr_values * sizeof(*values));
	section_range(map, section, &pfn, &end);
	kind->count(map, pfn, end, kind, values);
}

static struct tally *tally_new(const struct tallies *tallies, const struct tally_kind *kind)
{
	const size_t nr_values = kind->nr_values;
	struct tally *tally = calloc(1, sizeof(*tally) + nr_values * sizeof(tally->sum[0]));

	if (!tally)
		return NULL;
	tally->variant = kind->variant;
	tally->values = calloc(tallies->nr_sections, nr_values * sizeof(*tally->values));
	tally->counted = malloc(tallies->nr_sections * sizeof(*tally->counted));
	if (!tally->values || !tally->counted) {
		tally_free(tally);
		return NULL;
	}
	memset(tally->counted, 0xff, tallies->nr_sections * sizeof(*tally->counted));
	return tally;
}

/* Whether nothing of the section was read, and it is a whole one, like others. */
static bool is_blank(const struct zonemap *map, size_t section)
{
	const unsigned int nr_pages = 1U << map->pageblock_order;
	uint64_t pfn, end;

	section_range(map, section, &pfn, &end);
	if (end - pfn < 1ULL << map->tallies->section_order)
		return false;
	for (size_t block = zonemap_block_of(map, pfn); pfn < end; pfn += nr_pages)
		if (map->count[PAGE_UNREAD][block++] != nr_pages)
			return false;
	return true;
}

static const uint16_t *values_of(const struct tally *tally, size_t section, size_t nr_values)
{
	if (tally->counted[section] != NEVER && tally->counted[section] & BLANK)
		return tally->blank;
	return tally->values + section * nr_values;
}

static void count_anew(const struct zonemap *map, const struct tally_kind *kind,
		       struct tally *tally, size_t section)
{
	const uint16_t *before = values_of(tally, section, kind->nr_values);
	uint16_t *values = tally->values + section * kind->nr_values;
	uint16_t now[TALLY_VALUES_MAX];

	count_section(map, kind, section, now);
	for (size_t i = 0; i < kind->nr_values; i++)
		tally->sum[i] += (uint64_t)now[i] - before[i];
	/* what stays 0 needs no memory */
	if (memcmp(values, now, kind->nr_values * sizeof(*now)))
		memcpy(values, now, kind->nr_values * sizeof(*now));
}

/* On a machine of terabytes the first frames have many blank sections; all count the same. */
static void add_blank(const struct zonemap *map, const struct tally_kind *kind,
		      struct tally *tally, size_t first, size_t nr)
{
	if (!nr)
		return;
	if (!tally->has_blank)
		count_section(map, kind, first, tally->blank);
	tally->has_blank = true;
	for (size_t i = 0; i < kind->nr_values; i++)
		tally->sum[i] += nr * (uint64_t)tally->blank[i];
}

static void update(const struct zonemap *map, const struct tally_kind *kind, struct tally *tally)
{
	const struct tallies *tallies = map->tallies;
	size_t first_blank = 0, nr_blank = 0;

	for (size_t section = 0; section < tallies->nr_sections; section++) {
		uint32_t version = tallies->version[section], counted = tally->counted[section];

		if (counted != NEVER && (counted & VERSION_MAX) == version)
			continue;
		if (counted == NEVER && is_blank(map, section)) {
			tally->counted[section] = version | BLANK;
			first_blank = section;
			nr_blank++;
			continue;
		}
		count_anew(map, kind, tally, section);
		tally->counted[section] = version;
	}
	add_blank(map, kind, tally, first_blank, nr_blank);
}

/* The tally, up to date; NULL: no memory. */
static struct tally *tally_get(const struct zonemap *map, enum tally_slot slot,
			       const struct tally_kind *kind)
{
	struct tallies *tallies = map->tallies;

	if (tallies->slots[slot] && tallies->slots[slot]->variant != kind->variant) {
		tally_free(tallies->slots[slot]);
		tallies->slots[slot] = NULL;
	}
	if (!tallies->slots[slot])
		tallies->slots[slot] = tally_new(tallies, kind);
	if (tallies->slots[slot])
		update(map, kind, tallies->slots[slot]);
	return tallies->slots[slot];
}

void tally_sum(const struct zonemap *map, enum tally_slot slot, const struct tally_kind *kind,
	       uint64_t *sum)
{
	const struct tally *tally = tally_get(map, slot, kind);
	uint16_t values[TALLY_VALUES_MAX];

	if (tally) {
		memcpy(sum, tally->sum, kind->nr_values * sizeof(*sum));
		return;
	}
	memset(sum, 0, kind->nr_values * sizeof(*sum));
	for (size_t section = 0; section < map->tallies->nr_sections; section++) {
		count_section(map, kind, section, values);
		for (size_t i = 0; i < kind->nr_values; i++)
			sum[i] += values[i];
	}
}

void tally_each(const struct zonemap *map, enum tally_slot slot, const struct tally_kind *kind,
		void (*each)(uint64_t pfn, uint64_t end, const uint16_t *values, void *arg),
		void *arg)
{
	const struct tally *tally = tally_get(map, slot, kind);
	uint16_t counted[TALLY_VALUES_MAX];

	for (size_t section = 0; section < map->tallies->nr_sections; section++) {
		uint64_t pfn, end;

		section_range(map, section, &pfn, &end);
		if (!tally)
			count_section(map, kind, section, counted);
		each(pfn, end, tally ? values_of(tally, section, kind->nr_values) : counted, arg);
	}
}
