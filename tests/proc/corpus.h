/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * corpus - what the comparers of published captures share: the file now compared, and how a field
 * that is not what it should be is told.
 */
#ifndef TESTS_PROC_CORPUS_H
#define TESTS_PROC_CORPUS_H

#include <cjson/cJSON.h>

#include "fragscope/frame.h"

struct corpus {
	char folder[4096];
	cJSON *expected;
	const char *file;       /* now compared */
	unsigned int nr_wrong;  /* fields of it */
	unsigned int nr_fields; /* of all files */
};

extern struct corpus corpus;

/* Counts a field, and prints it if it is wrong. */
void expect(bool right, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
void expect_num(const char *where, const char *what, struct num got, const cJSON *want);

/* Every key of a zone's row of expected.json. */
void compare_zone(const struct frame *frame, struct zone *zone, const cJSON *want);

/* The node of a row, -1 where it names none. */
int row_node(const cJSON *row);

#endif
