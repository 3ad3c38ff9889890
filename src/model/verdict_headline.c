// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The judgement in one sentence, for somebody who runs a database, not a kernel.  One function per
 * cause.
 */
#include <stdio.h>
#include <string.h>

#include "saturate.h"
#include "verdict_words.h"

/* The upper bound, which is the number itself where that is exact. */
static uint64_t most_of(struct num n, struct num at_most)
{
	return num_has(at_most) ? at_most.n : n.state == NUM_KNOWN ? n.n : 0;
}

/* "; compaction could make up to 402 blocks", where a page map says that it might be enough */
static char *remedy(char *to, size_t size, const struct judgement *judgement,
		    const struct verdict *out)
{
	uint64_t compacted = most_of(out->after_compaction, out->compaction_at_most);
	uint64_t reclaimed = most_of(out->after_reclaim, out->reclaim_at_most);
	bool alone = compacted >= judgement->nr;
	uint64_t most = alone ? compacted : reclaimed;

	to[0] = '\0';
	if (judgement->map.complete && most >= judgement->nr)
		snprintf(to, size, "; %scompaction could make up to %s %s",
			 alone ? "" : "reclaim and ", fmt_count(FMT_BUF, most),
			 words_blocks(most));
	return to;
}

static void say_obtainable(const struct judgement *judgement, struct verdict *out)
{
	uint64_t now = out->now.n;

	verdict_headline(out, "Yes: %s%s %s of %s can be had now%s",
			 out->now.state == NUM_CAPPED ? "at least " : "",
			 fmt_count(FMT_BUF, now), words_blocks(now),
			 words_wanted(FMT_BUF, judgement),
			 judgement->nr > 1 ? ", enough" : "");
}

static void say_unknown(const struct judgement *judgement, struct verdict *out)
{
	const struct supply_sum *sum = &judgement->sum;
	char size[FMT_MAX];

	words_wanted(size, sizeof(size), judgement);
	if (!sum->nr_zones || (!sum->counts_known && !sum->any))
		verdict_headline(out, "Unknown: the input has no free lists to count blocks of %s "
				 "in", size);
	else if (sum->marks_known && sum->types_known)
		verdict_headline(out, "Unknown: %s of %s can be had now, perhaps more; the counts "
				 "are lower bounds",
				 words_number(TEXT, out->now, (struct num){ 0 }), size);
	else
		verdict_headline(out, "Unknown: %s of %s %s free, but the %s not known",
				 words_number(TEXT, (struct num){ 0 }, num_known(sum->any)), size,
				 sum->any == 1 ? "is" : "are",
				 sum->marks_known ? "types of free blocks are" : "watermarks are");
}

/* Where memory is, in words: of one zone if only one has any above its mark. */
static char *open_place(char *to, size_t size, const struct judgement *judgement)
{
	const struct supply_sum *sum = &judgement->sum;

	to[0] = '\0';
	if (sum->nr_open == 1)
		snprintf(to, size, " in zone %s", words_place(TEXT, judgement, sum->open));
	return to;
}

/* "only 21 of 64 blocks are there; " */
static char *some(char *to, size_t size, const struct judgement *judgement,
		  const struct verdict *out)
{
	to[0] = '\0';
	if (judgement->nr > 1 && out->now.state == NUM_KNOWN && out->now.n)
		snprintf(to, size, "only %s of %s blocks are there; ",
			 fmt_count(FMT_BUF, out->now.n), fmt_count(FMT_BUF, judgement->nr));
	return to;
}

static void say_fragmented(const struct judgement *judgement, struct verdict *out)
{
	const struct supply_sum *sum = &judgement->sum;
	uint64_t large = shift_saturated(sum->open_any, judgement->scope.order);

	verdict_headline(out, "%s: %s%s %s free%s, %s%s of %s in blocks below %s%s",
			 judgement->prefix, some(TEXT, judgement, out),
			 words_amount(FMT_BUF, judgement, sum->open_free), words_is(judgement),
			 open_place(TEXT, judgement), large ? "but " : "",
			 large ? fmt_share(FMT_BUF, sum->open_small,
					   add_saturated(sum->open_small, large)) : "all",
			 words_it(judgement), words_wanted(FMT_BUF, judgement),
			 remedy(TEXT, judgement, out));
}

/* "nothing is free in zone DMA", "only 60 MiB is free" */
static char *free_memory(char *to, size_t size, const struct judgement *judgement)
{
	const struct supply_sum *sum = &judgement->sum;
	char where[TEXT_MAX] = "";

	if (sum->nr_zones == 1)
		snprintf(where, sizeof(where), " in zone %s",
			 words_place(TEXT, judgement, sum->last));
	if (sum->free)
		snprintf(to, size, "only %s %s free%s",
			 words_amount(FMT_BUF, judgement, sum->free), words_is(judgement), where);
	else
		snprintf(to, size, "nothing is free%s", where);
	return to;
}

