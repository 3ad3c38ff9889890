// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Layouts: numbers out of made-up structures, and what BTF says of this kernel against what its
 * vmcoreinfo note says.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "fragscope/array.h"

#include "../../src/bpf/kaddr.h"
#include "../../src/bpf/klayout.h"
#include "../check.h"

static void numbers_are_as_wide_as_their_fields(void **state)
{
	const uint8_t data[] = { 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01, 0x00 };

	(void)state;
	assert_true(klayout_get(data, (struct kfield){ 0, 8, true }) == UINT64_MAX);
	assert_int_equal(klayout_get(data, (struct kfield){ 0, 4, true }), UINT32_MAX);
	assert_int_equal(klayout_get_signed(data, (struct kfield){ 0, 4, true }), -1);
	assert_int_equal(klayout_get(data, (struct kfield){ 1, 2, true }), UINT16_MAX);
	assert_int_equal(klayout_get_signed(data, (struct kfield){ 1, 2, true }), -1);
	assert_int_equal(klayout_get(data, (struct kfield){ 8, 1, true }), 1);
	assert_int_equal(klayout_get(data, (struct kfield){ 0, 3, true }), 0);
	assert_int_equal(klayout_get(data, (struct kfield){ 0 }), 0);
}

/* The number behind "KEY="; -1: the note has none. */
static long note_number(struct span text, const char *key)
{
	struct span line;
	char digits[32];
	size_t len = strlen(key);

	while (span_next_line(&text, &line))
		if (span_starts(line, key) && line.len > len && line.at[len] == '=' &&
		    span_copy(span_skip(line, len + 1), digits, sizeof(digits)))
			return strtol(digits, NULL, 10);
	return -1;
}

static bool read_note(struct kmem *kmem, struct span *text)
{
	char line[64] = "";
	FILE *file = fopen("/sys/kernel/vmcoreinfo", "r");
	uint64_t paddr;

	if (!file)
		return false;
	if (!fgets(line, sizeof(line), file))
		line[0] = '\0';
	fclose(file);
	return !kaddr_note_paddr(span_of(line), &paddr) &&
	       !kaddr_note_text(kmem, paddr, text, NULL);
}

static void btf_and_vmcoreinfo_agree_about_this_kernel(void **state)
{
	struct err err = { "" };
	struct kmem *kmem = kmem_open(&err);
	struct klayout layout;
	struct span text;
	unsigned int nr = 0;

	(void)state;
	if (!kmem || klayout_read(&layout, &err) || !read_note(kmem, &text)) {
		print_message("%s\n", *err.text ? err.text : "no vmcoreinfo note");
		kmem_close(kmem);
		skip();
	}
	const struct {
		const char *key;
		long n;
	} rows[] = {
		{ "SIZE(page)", layout.sizeof_page },
		{ "SIZE(zone)", layout.sizeof_zone },
		{ "SIZE(pglist_data)", layout.sizeof_pglist_data },
		{ "SIZE(free_area)", layout.sizeof_free_area },
		{ "SIZE(mem_section)", layout.sizeof_mem_section },
		{ "OFFSET(page.flags)", layout.page_flags.offset },
		{ "OFFSET(page._refcount)", layout.page_refcount.offset },
		{ "OFFSET(page.mapping)", layout.page_mapping.offset },
		{ "OFFSET(page.lru)", layout.page_lru.offset },
		{ "OFFSET(page._mapcount)", layout.page_mapcount.offset },
		{ "OFFSET(page.private)", layout.page_private.offset },
		{ "OFFSET(page.compound_head)", layout.page_compound_head.offset },
		{ "OFFSET(pglist_data.node_zones)", layout.pglist_data_node_zones.offset },
		{ "OFFSET(pglist_data.node_id)", layout.pglist_data_node_id.offset },
		{ "OFFSET(zone.free_area)", layout.zone_free_area.offset },
		{ "OFFSET(zone.spanned_pages)", layout.zone_spanned_pages.offset },
		{ "NUMBER(PG_lru)", (long)layout.pg_lru.n },
		{ "NUMBER(PG_swapbacked)", (long)layout.pg_swapbacked.n },
	};

	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		long n = note_number(text, rows[i].key);

		if (n >= 0 && n != rows[i].n)
			fail_msg("%s: %ld in vmcoreinfo, %ld in BTF", rows[i].key, n, rows[i].n);
		nr += n >= 0;
	}
	assert_true(nr > ARRAY_SIZE(rows) / 2);
	kmem_close(kmem);
}

static void a_layout_is_whole_where_btf_is(void **state)
{
	struct klayout layout;

	(void)state;
	if (klayout_read(&layout, NULL))
		skip();
	assert_true(num_has(layout.pb_skip));
	assert_true(num_has(layout.pb_migrate_last));
	assert_true(num_has(layout.nr_pageblock_bits));
	assert_string_equal(layout.migratetype[0], "UNMOVABLE");
	assert_string_equal(layout.migratetype[1], "MOVABLE");
	for (size_t i = 0; i < KLAYOUT_TYPES_MAX; i++)
		assert_string_not_equal(layout.migratetype[i], "PCPTYPES");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(numbers_are_as_wide_as_their_fields),
		cmocka_unit_test(btf_and_vmcoreinfo_agree_about_this_kernel),
		cmocka_unit_test(a_layout_is_whole_where_btf_is),
	};

	return CHECK_MAIN(tests);
}
