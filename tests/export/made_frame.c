// SPDX-License-Identifier: GPL-2.0-or-later
#include "made_frame.h"
#include "made_activity.h"

#include <stdio.h>
#include <stdlib.h>

#include "fragscope/activity.h"

#include "../check.h"

/* Who adds a field to these must teach it to the generator and to the comparison below; then the
 * tests ask for it in the snapshot. */
#if defined(__x86_64__)
_Static_assert(sizeof(struct zone) == 1256, "struct zone has changed: see above");
_Static_assert(sizeof(struct frame) == 864, "struct frame has changed: see above");
_Static_assert(sizeof(struct hugepool) == 80, "struct hugepool has changed: see above");
_Static_assert(sizeof(struct zonemap) == 304, "struct zonemap has changed: see above");
_Static_assert(sizeof(struct request) == 160, "struct request has changed: see above");
_Static_assert(sizeof(struct page_detail) == 80, "struct page_detail has changed: see above");
_Static_assert(sizeof(struct activity) == 232, "struct activity has changed: see above");
_Static_assert(sizeof(struct compact_row) == 216, "struct compact_row has changed: see above");
_Static_assert(sizeof(struct latency_row) == 352, "struct latency_row has changed: see above");
_Static_assert(sizeof(struct stall_row) == 80, "struct stall_row has changed: see above");
_Static_assert(sizeof(struct defer_row) == 64, "struct defer_row has changed: see above");
_Static_assert(sizeof(struct thread_row) == 80, "struct thread_row has changed: see above");
_Static_assert(sizeof(struct alloc_row) == 24, "struct alloc_row has changed: see above");
_Static_assert(sizeof(struct fallback_row) == 40, "struct fallback_row has changed: see above");
_Static_assert(sizeof(struct compact_run) == 176, "struct compact_run has changed: see above");
_Static_assert(sizeof(struct scanner_step) == 56, "struct scanner_step has changed: see above");
#endif

static uint64_t nr_made; /* numbers of the present frame */

/* The next number of a series in which no two are equal, in each of the four states in turn. */
static struct num next_num(void)
{
	static const uint64_t bases[] = { 3, 1ULL << 53, UINT64_MAX - 100000, 5000 };
	uint64_t nr = ++nr_made;

	switch (nr % 5) {
	case 0:
		return (struct num){ 0 };
	case 1:
		return (struct num){ 0, NUM_DENIED };
	case 2:
		return num_capped(bases[nr / 5 % 4] + nr);
	default:
		return num_known(bases[nr / 5 % 4] + nr);
	}
}

static void fill_nums(struct num *nums, unsigned int nr)
{
	for (unsigned int i = 0; i < nr; i++)
		nums[i] = next_num();
}

static void fill_counters(struct frame *frame, struct counters *counters, const char *prefix)
{
	for (unsigned int i = 0; i < 20; i++) {
		char name[40];

		snprintf(name, sizeof(name), "%s_%u", prefix, i);
		assert_int_equal(counters_add(counters, &frame->arena, span_of(name), next_num()),
				 0);
	}
}

static void fill_zone(struct frame *frame, struct zone *zone, unsigned int nr_orders)
{
	struct num *const values[] = {
		&zone->start_pfn, &zone->spanned, &zone->present, &zone->managed, &zone->free,
		&zone->min, &zone->low, &zone->high, &zone->boost, &zone->promo,
		&zone->reserved_highatomic, &zone->free_cma, &zone->pcp_pages, &zone->free_total,
	};

	for (size_t i = 0; i < sizeof(values) / sizeof(values[0]); i++)
		*values[i] = next_num();
	zone->nr_reserve = 5;
	fill_nums(zone->reserve, zone->nr_reserve);
	zone->nr_orders = nr_orders;
	fill_nums(zone->free_blocks, nr_orders);
	for (unsigned int type = 0; type < frame->nr_types; type++) {
		for (unsigned int order = 0; order < nr_orders; order++)
			*zone_type_free(frame, zone, type, order) =
				type == 2 ? (struct num){ 0 } : next_num();
		*zone_type_cell(frame, &zone->type_blocks, type) = next_num();
		*zone_type_cell(frame, &zone->mixed_blocks, type) = next_num();
	}
	zone->has_letters = zone->has_printed_unusable = zone->has_printed_extfrag = true;
	for (unsigned int order = 0; order < nr_orders; order++) {
		zone->letters[order] = (uint16_t)(order * 5 % 8);
		zone->printed_unusable[order] = (int16_t)(order * 31);
		zone->printed_extfrag[order] = (int16_t)(order * 63 - 1000);
	}
	zone->partial = zone->empty = true;
}

