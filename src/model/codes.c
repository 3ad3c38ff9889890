// SPDX-License-Identifier: GPL-2.0-or-later
#include "codes.h"

#include "fragscope/array.h"

/* Sum of the lanes. */
static size_t sum_lanes(codes_bytes v)
{
	size_t sum = 0;

	for (unsigned int i = 0; i < CODES_LANES; i++)
		sum += v[i];
	return sum;
}

/* A lane counts to 255 before it wraps. */
#define PIECE ((size_t)CODES_LANES * 255)

size_t codes_count(const page_code *codes, size_t nr, page_code code)
{
	const codes_bytes want = codes_splat(code);
	size_t sum = 0, i = 0;

	while (nr - i >= CODES_LANES) {
		size_t end = i + (nr - i < PIECE ? (nr - i) / CODES_LANES * CODES_LANES : PIECE);
		codes_bytes count = { 0 };

		for (; i < end; i += CODES_LANES)
			count -= (codes_bytes)(codes_load(codes + i) == want);
		sum += sum_lanes(count);
	}
	for (; i < nr; i++)
		sum += codes[i] == code;
	return sum;
}

static codes_bytes to_classes(codes_bytes v)
{
	static const struct {
		page_code head, class;
	} heads[] = {
		{ PAGE_CODE_FREE_HEAD, PAGE_FREE },
		{ PAGE_CODE_ANON_HEAD, PAGE_ANON_LARGE },
		{ PAGE_CODE_FILE_HEAD, PAGE_FILE_LARGE },
		{ PAGE_CODE_HUGE_HEAD, PAGE_HUGETLB },
	};
	codes_bytes kind = v & codes_splat(0xe0);
	codes_bytes class = v & (codes_bytes)(kind == codes_splat(0));

	for (unsigned int i = 0; i < ARRAY_SIZE(heads); i++)
		class |= codes_splat(heads[i].class) &
			 (codes_bytes)(kind == codes_splat(heads[i].head));
	return class;
}

void codes_to_classes(const page_code *codes, size_t nr, page_code *classes)
{
	size_t i = 0;

	for (; nr - i >= CODES_LANES; i += CODES_LANES) {
		codes_bytes class = to_classes(codes_load(codes + i));

		memcpy(classes + i, &class, sizeof(class));
	}
	for (; i < nr; i++)
		classes[i] = (page_code)page_code_class(codes[i]);
}

static inline codes_bytes free_pages(codes_bytes v)
{
	return (codes_bytes)(v == codes_splat(PAGE_FREE)) | codes_free_heads(v);
}

/* One bit for each byte of a mask of whole bytes. */
static inline uint64_t gather_bits(codes_bytes mask)
{
	codes_quads q = codes_in_page_order((codes_quads)mask) & 0x0101010101010101;

	q = q * 0x0102040810204080 >> 56;
	return q[0] | q[1] << 8;
}

typedef codes_bytes (*mask_of)(codes_bytes v);

static inline __attribute__((always_inline)) uint64_t gather(const page_code *codes,
							     unsigned int nr, mask_of mask)
{
	page_code padded[64];
	uint64_t bits = 0;

	if (nr < 64) {
		memset(padded, PAGE_HOLE, sizeof(padded));
		codes = memcpy(padded, codes, nr);
	}
	for (unsigned int i = 0; i < 64; i += CODES_LANES)
		bits |= gather_bits(mask(codes_load(codes + i))) << i;
	return bits;
}

uint64_t codes_free_bits(const page_code *codes, unsigned int nr)
{
	return gather(codes, nr, free_pages);
}

uint64_t codes_head_bits(const page_code *codes, unsigned int nr)
{
	return gather(codes, nr, codes_free_heads);
}

size_t codes_run(const page_code *codes, size_t nr, page_code code)
{
	const codes_bytes want = codes_splat(code);
	size_t i = 0;

	while (nr - i >= CODES_LANES && !codes_any(codes_load(codes + i) ^ want))
		i += CODES_LANES;
	while (i < nr && codes[i] == code)
		i++;
	return i;
}
