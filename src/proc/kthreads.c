// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * kthreads - CPU time of the kernel threads that make large blocks: kcompactd and kswapd of each
 * node, and khugepaged.
 *
 * Looking at every process to find them is dear where there are many.  They start at boot and have
 * low numbers, so the search ends as soon as each node with memory has its two; from then on only
 * these few are read.
 */
#include <errno.h>
#include <libproc2/pids.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "fragscope/array.h"
#include "fragscope/clock.h"

#include "files.h"

#define KTHREADS_MAX 200       /* libproc2 selects at most 255 at a time */
#define FLAG_KTHREAD 0x200000u /* PF_KTHREAD, include/linux/sched.h */

struct found {
	char name[FRAME_NAME_MAX];
	unsigned int pid;
	uint64_t cpu_ns;
};

struct kthreads {
	struct pids_info *info;
	struct found found[KTHREADS_MAX];
	unsigned int nr;
};

enum { ITEM_PID, ITEM_NAME, ITEM_FLAGS, ITEM_TICKS, NR_ITEMS };

static const enum pids_item items[NR_ITEMS] = {
	[ITEM_PID] = PIDS_ID_PID,
	[ITEM_NAME] = PIDS_CMD,
	[ITEM_FLAGS] = PIDS_FLAGS,
	[ITEM_TICKS] = PIDS_TICS_ALL,
};

static const char *const prefixes[] = { "kcompactd", "kswapd", "khugepaged" };

static bool is_wanted(const struct pids_stack *task)
{
	const char *name = task->head[ITEM_NAME].result.str;

	if (!name || !(task->head[ITEM_FLAGS].result.ul_int & FLAG_KTHREAD))
		return false;
	for (size_t i = 0; i < ARRAY_SIZE(prefixes); i++)
		if (!strncmp(name, prefixes[i], strlen(prefixes[i])))
			return true;
	return false;
}

static uint64_t ticks_to_ns(unsigned long long ticks)
{
	long per_second = sysconf(_SC_CLK_TCK);

	return ticks * ((uint64_t)NSEC_PER_SEC / (uint64_t)(per_second > 0 ? per_second : 100));
}

static void take_task(struct found *found, const struct pids_stack *task)
{
	span_copy(span_of(task->head[ITEM_NAME].result.str), found->name, sizeof(found->name));
	found->pid = (unsigned int)task->head[ITEM_PID].result.s_int;
	found->cpu_ns = ticks_to_ns(task->head[ITEM_TICKS].result.ull_int);
}

/* The library only reads the items, though it does not say so. */
static struct pids_info *new_info(void)
{
	struct pids_info *info = NULL;

	return procps_pids_new(&info, (enum pids_item *)items, NR_ITEMS) < 0 ? NULL : info;
}

/* How many there should be. */
static unsigned int nr_expected(const struct frame *frame)
{
	const char *thp = frame->thp.enabled;
	unsigned int nr_nodes = 0;

	for (unsigned int i = 0; i < frame->nr_zones; i++) {
		const struct zone *zone = frame->zones[i];
		bool counted = false;

		for (unsigned int j = 0; j < i && !counted; j++)
			counted = frame->zones[j]->node == zone->node && !frame->zones[j]->empty;
		nr_nodes += !zone->empty && !counted;
	}
	return 2 * nr_nodes + (thp && strcmp(thp, "never") ? 1 : 0);
}

static void search(struct kthreads *kthreads, const struct frame *frame)
{
	unsigned int expected = nr_expected(frame);
	struct pids_stack *task;

	/* A library handle of its own, because a search that ended early would go on there. */
	if (kthreads->info)
		procps_pids_unref(&kthreads->info);
	kthreads->info = new_info();
	kthreads->nr = 0;
	while (kthreads->info && kthreads->nr < expected && kthreads->nr < KTHREADS_MAX &&
	       (task = procps_pids_get(kthreads->info, PIDS_FETCH_TASKS_ONLY)))
		if (is_wanted(task))
			take_task(&kthreads->found[kthreads->nr++], task);
}

/* Reads the known ones again; false when one is gone. */
static bool refresh(struct kthreads *kthreads)
{
	unsigned int pids[KTHREADS_MAX], nr = 0;
	struct pids_fetch *fetch;

	for (unsigned int i = 0; i < kthreads->nr; i++)
		pids[i] = kthreads->found[i].pid;
	fetch = procps_pids_select(kthreads->info, pids, (int)kthreads->nr, PIDS_SELECT_PID);
	for (int i = 0; fetch && i < fetch->counts->total; i++)
		if (is_wanted(fetch->stacks[i]) && nr < kthreads->nr)
			take_task(&kthreads->found[nr++], fetch->stacks[i]);
	return nr == kthreads->nr;
}

static int fill(const struct kthreads *kthreads, struct frame *frame, struct err *err)
{
	frame->kthreads = arena_alloc(&frame->arena, kthreads->nr * sizeof(*frame->kthreads));
	if (!frame->kthreads)
		return err_set(err, ENOMEM, "kthreads: out of memory");
	for (unsigned int i = 0; i < kthreads->nr; i++) {
		const struct found *found = &kthreads->found[i];
		const char *name = arena_strdup(&frame->arena, found->name, strlen(found->name));

		if (!name)
			return err_set(err, ENOMEM, "kthreads: out of memory");
		frame->kthreads[frame->nr_kthreads++] = (struct kthread){
			name, (int)found->pid, num_known(found->cpu_ns)
		};
	}
	return 0;
}

int kthreads_read(struct proc_input *input, struct frame *frame, struct err *err)
{
	struct kthreads *kthreads = input->kthreads;

	if (!reader_is_host(input->tape.reader))
		return err_set(err, ENOENT, "not this host's /proc: its processes are not seen");
	if (!kthreads)
		kthreads = input->kthreads = calloc(1, sizeof(*kthreads));
	if (!kthreads)
		return err_set(err, ENOMEM, "kthreads: out of memory");
	if (input->tape.recording && (!kthreads->nr || !refresh(kthreads)))
		search(kthreads, frame);
	if (!kthreads->nr)
		return err_set(err, ENOENT, "none is visible here; use the host's PID namespace");
	return fill(kthreads, frame, err);
}

void kthreads_free(struct kthreads *kthreads)
{
	if (!kthreads)
		return;
	if (kthreads->info)
		procps_pids_unref(&kthreads->info);
	free(kthreads);
}
