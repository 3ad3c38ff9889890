// SPDX-License-Identifier: GPL-2.0-or-later
#include "fragscope/holders_job.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>

#include "folder.h"

#define PRESENT (1ULL << 63)

/* --- made trees --- */

static uint64_t page_size(void)
{
	return (uint64_t)sysconf(_SC_PAGESIZE);
}

/* Words into proc/NAME from index on; the file may have holes. */
static void put_words(const struct folder *folder, const char *name, uint64_t index,
		      const uint64_t *words, size_t nr)
{
	char path[256];
	int fd;

	snprintf(path, sizeof(path), "%s/proc/%s", folder->path, name);
	fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
	assert_true(fd >= 0);
	assert_int_equal(pwrite(fd, words, nr * 8, (off_t)(index * 8)), (ssize_t)(nr * 8));
	close(fd);
}

/* A process with nr pages from address page `first` on, each with that pagemap word + its number. */
static void made_process(const struct folder *folder, unsigned int pid, const char *comm,
			 uint64_t first, const uint64_t *words, size_t nr)
{
	char path[64], text[256];

	snprintf(path, sizeof(path), "proc/%u/comm", pid);
	folder_write(folder, path, comm);
	snprintf(path, sizeof(path), "proc/%u/maps", pid);
	snprintf(text, sizeof(text), "%" PRIx64 "-%" PRIx64 " rw-p 00000000 00:00 0 \n"
		 "ffffffffff600000-ffffffffff601000 --xp 00000000 00:00 0 [vsyscall]\n",
		 first * page_size(), (first + nr) * page_size());
	folder_write(folder, path, text);
	snprintf(path, sizeof(path), "%u/pagemap", pid);
	put_words(folder, path, first, words, nr);
}

static const struct holders *run(struct holders_job *job, uint64_t start, uint64_t end)
{
	holders_job_start(job, 1, start, end);
	while (holders_job_step(job, 1000000))
		;
	return holders_job_result(job);
}

static const struct holder *row_of(const struct holders *holders, enum holder_kind kind,
				   const char *name)
{
	for (unsigned int i = 0; i < holders->nr; i++)
		if (holders->rows[i].kind == kind && !strcmp(holders->rows[i].name, name))
			return &holders->rows[i];
	return NULL;
}

static void processes_are_found_by_the_pages_they_map(void **state)
{
	/* in, in, the same again, out, swapped, not there */
	const uint64_t one[] = { PRESENT | 512, PRESENT | 1023, PRESENT | 512, PRESENT | 1024,
				 1ULL << 62 | 600, 0 };
	const uint64_t two[] = { PRESENT | 1ULL << 61 | 700 };
	const uint64_t none[] = { PRESENT | 511 };
	struct folder folder = folder_new();
	struct reader *reader = reader_new(folder.path);
	struct holders_job *job = holders_job_new(reader, NULL);
	const struct holders *holders;

	(void)state;
	made_process(&folder, 7, "one\n", 100, one, 6);
	made_process(&folder, 80, "two\001x\n", 5, two, 1);
	made_process(&folder, 9, "none\n", 5, none, 1);
	folder_write(&folder, "proc/sys/x", "");
	holders = run(job, 512, 1024);
	assert_int_equal(holders->state, HOLDERS_DONE);
	assert_int_equal(holders->nr_all, 3);
	assert_int_equal(holders->nr_done, 3);
	assert_int_equal(holders->nr, 2);
	assert_string_equal(holders->rows[0].name, "one");
	assert_int_equal(holders->rows[0].pid, 7);
	assert_int_equal(holders->rows[0].nr_pages, 2);
	assert_string_equal(holders->rows[1].name, "two?x");
	assert_int_equal(holders->rows[1].nr_pages, 1);
	assert_int_equal(holders->nr_pages[HOLDER_PROCESS], 3);
	holders_job_free(job);
	reader_free(reader);
	folder_free(&folder);
}

static void cgroups_are_counted_and_named(void **state)
{
	struct folder folder = folder_new();
	struct reader *reader = reader_new(folder.path);
	struct holders_job *job = holders_job_new(reader, NULL);
	const struct holders *holders;
	uint64_t words[3000] = { 0 };
	char path[256];
	struct stat st;

	(void)state;
	folder_write(&folder, "proc/self/mountinfo", "9 1 0:3 / /cg rw - cgroup2 cgroup2 rw\n");
	folder_write(&folder, "cg/db/x", "");
	snprintf(path, sizeof(path), "%s/cg/db", folder.path);
	assert_int_equal(stat(path, &st), 0);
	for (unsigned int i = 0; i < 3000; i++)
		words[i] = i % 3 ? st.st_ino : i % 2 ? UINT64_MAX : 0;
	put_words(&folder, "kpagecgroup", 6000, words, 3000);
	holders = run(job, 6000, 9000);
	assert_int_equal(holders->nr, 2);
	assert_int_equal(row_of(holders, HOLDER_CGROUP, "/db")->nr_pages, 2000);
	assert_int_equal(row_of(holders, HOLDER_CGROUP, "inode 18446744073709551615")->nr_pages,
			 500);
	/* a range that goes on behind the end of memory */
	holders = run(job, 8990, 100000);
	assert_int_equal(holders->nr_pages[HOLDER_CGROUP], 9);
	holders_job_free(job);
	reader_free(reader);
	folder_free(&folder);
}

