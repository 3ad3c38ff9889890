/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * slowpath - what a request does when the free lists do not serve it at once
 * (mm/page_alloc.c: __alloc_pages_slowpath).
 */
#ifndef SIM_MM_SLOWPATH_H
#define SIM_MM_SLOWPATH_H

#include "sim/mm/page_alloc.h"

/* Goes round until there is a page or no hope; NO_PAGE: *why says what ended it. */
uint32_t slowpath_alloc(struct sim *sim, struct alloc_request *request, enum alloc_fail *why);

#endif
