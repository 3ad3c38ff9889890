// SPDX-License-Identifier: GPL-2.0-or-later
/* no_bpf - what a program built with --disable-bpf says instead. */
#include <errno.h>
#include <stddef.h>

#include "fragscope/kmem.h"
#include "fragscope/ktrace.h"

#include "klayout.h"

#define WHY "BPF: not built in; build without --disable-bpf"

struct kmem *kmem_open(struct err *err)
{
	errno = -err_set(err, ENOSYS, WHY);
	return NULL;
}

int klayout_read(struct klayout *layout, struct err *err)
{
	*layout = (struct klayout){ 0 };
	return err_set(err, ENOSYS, WHY);
}

struct ktrace *ktrace_open(const struct ktrace_options *options, struct err *err)
{
	(void)options;
	errno = -err_set(err, ENOSYS,
			 "activity: BPF is not built in; build without --disable-bpf");
	return NULL;
}

/* What follows is never called, since nothing was opened. */

void ktrace_close(struct ktrace *trace)
{
	(void)trace;
}

unsigned int ktrace_means(const struct ktrace *trace)
{
	(void)trace;
	return 0;
}

const char *ktrace_missing(const struct ktrace *trace)
{
	(void)trace;
	return NULL;
}

int64_t ktrace_drain(struct ktrace *trace, const struct ktrace_taker *taker, struct err *err)
{
	(void)trace;
	(void)taker;
	return err_set(err, ENOSYS, WHY);
}

void ktrace_count(struct ktrace *trace, bool wanted)
{
	(void)trace;
	(void)wanted;
}

void ktrace_totals(const struct ktrace *trace, struct ktrace_totals *totals)
{
	(void)trace;
	*totals = (struct ktrace_totals){ .lost = 0 };
}

int ktrace_fd(const struct ktrace *trace)
{
	(void)trace;
	return -1;
}
