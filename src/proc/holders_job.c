// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * holders_job - one phase after the other, each in small steps.
 *
 * Cgroups and slab caches are counted by their numbers first and named last, when it is known which
 * of them get a row.
 */
#include "fragscope/holders_job.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "fragscope/array.h"
#include "fragscope/clock.h"

#include "cgroups.h"
#include "process_pages.h"

#define PIECE_PAGES   1024 /* of kpagecgroup, of struct pages, in one step */
#define COUNTS        8192 /* slots for different numbers, a power of two, … */
#define COUNTS_MAX    6144 /* … and how many of them may be used */

/* Pages by the number of whom they belong to; open addressing. */
struct counts {
	struct { uint64_t id, nr; } slots[COUNTS];
	unsigned int nr;
};

struct holders_job {
	struct reader *reader;
	struct slab_finder slabs;   /* find is NULL: not told */
	struct cgroups *cgroups;
	struct holders result;
	unsigned int phase;         /* row of phases[] */
	bool phase_begun;
	bool any_good;              /* some phase could tell something */
	uint64_t pfn;               /* where the present phase is */
	int fd;                     /* proc/kpagecgroup */
	struct counts counts;
	uint32_t *pids;
	size_t nr_pids, pids_room;
	bool process_open;
	uint64_t nr_present, nr_hidden; /* pages of all processes */
	struct page_set set;
	struct process_pages process;
};

struct holders_job *holders_job_new(struct reader *reader, const struct slab_finder *slabs)
{
	struct holders_job *job = calloc(1, sizeof(*job));

	if (!job)
		return NULL;
	job->reader = reader;
	if (slabs)
		job->slabs = *slabs;
	job->fd = job->process.maps_fd = job->process.pagemap_fd = -1;
	job->cgroups = cgroups_new(reader);
	if (!job->cgroups) {
		free(job);
		return NULL;
	}
	return job;
}

/* Gives back what only a running job needs. */
static void end_work(struct holders_job *job)
{
	if (job->fd >= 0)
		close(job->fd);
	job->fd = -1;
	process_pages_close(&job->process);
	page_set_done(&job->set);
	free(job->pids);
	job->pids = NULL;
	job->nr_pids = job->pids_room = 0;
	job->process_open = false;
}

void holders_job_free(struct holders_job *job)
{
	if (!job)
		return;
	end_work(job);
	cgroups_free(job->cgroups);
	free(job);
}

const struct holders *holders_job_result(const struct holders_job *job)
{
	return &job->result;
}

/* Adds to what the text says cannot be told. */
static void note(struct holders_job *job, const char *what)
{
	char *text = job->result.text;
	size_t len = strlen(text);

	snprintf(text + len, sizeof(job->result.text) - len, "%s%s", len ? "; " : "", what);
}

static void finish(struct holders_job *job, enum holders_state state)
{
	end_work(job);
	job->result.state = state;
	job->result.done_ns = clock_mono_ns();
}

/* --- numbers --- */

static void count_page(struct counts *counts, uint64_t id)
{
	size_t at = (size_t)(id * 0x9e3779b97f4a7c15u >> 32) % COUNTS;

	if (!id)
		return;
	while (counts->slots[at].id && counts->slots[at].id != id)
		at = (at + 1) % COUNTS;
	if (!counts->slots[at].id) {
		if (counts->nr == COUNTS_MAX)
			return;
		counts->slots[at].id = id;
		counts->nr++;
	}
	counts->slots[at].nr++;
}

static void add_rows(struct holders_job *job, enum holder_kind kind)
{
	for (size_t i = 0; i < COUNTS; i++) {
		struct holder row = { .kind = kind, .id = job->counts.slots[i].id,
				      .nr_pages = job->counts.slots[i].nr };

		if (row.id)
			holders_add(&job->result, &row);
	}
}

static uint64_t piece(const struct holders_job *job)
{
	uint64_t left = job->result.end_pfn - job->pfn;

	return left < PIECE_PAGES ? left : PIECE_PAGES;
}

/* --- cgroups --- */

