// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * frame_sizes - what everything is measured in, as well as a frame tells it.
 *
 * Texts that people send often lack a size or two.  What is usual on x86 and on arm64 with small
 * pages stands in, here and nowhere else, so that all parts assume the same.
 */
#include "fragscope/bits.h"
#include "fragscope/frame.h"

#define PAGE_SIZE_USUAL  4096
#define MAX_ORDER_USUAL  10
#define HUGE_ORDER_USUAL 9

uint64_t frame_page_size(const struct frame *frame)
{
	return num_has(frame->page_size) && frame->page_size.n ? frame->page_size.n :
								 PAGE_SIZE_USUAL;
}

unsigned int frame_nr_orders(const struct frame *frame)
{
	unsigned int nr = 0;

	for (unsigned int i = 0; i < frame->nr_zones; i++)
		if (nr < frame->zones[i]->nr_orders)
			nr = frame->zones[i]->nr_orders;
	return nr;
}

unsigned int frame_max_order(const struct frame *frame)
{
	unsigned int nr = frame_nr_orders(frame);

	return nr ? nr - 1 : MAX_ORDER_USUAL;
}

struct num frame_pmd_order(const struct frame *frame)
{
	struct num pmd = frame->thp.pmd_size, page = frame->page_size;

	if (!num_has(pmd) || !num_has(page) || !page.n || pmd.n < page.n)
		return (struct num){ 0 };
	return num_known(bits_log2(pmd.n / page.n));
}

unsigned int frame_huge_order(const struct frame *frame)
{
	struct num pmd = frame_pmd_order(frame);

	if (num_has(pmd))
		return (unsigned int)pmd.n;
	return num_has(frame->pageblock_order) ? (unsigned int)frame->pageblock_order.n :
						 HUGE_ORDER_USUAL;
}

unsigned int frame_pageblock_order(const struct frame *frame)
{
	unsigned int order = frame_huge_order(frame), max_order = frame_max_order(frame);

	if (num_has(frame->pageblock_order))
		return (unsigned int)frame->pageblock_order.n;
	return order < max_order ? order : max_order;
}

unsigned int frame_nodes(const struct frame *frame, int *nodes, unsigned int max)
{
	unsigned int nr = 0;

	for (unsigned int i = 0; i < frame->nr_zones; i++) {
		unsigned int n = 0;

		while (n < nr && nodes[n] != frame->zones[i]->node)
			n++;
		if (n == nr && nr < max)
			nodes[nr++] = frame->zones[i]->node;
	}
	return nr;
}
