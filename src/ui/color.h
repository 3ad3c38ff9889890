/* SPDX-License-Identifier: GPL-2.0-or-later */
/* color - arithmetic with colours.  See theme.h for the public part. */
#ifndef UI_COLOR_H
#define UI_COLOR_H

#include <stdint.h>

/* Between a (t = 0) and b (t = 1), in equal steps for the eye. */
int32_t color_mix(int32_t a, int32_t b, double t);
/* How light a colour looks, 0 (black) to 1 (white): the L of Oklab. */
double color_lightness(int32_t rgb);
/* How different two colours look; about 0.02 is just visible. */
double color_distance(int32_t a, int32_t b);

/* The colour of an entry of the xterm palette, 0 to 255. */
int32_t color_of_palette(int index);

#endif
