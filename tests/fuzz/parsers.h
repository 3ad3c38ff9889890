/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * parsers - what any bytes must not do to a parser: the frame holds together afterwards, and an
 * error says something.  Used by the fuzz targets and by the test that replays damaged files.
 */
#ifndef TESTS_FUZZ_PARSERS_H
#define TESTS_FUZZ_PARSERS_H

#include <stdio.h>
#include <stdlib.h>

#include "fragscope/frame.h"
#include "fragscope/parse.h"

typedef int fuzz_parser(struct frame *frame, struct span text, struct err *err);

static inline void fuzz_parse(fuzz_parser *parse, struct span text)
{
	struct frame *frame = frame_new();
	struct err err = { "" }, breach = { "" };
	int rc;

	if (!frame)
		abort();
	rc = parse(frame, text, &err);
	if (frame_check(frame, &breach) < 0 || rc > 0 || (rc < 0) != (err.text[0] != '\0')) {
		fprintf(stderr, "rc %d, error \"%s\", breach \"%s\"\n", rc, err.text, breach.text);
		abort();
	}
	frame_free(frame);
}

/* parse_choice() in a parser's shape. */
static inline int fuzz_choice(struct frame *frame, struct span text, struct err *err)
{
	struct span word;

	(void)frame;
	(void)err;
	if (parse_choice(text, &word) && (word.at < text.at || word.at + word.len > text.at + text.len))
		abort();
	return 0;
}

/* All of them into one frame, as if the text held everything: their rules must fit together. */
static inline int fuzz_together(struct frame *frame, struct span text, struct err *err)
{
	(void)err;
	parse_pagetypeinfo(frame, text, NULL);
	parse_extfrag_index(frame, text, NULL);
	parse_buddyinfo(frame, text, NULL);
	parse_zoneinfo(frame, text, NULL);
	parse_extfrag_unusable(frame, text, NULL);
	parse_vmstat(frame, text, NULL);
	parse_meminfo(frame, text, NULL);
	parse_psi(frame, text, NULL);
	parse_pagetypeinfo(frame, text, NULL);
	parse_buddyinfo(frame, text, NULL);
	return 0;
}

#define FUZZ_PARSER(parse)                                                                         \
	int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);                              \
	int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)                               \
	{                                                                                          \
		fuzz_parse(parse, (struct span){ (const char *)data, size });                      \
		return 0;                                                                          \
	}

#endif
