/* SPDX-License-Identifier: GPL-2.0-or-later */
/* machine - nodes and their CPUs. */
#ifndef SIM_MACHINE_H
#define SIM_MACHINE_H

#include "sim/state.h"

unsigned int machine_first_cpu(const struct sim *sim, unsigned int node);

#endif
