/* SPDX-License-Identifier: GPL-2.0-or-later */
/* save - a frame as a snapshot file, whole or not at all. */
#ifndef SAVE_H
#define SAVE_H

#include <stdbool.h>

#include "fragscope/err.h"
#include "fragscope/frame.h"

/* path "-" is standard output; pages: the class of every page too.  Errors name the file. */
int save_snapshot(const struct frame *frame, bool pages, const char *path, struct err *err);

#endif