static void fill_zones(struct frame *frame)
{
	struct zone *zone;

	assert_int_equal(frame_type(frame, SPAN("Unmovable")), 0);
	assert_int_equal(frame_type(frame, SPAN("Movable")), 1);
	assert_int_equal(frame_type(frame, SPAN("Mirror \"\\ \303\251")), 2);
	fill_zone(frame, frame_zone(frame, 0, SPAN("DMA32")), 11);
	fill_zone(frame, frame_zone(frame, 31, SPAN("Normal")), 9);
	fill_zone(frame, frame_add_zone(frame, 31, SPAN("Normal")), FRAME_ORDERS_MAX);
	/* nothing is known of this one, not even its name */
	zone = frame_zone(frame, -1, SPAN(""));
	assert_non_null(zone);
}

static void fill_thp(struct frame *frame)
{
	struct thp *thp = &frame->thp;

	thp->enabled = "always";
	thp->defrag = "madvise";
	thp->pmd_size = num_known(2 << 20);
	thp->nr_sizes = 2;
	thp->sizes = arena_alloc(&frame->arena, 2 * sizeof(*thp->sizes));
	thp->sizes[0].size_kib = 64;
	thp->sizes[0].enabled = "inherit";
	fill_counters(frame, &thp->sizes[0].stats, "stat");
	thp->sizes[1].size_kib = 2048;
}

static void fill_tables(struct frame *frame)
{
	frame->nr_hugepools = 2;
	frame->hugepools = arena_alloc(&frame->arena, 2 * sizeof(*frame->hugepools));
	for (int i = 0; i < 2; i++) {
		struct hugepool *pool = &frame->hugepools[i];

		*pool = (struct hugepool){ i - 1,      2048ULL << 9 * i, next_num(),
					   next_num(), next_num(),	 next_num() };
	}
	frame_add_ram(frame, 0, 0x9fc00);
	frame_add_ram(frame, 0x100000, 1ULL << 63);
	frame->nr_kthreads = 2;
	frame->kthreads = arena_alloc(&frame->arena, 2 * sizeof(*frame->kthreads));
	frame->kthreads[0] = (struct kthread){ "kcompactd0", 41, num_known(1ULL << 60) };
	frame->kthreads[1] = (struct kthread){ "kswapd0", 42, { 0, NUM_DENIED } };
	frame_name_cgroup(frame, 0, "/");
	frame_name_cgroup(frame, UINT64_MAX, "/a b.slice/\342\202\254");
	for (unsigned int i = 0; i < 5; i++) {
		char name[8] = { 's', (char)('0' + i), '\0' };
		struct source_status *source = frame_source(frame, name);

		source->state = i;
		source->cost_ns = i * 1000;
		source->read_ns = i ? (1ULL << 52) * i : 0;
		source->text = i % 2 ? "line one\nline \"two\"\t\001 \342\202\254" : NULL;
	}
}

static void fill_detail(struct frame *frame)
{
	struct block_detail *detail = arena_alloc(&frame->arena, sizeof(*detail));

	detail->first_pfn = 1ULL << 40;
	detail->nr_pages = 12;
	detail->pages = arena_alloc(&frame->arena, 12 * sizeof(*detail->pages));
	for (unsigned int i = 0; i < 12; i++)
		detail->pages[i] = (struct page_detail){ i ? 1ULL << i * 5 : 0, next_num(),
							 next_num() };
	frame->detail = detail;
}

/* What was added after the first version, so that its numbers stay those of files that people
 * have. */
static void fill_newer(struct frame *frame)
{
	struct block_detail *detail = frame->detail;

	for (unsigned int i = 0; i < 3; i++) {
		struct zone_compact *compact = &frame->zones[i]->compact;

		*compact = (struct zone_compact){
			{ next_num(), next_num() }, next_num(), next_num(), next_num(), next_num(),
			next_num(),
		};
	}
	for (unsigned int i = 0; i < detail->nr_pages; i++) {
		detail->pages[i].refcount = next_num();
		detail->pages[i].pinned = i % 2;
		detail->pages[i].slab = i % 3 ? NULL : "kmalloc-\"64\"";
		detail->pages[i].cgroup = i % 4 ? NULL : "/a.slice/b\\x2d.scope";
	}
	frame->activity = made_activity(&frame->arena);
}

struct frame *made_frame(void)
{
	struct frame *frame = frame_new();
	struct psi_line *const psi[] = { &frame->psi_some, &frame->psi_full };

