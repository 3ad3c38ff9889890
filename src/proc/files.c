// SPDX-License-Identifier: GPL-2.0-or-later
#include "files.h"

#include <errno.h>
#include <stdio.h>

#include "fragscope/array.h"
#include "fragscope/clock.h"
#include "fragscope/parse.h"

/*
 * In the order in which they are read: zoneinfo first, because it names all zones of a node in the
 * kernel's order, those without memory too.
 */
const struct proc_row proc_rows[] = {
	{ .name = "host", .read = host_read, .absent = "mount -t proc proc /proc",
	  .without = "host name and kernel release" },
	{ .name = "zoneinfo", .path = "proc/zoneinfo", .parse = parse_zoneinfo,
	  .absent = "mount -t proc proc /proc", .without = "sizes and watermarks of zones" },
	{ .name = "buddyinfo", .path = "proc/buddyinfo", .parse = parse_buddyinfo,
	  .absent = "mount -t proc proc /proc", .without = "free blocks" },
	{ .name = "pagetypeinfo", .path = "proc/pagetypeinfo", .parse = parse_pagetypeinfo,
	  .period_ns = 10 * NSEC_PER_SEC,
	  .seldom = "walks the free lists under zone->lock",
	  .absent = "this kernel is older than 2.6.24, or /proc is not mounted",
	  .without = "migratetypes" },
	{ .name = "iomem", .path = "proc/iomem", .parse = parse_iomem,
	  .period_ns = 60 * NSEC_PER_SEC, .absent = "mount -t proc proc /proc",
	  .caps = "CAP_DAC_READ_SEARCH and CAP_SYS_ADMIN",
	  .without = "holes in physical memory" },
	{ .name = "vmstat", .path = "proc/vmstat", .parse = parse_vmstat,
	  .absent = "mount -t proc proc /proc", .without = "counters" },
	{ .name = "meminfo", .path = "proc/meminfo", .parse = parse_meminfo,
	  .absent = "mount -t proc proc /proc", .without = "memory totals" },
	{ .name = "extfrag", .read = extfrag_read, .without = "the kernel's own indices" },
	{ .name = "thp", .read = thp_read,
	  .absent = "this kernel has no CONFIG_TRANSPARENT_HUGEPAGE",
	  .without = "transparent huge pages" },
	{ .name = "hugetlb", .read = hugetlb_read, .absent = "this kernel has no CONFIG_HUGETLBFS",
	  .without = "hugetlb pools" },
	{ .name = "pressure", .path = "proc/pressure/memory", .parse = parse_psi,
	  .absent = "needs CONFIG_PSI, and psi=1 on the kernel's command line",
	  .without = "memory pressure" },
	{ .name = "kthreads", .read = kthreads_read,
	  .without = "CPU time of kcompactd and kswapd" },
	{ .name = "sysctl", .read = sysctl_read, .absent = "mount -t proc proc /proc",
	  .without = "vm settings" },
};

const size_t nr_proc_rows = ARRAY_SIZE(proc_rows);

struct num tape_number(struct tape *tape, const char *path)
{
	struct span text, word;
	uint64_t n;

	if (tape_read(tape, path, &text, NULL) < 0 || !span_next_line(&text, &word) ||
	    !span_to_u64(span_trim(word), &n))
		return (struct num){ 0 };
	return num_known(n);
}

const char *tape_choice(struct tape *tape, const char *path, struct frame *frame)
{
	struct span text, word;

	if (tape_read(tape, path, &text, NULL) < 0 || !parse_choice(text, &word))
		return NULL;
	return arena_strdup(&frame->arena, word.at, word.len);
}

int extfrag_read(struct proc_input *input, struct frame *frame, struct err *err)
{
	struct span text, names;
	int rc = tape_read(&input->tape, "sys/kernel/debug/extfrag/unusable_index", &text, err);

	if (rc == -ENOENT && !tape_list(&input->tape, "sys/kernel/debug", &names, NULL))
		return err_set(err, ENOENT, "%s", names.len ?
			       "this kernel has no CONFIG_COMPACTION" :
			       "mount -t debugfs none /sys/kernel/debug");
	if (!rc)
		rc = parse_extfrag_unusable(frame, text, err);
	if (!rc)
		rc = tape_read(&input->tape, "sys/kernel/debug/extfrag/extfrag_index", &text, err);
	if (!rc)
		rc = parse_extfrag_index(frame, text, err);
	return rc;
}

/* vm settings that decide about large blocks. */
static const char *const sysctl_names[] = {
	"compact_unevictable_allowed",
	"compaction_proactiveness",
	"defrag_mode",
	"extfrag_threshold",
	"min_free_kbytes",
	"nr_hugepages",
	"nr_overcommit_hugepages",
	"percpu_pagelist_high_fraction",
	"watermark_boost_factor",
	"watermark_scale_factor",
};

int sysctl_read(struct proc_input *input, struct frame *frame, struct err *err)
{
	for (size_t i = 0; i < ARRAY_SIZE(sysctl_names); i++) {
		char path[64], name[64];
		struct num value;

		snprintf(path, sizeof(path), "proc/sys/vm/%s", sysctl_names[i]);
		snprintf(name, sizeof(name), "vm.%s", sysctl_names[i]);
		value = tape_number(&input->tape, path);
		/* Kernels have more or fewer of them. */
		if (!num_has(value))
			continue;
		if (counters_add(&frame->mem_knobs, &frame->arena, span_of(name), value) < 0)
			return err_set(err, ENOMEM, "sysctl: out of memory");
	}
	return frame->mem_knobs.nr ? 0 : err_set(err, ENOENT, "proc/sys/vm: nothing readable");
}
