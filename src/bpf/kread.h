/* SPDX-License-Identifier: GPL-2.0-or-later */
/* kread - what kread.bpf.c and kread.c tell each other.  Both include it. */
#ifndef BPF_KREAD_H
#define BPF_KREAD_H

#define KREAD_MAX        65536 /* bytes of one call */
#define KREAD_PIECES_MAX 8192  /* pieces of one call, of 8 bytes then */
#define KREAD_PIECE_MAX  64    /* bytes of a piece */
#define KREAD_ROUND      8     /* pieces that are read at once */

/* The array that is mapped. */
struct kread_window {
	uint8_t bytes[KREAD_MAX + 2 * KREAD_PIECE_MAX]; /* what was read */
	uint64_t addr[KREAD_PIECES_MAX];            /* of pieces, from user space */
	uint8_t failed[KREAD_PIECES_MAX];           /* 1: that piece could not be read */
};

/* Context of one call: addr, size and nr go in, the rest comes back. */
struct kread_call {
	uint64_t addr;
	uint32_t size;   /* of a piece, where there are several */
	int32_t result;  /* 0, or the reading failed */
	uint32_t nr;     /* pieces */
	uint32_t pad;
	uint64_t task;   /* address of the caller's task_struct */
};

#endif
