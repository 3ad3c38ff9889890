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
	err_set(err, ENOSYS, "activity: BPF is not built in; build without --disable-bpf");
	return NULL;
}
