/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * client - those who ask for memory: writers, readers, processes, users of huge pages.  What one
 * does next depends on its own random stream and on how its last requests ended, never on the
 * policy.  Each kind is a row of client_kind.def and a file.
 */
#ifndef SIM_LOAD_CLIENT_H
#define SIM_LOAD_CLIENT_H

#include "sim/state.h"

/* One client of a workload; what scratch[] means is its kind's affair. */
struct sim_client {
	struct random random;
	uint64_t nr_ops;
	uint64_t scratch[8];
	uint32_t plan;                /* which of the scenario's clients it is one of */
	uint32_t owner;               /* of the pages it has now, or NO_OWNER */
	uint32_t file;                /* a second one, for those who write files */
	uint32_t first_slot;          /* of sim->slots: owners it has besides, as its files */
};

/* Ready for its first operation. */
void client_init(struct sim *sim, uint32_t client);
/* One operation, whole; its task is put to sleep until the next.  false: this client is done. */
bool client_step(struct sim *sim, struct sim_client *client);

#endif
