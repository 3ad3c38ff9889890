/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * clean - the characters of a paste without what its transport did to them.
 *
 * Quoted-printable is decoded, carriage returns, NULs, terminal escapes and other control
 * characters go, no-break blanks become blanks, and the \x0a with which /dev/kmsg writes a newline
 * inside a record becomes CLEAN_SOFT_NEWLINE.  Newlines keep their number, except where
 * quoted-printable broke a line that was none.
 */
#ifndef PROC_CLEAN_H
#define PROC_CLEAN_H

#include "textbuf.h"

#define CLEAN_SOFT_NEWLINE '\v'

/* Appends to out.  0 or -ENOMEM. */
int clean_text(struct span bytes, struct textbuf *out);

#endif
