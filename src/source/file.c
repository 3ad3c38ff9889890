// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * file - frames out of files: snapshots, captured text, raw kpageflags.
 *
 * All files are read once when the source is opened.  Captured texts go into one capture together,
 * so that a buddyinfo and a zoneinfo of one machine become one frame; every snapshot is a frame of
 * its own.  Frames of snapshots come first, in the order of the arguments.
 */
#include "fragscope/source.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "fragscope/capture.h"
#include "fragscope/export.h"
#include "fragscope/pagemap.h"

#define FILE_BYTES_MAX (4ULL << 30) /* kpageflags of 2 TiB, or a log nobody wants to read */
#define BUFFER_FIRST   ((size_t)64 << 10)

struct snapshot {
	struct frame *frame;
	struct pagemap *pagemap;
};

struct files {
	struct source source;
	struct capture capture;
	struct snapshot *snapshots;
	size_t nr_snapshots;
	size_t at;                /* frame that sample() hands out */
};

struct buffer {
	char *bytes;
	size_t len, room;
};

static struct files *files_of(struct source *source)
{
	return (struct files *)source;
}

static int too_large(const char *name, struct err *err)
{
	return err_set(err, EFBIG, "%s: larger than 4 GiB; cut out the part that matters", name);
}

/* -ENOMEM, -EFBIG */
static int buffer_grow(struct buffer *buffer, const char *name, struct err *err)
{
	size_t room = buffer->room ? buffer->room * 2 : BUFFER_FIRST;
	char *bytes;

	if (buffer->len < buffer->room)
		return 0;
	if (buffer->room >= FILE_BYTES_MAX)
		return too_large(name, err);
	if (room > FILE_BYTES_MAX)
		room = FILE_BYTES_MAX;
	bytes = realloc(buffer->bytes, room);
	if (!bytes)
		return err_set(err, ENOMEM, "%s: out of memory after %zu bytes", name, buffer->len);
	buffer->bytes = bytes;
	buffer->room = room;
	return 0;
}

/* Some devices never end and others wait for ever at what seems their end, /dev/kmsg among them. */
static bool is_endless(const struct stat *st, int fd)
{
	return S_ISBLK(st->st_mode) ||
	       (S_ISCHR(st->st_mode) && st->st_rdev != makedev(1, 3) && !isatty(fd));
}

/* Refuses what cannot be read whole, and makes room at once for what can. */
static int buffer_prepare(struct buffer *buffer, int fd, const char *name, struct err *err)
{
	struct stat st;

	if (fstat(fd, &st))
		return err_set(err, errno, "%s: cannot be read: %s", name, strerror(errno));
	if (S_ISDIR(st.st_mode))
		return err_set(err, EISDIR, "%s: is a directory; name the files in it, or give "
			       "a copy of / to --root", name);
	if (is_endless(&st, fd))
		return err_set(err, EINVAL, "%s: is a device; put what it says into a file "
			       "(the kernel's log: \"dmesg >FILE\")", name);
	if (!S_ISREG(st.st_mode) || st.st_size <= 0)
		return 0;
	if ((uint64_t)st.st_size >= FILE_BYTES_MAX)
		return too_large(name, err);
	buffer->room = (size_t)st.st_size + 1; /* one more than there is shows the end */
	buffer->bytes = malloc(buffer->room);
	if (!buffer->bytes)
		return err_set(err, ENOMEM, "%s: out of memory, %zu bytes are needed; cut out the "
			       "part that matters", name, buffer->room);
	return 0;
}

static int buffer_read(struct buffer *buffer, int fd, const char *name, struct err *err)
{
	for (;;) {
		int ret = buffer_grow(buffer, name, err);
		ssize_t got;

		if (ret)
			return ret;
		got = read(fd, buffer->bytes + buffer->len, buffer->room - buffer->len);
		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0)
			return err_set(err, errno, "%s: cannot be read: %s", name, strerror(errno));
		if (!got)
			return 0;
		buffer->len += (size_t)got;
	}
}

