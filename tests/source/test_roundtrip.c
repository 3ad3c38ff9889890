// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Every frame that a source can make survives a snapshot: what is read back is the same, field by
 * field, and is written as the same bytes.  Captures come from the folder FRAGSCOPE_CORPUS and are
 * skipped where there is none; this host is always there.
 */
#include "fragscope/source.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>

#include "../check.h"
#include "../export/made_frame.h"
#include "fragscope/export.h"

static char *write_out(const struct frame *frame, bool pages, size_t *len)
{
	struct err err = { "" };
	char *bytes = NULL;
	FILE *to = open_memstream(&bytes, len);

	assert_non_null(to);
	if (snapshot_write(frame, pages, to, &err))
		fail_msg("%s", err.text);
	fclose(to);
	return bytes;
}

static void assert_round_trip(const char *name, const struct frame *frame, bool pages)
{
	struct err err = { "" };
	struct pagemap *map;
	struct frame *back;
	size_t len, again_len;
	char *bytes = write_out(frame, pages, &len), *again;

	if (snapshot_read((struct span){ bytes, len }, &back, &map, &err))
		fail_msg("%s: %s", name, err.text);
	assert_frames_equal(frame, back);
	again = write_out(back, pages, &again_len);
	assert_int_equal(len, again_len);
	assert_memory_equal(bytes, again, len);
	free(bytes);
	free(again);
	frame_free(back);
	pagemap_free(map);
}

static void assert_source_round_trips(const char *name, struct source *source,
				      const struct source_want *want)
{
	size_t nr = source->ops->nr_frames(source);

	for (size_t i = 0; i < (nr ? nr : 1); i++) {
		struct err err = { "" };
		struct frame *frame = NULL;

		if ((nr && source->ops->seek(source, i, &err)) ||
		    source->ops->sample(source, want, &frame, &err))
			fail_msg("%s: %s", name, err.text);
		assert_round_trip(name, frame, false);
		assert_round_trip(name, frame, true);
		frame_free(frame);
	}
	source->ops->close(source);
}

static void what_this_host_says_survives_a_snapshot(void **state)
{
	const struct source_want want = { .pagemap = true, .full_sweep = true };
	struct err err = { "" };
	struct source *source = source_open_live("/", 0.01, &err);

	(void)state;
	if (!source) {
		print_message("%s: skipped\n", err.text);
		skip();
	}
	assert_source_round_trips("this host", source, &want);
}

static void what_captures_say_survives_a_snapshot(void **state)
{
	const char *top = getenv("top_srcdir"), *corpus = getenv("FRAGSCOPE_CORPUS");
	const struct source_want want = { .pagemap = true };
	const struct dirent *entry;
	unsigned int nr_read = 0;
	char folder[512];
	DIR *dir;

	(void)state;
	if (corpus)
		snprintf(folder, sizeof(folder), "%s", corpus);
	else
		snprintf(folder, sizeof(folder), "%s/../shared/inputs", top ? top : ".");
	dir = opendir(folder);
	if (!dir) {
		print_message("%s is not there: skipped; FRAGSCOPE_CORPUS can name it\n", folder);
		skip();
	}
	while ((entry = readdir(dir))) {
		struct err err = { "" };
		struct source *source;
		char path[1024];

		/* Not every capture is of a kind that is read. */
		snprintf(path, sizeof(path), "%s/%s", folder, entry->d_name);
		if (entry->d_name[0] < '0' || entry->d_name[0] > '9')
			continue;
		source = source_open_files((const char *const[]){ path }, 1, &err);
		if (!source)
			continue;
		assert_source_round_trips(path, source, &want);
		nr_read++;
	}
	closedir(dir);
	print_message("%u captures\n", nr_read);
	assert_true(nr_read > 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_this_host_says_survives_a_snapshot),
		cmocka_unit_test(what_captures_say_survives_a_snapshot),
	};

	return CHECK_MAIN(tests);
}
