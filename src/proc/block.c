// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * block - one pageblock page by page, for those who want to see who holds it.
 *
 * /proc/kpageflags, kpagecount and kpagecgroup have one 64-bit word per page frame
 * (Documentation/admin-guide/mm/pagemap.rst).  They end where memory does.
 */
#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "fragscope/array.h"
#include "fragscope/clock.h"

#include "block.h"

#define BLOCK_PAGES_MAX (1ull << 20)
#define CHUNK_PAGES 512

/* Words of pages [pfn, pfn + nr); returns how many there are, or -errno. */
static ssize_t read_words(int fd, uint64_t pfn, size_t nr, uint64_t *words)
{
	ssize_t got;

	do {
		got = pread(fd, words, nr * sizeof(*words), (off_t)(pfn * sizeof(*words)));
	} while (got < 0 && errno == EINTR);
	return got < 0 ? -errno : got / (ssize_t)sizeof(*words);
}

/* One of the three files. */
struct column {
	const char *name;   /* of the source; NULL: the page map has its status already */
	const char *path;
	void (*put)(struct page_detail *page, struct num word);
	const char *absent;
};

static void put_flags(struct page_detail *page, struct num word)
{
	page->flags = num_has(word) ? word.n : 0;
}

static void put_mapcount(struct page_detail *page, struct num word)
{
	page->mapcount = word;
}

static void put_cgroup(struct page_detail *page, struct num word)
{
	page->cgroup_inode = word;
}

static const struct column flags_column = { NULL, "proc/kpageflags", put_flags, NULL };

static const struct column more_columns[] = {
	{ "kpagecount", "proc/kpagecount", put_mapcount,
	  "this kernel has no CONFIG_PROC_PAGE_MONITOR" },
	{ "kpagecgroup", "proc/kpagecgroup", put_cgroup, "this kernel has no CONFIG_MEMCG" },
};

/* Pages beyond the end of the file stay absent. */
static int fill_column(int fd, const struct column *column, struct block_detail *detail)
{
	uint64_t words[CHUNK_PAGES];

	for (uint64_t at = 0; at < detail->nr_pages;) {
		size_t nr = CHUNK_PAGES;
		ssize_t got;

		if (nr > detail->nr_pages - at)
			nr = (size_t)(detail->nr_pages - at);
		got = read_words(fd, detail->first_pfn + at, nr, words);
		if (got <= 0)
			return (int)got;
		for (ssize_t i = 0; i < got; i++)
			column->put(&detail->pages[at++], num_known(words[i]));
	}
	return 0;
}

static int read_column(struct reader *reader, const struct column *column,
		       struct block_detail *detail, struct err *err)
{
	int fd = reader_open(reader, column->path, err);
	int rc;

	if (fd < 0)
		return fd;
	rc = fill_column(fd, column, detail);
	close(fd);
	return rc < 0 ? err_set(err, -rc, "/%s: %s", column->path, strerror(-rc)) : 0;
}

static void note_status(const struct column *column, int rc, uint64_t cost_ns,
			struct block_detail *detail, struct frame *frame)
{
	struct source_status *status = frame_source(frame, column->name);
	bool denied = rc == -EACCES || rc == -EPERM;

	for (uint64_t i = 0; denied && i < detail->nr_pages; i++)
		column->put(&detail->pages[i], (struct num){ 0, NUM_DENIED });
	if (!status)
		return;
	status->cost_ns = cost_ns;
	status->state = SOURCE_OK;
	status->text = NULL;
	if (!rc) {
		status->read_ns = clock_mono_ns();
	} else if (denied) {
		status->state = SOURCE_DENIED;
		status->text = "needs root or CAP_DAC_READ_SEARCH";
	} else if (rc == -ENOENT) {
		status->state = SOURCE_ABSENT;
		status->text = column->absent;
	} else {
		status->state = SOURCE_BROKEN;
		status->text = "it could not be read";
	}
}

int block_read(struct reader *reader, struct frame *frame, uint64_t first_pfn, uint64_t nr_pages,
	       struct err *err)
{
	struct block_detail *detail = arena_alloc(&frame->arena, sizeof(*detail));
	int rc;

	if (!nr_pages || nr_pages > BLOCK_PAGES_MAX || first_pfn > INT64_MAX / 8 - nr_pages)
		return err_set(err, EINVAL, "pfn %#llx: no pageblock",
			       (unsigned long long)first_pfn);
	if (detail)
		detail->pages = arena_alloc(&frame->arena, nr_pages * sizeof(*detail->pages));
	if (!detail || !detail->pages)
		return err_set(err, ENOMEM, "pfn %#llx: out of memory",
			       (unsigned long long)first_pfn);
	detail->first_pfn = first_pfn;
	detail->nr_pages = nr_pages;
	rc = read_column(reader, &flags_column, detail, err);
	if (rc < 0)
		return rc;
	for (size_t i = 0; i < ARRAY_SIZE(more_columns); i++) {
		uint64_t begin = clock_cpu_ns();

		rc = read_column(reader, &more_columns[i], detail, NULL);
		note_status(&more_columns[i], rc, clock_cpu_ns() - begin, detail, frame);
	}
	frame->detail = detail;
	return 0;
}
