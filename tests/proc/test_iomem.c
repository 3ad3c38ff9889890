// SPDX-License-Identifier: GPL-2.0-or-later
#include "parsed.h"

static void ranges_of_ram_are_taken_and_nothing_else(void **state)
{
	struct frame *frame = parsed(parse_iomem,
		"00000000-00000fff : Reserved\n00001000-0009fbff : System RAM\n"
		"000a0000-000fffff : Reserved\n  000f0000-000fffff : System ROM\n"
		"00100000-bfffffff : System RAM\n  01000000-02277287 : Kernel code\n"
		"100000000-63fffffff : System RAM\n"
		"700000000-7ffffffff : virtio0\n  740000000-77fffffff : System RAM (virtio_mem)\n");

	(void)state;
	assert_int_equal(frame->nr_ram, 4);
	assert_true(frame->ram[0].start == 0x1000 && frame->ram[0].end == 0x9fc00);
	assert_true(frame->ram[2].start == 0x100000000 && frame->ram[2].end == 0x640000000);
	assert_true(frame->ram[3].start == 0x740000000 && frame->ram[3].end == 0x780000000);
	frame_free(frame);
}

static void the_same_memory_under_an_alias_counts_once(void **state)
{
	struct frame *frame = parsed(parse_iomem,
		"80000000-9fffffff : System RAM (boot alias)\n"
		"880000000-89fffffff : System RAM\n");

	(void)state;
	assert_int_equal(frame->nr_ram, 1);
	assert_true(frame->ram[0].start == 0x880000000);
	frame_free(frame);
}

static void hidden_addresses_are_a_denial(void **state)
{
	struct frame *frame = frame_new();
	struct err err = { "" };

	(void)state;
	assert_int_equal(parse_iomem(frame, SPAN("00000000-00000000 : System RAM\n"
						 "00000000-00000000 : System RAM\n"), &err),
			 -EACCES);
	assert_int_equal(frame->nr_ram, 0);
	frame_free(frame);
}

static void garbled_ranges_are_named(void **state)
{
	struct err err;

	(void)state;
	frame_free(parsed_badly(parse_iomem, "0000-1fff : System RAM\n3x00-4fff : System RAM\n",
				&err));
	assert_string_equal(err.text, "line 2, column 1: expected START-END in hexadecimal");
	frame_free(parsed_badly(parse_iomem, "2000-1fff : System RAM\n", &err));
	frame_free(parsed_badly(parse_iomem, "0-1fff : System RAM\n1000-2fff : System RAM\n",
				&err));
	frame_free(parsed_badly(parse_iomem, "0-ffffffffffffffff : System RAM\n", &err));
	frame_free(parsed_badly(parse_iomem, "0-1fff : Reserved\n", &err));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(ranges_of_ram_are_taken_and_nothing_else),
		cmocka_unit_test(the_same_memory_under_an_alias_counts_once),
		cmocka_unit_test(hidden_addresses_are_a_denial),
		cmocka_unit_test(garbled_ranges_are_named),
	};

	return CHECK_MAIN(tests);
}
