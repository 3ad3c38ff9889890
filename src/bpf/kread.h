/* SPDX-License-Identifier: GPL-2.0-or-later */
/* kread - what kread.bpf.c and kread.c tell each other.  Both include it. */
#ifndef BPF_KREAD_H
#define BPF_KREAD_H

#define KREAD_MAX 65536 /* bytes of one call */

/* Context of one call: addr and size go in, the rest comes back. */
struct kread_call {
	uint64_t addr;
	uint32_t size;
	int32_t result;  /* 0 or -errno */
	uint64_t task;   /* address of the caller's task_struct */
};

#endif
