/* SPDX-License-Identifier: GPL-2.0-or-later */
/* verdict_words - the parts of sentences that headlines and lines have in common. */
#ifndef MODEL_VERDICT_WORDS_H
#define MODEL_VERDICT_WORDS_H

#include "fragscope/fmt.h"

#include "verdict_private.h"

#define TEXT_MAX 96

/* A buffer and its size as two arguments, for longer parts than FMT_BUF's. */
#define TEXT ((char[TEXT_MAX]){ "" }), TEXT_MAX

/* "3.1 GiB", or "812,344 pages" where the page size is not known */
char *words_amount(char *to, size_t size, const struct judgement *judgement, uint64_t nr_pages);
/* "2 MiB", or "order 9" */
char *words_size(char *to, size_t size, const struct judgement *judgement, unsigned int order);
/* The same for the order that is wanted. */
char *words_wanted(char *to, size_t size, const struct judgement *judgement);
/* "block" or "blocks" */
const char *words_blocks(uint64_t nr);
/* "node 1 Normal", or "Normal" where there is one node only */
char *words_place(char *to, size_t size, const struct judgement *judgement,
		  const struct zone *zone);
/* What goes with an amount: "3.1 GiB is", "812,344 pages are". */
const char *words_is(const struct judgement *judgement);
const char *words_it(const struct judgement *judgement);
/* "402 blocks", "at least 402 blocks", "at most 402 blocks", "21 to 402 blocks" */
char *words_number(char *to, size_t size, struct num n, struct num at_most);

#endif
