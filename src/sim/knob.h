/* SPDX-License-Identifier: GPL-2.0-or-later */
/* knob - settings of the simulated kernel: see knob.def. */
#ifndef SIM_KNOB_H
#define SIM_KNOB_H

#include <stdint.h>

struct sim_knobs {
#define SIM_KNOB(field, least, most, normal, help) uint32_t field;
#include "sim/knob.def"
#undef SIM_KNOB
};

struct sim_knob_row {
	const char *name, *help;
	uint32_t least, most, normal;
};

extern const struct sim_knob_row sim_knob_rows[];
extern const unsigned int sim_nr_knobs;

void knobs_init(struct sim_knobs *knobs);
/* The field of that row. */
uint32_t *knobs_field(struct sim_knobs *knobs, unsigned int row);

#endif
