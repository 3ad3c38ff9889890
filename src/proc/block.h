/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef PROC_BLOCK_H
#define PROC_BLOCK_H

#include "fragscope/frame.h"
#include "fragscope/reader.h"

/* proc_block_detail() without the rest of a proc. */
int block_read(struct reader *reader, struct frame *frame, uint64_t first_pfn, uint64_t nr_pages,
	       struct err *err);

#endif
