// SPDX-License-Identifier: GPL-2.0-or-later
#include "live_holders.h"

#include <errno.h>

void live_holders_done(struct live_holders *holders)
{
	holders_job_free(holders->job);
}

int live_holders_ask(struct live_holders *holders, const struct source_want *want,
		     struct frame *frame, struct err *err)
{
	if (want->holders && !holders->job)
		holders->job = holders_job_new(holders->reader, NULL);
	if (want->holders && !holders->job)
		return err_set(err, ENOMEM, "holders: out of memory");
	if (!holders->job)
		return 0;
	if (!want->holders)
		holders_job_stop(holders->job);
	else if (want->holders != holders->question)
		holders_job_start(holders->job, want->holders, want->holders_pfn,
				  want->holders_end);
	holders->question = want->holders;
	frame->holders = holders_job_result(holders->job);
	return 0;
}

bool live_holders_poll(struct live_holders *holders, uint64_t max_ns)
{
	return holders->job && holders_job_step(holders->job, max_ns);
}
