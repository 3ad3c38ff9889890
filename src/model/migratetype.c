// SPDX-License-Identifier: GPL-2.0-or-later
#include "fragscope/migratetype.h"

#include <string.h>

#include "fragscope/array.h"

static const struct {
	char letter;
	const char *name;
} rows[] = {
	{ 'U', "Unmovable" }, { 'M', "Movable" }, { 'E', "Reclaimable" }, { 'H', "HighAtomic" },
	{ 'R', "Reserve" },   { 'C', "CMA" },     { 'I', "Isolate" },
};

char migratetype_letter(const char *name)
{
	for (size_t i = 0; i < ARRAY_SIZE(rows); i++)
		if (!strcmp(rows[i].name, name))
			return rows[i].letter;
	return 0;
}

const char *migratetype_name(char letter)
{
	for (size_t i = 0; i < ARRAY_SIZE(rows); i++)
		if (rows[i].letter == letter)
			return rows[i].name;
	return NULL;
}
