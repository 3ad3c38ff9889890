// SPDX-License-Identifier: GPL-2.0-or-later
#include "sim/knob.h"

#include <stddef.h>

#include "fragscope/array.h"

const struct sim_knob_row sim_knob_rows[] = {
#define SIM_KNOB(field, least, most, normal, help) { #field, help, least, most, normal },
#include "sim/knob.def"
#undef SIM_KNOB
};

const unsigned int sim_nr_knobs = ARRAY_SIZE(sim_knob_rows);

static const size_t knob_offset[] = {
#define SIM_KNOB(field, least, most, normal, help) offsetof(struct sim_knobs, field),
#include "sim/knob.def"
#undef SIM_KNOB
};

void knobs_init(struct sim_knobs *knobs)
{
	for (unsigned int i = 0; i < sim_nr_knobs; i++)
		*knobs_field(knobs, i) = sim_knob_rows[i].normal;
}

uint32_t *knobs_field(struct sim_knobs *knobs, unsigned int row)
{
	return (uint32_t *)((char *)knobs + knob_offset[row]);
}
