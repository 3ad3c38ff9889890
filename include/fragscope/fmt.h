/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fmt - numbers as people read them.
 *
 * Pure functions that write into the caller's buffer and return it, so that they can stand among
 * the arguments of printf: printf("%s free\n", fmt_bytes(FMT_BUF, n)).  The text is cut when the
 * buffer is too small and always ends with NUL.  The result does not depend on the locale: the
 * decimal sign is a dot, thousands are parted by commas, and there is a blank before a unit.
 */
#ifndef FRAGSCOPE_FMT_H
#define FRAGSCOPE_FMT_H

#include <stddef.h>
#include <stdint.h>

#define FMT_MAX 40 /* bytes that hold any result, with its NUL */

/* A buffer and its size as two arguments; it lives as long as the block it stands in. */
#define FMT_BUF ((char[FMT_MAX]){ "" }), FMT_MAX

/* "1,310" */
char *fmt_count(char *to, size_t size, uint64_t n);
/* "0 B", "64 KiB", "3.1 GiB", "512 MiB": powers of 1024, one decimal unless exact or above 100 */
char *fmt_bytes(char *to, size_t size, uint64_t bytes);
/* The same for pages; above 2^64 bytes it stays at "16.0 EiB". */
char *fmt_pages(char *to, size_t size, uint64_t nr_pages, uint64_t page_size);
/* The size of a block of 2^order pages: "2 MiB". */
char *fmt_order(char *to, size_t size, unsigned int order, uint64_t page_size);
/* "96 %"; "<1 %" and ">99 %" so that 0 % and 100 % mean none and all; "-" of nothing */
char *fmt_share(char *to, size_t size, uint64_t part, uint64_t whole);
/* "0.985", "-0.500", as debugfs extfrag means it */
char *fmt_permille(char *to, size_t size, int permille);
/* "640 ns", "1.4 ms", "12 s", "3 min 20 s", "2 h 5 min", "41 d 3 h" */
char *fmt_duration(char *to, size_t size, uint64_t ns);
/* "12", "0.3", "1,310", "3e+20"; "-" when it is not a number */
char *fmt_decimal(char *to, size_t size, double value);
/* The order named by its number, "order 9", or with its size: "order 9 (2 MiB)". */
char *fmt_order_named(char *to, size_t size, unsigned int order, uint64_t page_size);

#endif
