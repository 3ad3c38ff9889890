/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * migratetype - the letters by which kernel logs abbreviate migratetypes (mm/show_mem.c
 * show_migration_types(); R stood for Reserve before 4.4).
 */
#ifndef FRAGSCOPE_MIGRATETYPE_H
#define FRAGSCOPE_MIGRATETYPE_H

/* 'E' for "Reclaimable"; 0 for a type that mainline kernels do not have. */
char migratetype_letter(const char *name);
/* The other way round, NULL for a letter that stands for none. */
const char *migratetype_name(char letter);

#endif
