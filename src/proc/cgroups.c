// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * cgroups - reads a hierarchy's folders into a table, sorted by inode number.
 *
 * A folder of a cgroup has two names and one for each folder in it (kernfs), so that one without
 * any need not be listed; listing is what costs.  Strange trees are bounded in depth and number.
 */
#include "cgroups.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fragscope/clock.h"

#define GROUPS_MAX 16384
#define DEPTH_MAX  32
#define REREAD_NS  (2ULL * NSEC_PER_SEC) /* between two readings, … */
#define SHARE      200                   /* … and a small part of the time */

struct group {
	uint64_t inode;
	char *path;        /* in the hierarchy */
};

struct tree {
	struct group *groups;
	size_t nr, room;
	uint64_t next_ns;  /* when it may be read again, monotonic; 0: was never read */
};

struct cgroups {
	struct reader *reader;
	struct tree trees[NR_CGROUP_TREES];
};

struct cgroups *cgroups_new(struct reader *reader)
{
	struct cgroups *cgroups = calloc(1, sizeof(*cgroups));

	if (cgroups)
		cgroups->reader = reader;
	return cgroups;
}

static void forget(struct tree *tree)
{
	while (tree->nr)
		free(tree->groups[--tree->nr].path);
}

void cgroups_free(struct cgroups *cgroups)
{
	if (!cgroups)
		return;
	for (unsigned int i = 0; i < NR_CGROUP_TREES; i++) {
		forget(&cgroups->trees[i]);
		free(cgroups->trees[i].groups);
	}
	free(cgroups);
}

/* --- where it is mounted --- */

/* Blanks in paths are written as "\040" (fs/proc_namespace.c). */
static void unescape(struct span text, char *to, size_t size)
{
	size_t len = 0;

	for (size_t i = 0; i < text.len && len + 1 < size; i++) {
		unsigned int code;
		char digits[4] = "";

		if (text.at[i] == '\\' && text.len - i > 3) {
			memcpy(digits, text.at + i + 1, 3);
			if (sscanf(digits, "%3o", &code) == 1) {
				to[len++] = (char)code;
				i += 3;
				continue;
			}
		}
		to[len++] = text.at[i];
	}
	to[len] = '\0';
}

static bool has_option(struct span options, const char *name)
{
	size_t len = strlen(name);

	while (options.len) {
		ptrdiff_t comma = span_find(options, ",");
		size_t end = comma < 0 ? options.len : (size_t)comma;

		if (end == len && !memcmp(options.at, name, len))
			return true;
		options = span_skip(options, comma < 0 ? end : end + 1);
	}
	return false;
}

/* "32 31 0:29 / /sys/fs/cgroup/cpu rw,relatime shared:9 - cgroup cgroup rw,cpu" */
struct mount {
	struct span root, folder, type, options;
};

static bool parse_mount(struct span line, struct mount *mount)
{
	struct span word;
	unsigned int at = 0;

	while (span_next_word(&line, &word) && !span_equals(word, "-")) {
		if (at == 3)
			mount->root = word;
		if (at == 4)
			mount->folder = word;
		at++;
	}
	return at >= 6 && span_next_word(&line, &mount->type) && span_next_word(&line, &word) &&
	       span_next_word(&line, &mount->options);
}

static bool find_mount(struct span text, const char *type, const char *option, struct mount *mount)
{
	struct span line;

	while (span_next_line(&text, &line))
		if (parse_mount(line, mount) && span_equals(mount->type, type) &&
		    (!option || has_option(mount->options, option)))
			return true;
	return false;
}

int cgroups_find_mount(struct span mountinfo, enum cgroup_tree tree, char *folder, char *root,
		       size_t size)
{
	struct mount mount;
	bool v1 = tree == CGROUP_MEMORY && find_mount(mountinfo, "cgroup", "memory", &mount);

	if (!v1 && !find_mount(mountinfo, "cgroup2", NULL, &mount))
		return -ENOENT;
	unescape(mount.folder, folder, size);
	unescape(mount.root, root, size);
	return 0;
}

