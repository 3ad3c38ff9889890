/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * codes - loops over many page codes, 16 at a time.
 *
 * A sweep must stay in the shadow of the kernel's own work, about 25 ns a page, and everything that
 * is told about a page map is counted from its codes.  GCC's vector extensions express these loops
 * for any machine; on x86-64 they become SSE2.
 */
#ifndef MODEL_CODES_H
#define MODEL_CODES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "fragscope/pagemap.h"

#define CODES_LANES 16

typedef uint8_t codes_bytes __attribute__((vector_size(CODES_LANES)));
typedef uint64_t codes_quads __attribute__((vector_size(CODES_LANES)));

static inline codes_bytes codes_load(const page_code *codes)
{
	codes_bytes v;

	memcpy(&v, codes, sizeof(v));
	return v;
}

static inline codes_bytes codes_splat(page_code code)
{
	return (codes_bytes){ 0 } + code;
}

/* Byte i of a 64-bit word is page i of the group: as in memory on a little-endian machine. */
static inline codes_quads codes_in_page_order(codes_quads q)
{
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
	for (unsigned int i = 0; i < 2; i++)
		q[i] = __builtin_bswap64(q[i]);
#endif
	return q;
}

/* All ones in the lanes that are heads of free blocks. */
static inline codes_bytes codes_free_heads(codes_bytes v)
{
	return (codes_bytes)((v & codes_splat(0xe0)) == codes_splat(PAGE_CODE_FREE_HEAD));
}

static inline bool code_is_free_head(page_code code)
{
	return (code & 0xe0) == PAGE_CODE_FREE_HEAD;
}

static inline bool code_is_free(page_code code)
{
	return code == PAGE_FREE || code_is_free_head(code);
}

static inline bool codes_any(codes_bytes v)
{
	codes_quads q = (codes_quads)v;

	return q[0] | q[1];
}

/* How many of the codes are that one. */
size_t codes_count(const page_code *codes, size_t nr, page_code code);

/* The same codes without orders: classes only. */
void codes_to_classes(const page_code *codes, size_t nr, page_code *classes);

/* Bit i: codes[i] is free, or the head of a free block.  nr is at most 64. */
uint64_t codes_free_bits(const page_code *codes, unsigned int nr);
uint64_t codes_head_bits(const page_code *codes, unsigned int nr);

/* How many leading codes are that one. */
size_t codes_run(const page_code *codes, size_t nr, page_code code);

#endif
