/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * keys - a line of keys, as `render --keys` takes it.
 *
 * Each character is the key of that name; <NAME> is a key with a longer one: <Enter>, <PgDn>,
 * <Ctrl-L>, <F1>; <lt> is the key '<'.
 */
#ifndef KEYS_H
#define KEYS_H

#include <stdint.h>

#include "fragscope/err.h"
#include "fragscope/span.h"

/* Cuts the next key off text.  1: *key is one; 0: none is left; -EINVAL: no key. */
int keys_next(struct span *text, uint32_t *key, struct err *err);

#endif
