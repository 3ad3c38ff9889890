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
#define PROC_NAME_MAX 32

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

/* Tries temporary names beside the target until one is free; what make() returns, or -errno. */
static int make_tmp(struct savefile *file, int (*make)(const char *tmp, int fd), int fd)
{
	char *folder = folder_of(file->path);
	int ret = -ENOMEM;

	for (unsigned int i = 0; folder && i < TRIES_MAX; i++) {
		free(file->tmp);
		ret = asprintf(&file->tmp, "%s/.fragscope-%ld-%u.tmp", folder, (long)getpid(), i);
		if (ret < 0) {
			file->tmp = NULL;
			ret = -ENOMEM;
			break;
		}
		ret = make(file->tmp, fd);
		ret = ret < 0 ? -errno : ret;
		if (ret != -EEXIST)
			break;
	}
	if (ret < 0) {
		free(file->tmp);
		file->tmp = NULL;
	}
	free(folder);
	return ret;
}

static int make_named(const char *tmp, int fd)
{
	(void)fd;
	return open(tmp, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
}

/* open(2), O_TMPFILE: how a file without a name gets one. */
static void proc_name(char name[PROC_NAME_MAX], int fd)
{
	snprintf(name, PROC_NAME_MAX, "/proc/self/fd/%d", fd);
}

static int make_link(const char *tmp, int fd)
{
	char name[PROC_NAME_MAX];

	proc_name(name, fd);
	return linkat(AT_FDCWD, name, AT_FDCWD, tmp, AT_SYMLINK_FOLLOW);
}

/* A new file where the target will be; its descriptor or -errno.  Without a name if the file system
 * can do that: nothing is left behind then if we are killed while writing. */
static int open_tmp(struct savefile *file)
{
	char *folder = folder_of(file->path), name[PROC_NAME_MAX];
	int fd = folder ? open(folder, O_TMPFILE | O_WRONLY | O_CLOEXEC, 0644) : -1;

	free(folder);
	if (fd < 0)
		return make_tmp(file, make_named, -1);
	proc_name(name, fd);
	if (access(name, F_OK)) {
		close(fd);
		return make_tmp(file, make_named, -1);
	}
	file->nameless = true;
	return fd;
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
		if (file->tmp)
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

/* Writes everything out, gives it its temporary name and closes; 0 or errno. */
static int finish_stream(struct savefile *file)
{
	int code = 0;

	errno = 0;
	if (fflush(file->to) || ferror(file->to))
		code = errno ? errno : EIO;
	if (!code && (file->tmp || file->nameless) && fsync(fileno(file->to)))
		code = errno;
	if (!code && file->nameless)
		code = -make_tmp(file, make_link, fileno(file->to));
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
