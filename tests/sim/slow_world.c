// SPDX-License-Identifier: GPL-2.0-or-later
#include "slow_world.h"

#include "sim/mm/buddy.h"
#include "sim/mm/owner.h"
#include "sim/mm/pcp.h"
#include "sim/mm/vmscan.h"

#include "fragscope/sim_policy.h"
#include "../check.h"

struct slow_world world;

static void note(char what)
{
	assert_true(world.nr + 1 < sizeof(world.trace));
	world.trace[world.nr++] = what;
	world.trace[world.nr] = '\0';
}

uint32_t rmqueue(struct sim *sim, struct sim_zone *zone, unsigned int order, unsigned int type,
		 unsigned int alloc_flags)
{
	(void)type;
	note('L');
	world.looks++;
	world.flags = alloc_flags;
	if (order >= world.largest &&
	    !(world.serves_from && world.looks >= world.serves_from) &&
	    !(world.may_steal && !(alloc_flags & ALLOC_NOFRAGMENT)))
		return NO_PAGE;
	sim->order[zone->first] = (uint8_t)order;
	return zone->first;
}

uint32_t watermark_of(const struct sim_zone *zone, unsigned int alloc_flags)
{
	(void)zone;
	return alloc_flags & ALLOC_WMARK_MASK;
}

bool watermark_fast(const struct sim *sim, const struct sim_zone *zone, unsigned int order,
		    uint64_t mark, unsigned int zoneidx, unsigned int alloc_flags)
{
	(void)sim, (void)zone, (void)order, (void)mark, (void)zoneidx, (void)alloc_flags;
	return true;
}

/* Reclaim could free nothing more. */
bool watermark_ok(const struct sim *sim, const struct sim_zone *zone, unsigned int order,
		  uint64_t mark, unsigned int zoneidx, unsigned int alloc_flags, uint64_t free)
{
	(void)sim, (void)zone, (void)order, (void)mark, (void)zoneidx, (void)alloc_flags, (void)free;
	return false;
}

uint32_t reclaim_possible(const struct sim *sim, const struct sim_zone *zone)
{
	(void)sim, (void)zone;
	return 0;
}

uint32_t reclaim_direct(struct sim *sim, const struct alloc_request *request)
{
	(void)sim;
	note('R');
	world.reclaims++;
	world.reclaim_order = request->reclaim_order;
	return world.progress;
}

void kswapd_wake(struct sim *sim, unsigned int node, uint32_t gfp, unsigned int order,
		 unsigned int zoneidx)
{
	(void)sim, (void)node, (void)zoneidx;
	note('S');
	world.kswapd_gfp = gfp;
	world.kswapd_order = order;
}

void kcompactd_wake(struct sim *sim, unsigned int node, unsigned int order, unsigned int zoneidx)
{
	(void)sim, (void)node, (void)order, (void)zoneidx;
	note('K');
}

enum compact_result compact_direct(struct sim *sim, const struct alloc_request *request,
				   unsigned int alloc_flags, enum compact_priority prio,
				   uint32_t *page)
{
	(void)sim, (void)alloc_flags;
	note("fla"[prio]);
	world.compact_order = request->reclaim_order;
	*page = world.captured;
	return request->order > COSTLY_ORDER ? world.costly_result : world.result;
}

bool compact_would_suit(struct sim *sim, const struct alloc_request *request,
			unsigned int alloc_flags)
{
	(void)sim, (void)request, (void)alloc_flags;
	return world.would_suit && world.reclaims < 3;
}

void compact_defer_reset(struct sim_zone *zone, int order, bool success)
{
	assert_true(success);
	zone->order_failed = (uint8_t)(order + 1);
}

void pcp_drain_all(struct sim *sim, struct sim_zone *zone)
{
	(void)sim;
	assert_null(zone);
	note('D');
	world.drains++;
}

bool highatomic_unreserve(struct sim *sim, const struct sim_node *node, unsigned int type,
			  bool force)
{
	(void)sim, (void)node, (void)type;
	if (force)
		note('U');
	return false;
}

void highatomic_reserve(struct sim *sim, struct sim_zone *zone, uint32_t pfn, unsigned int order)
{
	(void)sim, (void)pfn, (void)order;
	zone->nr_reserved_highatomic += 512;
}

void buddy_free(struct sim *sim, struct sim_zone *zone, uint32_t pfn, unsigned int order,
		bool to_tail)
{
	(void)sim, (void)zone, (void)order, (void)to_tail;
	world.freed = pfn;
}

void owner_add_page(struct sim *sim, uint32_t owner, uint32_t pfn)
{
	(void)sim, (void)owner, (void)pfn;
}

void owner_del_page(struct sim *sim, uint32_t pfn)
{
	(void)sim, (void)pfn;
}

void pcp_free_page(struct sim *sim, uint32_t pfn, unsigned int order)
{
	(void)sim, (void)pfn, (void)order;
}

struct sim *slow_machine(const char *name)
{
	static const struct sim_sizes sizes = {
		.nr_pages = 1024, .nr_zones = 1, .nr_nodes = 1, .nr_cpus = 1, .max_order = 10,
		.block_order = 9,
	};
	struct sim *sim = state_new(&sizes);
	struct sim_policy *policy = sim_policy_new(name, NULL);

	assert_non_null(policy);
	sim->policy = *policy;
	sim_policy_free(policy);
	knobs_init(&sim->knobs);
	sim->c.zone[0] = (struct sim_zone){
		.spanned = 1024, .present = 1024, .managed = 1024, .kind = SIM_ZONE_NORMAL,
		.blockskip_flush = 1,
	};
	sim->c.node[0] = (struct sim_node){ .cpus = 1, .nr_zonelist = 1, .nr_own = 1 };
	memset(&world, 0, sizeof(world));
	world.progress = 32;
	world.captured = NO_PAGE;
	world.costly_result = world.result = COMPACT_COMPLETE;
	return sim;
}
