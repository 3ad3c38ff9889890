/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * plan - what a scenario's [layout] and [client NAME] sections say: plain numbers, one per row of
 * layout.def and client.def.  Enumerations are written as words, which plan.c has beside the rows.
 */
#ifndef SIM_LOAD_PLAN_H
#define SIM_LOAD_PLAN_H

#include <stdbool.h>
#include <stdint.h>

#include "fragscope/err.h"

enum layout_fill {
	LAYOUT_FILL_NONE, LAYOUT_FILL_ANON, LAYOUT_FILL_FILE, LAYOUT_FILL_KERNEL, LAYOUT_FILL_MIX,
	LAYOUT_FILL_FRAME,      /* as the scenario's frame has it */
	NR_LAYOUT_FILLS
};

enum layout_free {
	LAYOUT_FREE_NONE,
	LAYOUT_FREE_RESIDUE,    /* pfn % modulus == residue */
	LAYOUT_FREE_EACH,       /* a random one of every aligned group of modulus */
	LAYOUT_FREE_UNIFORM,    /* each page by itself */
	LAYOUT_FREE_GROUPS,     /* runs of "group" pages that were allocated together */
	NR_LAYOUT_FREES
};

enum layout_order { LAYOUT_ORDER_UP, LAYOUT_ORDER_DOWN, NR_LAYOUT_ORDERS };

enum layout_eat { LAYOUT_EAT_ANON, LAYOUT_EAT_KERNEL, NR_LAYOUT_EATS };

enum client_kind {
#define CLIENT_KIND(id, name, help) CLIENT_KIND_##id,
#include "sim/load/client_kind.def"
#undef CLIENT_KIND
	NR_CLIENT_KINDS
};

struct sim_layout_plan {
#define LAYOUT_SETTING(field, least, most, normal, help) uint64_t field;
#include "sim/load/layout.def"
#undef LAYOUT_SETTING
};

struct sim_client_plan {
#define CLIENT_SETTING(field, least, most, normal, help) uint64_t field;
#include "sim/load/client.def"
#undef CLIENT_SETTING
};

/* How one setting is written. */
struct plan_row {
	const char *name, *help;
	uint64_t least, most, normal;
};

/* Rows by number from 0, in the order of the fields; NULL behind the last. */
const struct plan_row *layout_row(unsigned int number);
const struct plan_row *client_row(unsigned int number);
/* The field of that row. */
uint64_t *layout_field(struct sim_layout_plan *plan, unsigned int row);
uint64_t *client_field(struct sim_client_plan *plan, unsigned int row);

void layout_plan_init(struct sim_layout_plan *plan);
void client_plan_init(struct sim_client_plan *plan);

/* Words of an enumeration, up to a NULL: value i is words[i].  NULL: it is none. */
const char *const *plan_words(const struct plan_row *row);
/* Whether it is masks and bits of gfp.h, joined by "+". */
bool plan_is_gfp(const struct plan_row *row);

/* Reads a value as that row is written.  -EINVAL with what would be right. */
int plan_parse(const struct plan_row *row, const char *text, uint64_t *value, struct err *err);
/* What can be written there, in words: "always, defer", or "0 to 9". */
void plan_range(const struct plan_row *row, char *text, unsigned int size);
/* A value as it is written. */
void plan_text(const struct plan_row *row, uint64_t value, char *text, unsigned int size);
/* What belongs together in one plan: pages_min <= pages_max and the like.  -EINVAL names them. */
int layout_plan_check(const struct sim_layout_plan *plan, struct err *err);
int client_plan_check(const struct sim_client_plan *plan, struct err *err);

/* Owners that the layout makes at most, in a machine of that many pages; that one client does. */
uint32_t layout_nr_owners(const struct sim_layout_plan *plan, uint64_t nr_pages);
uint32_t client_nr_owners(const struct sim_client_plan *plan);
/* Entries of sim->slots that one client needs; sim_new sets its first_slot. */
uint32_t client_nr_slots(const struct sim_client_plan *plan);

/* A kind of client by its number, for help; NULL behind the last. */
struct client_kind_row {
	const char *name, *help;
};
const struct client_kind_row *client_kind_row(unsigned int number);

#endif
