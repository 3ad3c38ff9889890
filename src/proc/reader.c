// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * reader - reads whole kernel files again and again, cheaply.
 *
 * A file stays open after its first reading: opening a sysfs file costs six times what reading it
 * does.  Files are read in the same order at every poll, so the search for an open one begins after
 * the one read last and nearly always hits at once.
 *
 * How much is asked for at a time follows from the file's length at its last reading: /proc/sys
 * clears a kernel buffer as large as the request, so a large one is expensive there.
 */
#include "fragscope/reader.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#define READER_TEXT_MAX ((size_t)64 << 20)
#define READER_FILES_MAX 512   /* kept open; more are opened anew at each reading */
#define READER_FDS_SMALL 64    /* a limit of open files that leaves none to keep */
#define READER_FIRST_BYTES 4096

/* A path that was read at least once. */
struct reader_file {
	char *path;
	int fd;          /* -1: it could not be opened the last time */
	size_t last_len; /* bytes at the last reading */
};

struct reader {
	char *root;                /* without a final slash; "" is the host's */
	struct reader_file *files; /* in the order in which they were first read */
	size_t nr_files, cursor;
	size_t max_files;          /* as many as may be kept open */
	char *text;                /* handed out as a span */
	size_t text_size;
};

/* The screen, the page map and a file to save to need descriptors, too. */
static size_t max_files(void)
{
	struct rlimit limit;

	if (getrlimit(RLIMIT_NOFILE, &limit) || limit.rlim_cur / 2 >= READER_FILES_MAX)
		return READER_FILES_MAX;
	return limit.rlim_cur < READER_FDS_SMALL ? 0 : (size_t)limit.rlim_cur / 2;
}

struct reader *reader_new(const char *root)
{
	struct reader *reader = calloc(1, sizeof(*reader));
	size_t len = strlen(root);

	if (!reader)
		return NULL;
	while (len && root[len - 1] == '/')
		len--;
	reader->root = strndup(root, len);
	reader->max_files = max_files();
	reader->files = calloc(READER_FILES_MAX, sizeof(*reader->files));
	if (!reader->root || !reader->files) {
		reader_free(reader);
		return NULL;
	}
	return reader;
}

void reader_free(struct reader *reader)
{
	if (!reader)
		return;
	for (size_t i = 0; i < reader->nr_files; i++) {
		if (reader->files[i].fd >= 0)
			close(reader->files[i].fd);
		free(reader->files[i].path);
	}
	free(reader->files);
	free(reader->text);
	free(reader->root);
	free(reader);
}

bool reader_is_host(const struct reader *reader)
{
	return !*reader->root;
}

const char *reader_root(const struct reader *reader)
{
	return *reader->root ? reader->root : "/";
}

/* The error of a path, with what a person can do about it. */
static int path_error(const struct reader *reader, const char *path, int code, struct err *err)
{
	const char *remedy = "";

	if (code == EACCES || code == EPERM)
		remedy = "; needs root or CAP_DAC_READ_SEARCH";
	else if (code == ENOENT && !strncmp(path, "proc/", 5))
		remedy = "; is /proc mounted and does this kernel have it?";
	else if (code == EFBIG)
		remedy = "; this is no kernel file";
	else if (code == EMFILE || code == ENFILE)
		remedy = "; raise the limit of open files (ulimit -n)";
	return err_set(err, code, "%s/%s: %s%s", reader->root, path, strerror(code), remedy);
}

static int full_path(const struct reader *reader, const char *path, char full[PATH_MAX])
{
	size_t root_len = strlen(reader->root), len = strlen(path);

	if (root_len + len + 2 > PATH_MAX)
		return -ENAMETOOLONG;
	memcpy(full, reader->root, root_len);
	full[root_len] = '/';
	memcpy(full + root_len + 1, path, len + 1);
	return 0;
}

