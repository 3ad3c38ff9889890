// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * live_pages - struct pages for the page map, and of each page that is looked at closely.
 *
 * Stands on live_kern's kern.  How the page map is read is the sweep's business, and so is its line
 * among the sources.
 */
#include <stdlib.h>
#include <string.h>

#include "live_part.h"

#define SLAB_NAME_MAX 64

struct live_pages {
	struct live_part part;
	struct live_env *env;
	struct kpages *kpages;   /* for details; NULL: not to be had */
};

static struct live_pages *pages_of(struct live_part *part)
{
	return (struct live_pages *)part;
}

static void live_pages_open(struct live_part *part)
{
	struct live_pages *live = pages_of(part);

	/* the sweep says why not */
	if (live->env->kern && !sweep_use_kern(live->env->sweep, live->env->kern, NULL))
		live->kpages = kpages_new(live->env->kern, NULL);
}

/* Neighbours mostly are of one cache, and share the name. */
static const char *name_slab(struct live_pages *live, struct frame *frame,
			     const struct kpage_detail *detail, const struct kpage_detail *before,
			     const char *name_before)
{
	char name[SLAB_NAME_MAX];

	if (before && before->slab_cache == detail->slab_cache)
		return name_before;
	if (kpages_slab_name(live->kpages, detail->slab_cache, name, sizeof(name)))
		return NULL;
	return arena_strdup(&frame->arena, name, strlen(name));
}

static void fill_block(struct live_pages *live, struct frame *frame,
		       const struct kpage_detail *details)
{
	const struct block_detail *block = frame->detail;

	for (uint64_t i = 0; i < block->nr_pages; i++) {
		const struct kpage_detail *before = i ? &details[i - 1] : NULL;

		if (!details[i].known)
			continue;
		if (details[i].refcount >= 0)
			block->pages[i].refcount = num_known((uint64_t)details[i].refcount);
		block->pages[i].pinned = details[i].pinned;
		block->pages[i].slab = name_slab(live, frame, &details[i], before,
						 i ? block->pages[i - 1].slab : NULL);
	}
}

static void live_pages_sample(struct live_part *part, const struct source_want *want,
			      struct frame *frame)
{
	struct live_pages *live = pages_of(part);
	const struct block_detail *block = frame->detail;
	struct kpage_detail *details;

	if (!live->kpages || !want->detail || !block)
		return;
	details = calloc(block->nr_pages, sizeof(*details));
	if (details && !kpages_detail(live->kpages, block->first_pfn, block->nr_pages, details,
				      NULL))
		fill_block(live, frame, details);
	free(details);
}

static void live_pages_close(struct live_part *part)
{
	struct live_pages *live = pages_of(part);

	sweep_use_kern(live->env->sweep, NULL, NULL);
	kpages_free(live->kpages);
	free(live);
}

static const struct live_part_ops live_pages_ops = {
	.open = live_pages_open,
	.sample = live_pages_sample,
	.close = live_pages_close,
};

struct live_part *live_pages_new(struct live_env *env)
{
	struct live_pages *live = calloc(1, sizeof(*live));

	if (!live)
		return NULL;
	live->part.ops = &live_pages_ops;
	live->env = env;
	return &live->part;
}
