// SPDX-License-Identifier: GPL-2.0-or-later
/* Struct pages of a made-up kernel, read amid changes, beyond its end, and by one who may not. */
#include <stdlib.h>

#include "../check.h"
#include "made_kernel.h"

#define FIRST 64  /* the zone asked for: Normal of node 0 */
#define END   250 /* its last pageblock is there in part */
#define BUDDY ((int32_t)0xf0000000)

struct world {
	struct made_kernel kernel;
	struct kern *kern;
	struct kpages *pages;
	struct zonemap *zone;
	page_code codes[MADE_PAGES];
};

static struct world *begin(void)
{
	struct world *world = calloc(1, sizeof(*world));

	made_kernel_init(&world->kernel);
	world->zone = zonemap_new(FIRST, END - FIRST, MADE_BLOCK, 3, NULL);
	strcpy(world->zone->name, "Normal");
	return world;
}

static void open_pages(struct world *world)
{
	struct made_kernel *kernel = &world->kernel;
	struct err err = { "" };

	world->kern = kern_new(&kernel->kmem, &kernel->layout, &kernel->addr, &err);
	world->pages = world->kern ? kpages_over(world->kern, &kernel->kmem, &err) : NULL;
	if (!world->pages)
		fail_msg("%s", err.text);
}

static void read_from(struct world *world, uint64_t pfn)
{
	struct err err = { "" };

	if (!world->pages)
		open_pages(world);
	if (kpages_read(world->pages, world->zone, pfn, END - pfn, world->codes, &err))
		fail_msg("%s", err.text);
	zonemap_ingest_codes(world->zone, pfn, world->codes, END - pfn, 1);
	if (zonemap_check(world->zone, &err))
		fail_msg("%s", err.text);
}

static void end(struct world *world)
{
	kpages_free(world->pages);
	kern_close(world->kern);
	zonemap_free(world->zone);
	free(world);
}

static page_code code_at(const struct world *world, uint64_t pfn)
{
	return world->zone->code[pfn - FIRST];
}

static void set_free(struct world *world, uint64_t pfn, uint64_t order)
{
	world->kernel.memory.pages[pfn].mapcount = BUDDY;
	world->kernel.memory.pages[pfn].private = order;
}

/* An anonymous folio; where it has a head only, its tails are somebody else's by now. */
static void set_folio(struct world *world, uint64_t pfn, uint8_t order)
{
	struct made_page *pages = world->kernel.memory.pages;

	pages[pfn].flags |= 1 << 6 | 1 << 5;
	pages[pfn].mapping = 1;
	pages[pfn].refcount = 1;
	pages[pfn + 1].order = order;
	pages[pfn + 1].compound = MADE_AT(&world->kernel, pages[pfn]) | 1;
}

static void a_free_block_is_as_large_as_it_says(void **state)
{
	struct world *world = begin();

	(void)state;
	set_free(world, 72, 3);
	read_from(world, FIRST);
	assert_int_equal(code_at(world, 72), PAGE_CODE_FREE_HEAD | 3);
	assert_int_equal(code_at(world, 79), PAGE_FREE);
	assert_int_not_equal(code_at(world, 80), PAGE_FREE);
	end(world);
}

/* The zone has grown since its map was made, and the buddy behind its end was merged. */
static void a_free_block_that_reaches_over_the_end_is_one_page(void **state)
{
	struct world *world = begin();

	(void)state;
	set_free(world, 248, 3);
	read_from(world, FIRST);
	assert_int_equal(code_at(world, 248), PAGE_CODE_FREE_HEAD);
	assert_int_equal(page_code_order(code_at(world, 249)), -1);
	end(world);
}

/* Its counts lie in a page that was not read. */
static void a_folio_that_reaches_over_the_end_is_none(void **state)
{
	struct world *world = begin();

	(void)state;
	world->kernel.layout.sizeof_folio = 4 * sizeof(struct made_page);
	world->kernel.layout.folio_pincount =
		(struct kfield){ 2 * sizeof(struct made_page) + 40, 4, true };
	set_folio(world, 72, 3);
	set_folio(world, 248, 3);
	world->kernel.memory.pages[250].refcount = 7; /* where the count would be */
	read_from(world, FIRST);
	assert_int_equal(page_code_order(code_at(world, 72)), 3);
	assert_true(page_code_order(code_at(world, 248)) <= 0);
	end(world);
}

/* The reading began amid a folio whose head is a free block by the time that it is looked at. */
static void a_folio_freed_meanwhile_leaves_no_free_tails(void **state)
{
	struct world *world = begin();

	(void)state;
	set_folio(world, 80, 3);
	world->kernel.memory.pages[88].compound = MADE_AT(&world->kernel, pages[80]) | 1;
	set_free(world, 80, 3);
	world->kernel.memory.pages[84].compound = MADE_AT(&world->kernel, pages[80]) | 1;
	read_from(world, 84);
	assert_int_not_equal(page_code_class(code_at(world, 84)), PAGE_FREE);
	end(world);
}

static void a_page_mapped_as_often_as_can_be_is_counted(void **state)
{
	struct world *world = begin();
	struct made_page *page = &world->kernel.memory.pages[70];
	struct kpage_detail detail;

	(void)state;
	page->flags |= 1 << 5;
	page->mapping = 1;
	page->mapcount = INT32_MAX;
	page->refcount = INT32_MIN;
	read_from(world, FIRST);
	assert_int_equal(kpages_detail(world->pages, 70, 1, &detail, NULL), 0);
	assert_true(detail.known);
	assert_false(detail.pinned);
	end(world);
}

static void who_may_not_read_any_more_is_told_so(void **state)
{
	struct world *world = begin();
	struct kpage_detail detail[4];
	struct err err = { "" };

	(void)state;
	read_from(world, FIRST);
	world->kernel.refuses = true;
	assert_int_equal(kpages_read(world->pages, world->zone, FIRST, 64, world->codes, &err),
			 -EPERM);
	assert_non_null(strstr(err.text, "struct pages: page 0x"));
	assert_int_equal(kpages_detail(world->pages, FIRST, 4, detail, &err), -EPERM);
	assert_false(detail[3].known);
	end(world);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_free_block_is_as_large_as_it_says),
		cmocka_unit_test(a_free_block_that_reaches_over_the_end_is_one_page),
		cmocka_unit_test(a_folio_that_reaches_over_the_end_is_none),
		cmocka_unit_test(a_folio_freed_meanwhile_leaves_no_free_tails),
		cmocka_unit_test(a_page_mapped_as_often_as_can_be_is_counted),
		cmocka_unit_test(who_may_not_read_any_more_is_told_so),
	};

	return CHECK_MAIN(tests);
}
