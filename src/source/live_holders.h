/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * live_holders - who has the pages that somebody asks about, on this host.
 *
 * Questions come with samples, the work is done between them, and frames point to the result as it
 * grows.
 */
#ifndef SOURCE_LIVE_HOLDERS_H
#define SOURCE_LIVE_HOLDERS_H

#include "fragscope/holders_job.h"
#include "fragscope/source.h"

struct live_holders {
	struct reader *reader;
	struct holders_job *job;  /* NULL before the first question */
	uint32_t question;        /* the last that was asked, 0: none is any more */
};

void live_holders_done(struct live_holders *holders);
/* Begins, goes on or stops as want says, and points the frame to the result.  -ENOMEM */
int live_holders_ask(struct live_holders *holders, const struct source_want *want,
		     struct frame *frame, struct err *err);
/* Works for about max_ns; true: there is more to do. */
bool live_holders_poll(struct live_holders *holders, uint64_t max_ns);

#endif
