// SPDX-License-Identifier: GPL-2.0-or-later
#include "made_scenario.h"

#include "fragscope/array.h"
#include "sim/mm/compaction.h"
#include "sim/mm/page_alloc.h"
#include "sim/state.h"
#include "../check.h"

/* Ten pageblocks that begin at pfn 0x34400, block 0x1a2. */
static struct sim *ten_blocks(struct sim_scenario **scenario)
{
	*scenario = made_scenario("[machine]\nzone = 0 Normal 20 836\n");
	return made_sim(*scenario, "linux-7.3", 1);
}

static const char *text_of(const struct sim *sim, struct sim_event event, char text[400])
{
	event.number = 1;
	sim_event_text(sim, &event, text, 400);
	return text;
}

static void each_kind_has_a_sentence_that_fits(void **state)
{
	struct sim_scenario *scenario;
	struct sim *sim = ten_blocks(&scenario);

	(void)state;
	for (unsigned int kind = 0; kind < NR_SIM_EVENTS; kind++) {
		struct sim_event event = { .kind = (uint16_t)kind, .pfn = 700 };
		char text[400], small[8], before[400] = "";

		for (int64_t n = 0; n < 3; n++) {
			for (unsigned int i = 0; i < ARRAY_SIZE(event.arg); i++)
				event.arg[i] = n;
			text_of(sim, event, text);
			assert_in_range(strlen(text), 10, 200);
			assert_null(strchr(text, '\n'));
			strcpy(before, text);
		}
		/* what does not fit is cut */
		sim_event_text(sim, &event, small, sizeof(small));
		assert_int_equal(strlen(small), sizeof(small) - 1);
		assert_memory_equal(small, before, sizeof(small) - 1);
	}
	sim_free(sim);
	sim_scenario_free(scenario);
}

static void numbers_that_no_word_stands_for_are_called_unknown(void **state)
{
	static const uint16_t kinds[] = {
		EVENT_ALLOC_FAIL, EVENT_STEAL, EVENT_COMPACT_END, EVENT_SUITABILITY,
		EVENT_MIGRATE_SKIP, EVENT_OP,
	};
	struct sim_scenario *scenario;
	struct sim *sim = ten_blocks(&scenario);
	char text[400];

	(void)state;
	for (unsigned int i = 0; i < ARRAY_SIZE(kinds); i++) {
		text_of(sim, (struct sim_event){ .kind = kinds[i], .pfn = 0,
			.arg = { 999, 999, 999, 999 } }, text);
		assert_non_null(strstr(text, "unknown"));
		text_of(sim, (struct sim_event){ .kind = kinds[i], .pfn = 0,
			.arg = { -1, -1, -1, -1 } }, text);
		assert_non_null(strstr(text, "unknown"));
	}
	sim_free(sim);
	sim_scenario_free(scenario);
}

struct sentence {
	struct sim_event event;
	const char *text;
};

static const struct sentence sentences[] = {
	{ { .kind = EVENT_CLAIM, .pfn = 512, .arg = { 5, MT_MOVABLE, MT_UNMOVABLE, 300 } },
	  "block 0x1a3 claimed for unmovable requests from movable: 300 of its 512 pages are free "
	  "or alike, half is enough" },
	{ { .kind = EVENT_CLAIM_FAIL, .pfn = 513, .arg = { 5, MT_MOVABLE, MT_UNMOVABLE, 100 } },
	  "block 0x1a3 stays movable: only 100 of its 512 pages are free or alike" },
	{ { .kind = EVENT_STEAL, .pfn = 0, .arg = { 3, MT_MOVABLE, MT_UNMOVABLE, 0 } },
	  "unmovable request of order 0 takes from a movable buddy of order 3 in block 0x1a2, "
	  "which stays what it is" },
	{ { .kind = EVENT_ALLOC_FAIL, .arg = { 9, 0, MT_MOVABLE, ALLOC_FAIL_COSTLY } },
	  "movable request of order 9 failed: costly, and not told to retry" },
	{ { .kind = EVENT_FREE, .pfn = 8, .arg = { 0, 3, MT_MOVABLE } },
	  "order 0 freed and merged into order 3 at pfn 0x34408" },
	{ { .kind = EVENT_FREE, .pfn = 9, .arg = { 0, 0, MT_MOVABLE } },
	  "pfn 0x34409 freed, order 0, its buddy is not free" },
	{ { .kind = EVENT_FREE_BLOCK, .pfn = 0, .arg = { 32, 16, 0, 64 } },
	  "free scanner, stride 32: 16 samples of block 0x1a2, none free though 64 pages are" },
	{ { .kind = EVENT_FREE_BLOCK, .pfn = 0, .arg = { 32, 16, 0, 0 } },
	  "free scanner, stride 32: 16 samples of block 0x1a2, none free" },
	{ { .kind = EVENT_FREE_BLOCK, .pfn = 0, .arg = { 1, 512, 64, 64 } },
	  "free scanner, stride 1: 512 samples of block 0x1a2, 64 pages isolated" },
	{ { .kind = EVENT_RESAMPLE, .pfn = 0, .arg = { 4, 1, 1, 32 } },
	  "second sample of block 0x1a2 at offset 4, stride 32: 1 samples, 1 pages isolated, "
	  "stride 1 from here" },
	{ { .kind = EVENT_DEFER, .arg = { 9, 3 } },
	  "compaction from order 9 on is deferred: the next 7 attempts are not made" },
	{ { .kind = EVENT_COMPACT_END, .arg = { 9, COMPACT_SUCCESS, CAUSE_DIRECT, 0 } },
	  "compaction for a request ends: a page is there" },
	{ { .kind = EVENT_MIGRATE_SKIP, .pfn = 1024, .arg = { SOURCE_SKIP_BIT } },
	  "migrate scanner passes block 0x1a4 by: its skip bit is set" },
	{ { .kind = EVENT_RECLAIM, .arg = { 9, 0, 1 } },
	  "direct reclaim for order 9 did nothing: compaction is ready, which passes for progress" },
	{ { .kind = EVENT_PROACTIVE, .arg = { 95, 80, 90, 1 } },
	  "proactive compaction begins: score 95, marks 80 and 90" },
};

static void sentences_name_real_pfns_and_the_rule_that_decided(void **state)
{
	struct sim_scenario *scenario;
	struct sim *sim = ten_blocks(&scenario);
	char text[400];

	(void)state;
	for (unsigned int i = 0; i < ARRAY_SIZE(sentences); i++)
		assert_string_equal(text_of(sim, sentences[i].event, text), sentences[i].text);
	sim_free(sim);
	sim_scenario_free(scenario);
}

static void a_block_that_was_marked_skip_is_said_to_be(void **state)
{
	struct sim_scenario *scenario;
	struct sim *sim = ten_blocks(&scenario);
	char text[400];

	(void)state;
	page_block(sim, 512)->skip = 1;
	assert_string_equal(text_of(sim, (struct sim_event){ .kind = EVENT_FREE_BLOCK, .pfn = 512,
			    .arg = { 32, 16, 0, 64 } }, text),
			    "free scanner, stride 32: 16 samples of block 0x1a3, none free though "
			    "64 pages are; block marked skip");
	sim_free(sim);
	sim_scenario_free(scenario);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_kind_has_a_sentence_that_fits),
		cmocka_unit_test(numbers_that_no_word_stands_for_are_called_unknown),
		cmocka_unit_test(sentences_name_real_pfns_and_the_rule_that_decided),
		cmocka_unit_test(a_block_that_was_marked_skip_is_said_to_be),
	};

	return CHECK_MAIN(tests);
}
