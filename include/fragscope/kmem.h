/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * kmem - bytes of the running kernel's memory.
 *
 * The one thing that everything which looks into kernel structures needs.  A kmem reads, never
 * writes.  The real one is a BPF program of type "syscall" (src/bpf/kread.bpf.c), which is allowed
 * under lockdown in integrity mode; tests read from memory made up for them.
 */
#ifndef FRAGSCOPE_KMEM_H
#define FRAGSCOPE_KMEM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "fragscope/err.h"

#define KMEM_VIEW_MAX  65536 /* bytes of one view */
#define KMEM_PIECE_MAX 64    /* bytes of one piece of many */

struct kmem;

struct kmem_ops {
	/* Points data to size bytes (at most KMEM_VIEW_MAX) at addr; they are good until the next
	 * call.  0, -EFAULT when not all of them are mapped, another -errno when reading does not
	 * work any more. */
	int (*view)(struct kmem *kmem, uint64_t addr, size_t size, const void **data);
	/* As kmem_gather(), of at most gather_max pieces and KMEM_VIEW_MAX bytes in all.  May be
	 * NULL: piece by piece then. */
	int (*gather)(struct kmem *kmem, const uint64_t *addr, size_t nr, size_t size, void *to,
		      bool *ok);
	size_t gather_max;
	/* Address of this task's task_struct, from which the direct map's place is found; 0: not
	 * known. */
	uint64_t (*task)(struct kmem *kmem);
	void (*close)(struct kmem *kmem);
};

struct kmem {
	const struct kmem_ops *ops;
};

/* Loads the program.  NULL with the reason: no permission (which), no BPF in this kernel or in this
 * build, lockdown; errno is ENOSYS, EPERM or what else it was.  One kmem is for one thread; open
 * another for another. */
struct kmem *kmem_open(struct err *err);
/* NULL is fine. */
void kmem_close(struct kmem *kmem);

static inline int kmem_view(struct kmem *kmem, uint64_t addr, size_t size, const void **data)
{
	return kmem->ops->view(kmem, addr, size, data);
}

/* Copies nr pieces of size bytes each (at most KMEM_PIECE_MAX) from anywhere, one behind the other.
 * ok[i] tells whether piece i could be read; its bytes are 0 if not.  0 or -errno. */
int kmem_gather(struct kmem *kmem, const uint64_t *addr, size_t nr, size_t size, void *to,
		bool *ok);

/* Copies size bytes.  As view(), of any size. */
int kmem_read(struct kmem *kmem, uint64_t addr, void *to, size_t size);

#endif
