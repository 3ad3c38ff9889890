/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * made_kernel - a kernel's memory made up for tests: two nodes of two kinds of zones, eight
 * sections of 64 pages, pageblocks of 8, in structures like no kernel's.
 */
#ifndef TESTS_BPF_MADE_KERNEL_H
#define TESTS_BPF_MADE_KERNEL_H

#include <errno.h>
#include <string.h>

#include "../../src/bpf/kern_private.h"

#define MADE_BASE     0x40000000000ULL
#define MADE_SECTIONS 8
#define MADE_PAGES    (MADE_SECTIONS * 64)
#define MADE_BLOCK    3 /* order */
#define MADE_ID_SHIFT 62 /* one bit for the node, one for the zone */

struct made_page {
	uint8_t odd[7], order;
	uint64_t flags, private, compound, mapping;
	int32_t refcount, mapcount;
};
struct made_section { uint64_t pad, usage, map; };
struct made_usage { uint32_t odd; uint32_t pad; uint64_t bits; };
struct made_zone {
	uint64_t name, spanned, start, present;
	uint64_t cached_free, cached_migrate[2];
	uint32_t considered, order_failed;
};
struct made_node { uint64_t odd; struct made_zone zones[2]; uint64_t first_deferred; int32_t id; };

struct made_kernel {
	struct kmem kmem;
	bool refuses;       /* nobody may read any more */
	struct {
		struct made_page pages[MADE_PAGES]; /* low bits of its address are flags */
		uint64_t roots[2], nodes[4];
		struct made_section sections[MADE_SECTIONS]; /* four in a root */
		struct made_usage usages[MADE_SECTIONS];
		struct made_node node[2];
		char names[2][16];
	} memory;
	struct klayout layout;
	struct kaddr addr;
};

/* Where a part of the memory is, for the kernel. */
#define MADE_AT(kernel, part) \
	(MADE_BASE + (uint64_t)((char *)&(kernel)->memory.part - (char *)&(kernel)->memory))
#define MADE_FIELD(type, member) \
	((struct kfield){ offsetof(struct type, member), sizeof(((struct type *)0)->member), true })

static int made_view(struct kmem *kmem, uint64_t addr, size_t size, const void **data)
{
	struct made_kernel *kernel = (struct made_kernel *)kmem;

	if (kernel->refuses)
		return -EPERM;
	if (addr < MADE_BASE || addr - MADE_BASE > sizeof(kernel->memory) ||
	    size > sizeof(kernel->memory) - (addr - MADE_BASE))
		return -EFAULT;
	*data = (const char *)&kernel->memory + (addr - MADE_BASE);
	return 0;
}

static void made_close(struct kmem *kmem)
{
	(void)kmem;
}

static const struct kmem_ops made_ops = { .view = made_view, .close = made_close };

static void made_layout(struct klayout *l)
{
	*l = (struct klayout){
		.sizeof_page = sizeof(struct made_page),
		.page_flags = MADE_FIELD(made_page, flags),
		.page_private = MADE_FIELD(made_page, private),
		.page_compound_head = MADE_FIELD(made_page, compound),
		.page_mapping = MADE_FIELD(made_page, mapping),
		.page_refcount = MADE_FIELD(made_page, refcount),
		.page_mapcount = MADE_FIELD(made_page, mapcount),
		.sizeof_folio = 2 * sizeof(struct made_page),
		.folio_order = { sizeof(struct made_page) + offsetof(struct made_page, order), 1,
				 true },
		.pg_head = num_known(6), .pg_lru = num_known(5), .pgty_buddy = num_known(0xf0),
		.sizeof_mem_section = sizeof(struct made_section),
		.mem_section_section_mem_map = MADE_FIELD(made_section, map),
		.mem_section_usage = MADE_FIELD(made_section, usage),
		.mem_section_usage_pageblock_flags = { offsetof(struct made_usage, bits), 0, true },
		.pglist_data_node_zones = MADE_FIELD(made_node, zones),
		.pglist_data_node_id = MADE_FIELD(made_node, id),
		.pglist_data_first_deferred_pfn = MADE_FIELD(made_node, first_deferred),
		.sizeof_zone = sizeof(struct made_zone),
		.zone_zone_start_pfn = MADE_FIELD(made_zone, start),
		.zone_spanned_pages = MADE_FIELD(made_zone, spanned),
		.zone_present_pages = MADE_FIELD(made_zone, present),
		.zone_name = MADE_FIELD(made_zone, name),
		.zone_cached_free_pfn = MADE_FIELD(made_zone, cached_free),
		.zone_cached_migrate_pfn = MADE_FIELD(made_zone, cached_migrate),
		.zone_considered = MADE_FIELD(made_zone, considered),
		.zone_order_failed = MADE_FIELD(made_zone, order_failed),
		.pb_migrate_last = num_known(2), .pb_skip = num_known(3),
		.nr_pageblock_bits = num_known(4), .migrate_isolate = num_known(4),
		.sizeof_mem_section_usage = sizeof(struct made_usage),
		.sizeof_pglist_data = sizeof(struct made_node),
		.migratetype = { "UNMOVABLE", "MOVABLE", "RECLAIMABLE", "HIGHATOMIC", "ISOLATE" },
	};
}

