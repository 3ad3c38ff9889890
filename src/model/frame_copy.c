// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * A frame's copy in one block of exactly the size it needs, so that a history of hundreds stays
 * small.  The same code runs twice: the first pass has no block yet and only measures, the second
 * copies.  Arrays of the copy are as long as what is in them; the table of free blocks by type has
 * rows for the frame's types only.
 */
#include <stdalign.h>
#include <string.h>

#include "fragscope/activity.h"
#include "fragscope/frame.h"

struct packer {
	unsigned char *block; /* NULL while measuring */
	size_t used;
};

/* Where the copy will be; NULL while measuring. */
static void *pack(struct packer *to, const void *from, size_t size, size_t align)
{
	unsigned char *at;

	if (!from || !size)
		return NULL;
	to->used = (to->used + align - 1) & ~(align - 1);
	at = to->block ? to->block + to->used : NULL;
	to->used += size;
	if (at)
		memcpy(at, from, size);
	return at;
}

#define PACK_ARRAY(to, from, nr) \
	pack(to, from, (nr) * sizeof(*(from)), alignof(__typeof__(*(from))))

static const char *pack_text(struct packer *to, const char *text)
{
	return text ? pack(to, text, strlen(text) + 1, 1) : NULL;
}

static void pack_counters(struct packer *to, struct counters *copy, const struct counters *from)
{
	struct counter *rows = PACK_ARRAY(to, from->rows, from->nr);

	for (unsigned int i = 0; i < from->nr; i++) {
		const char *name = pack_text(to, from->rows[i].name);

		if (rows)
			rows[i].name = name;
	}
	copy->rows = rows;
	copy->nr = from->nr;
}

static struct zone *pack_zone(struct packer *to, const struct zone *from, unsigned int nr_types)
{
	struct zone *zone = PACK_ARRAY(to, from, 1);
	unsigned int nr_rows = from->nr_type_rows < nr_types ? from->nr_type_rows : nr_types;
	void *type_free = PACK_ARRAY(to, from->type_free, (size_t)nr_rows * FRAME_ORDERS_MAX);
	void *type_blocks = PACK_ARRAY(to, from->type_blocks, FRAME_TYPES_MAX);
	void *mixed_blocks = PACK_ARRAY(to, from->mixed_blocks, FRAME_TYPES_MAX);

	if (!zone)
		return NULL;
	zone->type_free = type_free;
	zone->nr_type_rows = type_free ? nr_rows : 0;
	zone->type_blocks = type_blocks;
	zone->mixed_blocks = mixed_blocks;
	zone->map = NULL;
	return zone;
}

static void pack_zones(struct packer *to, struct frame *copy, const struct frame *from)
{
	struct zone **zones = PACK_ARRAY(to, from->zones, from->nr_zones);

	for (unsigned int i = 0; i < from->nr_zones; i++) {
		struct zone *zone = pack_zone(to, from->zones[i], from->nr_types);

		if (zones)
			zones[i] = zone;
	}
	copy->zones = zones;
}

static void pack_thp(struct packer *to, struct thp *copy, const struct thp *from)
{
	struct thp_size *sizes = PACK_ARRAY(to, from->sizes, from->nr_sizes);

	copy->enabled = pack_text(to, from->enabled);
	copy->defrag = pack_text(to, from->defrag);
	for (unsigned int i = 0; i < from->nr_sizes; i++) {
		const char *enabled = pack_text(to, from->sizes[i].enabled);
		struct counters stats;

		pack_counters(to, &stats, &from->sizes[i].stats);
		if (!sizes)
			continue;
		sizes[i].enabled = enabled;
		sizes[i].stats = stats;
	}
	copy->sizes = sizes;
}

static void pack_request(struct packer *to, struct request *copy, const struct request *from)
{
	copy->label = pack_text(to, from->label);
	copy->comm = pack_text(to, from->comm);
	copy->gfp_names = pack_text(to, from->gfp_names);
	copy->nodemask = pack_text(to, from->nodemask);
	copy->cpuset = pack_text(to, from->cpuset);
	copy->mems_allowed = pack_text(to, from->mems_allowed);
	copy->constraint = pack_text(to, from->constraint);
}

