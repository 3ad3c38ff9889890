// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Verdicts on captures that others have published, against what the people involved concluded.  The
 * folder is $FRAGSCOPE_CORPUS; without it the test is skipped.
 *
 * A row is a case: files by the number they begin with, a wish (or none: the request in the log is
 * to be explained), the causes that agree with the people, and words that the headline must have.
 */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "fragscope/capture.h"
#include "fragscope/verdict.h"

#include "../check.h"

#define SKIPPED 77
#define PATH_MAX_LEN 4096

static char folder[PATH_MAX_LEN];

#define C(cause) (1u << VERDICT_##cause)

static const struct row {
	const char *files;
	const char *wish;
	unsigned int causes;
	const char *words;
} rows[] = {
	{ "064", NULL, C(FRAGMENTED), "in zone Normal, all of it in blocks below 64 KiB" },
	{ "065", NULL, C(FRAGMENTED), "in zone Normal, all of it in blocks below 64 KiB" },
	{ "066", NULL, C(FRAGMENTED), "in zone Normal, all of it in blocks below 2 MiB" },
	{ "068", "1@4:unmovable", C(WATERMARK) | C(OBTAINABLE), "64 KiB" },
	{ "070", NULL, C(NOT_FRAGMENTATION), "at the watermarks" },
	{ "072", NULL, C(FRAGMENTED), "all of it in blocks below 128 KiB" },
	{ "074", NULL, C(NOT_FRAGMENTATION), "node 4, to which its cpuset confines it" },
	{ "075", NULL, C(NOT_FRAGMENTATION), "any free page would do" },
	{ "076", NULL, C(NOT_FRAGMENTATION), "any free page would do" },
	{ "078", NULL, C(WRONG_TYPE), "CMA, HighAtomic" },
	{ "080", NULL, C(TOO_LITTLE), "nothing is free in zone DMA" },
	{ "081", NULL, C(FRAGMENTED), "in zone Normal, all of it in blocks below 64 KiB" },
	{ "086", NULL, C(OBTAINABLE), "The report does not show why" },
	{ "089", NULL, C(NOT_FRAGMENTATION), "kernel bug" },
	{ "091", NULL, C(FRAGMENTED), "all of it in blocks below 64 KiB" },
	{ "092", NULL, C(FRAGMENTED), "in zone DMA32, all of it in blocks below 2 MiB" },
	{ "096", NULL, C(NOT_FRAGMENTATION), "at the watermarks" },
	{ "097", NULL, C(NOT_FRAGMENTATION), "at the watermarks" },
	{ "101", NULL, C(NOT_FRAGMENTATION), "the request could not wait" },
	{ "102", NULL, C(NOT_FRAGMENTATION), "at the watermarks" },
	{ "143", NULL, C(TOO_LITTLE), "is free in zone Normal, 4 GiB is wanted" },
	{ "146", NULL, C(WATERMARK), "memory stands at the watermarks" },
	{ "060", "64@9", C(FRAGMENTED), "97 % of them in blocks below order 9" },
	{ "060 062 063", "64@9", C(FRAGMENTED), "only 38 of 64 blocks are there" },
	{ "121", "64@3:atomic", C(FRAGMENTED), "97 % of them in blocks below order 3" },
};

static void add_file(struct capture *capture, const char *name)
{
	char path[2 * PATH_MAX_LEN];
	struct err err = { "" };
	char *bytes;
	long size = -1;
	FILE *file;

	snprintf(path, sizeof(path), "%s/%s", folder, name);
	file = fopen(path, "rb");
	if (!file || fseek(file, 0, SEEK_END) || (size = ftell(file)) < 0 ||
	    fseek(file, 0, SEEK_SET))
		fail_msg("%s cannot be read", path);
	bytes = malloc((size_t)size + 1);
	assert_non_null(bytes);
	size = (long)fread(bytes, 1, (size_t)size, file);
	fclose(file);
	capture_add(capture, name, (struct span){ bytes, (size_t)size }, &err);
	free(bytes);
}

