// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Struct pages made by hand, in the layouts of three kernels (what their BTF and vmcoreinfo say),
 * decoded.
 */
#include "kpage.h"

#include <errno.h>
#include <stdio.h>

#include "fragscope/array.h"

#include "../check.h"
#include "kaddr.h"
#include "klayout.h"

#define NR_PAGES 1024
#define SIZE     64
#define ZONE     2ULL                     /* Normal of node 0 */
#define SHIFT    51
#define PIN_BIAS 1024

#define AT(offset_, size_) { .offset = (offset_), .size = (size_), .known = true }
#define N(n_) { (n_), NUM_KNOWN }

/* What all of them have in common. */
#define COMMON \
	.sizeof_page = SIZE, .page_flags = AT(0, 8), .page_compound_head = AT(8, 8), \
	.page_mapping = AT(24, 8), .page_private = AT(40, 8), .page_mapcount = AT(48, 4), \
	.page_refcount = AT(52, 4)

static const struct klayout v6_1 = {
	COMMON,
	.slab_slab_cache = AT(24, 8),
	.page_compound_dtor = AT(16, 1), .page_compound_order = AT(17, 1),
	.folio_dtor = AT(80, 1), .folio_order = AT(81, 1),
	.folio_entire_mapcount = AT(84, 4), .folio_pincount = AT(88, 4),
	.hugetlb_dtor = N(2),
	.pg_locked = N(0), .pg_referenced = N(1), .pg_uptodate = N(2), .pg_dirty = N(3),
	.pg_lru = N(4), .pg_active = N(5), .pg_slab = N(9), .pg_owner_priv_1 = N(10),
	.pg_reserved = N(12), .pg_private = N(13), .pg_private_2 = N(14), .pg_writeback = N(15),
	.pg_head = N(16), .pg_swapbacked = N(19), .pg_unevictable = N(20), .pg_mlocked = N(21),
	.pg_swapcache = N(10), .pg_double_map = N(6),
};
static const struct kaddr note_6_1 = {
	.type_buddy = -129ULL, .type_offline = -257ULL,
};

static const struct klayout v6_12 = {
	COMMON,
	.slab_slab_cache = AT(8, 8),
	.folio_flags_1 = AT(64, 8), .folio_large_mapcount = AT(80, 4),
	.folio_entire_mapcount = AT(84, 4), .folio_nr_pages_mapped = AT(88, 4),
	.folio_pincount = AT(92, 4),
	.pg_locked = N(0), .pg_writeback = N(1), .pg_referenced = N(2), .pg_uptodate = N(3),
	.pg_dirty = N(4), .pg_lru = N(5), .pg_head = N(6), .pg_active = N(8),
	.pg_owner_priv_1 = N(10), .pg_reserved = N(13), .pg_private = N(14),
	.pg_private_2 = N(15), .pg_swapbacked = N(17), .pg_unevictable = N(18),
	.pg_mlocked = N(19), .pg_hwpoison = N(20), .pg_swapcache = N(10),
	.pgty_buddy = N(0xf0), .pgty_offline = N(0xf1), .pgty_table = N(0xf2),
	.pgty_guard = N(0xf3), .pgty_hugetlb = N(0xf4), .pgty_slab = N(0xf5),
	.pgty_zsmalloc = N(0xf6), .pgty_unaccepted = N(0xf7),
};

/* 6.11: types are bits counted downwards, in no enum that BTF has. */
static const struct kaddr note_6_11 = {
	.type_buddy = (uint64_t)(int64_t)(int32_t)~0x40000000U,
	.type_offline = (uint64_t)(int64_t)(int32_t)~0x20000000U,
	.type_hugetlb = (uint64_t)(int64_t)(int32_t)~0x04000000U,
	.type_slab = (uint64_t)(int64_t)(int32_t)~0x02000000U,
};

/* 6.6: the order in the second page's flags, hugetlb as a flag there, no count of all mappings. */
static const struct klayout v6_6 = {
	COMMON,
	.slab_slab_cache = AT(8, 8),
	.folio_flags_1 = AT(64, 8), .folio_entire_mapcount = AT(84, 4),
	.folio_nr_pages_mapped = AT(88, 4), .folio_pincount = AT(92, 4),
	.pg_locked = N(0), .pg_writeback = N(1), .pg_referenced = N(2), .pg_uptodate = N(3),
	.pg_dirty = N(4), .pg_lru = N(5), .pg_head = N(6), .pg_active = N(8), .pg_slab = N(11),
	.pg_owner_priv_1 = N(12), .pg_reserved = N(14), .pg_private = N(15),
	.pg_private_2 = N(16), .pg_swapbacked = N(19), .pg_unevictable = N(20),
	.pg_mlocked = N(21), .pg_swapcache = N(12), .pg_hugetlb = N(8),
};

