// SPDX-License-Identifier: GPL-2.0-or-later
#include "fragscope/residue.h"

#include <stdlib.h>
#include <string.h>

#include "made_golden.h"

#include "../check.h"

static void assert_shows(struct golden *golden, const char *words)
{
	char *text = golden_text(golden, 120, 40, GOLDEN_CAPS);

	if (!strstr(text, words))
		fail_msg("\"%s\" is not on the screen:\n%s", words, text);
	free(text);
}

/* Pageblocks with one free page in eight at pfn mod 8 = 4, and nothing else free. */
static void init_aliased(struct golden *golden)
{
	struct made made;
	struct zonemap *map;
	page_code codes[512];

	made_init_zone(&made, 0x1000, 64 * 512, 9, 1);
	map = made.pagemap->zones[0];
	for (int i = 0; i < 512; i++)
		codes[i] = i % 8 == 4 ? PAGE_CODE_FREE_HEAD : PAGE_ANON;
	for (uint64_t pfn = 0x1000; pfn < 0x1000 + 64 * 512; pfn += 512)
		zonemap_ingest_codes(map, pfn, codes, 512, 1);
	made_golden(golden, &made, "residue");
}

static void a_sentence_says_what_the_scanner_sees(void **unused)
{
	struct golden golden;

	(void)unused;
	init_aliased(&golden);
	assert_shows(&golden, "At stride 32 the free scanner sees 0 % of the free memory (0 B of "
			      "16 MiB). 64 of 64 blocks");
	assert_shows(&golden, "looks at every 32nd page");
	/* 64 of 512 pages free at random, 16 samples, 64 blocks: 64 C(496, 64) / C(512, 64) = 7.26 */
	assert_shows(&golden, "random placement would make 7.3.");
	golden_keys(&golden, "+ + +");
	assert_shows(&golden, "At stride 4 the free scanner sees 100 % of the free memory");
	assert_shows(&golden, "looks at every 4th page");
	golden_done(&golden);
}

/* A snapshot without pages knows which blocks are blind, but neither heads nor what is seen. */
static void without_pages_nothing_is_said_of_them(void **unused)
{
	struct golden golden;
	struct zonemap *map;
	char *text;

	(void)unused;
	init_aliased(&golden);
	map = golden.world.frame->pagemap->zones[0];
	memset(map->code, PAGE_UNREAD, map->nr_pages);
	map->blocks_only = true;
	assert_shows(&golden, "At stride 32 the free scanner is blind to 64 of 64 blocks with free "
			      "pages (16 MiB of 16 MiB)");
	assert_shows(&golden, "`fragscope snapshot --pages`");
	text = golden_text(&golden, 120, 40, GOLDEN_CAPS);
	assert_null(strstr(text, "0 %"));
	assert_null(strstr(text, "highest bar"));
	free(text);
	golden_done(&golden);
}

static void the_stride_stays_between_2_and_512(void **unused)
{
	struct golden golden;

	(void)unused;
	init_aliased(&golden);
	golden_keys(&golden, "+ + + + + + + + +");
	assert_shows(&golden, "At stride 2 ");
	golden_keys(&golden, "- - - - - - - - - - - - -");
	assert_shows(&golden, "At stride 512 ");
	golden_keys(&golden, "Up");
	assert_shows(&golden, "At stride 256 ");
	golden_done(&golden);
}

static void the_histogram_is_by_blocks_or_by_pages(void **unused)
{
	struct golden golden;
	struct made made;

	(void)unused;
	made_init(&made);
	made_golden(&golden, &made, "residue");
	golden_find(&golden, "0x200000");
	/* node 1 is free in blocks of order 10: 256 heads, all at 0; as many pages at each residue */
	assert_shows(&golden, "free blocks by pfn mod 32   highest bar 256 ");
	golden_keys(&golden, "c");
	assert_shows(&golden, "free pages by pfn mod 32   highest bar 8,192 ");
	golden_done(&golden);
}

static void numbers_follow_the_map_from_frame_to_frame(void **unused)
{
	struct golden golden;
	struct zonemap *map;
	page_code codes[512];

	(void)unused;
	init_aliased(&golden);
	assert_shows(&golden, "64 of 64 blocks");
	map = golden.world.pagemap->zones[0];
	for (int i = 0; i < 512; i++)
		codes[i] = i % 8 == 0 ? PAGE_CODE_FREE_HEAD : PAGE_ANON;
	zonemap_ingest_codes(map, 0x1000, codes, 512, 2);
	golden.world.frame->mono_ns += 1000000000;
	assert_shows(&golden, "63 of 64 blocks");
	golden_done(&golden);
}

static void nothing_free_is_said_so(void **unused)
{
	struct golden golden;
	struct made made;

	(void)unused;
	made_init_zone(&made, 0x1000, 512, 9, 1);
	for (uint64_t pfn = 0x1000; pfn < 0x1200; pfn++)
		zonemap_ingest_codes(made.pagemap->zones[0], pfn, &(page_code){ PAGE_SLAB }, 1, 1);
	made_golden(&golden, &made, "residue");
	assert_shows(&golden, "Nothing that was read of this zone is free.");
	golden_every_size(&golden);
	golden_done(&golden);
}

static void without_a_map_the_view_says_why(void **unused)
{
	struct golden golden;
	struct made made;

	(void)unused;
	made_init_nomap(&made);
	made_golden(&golden, &made, "residue");
	assert_shows(&golden, "/proc/kpageflags: permission denied");
	golden_done(&golden);
}

static void screens_look_as_they_did(void **unused)
{
	struct golden golden;
	struct made made;

	(void)unused;
	made_init(&made);
	made_golden(&golden, &made, "residue");
	golden_find(&golden, "0x100000");
	golden_keys(&golden, "Ctrl-L"); /* without what find said */
	golden_check_sizes(&golden, "residue");
	golden_check(&golden, "residue-mono", 120, 40, CANVAS_UTF8);
	golden_check(&golden, "residue-ascii", 80, 24, 0);
	golden_keys(&golden, "- - - - c");
	golden_check(&golden, "residue-512", 120, 40, GOLDEN_CAPS);
	golden_done(&golden);
}

static void every_size_can_be_drawn(void **unused)
{
	struct golden golden;
	struct made made;

	(void)unused;
	made_init(&made);
	made_golden(&golden, &made, "residue");
	for (int stride = 0; stride < 10; stride += 3) {
		golden_every_size(&golden);
		golden_keys(&golden, "- - - z");
	}
	golden_done(&golden);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_sentence_says_what_the_scanner_sees),
		cmocka_unit_test(without_pages_nothing_is_said_of_them),
		cmocka_unit_test(the_stride_stays_between_2_and_512),
		cmocka_unit_test(the_histogram_is_by_blocks_or_by_pages),
		cmocka_unit_test(numbers_follow_the_map_from_frame_to_frame),
		cmocka_unit_test(nothing_free_is_said_so),
		cmocka_unit_test(without_a_map_the_view_says_why),
		cmocka_unit_test(screens_look_as_they_did),
		cmocka_unit_test(every_size_can_be_drawn),
	};

	return CHECK_MAIN(tests);
}
