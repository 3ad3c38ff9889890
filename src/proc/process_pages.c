// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * process_pages - mirrors fs/proc/task_mmu.c; formats are in
 * Documentation/admin-guide/mm/pagemap.rst.
 *
 * What is read changes meanwhile: a mapping may be gone, and so may the process.  Both show as a
 * reading that gives nothing, and cost only what they had.
 */
#include "process_pages.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "fragscope/bits.h"

#define ENTRY_PRESENT (1ULL << 63)
#define ENTRY_PFN     ((1ULL << 55) - 1)

#define SET_PAGES_MAX (1ULL << 36)

/* Below so many pages a mapping is read as a whole: one system call instead of two. */
#define SCAN_PAGES_MIN 1024
/* Pages found in one call, which takes well below a millisecond then. */
#define SCAN_PAGES_MAX (1 << 16)

int page_set_init(struct page_set *set, uint64_t start_pfn, uint64_t end_pfn)
{
	*set = (struct page_set){ .start_pfn = start_pfn, .end_pfn = end_pfn };
	if (end_pfn <= start_pfn || end_pfn - start_pfn > SET_PAGES_MAX)
		return -EINVAL;
	set->bits = calloc((end_pfn - start_pfn + 63) / 64, sizeof(*set->bits));
	return set->bits ? 0 : -ENOMEM;
}

void page_set_done(struct page_set *set)
{
	free(set->bits);
	*set = (struct page_set){ 0 };
}

static void set_clear(struct page_set *set)
{
	if (set->high > set->low)
		memset(set->bits + set->low, 0, (set->high - set->low) * sizeof(*set->bits));
	set->low = UINT64_MAX;
	set->high = set->nr = 0;
}

static void set_add(struct page_set *set, uint64_t pfn)
{
	uint64_t word = (pfn - set->start_pfn) / 64, bit = 1ULL << (pfn - set->start_pfn) % 64;

	if (set->bits[word] & bit)
		return;
	set->bits[word] |= bit;
	set->nr++;
	if (word < set->low)
		set->low = word;
	if (word >= set->high)
		set->high = word + 1;
}

/* --- the populated parts of a mapping --- */

/* struct pm_scan_arg of include/uapi/linux/fs.h, which older headers do not have. */
struct scan_request {
	uint64_t size, flags, start, end, walk_end, vec, vec_len, max_pages;
	uint64_t category_inverted, category_mask, category_anyof_mask, return_mask;
};

#define SCAN_REQUEST    _IOWR('f', 16, struct scan_request)
#define SCAN_IS_PRESENT (1ULL << 3)

static void read_as_a_whole(struct process_pages *pages)
{
	pages->at = pages->mapping_at;
	pages->end = pages->mapping_at = pages->mapping_end;
}

/* Finds the next regions of the mapping. */
static void scan_mapping(struct process_pages *pages)
{
	struct scan_request request = {
		.size = sizeof(request),
		.start = pages->mapping_at,
		.end = pages->mapping_end,
		.vec = (uintptr_t)pages->regions,
		.vec_len = PROCESS_REGIONS,
		.max_pages = SCAN_PAGES_MAX,
		.category_mask = SCAN_IS_PRESENT,
		.return_mask = SCAN_IS_PRESENT,
	};
	int nr;

	if (pages->no_scan ||
	    (pages->mapping_end - pages->mapping_at) >> pages->page_shift < SCAN_PAGES_MIN) {
		read_as_a_whole(pages);
		return;
	}
	nr = ioctl(pages->pagemap_fd, SCAN_REQUEST, &request);
	if (nr < 0 && (errno == ENOTTY || errno == EINVAL)) {
		pages->no_scan = true;
		read_as_a_whole(pages);
		return;
	}
	pages->region = 0;
	pages->nr_regions = nr > 0 ? (unsigned int)nr : 0;
	/* one that stands still, or failed, ends the mapping */
	pages->mapping_at = nr >= 0 && request.walk_end > pages->mapping_at ? request.walk_end :
									      pages->mapping_end;
}

/* --- words of pages --- */

static void take_entries(struct process_pages *pages, size_t nr)
{
	struct page_set *set = pages->set;
	const uint64_t nr_pages = set->end_pfn - set->start_pfn;

	for (size_t i = 0; i < nr; i++) {
		uint64_t entry = pages->entries[i], pfn = entry & ENTRY_PFN;

		if (!(entry & ENTRY_PRESENT))
			continue;
		pages->nr_present++;
		pages->nr_hidden += !pfn;
		if (pfn - set->start_pfn < nr_pages)
			set_add(set, pfn);
	}
}

