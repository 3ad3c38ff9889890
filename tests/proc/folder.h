/* SPDX-License-Identifier: GPL-2.0-or-later */
/* folder - a folder below /tmp that stands for the root of a machine, and goes away again. */
#ifndef TESTS_PROC_FOLDER_H
#define TESTS_PROC_FOLDER_H

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../check.h"

struct folder {
	char path[64];
};

static inline void folder_run(const char *format, const char *a, const char *b)
{
	char command[1024];

	snprintf(command, sizeof(command), format, a, b);
	assert_int_equal(system(command), 0);
}

static inline struct folder folder_new(void)
{
	struct folder folder = { "/tmp/fragscope-test-XXXXXX" };

	assert_non_null(mkdtemp(folder.path));
	return folder;
}

static inline void folder_free(struct folder *folder)
{
	folder_run("rm -rf '%s'%s", folder->path, "");
}

static inline void folder_write(const struct folder *folder, const char *path, const char *text)
{
	char full[512];
	FILE *file;

	snprintf(full, sizeof(full), "%s/%s", folder->path, path);
	folder_run("mkdir -p \"$(dirname '%s')\"%s", full, "");
	file = fopen(full, "w");
	assert_non_null(file);
	fputs(text, file);
	assert_int_equal(fclose(file), 0);
}

static inline void folder_remove(const struct folder *folder, const char *path)
{
	folder_run("rm -rf '%s/%s'", folder->path, path);
}

/* The captured machine that comes with the tests. */
static inline const char *fixture_path(void)
{
	static char path[512];
	const char *srcdir = getenv("top_srcdir");

	snprintf(path, sizeof(path), "%s/tests/fixtures/linux-6.18-x86", srcdir ? srcdir : ".");
	return path;
}

static inline struct folder folder_of_fixture(void)
{
	struct folder folder = folder_new();

	folder_run("cp -r --no-preserve=mode '%s/.' '%s'", fixture_path(), folder.path);
	return folder;
}

#endif
