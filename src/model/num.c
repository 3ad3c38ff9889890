// SPDX-License-Identifier: GPL-2.0-or-later
#include "fragscope/num.h"

struct num num_add(struct num a, struct num b)
{
	struct num sum = { 0, a.state < b.state ? a.state : b.state };

	if (!num_has(sum))
		return sum;
	if (__builtin_add_overflow(a.n, b.n, &sum.n))
		return num_capped(UINT64_MAX);
	return sum;
}
