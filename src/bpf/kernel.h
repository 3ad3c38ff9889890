/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * kernel - what the BPF programs need of the kernel's types.
 *
 * Structures name only the fields that are read; where those are in the running kernel is found out
 * when a program is loaded (CO-RE), so neither their order nor their completeness matters.
 */
#ifndef BPF_KERNEL_H
#define BPF_KERNEL_H

typedef unsigned char __u8;
typedef unsigned short __u16;
typedef unsigned int __u32;
typedef unsigned long long __u64;
typedef signed char __s8;
typedef short __s16;
typedef int __s32;
typedef long long __s64;
typedef __u16 __be16;
typedef __u32 __be32;
typedef __u32 __wsum;

typedef __u8 uint8_t;
typedef __u16 uint16_t;
typedef __u32 uint32_t;
typedef __u64 uint64_t;
typedef __s16 int16_t;
typedef __s32 int32_t;
typedef __s64 int64_t;

#define BPF_F_MMAPABLE (1U << 10)

#define BPF_RB_NO_WAKEUP    (1ULL << 0)
#define BPF_RB_FORCE_WAKEUP (1ULL << 1)
#define BPF_RB_AVAIL_DATA   0

#define NULL ((void *)0)
#define bool _Bool
#define true 1
#define false 0

struct bpf_raw_tracepoint_args {
	__u64 args[0];
};

enum bpf_map_type {
	BPF_MAP_TYPE_ARRAY = 2,
	BPF_MAP_TYPE_PERCPU_ARRAY = 6,
	BPF_MAP_TYPE_RINGBUF = 27,
};

#endif
