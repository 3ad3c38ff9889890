// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * proc - polls the rows of files.c into a frame.
 *
 * Costs are CPU time, reading and parsing together.  A source is read at most every period_ns of
 * its row, and never so often that it takes more than a thousandth of a CPU: on a large machine
 * zoneinfo alone takes milliseconds.  In between, a frame has the values of the last reading, with
 * its time.  What is missing or denied is tried again every few seconds.
 */
#include "fragscope/proc.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fragscope/clock.h"

#include "block.h"
#include "cgroups.h"
#include "files.h"

#define SHARE 1000                 /* of the time that may pass, one part may be spent … */
#define SHARE_SELDOM 5000          /* … and by a source that is in others' way */
#define RETRY_NS  (5ULL * NSEC_PER_SEC)    /* between two tries of what could not be read */
#define RELIST_NS (60ULL * NSEC_PER_SEC)   /* between two listings of folders */
#define SLACK_NS  (100ULL * NSEC_PER_MSEC) /* polls come a little early or late */

/* What is known about one row's source. */
struct slot {
	struct proc_input input;
	uint64_t tried_ns;         /* monotonic time of the last reading, good or not */
	uint64_t read_ns;          /* of the last good one */
	uint64_t cost_ns;          /* of the last one */
	unsigned int nr_reads;
	int rc;
};

struct proc {
	struct reader *reader;
	struct cgroups *cgroups;
	struct slot *slots;        /* one per row */
	bool force;
	uint64_t nr_polls;         /* that are over */
	uint64_t listed_ns;        /* when folders were last listed */
};

struct proc *proc_new(struct reader *reader)
{
	struct proc *proc = calloc(1, sizeof(*proc));

	if (!proc)
		return NULL;
	proc->reader = reader;
	proc->slots = calloc(nr_proc_rows, sizeof(*proc->slots));
	proc->cgroups = cgroups_new(reader);
	if (!proc->slots || !proc->cgroups) {
		free(proc->slots);
		cgroups_free(proc->cgroups);
		free(proc);
		return NULL;
	}
	for (size_t i = 0; i < nr_proc_rows; i++)
		tape_init(&proc->slots[i].input.tape, reader);
	return proc;
}

void proc_free(struct proc *proc)
{
	if (!proc)
		return;
	for (size_t i = 0; i < nr_proc_rows; i++) {
		tape_done(&proc->slots[i].input.tape);
		kthreads_free(proc->slots[i].input.kthreads);
	}
	cgroups_free(proc->cgroups);
	free(proc->slots);
	free(proc);
}

void proc_force(struct proc *proc)
{
	proc->force = true;
}

static uint64_t period_of(const struct proc_row *row, const struct slot *slot)
{
	uint64_t fair = slot->cost_ns * (row->seldom ? SHARE_SELDOM : SHARE);

	/* The first reading opens files, later ones are cheaper. */
	if (slot->nr_reads < 2 && !row->seldom)
		fair = 0;
	if (slot->rc < 0 && fair < RETRY_NS)
		fair = RETRY_NS;
	return fair > row->period_ns ? fair : row->period_ns;
}

/* What is costly waits until the first frame is out. */
static bool is_due(const struct proc *proc, const struct proc_row *row, const struct slot *slot,
		   uint64_t now)
{
	if (proc->force)
		return true;
	if (!slot->nr_reads)
		return !row->seldom || proc->nr_polls;
	return now + SLACK_NS >= slot->tried_ns + period_of(row, slot);
}

static int read_row(const struct proc_row *row, struct slot *slot, struct frame *frame,
		    struct err *err)
{
	struct span text;
	int rc;

	if (row->read)
		return row->read(&slot->input, frame, err);
	rc = tape_read(&slot->input.tape, row->path, &text, err);
	if (rc < 0)
		return rc;
	rc = row->parse(frame, text, err);
	return rc < 0 ? err_prefix(err, rc, "%s", row->path) : 0;
}

static enum source_state state_of(const struct slot *slot)
{
	enum source_state state = source_state_of_error(slot->rc);

	if (state == SOURCE_OK && !slot->nr_reads)
		return SOURCE_STALE;
	if ((state == SOURCE_DENIED || state == SOURCE_ABSENT) && slot->read_ns)
		return SOURCE_STALE;
	return state;
}