	assert_non_null(frame);
	nr_made = 0;
	frame->host = "host \360\237\220\247";
	frame->release = "6.18.0-\"rc1\"";
	frame->wall_ns = 1790000000123456789;
	frame->mono_ns = 9007199254740993;
	frame->page_size = num_known(16384);
	frame->pageblock_order = num_known(11);
	fill_zones(frame);
	fill_counters(frame, &frame->vmstat, "nr");
	fill_counters(frame, &frame->meminfo, "Mem");
	fill_counters(frame, &frame->mem_knobs, "vm.knob");
	fill_thp(frame);
	fill_tables(frame);
	for (unsigned int i = 0; i < 2; i++)
		*psi[i] = (struct psi_line){ num_known(100 + i), num_known(200 + i),
					     num_known(300 + i), num_known((1ULL << 55) + i) };
	frame->request = (struct request){
		REQUEST_OOM, "invoked oom-killer", "comm", num_known(7), num_known(3),
		num_known(4), num_known(0xdc0), "GFP_KERNEL", true, "(null)", "/", "0",
		"CONSTRAINT_NONE", num_known(4096), 12345.678901,
	};
	fill_detail(frame);
	fill_newer(frame);
	return frame;
}

/* Codes as a kernel leaves them: free blocks, folios, holes, each pageblock different. */
static void fill_codes(page_code *codes, uint64_t nr)
{
	static const page_code kinds[] = { PAGE_SLAB, PAGE_ANON, PAGE_FILE, PAGE_HOLE, PAGE_PGTABLE };
	uint64_t at = 0, nr_runs = 0;

	while (at < nr) {
		unsigned int order = (unsigned int)(nr_runs * 7 % 5);

		while (order && (at & ((1ULL << order) - 1) || at + (1ULL << order) > nr))
			order--;
		if (nr_runs % 3) {
			codes[at++] = kinds[nr_runs % 5];
		} else {
			codes[at] = (page_code)(PAGE_CODE_FREE_HEAD | order);
			memset(codes + at + 1, PAGE_FREE, (1ULL << order) - 1);
			at += 1ULL << order;
		}
		nr_runs++;
	}
}

static struct zonemap *made_zonemap(int node, const char *name, uint64_t start_pfn, uint64_t nr)
{
	struct zonemap *map = zonemap_new(start_pfn, nr, 9, 10, NULL);
	page_code *codes = calloc(1, nr);

	assert_non_null(map);
	assert_non_null(codes);
	map->node = node;
	snprintf(map->name, sizeof(map->name), "%s", name);
	fill_codes(codes, nr);
	zonemap_ingest_codes(map, start_pfn, codes, nr, 0xfffffff0);
	free(codes);
	for (size_t block = 0; block < map->nr_blocks; block++) {
		map->type[block] = (uint8_t)(block % 3);
		map->skip[block] = block % 2;
		map->read_ms[block] -= (uint32_t)block;
		map->visits[block] = (uint16_t)(1000 + block % 997);
		map->misses[block] = (uint16_t)(block * 3 % 1000);
	}
	return map;
}

struct pagemap *made_pagemap(struct frame *frame, uint64_t span)
{
	struct pagemap *map = pagemap_new();

	assert_non_null(map);
	assert_int_equal(pagemap_add(map, made_zonemap(0, "DMA32", 4096, 5000)), 0);
	assert_int_equal(pagemap_add(map, made_zonemap(31, "Normal", 1 << 20, span)), 0);
	map->zones[0]->orders_estimated = true;
	map->nr_read = map->nr_pages - 1;
	map->sweep_done_ns = 1ULL << 54;
	map->sweep_cost_ns = 77;
	frame->pagemap = map;
	frame->zones[0]->map = map->zones[0];
	frame->zones[1]->map = map->zones[1];
	frame->zones[2]->map = map->zones[1];
	return map;
}

static void assert_num_equal(struct num a, struct num b, const char *what)
{
	if (a.state != b.state || a.n != b.n)
		fail_msg("%s: %llu in state %d, %llu in state %d", what, (unsigned long long)a.n,
			 a.state, (unsigned long long)b.n, b.state);
}

static void assert_text_equal(const char *a, const char *b)
{
	assert_int_equal(!a, !b);
	if (a)
		assert_string_equal(a, b);
}

static void assert_counters_equal(const struct counters *a, const struct counters *b)
{
	assert_int_equal(a->nr, b->nr);
	for (unsigned int i = 0; i < a->nr; i++) {
		assert_string_equal(a->rows[i].name, b->rows[i].name);
		assert_num_equal(a->rows[i].value, b->rows[i].value, a->rows[i].name);
	}
}

#define SAME_NUM(member)  assert_num_equal(a->member, b->member, #member)
#define SAME_INT(member)  assert_true(a->member == b->member)
#define SAME_TEXT(member) assert_text_equal(a->member, b->member)

