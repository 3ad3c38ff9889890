/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * savefile - a file that appears whole or not at all.
 *
 * What is written goes to a file without a name on the target's file system; committing flushes it
 * to the disk, names it ".fragscope-PID-N.tmp" beside the target and renames it over that.  A full
 * disk, an error or a kill at any moment leaves the old file as it was, and nothing beside it.
 * Where files need a name from the start (NFS, old kernels), a kill may leave the temporary one.  A
 * symbolic link is followed.  Devices and pipes have no content to protect and are written
 * directly, as is standard output, "-".
 */
#ifndef SAVEFILE_H
#define SAVEFILE_H

#include <stdbool.h>
#include <stdio.h>

#include "fragscope/err.h"

struct savefile {
	FILE *to;      /* write here */
	char *path;    /* what the rename will hit, or what is written directly */
	char *tmp;     /* temporary name, NULL while there is none */
	bool nameless; /* gets its temporary name when it is whole */
	bool borrowed; /* standard output: not ours to close */
};

/* Errors name the path and a remedy; on failure there is nothing to abort. */
int savefile_open(struct savefile *file, const char *path, struct err *err);
/* Puts the file in place; on failure everything is undone.  Either way the savefile is done. */
int savefile_commit(struct savefile *file, struct err *err);
void savefile_abort(struct savefile *file);

#endif
