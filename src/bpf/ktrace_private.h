/* SPDX-License-Identifier: GPL-2.0-or-later */
/* ktrace_private - what the files of ktrace share. */
#ifndef BPF_KTRACE_PRIVATE_H
#define BPF_KTRACE_PRIVATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <bpf/libbpf.h>

#include "fragscope/ktrace.h"

#include "ktrace_rows.h"
#include "trace.h"

struct trace_bpf;

/* What became of a row. */
enum ktrace_fate {
	FATE_FITS = 0,         /* not tried yet */
	FATE_ATTACHED,
	FATE_NOT_WANTED,
	FATE_NOT_NEEDED,       /* something better is attached */
	/* missing */
	FATE_NO_PLACE,
	FATE_OTHER_ARGUMENTS,
	FATE_SWITCHED_OFF,     /* it would be attached and never run */
	FATE_REFUSED,          /* when it was loaded */
	FATE_NOT_ATTACHED,
};

struct ktrace {
	struct trace_bpf *bpf;
	struct bpf_link *links[KTRACE_ROWS_MAX];
	enum ktrace_fate fate[KTRACE_ROWS_MAX];
	struct ring_buffer *ring;
	struct ktrace_taker taker;     /* of the drain that goes on */
	int wake_fd;
	uint32_t ring_bytes;
	unsigned int nr_cpus;
	const struct trace_counts *counts; /* one per CPU, mapped */
	uint64_t count_ns;             /* length of a stretch of counting */
	uint64_t turn_ns;              /* when this one began, or the next begins; monotonic */
	uint64_t counted_ns;           /* all stretches that ended */
	bool is_counting, is_wanted;
	struct trace_gfp gfp_bits;
	bool may_read;                 /* programs may copy from kernel memory */
	char missing[256];
};

/* Whether what the row tells is told: by itself, or by a variant. */
bool ktrace_row_is_told(const struct ktrace *trace, size_t row);
/* ktrace_missing.c: writes trace->missing. */
void ktrace_say_missing(struct ktrace *trace);
/* Why nothing could be loaded.  Returns -code. */
int ktrace_say_why(int code, struct err *err);

#endif
