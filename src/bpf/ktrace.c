// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * ktrace - BPF programs on the kernel's tracepoints, and their events.
 *
 * The kernel's BTF says which rows of ktrace_rows.c fit.  All of these are loaded as one object.
 * When that is refused, it is tried again without function entry and exit, which some kernels
 * forbid, and then all row by row, so that one that is refused costs only itself.  What became of
 * each row is kept; ktrace_missing.c makes a line of it.
 *
 * What an activity means (ACTIVITY_*) is known when each row that it needs is attached.
 */
#include "ktrace_private.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/mman.h>
#include <unistd.h>

#include <bpf/btf.h>

#include "fragscope/activity.h"
#include "fragscope/clock.h"
#include "fragscope/gfp.h"

#include "trace.skel.h"

#define COUNT_NS   (2 * NSEC_PER_SEC)
#define RING_BYTES (2u << 20) /* 43,000 records of a scanner */
#define ALL_ROWS   SIZE_MAX

_Static_assert(TRACE_ORDERS == ALLOC_ORDERS_MAX && TRACE_CLASSES >= NR_ALLOC_CLASSES,
	       "the kernel's counts are those of struct ktrace_totals");

/* The bits whose name alone says something about a request. */
static struct trace_gfp gfp_bits(const char *release)
{
	struct trace_gfp bits = { 0 };

	for (unsigned int bit = 0; bit < 32; bit++) {
		struct gfp_traits traits;
		char name[64];
		bool unknown;

		if (!gfp_decode(1ULL << bit, release, name, sizeof(name)))
			continue;
		gfp_parse_names(name, &traits, &unknown);
		bits.movable |= (uint32_t)traits.movable << bit;
		bits.direct_reclaim |= (uint32_t)traits.direct_reclaim << bit;
		bits.noretry |= (uint32_t)traits.noretry << bit;
		bits.nofail |= (uint32_t)traits.nofail << bit;
	}
	return bits;
}

static void refuse_functions(struct ktrace *trace, enum ktrace_fate fate)
{
	for (size_t i = 0; i < ktrace_nr_rows; i++) {
		if (ktrace_rows[i].place != PLACE_FUNCTION || trace->fate[i] != FATE_FITS)
			continue;
		trace->fate[i] = fate;
	}
}

static int choose_rows(struct ktrace *trace, const struct ktrace_options *options)
{
	static const enum ktrace_fate fates[] = {
		[FIT_YES] = FATE_FITS,
		[FIT_NO_PLACE] = FATE_NO_PLACE,
		[FIT_OTHER_ARGUMENTS] = FATE_OTHER_ARGUMENTS,
	};
	struct btf *btf = btf__load_vmlinux_btf();

	if (!btf)
		return -errno;
	for (size_t i = 0; i < ktrace_nr_rows; i++)
		trace->fate[i] = fates[ktrace_row_fits(&ktrace_rows[i], btf)];
	btf__free(btf);
	if (options->only_tracepoints)
		refuse_functions(trace, FATE_NOT_WANTED);
	else if (options->functions_off)
		refuse_functions(trace, FATE_SWITCHED_OFF);
	return 0;
}

static struct bpf_program *program_of(struct trace_bpf *bpf, size_t row)
{
	return bpf_object__find_program_by_name(bpf->obj, ktrace_rows[row].program);
}

/* Loads the rows that fit, or of these only one.  An object that was refused cannot be used again,
 * so each attempt makes its own. */
static int load(struct ktrace *trace, const struct ktrace_options *options, size_t only)
{
	struct trace_bpf *bpf = trace_bpf__open();
	int ret;

	if (!bpf)
		return -errno;
	for (size_t i = 0; i < ktrace_nr_rows; i++)
		bpf_program__set_autoload(program_of(bpf, i), trace->fate[i] == FATE_FITS &&
					  (only == ALL_ROWS || only == i));
	bpf->rodata->gfp_bits = trace->gfp_bits;
	bpf->rodata->wake_bytes = trace->ring_bytes / 2;
	bpf->rodata->may_read = trace->may_read;
	bpf->rodata->pageblock_order = (int32_t)options->pageblock_order;
	bpf_map__set_max_entries(bpf->maps.ring, trace->ring_bytes);
	bpf_map__set_max_entries(bpf->maps.counts, trace->nr_cpus);
	ret = trace_bpf__load(bpf) ? -errno : 0;
	if (ret || only != ALL_ROWS)
		trace_bpf__destroy(bpf);
	else
		trace->bpf = bpf;
	return ret;
}

