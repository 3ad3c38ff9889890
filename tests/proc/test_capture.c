// SPDX-License-Identifier: GPL-2.0-or-later
#include <byteswap.h>
#include <stdio.h>

#include "captured.h"

#define BUDDYINFO \
	"Node 0, zone      DMA      3      0      1      0      0      0      0      0      1\n" \
	"Node 0, zone   Normal    412    118     40      9      2      0      1      0      7\n"
#define ZONEINFO \
	"Node 0, zone      DMA\n" \
	"  pages free     263\n" \
	"        min      4\n" \
	"        low      5\n" \
	"        high     6\n" \
	"        spanned  512\n" \
	"        present  500\n" \
	"        managed  480\n" \
	"        protection: (0, 12, 12)\n" \
	"      nr_free_pages 263\n" \
	"  pagesets\n" \
	"    cpu: 0\n" \
	"              count: 3\n" \
	"  start_pfn:           0\n" \
	"Node 0, zone   Normal\n" \
	"  pages free     2776\n" \
	"        min      40\n" \
	"        low      50\n" \
	"        high     60\n" \
	"        spanned  4096\n" \
	"        present  4096\n" \
	"        managed  4000\n" \
	"        protection: (0, 0, 0)\n" \
	"  start_pfn:           512\n"
#define VMSTAT \
	"nr_free_pages 3039\n" \
	"nr_dirty 8\n" \
	"compact_stall 17\n"
#define PAGETYPES(node, count) \
	"Page block order: 8\n" \
	"Pages per block:  256\n" \
	"\n" \
	"Free pages count per migrate type at order       0      1      2      3      4      5" \
	"      6      7      8\n" \
	"Node    " node ", zone   Normal, type    Unmovable " count " 1 0 0 0 0 0 0 0\n" \
	"Node    " node ", zone   Normal, type      Movable " count " 0 2 0 0 0 0 0 3\n" \
	"\n" \
	"Number of blocks type     Unmovable      Movable\n" \
	"Node " node ", zone   Normal            5           11\n"
#define REPORT \
	"[   12.500000] Mem-Info:\n" \
	"[   12.500001] Normal free:28kB min:8kB\n" \
	"[   12.500002] Normal: 5*4kB (U) 1*8kB (U) = 28kB\n"

static void pieces_of_different_kinds_fill_one_frame(void **state)
{
	struct capture capture = { 0 };
	const struct frame *frame;

	(void)state;
	capture_text(&capture, "$ cat /proc/buddyinfo\n" BUDDYINFO "$ cat /proc/zoneinfo\n" ZONEINFO
		     "$ cat /proc/vmstat\n" VMSTAT "done.\n");
	assert_int_equal(capture.nr_frames, 1);
	assert_string_equal(capture.note, "");
	frame = capture.frames[0];
	assert_string_equal(frame->host, "paste");
	assert_num(zone_of(frame, 0, "Normal")->free_blocks[0], 412);
	assert_num(zone_of(frame, 0, "Normal")->managed, 4000);
	assert_num(zone_of(frame, 0, "DMA")->start_pfn, 0);
	assert_int_equal(frame->vmstat.nr, 3);
	assert_int_equal(frame_find_source(frame, "zoneinfo")->state, SOURCE_OK);
	capture_done(&capture);
}

static void files_of_one_machine_fill_one_frame(void **state)
{
	struct capture capture = { 0 };

	(void)state;
	capture_text(&capture, VMSTAT);
	capture_text(&capture, BUDDYINFO);
	capture_text(&capture, ZONEINFO);
	assert_int_equal(capture.nr_frames, 1);
	capture_text(&capture, BUDDYINFO);
	assert_int_equal(capture.nr_frames, 2);
	capture_done(&capture);
}

static void what_the_frame_has_already_begins_the_next_one(void **state)
{
	struct capture capture = { 0 };

	(void)state;
	capture_text(&capture, "before\nMemFree:   4711 kB\n" BUDDYINFO "after\nMemFree:  4712 kB\n"
		     BUDDYINFO BUDDYINFO VMSTAT VMSTAT);
	assert_int_equal(capture.nr_frames, 4);
	assert_num(counters_get(&capture.frames[0]->meminfo, "MemFree"), 4711);
	assert_num(counters_get(&capture.frames[1]->meminfo, "MemFree"), 4712);
	assert_int_equal(capture.frames[1]->nr_zones, 2);
	assert_int_equal(capture.frames[2]->meminfo.nr, 0);
	assert_int_equal(capture.frames[2]->vmstat.nr, 3);
	assert_int_equal(capture.frames[3]->vmstat.nr, 3);
	capture_done(&capture);
}