struct kernel {
	const char *name;
	const struct klayout *layout;
	const struct kaddr *note;
	uint32_t buddy, table, offline, slab, hugetlb; /* page_type; 0: no type here */
};

static const struct kernel kernels[] = {
	{ "6.1", &v6_1, &note_6_1, 0xffffff7f, 0xfffffdff, 0xfffffeff, 0, 0 },
	{ "6.6", &v6_6, &note_6_1, 0xffffff7f, 0xfffffdff, 0xfffffeff, 0, 0 },
	{ "6.11", &v6_12, &note_6_11, 0xbfffffff, 0xefffffff, 0xdfffffff, 0xfdffffff, 0xfbffffff },
	{ "6.12", &v6_12, &(struct kaddr){ 0 }, 0xf0000000, 0xf2000000, 0xf1000000, 0xf5000000,
	  0xf4000000 },
};

#define NR_KERNELS ARRAY_SIZE(kernels)

/* One kernel's struct pages, each an unused page of the zone until a test says otherwise. */
struct world {
	const struct kernel *kernel;
	struct klayout from;
	struct kpage_layout layout;
	struct kpage_decoder decoder;
	uint8_t pages[(NR_PAGES + 4) * SIZE];
	page_code codes[NR_PAGES];
};

static struct world world;

static void put(size_t page, uint16_t offset, const void *value, size_t size)
{
	memcpy(world.pages + page * SIZE + offset, value, size);
}

static void put32(size_t page, uint16_t offset, uint32_t value)
{
	put(page, offset, &value, sizeof(value));
}

static void put64(size_t page, uint16_t offset, uint64_t value)
{
	put(page, offset, &value, sizeof(value));
}

static uint64_t flags_of(uint64_t flags)
{
	return ZONE << SHIFT | flags;
}

static void begin(const struct kernel *kernel)
{
	struct err err = { "" };

	memset(&world, 0, sizeof(world));
	world.kernel = kernel;
	world.from = *kernel->layout;
	if (!strcmp(kernel->name, "6.11")) /* as if BTF had no enum pagetype */
		world.from.pgty_buddy = (struct num){ 0 };
	if (kpage_layout_make(&world.layout, &world.from, kernel->note, ~0ULL << SHIFT, &err))
		fail_msg("%s: %s", kernel->name, err.text);
	kpage_decoder_init(&world.decoder, &world.layout, ZONE << SHIFT, 10);
	for (size_t i = 0; i < NR_PAGES + 4; i++) {
		put64(i, 0, flags_of(0));
		put32(i, 48, (uint32_t)-1);
	}
}

static void decode(void)
{
	world.decoder.fill_end = 0;
	kpage_decode(&world.decoder, 0, world.pages, NR_PAGES, world.codes);
}

static void set_page(size_t page, uint64_t flags, int refs, int maps, uint64_t mapping)
{
	put64(page, 0, flags_of(flags));
	put32(page, 52, (uint32_t)refs);
	put32(page, 48, (uint32_t)(maps - 1));
	put64(page, 24, mapping);
}

/* A folio of 2^order pages; maps are by PTEs, one for each of its first pages. */
static void set_folio(size_t page, unsigned int order, uint64_t flags, int refs, int maps,
		      uint64_t mapping)
{
	const struct kpage_layout *layout = &world.layout;

	set_page(page, flags | layout->head, refs, 0, mapping);
	for (size_t i = 1; i < 1UL << order; i++)
		put64(page + i, 8, 0xffffea0000000001);
	world.pages[page * SIZE + layout->order] = (uint8_t)order;
	if (layout->entire_mapcount != KPAGE_NONE)
		put32(page, layout->entire_mapcount, (uint32_t)-1);
	if (layout->large_mapcount != KPAGE_NONE) {
		put32(page, layout->large_mapcount, (uint32_t)(maps - 1));
		return;
	}
	for (int i = 0; i < maps; i++)
		put32(page + (size_t)i, 48, 0);
}

#define FOR_KERNELS(kernel) \
	for (const struct kernel *kernel = kernels; kernel < kernels + NR_KERNELS; kernel++)

#define ANON_VMA      0xffff888012345601
#define ADDRESS_SPACE 0xffff888012345600