static int buffer_load(struct buffer *buffer, const char *path, struct err *err)
{
	bool is_stdin = !strcmp(path, "-");
	const char *name = is_stdin ? "standard input" : path;
	int fd = is_stdin ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC);
	int ret;

	if (fd < 0)
		return err_set(err, errno, "%s: cannot be opened: %s%s", path, strerror(errno),
			       errno == EACCES ? "; run as a user who may read it" :
			       errno == ENOENT ? "; is the name right?" : "");
	ret = buffer_prepare(buffer, fd, name, err);
	if (!ret)
		ret = buffer_read(buffer, fd, name, err);
	if (!is_stdin)
		close(fd);
	return ret;
}

static int add_snapshot(struct files *files, const char *path, struct span bytes, struct err *err)
{
	struct snapshot *all = realloc(files->snapshots,
				       (files->nr_snapshots + 1) * sizeof(*all));
	int ret;

	if (!all)
		return err_set(err, ENOMEM, "%s: out of memory", path);
	files->snapshots = all;
	ret = snapshot_read(bytes, &all[files->nr_snapshots].frame,
			    &all[files->nr_snapshots].pagemap, err);
	if (ret)
		return err_prefix(err, ret, "%s", path);
	files->nr_snapshots++;
	return 0;
}

static int add_file(struct files *files, const char *path, struct err *err)
{
	const char *name = strcmp(path, "-") ? path : "standard input";
	struct buffer buffer = { 0 };
	int ret = buffer_load(&buffer, path, err);
	struct span bytes = { buffer.bytes, buffer.len };

	if (!ret && !buffer.len)
		ret = err_set(err, EINVAL, "%s: is empty", name);
	else if (!ret && snapshot_is(bytes))
		ret = add_snapshot(files, name, bytes, err);
	else if (!ret)
		ret = capture_add(&files->capture, name, bytes, err);
	free(buffer.bytes);
	return ret;
}

static size_t files_nr_frames(const struct source *source)
{
	const struct files *files = (const struct files *)source;

	return files->nr_snapshots + files->capture.nr_frames;
}

static const struct frame *files_frame(const struct files *files, size_t index)
{
	if (index < files->nr_snapshots)
		return files->snapshots[index].frame;
	return files->capture.frames[index - files->nr_snapshots];
}

/* frame_copy() leaves the page map out; here it lives as long as the source does. */
static void link_pagemap(struct frame *copy, const struct frame *from)
{
	copy->pagemap = from->pagemap;
	for (unsigned int i = 0; i < copy->nr_zones; i++)
		copy->zones[i]->map = from->zones[i]->map;
}

static int files_sample(struct source *source, const struct source_want *want,
			struct frame **frame, struct err *err)
{
	struct files *files = files_of(source);
	const struct frame *from = files_frame(files, files->at);

	(void)want;
	*frame = frame_copy(from);
	if (!*frame)
		return err_set(err, ENOMEM, "%s: out of memory", from->host ? from->host : "file");
	link_pagemap(*frame, from);
	return 0;
}

static bool files_poll(struct source *source, uint64_t max_ns)
{
	(void)source;
	(void)max_ns;
	return false;
}

static int files_seek(struct source *source, size_t index, struct err *err)
{
	size_t nr = files_nr_frames(source);

	if (index >= nr)
		return err_set(err, EINVAL, "frame %zu: there are only %zu", index + 1, nr);
	files_of(source)->at = index;
	return 0;
}

static void files_close(struct source *source)
{
	struct files *files = files_of(source);

	capture_done(&files->capture);
	for (size_t i = 0; i < files->nr_snapshots; i++) {
		frame_free(files->snapshots[i].frame);
		pagemap_free(files->snapshots[i].pagemap);
	}
	free(files->snapshots);
	free(files);
}

static const struct source_ops files_ops = {
	.name = "file",
	.sample = files_sample,
	.poll = files_poll,
	.nr_frames = files_nr_frames,
	.seek = files_seek,
	.close = files_close,
};

struct source *source_open_files(const char *const *paths, size_t nr, struct err *err)
{
	struct files *files = calloc(1, sizeof(*files));
	int ret = 0;

	if (!files) {
		err_set(err, ENOMEM, "files: out of memory");
		return NULL;
	}
	files->source.ops = &files_ops;
	for (size_t i = 0; i < nr && !ret; i++)
		ret = add_file(files, paths[i], err);
	if (!ret && !files_nr_frames(&files->source))
		ret = err_set(err, EINVAL, "files: nothing in them says anything about memory");
	if (ret) {
		files_close(&files->source);
		return NULL;
	}
	return &files->source;
}
