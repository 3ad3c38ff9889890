// SPDX-License-Identifier: GPL-2.0-or-later
#include "own_file.h"

#include <errno.h>
#include <sys/stat.h>

bool own_file_is_absent(const char *path, int error)
{
	struct stat stat;

	return error == ENOENT || error == ENOTDIR || (error == EACCES && lstat(path, &stat) < 0);
}