static bool has_functions(const struct ktrace *trace)
{
	for (size_t i = 0; i < ktrace_nr_rows; i++)
		if (ktrace_rows[i].place == PLACE_FUNCTION && trace->fate[i] == FATE_FITS)
			return true;
	return false;
}

/* Half of a pair would be worse than none: ends without begins. */
static void refuse_function(struct ktrace *trace, size_t row)
{
	for (size_t i = 0; i < ktrace_nr_rows; i++) {
		if (strcmp(ktrace_rows[i].where, ktrace_rows[row].where) ||
		    ktrace_rows[i].place != PLACE_FUNCTION)
			continue;
		bpf_link__destroy(trace->links[i]);
		trace->links[i] = NULL;
		trace->fate[i] = FATE_REFUSED;
	}
}

/* Without permission each row would be refused, so the first tells all. */
static int load_row_by_row(struct ktrace *trace, const struct ktrace_options *options)
{
	bool any = false;

	for (size_t i = 0; i < ktrace_nr_rows; i++) {
		int ret;

		if (trace->fate[i] != FATE_FITS)
			continue;
		ret = load(trace, options, i);
		if (ret == -EPERM && !any)
			return ret;
		any |= !ret;
		if (!ret)
			continue;
		trace->fate[i] = FATE_REFUSED;
		if (ktrace_rows[i].place == PLACE_FUNCTION)
			refuse_function(trace, i);
	}
	return load(trace, options, ALL_ROWS);
}

/* Functions are suspected first; when it was not they, each row has its say. */
static int load_what_works(struct ktrace *trace, const struct ktrace_options *options)
{
	enum ktrace_fate fate[KTRACE_ROWS_MAX];
	int ret = load(trace, options, ALL_ROWS);

	memcpy(fate, trace->fate, sizeof(fate));
	if (ret && has_functions(trace)) {
		refuse_functions(trace, FATE_REFUSED);
		ret = load(trace, options, ALL_ROWS);
	}
	if (!ret || ret == -EPERM)
		return ret;
	memcpy(trace->fate, fate, sizeof(fate));
	return load_row_by_row(trace, options);
}

static void attach_row(struct ktrace *trace, size_t row)
{
	trace->links[row] = bpf_program__attach(program_of(trace->bpf, row));
	if (trace->links[row]) {
		trace->fate[row] = FATE_ATTACHED;
		return;
	}
	trace->fate[row] = FATE_NOT_ATTACHED;
	if (ktrace_rows[row].place == PLACE_FUNCTION)
		refuse_function(trace, row);
}

static size_t attach(struct ktrace *trace)
{
	size_t nr = 0;

	for (size_t i = 0; i < ktrace_nr_rows; i++) {
		unsigned int unless = ktrace_rows[i].unless;

		if (trace->fate[i] != FATE_FITS)
			continue;
		if (unless && (ktrace_means(trace) & unless) == unless)
			trace->fate[i] = FATE_NOT_NEEDED;
		else if (ktrace_rows[i].is_frequent)
			trace->fate[i] = FATE_ATTACHED; /* when it is wanted */
		else
			attach_row(trace, i);
		nr += trace->fate[i] == FATE_ATTACHED;
	}
	return nr;
}

/*
 * Stretches of counting: frequent rows are attached for one, and then left alone for as long as
 * makes it one of KTRACE_COUNT_SHARE, however late anybody comes to end it.
 */

static void begin_counting(struct ktrace *trace, uint64_t now_ns)
{
	for (size_t i = 0; i < ktrace_nr_rows; i++)
		if (ktrace_rows[i].is_frequent && trace->fate[i] == FATE_ATTACHED &&
		    !trace->links[i])
			attach_row(trace, i);
	trace->is_counting = true;
	trace->turn_ns = now_ns;
}

