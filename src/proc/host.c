// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * host - whose memory it is, and the two sizes that everything is measured in.
 *
 * Page size: the C library knows this host's.  Below another root (a copy of another machine's
 * /proc) it would be wrong, so there it is inferred: vmstat counts in pages what meminfo gives in
 * KiB.
 *
 * Pageblock order: pagetypeinfo prints it.  Without, it is the order of a PMD-sized huge page, as
 * far as the free lists reach, or where the kernel has no huge pages the largest order
 * (include/linux/pageblock-flags.h).
 */
#include <errno.h>
#include <unistd.h>

#include "files.h"
#include "fragscope/array.h"

#define PAGE_SIZE_MIN 4096
#define PAGE_SIZE_MAX (256 * 1024)

static const char *read_line(struct tape *tape, const char *path, struct frame *frame,
			     int *rc, struct err *err)
{
	struct span text, line = { "", 0 };

	*rc = tape_read(tape, path, &text, err);
	if (*rc < 0 || !span_next_line(&text, &line) || !line.len)
		return NULL;
	return arena_strdup(&frame->arena, line.at, line.len);
}

int host_read(struct proc_input *input, struct frame *frame, struct err *err)
{
	int rc, release_rc;

	frame->host = read_line(&input->tape, "proc/sys/kernel/hostname", frame, &rc, err);
	frame->release = read_line(&input->tape, "proc/sys/kernel/osrelease", frame, &release_rc,
				   rc < 0 ? NULL : err);
	return rc < 0 ? rc : release_rc;
}

/* The same memory in pages and in KiB.  Only what rarely changes between two readings. */
static const struct {
	const char *pages, *kib;
} pairs[] = {
	{ "nr_mapped", "Mapped" },
	{ "nr_anon_pages", "AnonPages" },
	{ "nr_page_table_pages", "PageTables" },
	{ "nr_shmem", "Shmem" },
	{ "nr_unevictable", "Unevictable" },
	{ "nr_slab_unreclaimable", "SUnreclaim" },
	{ "nr_slab_reclaimable", "SReclaimable" },
	{ "nr_active_file", "Active(file)" },
	{ "nr_inactive_file", "Inactive(file)" },
};

#define NR_PAIRS ARRAY_SIZE(pairs)

/* Whether pages of that size come to so many KiB, within an eighth. */
static bool is_size(uint64_t pages, uint64_t kib, uint64_t size)
{
	uint64_t scaled;

	return !__builtin_mul_overflow(pages, size / 1024, &scaled) &&
	       scaled / 8 * 7 <= kib && kib / 8 * 7 <= scaled;
}

struct num host_infer_page_size(const struct frame *frame)
{
	unsigned int most = 0, nr_pairs = 0;
	struct num best = { 0 };

	for (uint64_t size = PAGE_SIZE_MIN; size <= PAGE_SIZE_MAX; size *= 2) {
		unsigned int votes = 0;

		nr_pairs = 0;
		for (size_t i = 0; i < NR_PAIRS; i++) {
			struct num pages = counters_get(&frame->vmstat, pairs[i].pages);
			struct num kib = counters_get(&frame->meminfo, pairs[i].kib);

			/* A few pages say nothing. */
			if (!num_has(pages) || !num_has(kib) || pages.n < 16)
				continue;
			nr_pairs++;
			votes += is_size(pages.n, kib.n, size);
		}
		if (votes > most) {
			most = votes;
			best = num_known(size);
		}
	}
	/* Files of two machines, or of two very different moments, agree on nothing. */
	return most >= 2 && most * 2 > nr_pairs ? best : (struct num){ 0 };
}

static struct num infer_pageblock_order(const struct frame *frame)
{
	struct num pmd = frame_pmd_order(frame);

	if (!frame_nr_orders(frame))
		return (struct num){ 0 };
	return num_has(pmd) && pmd.n < frame_max_order(frame) ? pmd :
		num_known(frame_max_order(frame));
}

void host_finish(struct frame *frame, bool is_host)
{
	long size = is_host ? sysconf(_SC_PAGESIZE) : -1;

	if (size > 0)
		frame->page_size = num_known((uint64_t)size);
	else if (!num_has(frame->page_size))
		frame->page_size = host_infer_page_size(frame);
	if (!num_has(frame->pageblock_order))
		frame->pageblock_order = infer_pageblock_order(frame);
}