/* The end of a path says more than its beginning. */
static void put_path(struct holder *row, const char *path)
{
	size_t len = strlen(path), room = sizeof(row->name) - 1;

	if (len <= room)
		memcpy(row->name, path, len + 1);
	else
		snprintf(row->name, sizeof(row->name), "...%s", path + len - (room - 3));
}

static void name_cgroups(struct holders_job *job)
{
	add_rows(job, HOLDER_CGROUP);
	for (unsigned int i = 0; i < job->result.nr; i++) {
		struct holder *row = &job->result.rows[i];
		const char *path;

		if (row->kind != HOLDER_CGROUP)
			continue;
		path = cgroups_path(job->cgroups, CGROUP_MEMORY, row->id);
		if (path)
			put_path(row, path);
		else
			snprintf(row->name, sizeof(row->name), "inode %" PRIu64, row->id);
	}
	job->any_good = true;
}

static int begin_cgroups(struct holders_job *job)
{
	job->fd = reader_open(job->reader, "proc/kpagecgroup", NULL);
	if (job->fd >= 0)
		return 0;
	note(job, job->fd == -ENOENT ? "cgroups: no /proc/kpagecgroup" :
				       "cgroups: need root or CAP_DAC_READ_SEARCH");
	return -1;
}

static int step_cgroups(struct holders_job *job)
{
	uint64_t words[PIECE_PAGES], nr = piece(job);
	ssize_t got = 0;

	if (nr)
		got = pread(job->fd, words, nr * sizeof(words[0]),
			    (off_t)(job->pfn * sizeof(words[0])));
	if (got < 0 && errno == EINTR)
		return 1;
	if (got < (ssize_t)sizeof(words[0])) {
		name_cgroups(job);
		return 0;
	}
	nr = (uint64_t)got / sizeof(words[0]);
	for (uint64_t i = 0; i < nr; i++)
		count_page(&job->counts, words[i]);
	job->pfn += nr;
	return 1;
}

/* --- slab caches --- */

static void name_slabs(struct holders_job *job)
{
	add_rows(job, HOLDER_SLAB);
	for (unsigned int i = 0; i < job->result.nr; i++) {
		struct holder *row = &job->result.rows[i];

		if (row->kind == HOLDER_SLAB &&
		    job->slabs.name(job->slabs.arg, row->id, row->name, sizeof(row->name)) < 0)
			snprintf(row->name, sizeof(row->name), "0x%" PRIx64, row->id);
	}
	job->any_good = true;
}

static int begin_slabs(struct holders_job *job)
{
	return job->slabs.find ? 0 : -1;
}

static int step_slabs(struct holders_job *job)
{
	uint64_t caches[PIECE_PAGES], nr = piece(job);

	if (nr && job->slabs.find(job->slabs.arg, job->pfn, nr, caches) < 0) {
		note(job, "slab caches: the kernel's structures cannot be read");
		return 0;
	}
	for (uint64_t i = 0; i < nr; i++)
		count_page(&job->counts, caches[i]);
	job->pfn += nr;
	if (job->pfn < job->result.end_pfn)
		return 1;
	name_slabs(job);
	return 0;
}

/* --- processes --- */

static int keep_pid(const char *name, void *arg)
{
	struct holders_job *job = arg;
	char *end;
	unsigned long pid = strtoul(name, &end, 10);
	uint32_t *pids;

	if (*end || *name < '1' || *name > '9' || pid > INT32_MAX)
		return 0;
	if (job->nr_pids == job->pids_room) {
		job->pids_room = job->pids_room ? 2 * job->pids_room : 256;
		pids = realloc(job->pids, job->pids_room * sizeof(*pids));
		if (!pids)
			return -ENOMEM;
		job->pids = pids;
	}
	job->pids[job->nr_pids++] = (uint32_t)pid;
	return 0;
}

static int begin_processes(struct holders_job *job)
{
	int rc = reader_list_folders(job->reader, "proc", keep_pid, job, NULL);

	if (!rc)
		rc = page_set_init(&job->set, job->result.start_pfn, job->result.end_pfn);
	if (rc < 0)
		note(job, rc == -ENOMEM ? "processes: out of memory" : "processes: no /proc");
	job->result.nr_all = job->nr_pids;
	return rc;
}

