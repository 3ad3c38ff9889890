// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * page_alloc - the fast path: the zonelist is gone through at the low mark, and what is not served
 * there goes to the slow path.  A page belongs to nobody until page_give().
 */
#include "sim/mm/page_alloc.h"

#include "sim/mm/owner.h"
#include "sim/mm/pcp.h"
#include "sim/mm/slowpath.h"
#include "sim/mm/watermark.h"

unsigned int gfp_type(const struct sim *sim, uint32_t gfp)
{
	if (sim->c.no_grouping)
		return MT_UNMOVABLE;
	if (gfp & GFP_MOVABLE_BIT)
		return MT_MOVABLE;
	return gfp & GFP_RECLAIMABLE_BIT ? MT_RECLAIMABLE : MT_UNMOVABLE;
}

unsigned int gfp_zoneidx(uint32_t gfp)
{
	const uint32_t movable = GFP_HIGHMEM_BIT | GFP_MOVABLE_BIT;

	if (gfp & GFP_DMA_BIT)
		return SIM_ZONE_DMA;
	if (gfp & GFP_DMA32_BIT)
		return SIM_ZONE_DMA32;
	return (gfp & movable) == movable ? SIM_ZONE_MOVABLE : SIM_ZONE_NORMAL;
}

static struct alloc_request make_request(const struct sim *sim, uint32_t gfp, unsigned int order)
{
	const struct sim_node *node = &sim->c.node[sim->c.running_node];

	return (struct alloc_request){
		.gfp = gfp,
		.order = (uint8_t)order,
		.reclaim_order = (uint8_t)order,
		.type = (uint8_t)gfp_type(sim, gfp),
		.zoneidx = (uint8_t)gfp_zoneidx(gfp),
		.node = sim->c.running_node,
		.nr_zones = gfp & GFP_THISNODE_BIT ? node->nr_own : node->nr_zonelist,
	};
}

struct sim_zone *request_zone(struct sim *sim, const struct alloc_request *request,
			      unsigned int *at)
{
	const uint8_t *list = sim->c.node[request->node].zonelist;

	while (*at < request->nr_zones) {
		struct sim_zone *zone = &sim->c.zone[list[(*at)++]];

		if (zone->kind <= request->zoneidx && zone->managed)
			return zone;
	}
	return NULL;
}

static bool has_dma32(const struct sim *sim, unsigned int node)
{
	for (unsigned int z = 0; z < sim->c.nr_zones; z++)
		if (sim->c.zone[z].node == node && sim->c.zone[z].kind == SIM_ZONE_DMA32)
			return sim->c.zone[z].managed;
	return false;
}

/* alloc_flags_nofragment(): a zone below may serve what would fragment the preferred one. */
static unsigned int nofragment_flag(struct sim *sim, const struct alloc_request *request)
{
	unsigned int at = 0;
	const struct sim_zone *preferred = request_zone(sim, request, &at);

	if (request_keeps_blocks(sim))
		return ALLOC_NOFRAGMENT;
	if (!preferred || preferred->kind != SIM_ZONE_NORMAL)
		return 0;
	return sim->c.nr_nodes > 1 && !has_dma32(sim, preferred->node) ? 0 : ALLOC_NOFRAGMENT;
}

static unsigned int fast_flags(struct sim *sim, const struct alloc_request *request)
{
	unsigned int flags = ALLOC_WMARK_LOW | nofragment_flag(sim, request);

	if (request->type == MT_MOVABLE)
		flags |= ALLOC_CMA;
	return request->gfp & GFP_KSWAPD_RECLAIM_BIT ? flags | ALLOC_KSWAPD : flags;
}

static bool mark_met(const struct sim *sim, const struct sim_zone *zone,
		     const struct alloc_request *request, unsigned int flags, unsigned int mark)
{
	return watermark_fast(sim, zone, request->order, watermark_of(zone, mark), request->zoneidx,
			      flags);
}

/* A zone that was above HIGH until now tells its per-CPU lists not to grow. */
static bool zone_may_serve(const struct sim *sim, struct sim_zone *zone,
			   const struct alloc_request *request, unsigned int flags)
{
	if (flags & ALLOC_NO_WATERMARKS)
		return true;
	if (sim->policy.pcp_auto && !zone->below_high) {
		if (mark_met(sim, zone, request, flags, ALLOC_WMARK_HIGH))
			return true;
		zone->below_high = 1;
	}
	return mark_met(sim, zone, request, flags, flags & ALLOC_WMARK_MASK);
}

static uint32_t take_from(struct sim *sim, struct sim_zone *zone,
			  const struct alloc_request *request, unsigned int flags)
{
	uint32_t pfn = rmqueue(sim, zone, request->order, request->type, flags);

	if (pfn != NO_PAGE && (flags & ALLOC_HIGHATOMIC))
		highatomic_reserve(sim, zone, pfn, request->order);
	return pfn;
}

