/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * prefix - what stands before a kernel's text on a line: quoting by mailers, and the marks of those
 * who kept the log (console, dmesg, /dev/kmsg, syslog, test harnesses).
 *
 * A line with a mark ("stamped") always begins a kernel line; a line without one, after a stamped
 * line, may be the rest of it.
 */
#ifndef PROC_PREFIX_H
#define PROC_PREFIX_H

#include "textbuf.h"

struct stamp {
	bool found;       /* there was a mark */
	bool has_time;
	uint64_t when_us; /* time since boot */
};

/* Bytes of quoting ("> > ", "| "), with one blank after the last mark. */
size_t prefix_quotes(struct span line);

/* Bytes of marks and the blanks between them; fills stamp.  with_clock: lines begin with a padded
 * clock (prefix_padded_clock()). */
size_t prefix_stamps(struct span line, bool with_clock, struct stamp *stamp);

/* "00177 ": a test harness's clock, padded with zeros.  The rest of a number that was cut can look
 * the same, so it is to be believed only where most lines have it. */
size_t prefix_padded_clock(struct span line);

/* "[  512.186697]": the length of such a time at the front, else 0. */
size_t prefix_boot_time(struct span line, struct stamp *stamp);

#endif
