// SPDX-License-Identifier: GPL-2.0-or-later
#include "savefile.h"

#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "fragscope/array.h"

#define TRIES_MAX 100 /* temporary names, should others be in the way */

static const struct {
	int code;
	const char *text;
} remedies[] = {
	{ ENOSPC, "make room or choose another place" },
	{ EDQUOT, "make room or choose another place" },
	{ EFBIG, "raise the limit on file sizes or choose another place" },
	{ EACCES, "choose a folder you may write to" },
	{ EPERM, "choose a folder you may write to" },
	{ EROFS, "choose a folder you may write to" },
	{ ENOENT, "make the folder first" },
	{ ENOTDIR, "make the folder first" },
	{ EISDIR, "name a file in it" },
	{ EPIPE, "the reader went away" },
};

static int fail(int code, const char *path, struct err *err)
{
	const char *remedy = "choose another place";

	for (size_t i = 0; i < ARRAY_SIZE(remedies); i++)
		if (remedies[i].code == code)
			remedy = remedies[i].text;
	return err_set(err, code, "%s: cannot be written: %s; %s", path, strerror(code), remedy);
}

static void forget(struct savefile *file)
{
	free(file->path);
	free(file->tmp);
	*file = (struct savefile){ 0 };
}

/* The folder of a path, malloc'ed. */
static char *folder_of(const char *path)
{
	char *copy = strdup(path);
	char *folder = copy ? strdup(dirname(copy)) : NULL;

	free(copy);
	return folder;
}

/* A new file beside the target; its descriptor or -errno. */
static int open_tmp(struct savefile *file)
{
	char *folder = folder_of(file->path);
	int fd = -1;

	if (!folder)
		return -ENOMEM;
	for (unsigned int i = 0; i < TRIES_MAX && fd < 0; i++) {
		free(file->tmp);
		if (asprintf(&file->tmp, "%s/.fragscope-%ld-%u.tmp", folder, (long)getpid(),
			     i) < 0) {
			file->tmp = NULL;
			errno = ENOMEM;
			break;
		}
		fd = open(file->tmp, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
		if (fd < 0 && errno != EEXIST)
			break;
	}
	free(folder);
	return fd < 0 ? -errno : fd;
}

/* Opens what the path needs: a temporary file for a regular target, else the target itself. */
static int open_fd(struct savefile *file)
{
	struct stat old;
	bool exists = !stat(file->path, &old);
	int fd;

	if (exists && S_ISDIR(old.st_mode))
		return -EISDIR;
	if (exists && !S_ISREG(old.st_mode)) {
		fd = open(file->path, O_WRONLY | O_CLOEXEC | O_NOCTTY);
		return fd < 0 ? -errno : fd;
	}
	fd = open_tmp(file);
	if (fd >= 0 && exists && fchmod(fd, old.st_mode & 07777)) {
		int code = errno;

		close(fd);
		unlink(file->tmp);
		return -code;
	}
	return fd;
}

int savefile_open(struct savefile *file, const char *path, struct err *err)
{
	int fd, code;

	*file = (struct savefile){ 0 };
	if (!strcmp(path, "-")) {
		file->path = strdup("standard output");
		file->to = stdout;
		file->borrowed = true;
		return file->path ? 0 : fail(ENOMEM, path, err);
	}
	/* Behind a symbolic link the file is replaced, not the link. */
	file->path = realpath(path, NULL);
	if (!file->path)
		file->path = strdup(path);
	fd = file->path ? open_fd(file) : -ENOMEM;
	if (fd >= 0) {
		file->to = fdopen(fd, "w");
		if (file->to)
			return 0;
		code = errno;
		close(fd);
		if (file->tmp)
			unlink(file->tmp);
	} else {
		code = -fd;
	}
	forget(file);
	return fail(code, path, err);
}

/* The name is only safe once the folder is on the disk; not every file system can do that. */
static int sync_folder(const char *path)
{
	char *folder = folder_of(path);
	int fd = folder ? open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
	int code = 0;

	if (fd >= 0 && fsync(fd) && errno != EINVAL && errno != ENOTSUP)
		code = errno;
	if (fd >= 0)
		close(fd);
	free(folder);
	return code;
}

/* Writes everything out and closes; 0 or errno. */
static int finish_stream(struct savefile *file)
{
	int code = 0;

	errno = 0;
	if (fflush(file->to) || ferror(file->to))
		code = errno ? errno : EIO;
	if (!code && file->tmp && fsync(fileno(file->to)))
		code = errno;
	if (!file->borrowed && fclose(file->to) && !code)
		code = errno;
	file->to = NULL;
	return code;
}

int savefile_commit(struct savefile *file, struct err *err)
{
	int code = finish_stream(file), ret = 0;

	if (!code && file->tmp && rename(file->tmp, file->path))
		code = errno;
	if (code && file->tmp)
		unlink(file->tmp);
	if (!code && file->tmp)
		code = sync_folder(file->path);
	if (code)
		ret = fail(code, file->path, err);
	forget(file);
	return ret;
}

void savefile_abort(struct savefile *file)
{
	if (file->to && !file->borrowed)
		fclose(file->to);
	if (file->tmp)
		unlink(file->tmp);
	forget(file);
}