static void end_counting(struct ktrace *trace, uint64_t now_ns)
{
	uint64_t counted_ns = now_ns - trace->turn_ns;

	for (size_t i = 0; i < ktrace_nr_rows; i++) {
		if (!ktrace_rows[i].is_frequent)
			continue;
		bpf_link__destroy(trace->links[i]);
		trace->links[i] = NULL;
	}
	trace->is_counting = false;
	trace->counted_ns += counted_ns;
	trace->turn_ns = now_ns + counted_ns * (KTRACE_COUNT_SHARE - 1);
}

static void turn_counting(struct ktrace *trace)
{
	uint64_t now_ns = clock_mono_ns();

	if (!trace->is_counting && trace->is_wanted && now_ns >= trace->turn_ns)
		begin_counting(trace, now_ns);
	else if (trace->is_counting &&
		 (!trace->is_wanted || now_ns - trace->turn_ns >= trace->count_ns))
		end_counting(trace, now_ns);
}

void ktrace_count(struct ktrace *trace, bool wanted)
{
	trace->is_wanted = wanted;
	turn_counting(trace);
}

/* Readable means here: woken since the last drain.  A ring is readable as long as it holds
 * anything, hence the edge. */
static int open_wake(struct ktrace *trace)
{
	struct epoll_event event = { .events = EPOLLIN | EPOLLET };

	trace->wake_fd = epoll_create1(EPOLL_CLOEXEC);
	if (trace->wake_fd < 0 || epoll_ctl(trace->wake_fd, EPOLL_CTL_ADD,
					    bpf_map__fd(trace->bpf->maps.ring), &event))
		return -errno;
	return 0;
}

static int take_record(void *arg, void *data, size_t size)
{
	const struct ktrace_taker *taker = arg;
	const struct activity_event *event = data;

	if (size >= offsetof(struct activity_event, compact) && activity_event_size(event->kind) &&
	    size >= activity_event_size(event->kind))
		taker->take(event, taker->arg);
	return 0;
}

static int open_maps(struct ktrace *trace)
{
	size_t size = trace->nr_cpus * sizeof(*trace->counts);
	void *counts = mmap(NULL, size, PROT_READ, MAP_SHARED,
			    bpf_map__fd(trace->bpf->maps.counts), 0);

	if (counts == MAP_FAILED)
		return -errno;
	trace->counts = counts;
	trace->ring = ring_buffer__new(bpf_map__fd(trace->bpf->maps.ring), take_record,
				       &trace->taker, NULL);
	return trace->ring ? open_wake(trace) : -errno;
}

static int open_steps(struct ktrace *trace, const struct ktrace_options *options, struct err *err)
{
	int ret = choose_rows(trace, options);

	if (ret)
		return err_set(err, ret == -ENOMEM ? ENOMEM : ENOENT,
			       "activity: this kernel does not describe its types; "
			       "build it with CONFIG_DEBUG_INFO_BTF");
	trace->may_read = libbpf_probe_bpf_helper(BPF_PROG_TYPE_RAW_TRACEPOINT,
						  BPF_FUNC_probe_read_kernel_str, NULL) == 1;
	ret = load_what_works(trace, options);
	if (!ret)
		ret = open_maps(trace);
	if (ret)
		return ktrace_say_why(-ret, err);
	if (!attach(trace))
		return err_set(err, ENOENT, "activity: this kernel has none of the tracepoints "
			       "of compaction; build it with CONFIG_COMPACTION");
	return 0;
}

struct ktrace *ktrace_open(const struct ktrace_options *options, struct err *err)
{
	struct ktrace *trace = calloc(1, sizeof(*trace));
	int nr_cpus = libbpf_num_possible_cpus(), ret;

	if (!trace || nr_cpus <= 0) {
		free(trace);
		errno = -err_set(err, ENOMEM, "activity: out of memory");
		return NULL;
	}
	libbpf_set_print(NULL);
	trace->wake_fd = -1;
	trace->nr_cpus = (unsigned int)nr_cpus;
	trace->ring_bytes = options->ring_bytes ? options->ring_bytes : RING_BYTES;
	trace->count_ns = options->count_ns ? options->count_ns : COUNT_NS;
	trace->gfp_bits = gfp_bits(options->release);
	ret = open_steps(trace, options, err);
	if (ret) {
		ktrace_close(trace);
		errno = -ret;
		return NULL;
	}
	ktrace_say_missing(trace);
	return trace;
}

