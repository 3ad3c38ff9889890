// SPDX-License-Identifier: GPL-2.0-or-later
/* Who has pages, asked of a live source: the question comes with a sample, the answer in slices. */
#include "fragscope/source.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "fragscope/holders.h"

#include "../check.h"

static struct frame *sample(struct source *source, uint32_t question, uint64_t pfn, uint64_t end)
{
	struct source_want want = { .holders = question, .holders_pfn = pfn, .holders_end = end };
	struct err err = { "" };
	struct frame *frame;

	if (source->ops->sample(source, &want, &frame, &err))
		fail_msg("%s", err.text);
	return frame;
}

/* The block of a page of this very process; false: page numbers are hidden. */
static bool own_block(uint64_t *pfn)
{
	static char page[1 << 16];
	uint64_t entry = 0, size = (uint64_t)sysconf(_SC_PAGESIZE);
	int fd = open("/proc/self/pagemap", O_RDONLY | O_CLOEXEC);

	memset(page, 1, sizeof(page));
	if (fd >= 0 && pread(fd, &entry, 8, (off_t)((uintptr_t)(page + sizeof(page) / 2) / size *
						    8)) != 8)
		entry = 0;
	if (fd >= 0)
		close(fd);
	*pfn = (entry & ((1ULL << 55) - 1)) / 512 * 512;
	return entry & ((1ULL << 55) - 1);
}

static bool has_pid(const struct holders *holders, pid_t pid)
{
	for (unsigned int i = 0; i < holders->nr; i++)
		if (holders->rows[i].kind == HOLDER_PROCESS &&
		    holders->rows[i].pid == (uint32_t)pid)
			return true;
	return false;
}

static void a_question_is_answered_between_samples(void **state)
{
	struct err err = { "" };
	struct source *source = source_open_live("/", 0.01, &err);
	struct frame *frame;
	uint64_t pfn = 0;

	(void)state;
	if (!source || !own_block(&pfn)) {
		print_message("page numbers are hidden: needs CAP_SYS_ADMIN\n");
		skip();
	}
	frame = sample(source, 0, 0, 0);
	assert_null(frame->holders);
	frame_free(frame);
	frame = sample(source, 1, pfn, pfn + 512);
	assert_int_equal(frame->holders->state, HOLDERS_RUNNING);
	assert_int_equal(frame->holders->question, 1);
	while (source->ops->poll(source, 1000000))
		;
	/* the frame points to the answer as it grows */
	assert_int_equal(frame->holders->state, HOLDERS_DONE);
	assert_true(has_pid(frame->holders, getpid()));
	frame_free(frame);
	/* the same question again begins nothing */
	frame = sample(source, 1, pfn, pfn + 512);
	assert_int_equal(frame->holders->state, HOLDERS_DONE);
	frame_free(frame);
	source->ops->close(source);
}

static void work(struct source *source)
{
	while (source->ops->poll(source, 1000000))
		;
}

static uint64_t memory_end(const struct frame *frame)
{
	uint64_t end = 0;

	for (unsigned int i = 0; i < frame->nr_zones; i++)
		if (frame->zones[i]->start_pfn.n + frame->zones[i]->spanned.n > end)
			end = frame->zones[i]->start_pfn.n + frame->zones[i]->spanned.n;
	return end;
}

static void slab_caches_have_the_pages_that_meminfo_counts(void **state)
{
	struct err err = { "" };
	struct source *source = source_open_live("/", 0.01, &err);
	const struct holders *holders;
	struct frame *frame;
	const uint64_t page_kib = (uint64_t)sysconf(_SC_PAGESIZE) / 1024;
	uint64_t end, slab_kib;
	bool found = false;

	(void)state;
	assert_non_null(source);
	frame = sample(source, 0, 0, 0);
	end = memory_end(frame);
	slab_kib = counters_get(&frame->meminfo, "Slab").n;
	frame_free(frame);
	work(source); /* parts open */
	frame = sample(source, 1, 0, end);
	work(source);
	holders = frame->holders;
	if (strstr(holders->text, "slab caches") || !slab_kib) {
		print_message("%s\n", holders->text);
		frame_free(frame);
		source->ops->close(source);
		skip();
	}
	for (unsigned int i = 0; i < holders->nr; i++)
		found |= holders->rows[i].kind == HOLDER_SLAB &&
			 !strcmp(holders->rows[i].name, "dentry");
	assert_true(found);
	assert_true(holders->nr_pages[HOLDER_SLAB] * page_kib > slab_kib * 3 / 4);
	assert_true(holders->nr_pages[HOLDER_SLAB] * page_kib < slab_kib * 5 / 4);
	frame_free(frame);
	source->ops->close(source);
}

static void what_nobody_asks_any_more_is_not_looked_for(void **state)
{
	struct err err = { "" };
	struct source *source = source_open_live("/", 0.01, &err);
	struct frame *frame;

	(void)state;
	assert_non_null(source);
	frame = sample(source, 7, 0, 1 << 20);
	assert_int_equal(frame->holders->state, HOLDERS_RUNNING);
	frame_free(frame);
	frame = sample(source, 0, 0, 0);
	assert_int_equal(frame->holders->state, HOLDERS_STOPPED);
	frame_free(frame);
	/* a new one begins anew */
	frame = sample(source, 8, 0, 512);
	assert_int_equal(frame->holders->state, HOLDERS_RUNNING);
	assert_int_equal(frame->holders->question, 8);
	frame_free(frame);
	frame = sample(source, 9, 512, 1024);
	assert_int_equal(frame->holders->question, 9);
	assert_int_equal(frame->holders->start_pfn, 512);
	frame_free(frame);
	source->ops->close(source); /* in the middle of it */
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_question_is_answered_between_samples),
		cmocka_unit_test(slab_caches_have_the_pages_that_meminfo_counts),
		cmocka_unit_test(what_nobody_asks_any_more_is_not_looked_for),
	};

	return CHECK_MAIN(tests);
}
