/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * reader - the one place that opens paths below /proc and /sys.
 *
 * All paths are taken below a root that tests replace.  A reader keeps its file descriptors open
 * between readings (kernel files are re-read with pread at 0) and owns the buffer it hands out: the
 * span is valid until the next read through the same reader.
 */
#ifndef FRAGSCOPE_READER_H
#define FRAGSCOPE_READER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/stat.h>
#include <sys/types.h>

#include "fragscope/err.h"
#include "fragscope/span.h"

struct reader;

/* root: "/" or a folder that holds proc/ and sys/.  NULL: no memory. */
struct reader *reader_new(const char *root);
void reader_free(struct reader *reader);

/* The whole file; path is relative to the root ("proc/buddyinfo").  Errors: -ENOENT, -EACCES,
 * -EFBIG (above 64 MiB), … with a text that says path and remedy. */
int reader_read(struct reader *reader, const char *path, struct span *text, struct err *err);

/* Opens a file for positioned reads (kpageflags and kin); the caller closes.  -errno. */
int reader_open(struct reader *reader, const char *path, struct err *err);

/* Calls each(name, arg) for every entry of a folder but "." and "..", in no order; stops early
 * when each returns non-zero, and returns that. */
int reader_list(struct reader *reader, const char *path,
		int (*each)(const char *name, void *arg), void *arg, struct err *err);

/* The folders in a folder, likewise. */
int reader_list_folders(struct reader *reader, const char *path,
			int (*each)(const char *name, void *arg), void *arg, struct err *err);

/* What is known about a file: its inode number, how many names it has.  -errno. */
int reader_stat(struct reader *reader, const char *path, struct stat *st, struct err *err);

/* Whether the root is the running system's own ("/"): only then do process tables and clocks of
 * this host belong to the frame. */
bool reader_is_host(const struct reader *reader);
const char *reader_root(const struct reader *reader);

#endif
