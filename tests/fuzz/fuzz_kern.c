// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * A made-up kernel of which anything may be different: its memory, what BTF says of its structures,
 * what its note says, and from which reading on it lets nobody read.  Whatever comes out holds
 * together.
 *
 * An input is a number of readings, and patches of 12 bytes: what, where, and a number.
 */
#include <stdio.h>
#include <stdlib.h>

#include "../bpf/made_kernel.h"
#include "fragscope/array.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* What may be different beside memory: numbers, fields and sizes. */
static const size_t numbers[] = {
#define KVALUE(type, id, names) offsetof(struct made_kernel, layout.id),
#include "../../src/bpf/klayout.def"
};

static const size_t fields[] = {
#define KFIELD(type, id, names, need) offsetof(struct made_kernel, layout.type##_##id),
#include "../../src/bpf/klayout.def"
};

static const size_t sizes[] = {
#define KSTRUCT(type) offsetof(struct made_kernel, layout.sizeof_##type),
#include "../../src/bpf/klayout.def"
};

static const size_t addresses[] = {
	offsetof(struct made_kernel, addr.page_size),
	offsetof(struct made_kernel, addr.mem_section),
	offsetof(struct made_kernel, addr.nr_roots),
	offsetof(struct made_kernel, addr.node_data),
	offsetof(struct made_kernel, addr.nr_nodes),
	offsetof(struct made_kernel, addr.type_buddy),
	offsetof(struct made_kernel, addr.contig_page_data),
};

struct patch {
	uint8_t part, width;
	uint16_t at;
	uint64_t value;
};

/* What is read lies in memory of its own, so that a byte too much is seen. */
struct strict {
	struct kmem kmem;
	struct made_kernel *kernel;
	unsigned int nr_left;    /* readings until nobody may read */
	void *bytes;
};

static void fail(const char *what)
{
	fprintf(stderr, "%s\n", what);
	abort();
}

static int strict_view(struct kmem *kmem, uint64_t addr, size_t size, const void **data)
{
	struct strict *strict = (struct strict *)kmem;
	const void *from;
	int ret = made_view(&strict->kernel->kmem, addr, size, &from);

	if (!strict->nr_left)
		return -EPERM;
	strict->nr_left--;
	free(strict->bytes);
	strict->bytes = ret ? NULL : malloc(size ? size : 1);
	if (ret)
		return ret;
	memcpy(strict->bytes, from, size);
	*data = strict->bytes;
	return 0;
}

static const struct kmem_ops strict_ops = { .view = strict_view, .close = made_close };

static void apply(struct made_kernel *kernel, const struct patch *patch)
{
	char *at = (char *)kernel;
	uint64_t places = sizeof(kernel->memory) / sizeof(patch->value);
	struct kfield *field;

	switch (patch->part % 5) {
	case 0:
		at += offsetof(struct made_kernel, memory) +
		      patch->at % places * sizeof(patch->value);
		memcpy(at, &patch->value, patch->width & 1 ? 1 : sizeof(patch->value));
		break;
	case 1:
		field = (struct kfield *)(at + fields[patch->at % ARRAY_SIZE(fields)]);
		*field = (struct kfield){ (uint32_t)patch->value, (uint32_t)(patch->value >> 32),
					  patch->width & 1 };
		break;
	case 2:
		*(struct num *)(at + numbers[patch->at % ARRAY_SIZE(numbers)]) =
			patch->width & 1 ? num_known(patch->value) : (struct num){ 0 };
		break;
	case 3:
		*(uint32_t *)(at + sizes[patch->at % ARRAY_SIZE(sizes)]) = (uint32_t)patch->value;
		break;
	default:
		*(uint64_t *)(at + addresses[patch->at % ARRAY_SIZE(addresses)]) = patch->value;
		kernel->addr.nr_roots &= 0xffff; /* kaddr_parse() bounds it */
	}
}

static void check_blocks(const struct zonemap *map, const struct frame *frame)
{
	for (size_t i = 0; i < map->nr_blocks; i++) {
		if (map->type[i] >= frame->nr_types && map->type[i] != 0xff)
			fail("a type that the frame has not");
		if (map->skip[i] > 1 && map->skip[i] != 0xff)
			fail("a skip bit that is none");
	}
}

static void read_zone(struct kpages *pages, struct zonemap *map)
{
	page_code codes[MADE_PAGES];
	struct kpage_detail *detail = calloc(map->nr_pages, sizeof(*detail));
	struct err err = { "" };
	char name[32];

	if (!kpages_read(pages, map, map->start_pfn, map->nr_pages, codes, &err)) {
		zonemap_ingest_codes(map, map->start_pfn, codes, map->nr_pages, 1);
		if (zonemap_check(map, &err))
			fail(err.text);
	}
	kpages_detail(pages, map->start_pfn, map->nr_pages, detail, &err);
	for (size_t i = 0; i < map->nr_pages; i++)
		if (detail[i].slab_cache)
			kpages_slab_name(pages, detail[i].slab_cache, name, sizeof(name));
	free(detail);
}

static void read_all(struct kern *kern, struct kmem *kmem, struct frame *frame,
		     struct pagemap *map)
{
	struct err err = { "" };
	struct kpages *pages;

	kwalk_zones(kern, frame, &err);
	if (!kwalk_blocks(kern, frame, map, &err))
		for (unsigned int i = 0; i < map->nr_zones; i++)
			check_blocks(map->zones[i], frame);
	pages = kpages_over(kern, kmem, &err);
	for (unsigned int i = 0; pages && i < map->nr_zones; i++)
		read_zone(pages, map->zones[i]);
	kpages_free(pages);
}

static void add_zone(struct frame *frame, struct pagemap *map, int node, const char *name,
		     uint64_t start, uint64_t end)
{
	struct zonemap *zone = zonemap_new(start, end - start, MADE_BLOCK, 3, NULL);

	if (!zone || !frame_zone(frame, node, span_of(name)) || pagemap_add(map, zone))
		abort();
	zone->node = node;
	strcpy(zone->name, name);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct made_kernel kernel;
	struct strict strict = { .kmem = { &strict_ops }, .kernel = &kernel };
	struct frame *frame = frame_new();
	struct pagemap *map = pagemap_new();
	struct err err = { "" };
	struct kern *kern;

	made_kernel_init(&kernel);
	add_zone(frame, map, 0, "DMA", 5, 64);
	add_zone(frame, map, 0, "Normal", 64, 250); /* the last pageblock in part */
	add_zone(frame, map, 1, "Normal", 256, 512);
	strict.nr_left = size ? (data[0] ? data[0] * 4U : UINT32_MAX) : 0;
	for (size_t i = 1; i + 12 <= size; i += 12) {
		struct patch patch = { data[i], data[i + 1], 0, 0 };

		memcpy(&patch.at, data + i + 2, sizeof(patch.at));
		memcpy(&patch.value, data + i + 4, sizeof(patch.value));
		apply(&kernel, &patch);
	}
	kern = kern_new(&strict.kmem, &kernel.layout, &kernel.addr, &err);
	if (!kern && !err.text[0])
		fail("no reason");
	if (kern)
		read_all(kern, &strict.kmem, frame, map);
	kern_close(kern);
	pagemap_free(map);
	frame_free(frame);
	free(strict.bytes);
	return 0;
}
