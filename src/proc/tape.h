/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tape - the texts of a source's last reading.
 *
 * A source that is due reads its files through the tape, which keeps what it got, errors too; one
 * that is not due gets the same texts again without a system call.  So how often a source is read
 * is no concern of the code that understands it.
 *
 * Folders are listed less often than files are read: what is in them hardly ever changes, and
 * listing costs more than reading.
 */
#ifndef PROC_TAPE_H
#define PROC_TAPE_H

#include <stdbool.h>
#include <stddef.h>

#include "fragscope/err.h"
#include "fragscope/reader.h"
#include "fragscope/span.h"

struct tape_entry;

struct tape {
	struct reader *reader;
	bool recording;             /* read afresh; else play */
	bool relist;                /* list folders afresh too */
	struct tape_entry *entries; /* in the order of the first reading */
	size_t nr, size;
	size_t cursor;              /* the entry that is probably asked for next */
};

void tape_init(struct tape *tape, struct reader *reader);
void tape_done(struct tape *tape);

/* Begins a reading (or a repetition of the last one). */
void tape_start(struct tape *tape, bool recording, bool relist);

/* The text of a file; valid until the tape records it again.  Errors as reader_read(), also when
 * played. */
int tape_read(struct tape *tape, const char *path, struct span *text, struct err *err);
/* The names in a folder, one per line, sorted. */
int tape_list(struct tape *tape, const char *path, struct span *names, struct err *err);

#endif
