// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * sweep_way - the ways to find out what pages are: one row each.
 *
 * kpageflags gives what there is: a read ends early at the end of memory (max_pfn), and pages from
 * there on are holes.  64 KiB per read are best: less costs calls, more falls out of the cache.
 * Orders are rebuilt from runs, and what is no memory is told by gaps (sweep_gaps.c).
 *
 * Struct pages say all that themselves, in less than half the time; only memory that was never
 * handed to the kernel is told from a hole by the ranges of RAM.
 */
#include "sweep_private.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

/* Fills words; returns how many there are before the end of the file, or -errno. */
static int64_t read_words(int fd, uint64_t pfn, uint64_t *words, uint64_t nr)
{
	const uint64_t size = nr * sizeof(*words);
	char *bytes = (char *)words;
	uint64_t done = 0;

	while (done < size) {
		uint64_t want = size - done;
		ssize_t got;

		if (want > SWEEP_READ_PAGES * sizeof(*words))
			want = SWEEP_READ_PAGES * sizeof(*words);
		got = pread(fd, bytes + done, want, (off_t)(pfn * sizeof(*words) + done));
		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0)
			return -errno;
		if (!got)
			break;
		done += (uint64_t)got;
	}
	return (int64_t)(done / sizeof(*words));
}

static int read_kpageflags(const struct sweep *sweep, struct sweep_lane *lane,
			   struct sweep_range range, uint32_t now_ms, struct err *err)
{
	struct kpf_dialect dialect = { .heads_only = sweep->heads_only };
	int64_t got = read_words(sweep->fd, range.pfn, lane->words, range.nr);

	if (got < 0)
		return err_set(err, (int)-got,
			       "/proc/kpageflags: page %#llx: %s; the page map grows old",
			       (unsigned long long)range.pfn, strerror((int)-got));
	dialect.present_end = range.pfn + (uint64_t)got;
	dialect.gaps = range.zone->gaps;
	dialect.nr_gaps = range.zone->nr_gaps;
	zonemap_ingest(range.zone->map, range.pfn, lane->words, range.nr, &dialect, now_ms);
	return 0;
}

/* Struct pages exist for whole sections, also where there is no RAM. */
static void mark_holes(const struct sweep_zone *zone, uint64_t pfn, uint64_t end,
		       page_code *codes)
{
	for (size_t i = 0; i < zone->nr_gaps; i++) {
		const struct kpf_gap *gap = &zone->gaps[i];
		uint64_t from = gap->pfn > pfn ? gap->pfn : pfn;
		uint64_t to = gap->end < end ? gap->end : end;

		if (gap->class != PAGE_HOLE || gap->foreign)
			continue;
		for (; from < to; from++)
			if (codes[from - pfn] == PAGE_UNMANAGED)
				codes[from - pfn] = PAGE_HOLE;
	}
}

static int read_struct_pages(const struct sweep *sweep, struct sweep_lane *lane,
			     struct sweep_range range, uint32_t now_ms, struct err *err)
{
	int rc = kpages_read(lane->kpages, range.zone->map, range.pfn, range.nr, lane->codes, err);

	(void)sweep;
	if (rc)
		return err_prefix(err, rc, "reading kpageflags instead");
	mark_holes(range.zone, range.pfn, range.pfn + range.nr, lane->codes);
	zonemap_ingest_codes(range.zone->map, range.pfn, lane->codes, range.nr, now_ms);
	return 0;
}

const struct sweep_way sweep_ways[NR_SWEEP_WAYS] = {
	[SWEEP_KPAGEFLAGS] = { "kpageflags", read_kpageflags },
	[SWEEP_STRUCT_PAGES] = { "struct pages", read_struct_pages },
};
