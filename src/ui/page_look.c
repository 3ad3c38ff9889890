// SPDX-License-Identifier: GPL-2.0-or-later
#include "page_look.h"

static const struct page_look looks[NR_PAGE_CLASSES] = {
	[PAGE_UNREAD]      = { ROLE_UNREAD, '?' },
	[PAGE_HOLE]        = { ROLE_HOLE, ' ' },
	[PAGE_FREE]        = { ROLE_FREE, '.' },
	[PAGE_NOFLAGS]     = { ROLE_NOFLAGS, 'k' },
	[PAGE_ANON]        = { ROLE_ANON, 'a' },
	[PAGE_FILE]        = { ROLE_FILE, 'f' },
	[PAGE_ANON_LARGE]  = { ROLE_LARGE, 'A' },
	[PAGE_FILE_LARGE]  = { ROLE_LARGE, 'F' },
	[PAGE_HUGETLB]     = { ROLE_LARGE, 'H' },
	[PAGE_UNEVICTABLE] = { ROLE_UNEVICTABLE, 'u' },
	[PAGE_SLAB]        = { ROLE_SLAB, 's' },
	[PAGE_PGTABLE]     = { ROLE_PGTABLE, 't' },
	[PAGE_RESERVED]    = { ROLE_RESERVED, 'r' },
	[PAGE_PINNED]      = { ROLE_PINNED, 'p' },
	[PAGE_OTHER]       = { ROLE_OTHER, 'o' },
	[PAGE_OFFLINE]     = { ROLE_OTHER, 'x' },
	[PAGE_POISON]      = { ROLE_OTHER, '!' },
	[PAGE_UNMANAGED]   = { ROLE_HOLE, '_' },
};

const struct page_look *page_look(enum page_class class)
{
	/* a class added to the table without a look of its own */
	static const struct page_look other = { ROLE_OTHER, 'o' };

	return class < NR_PAGE_CLASSES && looks[class].letter ? &looks[class] : &other;
}
