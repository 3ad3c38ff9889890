/* SPDX-License-Identifier: GPL-2.0-or-later */
/* own_cost - what the program itself takes, for the screen. */
#ifndef OWN_COST_H
#define OWN_COST_H

#include <stdint.h>

#include "fragscope/reader.h"

struct own_cost {
	struct reader *reader;      /* of this host, whatever the source looks at */
	uint64_t cpu_ns, mono_ns;   /* at the last measurement */
	uint64_t cpu_ppm;           /* between the last two, millionths of one CPU */
	uint64_t rss_kib;
};

void own_cost_init(struct own_cost *own);
void own_cost_done(struct own_cost *own);
void own_cost_measure(struct own_cost *own);

#endif
