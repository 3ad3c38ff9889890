/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * err - one line of text that travels to whoever asked.
 *
 * Functions that can fail return 0 or a negative errno and fill a struct err.  Nothing below
 * src/cli prints or exits.  The text has the form "WHERE: what; what to do" without a final dot or
 * newline, so that the command line can put the program's name before it.
 */
#ifndef FRAGSCOPE_ERR_H
#define FRAGSCOPE_ERR_H

struct err {
	char text[320]; /* empty when nothing went wrong; shortened in its middle if need be */
};

/* Formats the text and returns -code, so that "return err_set(e, EINVAL, ...)" reads well.  A NULL
 * err is allowed: the code alone travels. */
int err_set(struct err *err, int code, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));

/* Puts "WHERE: " before the text that is already there; returns code unchanged. */
int err_prefix(struct err *err, int code, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));

#endif