static void pack_kthreads(struct packer *to, struct frame *copy, const struct frame *from)
{
	struct kthread *kthreads = PACK_ARRAY(to, from->kthreads, from->nr_kthreads);

	for (unsigned int i = 0; i < from->nr_kthreads; i++) {
		const char *name = pack_text(to, from->kthreads[i].name);

		if (kthreads)
			kthreads[i].name = name;
	}
	copy->kthreads = kthreads;
}

static void pack_cgroups(struct packer *to, struct frame *copy, const struct frame *from)
{
	struct cgroup_name *cgroups = PACK_ARRAY(to, from->cgroups, from->nr_cgroups);

	for (unsigned int i = 0; i < from->nr_cgroups; i++) {
		const char *path = pack_text(to, from->cgroups[i].path);

		if (cgroups)
			cgroups[i].path = path;
	}
	copy->cgroups = cgroups;
}

static void pack_sources(struct packer *to, struct frame *copy, const struct frame *from)
{
	struct source_status *sources = PACK_ARRAY(to, from->sources, from->nr_sources);

	for (unsigned int i = 0; i < from->nr_sources; i++) {
		const char *name = pack_text(to, from->sources[i].name);
		const char *text = pack_text(to, from->sources[i].text);

		if (!sources)
			continue;
		sources[i].name = name;
		sources[i].text = text;
	}
	copy->sources = sources;
}

static const struct activity *pack_activity(struct packer *to, const struct activity *from)
{
	struct activity *copy = PACK_ARRAY(to, from, !!from);
	struct activity rows = { 0 };

	if (!from)
		return NULL;
	rows = *from;
	rows.compact = PACK_ARRAY(to, from->compact, from->nr_compact);
	rows.latency = PACK_ARRAY(to, from->latency, from->nr_latency);
	rows.stalls = PACK_ARRAY(to, from->stalls, from->nr_stalls);
	rows.defer = PACK_ARRAY(to, from->defer, from->nr_defer);
	rows.threads = PACK_ARRAY(to, from->threads, from->nr_threads);
	rows.allocs = PACK_ARRAY(to, from->allocs, from->nr_allocs);
	rows.fallbacks = PACK_ARRAY(to, from->fallbacks, from->nr_fallbacks);
	rows.runs = PACK_ARRAY(to, from->runs, from->nr_runs);
	rows.steps = PACK_ARRAY(to, from->steps, from->nr_steps);
	if (copy)
		*copy = rows;
	return copy;
}

/* copy begins as a plain copy of from; every pointer in it is replaced. */
static void pack_frame(struct packer *to, struct frame *copy, const struct frame *from)
{
	copy->pagemap = NULL;
	copy->detail = NULL;
	copy->holders = NULL;
	copy->stage = NULL; /* its source changes it in place */
	copy->activity = pack_activity(to, from->activity);
	copy->ram = PACK_ARRAY(to, from->ram, from->nr_ram);
	copy->host = pack_text(to, from->host);
	copy->release = pack_text(to, from->release);
	pack_zones(to, copy, from);
	pack_counters(to, &copy->vmstat, &from->vmstat);
	pack_counters(to, &copy->meminfo, &from->meminfo);
	pack_counters(to, &copy->mem_knobs, &from->mem_knobs);
	pack_thp(to, &copy->thp, &from->thp);
	copy->hugepools = PACK_ARRAY(to, from->hugepools, from->nr_hugepools);
	pack_kthreads(to, copy, from);
	pack_cgroups(to, copy, from);
	pack_request(to, &copy->request, &from->request);
	pack_sources(to, copy, from);
}

struct frame *frame_copy(const struct frame *frame)
{
	struct frame *copy = frame_new();
	struct packer packer = { 0 };
	struct frame scratch = *frame;

	if (!copy)
		return NULL;
	pack_frame(&packer, &scratch, frame);
	packer.block = arena_alloc(&copy->arena, packer.used);
	if (!packer.block) {
		frame_free(copy);
		return NULL;
	}
	scratch = *frame;
	scratch.arena = copy->arena;
	*copy = scratch;
	packer.used = 0;
	pack_frame(&packer, copy, frame);
	return copy;
}