static void read_entries(struct process_pages *pages)
{
	uint64_t first = pages->at >> pages->page_shift;
	uint64_t left = (pages->end >> pages->page_shift) - first;
	size_t nr = left < PROCESS_ENTRIES ? (size_t)left : PROCESS_ENTRIES;
	ssize_t got;

	got = pread(pages->pagemap_fd, pages->entries, nr * sizeof(pages->entries[0]),
		    (off_t)(first * sizeof(pages->entries[0])));
	if (got < 0 && errno == EINTR)
		return;
	if (got < (ssize_t)sizeof(pages->entries[0])) {
		pages->at = pages->end;
		return;
	}
	nr = (size_t)got / sizeof(pages->entries[0]);
	take_entries(pages, nr);
	pages->at += (uint64_t)nr << pages->page_shift;
}

/* --- lines of maps --- */

/* "7f5c8a000000-7f5c8a021000 rw-p 00000000 00:00 0" */
static void take_mapping(struct process_pages *pages, const char *line)
{
	const uint64_t page = (1ULL << pages->page_shift) - 1;
	uint64_t start, end;

	/* the upper half of the addresses has no user pages ([vsyscall]) */
	if (sscanf(line, "%" SCNx64 "-%" SCNx64, &start, &end) != 2 || end <= start ||
	    end > INT64_MAX || (start | end) & page)
		return;
	pages->mapping_at = start;
	pages->mapping_end = end;
}

static void read_text(struct process_pages *pages)
{
	size_t rest = pages->text_len - pages->text_at;
	ssize_t got;

	memmove(pages->text, pages->text + pages->text_at, rest);
	pages->text_at = 0;
	pages->text_len = rest;
	got = read(pages->maps_fd, pages->text + rest, sizeof(pages->text) - 1 - rest);
	if (got < 0 && errno == EINTR)
		return;
	/* a line as long as the buffer is none of the kernel's */
	if (got <= 0)
		pages->text_done = true;
	else
		pages->text_len += (size_t)got;
}

/* The next line, without its newline; NULL: more has to be read. */
static const char *next_line(struct process_pages *pages)
{
	char *line = pages->text + pages->text_at;
	char *end = memchr(line, '\n', pages->text_len - pages->text_at);

	if (!end)
		return NULL;
	*end = '\0';
	pages->text_at = (size_t)(end + 1 - pages->text);
	return line;
}

/* --- --- */

int process_pages_open(struct process_pages *pages, struct page_set *set, struct reader *reader,
		       uint32_t pid)
{
	bool no_scan = pages->no_scan;
	char path[64];

	memset(pages, 0, offsetof(struct process_pages, text));
	pages->set = set;
	pages->no_scan = no_scan;
	pages->page_shift = bits_log2((uint64_t)sysconf(_SC_PAGESIZE));
	pages->pagemap_fd = -1;
	set_clear(set);
	snprintf(path, sizeof(path), "proc/%" PRIu32 "/maps", pid);
	pages->maps_fd = reader_open(reader, path, NULL);
	if (pages->maps_fd < 0)
		return pages->maps_fd;
	snprintf(path, sizeof(path), "proc/%" PRIu32 "/pagemap", pid);
	pages->pagemap_fd = reader_open(reader, path, NULL);
	if (pages->pagemap_fd >= 0)
		return 0;
	close(pages->maps_fd);
	pages->maps_fd = -1;
	return pages->pagemap_fd;
}

void process_pages_close(struct process_pages *pages)
{
	if (pages->maps_fd >= 0)
		close(pages->maps_fd);
	if (pages->pagemap_fd >= 0)
		close(pages->pagemap_fd);
	pages->maps_fd = pages->pagemap_fd = -1;
}

int process_pages_step(struct process_pages *pages)
{
	const char *line;

	if (pages->at < pages->end) {
		read_entries(pages);
	} else if (pages->region < pages->nr_regions) {
		pages->at = pages->regions[pages->region].start;
		pages->end = pages->regions[pages->region++].end;
	} else if (pages->mapping_at < pages->mapping_end) {
		scan_mapping(pages);
	} else {
		line = next_line(pages);
		if (line)
			take_mapping(pages, line);
		else if (pages->text_done)
			return 0;
		else
			read_text(pages);
	}
	return 1;
}
