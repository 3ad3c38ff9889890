// SPDX-License-Identifier: GPL-2.0-or-later
#include "theme_find.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "user_path.h"

#define THEME_BYTES_MAX (64 * 1024)

static int parse_file(struct theme *theme, const char *path, FILE *from, struct err *err)
{
	char *bytes = malloc(THEME_BYTES_MAX);
	size_t len;
	int ret;

	if (!bytes)
		return err_set(err, ENOMEM, "%s: out of memory", path);
	len = fread(bytes, 1, THEME_BYTES_MAX, from);
	if (ferror(from))
		ret = err_set(err, EIO, "%s: cannot be read; name a theme file", path);
	else if (len == THEME_BYTES_MAX)
		ret = err_set(err, EFBIG, "%s: too large for a theme; name a theme file", path);
	else
		ret = theme_parse(theme, path, (struct span){ bytes, len }, err);
	free(bytes);
	return ret;
}

/* 1: there is no such file. */
static int load_file(struct theme *theme, const char *path, struct err *err)
{
	FILE *from = fopen(path, "re");
	int ret;

	if (!from && errno == ENOENT)
		return 1;
	if (!from)
		return err_set(err, errno, "%s: cannot be opened: %s; choose another theme", path,
			       strerror(errno));
	ret = parse_file(theme, path, from, err);
	fclose(from);
	return ret;
}

int theme_find(struct theme *theme, const char *name, struct err *err)
{
	char path[PATH_MAX], tail[PATH_MAX];
	int ret = 1;

	if (strchr(name, '/')) {
		ret = load_file(theme, name, err);
		if (ret == 1)
			return err_set(err, ENOENT, "%s: there is no such theme file", name);
		return ret;
	}
	snprintf(tail, sizeof(tail), "fragscope/themes/%s.theme", name);
	if (user_path(path, "XDG_DATA_HOME", ".local/share", tail))
		ret = load_file(theme, path, err);
	return ret == 1 ? theme_load(theme, name, err) : ret;
}
