// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * costly - the proposals differ in how much of the slow path they tell.  Clearing the bit makes the
 * request one that cannot wait, with the reserves of such a request and with kswapd handing it to
 * kcompactd; the predicate leaves the mask alone, so that neither happens; waking and failing
 * leaves all else as it was up to that point.
 */
#include "sim/mm/costly.h"

static bool rather_fails(const struct alloc_request *request, uint32_t exempt)
{
	return request->order > COSTLY_ORDER && (request->gfp & GFP_NORETRY_BIT) &&
	       !(request->gfp & exempt);
}

uint32_t costly_slowpath_gfp(const struct sim *sim, const struct alloc_request *request)
{
	bool clears = false;

	if (sim->policy.costly == COSTLY_CLEAR_RECLAIM)
		clears = rather_fails(request, 0);
	else if (sim->policy.costly == COSTLY_CLEAR_RECLAIM_THISNODE)
		clears = rather_fails(request, GFP_THISNODE_BIT);
	return clears ? request->gfp & ~(uint32_t)GFP_DIRECT_RECLAIM_BIT : request->gfp;
}

bool costly_may_reclaim(const struct sim *sim, const struct alloc_request *request)
{
	if (sim->policy.costly == COSTLY_PREDICATE &&
	    rather_fails(request, GFP_THISNODE_BIT | GFP_NOFAIL_BIT))
		return false;
	return request->gfp & GFP_DIRECT_RECLAIM_BIT;
}

bool costly_only_wakes(const struct sim *sim, const struct alloc_request *request)
{
	return sim->policy.costly == COSTLY_NOPAGE_WAKE && rather_fails(request, 0);
}
