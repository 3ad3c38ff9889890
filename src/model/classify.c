// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * classify - from a kpageflags word to a class of pages.
 *
 * The words are made by stable_page_flags() in fs/proc/page.c.  They are read without locks and
 * carry bits that mean nothing for the page at hand, so the order of the tests matters:
 *
 *  - slab pages may show ANON and KSM (their own data lies where page->mapping is): SLAB first;
 *  - free pages may keep UPTODATE and other old bits: BUDDY before all that speak of a user;
 *  - 6.12 shows KSM on every anonymous page: KSM is never looked at;
 *  - 6.1 shows only MMAP, ANON and THP on the tails of a huge page: no test of a tail needs LRU;
 *  - a page on its way to or from the LRU lists lacks LRU: page cache is known by UPTODATE too.
 *
 * No bit says that a page is pinned (FOLL_PIN, or a reference held for I/O): it looks like any
 * other of its kind, so that nothing here is PAGE_PINNED.
 *
 * A page without any bit may lie on a per-CPU list or be the kernel's; nobody can tell.
 */
#include "fragscope/pagemap.h"

#include "kpageflags.h"

static const struct page_class_info infos[NR_PAGE_CLASSES] = {
#define PAGE_CLASS(id, name, mobility, help) [PAGE_##id] = { name, MOBILITY_##mobility, help },
#include "fragscope/page_class.def"
#undef PAGE_CLASS
};

/* Codes with an order, by code >> 5. */
static const uint8_t head_class[] = {
	[PAGE_CODE_FREE_HEAD >> 5] = PAGE_FREE,
	[PAGE_CODE_ANON_HEAD >> 5] = PAGE_ANON_LARGE,
	[PAGE_CODE_FILE_HEAD >> 5] = PAGE_FILE_LARGE,
	[PAGE_CODE_HUGE_HEAD >> 5] = PAGE_HUGETLB,
};

/* The first row whose bits under the mask equal want decides. */
static const struct {
	uint64_t mask, want;
	page_code code;
} rules[] = {
	{ KPF_NOPAGE, KPF_NOPAGE, PAGE_HOLE },
	{ KPF_HWPOISON, KPF_HWPOISON, PAGE_POISON },
	{ KPF_SLAB, KPF_SLAB, PAGE_SLAB },
	{ KPF_BUDDY, KPF_BUDDY, PAGE_FREE },
	{ KPF_PGTABLE, KPF_PGTABLE, PAGE_PGTABLE },
	{ KPF_OFFLINE, KPF_OFFLINE, PAGE_OFFLINE },
	{ KPF_RESERVED, KPF_RESERVED, PAGE_RESERVED },
	{ KPF_ZERO, KPF_ZERO, PAGE_OTHER },
	{ KPF_HUGE | KPF_HEAD, KPF_HUGE | KPF_HEAD, PAGE_CODE_HUGE_HEAD },
	{ KPF_HUGE, KPF_HUGE, PAGE_HUGETLB },
	/* memfd_secret: locked, mapped and on no list; the kernel refuses to migrate it */
	{ KPF_MLOCKED | KPF_LRU | KPF_ANON | KPF_TAIL, KPF_MLOCKED, PAGE_OTHER },
	{ KPF_MLOCKED, KPF_MLOCKED, PAGE_UNEVICTABLE },
	{ KPF_UNEVICTABLE, KPF_UNEVICTABLE, PAGE_UNEVICTABLE },
	{ KPF_ANON | KPF_HEAD, KPF_ANON | KPF_HEAD, PAGE_CODE_ANON_HEAD },
	{ KPF_ANON | KPF_TAIL, KPF_ANON | KPF_TAIL, PAGE_ANON_LARGE },
	{ KPF_ANON, KPF_ANON, PAGE_ANON },
	{ KPF_THP | KPF_HEAD, KPF_THP | KPF_HEAD, PAGE_CODE_FILE_HEAD },
	{ KPF_THP, KPF_THP, PAGE_FILE_LARGE },
	{ KPF_LRU | KPF_HEAD, KPF_LRU | KPF_HEAD, PAGE_CODE_FILE_HEAD },
	{ KPF_LRU | KPF_TAIL, KPF_LRU | KPF_TAIL, PAGE_FILE_LARGE },
	{ KPF_LRU, KPF_LRU, PAGE_FILE },
	{ KPF_UPTODATE | KPF_HEAD | KPF_TAIL, KPF_UPTODATE, PAGE_FILE },
	{ KPF_SWAPBACKED | KPF_HEAD | KPF_TAIL, KPF_SWAPBACKED, PAGE_FILE },
	/* mapped only, neither anonymous nor page cache: the kernel's, as a ring shared with a
	 * process (PAGE_OTHER as below) */
	{ ~0ULL, 0, PAGE_NOFLAGS },
	{ 0, 0, PAGE_OTHER },
};

const struct page_class_info *page_class_info(enum page_class class)
{
	return &infos[class < NR_PAGE_CLASSES ? class : PAGE_UNREAD];
}

bool page_code_is_valid(page_code code)
{
	if (code < PAGE_CODE_FREE_HEAD)
		return code < NR_PAGE_CLASSES;
	return code >> 5 < sizeof(head_class);
}

enum page_class page_code_class(page_code code)
{
	if (!page_code_is_valid(code))
		return PAGE_UNREAD;
	return code < PAGE_CODE_FREE_HEAD ? code : head_class[code >> 5];
}

int page_code_order(page_code code)
{
	return code < PAGE_CODE_FREE_HEAD || !page_code_is_valid(code) ? -1 : code & 31;
}

/* A pair of aligned free pages is always one block, so the second is a tail: flagged or not? */
struct kpf_dialect kpf_guess_dialect(uint64_t pfn, const uint64_t *words, size_t nr)
{
	struct kpf_dialect dialect = { .present_end = UINT64_MAX };

	for (size_t i = pfn % 2; nr > 1 && i < nr - 1; i += 2) {
		if (page_classify(words[i]) != PAGE_FREE)
			continue;
		if (page_classify(words[i + 1]) == PAGE_FREE) {
			dialect.heads_only = false;
			break;
		}
		dialect.heads_only |= !words[i + 1];
	}
	return dialect;
}

page_code page_classify(uint64_t kpageflags)
{
	unsigned int i = 0;

	while ((kpageflags & rules[i].mask) != rules[i].want)
		i++;
	return rules[i].code;
}
