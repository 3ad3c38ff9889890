/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * parse - from the bytes of a kernel file to values of a frame.
 *
 * One parser per file (src/proc/NAME.c), each a pure function: it takes the whole text and fills a
 * frame, or returns -EINVAL with line and column.  A text that is only partly understood fills what
 * was understood.  None keeps a memory of earlier calls, opens, prints or exits.
 */
#ifndef FRAGSCOPE_PARSE_H
#define FRAGSCOPE_PARSE_H

#include "fragscope/err.h"
#include "fragscope/frame.h"
#include "fragscope/span.h"

int parse_buddyinfo(struct frame *frame, struct span text, struct err *err);
int parse_pagetypeinfo(struct frame *frame, struct span text, struct err *err);
int parse_zoneinfo(struct frame *frame, struct span text, struct err *err);
/* "name value" lines: /proc/vmstat; also single statistics files */
int parse_vmstat(struct frame *frame, struct span text, struct err *err);
int parse_meminfo(struct frame *frame, struct span text, struct err *err);
/* debugfs extfrag/unusable_index and extfrag/extfrag_index */
int parse_extfrag_unusable(struct frame *frame, struct span text, struct err *err);
int parse_extfrag_index(struct frame *frame, struct span text, struct err *err);
/* /proc/iomem: the ranges of RAM; -EACCES when the kernel hides the addresses */
int parse_iomem(struct frame *frame, struct span text, struct err *err);
/* /proc/pressure/memory */
int parse_psi(struct frame *frame, struct span text, struct err *err);
/* The word in brackets of "always [madvise] never"; false when there is none. */
bool parse_choice(struct span text, struct span *word);

#endif
