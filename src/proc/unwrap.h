/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * unwrap - one kernel line per line, out of what people paste.
 *
 * The result keeps a time since boot as "[sec.usec] " before the line; all other prefixes are gone.
 * Blank lines stay, and so does the indentation of lines without a stamp.
 */
#ifndef PROC_UNWRAP_H
#define PROC_UNWRAP_H

#include "textbuf.h"

struct unwrapped {
	struct textbuf text;
	unsigned long *line_nr; /* of each line: where it began in the paste, from 1 */
	size_t nr_lines, room;
};

/* 0 or -ENOMEM; linear in bytes. */
int unwrap_lines(struct span bytes, struct unwrapped *out);
void unwrapped_done(struct unwrapped *out);

#endif