static void say_too_little(const struct judgement *judgement, struct verdict *out)
{
	const struct supply_sum *sum = &judgement->sum;
	uint64_t need = shift_saturated(judgement->nr, judgement->scope.order);
	char more[TEXT_MAX] = "", free[FMT_MAX], wanted[FMT_MAX];

	if (!sum->nr_zones) {
		verdict_headline(out, "%s: there is no memory in the zones that the request may "
				 "use", judgement->prefix);
		return;
	}
	if (judgement->reclaimable.known && judgement->reclaimable.sum >= need)
		snprintf(more, sizeof(more), "; reclaim could free up to %s",
			 words_amount(FMT_BUF, judgement, judgement->reclaimable.sum));
	words_amount(free, sizeof(free), judgement, sum->free);
	words_amount(wanted, sizeof(wanted), judgement, need);
	if (sum->free >= need && !strcmp(free, wanted))
		verdict_headline(out, "%s: %s %s free, but not all of it above the watermarks%s",
				 judgement->prefix, free, words_is(judgement), more);
	else if (sum->free >= need)
		verdict_headline(out, "%s: %s %s free, but less than %s above the watermarks%s",
				 judgement->prefix, free, words_is(judgement), wanted, more);
	else
		verdict_headline(out, "%s: %s, %s %s wanted%s", judgement->prefix,
				 free_memory(TEXT, judgement),
				 wanted, words_is(judgement), more);
}

static void say_watermark(const struct judgement *judgement, struct verdict *out)
{
	const struct supply_sum *sum = &judgement->sum;
	char room[TEXT_MAX] = "memory stands at the watermarks";

	if (sum->above)
		snprintf(room, sizeof(room), "above the watermarks there is room for %s only",
			 fmt_count(FMT_BUF, sum->above));
	verdict_headline(out, "%s: %s %s of %s %s free, but %s", judgement->prefix,
			 fmt_count(FMT_BUF, sum->any), words_blocks(sum->any),
			 words_wanted(FMT_BUF, judgement), sum->any == 1 ? "is" : "are", room);
}

/* The types that hold free blocks of the order, but not for this request: "CMA, HighAtomic". */
static char *wrong_types(char *to, size_t size, const struct judgement *judgement)
{
	const struct frame *frame = judgement->scope.frame;
	size_t len = 0;

	to[0] = '\0';
	for (unsigned int type = 0; type < frame->nr_types && len < size; type++)
		if (supply_type_is_in_the_way(&judgement->scope, type))
			len += (size_t)snprintf(to + len, size - len, "%s%s", len ? ", " : "",
						frame->type_name[type]);
	return to;
}

static void say_wrong_type(const struct judgement *judgement, struct verdict *out)
{
	uint64_t any = judgement->sum.any;

	verdict_headline(out, "%s: the %s free %s of %s %s %s, which %s requests may not use",
			 judgement->prefix, fmt_count(FMT_BUF, any), words_blocks(any),
			 words_wanted(FMT_BUF, judgement), any == 1 ? "is" : "are",
			 wrong_types(TEXT, judgement), verdict_class_name(out->want.class));
}

static void say_polluted(const struct judgement *judgement, struct verdict *out)
{
	const struct map_outlook *map = &judgement->map;
	uint64_t all = map->clearable + map->blocked;

	/* where most of it is pages in the wrong place, these are the cause */
	if (map->pollution.movable_polluted > map->polluted_pageblocks / 2) {
		verdict_headline(out, "%s: kernel pages (%s) sit in %s of %s movable pageblocks; "
				 "compaction can make %s", judgement->prefix,
				 verdict_classes(TEXT, map->pollution.by_class),
				 fmt_count(FMT_BUF, map->pollution.movable_polluted),
				 fmt_count(FMT_BUF, map->pollution.movable_blocks),
				 words_number(TEXT, out->after_compaction,
					      out->compaction_at_most));
		return;
	}
	verdict_headline(out, "%s: unmovable pages sit in %s of %s blocks of %s; compaction can "
			 "make %s", judgement->prefix,
			 fmt_count(FMT_BUF, map->blocked - map->undecided - map->folios),
			 fmt_count(FMT_BUF, all), words_wanted(FMT_BUF, judgement),
			 words_number(TEXT, out->after_compaction, out->compaction_at_most));
}

static void say_scanner_blind(const struct judgement *judgement, struct verdict *out)
{
	const struct map_outlook *map = &judgement->map;

	verdict_headline(out, "%s: compaction needs %s free pages to move to, but its scanner "
			 "overlooks %s of the free memory", judgement->prefix,
			 fmt_count(FMT_BUF, map->moves),
			 fmt_share(FMT_BUF, map->blind_pages, map->free_pages));
}

void verdict_write_headline(const struct judgement *judgement, struct verdict *out)
{
	static void (*const say[NR_VERDICT_CAUSES])(const struct judgement *judgement,
						    struct verdict *out) = {
		[VERDICT_OBTAINABLE] = say_obtainable,
		[VERDICT_UNKNOWN] = say_unknown,
		[VERDICT_TOO_LITTLE] = say_too_little,
		[VERDICT_FRAGMENTED] = say_fragmented,
		[VERDICT_WATERMARK] = say_watermark,
		[VERDICT_WRONG_TYPE] = say_wrong_type,
		[VERDICT_POLLUTED] = say_polluted,
		[VERDICT_SCANNER_BLIND] = say_scanner_blind,
	};

	if (say[out->cause])
		say[out->cause](judgement, out);
}
