// SPDX-License-Identifier: GPL-2.0-or-later
#include "sim_checkpoint.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define ROOM_MAX 1024 /* of small machines; more would not bring them nearer to each other */
#define FEW      4    /* of which none is thinned out */
#define GROWS    6    /* one of so many that are taken then makes their number grow */

int sim_checkpoints_init(struct sim_checkpoints *all, const struct sim *sim, uint64_t budget)
{
	*all = (struct sim_checkpoints){ .size = sim_bytes(sim) };
	all->room = budget / all->size < ROOM_MAX ? budget / all->size : ROOM_MAX;
	if (!all->room)
		return 0;
	all->at = calloc(all->room, sizeof(*all->at));
	return all->at ? 0 : -ENOMEM;
}

void sim_checkpoints_done(struct sim_checkpoints *all)
{
	for (size_t i = 0; i < all->nr; i++)
		sim_free(all->at[i]);
	free(all->at);
}

uint64_t sim_checkpoints_bytes(const struct sim_checkpoints *all)
{
	return (uint64_t)all->nr * all->size;
}

static uint64_t event_of(const struct sim_checkpoints *all, size_t i)
{
	return sim_nr_events(all->at[i]);
}

/* How much would be lost without it: the gap that it leaves, by its distance from the present. */
static double worth(const struct sim_checkpoints *all, size_t i, uint64_t present)
{
	uint64_t at = event_of(all, i);
	uint64_t end = i + 1 < all->nr ? event_of(all, i + 1) : at;
	uint64_t distance = at > present ? at - present : present - at;

	return (double)(end - event_of(all, i - 1)) / (double)(distance + 1);
}

/* Takes the one out that is worth least, and returns its machine; the first stays. */
static struct sim *thin_out(struct sim_checkpoints *all, uint64_t present)
{
	struct sim *sim;
	size_t least = 1;

	for (size_t i = 2; i < all->nr; i++)
		if (worth(all, i, present) < worth(all, least, present))
			least = i;
	sim = all->at[least];
	all->nr--;
	memmove(all->at + least, all->at + least + 1, (all->nr - least) * sizeof(*all->at));
	return sim;
}

/* Memory that has been touched before is copied to several times as fast, so most copies go there
 * even where there is room for more. */
static struct sim *copy_of(struct sim_checkpoints *all, const struct sim *sim)
{
	struct sim *copy;

	if (all->nr < all->room && (all->nr < FEW || all->nr_taken++ % GROWS == 0))
		return sim_clone(sim);
	if (all->room < 2)
		return NULL;
	copy = thin_out(all, sim_nr_events(sim));
	sim_copy(copy, sim);
	return copy;
}

/* How many of them stand before that event. */
static size_t nr_before(const struct sim_checkpoints *all, uint64_t event)
{
	size_t low = 0, high = all->nr;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (event_of(all, middle) < event)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

void sim_checkpoints_take(struct sim_checkpoints *all, const struct sim *sim)
{
	uint64_t event = sim_nr_events(sim);
	size_t at = nr_before(all, event);
	struct sim *copy;

	if (at < all->nr && event_of(all, at) == event)
		return;
	copy = copy_of(all, sim);
	if (!copy)
		return;
	at = nr_before(all, event);
	memmove(all->at + at + 1, all->at + at, (all->nr - at) * sizeof(*all->at));
	all->at[at] = copy;
	all->nr++;
}

const struct sim *sim_checkpoints_before(const struct sim_checkpoints *all, uint64_t event)
{
	size_t nr = nr_before(all, event);

	if (!nr)
		return all->nr && !event ? all->at[0] : NULL;
	return all->at[nr - 1];
}

const struct sim *sim_checkpoints_before_ops(const struct sim_checkpoints *all, uint64_t ops)
{
	size_t low = 0, high = all->nr;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (sim_nr_ops(all->at[middle]) < ops)
			low = middle + 1;
		else
			high = middle;
	}
	if (!low)
		return all->nr && !ops ? all->at[0] : NULL;
	return all->at[low - 1];
}
