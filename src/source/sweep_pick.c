// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * sweep_pick - which chunks to read next.
 *
 * A chunk's worth is its age times how much of it changed between its last two readings; what never
 * changes still comes round, 17 times less often than what changes all the time.  Chunks that were
 * never read come first, in the order of their pages.
 */
#include "sweep_private.h"

#define NEVER_READ UINT64_MAX
#define CALM       16 /* weight of a chunk without changes, beside 0 to 255 for changes */

/* The best candidates so far: a heap whose root is the worst of them. */
struct picks {
	struct sweep_place *places;
	uint64_t worth[SWEEP_PICKS];
	unsigned int nr;
};

static void swap(struct picks *picks, unsigned int a, unsigned int b)
{
	struct sweep_place place = picks->places[a];
	uint64_t worth = picks->worth[a];

	picks->places[a] = picks->places[b];
	picks->worth[a] = picks->worth[b];
	picks->places[b] = place;
	picks->worth[b] = worth;
}

static void sift_up(struct picks *picks, unsigned int i)
{
	while (i && picks->worth[(i - 1) / 2] > picks->worth[i]) {
		swap(picks, i, (i - 1) / 2);
		i = (i - 1) / 2;
	}
}

static void sift_down(struct picks *picks)
{
	unsigned int i = 0, child;

	while ((child = 2 * i + 1) < picks->nr) {
		if (child + 1 < picks->nr && picks->worth[child + 1] < picks->worth[child])
			child++;
		if (picks->worth[i] <= picks->worth[child])
			return;
		swap(picks, i, child);
		i = child;
	}
}

static void offer(struct picks *picks, struct sweep_place place, uint64_t worth)
{
	if (picks->nr < SWEEP_PICKS) {
		picks->places[picks->nr] = place;
		picks->worth[picks->nr] = worth;
		sift_up(picks, picks->nr++);
	} else if (worth > picks->worth[0]) {
		picks->places[0] = place;
		picks->worth[0] = worth;
		sift_down(picks);
	}
}

/* Takes the heap apart: the worst goes last. */
static void sort(struct picks *picks)
{
	unsigned int nr = picks->nr;

	while (picks->nr > 1) {
		swap(picks, 0, --picks->nr);
		sift_down(picks);
	}
	picks->nr = nr;
}

unsigned int sweep_pick(const struct sweep *sweep, uint32_t now_ms, uint32_t since_ms,
			struct sweep_place places[SWEEP_PICKS])
{
	struct picks picks = { .places = places };

	for (unsigned int z = 0; z < sweep->nr_zones; z++) {
		struct sweep_zone *zone = &sweep->zones[z];

		for (size_t c = 0; zone->active && c < zone->nr_chunks; c++) {
			const struct sweep_chunk *chunk = &zone->chunks[c];
			uint32_t age = now_ms - chunk->read_ms; /* the clock wraps every 49 days */

			if (!chunk->read_ms)
				offer(&picks, (struct sweep_place){ zone, c }, NEVER_READ);
			else if (age > now_ms - since_ms)
				offer(&picks, (struct sweep_place){ zone, c },
				      (uint64_t)age * (CALM + chunk->changed));
		}
	}
	sort(&picks);
	return picks.nr;
}