static void assert_cells_equal(const struct num *a, const struct num *b, const char *what)
{
	assert_int_equal(!a, !b);
	for (unsigned int type = 0; a && type < FRAME_TYPES_MAX; type++)
		assert_num_equal(a[type], b[type], what);
}

static void assert_zones_equal(const struct zone *a, const struct zone *b)
{
	SAME_INT(node);
	assert_string_equal(a->name, b->name);
	SAME_NUM(start_pfn);
	SAME_NUM(spanned);
	SAME_NUM(present);
	SAME_NUM(managed);
	SAME_NUM(free);
	SAME_NUM(min);
	SAME_NUM(low);
	SAME_NUM(high);
	SAME_NUM(boost);
	SAME_NUM(promo);
	SAME_INT(nr_reserve);
	for (unsigned int i = 0; i < FRAME_RESERVE_MAX; i++)
		SAME_NUM(reserve[i]);
	SAME_NUM(reserved_highatomic);
	SAME_NUM(free_cma);
	SAME_NUM(pcp_pages);
	SAME_INT(nr_orders);
	for (unsigned int order = 0; order < FRAME_ORDERS_MAX; order++) {
		SAME_NUM(free_blocks[order]);
		SAME_INT(letters[order]);
		SAME_INT(printed_unusable[order]);
		SAME_INT(printed_extfrag[order]);
	}
	SAME_NUM(free_total);
	assert_int_equal(!a->type_free, !b->type_free);
	for (unsigned int i = 0; i < FRAME_TYPES_MAX * FRAME_ORDERS_MAX; i++)
		assert_num_equal(zone_get_type_free(a, i / FRAME_ORDERS_MAX, i % FRAME_ORDERS_MAX),
				 zone_get_type_free(b, i / FRAME_ORDERS_MAX, i % FRAME_ORDERS_MAX),
				 "type_free");
	assert_cells_equal(a->type_blocks, b->type_blocks, "type_blocks");
	assert_cells_equal(a->mixed_blocks, b->mixed_blocks, "mixed_blocks");
	SAME_INT(has_letters);
	SAME_INT(partial);
	SAME_INT(empty);
	SAME_INT(has_printed_unusable);
	SAME_INT(has_printed_extfrag);
	assert_int_equal(!a->map, !b->map);
	SAME_NUM(compact.cached_migrate[0]);
	SAME_NUM(compact.cached_migrate[1]);
	SAME_NUM(compact.cached_free);
	SAME_NUM(compact.considered);
	SAME_NUM(compact.defer_shift);
	SAME_NUM(compact.order_failed);
	SAME_NUM(compact.blockskip_flush);
}

static void assert_thp_equal(const struct thp *a, const struct thp *b)
{
	SAME_TEXT(enabled);
	SAME_TEXT(defrag);
	SAME_NUM(pmd_size);
	SAME_INT(nr_sizes);
	for (unsigned int i = 0; i < a->nr_sizes; i++) {
		SAME_INT(sizes[i].size_kib);
		SAME_TEXT(sizes[i].enabled);
		assert_counters_equal(&a->sizes[i].stats, &b->sizes[i].stats);
	}
}

static void assert_requests_equal(const struct request *a, const struct request *b)
{
	SAME_INT(kind);
	if (a->kind == REQUEST_NONE)
		return; /* the rest means nothing */
	SAME_TEXT(label);
	SAME_TEXT(comm);
	SAME_NUM(pid);
	SAME_NUM(cpu);
	SAME_NUM(order);
	SAME_NUM(gfp_mask);
	SAME_TEXT(gfp_names);
	SAME_INT(gfp_decoded);
	SAME_TEXT(nodemask);
	SAME_TEXT(cpuset);
	SAME_TEXT(mems_allowed);
	SAME_TEXT(constraint);
	SAME_NUM(size_bytes);
	SAME_INT(when);
}

