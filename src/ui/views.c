// SPDX-License-Identifier: GPL-2.0-or-later
/* views - the list of views, in the order of their tabs.  One row of views.def is one view. */
#include "views.h"

#include <string.h>

#include "fragscope/array.h"

const struct view_ops *const views[] = {
#define VIEW(name) &view_##name,
#include "views.def"
#undef VIEW
};

const unsigned int nr_views = ARRAY_SIZE(views);

const struct view_ops *view_find(const char *name)
{
	for (unsigned int i = 0; i < nr_views; i++)
		if (!strcmp(views[i]->name, name))
			return views[i];
	return NULL;
}
