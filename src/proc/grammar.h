/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * grammar - the lines that mm/show_mem.c, mm/oom_kill.c, mm/page_alloc.c (warn_alloc) and
 * mm/vmstat.c print, from 2.4 to 7.x: how each kind begins, and which words it is made of.
 *
 * Both readers of kernel text use it: unwrap.c to put lines together again (a cut line is one whose
 * words are not complete), klog.c and pieces.c to tell lines apart.
 */
#ifndef PROC_GRAMMAR_H
#define PROC_GRAMMAR_H

#include "textbuf.h"

enum line_kind {
	LINE_OTHER = 0,
	LINE_LABEL,       /* "Node 0 DMA", "Normal:" and no more: a cut beginning */
	/* files of /proc */
	LINE_PROC_ROW,    /* "Node 0, zone      DMA      1 …": buddyinfo, pagetypeinfo, extfrag */
	LINE_PROC_ZONE,   /* "Node 0, zone      DMA" and no more: zoneinfo */
	LINE_PROC_BLOCK,  /* "Page block order: 9", "Pages per block:  512" */
	LINE_PROC_ORDERS, /* "Free pages count per migrate type at order       0      1 …" */
	LINE_PROC_TYPES,  /* "Number of blocks type     Unmovable …", "Number of mixed blocks …" */
	/* kernel log */
	LINE_MEMINFO,     /* "Mem-Info:" */
	LINE_SYSRQ,       /* "SysRq : Show Memory" */
	LINE_COUNTERS,    /* "active_anon:149 inactive_anon:8055 …", in pages */
	LINE_NODE,        /* "Node 0 active_anon:596kB …" */
	LINE_ZONE,        /* "Node 0 DMA free:13312kB boost:0kB …" */
	LINE_ZONE_24,     /* "Zone:DMA freepages: 13800kB min:   128kB …" */
	LINE_RESERVE,     /* "lowmem_reserve[]: 0 833 15809" */
	LINE_ROW,         /* "Node 0 DMA: 1*4kB (U) 2*8kB (UM) … = 13312kB", or without a name */
	LINE_HUGE,        /* "Node 0 hugepages_total=0 … hugepages_size=2048kB" */
	LINE_TOTAL,       /* "3924882 total pagecache pages", "Free swap  = 0kB", … */
	LINE_TASK,        /* "CPU: 3 PID: 1108 Comm: md5sum Not tainted 5.19.0 #1" */
	LINE_REQUEST,     /* "… page allocation failure: order:4, mode:0x40c40(…), …" */
	LINE_OOM,         /* "… invoked oom-killer: gfp_mask=0x500cc2(…), order=0, …" */
	LINE_CPUSET,      /* "swapper/0 cpuset=/ mems_allowed=0" */
	LINE_CONSTRAINT,  /* "oom-kill:constraint=CONSTRAINT_CPUSET,nodemask=(null),…" */
};

/* text has no prefix, blanks around it are allowed. */
enum line_kind line_kind(struct span text);

static inline bool line_kind_is_klog(enum line_kind kind)
{
	return kind >= LINE_MEMINFO;
}

static inline bool line_kind_is_proc(enum line_kind kind)
{
	return kind >= LINE_PROC_ROW && kind < LINE_MEMINFO;
}

/* "Node 0, zone …", "Node 0 DMA …", "Mem-Info:", "Page block order: …": what begins a line wherever
 * it stands, even in the middle of another or where the rest of a wrapped line is awaited. */
bool line_begins_anywhere(struct span text);

/* The parts of a row's or zone's label; name points into the text. */
struct line_label {
	int node;          /* -1: none named */
	struct span name;  /* of the zone, may be empty */
	struct span type;  /* migratetype of a pagetypeinfo row, may be empty */
	struct span rest;  /* what follows the label and its ':' */
};

/* The label of a LINE_PROC_ROW, _PROC_ZONE, _ROW, _ZONE, _ZONE_24, _NODE or _HUGE. */
void line_label(struct span text, enum line_kind kind, struct line_label *label);

/* Whether word may follow the word before it on a line of that kind; both may be empty. */
bool line_word_fits(enum line_kind kind, struct span before, struct span word);

/* "12*512kB": count and size in kB of one order, a power of two.  False for anything else. */
bool row_cell(struct span word, uint64_t *count, uint64_t *size_kib);
/* "(UME)", "<...>" and its kin */
bool row_letters(struct span word, struct span *letters);
bool row_elision(struct span word);

/* "13312kB" */
bool span_to_kib(struct span word, uint64_t *kib);

/* What a number looks like in a row of /proc: 12, >100000, 0.984, -1.000 */
bool proc_number(struct span word);

#endif
