// SPDX-License-Identifier: GPL-2.0-or-later
/* cgroup_names - paths beside the numbers of cgroups in a frame. */
#include <string.h>

#include "fragscope/activity.h"

#include "cgroups.h"

void cgroups_name_pages(struct cgroups *cgroups, struct frame *frame, struct block_detail *detail)
{
	struct num last = { 0 };
	const char *path = NULL;

	for (uint64_t i = 0; i < detail->nr_pages; i++) {
		struct num inode = detail->pages[i].cgroup_inode;

		if (!num_has(inode) || !inode.n)
			continue;
		if (!num_has(last) || inode.n != last.n) {
			path = cgroups_path(cgroups, CGROUP_MEMORY, inode.n);
			path = path ? arena_strdup(&frame->arena, path, strlen(path)) : NULL;
			last = inode;
		}
		detail->pages[i].cgroup = path;
	}
}

void cgroups_name_stalls(struct cgroups *cgroups, struct frame *frame)
{
	const struct activity *activity = frame->activity;

	for (unsigned int i = 0; activity && i < activity->nr_stalls; i++) {
		uint64_t id = activity->stalls[i].cgroup;
		const char *path;

		if (!id || frame_cgroup_path(frame, id))
			continue;
		path = cgroups_path(cgroups, CGROUP_UNIFIED, id);
		if (path && frame_name_cgroup(frame, id, path))
			return; /* without memory they stay numbers */
	}
}