static void a_kernel_log_is_a_moment_of_its_own(void **state)
{
	struct capture capture = { 0 };

	(void)state;
	capture_text(&capture, BUDDYINFO REPORT REPORT BUDDYINFO VMSTAT);
	assert_int_equal(capture.nr_frames, 4);
	assert_int_equal(capture.frames[0]->request.kind, REQUEST_NONE);
	assert_int_equal(capture.frames[1]->request.kind, REQUEST_SHOW_MEM);
	assert_num(capture.frames[2]->zones[0]->free, 7);
	assert_int_equal(capture.frames[3]->vmstat.nr, 3);
	capture_done(&capture);
}

static void tables_of_pageblocks_are_not_taken_for_buddyinfo(void **state)
{
	struct capture capture = { 0 };
	const struct frame *frame;

	(void)state;
	capture_text(&capture, PAGETYPES("0", "30") PAGETYPES("1", "40") BUDDYINFO
		     PAGETYPES("0", "50") PAGETYPES("1", "60"));
	assert_int_equal(capture.nr_frames, 2);
	frame = capture.frames[0];
	assert_num(frame->pageblock_order, 8);
	assert_num(zone_get_type_free(zone_of(frame, 0, "Normal"), 0, 0), 30);
	assert_num(zone_get_type_free(zone_of(frame, 1, "Normal"), 1, 0), 40);
	assert_num(zone_get_type_blocks(zone_of(frame, 1, "Normal"), 1), 11);
	assert_num(zone_of(frame, 0, "Normal")->free_blocks[0], 412);
	frame = capture.frames[1];
	assert_num(frame->pageblock_order, 8);
	assert_num(zone_get_type_free(zone_of(frame, 1, "Normal"), 0, 0), 60);
	assert_string_equal(capture.note, "");
	capture_done(&capture);
}

static void indices_are_told_apart_by_their_first_column(void **state)
{
	struct capture capture = { 0 };
	const struct zone *zone;

	(void)state;
	capture_text(&capture, BUDDYINFO
		"Node 0, zone      DMA -1.000 -1.000 -1.000 -1.000 -1.000 -1.000 -1.000 -1.000 "
		"-1.000\n"
		"Node 0, zone   Normal -1.000 -1.000 -1.000 -1.000 -1.000 0.871 0.935 0.967 "
		"0.983\n"
		"Node 1, zone   Normal 0.000 0.000 0.000 0.000 0.000 0.000 0.000 0.000 0.000\n"
		"Node 0, zone      DMA 0.000 0.001 0.001 0.003 0.003 0.003 0.003 0.003 0.003\n"
		"Node 0, zone   Normal 0.000 0.148 0.233 0.290 0.316 0.328 0.328 0.351 0.351\n");
	assert_int_equal(capture.nr_frames, 1);
	zone = zone_of(capture.frames[0], 0, "Normal");
	assert_true(zone->has_printed_extfrag && zone->has_printed_unusable);
	assert_int_equal(zone->printed_extfrag[5], 871);
	assert_int_equal(zone->printed_unusable[5], 328);
	zone = zone_of(capture.frames[0], 1, "Normal");
	assert_true(zone->has_printed_extfrag);
	assert_false(zone->has_printed_unusable);
	capture_done(&capture);
}

static void zoneinfo_may_have_lost_its_indentation(void **state)
{
	char flat[sizeof(ZONEINFO)];
	struct capture capture = { 0 };
	size_t len = 0;
	bool front = true;

	(void)state;
	for (const char *at = ZONEINFO; *at; at++) {
		if (!front || *at != ' ')
			flat[len++] = *at;
		front = *at == '\n' || (front && *at == ' ');
	}
	flat[len] = '\0';
	capture_text(&capture, flat);
	assert_int_equal(capture.nr_frames, 1);
	assert_num(zone_of(capture.frames[0], 0, "Normal")->spanned, 4096);
	assert_num(zone_of(capture.frames[0], 0, "Normal")->start_pfn, 512);
	assert_int_equal(capture.frames[0]->vmstat.nr, 0);
	capture_done(&capture);
}

