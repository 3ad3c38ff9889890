/* SPDX-License-Identifier: GPL-2.0-or-later */
/* role - what a cell means; a theme says how it looks. */
#ifndef FRAGSCOPE_ROLE_H
#define FRAGSCOPE_ROLE_H

enum role {
	ROLE_NONE = 0, /* the terminal's own colours */
#define ROLE(id, name, help) ROLE_##id,
#include "fragscope/role.def"
#undef ROLE
	NR_ROLES
};

#define ROLE_HEAT_STEPS 16

/* The gradient's step for a value between 0 and 1 (cut off outside). */
static inline enum role role_heat(double value)
{
	int step = value <= 0 ? 0 :
		   value >= 1 ? ROLE_HEAT_STEPS - 1 : (int)(value * ROLE_HEAT_STEPS);

	return (enum role)(ROLE_HEAT0 + step);
}

#endif
