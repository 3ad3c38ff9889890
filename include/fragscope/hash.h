/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * hash - a 64-bit fingerprint of bytes, to tell whether two states are the same.  Not for secrets.
 * The result does not depend on compiler, word size or byte order of the machine.
 */
#ifndef FRAGSCOPE_HASH_H
#define FRAGSCOPE_HASH_H

#include <stddef.h>
#include <stdint.h>

/* Goes on from an earlier result; begin with any constant. */
uint64_t hash_bytes(uint64_t hash, const void *bytes, size_t size);

#endif