static void names_and_numbers_in_prose_are_no_counters(void **state)
{
	struct capture capture = { 0 };

	(void)state;
	capture_text(&capture, "apples 12\npears 4\nTotal: 16 kB\n" BUDDYINFO "oranges 9\n");
	assert_int_equal(capture.frames[0]->vmstat.nr, 0);
	assert_int_equal(capture.frames[0]->meminfo.nr, 0);
	capture_done(&capture);
	capture_refused("apples 12\npears 4\nTotal: 16 kB\n", "nothing in it says how memory is");
}

static void a_cgroups_statistics_are_not_the_hosts(void **state)
{
	struct capture capture = { 0 };

	(void)state;
	capture_text(&capture, "make invoked oom-killer: gfp_mask=0xcc0(GFP_KERNEL), order=0\n"
		     "Memory cgroup stats for /build:\n"
		     "anon 1048576\nfile 0\npgfault 4711\nthp_fault_alloc 3\n"
		     "oom-kill:constraint=CONSTRAINT_MEMCG,nodemask=(null),cpuset=/\n");
	assert_int_equal(capture.nr_frames, 1);
	assert_int_equal(capture.frames[0]->vmstat.nr, 0);
	assert_string_equal(capture.frames[0]->request.constraint, "CONSTRAINT_MEMCG");
	capture_done(&capture);
}

static void a_damaged_piece_costs_only_itself(void **state)
{
	struct capture capture = { 0 };
	struct err err;

	(void)state;
	capture_text(&capture, BUDDYINFO "\nNode 0, zone   Normal\n  pages free     27x6\n");
	assert_num(zone_of(capture.frames[0], 0, "Normal")->free_blocks[0], 412);
	assert_non_null(strstr(capture.note, "zoneinfo from line 4"));
	assert_int_equal(frame_find_source(capture.frames[0], "zoneinfo")->state, SOURCE_BROKEN);
	capture_done(&capture);

	capture_bytes(&capture, span_of("\nNode 0, zone   Normal\n  pages free     27x6\n"),
		      -EINVAL, &err);
	assert_non_null(strstr(err.text, "paste: zoneinfo from line 2"));
	assert_int_equal(capture.nr_frames, 0);
	capture_done(&capture);
}

static void other_inputs_are_refused_by_name(void **state)
{
	(void)state;
	capture_refused("COMM           PID    NODE ZONE         ORDER MODE      LAT(ms)"
			"           STATUS\nsh  4711 0 ZONE_DMA 3 SYNC 0.1 complete\n",
			"compactsnoop");
	capture_refused(" cc1-77  [001] .... 9.5: mm_compaction_end: zone_start=0x1 "
			"migrate_pfn=0x2 free_pfn=0x3 zone_end=0x4\n", "ftrace");
	capture_refused("             flags\tpage-count       MB  symbolic-flags\n", "page-types");
	capture_refused("slabinfo - version: 2.1\nkmalloc-8 1 2 8 512 1\n", "/proc/slabinfo");
	capture_refused("<html><body>404</body></html>\n", "HTML");
	capture_refused("{\"a\": 1}\n", "JSON");
	capture_refused("%PDF-1.7\nobj\n", "PDF");
	capture_refused("hello\n", "kernel logs with memory reports");
	capture_refused("", "is empty");
	capture_refused("Mem-Info:\n", "no memory report");
}

static void other_binaries_are_refused_by_name(void **state)
{
	static const struct {
		const char *bytes;
		const char *what;
	} files[] = {
		{ "\x1f\x8b\x08", "gzip" }, { "\xfd" "7zXZ", "xz" }, { "\x7f" "ELF", "ELF" },
		{ "\x28\xb5\x2f\xfd", "zstd" }, { "PK\x03\x04", "zip" }, { "\xff\xfe", "UTF-16" },
		{ "\x01\xfe\xff\xff\xff\xff\xff\xff", "bits that mean nothing" },
	};
	struct capture capture = { 0 };
	struct err err;
	char bytes[1024];

	(void)state;
	for (size_t i = 0; i < sizeof(files) / sizeof(files[0]); i++) {
		memset(bytes, 0x80, sizeof(bytes));
		memcpy(bytes, files[i].bytes, strlen(files[i].bytes));
		capture_bytes(&capture, (struct span){ bytes, sizeof(bytes) }, -EINVAL, &err);
		if (!strstr(err.text, files[i].what))
			fail_msg("no \"%s\" in: %s", files[i].what, err.text);
	}
	memset(bytes, 0, sizeof(bytes));
	memcpy(bytes, "zoneinfo", 8);
	memcpy(bytes + 257, "ustar", 5);
	capture_bytes(&capture, (struct span){ bytes, sizeof(bytes) }, -EINVAL, &err);
	assert_non_null(strstr(err.text, "tar archive"));
	capture_bytes(&capture, (struct span){ bytes, 101 }, -EINVAL, &err);
	assert_non_null(strstr(err.text, "multiple of 8"));
	/* counts of references have no bits of flags */
	memset(bytes, 0, sizeof(bytes));
	for (size_t i = 0; i < sizeof(bytes); i += 8)
		bytes[i] = (char)(i % 3);
	capture_bytes(&capture, (struct span){ bytes, sizeof(bytes) }, -EINVAL, &err);
	assert_int_equal(capture.nr_frames, 0);
	capture_done(&capture);
}

