// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * state - making, copying and hashing machines, lists of pages, model time and zone->lock.
 *
 * The columns stand in one piece of memory, each at a multiple of 64 bytes, so that a copy is one
 * memcpy and two machines of the same scenario have the same layout.
 */
#include "sim/state.h"

#include <stdlib.h>
#include <string.h>

#include "fragscope/bits.h"
#include "fragscope/hash.h"
#include "sim/load/client.h"

#define COLUMN_ALIGN_ORDER 6

/* The order is fixed: the layout of a machine is part of its hash. */
struct columns {
	size_t next, prev, owner, state, order, flags, block, pcp, owners, tasks, heap, clients;
	size_t slots, size;
};

static size_t add_column(size_t *size, uint64_t nr, size_t entry)
{
	size_t at = *size;

	*size += bits_align_up(nr * entry, COLUMN_ALIGN_ORDER);
	return at;
}

static struct columns columns_of(const struct sim_core *c)
{
	struct columns at = { 0 };

	at.next = add_column(&at.size, c->nr_pages, sizeof(uint32_t));
	at.prev = add_column(&at.size, c->nr_pages, sizeof(uint32_t));
	at.owner = add_column(&at.size, c->nr_pages, sizeof(uint32_t));
	at.state = add_column(&at.size, c->nr_pages, 1);
	at.order = add_column(&at.size, c->nr_pages, 1);
	at.flags = add_column(&at.size, c->nr_pages, 1);
	at.block = add_column(&at.size, c->nr_blocks, sizeof(struct sim_block));
	at.pcp = add_column(&at.size, (uint64_t)c->nr_zones * c->nr_cpus, sizeof(struct sim_pcp));
	at.owners = add_column(&at.size, c->nr_owners, sizeof(struct sim_owner));
	at.tasks = add_column(&at.size, c->nr_tasks, sizeof(struct sim_task));
	at.heap = add_column(&at.size, c->nr_tasks, sizeof(uint32_t));
	at.clients = add_column(&at.size, c->nr_clients, sizeof(struct sim_client));
	at.slots = add_column(&at.size, c->nr_slots, sizeof(uint32_t));
	return at;
}

static bool place_columns(struct sim *sim)
{
	struct columns at = columns_of(&sim->c);
	char *memory = calloc(1, at.size + 1);

	if (!memory)
		return false;
	sim->memory = memory;
	sim->memory_size = at.size;
	sim->next = (void *)(memory + at.next);
	sim->prev = (void *)(memory + at.prev);
	sim->owner = (void *)(memory + at.owner);
	sim->state = (void *)(memory + at.state);
	sim->order = (void *)(memory + at.order);
	sim->flags = (void *)(memory + at.flags);
	sim->block = (void *)(memory + at.block);
	sim->pcp = (void *)(memory + at.pcp);
	sim->owners = (void *)(memory + at.owners);
	sim->tasks = (void *)(memory + at.tasks);
	sim->heap = (void *)(memory + at.heap);
	sim->clients = (void *)(memory + at.clients);
	sim->slots = (void *)(memory + at.slots);
	return true;
}

static void init_lists(struct sim *sim)
{
	for (unsigned int z = 0; z < SIM_ZONES_MAX; z++)
		for (unsigned int order = 0; order < SIM_NR_ORDERS; order++)
			for (unsigned int type = 0; type < NR_MT; type++)
				page_list_init(&sim->c.zone[z].free[order][type]);
	for (unsigned int i = 0; i < sim->c.nr_zones * sim->c.nr_cpus; i++)
		for (unsigned int list = 0; list < SIM_PCP_LISTS; list++)
			page_list_init(&sim->pcp[i].list[list]);
	for (unsigned int i = 0; i < sim->c.nr_owners; i++) {
		page_list_init(&sim->owners[i].pages);
		sim->owners[i].prev = NO_OWNER;
		sim->owners[i].next = i + 1 < sim->c.nr_owners ? i + 1 : NO_OWNER;
	}
}

