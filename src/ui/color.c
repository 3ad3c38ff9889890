// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * color - distances and mixtures as the eye sees them.
 *
 * Everything is reckoned in Oklab (Ottosson 2020), where equal steps look equal: a gradient mixed
 * there has no dark or grey middle, and the nearest palette entry is the one that looks nearest.
 */
#include "color.h"

#include <math.h>

#include "fragscope/theme.h"

struct oklab {
	double l, a, b;
};

static double linear_of(int channel)
{
	double c = channel / 255.0;

	return c <= 0.04045 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4);
}

static int channel_of(double c)
{
	if (c <= 0)
		return 0;
	if (c >= 1)
		return 255;
	c = c <= 0.0031308 ? c * 12.92 : 1.055 * pow(c, 1 / 2.4) - 0.055;
	return (int)lround(c * 255);
}

static struct oklab oklab_of(int32_t rgb)
{
	double r = linear_of(rgb >> 16 & 0xff), g = linear_of(rgb >> 8 & 0xff),
	       b = linear_of(rgb & 0xff);
	double l = cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
	double m = cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
	double s = cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);

	return (struct oklab){ 0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s,
			       1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s,
			       0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s };
}

static int32_t rgb_of(struct oklab lab)
{
	double l = lab.l + 0.3963377774 * lab.a + 0.2158037573 * lab.b;
	double m = lab.l - 0.1055613458 * lab.a - 0.0638541728 * lab.b;
	double s = lab.l - 0.0894841775 * lab.a - 1.2914855480 * lab.b;

	l = l * l * l;
	m = m * m * m;
	s = s * s * s;
	return channel_of(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s) << 16 |
	       channel_of(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s) << 8 |
	       channel_of(-0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s);
}

int32_t color_mix(int32_t a, int32_t b, double t)
{
	struct oklab from = oklab_of(a), to = oklab_of(b);

	return rgb_of((struct oklab){ from.l + (to.l - from.l) * t, from.a + (to.a - from.a) * t,
				      from.b + (to.b - from.b) * t });
}

double color_lightness(int32_t rgb)
{
	return oklab_of(rgb).l;
}

static double distance(struct oklab a, struct oklab b)
{
	return sqrt((a.l - b.l) * (a.l - b.l) + (a.a - b.a) * (a.a - b.a) +
		    (a.b - b.b) * (a.b - b.b));
}

double color_distance(int32_t a, int32_t b)
{
	return distance(oklab_of(a), oklab_of(b));
}

/* The basic colours differ between terminals; these are xterm's. */
static const int32_t basic[16] = {
	0x000000, 0xcd0000, 0x00cd00, 0xcdcd00, 0x0000ee, 0xcd00cd, 0x00cdcd, 0xe5e5e5,
	0x7f7f7f, 0xff0000, 0x00ff00, 0xffff00, 0x5c5cff, 0xff00ff, 0x00ffff, 0xffffff,
};

static int level_of(int step)
{
	return step ? 55 + 40 * step : 0;
}

int32_t color_of_palette(int index)
{
	int cube = index - 16, grey = 8 + 10 * (index - 232);

	if (index < 16)
		return basic[index];
	if (index >= 232)
		return grey << 16 | grey << 8 | grey;
	return level_of(cube / 36) << 16 | level_of(cube / 6 % 6) << 8 | level_of(cube % 6);
}

static int nearest(int32_t rgb, int first, int last)
{
	struct oklab wanted = oklab_of(rgb);
	double best = HUGE_VAL;
	int index = first;

	for (int i = first; i <= last; i++) {
		double d = distance(wanted, oklab_of(color_of_palette(i)));

		if (d < best) {
			best = d;
			index = i;
		}
	}
	return index;
}

int color_to_256(int32_t rgb)
{
	return nearest(rgb, 16, 255);
}

int color_to_16(int32_t rgb)
{
	return nearest(rgb, 0, 15);
}