static void assert_tables_equal(const struct frame *a, const struct frame *b)
{
	SAME_INT(nr_hugepools);
	for (unsigned int i = 0; i < a->nr_hugepools; i++) {
		SAME_INT(hugepools[i].node);
		SAME_INT(hugepools[i].size_kib);
		SAME_NUM(hugepools[i].total);
		SAME_NUM(hugepools[i].free);
		SAME_NUM(hugepools[i].reserved);
		SAME_NUM(hugepools[i].surplus);
	}
	SAME_INT(nr_ram);
	for (unsigned int i = 0; i < a->nr_ram; i++) {
		SAME_INT(ram[i].start);
		SAME_INT(ram[i].end);
	}
	SAME_INT(nr_kthreads);
	for (unsigned int i = 0; i < a->nr_kthreads; i++) {
		SAME_TEXT(kthreads[i].name);
		SAME_INT(kthreads[i].pid);
		SAME_NUM(kthreads[i].cpu_ns);
	}
	SAME_INT(nr_cgroups);
	for (unsigned int i = 0; i < a->nr_cgroups; i++) {
		SAME_INT(cgroups[i].id);
		SAME_TEXT(cgroups[i].path);
	}
	SAME_INT(nr_sources);
	for (unsigned int i = 0; i < a->nr_sources; i++) {
		SAME_TEXT(sources[i].name);
		SAME_INT(sources[i].state);
		SAME_INT(sources[i].cost_ns);
		SAME_INT(sources[i].read_ns);
		SAME_TEXT(sources[i].text);
	}
}

static void assert_details_equal(const struct block_detail *a, const struct block_detail *b)
{
	assert_int_equal(!a, !b);
	if (!a)
		return;
	SAME_INT(first_pfn);
	SAME_INT(nr_pages);
	for (uint64_t i = 0; i < a->nr_pages; i++) {
		SAME_INT(pages[i].flags);
		SAME_NUM(pages[i].mapcount);
		SAME_NUM(pages[i].cgroup_inode);
		SAME_TEXT(pages[i].cgroup);
		SAME_NUM(pages[i].refcount);
		SAME_INT(pages[i].pinned);
		SAME_TEXT(pages[i].slab);
	}
}

static void assert_psi_equal(const struct psi_line *a, const struct psi_line *b)
{
	SAME_NUM(avg10);
	SAME_NUM(avg60);
	SAME_NUM(avg300);
	SAME_NUM(total_us);
}

void assert_zonemaps_equal(const struct zonemap *a, const struct zonemap *b)
{
	SAME_INT(node);
	assert_string_equal(a->name, b->name);
	SAME_INT(start_pfn);
	SAME_INT(nr_pages);
	SAME_INT(pageblock_order);
	SAME_INT(max_order);
	SAME_INT(first_block_pfn);
	SAME_INT(nr_blocks);
	SAME_INT(orders_estimated);
	for (size_t i = 0; i < a->nr_blocks; i++) {
		SAME_INT(free[i]);
		SAME_INT(largest[i]);
		SAME_INT(head_align[i]);
		SAME_INT(type[i]);
		SAME_INT(skip[i]);
		SAME_INT(read_ms[i]);
		SAME_INT(visits[i]);
		SAME_INT(misses[i]);
		for (unsigned int class = 0; class < NR_PAGE_CLASSES; class++)
			SAME_INT(count[class][i]);
	}
	if (!a->blocks_only && !b->blocks_only)
		assert_memory_equal(a->code, b->code, a->nr_pages);
}

static void assert_pagemaps_equal(const struct pagemap *a, const struct pagemap *b)
{
	assert_int_equal(!a, !b);
	if (!a)
		return;
	SAME_INT(nr_zones);
	SAME_INT(nr_pages);
	SAME_INT(nr_read);
	SAME_INT(sweep_done_ns);
	SAME_INT(sweep_cost_ns);
	for (unsigned int i = 0; i < a->nr_zones; i++)
		assert_zonemaps_equal(a->zones[i], b->zones[i]);
}

void assert_frames_equal(const struct frame *a, const struct frame *b)
{
	SAME_TEXT(host);
	SAME_TEXT(release);
	SAME_INT(wall_ns);
	SAME_INT(mono_ns);
	SAME_NUM(page_size);
	SAME_NUM(pageblock_order);
	SAME_INT(nr_types);
	for (unsigned int type = 0; type < a->nr_types; type++)
		assert_string_equal(a->type_name[type], b->type_name[type]);
	SAME_INT(nr_zones);
	for (unsigned int i = 0; i < a->nr_zones; i++)
		assert_zones_equal(a->zones[i], b->zones[i]);
	assert_pagemaps_equal(a->pagemap, b->pagemap);
	assert_details_equal(a->detail, b->detail);
	assert_counters_equal(&a->vmstat, &b->vmstat);
	assert_counters_equal(&a->meminfo, &b->meminfo);
	assert_counters_equal(&a->mem_knobs, &b->mem_knobs);
	assert_thp_equal(&a->thp, &b->thp);
	assert_tables_equal(a, b);
	assert_psi_equal(&a->psi_some, &b->psi_some);
	assert_psi_equal(&a->psi_full, &b->psi_full);
	assert_requests_equal(&a->request, &b->request);
	assert_activities_equal(a->activity, b->activity);
}