static void init_core(struct sim_core *c, const struct sim_sizes *sizes)
{
	c->nr_pages = sizes->nr_pages;
	c->nr_blocks = (uint32_t)(((uint64_t)sizes->nr_pages + (1u << sizes->block_order) - 1) >>
				  sizes->block_order);
	c->nr_zones = sizes->nr_zones;
	c->nr_nodes = sizes->nr_nodes;
	c->nr_cpus = sizes->nr_cpus;
	c->nr_owners = sizes->nr_owners;
	c->nr_tasks = sizes->nr_tasks;
	c->nr_clients = sizes->nr_clients;
	c->nr_slots = sizes->nr_slots;
	c->max_order = sizes->max_order;
	c->block_order = sizes->block_order;
	c->free_owner = sizes->nr_owners ? 0 : NO_OWNER;
	c->oldest_file = c->youngest_file = NO_OWNER;
}

struct sim *state_new(const struct sim_sizes *sizes)
{
	struct sim *sim = calloc(1, sizeof(*sim));

	if (!sim)
		return NULL;
	init_core(&sim->c, sizes);
	if (!place_columns(sim)) {
		free(sim);
		return NULL;
	}
	for (uint32_t pfn = 0; pfn < sizes->nr_pages; pfn++)
		sim->next[pfn] = sim->prev[pfn] = sim->owner[pfn] = NO_PAGE;
	for (uint32_t slot = 0; slot < sizes->nr_slots; slot++)
		sim->slots[slot] = NO_OWNER;
	init_lists(sim);
	return sim;
}

void sim_free(struct sim *sim)
{
	if (!sim)
		return;
	free(sim->memory);
	free(sim);
}

struct sim *sim_clone(const struct sim *sim)
{
	struct sim *copy = malloc(sizeof(*copy));

	if (!copy)
		return NULL;
	*copy = *sim;
	copy->left = sim->left || sim->hearing;
	copy->hearing = false;
	copy->on_event = NULL;
	copy->listener = NULL;
	copy->leave = NULL;
	if (!place_columns(copy)) {
		free(copy);
		return NULL;
	}
	memcpy(copy->memory, sim->memory, sim->memory_size);
	return copy;
}

void sim_copy(struct sim *to, const struct sim *from)
{
	to->c = from->c;
	to->left = from->left || from->hearing;
	to->hearing = false;
	to->last = from->last;
	memcpy(to->memory, from->memory, from->memory_size);
}

uint64_t sim_hash(const struct sim *sim)
{
	uint64_t hash = hash_bytes(1, &sim->c, sizeof(sim->c));

	return hash_bytes(hash, sim->memory, sim->memory_size);
}

size_t sim_bytes(const struct sim *sim)
{
	return sizeof(*sim) + sim->memory_size;
}

void page_list_init(struct page_list *list)
{
	list->first = list->last = NO_PAGE;
	list->nr = 0;
}

void page_list_add_head(struct sim *sim, struct page_list *list, uint32_t pfn)
{
	sim->prev[pfn] = NO_PAGE;
	sim->next[pfn] = list->first;
	if (list->nr++)
		sim->prev[list->first] = pfn;
	else
		list->last = pfn;
	list->first = pfn;
}

void page_list_add_tail(struct sim *sim, struct page_list *list, uint32_t pfn)
{
	sim->next[pfn] = NO_PAGE;
	sim->prev[pfn] = list->last;
	if (list->nr++)
		sim->next[list->last] = pfn;
	else
		list->first = pfn;
	list->last = pfn;
}

void page_list_del(struct sim *sim, struct page_list *list, uint32_t pfn)
{
	uint32_t next = sim->next[pfn], prev = sim->prev[pfn];

	if (prev == NO_PAGE)
		list->first = next;
	else
		sim->next[prev] = next;
	if (next == NO_PAGE)
		list->last = prev;
	else
		sim->prev[next] = prev;
	sim->next[pfn] = sim->prev[pfn] = NO_PAGE;
	list->nr--;
}

uint32_t page_list_pop(struct sim *sim, struct page_list *list)
{
	uint32_t pfn = list->first;

	if (pfn != NO_PAGE)
		page_list_del(sim, list, pfn);
	return pfn;
}

