/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * kpageflags - the bits of a word of /proc/kpageflags that tell what a page is.
 *
 * Numbers are the kernel's ABI (include/uapi/linux/kernel-page-flags.h); bits from 32 up are named
 * in fs/proc/page.c only.
 */
#ifndef MODEL_KPAGEFLAGS_H
#define MODEL_KPAGEFLAGS_H

#define KPF_BIT(n) (1ULL << (n))

#define KPF_UPTODATE    KPF_BIT(3)
#define KPF_LRU         KPF_BIT(5)
#define KPF_SLAB        KPF_BIT(7)
#define KPF_BUDDY       KPF_BIT(10)
#define KPF_ANON        KPF_BIT(12)
#define KPF_SWAPBACKED  KPF_BIT(14)
#define KPF_HEAD        KPF_BIT(15)
#define KPF_TAIL        KPF_BIT(16)
#define KPF_HUGE        KPF_BIT(17)
#define KPF_UNEVICTABLE KPF_BIT(18)
#define KPF_HWPOISON    KPF_BIT(19)
#define KPF_NOPAGE      KPF_BIT(20)
#define KPF_THP         KPF_BIT(22) /* any large folio, not only one of PMD size */
#define KPF_OFFLINE     KPF_BIT(23) /* before 5.1: the balloon */
#define KPF_ZERO        KPF_BIT(24)
#define KPF_PGTABLE     KPF_BIT(26)
#define KPF_RESERVED    KPF_BIT(32)
#define KPF_MLOCKED     KPF_BIT(33)

#endif
