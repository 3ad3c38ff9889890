/* SPDX-License-Identifier: GPL-2.0-or-later */
/* page_look - how a class of pages looks in the map and in the block view. */
#ifndef FRAGSCOPE_UI_PAGE_LOOK_H
#define FRAGSCOPE_UI_PAGE_LOOK_H

#include "fragscope/pagemap.h"
#include "fragscope/role.h"

struct page_look {
	enum role role;
	char letter;    /* carries the class where colours cannot */
};

const struct page_look *page_look(enum page_class class);

#endif