static void noise_in_a_text_does_no_harm(void **state)
{
	static const char text[] = "\xff\xfenoise \0\0 \xf0\x9f\x98\x80\r\n"
				   "Node 0, zone   No\0rmal      4      1      0      2      0      "
				   "0      1      0      9\r\n\x1b[0m\r\n";
	struct capture capture = { 0 };
	struct err err;

	(void)state;
	/* not at the front: that would be UTF-16 */
	capture_bytes(&capture, (struct span){ text + 2, sizeof(text) - 3 }, 0, &err);
	assert_num(zone_of(capture.frames[0], 0, "Normal")->free_blocks[8], 9);
	capture_done(&capture);
}

static void there_is_an_end_to_frames(void **state)
{
	static const char row[] = "Node 0, zone   Normal 1 2 3 4 5 6 7 8 9 10 11\n";
	size_t len = 5000 * (sizeof(row) - 1);
	struct capture capture = { 0 };
	char *text = malloc(len);
	struct err err;

	(void)state;
	assert_non_null(text);
	for (size_t at = 0; at < len; at += sizeof(row) - 1)
		memcpy(text + at, row, sizeof(row) - 1);
	capture_bytes(&capture, (struct span){ text, len }, 0, &err);
	assert_int_equal(capture.nr_frames, 4096);
	assert_non_null(strstr(capture.note, "only the first"));
	capture_done(&capture);
	free(text);
}

#define BUDDY    (1ULL << 10)
#define ANON     (1ULL << 12)
#define RESERVED (1ULL << 32)
#define NR_PFNS  4608

/* A free block of order 3 at 64, the rest anonymous; tails flagged as 4.6 does, or not. */
static void make_words(uint64_t *words, bool tails)
{
	words[0] = RESERVED;
	for (size_t pfn = 1; pfn < NR_PFNS; pfn++)
		words[pfn] = ANON;
	words[64] = BUDDY;
	for (size_t pfn = 65; pfn < 72; pfn++)
		words[pfn] = tails ? BUDDY : 0;
}

static void add_words(struct capture *capture, const uint64_t *words)
{
	struct err err;

	capture_bytes(capture, (struct span){ (const char *)words, NR_PFNS * 8 }, 0, &err);
}

static void raw_pages_are_one_map_where_no_zones_are_known(void **state)
{
	struct capture capture = { 0 };
	uint64_t words[NR_PFNS];
	const struct zonemap *map;

	(void)state;
	for (int tails = 0; tails < 2; tails++) {
		make_words(words, tails);
		add_words(&capture, words);
		assert_int_equal(capture.nr_frames, 1);
		map = capture.pagemap->zones[0];
		assert_ptr_equal(capture.frames[0]->pagemap, capture.pagemap);
		assert_string_equal(map->name, "pfn");
		assert_int_equal(capture.frames[0]->nr_zones, 1);
		assert_ptr_equal(capture.frames[0]->zones[0]->map, map);
		assert_int_equal(map->nr_pages, NR_PFNS);
		assert_int_equal(page_code_order(map->code[64]), 3);
		assert_int_equal(page_code_class(map->code[71]), PAGE_FREE);
		assert_int_equal(page_code_class(map->code[72]), PAGE_ANON);
		assert_int_equal(map->orders_estimated, !tails);
		capture_done(&capture);
	}
}

