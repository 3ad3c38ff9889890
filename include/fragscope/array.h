/* SPDX-License-Identifier: GPL-2.0-or-later */
/* array - how many entries a table has. */
#ifndef FRAGSCOPE_ARRAY_H
#define FRAGSCOPE_ARRAY_H

#include <stddef.h>

#define ARRAY_SIZE(array) (sizeof(array) / sizeof((array)[0]))

#endif
