/* SPDX-License-Identifier: GPL-2.0-or-later */
/* made_frame - frames made up for tests of what is concluded from them. */
#ifndef TESTS_MADE_FRAME_H
#define TESTS_MADE_FRAME_H

#include "fragscope/frame.h"

#define MADE_ORDERS 11

static inline struct frame *made_frame(void)
{
	struct frame *frame = frame_new();

	frame->page_size = num_known(4096);
	frame->pageblock_order = num_known(9);
	return frame;
}

/* A zone with its free pages and watermarks and nothing in its free lists. */
static inline struct zone *made_zone(struct frame *frame, int node, const char *name,
				     uint64_t free, uint64_t min, uint64_t low)
{
	struct zone *zone = frame_add_zone(frame, node, span_of(name));

	zone->free = num_known(free);
	zone->min = num_known(min);
	zone->low = num_known(low);
	zone->high = num_known(low + low / 4);
	zone->present = zone->managed = num_known(1000000);
	zone->nr_orders = MADE_ORDERS;
	for (unsigned int order = 0; order < MADE_ORDERS; order++)
		zone->free_blocks[order] = num_known(0);
	return zone;
}

static inline void made_reserve(struct zone *zone, uint64_t a, uint64_t b, uint64_t c, uint64_t d,
				uint64_t e)
{
	const uint64_t reserve[] = { a, b, c, d, e };

	zone->nr_reserve = 5;
	for (unsigned int i = 0; i < 5; i++)
		zone->reserve[i] = num_known(reserve[i]);
}

/* count free blocks of the order, of that migratetype */
static inline void made_blocks(struct frame *frame, struct zone *zone, const char *type,
			       unsigned int order, uint64_t count)
{
	int number = frame_type(frame, span_of(type));

	for (unsigned int i = 0; i < MADE_ORDERS; i++) {
		struct num *cell = zone_type_free(frame, zone, (unsigned int)number, i);

		if (!num_has(*cell))
			*cell = num_known(0);
	}
	*zone_type_free(frame, zone, (unsigned int)number, order) = num_known(count);
	zone->free_blocks[order].n += count;
}

static inline const char *made_type_of(char letter)
{
	switch (letter) {
	case 'U': return "Unmovable";
	case 'M': return "Movable";
	case 'E': return "Reclaimable";
	case 'H': return "HighAtomic";
	case 'C': return "CMA";
	default: return "Isolate";
	}
}

/* count free blocks of the order, in a log's row with these letters: "UME" */
static inline void made_row(struct frame *frame, struct zone *zone, unsigned int order,
			    uint64_t count, const char *letters)
{
	zone->has_letters = true;
	zone->free_blocks[order] = num_known(count);
	for (; *letters; letters++) {
		int type = frame_type(frame, span_of(made_type_of(*letters)));

		zone->letters[order] |= (uint16_t)(1u << type);
	}
}

#endif
