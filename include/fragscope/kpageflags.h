/* SPDX-License-Identifier: GPL-2.0-or-later */
/* kpageflags - the bits of a word of /proc/kpageflags, one row of kpageflags.def each. */
#ifndef FRAGSCOPE_KPAGEFLAGS_H
#define FRAGSCOPE_KPAGEFLAGS_H

enum kpf_bit {
#define KPF_ROW(id, bit, name) KPF_BIT_##id = bit,
#include "fragscope/kpageflags.def"
#undef KPF_ROW
	NR_KPF_BITS = 64
};

/* KPF(SLAB): the word with that bit alone. */
#define KPF(id) (1ULL << KPF_BIT_##id)
#define KPF_KERNEL_BITS ((1ULL << 48) - 1) /* that kernels have used so far */

/* "slab"; NULL for a bit without a name. */
const char *kpf_bit_name(unsigned int bit);

#endif