/* Whether the walk left the preferred node: a fallback there is better than a remote page. */
static bool strays(const struct sim *sim, const struct alloc_request *request,
		   const struct sim_zone *zone, unsigned int flags)
{
	return (flags & ALLOC_NOFRAGMENT) && !request_keeps_blocks(sim) &&
	       zone->node != request->node;
}

/* One walk over the zonelist; *strayed: given up at a zone of another node. */
static uint32_t walk_zonelist(struct sim *sim, const struct alloc_request *request,
			      unsigned int flags, bool *strayed)
{
	struct sim_zone *zone;

	for (unsigned int at = 0; (zone = request_zone(sim, request, &at)); ) {
		*strayed = strays(sim, request, zone, flags);
		if (*strayed)
			return NO_PAGE;
		if (!zone_may_serve(sim, zone, request, flags))
			continue;
		uint32_t pfn = take_from(sim, zone, request, flags);

		if (pfn != NO_PAGE)
			return pfn;
	}
	return NO_PAGE;
}

uint32_t page_alloc_try(struct sim *sim, const struct alloc_request *request, unsigned int flags)
{
	bool strayed = false;
	uint32_t pfn = walk_zonelist(sim, request, flags, &strayed);

	if (pfn != NO_PAGE || !(flags & ALLOC_NOFRAGMENT) || request_keeps_blocks(sim))
		return pfn;
	return walk_zonelist(sim, request, flags & ~(unsigned int)ALLOC_NOFRAGMENT, &strayed);
}

static void note_failure(struct sim *sim, const struct alloc_request *request, enum alloc_fail why)
{
	sim_count(sim, SIM_ALLOC_FAIL, 1);
	if (request->order > COSTLY_ORDER)
		sim_count(sim, SIM_ALLOC_COSTLY_FAIL, 1);
	sim_event(sim, EVENT_ALLOC_FAIL, NULL, NO_PAGE, request->order, request->gfp,
		  request->type, why);
}

static uint32_t serve_slowly(struct sim *sim, struct alloc_request *request, enum alloc_fail *why)
{
	uint64_t start_ns = sim->c.now_ns;
	uint32_t pfn;

	sim_count(sim, SIM_ALLOC_SLOW, 1);
	sim_event(sim, EVENT_SLOWPATH, NULL, NO_PAGE, request->order, request->gfp, request->type,
		  0);
	pfn = slowpath_alloc(sim, request, why);
	sim_note_latency(sim, LATENCY_ALLOC, sim->c.now_ns - start_ns);
	return pfn;
}

static uint32_t serve(struct sim *sim, uint32_t gfp, unsigned int order)
{
	struct alloc_request request = make_request(sim, gfp, order);
	enum alloc_fail why = ALLOC_FAIL_NO_ZONE;
	uint32_t pfn;
	bool slow;

	if (order > COSTLY_ORDER)
		sim_count(sim, SIM_ALLOC_COSTLY, 1);
	pfn = page_alloc_try(sim, &request, fast_flags(sim, &request));
	slow = pfn == NO_PAGE;
	if (slow)
		pfn = serve_slowly(sim, &request, &why);
	if (pfn == NO_PAGE) {
		note_failure(sim, &request, why);
		return NO_PAGE;
	}
	sim_count(sim, SIM_ALLOC, 1ull << order);
	sim_event(sim, EVENT_ALLOC, sim_page_zone(sim, pfn), pfn, order, gfp, request.type, slow);
	return pfn;
}

uint32_t page_alloc(struct sim *sim, uint32_t gfp, unsigned int order)
{
	return serve(sim, gfp, order);
}

uint32_t page_alloc_huge(struct sim *sim, uint32_t gfp, unsigned int order)
{
	uint32_t pfn = serve(sim, gfp | GFP_THISNODE_BIT | GFP_NORETRY_BIT, order);

	if (pfn != NO_PAGE || !(gfp & GFP_DIRECT_RECLAIM_BIT))
		return pfn;
	return serve(sim, gfp, order);
}

void page_give(struct sim *sim, uint32_t pfn, enum page_state state, unsigned int flags,
	       uint32_t owner)
{
	sim->state[pfn] = (uint8_t)state;
	sim->flags[pfn] = (uint8_t)flags;
	if (owner != NO_OWNER)
		owner_add_page(sim, owner, pfn);
}

void page_free(struct sim *sim, uint32_t pfn)
{
	if (sim->owner[pfn] != NO_OWNER)
		owner_del_page(sim, pfn);
	sim->flags[pfn] = 0;
	pcp_free_page(sim, pfn, page_order(sim, pfn));
}