/* The line that says what is missing and what would give it, or why it is read seldom. */
static void describe(const struct proc_row *row, const struct slot *slot, enum source_state state,
		     const struct err *err, char *text, size_t size)
{
	/* What helps on this host does not help a copy of another's files. */
	bool is_host = reader_is_host(slot->input.tape.reader);

	text[0] = '\0';
	if (!slot->nr_reads)
		snprintf(text, size, "not read yet: %s", row->seldom);
	else if (!slot->rc && row->seldom)
		snprintf(text, size, "read every %.0f s: %s, %.2f ms",
			 (double)period_of(row, slot) / 1e9, row->seldom,
			 (double)slot->cost_ns / 1e6);
	else if (state == SOURCE_DENIED)
		snprintf(text, size, "needs root or %s; unknown without: %s",
			 row->caps ? row->caps : "CAP_DAC_READ_SEARCH", row->without);
	else if (state == SOURCE_ABSENT)
		snprintf(text, size, "%s; unknown without: %s",
			 row->absent && is_host ? row->absent : err->text, row->without);
	else if (slot->rc)
		snprintf(text, size, "%s", err->text);
}

static int note_status(const struct proc_row *row, const struct slot *slot,
		       const struct err *err, struct frame *frame)
{
	struct source_status *status = frame_source(frame, row->name);
	char text[sizeof(err->text) + 64];

	if (!status)
		return -ENOMEM;
	status->state = state_of(slot);
	status->cost_ns = slot->cost_ns;
	status->read_ns = slot->read_ns;
	describe(row, slot, status->state, err, text, sizeof(text));
	status->text = *text ? arena_strdup(&frame->arena, text, strlen(text)) : NULL;
	return *text && !status->text ? -ENOMEM : 0;
}

static int poll_row(struct proc *proc, size_t i, struct frame *frame, bool relist)
{
	const struct proc_row *row = &proc_rows[i];
	struct slot *slot = &proc->slots[i];
	uint64_t now = clock_mono_ns(), begin = clock_cpu_ns();
	bool due = is_due(proc, row, slot, now);
	struct err err = { "" };
	int rc;

	if (!due && !slot->nr_reads)
		return note_status(row, slot, &err, frame);
	tape_start(&slot->input.tape, due, relist);
	rc = read_row(row, slot, frame, &err);
	if (due) {
		slot->rc = rc;
		slot->tried_ns = now;
		slot->cost_ns = clock_cpu_ns() - begin;
		slot->nr_reads++;
		if (!rc)
			slot->read_ns = now;
	}
	return note_status(row, slot, &err, frame);
}

/* Whether there is something to show: the free lists, or at least the zones. */
static int check_basics(const struct proc *proc, const struct frame *frame, struct err *err)
{
	const struct source_status *status = frame_find_source(frame, "buddyinfo");
	const char *root = reader_root(proc->reader);

	if (frame->nr_zones)
		return 0;
	if (status->state == SOURCE_BROKEN)
		return err_set(err, EINVAL, "%s", status->text);
	if (status->state == SOURCE_DENIED)
		return err_set(err, EACCES, "%s: proc/buddyinfo is denied; run as root", root);
	return err_set(err, ENOENT, "%s: neither proc/buddyinfo nor proc/zoneinfo is there; %s",
		       root, reader_is_host(proc->reader) ? "mount -t proc proc /proc" :
			     "give a folder with a copy of proc and sys");
}

int proc_poll(struct proc *proc, struct frame *frame, struct err *err)
{
	uint64_t now = clock_mono_ns();
	bool relist = proc->force || now - proc->listed_ns >= RELIST_NS;

	frame->live = reader_is_host(proc->reader);
	frame->mono_ns = now;
	frame->wall_ns = clock_wall_ns();
	for (size_t i = 0; i < nr_proc_rows; i++)
		if (poll_row(proc, i, frame, relist) < 0)
			return err_set(err, ENOMEM, "proc: out of memory");
	if (relist)
		proc->listed_ns = now;
	proc->force = false;
	proc->nr_polls++;
	host_finish(frame, reader_is_host(proc->reader));
	return check_basics(proc, frame, err);
}

int proc_block_detail(struct proc *proc, struct frame *frame, uint64_t first_pfn,
		      uint64_t nr_pages, struct err *err)
{
	int rc = block_read(proc->reader, frame, first_pfn, nr_pages, err);

	if (!rc)
		cgroups_name_pages(proc->cgroups, frame, frame->detail);
	return rc;
}

void proc_name_cgroups(struct proc *proc, struct frame *frame)
{
	cgroups_name_stalls(proc->cgroups, frame);
}