static int made_find(void *arg, uint64_t pfn, size_t nr, uint64_t *caches)
{
	if (*(int *)arg)
		return *(int *)arg;
	for (size_t i = 0; i < nr; i++)
		caches[i] = (pfn + i) % 4 == 0 ? 0xcace : (pfn + i) % 8 == 1 ? 0xdead : 0;
	return 0;
}

static int made_name(void *arg, uint64_t cache, char *name, size_t size)
{
	(void)arg;
	if (cache == 0xdead)
		return -ENOENT;
	snprintf(name, size, "dentry");
	return 0;
}

static void slab_caches_are_named_as_long_as_they_are_there(void **state)
{
	struct folder folder = folder_new();
	struct reader *reader = reader_new(folder.path);
	int fails = 0;
	struct slab_finder finder = { made_find, made_name, &fails };
	struct holders_job *job = holders_job_new(reader, &finder);
	const struct holders *holders = run(job, 4096, 8192);

	(void)state;
	assert_int_equal(row_of(holders, HOLDER_SLAB, "dentry")->nr_pages, 1024);
	assert_int_equal(row_of(holders, HOLDER_SLAB, "0xdead")->nr_pages, 512);
	fails = -EFAULT;
	holders = run(job, 4096, 8192);
	assert_int_equal(holders->nr, 0);
	assert_non_null(strstr(holders->text, "slab caches"));
	holders_job_free(job);
	reader_free(reader);
	folder_free(&folder);
}

static void page_numbers_that_the_kernel_hides_are_said_to_be(void **state)
{
	const uint64_t words[] = { PRESENT, PRESENT, 0 };
	struct folder folder = folder_new();
	struct reader *reader = reader_new(folder.path);
	struct holders_job *job = holders_job_new(reader, NULL);
	const struct holders *holders;

	(void)state;
	made_process(&folder, 7, "one\n", 100, words, 3);
	holders = run(job, 0, 512);
	assert_int_equal(holders->state, HOLDERS_FAILED);
	assert_non_null(strstr(holders->text, "CAP_SYS_ADMIN"));
	assert_non_null(strstr(holders->text, "kpagecgroup"));
	holders_job_free(job);
	reader_free(reader);
	folder_free(&folder);
}

static void what_ends_meanwhile_holds_nothing(void **state)
{
	const uint64_t words[] = { PRESENT | 5 };
	struct folder folder = folder_new();
	struct reader *reader = reader_new(folder.path);
	struct holders_job *job = holders_job_new(reader, NULL);
	const struct holders *holders = holders_job_result(job);

	(void)state;
	made_process(&folder, 7, "ends\n", 100, words, 1);
	made_process(&folder, 8, "stays\n", 100, words, 1);
	holders_job_start(job, 1, 0, 512);
	while (!holders->nr_all)
		holders_job_step(job, 1);
	folder_remove(&folder, "proc/7");
	while (holders_job_step(job, 1))
		;
	assert_int_equal(holders->nr, 1);
	assert_string_equal(holders->rows[0].name, "stays");
	assert_int_equal(holders->nr_done, 2);
	assert_int_equal(holders->nr_denied, 0);
	/* and one that ends after its pages were seen */
	made_process(&folder, 7, "ends\n", 100, words, 1);
	folder_remove(&folder, "proc/7/comm");
	holders = run(job, 0, 512);
	assert_int_equal(holders->nr, 1);
	holders_job_free(job);
	reader_free(reader);
	folder_free(&folder);
}

