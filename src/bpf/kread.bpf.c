// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * kread - copies bytes of kernel memory into an array that user space has mapped.
 *
 * It knows nothing of the kernel's structures, so one program serves all kernels, also those
 * without BTF.  kread reads one piece, kgather many small ones from anywhere.
 */
#include "kernel.h"

#include <bpf/bpf_helpers.h>

#include "kread.h"

char LICENSE[] SEC("license") = "GPL";

struct {
	__uint(type, BPF_MAP_TYPE_ARRAY);
	__uint(map_flags, BPF_F_MMAPABLE);
	__uint(max_entries, 1);
	__type(key, uint32_t);
	__type(value, struct kread_window);
} windows SEC(".maps");

SEC("syscall")
int kread(struct kread_call *call)
{
	uint32_t key = 0, size = call->size;
	struct kread_window *window = bpf_map_lookup_elem(&windows, &key);

	if (!window || size > KREAD_MAX)
		return 1;
	call->task = bpf_get_current_task();
	call->result = bpf_probe_read_kernel(window->bytes, size, (const void *)call->addr);
	return 0;
}

struct pieces {
	uint32_t nr, size;
};

/* n, which is below the power of two limit anyway, as the verifier can see it: compilers drop or
 * move what they know to change nothing. */
static __always_inline uint64_t below(uint64_t n, const uint64_t limit)
{
	asm volatile("%0 &= %1" : "+r"(n) : "i"(limit - 1));
	return n;
}

static __always_inline void read_piece(struct kread_window *window, uint64_t i, uint64_t size)
{
	uint64_t nr = below(i, KREAD_PIECES_MAX), at = below(nr * size, KREAD_MAX);

	window->failed[nr] = !!bpf_probe_read_kernel(window->bytes + at, size,
						     (const void *)window->addr[nr]);
}

/* Looking the window up anew costs next to nothing, and its bounds stay known.  Several pieces per
 * round cost less than a round each. */
static long read_pieces(uint32_t round, struct pieces *pieces)
{
	uint64_t size = below(pieces->size, 2 * KREAD_PIECE_MAX);
	uint32_t key = 0;
	struct kread_window *window = bpf_map_lookup_elem(&windows, &key);

	if (!window)
		return 1;
#pragma unroll
	for (uint32_t i = 0; i < KREAD_ROUND; i++)
		if (round * KREAD_ROUND + i < pieces->nr)
			read_piece(window, round * KREAD_ROUND + i, size);
	return 0;
}

SEC("syscall")
int kgather(struct kread_call *call)
{
	struct pieces pieces = { .nr = call->nr, .size = call->size };
	uint32_t nr_rounds = (call->nr + KREAD_ROUND - 1) / KREAD_ROUND;

	call->result = bpf_loop(nr_rounds, read_pieces, &pieces, 0) < 0;
	return 0;
}
