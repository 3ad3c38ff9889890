// SPDX-License-Identifier: GPL-2.0-or-later
#include "fragscope/arena.h"

#include <stdalign.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define CHUNK_BYTES (16 * 1024)

struct arena_chunk {
	struct arena_chunk *next;
	size_t used, size;
	alignas(max_align_t) unsigned char bytes[];
};

static struct arena_chunk *chunk_new(size_t size)
{
	struct arena_chunk *chunk;

	if (size < CHUNK_BYTES)
		size = CHUNK_BYTES;
	if (size > SIZE_MAX - sizeof(*chunk))
		return NULL;
	chunk = calloc(1, sizeof(*chunk) + size);
	if (chunk)
		chunk->size = size;
	return chunk;
}

void *arena_alloc(struct arena *arena, size_t size)
{
	struct arena_chunk *chunk = arena->chunks;
	void *at;

	if (size > SIZE_MAX / 2)
		return NULL;
	size = (size + alignof(max_align_t) - 1) & ~(alignof(max_align_t) - 1);
	if (!chunk || chunk->size - chunk->used < size) {
		chunk = chunk_new(size);
		if (!chunk)
			return NULL;
		chunk->next = arena->chunks;
		arena->chunks = chunk;
	}
	at = chunk->bytes + chunk->used;
	chunk->used += size;
	arena->nr_bytes += size;
	return at;
}

char *arena_strdup(struct arena *arena, const char *text, size_t len)
{
	char *copy = len < SIZE_MAX ? arena_alloc(arena, len + 1) : NULL;

	if (copy && len)
		memcpy(copy, text, len);
	return copy;
}

void arena_done(struct arena *arena)
{
	while (arena->chunks) {
		struct arena_chunk *next = arena->chunks->next;

		free(arena->chunks);
		arena->chunks = next;
	}
	arena->nr_bytes = 0;
}
