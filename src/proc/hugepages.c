// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * hugepages - transparent huge pages with their statistics per size, and hugetlb pools.
 * Documentation/admin-guide/mm/transhuge.rst and hugetlbpage.rst.
 *
 * sysfs has a folder "hugepages-64kB" for each size and in it a file for each number; files that a
 * kernel adds are taken as they come.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "files.h"

#define THP_FOLDER "sys/kernel/mm/transparent_hugepage"
#define POOL_FOLDER "sys/kernel/mm/hugepages"
#define NODE_FOLDER "sys/devices/system/node"
#define PATH_BYTES 192

/* Joins two parts of a path; false when it would be too long. */
static bool join(char path[PATH_BYTES], const char *folder, struct span name)
{
	int len = snprintf(path, PATH_BYTES, "%s/%.*s", folder, (int)name.len, name.at);

	return len > 0 && len < PATH_BYTES;
}

/* "hugepages-64kB" */
static bool to_size(struct span name, uint64_t *size_kib)
{
	if (!span_starts(name, "hugepages-") || name.len < 13)
		return false;
	name = span_skip(name, 10);
	if (!span_equals(span_skip(name, name.len - 2), "kB"))
		return false;
	name.len -= 2;
	return span_to_u64(name, size_kib);
}

static unsigned int count_sizes(struct span names)
{
	unsigned int nr = 0;
	struct span name;
	uint64_t size;

	while (span_next_line(&names, &name))
		nr += to_size(name, &size);
	return nr;
}

static int read_stats(struct tape *tape, const char *folder, struct thp_size *size,
		      struct frame *frame)
{
	char path[PATH_BYTES];
	struct span names, name;

	if (tape_list(tape, folder, &names, NULL) < 0)
		return 0;
	while (span_next_line(&names, &name)) {
		struct num value;

		if (!join(path, folder, name))
			continue;
		value = tape_number(tape, path);
		if (num_has(value) && counters_add(&size->stats, &frame->arena, name, value) < 0)
			return -ENOMEM;
	}
	return 0;
}

static int read_thp_size(struct tape *tape, struct span name, struct frame *frame)
{
	char folder[PATH_BYTES], path[PATH_BYTES];
	struct thp *thp = &frame->thp;
	struct thp_size size = { 0 };
	unsigned int at = thp->nr_sizes;
	int rc;

	if (!to_size(name, &size.size_kib) || !join(folder, THP_FOLDER, name))
		return 0;
	if (join(path, folder, SPAN("enabled")))
		size.enabled = tape_choice(tape, path, frame);
	rc = join(path, folder, SPAN("stats")) ? read_stats(tape, path, &size, frame) : 0;
	/* Names come sorted as text: 1024kB before 16kB. */
	for (; at > 0 && thp->sizes[at - 1].size_kib > size.size_kib; at--)
		thp->sizes[at] = thp->sizes[at - 1];
	thp->sizes[at] = size;
	thp->nr_sizes++;
	return rc;
}

int thp_read(struct proc_input *input, struct frame *frame, struct err *err)
{
	struct tape *tape = &input->tape;
	struct span text, names, name;
	unsigned int nr;
	int rc;

	rc = tape_read(tape, THP_FOLDER "/enabled", &text, err);
	if (rc < 0)
		return rc;
	frame->thp.enabled = tape_choice(tape, THP_FOLDER "/enabled", frame);
	frame->thp.defrag = tape_choice(tape, THP_FOLDER "/defrag", frame);
	frame->thp.pmd_size = tape_number(tape, THP_FOLDER "/hpage_pmd_size");
	rc = tape_list(tape, THP_FOLDER, &names, err);
	if (rc < 0)
		return rc;
	nr = count_sizes(names);
	frame->thp.sizes = arena_alloc(&frame->arena, (nr + 1) * sizeof(*frame->thp.sizes));
	if (!frame->thp.sizes)
		return err_set(err, ENOMEM, "thp: out of memory");
	while (span_next_line(&names, &name))
		if (read_thp_size(tape, name, frame) < 0)
			return err_set(err, ENOMEM, "thp: out of memory");
	return 0;
}

static struct num pool_number(struct tape *tape, const char *folder, const char *file)
{
	char path[PATH_BYTES];

	return join(path, folder, span_of(file)) ? tape_number(tape, path) : (struct num){ 0 };
}

static bool is_before(const struct hugepool *a, const struct hugepool *b)
{
	return a->node != b->node ? a->node < b->node : a->size_kib < b->size_kib;
}

/* All pools of one folder; node -1: the machine's. */
static int read_pools(struct tape *tape, const char *folder, int node, struct frame *frame,
		      struct err *err)
{
	unsigned int nr = frame->nr_hugepools;
	struct hugepool *pools;
	char path[PATH_BYTES];
	struct span names, name;
	int rc;

	rc = tape_list(tape, folder, &names, err);
	if (rc < 0)
		return rc;
	pools = arena_alloc(&frame->arena, (nr + count_sizes(names) + 1) * sizeof(*pools));
	if (!pools)
		return err_set(err, ENOMEM, "hugetlb: out of memory");
	if (nr)
		memcpy(pools, frame->hugepools, nr * sizeof(*pools));
	frame->hugepools = pools;
	while (span_next_line(&names, &name)) {
		struct hugepool pool = { .node = node };
		unsigned int at = frame->nr_hugepools;

		if (!to_size(name, &pool.size_kib) || !join(path, folder, name))
			continue;
		pool.total = pool_number(tape, path, "nr_hugepages");
		pool.free = pool_number(tape, path, "free_hugepages");
		pool.reserved = pool_number(tape, path, "resv_hugepages");
		pool.surplus = pool_number(tape, path, "surplus_hugepages");
		for (; at > 0 && is_before(&pool, &pools[at - 1]); at--)
			pools[at] = pools[at - 1];
		pools[at] = pool;
		frame->nr_hugepools++;
	}
	return 0;
}

static bool to_node(struct span name, int *node)
{
	uint64_t n;

	if (!span_starts(name, "node") || !span_to_u64(span_skip(name, 4), &n) || n > 65535)
		return false;
	*node = (int)n;
	return true;
}

int hugetlb_read(struct proc_input *input, struct frame *frame, struct err *err)
{
	struct tape *tape = &input->tape;
	char folder[PATH_BYTES], pools[PATH_BYTES];
	struct span names, name;
	int node, rc;

	rc = read_pools(tape, POOL_FOLDER, -1, frame, err);
	/* Without NUMA there are no nodes to list. */
	if (rc < 0 || tape_list(tape, NODE_FOLDER, &names, NULL) < 0)
		return rc;
	while (span_next_line(&names, &name)) {
		if (!to_node(name, &node) || !join(folder, NODE_FOLDER, name) ||
		    !join(pools, folder, SPAN("hugepages")))
			continue;
		rc = read_pools(tape, pools, node, frame, err);
		if (rc == -ENOMEM)
			return rc;
	}
	return 0;
}
