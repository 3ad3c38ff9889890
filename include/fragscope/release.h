/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * release - a kernel release as a number that can be compared.
 *
 * Only the first two parts decide: "5.19.0-1-amd64" is RELEASE(5, 19).  Kernels before 3.0 changed
 * in their third part, so "2.6.32" is RELEASE(2, 6) here, which no rule of ours tells apart.
 */
#ifndef FRAGSCOPE_RELEASE_H
#define FRAGSCOPE_RELEASE_H

#define RELEASE(major, minor) ((major) * 1000u + (minor))

/* RELEASE() of the text; 0 when it does not begin with two numbers and a dot between them. */
unsigned int release_parse(const char *release);

#endif
