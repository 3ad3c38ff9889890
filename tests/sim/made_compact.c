// SPDX-License-Identifier: GPL-2.0-or-later
#include "made_compact.h"

struct compact_control made_control(const struct sim *sim, int order, enum compact_mode mode)
{
	struct compact_control cc = {
		.order = (int8_t)order, .mode = (uint8_t)mode, .type = MT_MOVABLE,
		.gfp = GFP_HIGHUSER_MOVABLE_MASK, .alloc_flags = ALLOC_CMA,
		.zoneidx = SIM_ZONE_NORMAL, .cause = CAUSE_DIRECT, .captured = NO_PAGE,
		.free_pfn = sim->c.nr_pages - 512, .nr_migratepages = 32, .active = 1,
		.search_order = order > 0 ? (uint32_t)order : 0,
	};

	for (unsigned int i = 0; i < SIM_NR_ORDERS; i++)
		page_list_init(&cc.freepages[i]);
	page_list_init(&cc.migratepages);
	return cc;
}

void made_give(struct sim *sim, uint32_t owner, uint32_t first, uint32_t nr, unsigned int order)
{
	for (uint32_t pfn = first; pfn < first + nr; pfn += 1u << order) {
		buddy_mark_tails(sim, pfn, order, PAGE_STATE_TAIL);
		sim->state[pfn] = sim->owners[owner].state;
		sim->order[pfn] = (uint8_t)order;
		owner_add_page(sim, owner, pfn);
	}
}

struct sim *made_anon(uint32_t nr_blocks, uint32_t *owner)
{
	struct sim *sim = made_machine(nr_blocks, 1);

	random_init(&sim->c.migrate_random, 1, 1);
	random_init(&sim->c.resample_random, 1, 2);
	*owner = owner_new(sim, PAGE_STATE_ANON);
	made_give(sim, *owner, 0, sim->c.nr_pages, 0);
	sim->knobs.migrate_fail_permille = 0;
	return sim;
}

void made_free_owned(struct sim *sim, uint32_t pfn)
{
	owner_del_page(sim, pfn);
	made_free(sim, pfn, page_order(sim, pfn));
}

void made_free_grid(struct sim *sim, uint32_t from, uint32_t to, uint32_t every, uint32_t residue)
{
	for (uint32_t pfn = from; pfn < to; pfn++)
		if (pfn % every == residue)
			made_free_owned(sim, pfn);
}

static void note(struct sim *sim, const struct sim_event *event, void *listener)
{
	struct made_events *events = listener;

	(void)sim;
	if (event->kind != events->kind || events->nr == 256)
		return;
	events->pfn[events->nr] = event->pfn;
	for (unsigned int i = 0; i < 4; i++)
		events->arg[events->nr][i] = event->arg[i];
	events->nr++;
}

void made_listen(struct sim *sim, struct made_events *events, enum sim_event_kind kind)
{
	events->kind = kind;
	events->nr = 0;
	sim_listen(sim, note, events);
}

uint32_t made_count(const struct sim *sim, uint32_t from, uint32_t to, enum page_state state)
{
	uint32_t nr = 0;

	for (uint32_t pfn = from; pfn < to; pfn++)
		nr += sim->state[pfn] == state;
	return nr;
}
