/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * cgroups - the path of a cgroup by its number.
 *
 * The kernel names cgroups by the inode numbers of their folders: /proc/kpagecgroup those of the
 * hierarchy by which memory is charged, tracing those of the unified one.  On a host with version 1
 * the two differ.  A path is the one that /proc/PID/cgroup shows: "/system.slice/sshd.service".
 */
#ifndef PROC_CGROUPS_H
#define PROC_CGROUPS_H

#include <stdint.h>

#include "fragscope/frame.h"
#include "fragscope/reader.h"

enum cgroup_tree {
	CGROUP_MEMORY = 0, /* the memory controller's: version 1's if there is one */
	CGROUP_UNIFIED,    /* version 2's */
	NR_CGROUP_TREES
};

struct cgroups;

/* NULL: no memory.  Reads nothing yet. */
struct cgroups *cgroups_new(struct reader *reader);
void cgroups_free(struct cgroups *cgroups);

/* NULL: there is no such cgroup, or it cannot be read.  Good until the next call.  A number that is
 * not known makes it read the folders again, but not all the time. */
const char *cgroups_path(struct cgroups *cgroups, enum cgroup_tree tree, uint64_t inode);

/* Where the hierarchy is mounted, as /proc/self/mountinfo says: its folder, and the path that the
 * mount's root has in the hierarchy ("/" unless a container sees only a part).  0, -ENOENT. */
int cgroups_find_mount(struct span mountinfo, enum cgroup_tree tree, char *folder, char *root,
		       size_t size);

/* cgroup_names.c: paths of what a frame names by number; what is not known stays a number. */
void cgroups_name_pages(struct cgroups *cgroups, struct frame *frame, struct block_detail *detail);
void cgroups_name_stalls(struct cgroups *cgroups, struct frame *frame);

#endif
