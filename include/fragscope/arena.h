/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * arena - memory that is freed all at once.
 *
 * A frame owns one arena; everything that hangs from the frame lives there, so freeing a frame is
 * one call and no field needs an owner of its own.  Memory comes zeroed, which makes every value in
 * it "absent" (num.h).
 */
#ifndef FRAGSCOPE_ARENA_H
#define FRAGSCOPE_ARENA_H

#include <stddef.h>

struct arena_chunk;

struct arena {
	struct arena_chunk *chunks; /* newest first */
	size_t nr_bytes;            /* handed out, for the memory budget on screen */
};

/* Returns zeroed memory aligned for any type, or NULL when there is none. */
void *arena_alloc(struct arena *arena, size_t size);

/* A copy of len bytes with a final NUL, or NULL. */
char *arena_strdup(struct arena *arena, const char *text, size_t len);

void arena_done(struct arena *arena);

#endif
