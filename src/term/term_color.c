// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Colours of styles as pairs of ncurses.
 *
 * ncurses colours a cell by the number of a pair, and terminals have between 64 and 65,536 pairs:
 * too few to give each style its own in advance.  A pair is made when a cell needs it; when all are
 * taken, the one that was not used for longest goes, unless the picture being drawn uses it.  Cells
 * still on screen with a pair that was taken away are found changed and written anew.
 */
#include <stdlib.h>
#include <string.h>

#include "term_private.h"

#ifndef PAIRS_MAX
#define PAIRS_MAX 4096 /* tests make do with fewer */
#endif
#define BUCKETS   1024
#define KNOWN     256  /* colours whose number is remembered: finding the nearest takes long */

struct pair {
	int fg, bg;            /* numbers of ncurses, -1 the terminal's own */
	uint16_t next;         /* in its bucket, 0 ends it */
	uint32_t picture;      /* that used it last */
};

struct known {
	int32_t rgb;           /* COLOR_DEFAULT: free */
	int number;            /* of ncurses */
};

struct palette {
	int depth;             /* 24, 8, 4, 3; 0 no colours */
	bool has_default;      /* -1 stands for the terminal's own colours */
	uint32_t picture;
	uint16_t nr, max;      /* pairs in use; pair 0 is the terminal's own and not counted */
	uint16_t buckets[BUCKETS];
	struct pair pairs[PAIRS_MAX];
	struct known known[KNOWN];
};

/* ncurses tells 2^24 colours by COLORS only; 8 is the least worth using. */
static int depth_of_screen(void)
{
	if (!has_colors() || start_color() != OK || COLORS < 8 || COLOR_PAIRS < 64)
		return 0;
	return COLORS >= 0x1000000 ? 24 : COLORS >= 256 ? 8 : COLORS >= 16 ? 4 : 3;
}

struct palette *palette_new(bool color)
{
	struct palette *palette = calloc(1, sizeof(*palette));

	if (!palette || !color)
		return palette;
	palette->depth = depth_of_screen();
	if (!palette->depth)
		return palette;
	for (size_t i = 0; i < KNOWN; i++)
		palette->known[i].rgb = COLOR_DEFAULT;
	palette->has_default = use_default_colors() == OK;
	palette->max = COLOR_PAIRS < PAIRS_MAX ? (uint16_t)COLOR_PAIRS : PAIRS_MAX;
	return palette;
}

void palette_free(struct palette *palette)
{
	free(palette);
}

bool palette_has_color(const struct palette *palette)
{
	return palette->depth > 0;
}

void palette_begin(struct palette *palette)
{
	palette->picture++;
}

static unsigned int bucket_of(int fg, int bg)
{
	uint32_t hash = (uint32_t)fg * 0x9e3779b1U ^ (uint32_t)bg * 0x85ebca6bU;

	return (hash >> 16) % BUCKETS;
}

static void unlink_pair(struct palette *palette, uint16_t nr)
{
	const struct pair *pair = &palette->pairs[nr];
	uint16_t *at = &palette->buckets[bucket_of(pair->fg, pair->bg)];

	while (*at != nr)
		at = &palette->pairs[*at].next;
	*at = pair->next;
}

/* The number of a pair that may be (re)defined, 0 when the picture uses all. */
static uint16_t take_pair(struct palette *palette)
{
	uint16_t oldest = 1;

	if (palette->nr + 1 < palette->max)
		return ++palette->nr;
	for (uint16_t i = 2; i <= palette->nr; i++)
		if (palette->pairs[i].picture < palette->pairs[oldest].picture)
			oldest = i;
	if (palette->pairs[oldest].picture == palette->picture)
		return 0;
	unlink_pair(palette, oldest);
	return oldest;
}

static uint16_t pair_of(struct palette *palette, int fg, int bg)
{
	uint16_t *bucket = &palette->buckets[bucket_of(fg, bg)], nr;

	for (nr = *bucket; nr; nr = palette->pairs[nr].next)
		if (palette->pairs[nr].fg == fg && palette->pairs[nr].bg == bg)
			break;
	if (!nr) {
		nr = take_pair(palette);
		if (!nr || init_extended_pair(nr, fg, bg) != OK)
			return 0;
		palette->pairs[nr] = (struct pair){ .fg = fg, .bg = bg, .next = *bucket };
		*bucket = nr;
	}
	palette->pairs[nr].picture = palette->picture;
	return nr;
}

/* The number of the colour nearest to rgb; of the eight colours, that of the sixteen. */
static int nearest(const struct palette *palette, int32_t rgb)
{
	if (palette->depth == 24)
		return rgb < 8 ? 8 : rgb; /* 0 to 7 are the basic colours there */
	return palette->depth == 8 ? color_to_256(rgb) : color_to_16(rgb);
}

static int number_of(struct palette *palette, int32_t rgb)
{
	struct known *known = &palette->known[(uint32_t)rgb * 0x9e3779b1U >> 24];

	if (known->rgb != rgb)
		*known = (struct known){ rgb, nearest(palette, rgb) };
	return known->number;
}

static int background_of(struct palette *palette, int32_t rgb)
{
	if (rgb == COLOR_DEFAULT)
		return palette->has_default ? -1 : COLOR_BLACK;
	return palette->depth == 3 ? number_of(palette, rgb) & 7 : number_of(palette, rgb);
}

/* Bold makes the eight colours bright.  Bright black is not told from black by many terminals, so
 * grey is dim white. */
static int foreground_of(struct palette *palette, int32_t rgb, uint8_t *attr)
{
	int number;

	if (rgb == COLOR_DEFAULT)
		return palette->has_default ? -1 : COLOR_WHITE;
	number = number_of(palette, rgb);
	if (palette->depth > 3 || number < 8)
		return number;
	*attr |= number == 8 ? CELL_DIM : CELL_BOLD;
	return number == 8 ? COLOR_WHITE : number & 7;
}

void palette_style(struct palette *palette, const struct style *style, struct shown *shown)
{
	int fg, bg;

	shown->attr = style->attr;
	shown->pair = 0;
	if (!palette->depth)
		return;
	fg = foreground_of(palette, style->fg, &shown->attr);
	bg = background_of(palette, style->bg);
	if (fg != -1 || bg != -1)
		shown->pair = pair_of(palette, fg, bg);
}
