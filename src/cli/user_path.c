// SPDX-License-Identifier: GPL-2.0-or-later
#include "user_path.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

bool path_is_in_reach(const char *path)
{
	return !access(path, F_OK) || errno != EACCES;
}

bool user_path(char path[PATH_MAX], const char *variable, const char *fallback, const char *tail)
{
	const char *folder = getenv(variable), *home = getenv("HOME");
	int len = 0;

	if (folder && *folder == '/')
		len = snprintf(path, PATH_MAX, "%s/%s", folder, tail);
	else if (home && *home)
		len = snprintf(path, PATH_MAX, "%s/%s/%s", home, fallback, tail);
	if (len <= 0 || len >= PATH_MAX)
		return false;
	return path_is_in_reach(path);
}
