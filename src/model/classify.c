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
 * other of its kind, so that nothing here is PAGE_PINNED; struct pages tell (src/bpf/kpage_pin.c).
 *
 * A page without any bit may lie on a per-CPU list or be the kernel's; nobody can tell.
 */
#include "fragscope/pagemap.h"

#include <stddef.h>

#include "fragscope/kpageflags.h"

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
	{ KPF(NOPAGE), KPF(NOPAGE), PAGE_HOLE },
	{ KPF(HWPOISON), KPF(HWPOISON), PAGE_POISON },
	{ KPF(SLAB), KPF(SLAB), PAGE_SLAB },
	{ KPF(BUDDY), KPF(BUDDY), PAGE_FREE },
	{ KPF(PGTABLE), KPF(PGTABLE), PAGE_PGTABLE },
	{ KPF(OFFLINE), KPF(OFFLINE), PAGE_OFFLINE },
	{ KPF(RESERVED), KPF(RESERVED), PAGE_RESERVED },
	{ KPF(ZERO), KPF(ZERO), PAGE_OTHER },
	{ KPF(HUGE) | KPF(HEAD), KPF(HUGE) | KPF(HEAD), PAGE_CODE_HUGE_HEAD },
	{ KPF(HUGE), KPF(HUGE), PAGE_HUGETLB },
	/* memfd_secret: locked, mapped and on no list; the kernel refuses to migrate it */
	{ KPF(MLOCKED) | KPF(LRU) | KPF(ANON) | KPF(TAIL), KPF(MLOCKED), PAGE_OTHER },
	{ KPF(MLOCKED), KPF(MLOCKED), PAGE_UNEVICTABLE },
	{ KPF(UNEVICTABLE), KPF(UNEVICTABLE), PAGE_UNEVICTABLE },
	{ KPF(ANON) | KPF(HEAD), KPF(ANON) | KPF(HEAD), PAGE_CODE_ANON_HEAD },
	{ KPF(ANON) | KPF(TAIL), KPF(ANON) | KPF(TAIL), PAGE_ANON_LARGE },
	{ KPF(ANON), KPF(ANON), PAGE_ANON },
	{ KPF(THP) | KPF(HEAD), KPF(THP) | KPF(HEAD), PAGE_CODE_FILE_HEAD },
	{ KPF(THP), KPF(THP), PAGE_FILE_LARGE },
	{ KPF(LRU) | KPF(HEAD), KPF(LRU) | KPF(HEAD), PAGE_CODE_FILE_HEAD },
	{ KPF(LRU) | KPF(TAIL), KPF(LRU) | KPF(TAIL), PAGE_FILE_LARGE },
	{ KPF(LRU), KPF(LRU), PAGE_FILE },
	{ KPF(UPTODATE) | KPF(HEAD) | KPF(TAIL), KPF(UPTODATE), PAGE_FILE },
	{ KPF(SWAPBACKED) | KPF(HEAD) | KPF(TAIL), KPF(SWAPBACKED), PAGE_FILE },
	/* mapped only, neither anonymous nor page cache: the kernel's, as a ring shared with a
	 * process (PAGE_OTHER as below) */
	{ ~0ULL, 0, PAGE_NOFLAGS },
	{ 0, 0, PAGE_OTHER },
};

const char *kpf_bit_name(unsigned int bit)
{
	static const char *const names[NR_KPF_BITS] = {
#define KPF_ROW(id, bit, name) [bit] = name,
#include "fragscope/kpageflags.def"
#undef KPF_ROW
	};

	return bit < NR_KPF_BITS ? names[bit] : NULL;
}

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
