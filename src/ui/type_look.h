/* SPDX-License-Identifier: GPL-2.0-or-later */
/* type_look - how a migratetype looks; types are numbered as the kernel lists them. */
#ifndef UI_TYPE_LOOK_H
#define UI_TYPE_LOOK_H

#include "fragscope/frame.h"
#include "fragscope/role.h"

enum role type_role(unsigned int type);
/* One letter, as logs abbreviate it (show_migration_types() in mm/show_mem.c). */
char type_letter(const struct frame *frame, unsigned int type);

#endif