/* False: it is gone. */
static bool read_comm(struct holders_job *job, uint32_t pid, char *name, size_t size)
{
	char path[64];
	ssize_t got;
	int fd;

	snprintf(path, sizeof(path), "proc/%" PRIu32 "/comm", pid);
	fd = reader_open(job->reader, path, NULL);
	if (fd < 0)
		return false;
	got = read(fd, name, size - 1);
	close(fd);
	if (got <= 0)
		return false;
	name[got] = '\0';
	name[strcspn(name, "\n")] = '\0';
	for (char *c = name; *c; c++)
		if ((unsigned char)*c < ' ' || *c == 0x7f)
			*c = '?';
	return true;
}

static void end_process(struct holders_job *job)
{
	struct holder row = { .kind = HOLDER_PROCESS, .pid = job->pids[job->result.nr_done],
			      .nr_pages = job->set.nr };

	process_pages_close(&job->process);
	job->process_open = false;
	job->nr_present += job->process.nr_present;
	job->nr_hidden += job->process.nr_hidden;
	/* what ended meanwhile has no pages any more */
	if (row.nr_pages && read_comm(job, row.pid, row.name, sizeof(row.name)))
		holders_add(&job->result, &row);
	job->result.nr_done++;
}

static void end_processes(struct holders_job *job)
{
	if (job->nr_present && job->nr_hidden == job->nr_present)
		note(job, "processes: the kernel shows their page numbers only with "
		     "CAP_SYS_ADMIN");
	else if (job->result.nr_denied < job->result.nr_all)
		job->any_good = true;
}

static int step_processes(struct holders_job *job)
{
	int rc;

	if (job->process_open) {
		if (!process_pages_step(&job->process))
			end_process(job);
		return 1;
	}
	if (job->result.nr_done == job->result.nr_all) {
		end_processes(job);
		return 0;
	}
	rc = process_pages_open(&job->process, &job->set, job->reader,
				job->pids[job->result.nr_done]);
	if (!rc) {
		job->process_open = true;
		return 1;
	}
	job->result.nr_denied += rc == -EACCES || rc == -EPERM;
	job->result.nr_done++;
	return 1;
}

/* --- the job --- */

static const struct {
	int (*begin)(struct holders_job *job); /* 0; negative: it cannot be told */
	int (*step)(struct holders_job *job);  /* 1: there is more */
} phases[] = {
	{ begin_cgroups, step_cgroups },
	{ begin_slabs, step_slabs },
	{ begin_processes, step_processes },
};

void holders_job_start(struct holders_job *job, uint32_t question, uint64_t start_pfn,
		       uint64_t end_pfn)
{
	end_work(job);
	memset(&job->result, 0, sizeof(job->result));
	job->result.state = HOLDERS_RUNNING;
	job->result.question = question;
	job->result.start_pfn = start_pfn;
	job->result.end_pfn = end_pfn > start_pfn ? end_pfn : start_pfn;
	job->phase = 0;
	job->phase_begun = job->any_good = false;
	job->nr_present = job->nr_hidden = 0;
}

void holders_job_stop(struct holders_job *job)
{
	if (job->result.state == HOLDERS_RUNNING)
		finish(job, HOLDERS_STOPPED);
}

static void one_step(struct holders_job *job)
{
	int rc;

	if (job->phase == ARRAY_SIZE(phases)) {
		finish(job, job->any_good ? HOLDERS_DONE : HOLDERS_FAILED);
		return;
	}
	if (!job->phase_begun) {
		job->phase_begun = true;
		job->pfn = job->result.start_pfn;
		memset(&job->counts, 0, sizeof(job->counts));
		rc = phases[job->phase].begin(job) < 0 ? 0 : 1;
	} else {
		rc = phases[job->phase].step(job);
	}
	if (!rc) {
		job->phase++;
		job->phase_begun = false;
	}
}

bool holders_job_step(struct holders_job *job, uint64_t max_ns)
{
	uint64_t end = clock_cpu_ns() + max_ns;

	while (job->result.state == HOLDERS_RUNNING) {
		one_step(job);
		if (clock_cpu_ns() >= end)
			break;
	}
	return job->result.state == HOLDERS_RUNNING;
}
