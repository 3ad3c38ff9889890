// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * kread - kernel memory through a BPF program of type "syscall".
 *
 * Such a program runs once per bpf(BPF_PROG_TEST_RUN), in the caller's context; the bytes come back
 * in a mapped array, without a copy.  64 KiB cost some 4 µs, a few bytes less than one, a piece of
 * many some 30 ns.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include <bpf/bpf.h>
#include <bpf/libbpf.h>

#include "fragscope/kmem.h"

#include "kread.h"
#include "kread.skel.h"

_Static_assert(KREAD_MAX >= KMEM_VIEW_MAX && KREAD_PIECE_MAX >= KMEM_PIECE_MAX,
	       "what a kmem may be asked for");

struct kread {
	struct kmem kmem;
	struct kread_bpf *bpf;
	int fd, gather_fd;
	struct kread_window *window;
	uint64_t task;
};

static struct kread *kread_of(struct kmem *kmem)
{
	return (struct kread *)kmem;
}

static int kread_view(struct kmem *kmem, uint64_t addr, size_t size, const void **data)
{
	struct kread *kread = kread_of(kmem);
	struct kread_call call = { .addr = addr, .size = (uint32_t)size };
	LIBBPF_OPTS(bpf_test_run_opts, run, .ctx_in = &call, .ctx_size_in = sizeof(call));

	if (size > KREAD_MAX)
		return -E2BIG;
	if (bpf_prog_test_run_opts(kread->fd, &run))
		return -errno;
	if (run.retval)
		return -EIO;
	kread->task = call.task;
	*data = kread->window->bytes;
	/* the helper gives -ERANGE for addresses of user space, -EFAULT for the others */
	return call.result ? -EFAULT : 0;
}

static int kread_gather(struct kmem *kmem, const uint64_t *addr, size_t nr, size_t size, void *to,
			bool *ok)
{
	struct kread *kread = kread_of(kmem);
	struct kread_call call = { .size = (uint32_t)size, .nr = (uint32_t)nr };
	LIBBPF_OPTS(bpf_test_run_opts, run, .ctx_in = &call, .ctx_size_in = sizeof(call));

	memcpy(kread->window->addr, addr, nr * sizeof(*addr));
	if (bpf_prog_test_run_opts(kread->gather_fd, &run))
		return -errno;
	if (run.retval || call.result)
		return -EIO;
	memcpy(to, kread->window->bytes, nr * size);
	for (size_t i = 0; i < nr; i++)
		ok[i] = !kread->window->failed[i];
	return 0;
}

static uint64_t kread_task(struct kmem *kmem)
{
	const void *data;

	/* reading fails, the address of the task comes all the same */
	if (!kread_of(kmem)->task)
		kread_view(kmem, 0, 1, &data);
	return kread_of(kmem)->task;
}

static void kread_close(struct kmem *kmem)
{
	struct kread *kread = kread_of(kmem);

	if (kread->window)
		munmap(kread->window, sizeof(*kread->window));
	kread_bpf__destroy(kread->bpf);
	free(kread);
}

static const struct kmem_ops kread_ops = {
	.view = kread_view,
	.gather = kread_gather,
	.gather_max = KREAD_PIECES_MAX,
	.task = kread_task,
	.close = kread_close,
};

/* libbpf's hints point the wrong way ("ulimit -l"); these do not. */
static int say_why(struct err *err, int code)
{
	switch (code) {
	case EPERM:
	case EACCES:
		return err_set(err, code, "BPF: not allowed to read kernel memory; "
			       "run as root, or with CAP_BPF and CAP_PERFMON");
	case EINVAL:
		/* the helper that reads is not there for those who may not use it */
		return err_set(err, EPERM, "BPF: programs may not read kernel memory; it needs "
			       "CAP_PERFMON, and no lockdown in confidentiality mode");
	case ENOSYS:
		return err_set(err, code, "BPF: this kernel was built without it "
			       "(CONFIG_BPF_SYSCALL)");
	default:
		return err_set(err, code, "BPF: cannot load a program: %s", strerror(code));
	}
}

static int kread_load(struct kread *kread)
{
	void *window;

	kread->bpf = kread_bpf__open();
	if (!kread->bpf)
		return -errno;
	if (kread_bpf__load(kread->bpf))
		return -errno;
	kread->fd = bpf_program__fd(kread->bpf->progs.kread);
	kread->gather_fd = bpf_program__fd(kread->bpf->progs.kgather);
	window = mmap(NULL, sizeof(*kread->window), PROT_READ | PROT_WRITE, MAP_SHARED,
		      bpf_map__fd(kread->bpf->maps.windows), 0);
	if (window == MAP_FAILED)
		return -errno;
	kread->window = window;
	return 0;
}

struct kmem *kmem_open(struct err *err)
{
	struct kread *kread = calloc(1, sizeof(*kread));
	int ret;

	if (!kread) {
		errno = -err_set(err, ENOMEM, "BPF: out of memory");
		return NULL;
	}
	kread->kmem.ops = &kread_ops;
	libbpf_set_print(NULL);
	ret = kread_load(kread);
	if (!ret)
		return &kread->kmem;
	kread_close(&kread->kmem);
	errno = -say_why(err, -ret);
	return NULL;
}
