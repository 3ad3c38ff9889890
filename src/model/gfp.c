// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * A mask becomes a set of flags by the bits of its kernel; a set becomes text as lib/vsprintf.c
 * format_flags() makes it: each name whose flags are all still there is printed and its flags are
 * taken away; bits that have no name there follow in hexadecimal.
 */
#include "fragscope/gfp.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "fragscope/release.h"
#include "fragscope/span.h"

#include "gfp_tables.h"

#define NEWEST (UINT16_MAX - 1)
#define ORDER_BY_BIT_SINCE RELEASE(6, 14) /* before, kernels print in the order of gfp_flags.def */

static uint64_t flag_set(enum gfp_flag flag)
{
	return 1ULL << flag;
}

static bool set_by_name(struct span name, uint64_t *set)
{
	for (size_t i = 0; i < nr_gfp_combinations; i++) {
		if (span_equals(name, gfp_combinations[i].name)) {
			*set |= gfp_combinations[i].set;
			return true;
		}
	}
	for (enum gfp_flag flag = 0; flag < NR_GFP_FLAGS; flag++) {
		if (span_equals(name, gfp_flags[flag].name)) {
			*set |= flag_set(flag);
			return true;
		}
	}
	return false;
}

static void set_to_traits(uint64_t set, struct gfp_traits *traits)
{
	memset(traits, 0, sizeof(*traits));
	if (set & flag_set(GFP_F_WAIT))
		set |= flag_set(GFP_F_DIRECT_RECLAIM) | flag_set(GFP_F_KSWAPD_RECLAIM);
	for (enum gfp_flag flag = 0; flag < NR_GFP_FLAGS; flag++)
		if (set & flag_set(flag) && gfp_flags[flag].trait != GFP_NO_TRAIT)
			*(bool *)((char *)traits + gfp_flags[flag].trait) = true;
}

void gfp_parse_names(const char *names, struct gfp_traits *traits, bool *unknown)
{
	struct span rest = span_of(names);
	uint64_t set = 0;
	bool all_known = true;

	while (rest.len) {
		ptrdiff_t bar = span_find(rest, "|");
		struct span name = { rest.at, bar < 0 ? rest.len : (size_t)bar };

		rest = span_skip(rest, name.len + 1);
		name = span_trim(name);
		if (name.len && !span_equals(name, "none") && !set_by_name(name, &set))
			all_known = false;
	}
	set_to_traits(set, traits);
	if (unknown)
		*unknown = !all_known;
}

/* A growing text that is cut at its end, as snprintf does. */
struct text {
	char *at;
	size_t size, len;
};

static void text_add(struct text *text, const char *name)
{
	int n = snprintf(text->at + text->len, text->size - text->len, "%s%s",
			 text->len ? "|" : "", name);

	if (n < 0)
		return;
	text->len += (size_t)n;
	if (text->len >= text->size)
		text->len = text->size - 1;
}

static bool is_in(unsigned int release, uint16_t since, uint16_t until)
{
	return release >= since && release < until;
}

/* The flags of a mask; bits that mean nothing in that kernel are left in *mask. */
static uint64_t mask_to_set(uint64_t *mask, unsigned int release)
{
	uint64_t set = 0;

	for (size_t i = 0; i < nr_gfp_bits; i++) {
		const struct gfp_bit *bit = &gfp_bits[i];

		if (!is_in(release, bit->since, bit->until) || !(*mask & 1ULL << bit->bit))
			continue;
		set |= flag_set(bit->flag);
		*mask &= ~(1ULL << bit->bit);
	}
	return set;
}

static void text_add_combinations(struct text *text, uint64_t *set, unsigned int release)
{
	for (size_t i = 0; i < nr_gfp_combinations; i++) {
		const struct gfp_combination *row = &gfp_combinations[i];

		if (!is_in(release, row->since, row->until) || (*set & row->set) != row->set)
			continue;
		text_add(text, row->name);
		*set &= ~row->set;
	}
}

static void text_add_flags(struct text *text, uint64_t set)
{
	for (enum gfp_flag flag = 0; flag < NR_GFP_FLAGS; flag++)
		if (set & flag_set(flag))
			text_add(text, gfp_flags[flag].name);
}

static void text_add_flags_by_bit(struct text *text, uint64_t set, unsigned int release)
{
	for (unsigned int bit = 0; bit < 64; bit++)
		for (size_t i = 0; i < nr_gfp_bits; i++)
			if (gfp_bits[i].bit == bit && set & flag_set(gfp_bits[i].flag) &&
			    is_in(release, gfp_bits[i].since, gfp_bits[i].until))
				text_add(text, gfp_flags[gfp_bits[i].flag].name);
}

bool gfp_decode(uint64_t mask, const char *release, char *names, size_t size)
{
	unsigned int number = release ? release_parse(release) : 0;
	struct text text = { names, size, 0 };
	char hex[24];
	uint64_t set;

	if (!size)
		return false;
	names[0] = '\0';
	if (!number)
		number = NEWEST;
	set = mask_to_set(&mask, number);
	text_add_combinations(&text, &set, number);
	if (number >= ORDER_BY_BIT_SINCE)
		text_add_flags_by_bit(&text, set, number);
	else
		text_add_flags(&text, set);
	if (!mask)
		return true;
	snprintf(hex, sizeof(hex), "0x%" PRIx64, mask);
	text_add(&text, hex);
	return false;
}
