/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * refuse - what an input seems to be that cannot be read, so that the error says what to do.
 */
#ifndef PROC_REFUSE_H
#define PROC_REFUSE_H

#include "fragscope/err.h"
#include "fragscope/span.h"

/* Mostly printable characters, some of them perhaps damaged. */
bool input_is_text(struct span bytes);

/* Both return -EINVAL with "NAME: looks like …; …". */
int refuse_binary(const char *name, struct span bytes, struct err *err);
int refuse_text(const char *name, struct span bytes, struct err *err);

#endif
