// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * sweep_full - reads all of memory once, as fast as it goes.
 *
 * Nearly all of the time is the kernel's, which looks at each struct page; two threads that take
 * chunks in turn do that side by side.  On a machine, or in a container, with one CPU there is only
 * this thread.
 */
#include "sweep_private.h"

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>

#define WORTH_A_THREAD 16 /* chunks: some milliseconds */

struct full {
	struct sweep *sweep;
	size_t nr_chunks;
	atomic_size_t next;      /* chunk to take */
	atomic_uint_fast64_t done; /* pages read */
	atomic_bool stop;
};

/* One thread's part. */
struct worker {
	struct full *full;
	struct sweep_lane *lane;
	int (*progress)(uint64_t done, uint64_t all, void *arg);
	void *arg;
	int rc;                  /* -errno, or what progress returned */
	struct err err;
	uint64_t cost_ns;
};

static struct sweep_place place_of(const struct sweep *sweep, size_t index)
{
	for (unsigned int i = 0; i < sweep->nr_zones; i++) {
		struct sweep_zone *zone = &sweep->zones[i];

		if (!zone->active)
			continue;
		if (index < zone->nr_chunks)
			return (struct sweep_place){ zone, index };
		index -= zone->nr_chunks;
	}
	return (struct sweep_place){ 0 };
}

static void *work(void *arg)
{
	struct worker *worker = arg;
	struct full *full = worker->full;
	const struct sweep *sweep = full->sweep;
	const uint64_t begin = clock_cpu_ns();
	size_t i;

	while (!atomic_load(&full->stop) &&
	       (i = atomic_fetch_add(&full->next, 1)) < full->nr_chunks) {
		int64_t got = sweep_chunk_read(sweep, worker->lane, place_of(sweep, i),
					       sweep_ms(clock_mono_ns()), &worker->err);

		if (got < 0)
			worker->rc = (int)got;
		else if (worker->progress)
			worker->rc = worker->progress(atomic_fetch_add(&full->done, got) +
						      (uint64_t)got,
						      sweep->map->nr_pages, worker->arg);
		else
			atomic_fetch_add(&full->done, got);
		if (worker->rc)
			atomic_store(&full->stop, true);
	}
	worker->cost_ns = clock_cpu_ns() - begin;
	return NULL;
}

static bool has_second_cpu(void)
{
	cpu_set_t set;

	return !sched_getaffinity(0, sizeof(set), &set) && CPU_COUNT(&set) > 1;
}

/* Starts the second thread; signals remain this one's business. */
static bool start(pthread_t *thread, struct worker *worker)
{
	sigset_t all, old;
	bool started;

	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &old);
	started = !pthread_create(thread, NULL, work, worker);
	pthread_sigmask(SIG_SETMASK, &old, NULL);
	return started;
}

static void run(struct worker workers[SWEEP_LANES])
{
	struct full *full = workers[0].full;
	pthread_t thread;
	bool second = full->nr_chunks >= WORTH_A_THREAD && has_second_cpu() &&
		      !sweep_lane_fit(full->sweep, workers[1].lane) &&
		      start(&thread, &workers[1]);

	work(&workers[0]);
	if (second)
		pthread_join(thread, NULL);
}

int sweep_full(struct sweep *sweep, int (*progress)(uint64_t done, uint64_t all, void *arg),
	       void *arg, struct err *err)
{
	struct full full = { .sweep = sweep };
	struct worker workers[SWEEP_LANES] = {
		{ .full = &full, .lane = &sweep->lanes[0], .progress = progress, .arg = arg },
		{ .full = &full, .lane = &sweep->lanes[1] },
	};
	const struct worker *bad;
	enum sweep_way_index was;

	if (!sweep_can_read(sweep))
		return 0;
	for (unsigned int i = 0; i < sweep->nr_zones; i++)
		full.nr_chunks += sweep->zones[i].active ? sweep->zones[i].nr_chunks : 0;
	run(workers);
	for (size_t i = 0; i < full.nr_chunks; i++)
		sweep_chunk_join(place_of(sweep, i));
	bad = workers[0].rc ? &workers[0] : &workers[1];
	if (full.done)
		sweep_account(sweep, workers[0].cost_ns + workers[1].cost_ns, !bad->rc);
	if (bad->rc >= 0)
		return bad->rc;
	was = sweep->way;
	sweep_fail(sweep, bad->rc, &bad->err);
	if (sweep->way != was && sweep_can_read(sweep))
		return sweep_full(sweep, progress, arg, err);
	return err_set(err, -bad->rc, "%s", bad->err.text);
}
