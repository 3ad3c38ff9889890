/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * capture - text that somebody saved or pasted, told apart by its content.
 *
 * Takes any of /proc/buddyinfo, pagetypeinfo, zoneinfo, vmstat, meminfo, debugfs extfrag files,
 * kernel logs with allocation failures, OOM reports or SysRq-m output, one or several in one text,
 * wrapped by mailers, clipped, quoted and prefixed; and raw kpageflags files.  The result is one
 * frame per moment: pieces of different kinds that follow each other fill the same frame, a piece
 * that says again what the frame already has begins the next one.
 */
#ifndef FRAGSCOPE_CAPTURE_H
#define FRAGSCOPE_CAPTURE_H

#include <stddef.h>

#include "fragscope/err.h"
#include "fragscope/frame.h"
#include "fragscope/pagemap.h"
#include "fragscope/span.h"

struct capture {
	struct frame **frames;
	size_t nr_frames;
	struct pagemap *pagemap; /* from a raw kpageflags file, or NULL */
	struct zonemap *whole;   /* that file before it is cut into zones */
	char note[160];          /* what was not understood, or empty */
};

/* Adds what bytes hold; name (a file name or "standard input") goes into frames and errors.
 * Nothing recognised: -EINVAL and a text that lists what is understood.  A raw kpageflags file is
 * recognised by being no text and a multiple of 8 bytes long. */
int capture_add(struct capture *capture, const char *name, struct span bytes, struct err *err);
void capture_done(struct capture *capture);

/* Removes what mailers, terminals and log daemons add: prefixes, quoting, wrapping.  The result is
 * malloc'ed text with one kernel line per line.  klog.c parses only that. */
char *unwrap_text(struct span bytes, size_t *len);

/* Kernel log text (after unwrapping): allocation failures, OOM, SysRq-m. */
int klog_parse(struct capture *capture, const char *name, struct span text, struct err *err);

#endif