static void a_free_block_has_the_order_that_its_head_says(void **state)
{
	(void)state;
	FOR_KERNELS(kernel) {
		begin(kernel);
		for (size_t i = 0; i < 24; i += 8) {
			put32(i, 48, kernel->buddy);
			put64(i, 40, i ? 3 : 2);
		}
		/* pages of a free block still look as their last user left them */
		set_page(9, world.layout.lru, 5, 1, ANON_VMA);
		put64(16, 40, 77); /* read amid a change */
		decode();
		assert_int_equal(world.codes[0], PAGE_CODE_FREE_HEAD | 2);
		assert_int_equal(world.codes[3], PAGE_FREE);
		assert_int_equal(world.codes[4], PAGE_NOFLAGS);
		assert_int_equal(world.codes[8], PAGE_CODE_FREE_HEAD | 3);
		assert_int_equal(world.codes[9], PAGE_FREE);
		assert_int_equal(world.codes[15], PAGE_FREE);
		assert_int_equal(world.codes[16], PAGE_CODE_FREE_HEAD);
		assert_int_equal(world.codes[17], PAGE_NOFLAGS);
	}
}

static void types_and_flags_tell_what_the_kernel_keeps(void **state)
{
	(void)state;
	FOR_KERNELS(kernel) {
		begin(kernel);
		put32(0, 48, kernel->table);
		put32(1, 48, kernel->offline);
		if (kernel->slab)
			put32(2, 48, kernel->slab);
		else
			put64(2, 0, flags_of(world.layout.slab));
		put64(2, 24, ANON_VMA); /* slab data where a mapping would be */
		put64(3, 0, flags_of(1ULL << world.from.pg_reserved.n));
		put32(4, 48, 0); /* mapped, but nobody's: a ring shared with a process */
		put32(4, 52, 1);
		decode();
		assert_int_equal(world.codes[0], PAGE_PGTABLE);
		assert_int_equal(world.codes[1], PAGE_OFFLINE);
		assert_int_equal(world.codes[2], PAGE_SLAB);
		assert_int_equal(world.codes[3], PAGE_RESERVED);
		assert_int_equal(world.codes[4], PAGE_OTHER);
		assert_int_equal(world.codes[5], PAGE_NOFLAGS);
	}
}

static void a_huge_page_is_told_by_type_flag_or_destructor(void **state)
{
	(void)state;
	FOR_KERNELS(kernel) {
		begin(kernel);
		set_folio(512, 9, 0, 1, 0, 0);
		if (kernel->hugetlb)
			put32(512, 48, kernel->hugetlb);
		else if (world.layout.dtor != KPAGE_NONE)
			world.pages[512 * SIZE + world.layout.dtor] = 2;
		else
			put64(513, 0, flags_of(world.layout.hugetlb_1) | 9);
		decode();
		assert_int_equal(world.codes[511], PAGE_NOFLAGS);
		assert_int_equal(world.codes[512], PAGE_CODE_HUGE_HEAD | 9);
		assert_int_equal(world.codes[1023], PAGE_HUGETLB);
	}
}

static void folios_have_their_order_and_their_heads_class(void **state)
{
	(void)state;
	FOR_KERNELS(kernel) {
		begin(kernel);
		set_folio(0, 4, world.layout.lru | world.layout.swapbacked, 3, 3, ANON_VMA);
		set_folio(16, 2, world.layout.lru, 4, 0, ADDRESS_SPACE);
		set_page(20, world.layout.lru | world.layout.swapbacked, 1, 1, ANON_VMA);
		set_page(21, world.layout.lru, 1, 0, ADDRESS_SPACE);
		decode();
		assert_int_equal(world.codes[0], PAGE_CODE_ANON_HEAD | 4);
		assert_int_equal(world.codes[15], PAGE_ANON_LARGE);
		assert_int_equal(world.codes[16], PAGE_CODE_FILE_HEAD | 2);
		assert_int_equal(world.codes[19], PAGE_FILE_LARGE);
		assert_int_equal(world.codes[20], PAGE_ANON);
		assert_int_equal(world.codes[21], PAGE_FILE);
	}
}

/* Of a page with these flags, mapping and mappings: what it has with so many references. */
static page_code code_with(uint64_t flags, uint64_t mapping, int maps, int refs)
{
	set_page(0, flags, refs, maps, mapping);
	decode();
	return world.codes[0];
}

