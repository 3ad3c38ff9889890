/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * plain_lines - lines that look like many other texts' lines: a name and a number.
 *
 * Form alone does not make a line one of /proc/vmstat or /proc/meminfo; the caller believes a run
 * of them if one has a name that is known.
 */
#ifndef PROC_PLAIN_LINES_H
#define PROC_PLAIN_LINES_H

#include "textbuf.h"

/* "nr_free_pages 51698" */
bool plain_is_vmstat(struct span line, struct span *name);
/* "MemFree:        83724 kB", "HugePages_Total:       0" */
bool plain_is_meminfo(struct span line, struct span *name);

/* Names, or families of names, that only these files have. */
bool plain_is_vmstat_name(struct span name);
bool plain_is_meminfo_name(struct span name);
/* Names that only memory.stat of a cgroup has, which shares many with vmstat; the kernel prints it
 * when a cgroup is out of memory. */
bool plain_is_cgroup_name(struct span name);

#endif