void page_list_rotate(struct sim *sim, struct page_list *list, uint32_t pfn)
{
	uint32_t first = sim->next[pfn];

	if (first == NO_PAGE)
		return;
	sim->next[list->last] = list->first;
	sim->prev[list->first] = list->last;
	sim->prev[first] = NO_PAGE;
	sim->next[pfn] = NO_PAGE;
	list->first = first;
	list->last = pfn;
}

void page_list_splice_tail(struct sim *sim, struct page_list *to, struct page_list *from)
{
	if (!from->nr)
		return;
	if (to->nr) {
		sim->next[to->last] = from->first;
		sim->prev[from->first] = to->last;
	} else {
		to->first = from->first;
	}
	to->last = from->last;
	to->nr += from->nr;
	page_list_init(from);
}

void sim_note_latency(struct sim *sim, enum sim_latency kind, uint64_t ns)
{
	sim->c.latency_log2[kind][ns ? bits_log2(ns) : 0]++;
	if (ns > sim->c.latency_max_ns[kind])
		sim->c.latency_max_ns[kind] = ns;
}

static bool lock_is_busy(const struct sim_lock *lock, uint64_t now_ns)
{
	return lock->busy_ns <= now_ns && now_ns < lock->free_at_ns;
}

void zone_lock(struct sim *sim, struct sim_zone *zone)
{
	struct sim_lock *lock = &zone->lock;

	if (lock->held++)
		return;
	if (lock_is_busy(lock, sim->c.now_ns)) {
		uint64_t wait_ns = lock->free_at_ns - sim->c.now_ns;

		sim_charge(sim, COST_LOCK_WAIT, wait_ns);
		sim_charge(sim, COST_LOCK_HANDOVER, 1);
		sim_count(sim, SIM_LOCK_WAIT_NS, wait_ns);
		sim_note_latency(sim, LATENCY_LOCK_WAIT, wait_ns);
	} else {
		sim_charge(sim, COST_LOCK, 1);
		lock->busy_ns = sim->c.now_ns;
	}
	lock->since_ns = sim->c.now_ns;
}

void zone_unlock(struct sim *sim, struct sim_zone *zone)
{
	struct sim_lock *lock = &zone->lock;

	if (--lock->held)
		return;
	uint64_t held_ns = sim->c.now_ns - lock->since_ns;

	lock->free_at_ns = sim->c.now_ns;
	sim_count(sim, SIM_LOCK_HOLD_NS, held_ns);
	sim_note_latency(sim, LATENCY_LOCK_HOLD, held_ns);
}

bool zone_lock_is_busy(const struct sim *sim, const struct sim_zone *zone)
{
	return !zone->lock.held && lock_is_busy(&zone->lock, sim->c.now_ns);
}

static void tell(struct sim *sim)
{
	if (sim->on_event) {
		sim->hearing = true;
		sim->on_event(sim, &sim->last, sim->listener);
		sim->hearing = false;
	}
	if (sim->leave && sim->c.nr_events >= sim->leave_at)
		longjmp(*sim->leave, 1);
}

void sim_event(struct sim *sim, enum sim_event_kind kind, const struct sim_zone *zone, uint32_t pfn,
	       int64_t a, int64_t b, int64_t c, int64_t d)
{
	sim->c.nr_events++;
	if (!sim->on_event && !sim->leave)
		return;
	sim->last = (struct sim_event){
		.number = sim->c.nr_events,
		.now_ns = sim->c.now_ns,
		.task = sim->c.task,
		.pfn = pfn,
		.kind = (uint16_t)kind,
		.zone = zone ? (int16_t)(zone - sim->c.zone) : -1,
		.arg = { a, b, c, d },
	};
	if (sim->c.nr_events >= sim->tell_from || sim->tell_kinds >> kind & 1 || sim->leave)
		tell(sim);
}

void sim_listen(struct sim *sim, sim_event_fn *fn, void *listener)
{
	sim->on_event = fn;
	sim->listener = listener;
	sim->tell_from = 0;
	sim->tell_kinds = 0;
}

void sim_listen_from(struct sim *sim, uint64_t event, uint64_t kinds)
{
	sim->tell_from = event;
	sim->tell_kinds = kinds;
}

const struct sim_event *sim_last_event(const struct sim *sim)
{
	return &sim->last;
}