static void references_that_nobody_explains_are_pins(void **state)
{
	(void)state;
	FOR_KERNELS(kernel) {
		uint64_t lru, anon, swapped, dirty;

		begin(kernel);
		lru = world.layout.lru;
		anon = lru | world.layout.swapbacked;
		swapped = anon | world.layout.swapcache;
		dirty = lru | world.layout.has_private;
		assert_int_equal(code_with(anon, ANON_VMA, 1, 1), PAGE_ANON);
		assert_int_equal(code_with(anon, ANON_VMA, 1, 2), PAGE_PINNED);
		assert_int_equal(code_with(anon, ANON_VMA, 3, 3), PAGE_ANON);
		assert_int_equal(code_with(anon, ANON_VMA, 1, 1 + PIN_BIAS), PAGE_PINNED);
		assert_int_equal(code_with(swapped, ANON_VMA, 1, 2), PAGE_ANON);
		assert_int_equal(code_with(swapped, ANON_VMA, 1, 3), PAGE_PINNED);
		assert_int_equal(code_with(lru, ADDRESS_SPACE, 0, 1), PAGE_FILE);
		assert_int_equal(code_with(lru, ADDRESS_SPACE, 2, 3), PAGE_FILE);
		assert_int_equal(code_with(lru, ADDRESS_SPACE, 2, 4), PAGE_PINNED);
		assert_int_equal(code_with(dirty, ADDRESS_SPACE, 0, 2), PAGE_FILE);
		assert_int_equal(code_with(dirty, ADDRESS_SPACE, 0, 3), PAGE_PINNED);
		/* KSM: both bits below the pointer */
		assert_int_equal(code_with(anon, ANON_VMA | 2, 9, 9), PAGE_ANON);
	}
}

static void references_of_the_moment_are_no_pins(void **state)
{
	(void)state;
	FOR_KERNELS(kernel) {
		uint64_t batched, locked, mlocked;

		begin(kernel);
		batched = world.layout.swapbacked;
		locked = world.layout.lru | world.layout.swapbacked | world.layout.locked;
		mlocked = world.layout.lru | world.layout.swapbacked | world.layout.mlocked;
		assert_int_equal(code_with(batched, ANON_VMA, 1, 2), PAGE_ANON);
		assert_int_equal(code_with(batched, ANON_VMA, 1, 3), PAGE_PINNED);
		assert_int_equal(code_with(locked, ANON_VMA, 1, 2), PAGE_ANON);
		assert_int_equal(code_with(mlocked, ANON_VMA, 1, 2), PAGE_UNEVICTABLE);
		assert_int_equal(code_with(mlocked, ANON_VMA, 1, 1 + PIN_BIAS), PAGE_PINNED);
	}
}

static void a_pinned_folio_is_pinned_as_a_whole(void **state)
{
	(void)state;
	FOR_KERNELS(kernel) {
		begin(kernel);
		set_folio(0, 4, world.layout.lru | world.layout.swapbacked, 17, 16, ANON_VMA);
		set_folio(16, 4, world.layout.lru | world.layout.swapbacked, 16, 16, ANON_VMA);
		set_folio(32, 4, world.layout.lru | world.layout.swapbacked, 16, 16, ANON_VMA);
		put32(32, world.layout.pincount, 1);
		decode();
		for (size_t i = 0; i < 16; i++)
			assert_int_equal(world.codes[i], PAGE_PINNED);
		assert_int_equal(world.codes[16], PAGE_CODE_ANON_HEAD | 4);
		assert_int_equal(world.codes[32], PAGE_PINNED);
		assert_int_equal(kpage_mapcount(&world.layout, world.pages, 16), 16);
	}
}

/* 6.1 counts whole mappings of files in each page too, and of anonymous memory where it says so. */
static void whole_mappings_of_old_kernels_count_once(void **state)
{
	(void)state;
	begin(&kernels[0]);
	set_folio(0, 4, world.layout.lru, 18, 16, ADDRESS_SPACE);
	put32(0, world.layout.entire_mapcount, 0);
	assert_int_equal(kpage_mapcount(&world.layout, world.pages, 16), 1);
	set_folio(16, 4, world.layout.lru | world.layout.swapbacked, 18, 16, ANON_VMA);
	put32(16, world.layout.entire_mapcount, 0);
	assert_int_equal(kpage_mapcount(&world.layout, world.pages + 16 * SIZE, 16), 17);
	put64(17, 0, flags_of(world.layout.double_map_1));
	assert_int_equal(kpage_mapcount(&world.layout, world.pages + 16 * SIZE, 16), 1);
}

static void pages_of_other_zones_are_holes_and_unwritten_ones_unmanaged(void **state)
{
	(void)state;
	FOR_KERNELS(kernel) {
		begin(kernel);
		put64(0, 0, 1ULL << SHIFT | world.layout.lru);
		put64(1, 0, 1ULL << 54 | ZONE << SHIFT); /* node 1 */
		memset(world.pages + 2 * SIZE, 0, SIZE);
		memset(world.pages + 3 * SIZE, 0xff, SIZE);
		decode();
		assert_int_equal(world.codes[0], PAGE_HOLE);
		assert_int_equal(world.codes[1], PAGE_HOLE);
		assert_int_equal(world.codes[2], PAGE_UNMANAGED);
		assert_int_equal(world.codes[3], PAGE_UNMANAGED);
	}
}

