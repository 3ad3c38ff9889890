/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * num - a number that knows whether it is there.
 *
 * Absent, unreadable, a lower bound and zero are four different things; the screen shows them as
 * four.  Zeroed memory is "absent".
 */
#ifndef FRAGSCOPE_NUM_H
#define FRAGSCOPE_NUM_H

#include <stdbool.h>
#include <stdint.h>

enum num_state {
	NUM_ABSENT = 0, /* nobody said it */
	NUM_DENIED,     /* the source exists, reading it is not allowed */
	NUM_CAPPED,     /* at least n (pagetypeinfo's ">100000") */
	NUM_KNOWN,
};

struct num {
	uint64_t n;
	enum num_state state;
};

static inline struct num num_known(uint64_t n)
{
	return (struct num){ n, NUM_KNOWN };
}

static inline struct num num_capped(uint64_t n)
{
	return (struct num){ n, NUM_CAPPED };
}

/* There is a value to calculate with, exact or as a lower bound. */
static inline bool num_has(struct num a)
{
	return a.state >= NUM_CAPPED;
}

/* The sum is as good as the worse of its parts: absent + x = absent, capped + x = capped.
 * It saturates at 2^64 - 1 and is a lower bound then. */
struct num num_add(struct num a, struct num b);

#endif
