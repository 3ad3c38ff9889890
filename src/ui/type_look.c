// SPDX-License-Identifier: GPL-2.0-or-later
#include "type_look.h"

#include "fragscope/migratetype.h"

enum role type_role(unsigned int type)
{
	return (enum role)(ROLE_TYPE0 + (type < 6 ? type : 6));
}

char type_letter(const struct frame *frame, unsigned int type)
{
	const char *name = type < frame->nr_types ? frame->type_name[type] : "";
	char letter = migratetype_letter(name);

	if (letter)
		return letter;
	return name[0] > ' ' && name[0] < 0x7f ? name[0] : '?';
}
