// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * sweep - the page map of a running host, kept current.
 *
 * There are two ways to read pages (sweep_way.c): kpageflags always, struct pages from the moment
 * the kernel's memory can be read.  What one has read the other goes on with.
 *
 * The file stays open.  When it cannot be read any more (a lockdown, a root folder that is gone),
 * what was read remains, its age says how old it is, and every attach tries to open the file again.
 */
#include "sweep_private.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define PATH "proc/kpageflags"

struct sweep *sweep_new(struct reader *reader)
{
	struct sweep *sweep = calloc(1, sizeof(*sweep));

	if (!sweep)
		return NULL;
	sweep->reader = reader;
	sweep->fd = -1;
	sweep->map = pagemap_new();
	if (!sweep->map) {
		free(sweep);
		return NULL;
	}
	sweep_open(sweep);
	return sweep;
}

/* The zonemaps of zones that are gone, and the tables of all. */
static void drop_zones(struct sweep *sweep)
{
	for (unsigned int i = 0; i < sweep->nr_zones; i++) {
		if (!sweep->zones[i].active)
			zonemap_free(sweep->zones[i].map);
		free(sweep->zones[i].chunks);
		free(sweep->zones[i].gaps);
	}
	free(sweep->zones);
	sweep->zones = NULL;
	sweep->nr_zones = 0;
}

void sweep_free(struct sweep *sweep)
{
	if (!sweep)
		return;
	drop_zones(sweep);
	pagemap_free(sweep->map);
	for (unsigned int i = 0; i < SWEEP_LANES; i++) {
		free(sweep->lanes[i].words);
		free(sweep->lanes[i].codes);
		free(sweep->lanes[i].before);
		kpages_free(sweep->lanes[i].kpages);
	}
	if (sweep->fd >= 0)
		close(sweep->fd);
	free(sweep);
}

static void fare_badly(struct sweep_fare *fare, int code, const struct err *why)
{
	memcpy(fare->text, why->text, sizeof(fare->text));
	fare->state = fare->read_ns ? SOURCE_STALE : source_state_of_error(code);
}

void sweep_open(struct sweep *sweep)
{
	struct err err = { "" };
	struct stat st;

	/* Files of the kernel do not go away; below another root they may. */
	if (sweep->fd >= 0 && !reader_is_host(sweep->reader) && !fstat(sweep->fd, &st) &&
	    !st.st_nlink) {
		close(sweep->fd);
		sweep->fd = -1;
	}
	if (sweep->fd >= 0)
		return;
	sweep->fd = reader_open(sweep->reader, PATH, &err);
	if (sweep->fd >= 0)
		sweep->fares[SWEEP_KPAGEFLAGS].state = SOURCE_OK;
	else
		fare_badly(&sweep->fares[SWEEP_KPAGEFLAGS], sweep->fd, &err);
}

static void drop_kern(struct sweep *sweep)
{
	for (unsigned int i = 0; i < SWEEP_LANES; i++) {
		kpages_free(sweep->lanes[i].kpages);
		sweep->lanes[i].kpages = NULL;
	}
	sweep->kern = NULL;
	sweep->way = SWEEP_KPAGEFLAGS;
}

int sweep_use_kern(struct sweep *sweep, struct kern *kern, struct err *err)
{
	struct sweep_fare *fare = &sweep->fares[SWEEP_STRUCT_PAGES];
	struct err why = { "" };

	drop_kern(sweep);
	if (!kern)
		return 0;
	sweep->lanes[0].kpages = kpages_new(kern, &why);
	if (!sweep->lanes[0].kpages) {
		int code = errno;

		fare_badly(fare, -code, &why);
		return err_set(err, code, "%s", why.text);
	}
	sweep->kern = kern;
	sweep->way = SWEEP_STRUCT_PAGES;
	fare->state = SOURCE_OK;
	return 0;
}

void sweep_fail(struct sweep *sweep, int code, const struct err *why)
{
	fare_badly(&sweep->fares[sweep->way], code, why);
	if (sweep->way == SWEEP_STRUCT_PAGES) {
		drop_kern(sweep);
		return;
	}
	if (sweep->fd >= 0)
		close(sweep->fd);
	sweep->fd = -1;
}

