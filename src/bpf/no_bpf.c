// SPDX-License-Identifier: GPL-2.0-or-later
/* no_bpf - what a program built with --disable-bpf says instead. */
#include <errno.h>
#include <stddef.h>

#include "fragscope/kmem.h"

struct kmem *kmem_open(struct err *err)
{
	err_set(err, ENOSYS, "BPF: not built in; build without --disable-bpf");
	return NULL;
}
