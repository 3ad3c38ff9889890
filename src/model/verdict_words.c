// SPDX-License-Identifier: GPL-2.0-or-later
/* The parts of sentences that headlines and lines have in common. */
#include "verdict_words.h"

#include <stdarg.h>
#include <stdio.h>

void verdict_headline(struct verdict *out, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(out->headline, sizeof(out->headline), fmt, ap);
	va_end(ap);
}

void verdict_line(struct verdict *out, const char *fmt, ...)
{
	va_list ap;

	if (out->nr_lines == VERDICT_LINES_MAX)
		return;
	va_start(ap, fmt);
	vsnprintf(out->lines[out->nr_lines++], sizeof(out->lines[0]), fmt, ap);
	va_end(ap);
}

static uint64_t page_size(const struct judgement *judgement)
{
	const struct num *size = &judgement->scope.frame->page_size;

	return num_has(*size) ? size->n : 0;
}

char *words_amount(char *to, size_t size, const struct judgement *judgement, uint64_t nr_pages)
{
	if (page_size(judgement))
		return fmt_pages(to, size, nr_pages, page_size(judgement));
	snprintf(to, size, "%s pages", fmt_count(FMT_BUF, nr_pages));
	return to;
}

char *words_size(char *to, size_t size, const struct judgement *judgement, unsigned int order)
{
	if (page_size(judgement))
		return fmt_order(to, size, order, page_size(judgement));
	snprintf(to, size, "order %u", order);
	return to;
}

char *words_wanted(char *to, size_t size, const struct judgement *judgement)
{
	return words_size(to, size, judgement, judgement->scope.order);
}

const char *words_blocks(uint64_t nr)
{
	return nr == 1 ? "block" : "blocks";
}

char *words_place(char *to, size_t size, const struct judgement *judgement,
		  const struct zone *zone)
{
	const struct frame *frame = judgement->scope.frame;
	const char *name = zone->name[0] ? zone->name : "the zone";
	bool one_node = true;

	for (unsigned int i = 1; i < frame->nr_zones; i++)
		one_node &= frame->zones[i]->node == frame->zones[0]->node;
	if (one_node || zone->node < 0)
		snprintf(to, size, "%s", name);
	else
		snprintf(to, size, "node %d %s", zone->node, name);
	return to;
}

char *words_number(char *to, size_t size, struct num n, struct num at_most)
{
	if (n.state == NUM_KNOWN || (num_has(n) && num_has(at_most) && n.n == at_most.n))
		snprintf(to, size, "%s %s", fmt_count(FMT_BUF, n.n), words_blocks(n.n));
	else if (!num_has(n))
		snprintf(to, size, "at most %s %s", fmt_count(FMT_BUF, at_most.n),
			 words_blocks(at_most.n));
	else if (!num_has(at_most))
		snprintf(to, size, "at least %s %s", fmt_count(FMT_BUF, n.n), words_blocks(n.n));
	else
		snprintf(to, size, "%s to %s blocks", fmt_count(FMT_BUF, n.n),
			 fmt_count(FMT_BUF, at_most.n));
	return to;
}

const char *words_is(const struct judgement *judgement)
{
	return page_size(judgement) ? "is" : "are";
}

const char *words_it(const struct judgement *judgement)
{
	return page_size(judgement) ? "it" : "them";
}