void sweep_account(struct sweep *sweep, uint64_t cost_ns, bool is_full)
{
	struct sweep_fare *fare = &sweep->fares[sweep->way];
	struct pagemap *map = sweep->map;
	bool was_complete = sweep_is_complete(sweep);

	for (unsigned int i = 0; i < SWEEP_LANES; i++) {
		map->nr_read += sweep->lanes[i].nr_first;
		sweep->lanes[i].nr_first = 0;
	}
	fare->cost_ns = cost_ns;
	fare->read_ns = clock_mono_ns();
	/* The slices that first complete the map are a full sweep too. */
	if (is_full)
		map->sweep_cost_ns = cost_ns;
	else if (!was_complete)
		map->sweep_cost_ns += cost_ns;
	if (is_full || (!was_complete && sweep_is_complete(sweep)))
		map->sweep_done_ns = fare->read_ns;
}

/* Reads the picks in turn while the budget lasts, the first in any case.  Pages read or -errno. */
static int64_t read_picks(struct sweep *sweep, const struct sweep_place *picks, unsigned int nr,
			  uint64_t until_ns, struct err *err)
{
	int64_t pages = 0;

	for (unsigned int i = 0; i < nr && (!i || clock_cpu_ns() < until_ns); i++) {
		int64_t got = sweep_chunk_read(sweep, &sweep->lanes[0], picks[i],
					       sweep_ms(clock_mono_ns()), err);

		if (got < 0)
			return got;
		sweep_chunk_join(picks[i]);
		pages += got;
	}
	return pages;
}

int64_t sweep_slice(struct sweep *sweep, uint64_t budget_ns, struct err *err)
{
	const uint64_t begin = clock_cpu_ns();
	const uint64_t end = budget_ns < UINT64_MAX - begin ? begin + budget_ns : UINT64_MAX;
	const uint32_t since_ms = sweep_ms(clock_mono_ns());
	struct sweep_place picks[SWEEP_PICKS];
	struct err why = { "" };
	int64_t pages = 0, got;

	if (!sweep_can_read(sweep) || !budget_ns)
		return 0;
	do {
		unsigned int nr = sweep_pick(sweep, sweep_ms(clock_mono_ns()), since_ms, picks);

		got = read_picks(sweep, picks, nr, end, &why);
		pages += got > 0 ? got : 0;
	} while (got > 0 && clock_cpu_ns() < end);
	if (pages)
		sweep_account(sweep, clock_cpu_ns() - begin, false);
	if (got < 0) {
		sweep_fail(sweep, (int)got, &why);
		return err_set(err, (int)-got, "%s", why.text);
	}
	return pages;
}

bool sweep_is_complete(const struct sweep *sweep)
{
	return sweep->map->nr_pages && sweep->map->nr_read == sweep->map->nr_pages;
}

const struct pagemap *sweep_pagemap(const struct sweep *sweep)
{
	return sweep->map;
}

struct pagemap *sweep_map(struct sweep *sweep)
{
	return sweep->map;
}

/* A way that was never tried is nobody's concern but kpageflags. */
static bool is_worth_a_line(const struct sweep *sweep, unsigned int way)
{
	return way == SWEEP_KPAGEFLAGS || sweep->way == way || sweep->fares[way].text[0];
}

void sweep_status(const struct sweep *sweep, struct frame *frame)
{
	for (unsigned int i = 0; i < NR_SWEEP_WAYS; i++) {
		const struct sweep_fare *fare = &sweep->fares[i];
		struct source_status *status;

		status = is_worth_a_line(sweep, i) ? frame_source(frame, sweep_ways[i].name) : NULL;
		if (!status)
			continue;
		status->state = fare->state;
		status->cost_ns = fare->cost_ns;
		status->read_ns = fare->read_ns;
		if (fare->state != SOURCE_OK)
			status->text = arena_strdup(&frame->arena, fare->text,
						    strlen(fare->text));
	}
}