/* --- its folders --- */

struct walk {
	struct reader *reader;
	struct tree *tree;
	const char *root;      /* path of the mount's root in the hierarchy */
	size_t folder_len;     /* of the mount's folder */
	unsigned int depth;
	char path[PATH_MAX];   /* of the folder at hand, without the first slash */
};

static int add_group(struct walk *walk, uint64_t inode)
{
	struct tree *tree = walk->tree;
	const char *below = walk->path + walk->folder_len;
	const char *root = !strcmp(walk->root, "/") && *below ? "" : walk->root;
	struct group *groups;
	char *path;

	if (tree->nr == tree->room) {
		size_t room = tree->room ? 2 * tree->room : 64;

		groups = realloc(tree->groups, room * sizeof(*groups));
		if (!groups)
			return -ENOMEM;
		tree->groups = groups;
		tree->room = room;
	}
	if (asprintf(&path, "%s%s", root, below) < 0)
		return -ENOMEM;
	tree->groups[tree->nr++] = (struct group){ inode, path };
	return 0;
}

static int walk_folder(struct walk *walk);

static int walk_entry(const char *name, void *arg)
{
	struct walk *walk = arg;
	size_t len = strlen(walk->path);
	int rc;

	if (len + strlen(name) + 2 > sizeof(walk->path) || walk->depth == DEPTH_MAX)
		return 0;
	walk->path[len] = '/';
	strcpy(walk->path + len + 1, name);
	walk->depth++;
	rc = walk_folder(walk);
	walk->depth--;
	walk->path[len] = '\0';
	return rc;
}

/* A folder that went away meanwhile is none. */
static int walk_folder(struct walk *walk)
{
	struct stat st;
	int rc;

	if (walk->tree->nr == GROUPS_MAX)
		return -E2BIG;
	if (reader_stat(walk->reader, walk->path, &st, NULL) < 0)
		return 0;
	rc = add_group(walk, st.st_ino);
	if (!rc && st.st_nlink != 2)
		rc = reader_list_folders(walk->reader, walk->path, walk_entry, walk, NULL);
	return rc == -ENOMEM || rc == -E2BIG ? rc : 0;
}

static int by_inode(const void *a, const void *b)
{
	const struct group *left = a, *right = b;

	return (left->inode > right->inode) - (left->inode < right->inode);
}

static void read_tree(struct cgroups *cgroups, enum cgroup_tree which)
{
	struct tree *tree = &cgroups->trees[which];
	struct walk *walk = calloc(1, sizeof(*walk));
	char folder[PATH_MAX], root[PATH_MAX];
	struct span text;

	forget(tree);
	if (walk && !reader_read(cgroups->reader, "proc/self/mountinfo", &text, NULL) &&
	    !cgroups_find_mount(text, which, folder, root, sizeof(folder))) {
		walk->reader = cgroups->reader;
		walk->tree = tree;
		walk->root = root;
		strcpy(walk->path, folder + (*folder == '/'));
		walk->folder_len = strlen(walk->path);
		walk_folder(walk); /* what was read until it failed is right */
		qsort(tree->groups, tree->nr, sizeof(*tree->groups), by_inode);
	}
	free(walk);
}

const char *cgroups_path(struct cgroups *cgroups, enum cgroup_tree which, uint64_t inode)
{
	struct tree *tree = &cgroups->trees[which];
	const struct group *group = NULL, key = { .inode = inode };

	if (tree->nr)
		group = bsearch(&key, tree->groups, tree->nr, sizeof(key), by_inode);
	if (!group && clock_mono_ns() >= tree->next_ns) {
		uint64_t begin = clock_mono_ns(), end;

		read_tree(cgroups, which);
		end = clock_mono_ns();
		tree->next_ns = end + REREAD_NS + (end - begin) * SHARE;
		if (tree->nr)
			group = bsearch(&key, tree->groups, tree->nr, sizeof(key), by_inode);
	}
	return group ? group->path : NULL;
}
