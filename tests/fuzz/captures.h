/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * captures - what any bytes must not do to the readers of pasted text: the frames hold together
 * afterwards, an error says something, and nothing of a refused input stays behind.
 */
#ifndef TESTS_FUZZ_CAPTURES_H
#define TESTS_FUZZ_CAPTURES_H

#include <stdio.h>
#include <stdlib.h>

#include "fragscope/capture.h"

static inline void fuzz_check_capture(const struct capture *capture, int ret,
				      const struct err *err)
{
	struct err breach = { "" };

	if (ret > 0 || (ret < 0) != (err->text[0] != '\0')) {
		fprintf(stderr, "returned %d, error \"%s\"\n", ret, err->text);
		abort();
	}
	for (size_t i = 0; i < capture->nr_frames; i++) {
		if (!frame_check(capture->frames[i], &breach))
			continue;
		fprintf(stderr, "frame %zu: %s\n", i, breach.text);
		abort();
	}
	for (unsigned int i = 0; capture->pagemap && i < capture->pagemap->nr_zones; i++) {
		if (!zonemap_check(capture->pagemap->zones[i], &breach))
			continue;
		fprintf(stderr, "map %u: %s\n", i, breach.text);
		abort();
	}
}

#endif
