// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * live_holders - who has the pages that somebody asks about, and the names of cgroups.
 *
 * Questions come with samples, the work is done between them, and frames point to the result as it
 * grows.  Somebody waits for it, so it is not kept to the budget of the page map.
 */
#include <errno.h>
#include <stdlib.h>

#include "fragscope/holders_job.h"

#include "live_part.h"

struct live_holders {
	struct live_part part;
	struct live_env *env;
	struct holders_job *job;
	struct kpages *pages;     /* for slab caches; NULL: not needed yet, or cannot be had */
	uint32_t question;        /* the last one, 0: nobody asks any more */
};

#define PIECE_PAGES 256

static struct kpages *pages_of(struct live_holders *live)
{
	if (!live->pages && live->env->kern)
		live->pages = kpages_new(live->env->kern, NULL);
	return live->pages;
}

static int find_slabs(void *arg, uint64_t pfn, size_t nr, uint64_t *caches)
{
	struct kpages *pages = pages_of(arg);
	struct kpage_detail details[PIECE_PAGES];

	if (!pages)
		return -EOPNOTSUPP;
	while (nr) {
		size_t part = nr < PIECE_PAGES ? nr : PIECE_PAGES;
		int ret = kpages_detail(pages, pfn, part, details, NULL);

		if (ret)
			return ret;
		for (size_t i = 0; i < part; i++)
			*caches++ = details[i].slab_cache;
		pfn += part;
		nr -= part;
	}
	return 0;
}

static int name_slab(void *arg, uint64_t cache, char *name, size_t size)
{
	return kpages_slab_name(pages_of(arg), cache, name, size);
}

static void live_holders_open(struct live_part *part)
{
	(void)part; /* needs nothing that takes time */
}

static void live_holders_sample(struct live_part *part, const struct source_want *want,
				struct frame *frame)
{
	struct live_holders *live = (struct live_holders *)part;

	proc_name_cgroups(live->env->proc, frame);
	if (!want->holders)
		holders_job_stop(live->job);
	else if (want->holders != live->question)
		holders_job_start(live->job, want->holders, want->holders_pfn, want->holders_end);
	live->question = want->holders;
	if (holders_job_result(live->job)->state != HOLDERS_NONE)
		frame->holders = holders_job_result(live->job);
}

static bool live_holders_poll(struct live_part *part, uint64_t max_ns)
{
	return holders_job_step(((struct live_holders *)part)->job, max_ns);
}

static void live_holders_close(struct live_part *part)
{
	struct live_holders *live = (struct live_holders *)part;

	holders_job_free(live->job);
	kpages_free(live->pages);
	free(live);
}

static const struct live_part_ops live_holders_ops = {
	.open = live_holders_open,
	.sample = live_holders_sample,
	.poll = live_holders_poll,
	.close = live_holders_close,
};

struct live_part *live_holders_new(struct live_env *env)
{
	struct live_holders *live = calloc(1, sizeof(*live));
	const struct slab_finder slabs = { find_slabs, name_slab, live };

	if (!live)
		return NULL;
	live->part.ops = &live_holders_ops;
	live->env = env;
	live->job = holders_job_new(env->reader, &slabs);
	if (!live->job) {
		free(live);
		return NULL;
	}
	return &live->part;
}
