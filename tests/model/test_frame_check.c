// SPDX-License-Identifier: GPL-2.0-or-later
#include "fragscope/frame.h"

#include <errno.h>
#include <string.h>

#include "../check.h"

/* A frame that holds together, with something of everything. */
static struct frame *good_frame(void)
{
	struct frame *frame = frame_new();
	struct zone *zone = frame_zone(frame, 0, SPAN("Normal"));
	unsigned int movable = (unsigned int)frame_type(frame, SPAN("Movable"));

	zone->nr_orders = 2;
	zone->free_blocks[0] = num_known(5);
	zone->free_blocks[1] = num_capped(100000);
	*zone_type_free(frame, zone, movable, 1) = num_known(3);
	*zone_type_cell(frame, &zone->type_blocks, movable) = num_known(7);
	zone->has_letters = true;
	zone->letters[0] = 1;
	zone->has_printed_extfrag = true;
	zone->printed_extfrag[0] = -1000;
	frame->page_size = num_known(4096);
	counters_add(&frame->vmstat, &frame->arena, SPAN("pgfault"), num_known(1));
	frame_source(frame, "buddyinfo");
	return frame;
}

static void assert_good(struct frame *frame)
{
	struct err err = { "" };

	assert_int_equal(frame_check(frame, &err), 0);
	frame_free(frame);
}

static void assert_breach(struct frame *frame, const char *text)
{
	struct err err = { "" };

	assert_int_equal(frame_check(frame, &err), -EINVAL);
	assert_string_equal(err.text, text);
	frame_free(frame);
}

static void a_frame_that_holds_together_passes(void **state)
{
	(void)state;
	assert_good(frame_new());
	assert_good(good_frame());
}

static void numbers_beyond_what_is_counted_are_a_breach(void **state)
{
	struct frame *frame = good_frame();

	(void)state;
	frame->zones[0]->free_blocks[2] = num_known(1);
	assert_breach(frame, "frame: zone 0: free blocks of orders that it does not have");
	frame = good_frame();
	*zone_type_free(frame, frame->zones[0], 0, 2) = num_known(1);
	assert_breach(frame, "frame: zone 0: free blocks of types or orders that it does not have");
	frame = good_frame();
	*zone_type_free(frame, frame->zones[0], 1, 0) = num_known(1);
	assert_breach(frame, "frame: zone 0: free blocks of types or orders that it does not have");
	frame = good_frame();
	*zone_type_cell(frame, &frame->zones[0]->type_blocks, 1) = num_known(1);
	assert_breach(frame, "frame: zone 0: blocks of types that the frame does not have");
	frame = good_frame();
	frame->zones[0]->letters[1] = 2;
	assert_breach(frame, "frame: zone 0: letters of types that the frame does not have");
}

static void counts_above_their_arrays_are_a_breach(void **state)
{
	struct frame *frame = good_frame();

	(void)state;
	frame->nr_types = FRAME_TYPES_MAX + 1;
	assert_breach(frame, "frame: 17 migratetypes");
	frame = good_frame();
	frame->zones[0]->nr_orders = FRAME_ORDERS_MAX + 1;
	assert_breach(frame, "frame: zone 0: too many orders");
	frame = good_frame();
	frame->zones[0]->nr_reserve = FRAME_RESERVE_MAX + 1;
	assert_breach(frame, "frame: zone 0: too many lowmem reserves");
	frame = good_frame();
	frame->zones = NULL;
	assert_breach(frame, "frame: zones are counted but not there");
}

static void names_without_an_end_are_a_breach(void **state)
{
	struct frame *frame = good_frame();

	(void)state;
	memset(frame->zones[0]->name, 'x', FRAME_NAME_MAX);
	assert_breach(frame, "frame: zone 0: a name without an end");
	frame = good_frame();
	memset(frame->type_name[0], 'x', FRAME_NAME_MAX);
	assert_breach(frame, "frame: migratetype 0 has no name");
	frame = good_frame();
	frame->nr_types = 2;
	strcpy(frame->type_name[1], "Movable");
	assert_breach(frame, "frame: migratetype 1 has another's name");
}

static void values_out_of_range_are_a_breach(void **state)
{
	struct frame *frame = good_frame();

	(void)state;
	frame->zones[0]->printed_extfrag[1] = 1001;
	assert_breach(frame, "frame: zone 0: a printed index out of range");
	frame = good_frame();
	frame->zones[0]->printed_unusable[1] = 1;
	assert_breach(frame, "frame: zone 0: a printed index out of range");
	frame = good_frame();
	frame->page_size = num_known(4095);
	assert_breach(frame, "frame: a page size that is no power of two");
	frame = good_frame();
	frame->pageblock_order = num_known(32);
	assert_breach(frame, "frame: the pageblock order is too large");
	frame = good_frame();
	frame->zones[0]->node = -2;
	assert_breach(frame, "frame: zone 0: no node number");
	frame = good_frame();
	frame->zones[0]->managed.state = 4;
	assert_breach(frame, "frame: zone 0: a number in no state");
	frame = good_frame();
	frame->sources[0].state = 5;
	assert_breach(frame, "frame: source 0 has no name or state");
	frame = good_frame();
	frame->vmstat.rows[0].name = NULL;
	assert_breach(frame, "frame: vmstat counter 0 has no name");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_frame_that_holds_together_passes),
		cmocka_unit_test(numbers_beyond_what_is_counted_are_a_breach),
		cmocka_unit_test(counts_above_their_arrays_are_a_breach),
		cmocka_unit_test(names_without_an_end_are_a_breach),
		cmocka_unit_test(values_out_of_range_are_a_breach),
	};

	return CHECK_MAIN(tests);
}
