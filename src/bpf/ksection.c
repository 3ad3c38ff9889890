// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * ksection - the table of sections, read anew each time: memory may have been plugged.
 *
 * One root holds a page of sections, 32 GiB on x86; reading 1 TiB's takes some 30 readings.
 */
#include "ksection.h"

#include <errno.h>
#include <stdlib.h>

/* Low bits of section_mem_map (include/linux/mmzone.h), the same since 4.13. */
#define SECTION_HAS_MEM_MAP (1 << 1)
#define SECTION_IS_ONLINE   (1 << 2)
#define SECTION_BITS        0xffULL

static int make_room(struct ksections *sections, size_t nr)
{
	struct ksection *at;

	if (nr > sections->room) {
		at = realloc(sections->at, nr * sizeof(*at));
		if (!at)
			return -ENOMEM;
		sections->at = at;
		sections->room = nr;
	}
	sections->nr = nr;
	for (size_t i = 0; i < nr; i++)
		sections->at[i] = (struct ksection){ 0, 0 };
	return 0;
}

static void take_section(struct ksection *section, const struct klayout *layout,
			 const void *data)
{
	uint64_t map = klayout_get(data, layout->mem_section_section_mem_map);

	if (!(map & SECTION_HAS_MEM_MAP) || !(map & SECTION_IS_ONLINE))
		return;
	section->pages = map & ~SECTION_BITS;
	section->usage = klayout_get(data, layout->mem_section_usage);
}

/* Sections [first, first + nr), which lie at root.  What cannot be read has no memory. */
static void take_root(struct ksections *sections, struct kmem *kmem, const struct klayout *layout,
		      uint64_t root, size_t first, size_t nr)
{
	size_t size = layout->sizeof_mem_section;
	const char *data;

	if (!root || nr * size > KMEM_VIEW_MAX ||
	    kmem_view(kmem, root, nr * size, (const void **)&data))
		return;
	for (size_t i = 0; i < nr && first + i < sections->nr; i++)
		take_section(&sections->at[first + i], layout, data + i * size);
}

/* Addresses of the roots from first on.  Those in one table are as far apart as sections are
 * large. */
static int find_roots(struct kmem *kmem, const struct klayout *layout, const struct kaddr *addr,
		      uint64_t *roots, size_t nr)
{
	if (addr->roots_are_pointers)
		return kmem_read(kmem, addr->mem_section, roots, nr * sizeof(*roots));
	for (size_t i = 0; i < nr; i++)
		roots[i] = addr->mem_section + i * layout->sizeof_mem_section;
	return 0;
}

int ksections_read(struct ksections *sections, struct kmem *kmem, const struct klayout *layout,
		   const struct kaddr *addr, uint64_t end_pfn, struct err *err)
{
	size_t per_root = addr->sections_per_root;
	uint64_t nr = (end_pfn + (1ULL << addr->section_order) - 1) >> addr->section_order;
	uint64_t nr_roots, *roots;
	int ret;

	if (nr > addr->nr_roots * per_root)
		nr = addr->nr_roots * per_root;
	nr_roots = (nr + per_root - 1) / per_root;
	roots = calloc(nr_roots + 1, sizeof(*roots));
	ret = roots ? find_roots(kmem, layout, addr, roots, nr_roots) : -ENOMEM;
	/* a zone that claims to reach further than memory does costs no room */
	while (!ret && nr_roots && !roots[nr_roots - 1])
		nr = --nr_roots * per_root;
	if (!ret)
		ret = make_room(sections, nr);
	sections->order = (unsigned int)addr->section_order;
	for (size_t i = 0; i < nr_roots && !ret; i++)
		take_root(sections, kmem, layout, roots[i], i * per_root, per_root);
	free(roots);
	return ret ? err_set(err, -ret, "mem_section: %s", ret == -ENOMEM ? "out of memory" :
			     "cannot be read") : 0;
}

void ksections_done(struct ksections *sections)
{
	free(sections->at);
	*sections = (struct ksections){ 0 };
}

const struct ksection *ksections_find(const struct ksections *sections, uint64_t pfn)
{
	uint64_t nr = pfn >> sections->order;

	return nr < sections->nr && sections->at[nr].pages ? &sections->at[nr] : NULL;
}

uint64_t ksections_page(const struct ksections *sections, const struct klayout *layout,
			uint64_t pfn)
{
	const struct ksection *section = ksections_find(sections, pfn);

	return section ? section->pages + pfn * layout->sizeof_page : 0;
}