static void damaged_maps_are_no_trouble(void **state)
{
	static const char *const texts[] = {
		"", "\n", "nonsense\n", "5000-4000 r\n", "0-ffffffffffffffff r\n", "1001-2002 r\n",
		"1000-\n", "-\n", "1000-3000",
	};
	struct folder folder = folder_new();
	struct reader *reader = reader_new(folder.path);
	struct holders_job *job = holders_job_new(reader, NULL);
	const uint64_t words[] = { PRESENT | 5 };
	char *endless = malloc(200001);

	(void)state;
	memset(endless, 'a', 200000);
	endless[200000] = '\0';
	made_process(&folder, 7, "x\n", 1, words, 1);
	for (size_t i = 0; i <= sizeof(texts) / sizeof(texts[0]); i++) {
		folder_write(&folder, "proc/7/maps",
			     i < sizeof(texts) / sizeof(texts[0]) ? texts[i] : endless);
		assert_int_equal(run(job, 0, 512)->nr, 0);
	}
	free(endless);
	holders_job_free(job);
	reader_free(reader);
	folder_free(&folder);
}

static void a_cancelled_job_keeps_what_it_found(void **state)
{
	const uint64_t words[] = { PRESENT | 5 };
	struct folder folder = folder_new();
	struct reader *reader = reader_new(folder.path);
	struct holders_job *job = holders_job_new(reader, NULL);
	const struct holders *holders = holders_job_result(job);

	(void)state;
	assert_int_equal(holders->state, HOLDERS_NONE);
	for (unsigned int pid = 1; pid < 6; pid++)
		made_process(&folder, pid, "x\n", 100, words, 1);
	holders_job_start(job, 9, 0, 512);
	while (holders->nr < 2)
		assert_true(holders_job_step(job, 1));
	holders_job_stop(job);
	assert_int_equal(holders->state, HOLDERS_STOPPED);
	assert_int_equal(holders->question, 9);
	assert_int_equal(holders->nr, 2);
	assert_false(holders_job_step(job, 1000000));
	assert_int_equal(holders->nr, 2);
	assert_int_equal(run(job, 0, 512)->nr, 5);
	holders_job_stop(job); /* what is done stays done */
	assert_int_equal(holders->state, HOLDERS_DONE);
	holders_job_free(job);
	reader_free(reader);
	folder_free(&folder);
}

static void ranges_that_are_none_end_at_once(void **state)
{
	struct folder folder = folder_new();
	struct reader *reader = reader_new(folder.path);
	struct holders_job *job = holders_job_new(reader, NULL);

	(void)state;
	assert_int_equal(run(job, 512, 512)->nr, 0);
	assert_int_equal(run(job, 512, 0)->nr, 0);
	assert_int_equal(run(job, 0, UINT64_MAX)->nr, 0);
	holders_job_free(job);
	reader_free(reader);
	folder_free(&folder);
}

/* --- on the machine at hand --- */

#define NR_CHILD_PAGES 4096

struct child {
	pid_t pid;
	char *memory;
	int done;       /* closed: it ends */
};

static void child_stop(struct child *child)
{
	kill(child->pid, SIGKILL);
	waitpid(child->pid, NULL, 0);
	munmap(child->memory, NR_CHILD_PAGES * page_size());
	close(child->done);
}

/* A process of its own that has touched its own copy of the memory. */
static struct child child_start(void)
{
	size_t size = NR_CHILD_PAGES * page_size();
	struct child child;
	int ready[2], done[2];
	char byte;

	child.memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	assert_ptr_not_equal(child.memory, MAP_FAILED);
	assert_int_equal(pipe(ready) | pipe(done), 0);
	child.pid = fork();
	assert_true(child.pid >= 0);
	if (!child.pid) {
		close(done[1]);
		memset(child.memory, 1, size);
		if (write(ready[1], "", 1) == 1 && read(done[0], &byte, 1) < 0)
			_exit(1);
		_exit(0);
	}
	close(ready[1]);
	close(done[0]);
	child.done = done[1];
	assert_int_equal(read(ready[0], &byte, 1), 1);
	close(ready[0]);
	return child;
}

static bool child_pfns(const struct child *child, uint64_t *pfns)
{
	char path[64];
	ssize_t got;
	int fd;

	snprintf(path, sizeof(path), "/proc/%d/pagemap", (int)child->pid);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return false;
	got = pread(fd, pfns, NR_CHILD_PAGES * 8,
		    (off_t)((uintptr_t)child->memory / page_size() * 8));
	close(fd);
	for (size_t i = 0; i < NR_CHILD_PAGES; i++)
		pfns[i] &= (1ULL << 55) - 1;
	return got == NR_CHILD_PAGES * 8 && pfns[0];
}

static uint64_t nr_in_block(const uint64_t *pfns, uint64_t block)
{
	uint64_t nr = 0;

	for (size_t i = 0; i < NR_CHILD_PAGES; i++)
		nr += pfns[i] / 512 == block;
	return nr;
}

