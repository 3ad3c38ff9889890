/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * pieces - cuts a text into the files and logs it was pasted together from.
 *
 * A piece has one kind and goes to one parser; it holds only its own lines, so that prompts, prose
 * and other output between them are nobody's problem.  A piece ends where another kind begins, or
 * where its own first row comes again.
 */
#ifndef PROC_PIECES_H
#define PROC_PIECES_H

#include "textbuf.h"
#include "unwrap.h"

enum piece_kind {
	PIECE_NONE = 0,
	PIECE_BUDDYINFO,
	PIECE_PAGETYPEINFO,
	PIECE_ZONEINFO,
	PIECE_VMSTAT,
	PIECE_MEMINFO,
	PIECE_UNUSABLE,  /* debugfs extfrag/unusable_index */
	PIECE_EXTFRAG,   /* debugfs extfrag/extfrag_index */
	PIECE_KLOG,
	NR_PIECES
};

struct piece {
	enum piece_kind kind;
	struct span text;
	unsigned long line_nr;  /* in the paste */
};

/* Calls take for each piece in the order of the text, until it returns non-zero, which is returned
 * then.  -ENOMEM. */
int pieces_split(const struct unwrapped *text,
		 int (*take)(void *arg, const struct piece *piece), void *arg);

#endif