/* Adds all files whose names begin so; returns how many. */
static unsigned int add_files(struct capture *capture, struct span number)
{
	DIR *dir = opendir(folder);
	struct dirent *entry;
	unsigned int nr = 0;

	assert_non_null(dir);
	while ((entry = readdir(dir))) {
		if (strncmp(entry->d_name, number.at, number.len))
			continue;
		add_file(capture, entry->d_name);
		nr++;
	}
	closedir(dir);
	return nr;
}

static bool row_agrees(const struct row *row)
{
	struct span files = span_of(row->files), number;
	struct capture capture = { 0 };
	struct verdict_want want;
	struct verdict verdict;
	bool agrees;

	while (span_next_word(&files, &number))
		assert_int_equal(add_files(&capture, number), 1);
	assert_true(capture.nr_frames > 0);
	if (row->wish) {
		assert_int_equal(verdict_parse_want(span_of(row->wish), 0, &want, NULL), 0);
		verdict_judge(capture.frames[0], &want, &verdict);
	} else {
		verdict_explain(capture.frames[0], &verdict);
	}
	agrees = row->causes & 1u << verdict.cause && strstr(verdict.headline, row->words);
	if (!agrees)
		printf("%s: [%s] %s\n", row->files, verdict_cause_name(verdict.cause),
		       verdict.headline);
	capture_done(&capture);
	return agrees;
}

static void verdicts_agree_with_the_people_involved(void **state)
{
	unsigned int nr_wrong = 0;

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		nr_wrong += !row_agrees(&rows[i]);
	assert_int_equal(nr_wrong, 0);
}

static void check_sense(const struct verdict *verdict)
{
	bool enough = num_has(verdict->now) && verdict->now.n >= verdict->want.nr;

	assert_int_equal(verdict->cause == VERDICT_OBTAINABLE, enough);
	assert_in_range(strlen(verdict->headline), 10, sizeof(verdict->headline) - 2);
	for (unsigned int i = 0; i < verdict->nr_lines; i++)
		assert_in_range(strlen(verdict->lines[i]), 5, sizeof(verdict->lines[i]) - 2);
	assert_true(verdict->now.state != NUM_KNOWN || !num_has(verdict->now_at_most));
	if (num_has(verdict->now) && num_has(verdict->after_compaction))
		assert_true(verdict->after_compaction.n >= verdict->now.n);
	if (num_has(verdict->after_compaction) && num_has(verdict->after_reclaim))
		assert_true(verdict->after_reclaim.n >= verdict->after_compaction.n);
}

static void every_capture_gets_a_verdict_that_makes_sense(void **state)
{
	static const unsigned int orders[] = { 0, 1, 3, 4, 9, 10, 18, 31 };
	static const uint64_t numbers[] = { 1, 64, UINT64_MAX };
	struct capture capture = { 0 };
	unsigned int nr_verdicts = 0;

	(void)state;
	for (char digit = '0'; digit <= '9'; digit++)
		add_files(&capture, (struct span){ &digit, 1 });
	for (size_t i = 0; i < capture.nr_frames; i++) {
		struct verdict verdict;

		for (size_t j = 0; j < 8 * 3 * NR_VERDICT_CLASSES; j++) {
			struct verdict_want want = { numbers[j / 8 % 3], orders[j % 8],
						     (enum verdict_class)(j / 24), -1 };

			verdict_judge(capture.frames[i], &want, &verdict);
			check_sense(&verdict);
			nr_verdicts++;
		}
		verdict_explain(capture.frames[i], &verdict);
		assert_true(strlen(verdict.headline) > 10);
	}
	printf("%u verdicts on %zu frames\n", nr_verdicts, capture.nr_frames);
	capture_done(&capture);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(verdicts_agree_with_the_people_involved),
		cmocka_unit_test(every_capture_gets_a_verdict_that_makes_sense),
	};
	const char *name = getenv("FRAGSCOPE_CORPUS"), *top = getenv("top_srcdir");

	if (name)
		snprintf(folder, sizeof(folder), "%s", name);
	else
		snprintf(folder, sizeof(folder), "%s/../shared/inputs", top ? top : ".");
	if (access(folder, R_OK)) {
		printf("no captures in %s; set FRAGSCOPE_CORPUS to their folder\n", folder);
		return SKIPPED;
	}
	return CHECK_MAIN(tests);
}
