// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * sweep_chunk - from /proc/kpageflags to the page map, one chunk at a time.
 *
 * The kernel gives what there is: a read ends early at the end of memory (max_pfn), and pages from
 * there on are holes.  64 KiB per read are best: less costs calls, more falls out of the cache.
 */
#include "sweep_private.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int sweep_lane_fit(struct sweep *sweep, struct sweep_lane *lane)
{
	size_t nr_pages = SWEEP_READ_PAGES;

	for (unsigned int i = 0; i < sweep->nr_zones; i++)
		if (sweep->zones[i].active && nr_pages < 1ULL << sweep->zones[i].chunk_order)
			nr_pages = 1ULL << sweep->zones[i].chunk_order;
	if (nr_pages <= lane->nr_pages)
		return 0;
	free(lane->words);
	free(lane->before);
	lane->words = malloc(nr_pages * sizeof(*lane->words));
	lane->before = malloc(nr_pages * sizeof(*lane->before));
	lane->nr_pages = lane->words && lane->before ? nr_pages : 0;
	return lane->nr_pages ? 0 : -ENOMEM;
}

void sweep_chunk_range(const struct sweep_zone *zone, size_t chunk, uint64_t *pfn, uint64_t *end)
{
	const struct zonemap *map = zone->map;

	*pfn = zone->first_chunk_pfn + ((uint64_t)chunk << zone->chunk_order);
	*end = *pfn + (1ULL << zone->chunk_order);
	if (*pfn < map->start_pfn)
		*pfn = map->start_pfn;
	if (*end > map->start_pfn + map->nr_pages)
		*end = map->start_pfn + map->nr_pages;
}

/* Fills words; returns how many there are before the end of the file, or -errno. */
static int64_t read_words(int fd, uint64_t pfn, uint64_t *words, uint64_t nr)
{
	const uint64_t size = nr * sizeof(*words);
	char *bytes = (char *)words;
	uint64_t done = 0;

	while (done < size) {
		uint64_t want = size - done;
		ssize_t got;

		if (want > SWEEP_READ_PAGES * sizeof(*words))
			want = SWEEP_READ_PAGES * sizeof(*words);
		got = pread(fd, bytes + done, want, (off_t)(pfn * sizeof(*words) + done));
		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0)
			return -errno;
		if (!got)
			break;
		done += (uint64_t)got;
	}
	return (int64_t)(done / sizeof(*words));
}

/* Pages whose code differs between two arrays. */
static uint64_t count_changed(const page_code *before, const page_code *after, uint64_t nr)
{
	uint64_t changed = 0, i = 0;

	if (!memcmp(before, after, nr))
		return 0;
	/* 128 at a time: bytes hold the counts, so that the compiler can use wide registers */
	while (i < nr) {
		uint64_t end = nr - i < 128 ? nr : i + 128;
		uint8_t piece = 0;

		for (; i < end; i++)
			piece = (uint8_t)(piece + (before[i] != after[i]));
		changed += piece;
	}
	return changed;
}

int64_t sweep_chunk_read(const struct sweep *sweep, struct sweep_lane *lane,
			 struct sweep_place place, uint32_t now_ms, struct err *err)
{
	struct sweep_chunk *chunk = &place.zone->chunks[place.chunk];
	struct zonemap *map = place.zone->map;
	struct kpf_dialect dialect = { .heads_only = sweep->heads_only };
	const page_code *codes;
	uint64_t pfn, end, nr;
	int64_t got;

	sweep_chunk_range(place.zone, place.chunk, &pfn, &end);
	nr = end - pfn;
	got = read_words(sweep->fd, pfn, lane->words, nr);
	if (got < 0)
		return err_set(err, (int)-got,
			       "/proc/kpageflags: page %#llx: %s; the page map grows old",
			       (unsigned long long)pfn, strerror((int)-got));
	codes = map->code + (pfn - map->start_pfn);
	memcpy(lane->before, codes, nr);
	dialect.present_end = pfn + (uint64_t)got;
	dialect.gaps = place.zone->gaps;
	dialect.nr_gaps = place.zone->nr_gaps;
	zonemap_ingest(map, pfn, lane->words, nr, &dialect, now_ms);
	chunk->changed = (uint8_t)(count_changed(lane->before, codes, nr) * 255 / nr);
	if (!chunk->read_ms)
		lane->nr_first += nr;
	chunk->read_ms = now_ms;
	return (int64_t)nr;
}

void sweep_chunk_join(struct sweep_place place)
{
	uint64_t pfn, end;

	sweep_chunk_range(place.zone, place.chunk, &pfn, &end);
	zonemap_join_folio(place.zone->map, pfn);
	zonemap_join_folio(place.zone->map, end);
}