void ktrace_close(struct ktrace *trace)
{
	if (!trace)
		return;
	for (size_t i = 0; i < ktrace_nr_rows; i++)
		bpf_link__destroy(trace->links[i]);
	if (trace->wake_fd >= 0)
		close(trace->wake_fd);
	ring_buffer__free(trace->ring);
	if (trace->counts)
		munmap((void *)trace->counts, trace->nr_cpus * sizeof(*trace->counts));
	trace_bpf__destroy(trace->bpf);
	free(trace);
}

static bool same_place(size_t a, size_t b)
{
	return !strcmp(ktrace_rows[a].where, ktrace_rows[b].where);
}

bool ktrace_row_is_told(const struct ktrace *trace, size_t row)
{
	for (size_t i = 0; i < ktrace_nr_rows; i++)
		if (trace->fate[i] == FATE_ATTACHED && same_place(i, row) &&
		    !strcmp(ktrace_rows[i].what, ktrace_rows[row].what))
			return true;
	return false;
}

/* What the attached rows of that place know. */
static unsigned int means_at(const struct ktrace *trace, size_t row)
{
	unsigned int means = 0;

	for (size_t i = 0; i < ktrace_nr_rows; i++)
		if (trace->fate[i] == FATE_ATTACHED && same_place(i, row))
			means |= ktrace_rows[i].means;
	return means;
}

unsigned int ktrace_means(const struct ktrace *trace)
{
	unsigned int has = 0, lacks = 0;

	for (size_t i = 0; i < ktrace_nr_rows; i++) {
		if (trace->fate[i] == FATE_ATTACHED)
			has |= ktrace_rows[i].means;
		else
			lacks |= ktrace_rows[i].means & ~means_at(trace, i);
	}
	return has & ~lacks;
}

int64_t ktrace_drain(struct ktrace *trace, const struct ktrace_taker *taker, struct err *err)
{
	struct epoll_event event;
	int nr;

	turn_counting(trace);
	trace->bpf->bss->woken = false;
	epoll_wait(trace->wake_fd, &event, 1, 0);
	trace->taker = *taker;
	nr = ring_buffer__consume(trace->ring);
	if (nr < 0)
		return err_set(err, -nr, "activity: the ring of events cannot be read: %s",
			       strerror(-nr));
	return nr;
}

static void add_fallbacks(struct ktrace_totals *totals, const struct trace_counts *counts)
{
	for (int want = 0; want < KTRACE_TYPES_MAX; want++) {
		for (int from = 0; from < KTRACE_TYPES_MAX; from++) {
			struct activity_fallbacks *to = &totals->fallbacks[want][from];
			const struct activity_fallbacks *more = &counts->fallbacks[want][from];

			to->nr += more->nr;
			to->nr_claimed += more->nr_claimed;
			to->nr_stolen += more->nr_stolen;
			to->nr_fragmenting += more->nr_fragmenting;
		}
	}
}

void ktrace_totals(const struct ktrace *trace, struct ktrace_totals *totals)
{
	memset(totals, 0, sizeof(*totals));
	totals->counted_ns = trace->counted_ns;
	if (trace->is_counting)
		totals->counted_ns += clock_mono_ns() - trace->turn_ns;
	for (unsigned int cpu = 0; cpu < trace->nr_cpus; cpu++) {
		const struct trace_counts *counts = &trace->counts[cpu];

		for (int order = 0; order < ALLOC_ORDERS_MAX; order++) {
			for (int class = 0; class < NR_ALLOC_CLASSES; class++) {
				totals->allocs[order][class] += counts->allocs[order][class];
				totals->failed[order][class] += counts->failed[order][class];
			}
		}
		add_fallbacks(totals, counts);
		totals->drained_pages += counts->drained;
		totals->lost += counts->lost;
	}
}

const char *ktrace_missing(const struct ktrace *trace)
{
	return trace->missing[0] ? trace->missing : NULL;
}

int ktrace_fd(const struct ktrace *trace)
{
	return trace->wake_fd;
}