static uint64_t fullest_block(const uint64_t *pfns)
{
	uint64_t best = pfns[0] / 512;

	for (size_t i = 0; i < NR_CHILD_PAGES; i += 16)
		if (nr_in_block(pfns, pfns[i] / 512) > nr_in_block(pfns, best))
			best = pfns[i] / 512;
	return best;
}

static const struct holder *row_of_pid(const struct holders *holders, pid_t pid)
{
	for (unsigned int i = 0; i < holders->nr; i++)
		if (holders->rows[i].kind == HOLDER_PROCESS && holders->rows[i].pid == (uint32_t)pid)
			return &holders->rows[i];
	return NULL;
}

static void a_process_of_this_machine_is_found_in_its_block(void **state)
{
	static uint64_t pfns[NR_CHILD_PAGES], after[NR_CHILD_PAGES];
	struct child child = child_start();
	struct reader *reader = reader_new("/");
	struct holders_job *job = holders_job_new(reader, NULL);
	const struct holder *row = NULL;
	bool can = child_pfns(&child, pfns), same = false;

	(void)state;
	/* pages may move meanwhile: then again */
	for (unsigned int try = 0; can && try < 10 && !same; try++) {
		uint64_t block = fullest_block(pfns);

		row = row_of_pid(run(job, block * 512, (block + 1) * 512), child.pid);
		assert_true(child_pfns(&child, after));
		same = row && row->nr_pages >= nr_in_block(pfns, block) &&
		       !memcmp(pfns, after, sizeof(pfns));
		/* it has its program in memory, too, but that is not private to a block */
		if (same)
			assert_true(row->nr_pages <= 512);
		memcpy(pfns, after, sizeof(pfns));
	}
	holders_job_free(job);
	reader_free(reader);
	child_stop(&child);
	if (!can) {
		print_message("page numbers are hidden: needs CAP_SYS_ADMIN\n");
		skip();
	}
	assert_true(same);
}

static void a_process_that_was_killed_is_not_among_the_holders(void **state)
{
	static uint64_t pfns[NR_CHILD_PAGES];
	struct child child = child_start();
	struct reader *reader = reader_new("/");
	struct holders_job *job = holders_job_new(reader, NULL);
	const struct holders *holders = holders_job_result(job);
	bool can = child_pfns(&child, pfns);
	uint64_t block = can ? fullest_block(pfns) : 0;

	(void)state;
	holders_job_start(job, 1, block * 512, (block + 1) * 512);
	while (!holders->nr_all)
		holders_job_step(job, 1);
	child_stop(&child);
	while (holders_job_step(job, 1000000))
		;
	assert_int_equal(holders->nr_done, holders->nr_all);
	assert_null(row_of_pid(holders, child.pid));
	holders_job_free(job);
	reader_free(reader);
}

/* Terabytes of addresses with two pages in them must not be walked page by page. */
static void an_empty_address_space_costs_next_to_nothing(void **state)
{
	uint64_t size = 1ULL << 44, page = page_size();
	char *memory = mmap(NULL, size, PROT_READ | PROT_WRITE,
			    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	struct reader *reader = reader_new("/");
	struct holders_job *job = holders_job_new(reader, NULL);
	const struct holders *holders = holders_job_result(job);
	unsigned int nr_steps = 0;
	bool finished;

	(void)state;
	if (memory != MAP_FAILED) {
		memory[0] = memory[size - page] = 1;
		holders_job_start(job, 1, 0, 512);
		while (holders_job_step(job, 1) && nr_steps < 1000000)
			nr_steps++;
		munmap(memory, size);
	}
	finished = holders->nr_done == holders->nr_all;
	holders_job_free(job);
	reader_free(reader);
	if (memory == MAP_FAILED || nr_steps == 1000000) {
		print_message("no PAGEMAP_SCAN (Linux 6.7), or no room for 16 TiB of addresses\n");
		skip();
	}
	assert_true(finished);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(processes_are_found_by_the_pages_they_map),
		cmocka_unit_test(cgroups_are_counted_and_named),
		cmocka_unit_test(slab_caches_are_named_as_long_as_they_are_there),
		cmocka_unit_test(page_numbers_that_the_kernel_hides_are_said_to_be),
		cmocka_unit_test(what_ends_meanwhile_holds_nothing),
		cmocka_unit_test(damaged_maps_are_no_trouble),
		cmocka_unit_test(a_cancelled_job_keeps_what_it_found),
		cmocka_unit_test(ranges_that_are_none_end_at_once),
		cmocka_unit_test(a_process_of_this_machine_is_found_in_its_block),
		cmocka_unit_test(a_process_that_was_killed_is_not_among_the_holders),
		cmocka_unit_test(an_empty_address_space_costs_next_to_nothing),
	};

	return CHECK_MAIN(tests);
}
