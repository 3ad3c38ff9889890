// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * zonemap_ingest - takes a slice of kpageflags words, or of ready codes, into a page map.
 *
 * Memory holds a few dozen different words and mostly runs of the same one.  So a word is classed
 * once (classify.c) and then found in a small table, and eight equal words at a time are one store.
 */
#include "zonemap.h"

#include <string.h>

#include "fragscope/bits.h"

#include "codes.h"

#define SEEN_ORDER 8

/* Codes of words seen before, by a hash of the word.  All zero is a valid state: word 0 stands for
 * itself in slot 0, and no other word is 0. */
struct seen {
	uint64_t word[1 << SEEN_ORDER];
	page_code code[1 << SEEN_ORDER];
};

static inline unsigned int seen_slot(uint64_t word)
{
	return (unsigned int)(word * 0x9e3779b97f4a7c15 >> (64 - SEEN_ORDER));
}

static __attribute__((noinline)) page_code seen_learn(struct seen *seen, uint64_t word)
{
	unsigned int slot = seen_slot(word);

	seen->word[slot] = word;
	return seen->code[slot] = page_classify(word);
}

static inline page_code seen_code(struct seen *seen, uint64_t word)
{
	unsigned int slot = seen_slot(word);

	if (__builtin_expect(seen->word[slot] != word, 0))
		return seen_learn(seen, word);
	return seen->code[slot];
}

/* Written out, here and below: these loops are too short for the compiler to unroll by itself. */
static inline bool eight_equal(const uint64_t *w)
{
	return !((w[0] ^ w[1]) | (w[0] ^ w[2]) | (w[0] ^ w[3]) | (w[0] ^ w[4]) | (w[0] ^ w[5]) |
		 (w[0] ^ w[6]) | (w[0] ^ w[7]));
}

static inline void four_codes(struct seen *seen, const uint64_t *words, page_code *codes)
{
	codes[0] = seen_code(seen, words[0]);
	codes[1] = seen_code(seen, words[1]);
	codes[2] = seen_code(seen, words[2]);
	codes[3] = seen_code(seen, words[3]);
}

static void classify_words(const uint64_t *words, uint64_t nr, page_code *codes)
{
	struct seen seen = { 0 };
	uint64_t i = 0;

	seen.code[0] = page_classify(0);
	for (; nr - i >= 8; i += 8) {
		if (eight_equal(words + i)) {
			memset(codes + i, seen_code(&seen, words[i]), 8);
			continue;
		}
		four_codes(&seen, words + i, codes + i);
		four_codes(&seen, words + i + 4, codes + i + 4);
	}
	for (; i < nr; i++)
		codes[i] = seen_code(&seen, words[i]);
}

/*
 * Before 4.6 only heads are flagged.  What follows a head without flags is its tail as far as a
 * block can reach that begins there; pages of the kernel without flags look the same, so the order
 * is an upper estimate.
 */
static void classify_heads_only(const struct zonemap *map, uint64_t pfn, const uint64_t *words,
				uint64_t nr, page_code *codes)
{
	uint64_t i = 0;

	while (i < nr) {
		unsigned int order = bits_align_order(pfn + i, map->max_order);
		uint64_t room = nr - i < 1ULL << order ? nr - i : 1ULL << order;
		uint64_t run = 1;

		codes[i] = page_classify(words[i]);
		if (codes[i] != PAGE_FREE) {
			i++;
			continue;
		}
		while (run < room && !words[i + run])
			run++;
		order = bits_log2(run);
		memset(codes + i, PAGE_FREE, 1ULL << order);
		codes[i] = (page_code)(PAGE_CODE_FREE_HEAD | order);
		i += 1ULL << order;
	}
}

static void stamp(struct zonemap *map, uint64_t pfn, uint64_t end, uint32_t now_ms)
{
	size_t last = zonemap_block_of(map, end - 1);

	for (size_t block = zonemap_block_of(map, pfn); block <= last; block++) {
		map->read_ms[block] = now_ms ? now_ms : 1; /* 0 would mean never */
		zonemap_tell_misses(map, block);
	}
}

/* Cuts [*pfn, *pfn + nr) to the span; returns its end, *pfn when nothing is left. */
static uint64_t clip(const struct zonemap *map, uint64_t *pfn, size_t nr)
{
	uint64_t end;

	if (__builtin_add_overflow(*pfn, (uint64_t)nr, &end) || end > zonemap_end(map))
		end = zonemap_end(map);
	if (*pfn < map->start_pfn)
		*pfn = map->start_pfn;
	return end > *pfn ? end : *pfn;
}

void zonemap_ingest(struct zonemap *map, uint64_t pfn, const uint64_t *words, size_t nr,
		    const struct kpf_dialect *dialect, uint32_t now_ms)
{
	uint64_t first = pfn;
	uint64_t end = clip(map, &first, nr);
	uint64_t present = dialect->present_end;

	if (first == end)
		return;
	if (present > end)
		present = end;
	if (present < first)
		present = first;
	words += first - pfn;
	if (dialect->heads_only) {
		if (!map->orders_estimated) /* two threads may be here, after the first time */
			map->orders_estimated = true;
		classify_heads_only(map, first, words, present - first, zonemap_at(map, first));
		zonemap_mark_foreign(map, first, present, dialect->gaps, dialect->nr_gaps);
	} else {
		classify_words(words, present - first, zonemap_at(map, first));
		zonemap_mark_foreign(map, first, present, dialect->gaps, dialect->nr_gaps);
		zonemap_mark_free(map, first, present);
	}
	memset(zonemap_at(map, present), PAGE_HOLE, end - present);
	zonemap_mark_gaps(map, first, present, dialect->gaps, dialect->nr_gaps);
	zonemap_mark_folios(map, first, present);
	zonemap_update_columns(map, first, end);
	stamp(map, first, end, now_ms);
}

void zonemap_ingest_codes(struct zonemap *map, uint64_t pfn, const page_code *codes, size_t nr,
			  uint32_t now_ms)
{
	uint64_t first = pfn;
	uint64_t end = clip(map, &first, nr);

	if (first == end)
		return;
	codes += first - pfn;
	for (uint64_t i = 0; i < end - first; i++)
		zonemap_at(map, first)[i] = page_code_is_valid(codes[i]) ? codes[i] : PAGE_UNREAD;
	zonemap_update_columns(map, first, end);
	stamp(map, first, end, now_ms);
}
