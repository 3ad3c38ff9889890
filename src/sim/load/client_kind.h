/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * client_kind - what the kinds of clients have in common, and the entry of each: one operation,
 * false where it was the last.  A client begins with scratch[] zero and without owners.
 */
#ifndef SIM_LOAD_CLIENT_KIND_H
#define SIM_LOAD_CLIENT_KIND_H

#include "sim/load/client.h"
#include "sim/load/plan.h"
#include "sim/mm/owner.h"
#include "sim/mm/page_alloc.h"

/* How one operation went. */
struct client_op {
	uint64_t wake_ns;             /* the next one not before */
	uint32_t pfn;                 /* of what it got last, or NO_PAGE */
	int granted, wanted;          /* orders; granted -1: nothing */
};

#define CLIENT_KIND(id, name, help) \
	bool client_##name##_step(struct sim *sim, struct sim_client *client, \
				  struct client_op *op);
#include "sim/load/client_kind.def"
#undef CLIENT_KIND

const struct sim_client_plan *client_plan(const struct sim *sim, const struct sim_client *client);
/* Uniform on least to most. */
uint32_t client_draw(struct sim_client *client, uint64_t least, uint64_t most);
bool client_chance(struct sim_client *client, uint64_t permille);
/* How many pages that is, at least one. */
uint64_t client_pages(const struct sim *sim, uint64_t kib);
/* client->owner, made if there is none. */
uint32_t client_owner(struct sim *sim, struct sim_client *client, enum page_state state);
/* A page for an address of the client's memory that nothing is at yet, with the client's settings
 * for huge pages; of order 0 where that order is not there.  NO_PAGE: out of memory. */
uint32_t client_fault(struct sim *sim, struct sim_client *client, unsigned int order,
		      uint32_t owner);

/*
 * Files of a client, in its slots (client_file.c, which has scratch[4] to [7]).
 */

/* Its file of that number, empty: what it had is truncated.  NO_OWNER: too many owners. */
uint32_t client_file_begin(struct sim *sim, struct sim_client *client, uint32_t number);
/* One more is written: the flusher will come to its pages. */
void client_file_written(struct sim_client *client);
bool client_file_exists(const struct sim *sim, const struct sim_client *client, uint32_t number);
void client_file_remove(struct sim *sim, struct sim_client *client, uint32_t number);
/* The flusher comes by, if it is time. */
void client_files_clean(struct sim *sim, struct sim_client *client);
/* A buffered write of so many pages of a file from that index on, folio by folio as iomap does it.
 * false: a folio could not be had. */
bool client_write(struct sim *sim, struct sim_client *client, uint32_t file, uint64_t index,
		  uint64_t nr_pages, struct client_op *op);

#endif