/* The first zone's number is 0, so that flags of its pages may be 0. */
static void a_page_without_flags_in_the_first_zone_is_there(void **state)
{
	(void)state;
	begin(&kernels[3]);
	world.decoder.zone = 0;
	memset(world.pages, 0, 2UL * SIZE);
	put32(0, 48, (uint32_t)-1);
	decode();
	assert_int_equal(world.codes[0], PAGE_NOFLAGS);
	assert_int_equal(world.codes[1], PAGE_UNMANAGED);
}

static void a_tail_tells_where_its_head_is(void **state)
{
	const uint64_t base = 0xffffea0000000000;
	const uint8_t *page = world.pages + 40 * SIZE;

	(void)state;
	begin(&kernels[3]);
	assert_int_equal(kpage_head_addr(&world.layout, base + 40 * SIZE, 40, page, page + SIZE),
			 0);
	put64(40, 8, (base + 32 * SIZE) | 1);
	assert_int_equal(kpage_head_addr(&world.layout, base + 40 * SIZE, 40, page, page + SIZE),
			 base + 32 * SIZE);
	/* as a mask, of a folio of order 4 */
	put64(40, 8, ~(uint64_t)(16 * SIZE - 1) | 1);
	assert_int_equal(kpage_head_addr(&world.layout, base + 40 * SIZE, 40, page, page + SIZE),
			 base + 32 * SIZE);
	/* a huge page's memory map that was freed shows the head again and again */
	put64(40, 8, 0);
	put64(40, 0, flags_of(world.layout.head));
	world.pages[40 * SIZE + world.layout.order] = 9;
	put64(41, 8, base | 1);
	assert_int_equal(kpage_head_addr(&world.layout, base + 40 * SIZE, 40, page, page + SIZE),
			 base);
}

static void a_range_may_begin_amid_a_folio(void **state)
{
	(void)state;
	begin(&kernels[3]);
	set_folio(0, 4, world.layout.lru | world.layout.swapbacked, 3, 3, ANON_VMA);
	kpage_decode_head(&world.decoder, 0, world.pages);
	kpage_decode(&world.decoder, 8, world.pages + 8 * SIZE, 12, world.codes);
	assert_int_equal(world.codes[0], PAGE_ANON_LARGE);
	assert_int_equal(world.codes[7], PAGE_ANON_LARGE);
	assert_int_equal(world.codes[8], PAGE_NOFLAGS);
}

static void a_kernel_that_lacks_what_is_needed_is_refused(void **state)
{
	const struct kaddr no_note = { 0 };
	struct kpage_layout layout;
	struct err err = { "" };
	struct klayout from = v6_12;

	(void)state;
	from.page_refcount.known = false;
	assert_int_equal(kpage_layout_make(&layout, &from, &no_note, ~0ULL << SHIFT, &err),
			 -ENOTSUP);
	assert_non_null(strstr(err.text, "_refcount"));
	from = v6_1;
	assert_int_equal(kpage_layout_make(&layout, &from, &no_note, ~0ULL << SHIFT, &err),
			 -ENOTSUP);
	assert_non_null(strstr(err.text, "types"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_free_block_has_the_order_that_its_head_says),
		cmocka_unit_test(types_and_flags_tell_what_the_kernel_keeps),
		cmocka_unit_test(a_huge_page_is_told_by_type_flag_or_destructor),
		cmocka_unit_test(folios_have_their_order_and_their_heads_class),
		cmocka_unit_test(references_that_nobody_explains_are_pins),
		cmocka_unit_test(references_of_the_moment_are_no_pins),
		cmocka_unit_test(a_pinned_folio_is_pinned_as_a_whole),
		cmocka_unit_test(whole_mappings_of_old_kernels_count_once),
		cmocka_unit_test(pages_of_other_zones_are_holes_and_unwritten_ones_unmanaged),
		cmocka_unit_test(a_page_without_flags_in_the_first_zone_is_there),
		cmocka_unit_test(a_tail_tells_where_its_head_is),
		cmocka_unit_test(a_range_may_begin_amid_a_folio),
		cmocka_unit_test(a_kernel_that_lacks_what_is_needed_is_refused),
	};

	return CHECK_MAIN(tests);
}
