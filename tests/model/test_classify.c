// SPDX-License-Identifier: GPL-2.0-or-later
#include "fragscope/pagemap.h"

#include "../check.h"

#define B(n) (1ULL << (n))

enum {
	REFERENCED = 2, UPTODATE = 3, DIRTY = 4, LRU = 5, ACTIVE = 6, SLAB = 7, BUDDY = 10,
	MMAP = 11, ANON = 12, SWAPBACKED = 14, HEAD = 15, TAIL = 16, HUGE = 17, UNEVICTABLE = 18,
	HWPOISON = 19, NOPAGE = 20, KSM = 21, THP = 22, OFFLINE = 23, ZERO = 24, IDLE = 25,
	PGTABLE = 26, RESERVED = 32, MLOCKED = 33, MAPPEDTODISK = 34, PRIVATE = 35, ARCH = 38,
};

static void check_word(uint64_t word, page_code want, const char *what)
{
	page_code code = page_classify(word);

	if (code != want)
		fail_msg("%s: word %#llx is %s (code %#x), not %s", what, (unsigned long long)word,
			 page_class_info(page_code_class(code))->name, code,
			 page_class_info(page_code_class(want))->name);
}

static void words_of_real_kernels_have_the_right_class(void **state)
{
	static const struct {
		uint64_t word;
		page_code code;
		const char *what;
	} rows[] = {
		{ 0, PAGE_NOFLAGS, "nothing known" },
		{ B(NOPAGE), PAGE_HOLE, "no page" },
		{ B(BUDDY), PAGE_FREE, "free" },
		{ B(BUDDY) | B(UPTODATE), PAGE_FREE, "free with an old bit" },
		{ B(BUDDY) | B(ANON) | B(LRU), PAGE_FREE, "free with misleading bits" },
		{ B(SLAB) | B(HEAD), PAGE_SLAB, "head of a slab" },
		{ B(SLAB) | B(TAIL) | B(ANON) | B(KSM), PAGE_SLAB, "slab that looks anonymous" },
		{ B(SLAB) | B(BUDDY), PAGE_SLAB, "slab before buddy" },
		{ B(ANON) | B(LRU) | B(UPTODATE) | B(MMAP) | B(SWAPBACKED), PAGE_ANON, "anon" },
		{ B(ANON) | B(LRU) | B(KSM), PAGE_ANON, "6.12: all anonymous pages have KSM" },
		{ B(ANON) | B(UPTODATE) | B(SWAPBACKED), PAGE_ANON, "anon off the LRU lists" },
		{ B(LRU) | B(UPTODATE) | B(MAPPEDTODISK), PAGE_FILE, "page cache" },
		{ B(REFERENCED) | B(UPTODATE) | B(PRIVATE), PAGE_FILE, "page cache off the LRU" },
		{ B(LRU) | B(ACTIVE) | B(PRIVATE) | B(IDLE), PAGE_FILE, "buffers" },
		{ B(SWAPBACKED) | B(DIRTY) | B(LRU), PAGE_FILE, "shared memory" },
		{ B(ANON) | B(LRU) | B(THP) | B(HEAD), PAGE_CODE_ANON_HEAD, "head of a THP" },
		{ B(ANON) | B(MMAP) | B(THP) | B(TAIL), PAGE_ANON_LARGE, "6.1: tail of a THP" },
		{ B(MMAP) | B(THP) | B(TAIL), PAGE_FILE_LARGE, "6.1: tail of a file's THP" },
		{ B(LRU) | B(THP) | B(HEAD), PAGE_CODE_FILE_HEAD, "head of a large folio" },
		{ B(LRU) | B(HEAD), PAGE_CODE_FILE_HEAD, "large folio without THP" },
		{ B(LRU) | B(TAIL), PAGE_FILE_LARGE, "its tail" },
		{ B(HUGE) | B(HEAD) | B(MMAP) | B(ANON), PAGE_CODE_HUGE_HEAD, "hugetlb head" },
		{ B(HUGE) | B(TAIL), PAGE_HUGETLB, "hugetlb tail" },
		{ B(HUGE) | B(TAIL) | B(ANON) | B(THP), PAGE_HUGETLB, "6.1: hugetlb tail" },
		{ B(HUGE) | B(TAIL) | B(ANON) | B(MMAP) | B(UPTODATE) | B(KSM), PAGE_HUGETLB,
		  "6.12: hugetlb tail" },
		{ B(ANON) | B(LRU) | B(THP) | B(TAIL) | B(REFERENCED) | B(IDLE), PAGE_ANON_LARGE,
		  "7.2: tail of a THP that nobody used since" },
		{ B(ZERO) | B(RESERVED), PAGE_RESERVED, "zero page" },
		{ B(ZERO) | B(THP) | B(HEAD), PAGE_OTHER, "huge zero page" },
		{ B(RESERVED), PAGE_RESERVED, "reserved" },
		{ B(PGTABLE), PAGE_PGTABLE, "page table" },
		{ B(PGTABLE) | B(REFERENCED), PAGE_PGTABLE, "page table with an old bit" },
		{ B(OFFLINE), PAGE_OFFLINE, "offline" },
		{ B(HWPOISON) | B(LRU), PAGE_POISON, "broken" },
		{ B(MLOCKED) | B(UNEVICTABLE) | B(LRU) | B(ANON), PAGE_UNEVICTABLE, "mlock" },
		{ B(MLOCKED) | B(ANON), PAGE_UNEVICTABLE, "mlock on its way to the LRU" },
		{ B(UNEVICTABLE) | B(LRU) | B(UPTODATE), PAGE_UNEVICTABLE, "ramfs" },
		{ B(UNEVICTABLE) | B(LRU) | B(UPTODATE) | B(DIRTY) | B(MMAP), PAGE_UNEVICTABLE,
		  "6.12, 7.2: memfd_secret looks as ramfs does" },
		{ B(MLOCKED) | B(UPTODATE) | B(MMAP), PAGE_OTHER, "memfd_secret" },
		{ B(MMAP) | B(REFERENCED), PAGE_OTHER, "ring shared with the kernel" },
		{ B(HEAD), PAGE_OTHER, "compound page of the kernel" },
		{ B(TAIL), PAGE_OTHER, "its tail" },
		{ B(TAIL) | B(UPTODATE), PAGE_OTHER, "its tail with an old bit" },
		{ B(ARCH), PAGE_OTHER, "a bit that says nothing" },
		{ ~0ULL, PAGE_HOLE, "all bits" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		check_word(rows[i].word, rows[i].code, rows[i].what);
}

static void codes_know_class_and_order(void **state)
{
	(void)state;
	assert_int_equal(page_code_class(PAGE_CODE_FREE_HEAD | 10), PAGE_FREE);
	assert_int_equal(page_code_order(PAGE_CODE_FREE_HEAD | 10), 10);
	assert_int_equal(page_code_class(PAGE_CODE_HUGE_HEAD | 18), PAGE_HUGETLB);
	assert_int_equal(page_code_order(PAGE_CODE_HUGE_HEAD | 18), 18);
	assert_int_equal(page_code_class(PAGE_CODE_ANON_HEAD | 4), PAGE_ANON_LARGE);
	assert_int_equal(page_code_class(PAGE_CODE_FILE_HEAD | 4), PAGE_FILE_LARGE);
	assert_int_equal(page_code_order(PAGE_FREE), -1);
	assert_int_equal(page_code_order(PAGE_SLAB), -1);
}

static void every_byte_has_a_class(void **state)
{
	unsigned int valid = 0;

	(void)state;
	for (unsigned int code = 0; code < 256; code++) {
		assert_true(page_code_class((page_code)code) < NR_PAGE_CLASSES);
		assert_true(page_code_is_valid((page_code)code) ||
			    (page_code_class((page_code)code) == PAGE_UNREAD &&
			     page_code_order((page_code)code) == -1));
		valid += page_code_is_valid((page_code)code);
	}
	assert_int_equal(valid, NR_PAGE_CLASSES + 4 * 32);
	assert_string_equal(page_class_info((enum page_class)99)->name, "unread");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(words_of_real_kernels_have_the_right_class),
		cmocka_unit_test(codes_know_class_and_order),
		cmocka_unit_test(every_byte_has_a_class),
	};

	return CHECK_MAIN(tests);
}
