// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * kread - copies bytes of kernel memory into an array that user space has mapped.
 *
 * It knows nothing of the kernel's structures, so one program serves all kernels, also those
 * without BTF.
 */
#include "kernel.h"

#include <bpf/bpf_helpers.h>

#include "kread.h"

char LICENSE[] SEC("license") = "GPL";

struct kread_bytes {
	uint8_t at[KREAD_MAX];
};

struct {
	__uint(type, BPF_MAP_TYPE_ARRAY);
	__uint(map_flags, BPF_F_MMAPABLE);
	__uint(max_entries, 1);
	__type(key, uint32_t);
	__type(value, struct kread_bytes);
} bytes SEC(".maps");

SEC("syscall")
int kread(struct kread_call *call)
{
	uint32_t key = 0, size = call->size;
	struct kread_bytes *to = bpf_map_lookup_elem(&bytes, &key);

	if (!to || size > KREAD_MAX)
		return 1;
	call->task = bpf_get_current_task();
	call->result = bpf_probe_read_kernel(to->at, size, (const void *)call->addr);
	return 0;
}
