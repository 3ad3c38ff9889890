// SPDX-License-Identifier: GPL-2.0-or-later
#include "own_cost.h"

#include <unistd.h>

#include "fragscope/clock.h"

void own_cost_init(struct own_cost *own)
{
	*own = (struct own_cost){
		.reader = reader_new("/"),
		.cpu_ns = clock_process_ns(),
		.mono_ns = clock_mono_ns(),
	};
}

void own_cost_done(struct own_cost *own)
{
	reader_free(own->reader);
}

/* statm: size, resident, … in pages */
static uint64_t resident_kib(struct reader *reader)
{
	struct span text, size, resident;
	uint64_t nr_pages;

	if (!reader || reader_read(reader, "proc/self/statm", &text, NULL) ||
	    !span_next_word(&text, &size) || !span_next_word(&text, &resident) ||
	    !span_to_u64(resident, &nr_pages))
		return 0;
	return nr_pages * (uint64_t)sysconf(_SC_PAGESIZE) / 1024;
}

void own_cost_measure(struct own_cost *own)
{
	uint64_t cpu_ns = clock_process_ns(), mono_ns = clock_mono_ns();

	if (mono_ns > own->mono_ns)
		own->cpu_ppm = (cpu_ns - own->cpu_ns) * 1000000 / (mono_ns - own->mono_ns);
	own->cpu_ns = cpu_ns;
	own->mono_ns = mono_ns;
	own->rss_kib = resident_kib(own->reader);
}