static void made_zone_is(struct made_kernel *kernel, int node, int index, uint64_t start,
			 uint64_t end)
{
	struct made_zone *zone = &kernel->memory.node[node].zones[index];

	*zone = (struct made_zone){
		.name = MADE_AT(kernel, names[index]),
		.start = start, .spanned = end - start, .present = end - start,
	};
	for (uint64_t pfn = start; pfn < end; pfn++)
		kernel->memory.pages[pfn].flags = ((uint64_t)node << 1 | (uint64_t)index)
						  << MADE_ID_SHIFT | 0x1234;
}

/* DMA [5, 64), Normal [64, 256) of node 0; Normal [256, 512) of node 1. */
static void made_kernel_init(struct made_kernel *kernel)
{
	*kernel = (struct made_kernel){ .kmem = { &made_ops } };
	made_layout(&kernel->layout);
	for (int i = 0; i < MADE_SECTIONS; i++)
		kernel->memory.sections[i] = (struct made_section){
			.usage = MADE_AT(kernel, usages[i]),
			.map = MADE_AT(kernel, pages[0]) | 0xf,
		};
	for (int i = 0; i < 2; i++) {
		kernel->memory.roots[i] = MADE_AT(kernel, sections[i * 4]);
		kernel->memory.node[i].id = i;
		kernel->memory.node[i].first_deferred = UINT64_MAX;
	}
	/* numbers of nodes may have gaps in the table; the id counts */
	kernel->memory.nodes[0] = MADE_AT(kernel, node[0]);
	kernel->memory.nodes[1] = MADE_AT(kernel, node[1]);
	strcpy(kernel->memory.names[0], "DMA");
	strcpy(kernel->memory.names[1], "Normal");
	made_zone_is(kernel, 0, 0, 5, 64);
	made_zone_is(kernel, 0, 1, 64, 256);
	made_zone_is(kernel, 1, 1, 256, 512);
	kernel->addr = (struct kaddr){
		.page_size = 4096, .mem_section = MADE_AT(kernel, roots[0]), .nr_roots = 2,
		.sections_per_root = 4, .roots_are_pointers = true, .section_order = 6,
		.node_data = MADE_AT(kernel, nodes[0]), .nr_nodes = 2,
	};
}

/* Sets the bits of the pageblock that holds pfn. */
static inline void made_block(struct made_kernel *kernel, uint64_t pfn, uint64_t bits)
{
	unsigned int width = kernel->layout.nr_pageblock_bits.n > 4 ? 8 : 4;
	unsigned int shift = (unsigned int)(pfn % 64 >> MADE_BLOCK) * width;
	uint64_t *word = &kernel->memory.usages[pfn / 64].bits;

	*word = (*word & ~(((1ULL << width) - 1) << shift)) | bits << shift;
}

#endif
