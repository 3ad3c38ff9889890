/* SPDX-License-Identifier: GPL-2.0-or-later */
/* closest - how far a mistyped word is from one that there is. */
#ifndef FRAGSCOPE_CLOSEST_H
#define FRAGSCOPE_CLOSEST_H

/* Letters to add, drop or change to make one of the other (Levenshtein), of their first 63. */
unsigned int closest_distance(const char *a, const char *b);

#endif