/* Non-blocking, so that a pipe below a strange root cannot hang us. */
static int open_path(const struct reader *reader, const char *path)
{
	char full[PATH_MAX];
	int fd = full_path(reader, path, full);

	if (fd < 0)
		return fd;
	fd = open(full, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
	return fd < 0 ? -errno : fd;
}

int reader_open(struct reader *reader, const char *path, struct err *err)
{
	int fd = open_path(reader, path);

	return fd < 0 ? path_error(reader, path, -fd, err) : fd;
}

/* The entry of that path, made if there is none; NULL: no room for more. */
static struct reader_file *find_file(struct reader *reader, const char *path)
{
	struct reader_file *file;

	for (size_t i = 0; i < reader->nr_files; i++) {
		size_t at = (reader->cursor + i) % reader->nr_files;

		if (!strcmp(reader->files[at].path, path)) {
			reader->cursor = at + 1;
			return &reader->files[at];
		}
	}
	if (reader->nr_files == reader->max_files)
		return NULL;
	file = &reader->files[reader->nr_files];
	*file = (struct reader_file){ .path = strdup(path), .fd = -1 };
	if (!file->path)
		return NULL;
	reader->cursor = ++reader->nr_files;
	return file;
}

static int grow_text(struct reader *reader, size_t size)
{
	char *text;

	if (size <= reader->text_size)
		return 0;
	text = realloc(reader->text, size);
	if (!text)
		return -ENOMEM;
	reader->text = text;
	reader->text_size = size;
	return 0;
}

/* Attributes of sysfs and /proc/sys give all they have at once, so that a short read is the end;
 * other files may stop anywhere.  debugfs, mounted below sysfs, is of the other kind. */
static bool is_attribute(const char *path)
{
	return !strncmp(path, "proc/sys/", 9) ||
	       (!strncmp(path, "sys/", 4) && strncmp(path, "sys/kernel/debug/", 17));
}

/* Reads from the start to the end; *len is what was read.  chunk: bytes to ask for at first. */
static int read_all(struct reader *reader, int fd, const char *path, size_t chunk, size_t *len)
{
	*len = 0;
	for (;;) {
		ssize_t got;

		if (grow_text(reader, *len + chunk) < 0)
			return -ENOMEM;
		got = pread(fd, reader->text + *len, chunk, (off_t)*len);
		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0)
			return -errno;
		if (!got)
			return 0;
		*len += (size_t)got;
		if (*len > READER_TEXT_MAX)
			return -EFBIG;
		if ((size_t)got == chunk)
			chunk *= 2;
		else if (is_attribute(path))
			return 0;
	}
}

static void close_file(struct reader_file *file)
{
	if (file->fd >= 0)
		close(file->fd);
	file->fd = -1;
}

/* Whether the open file is still what the path names.  Kernel files are; below another root the
 * file may have been removed or replaced. */
static bool is_current(const struct reader *reader, const struct reader_file *file)
{
	struct stat st;

	if (file->fd < 0)
		return false;
	return reader_is_host(reader) || (!fstat(file->fd, &st) && st.st_nlink);
}

static int read_file(struct reader *reader, struct reader_file *file, const char *path, size_t *len)
{
	size_t chunk = file->last_len ? file->last_len + 256 : READER_FIRST_BYTES;
	int rc;

	if (is_current(reader, file) && !read_all(reader, file->fd, path, chunk, len)) {
		file->last_len = *len;
		return 0;
	}
	/* The first time, or it is gone (a node unplugged): what does the path name now? */
	close_file(file);
	file->fd = open_path(reader, path);
	if (file->fd < 0) {
		rc = file->fd;
		file->fd = -1;
		return rc;
	}
	rc = read_all(reader, file->fd, path, chunk, len);
	if (rc < 0)
		close_file(file);
	file->last_len = rc < 0 ? 0 : *len;
	return rc;
}

int reader_read(struct reader *reader, const char *path, struct span *text, struct err *err)
{
	struct reader_file once = { .fd = -1 };
	struct reader_file *file = find_file(reader, path);
	size_t len = 0;
	int rc;

	rc = read_file(reader, file ? file : &once, path, &len);
	close_file(&once);
	*text = (struct span){ reader->text, rc < 0 ? 0 : len };
	return rc < 0 ? path_error(reader, path, -rc, err) : 0;
}

int reader_stat(struct reader *reader, const char *path, struct stat *st, struct err *err)
{
	char full[PATH_MAX];
	int rc = full_path(reader, path, full);

	if (!rc && stat(full, st))
		rc = -errno;
	return rc < 0 ? path_error(reader, path, -rc, err) : 0;
}

static DIR *open_folder(struct reader *reader, const char *path, int *rc, struct err *err)
{
	DIR *dir = NULL;
	int fd = reader_open(reader, path, err);

	*rc = fd < 0 ? fd : 0;
	if (fd >= 0)
		dir = fdopendir(fd);
	if (fd >= 0 && !dir) {
		*rc = path_error(reader, path, errno, err);
		close(fd);
	}
	return dir;
}

/* Not every file system says in its listings what an entry is. */
static bool is_folder(const struct dirent *entry, int dir_fd)
{
	struct stat st;

	if (entry->d_type != DT_UNKNOWN)
		return entry->d_type == DT_DIR;
	return !fstatat(dir_fd, entry->d_name, &st, AT_SYMLINK_NOFOLLOW) && S_ISDIR(st.st_mode);
}

static int list(struct reader *reader, const char *path, bool only_folders,
		int (*each)(const char *name, void *arg), void *arg, struct err *err)
{
	struct dirent *entry;
	int rc;
	DIR *dir = open_folder(reader, path, &rc, err);

	if (!dir)
		return rc;
	while (!rc && (entry = readdir(dir))) {
		if (!strcmp(entry->d_name, ".") || !strcmp(entry->d_name, ".."))
			continue;
		if (!only_folders || is_folder(entry, dirfd(dir)))
			rc = each(entry->d_name, arg);
	}
	closedir(dir);
	return rc;
}

int reader_list(struct reader *reader, const char *path,
		int (*each)(const char *name, void *arg), void *arg, struct err *err)
{
	return list(reader, path, false, each, arg, err);
}

int reader_list_folders(struct reader *reader, const char *path,
			int (*each)(const char *name, void *arg), void *arg, struct err *err)
{
	return list(reader, path, true, each, arg, err);
}
