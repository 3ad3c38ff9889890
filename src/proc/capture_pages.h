/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * capture_pages - raw kpageflags files.
 *
 * Such a file is a 64-bit word per page from page 0 on and says nothing about zones.  It is kept as
 * one map over all of it (capture->whole), and cut into zones each time something was added that
 * may tell where they are; so files can be given in any order.
 */
#ifndef PROC_CAPTURE_PAGES_H
#define PROC_CAPTURE_PAGES_H

#include "fragscope/capture.h"

/* Whether bytes can be kpageflags: no text, whole words, and only bits that the kernel uses. */
bool kpageflags_is(struct span bytes);

/* -EINVAL when there are pages already, -ENOMEM. */
int capture_take_pages(struct capture *capture, const char *name, struct span bytes,
		       const struct frame *frame, struct err *err);

/* Makes capture->pagemap anew and hangs it into the frame it belongs to. */
int capture_map_zones(struct capture *capture, struct err *err);

#endif
