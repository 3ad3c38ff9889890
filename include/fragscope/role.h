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

#endif