static void raw_pages_are_cut_into_the_zones_of_a_zoneinfo_in_any_order(void **state)
{
	struct capture capture = { 0 };
	uint64_t words[NR_PFNS];

	(void)state;
	make_words(words, true);
	for (int pages_first = 0; pages_first < 2; pages_first++) {
		const struct zone *zone;

		if (pages_first)
			add_words(&capture, words);
		capture_text(&capture, BUDDYINFO);
		capture_text(&capture, ZONEINFO);
		if (!pages_first)
			add_words(&capture, words);
		assert_int_equal(capture.nr_frames, 1);
		assert_int_equal(capture.pagemap->nr_zones, 2);
		zone = zone_of(capture.frames[0], 0, "DMA");
		assert_int_equal(zone->map->nr_pages, 512);
		assert_int_equal(page_code_order(zone->map->code[64]), 3);
		zone = zone_of(capture.frames[0], 0, "Normal");
		assert_int_equal(zone->map->start_pfn, 512);
		assert_int_equal(zone->map->nr_pages, 4096);
		assert_int_equal(capture.pagemap->nr_read, NR_PFNS);
		capture_done(&capture);
	}
}

static void the_only_zone_of_a_buddyinfo_names_the_map(void **state)
{
	struct capture capture = { 0 };
	uint64_t words[NR_PFNS];

	(void)state;
	make_words(words, true);
	capture_text(&capture, "Node 0, zone   Normal 1 0 0 1 0 0 0 0 0 0 0\n");
	add_words(&capture, words);
	assert_string_equal(capture.pagemap->zones[0]->name, "Normal");
	assert_ptr_equal(capture.frames[0]->zones[0]->map, capture.pagemap->zones[0]);
	capture_done(&capture);
}

static void zones_that_reach_beyond_the_pages_are_cut(void **state)
{
	struct capture capture = { 0 };
	uint64_t words[NR_PFNS];

	(void)state;
	make_words(words, true);
	capture_text(&capture, "Node 0, zone   Normal\n  pages free     8\n"
		     "        spanned  18446744073709551615\n        present  9\n"
		     "  start_pfn:           64\n"
		     "Node 0, zone  Movable\n  pages free     8\n"
		     "        spanned  64\n        present  9\n"
		     "  start_pfn:           18446744073709551615\n");
	add_words(&capture, words);
	assert_int_equal(capture.pagemap->nr_zones, 1);
	assert_int_equal(capture.pagemap->zones[0]->nr_pages, NR_PFNS - 64);
	capture_done(&capture);
}

static void raw_pages_of_the_other_byte_order_are_turned(void **state)
{
	struct capture capture = { 0 };
	uint64_t words[NR_PFNS];
	struct err err;

	(void)state;
	make_words(words, true);
	for (size_t pfn = 0; pfn < NR_PFNS; pfn++)
		words[pfn] = bswap_64(words[pfn]);
	add_words(&capture, words);
	assert_int_equal(page_code_order(capture.pagemap->zones[0]->code[64]), 3);
	capture_bytes(&capture, (struct span){ (const char *)words, sizeof(words) }, -EINVAL, &err);
	assert_non_null(strstr(err.text, "a second kpageflags file"));
	assert_int_equal(capture.nr_frames, 1);
	capture_done(&capture);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(pieces_of_different_kinds_fill_one_frame),
		cmocka_unit_test(files_of_one_machine_fill_one_frame),
		cmocka_unit_test(what_the_frame_has_already_begins_the_next_one),
		cmocka_unit_test(a_kernel_log_is_a_moment_of_its_own),
		cmocka_unit_test(tables_of_pageblocks_are_not_taken_for_buddyinfo),
		cmocka_unit_test(indices_are_told_apart_by_their_first_column),
		cmocka_unit_test(zoneinfo_may_have_lost_its_indentation),
		cmocka_unit_test(names_and_numbers_in_prose_are_no_counters),
		cmocka_unit_test(a_cgroups_statistics_are_not_the_hosts),
		cmocka_unit_test(a_damaged_piece_costs_only_itself),
		cmocka_unit_test(other_inputs_are_refused_by_name),
		cmocka_unit_test(other_binaries_are_refused_by_name),
		cmocka_unit_test(noise_in_a_text_does_no_harm),
		cmocka_unit_test(there_is_an_end_to_frames),
		cmocka_unit_test(raw_pages_are_one_map_where_no_zones_are_known),
		cmocka_unit_test(raw_pages_are_cut_into_the_zones_of_a_zoneinfo_in_any_order),
		cmocka_unit_test(the_only_zone_of_a_buddyinfo_names_the_map),
		cmocka_unit_test(zones_that_reach_beyond_the_pages_are_cut),
		cmocka_unit_test(raw_pages_of_the_other_byte_order_are_turned),
	};

	return CHECK_MAIN(tests);
}
