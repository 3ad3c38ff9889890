/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * column - an array of unsigned numbers of one width as JSON, both ways.
 *
 * Up to COLUMN_PLAIN_MAX entries: a plain array.  Above, or on demand:
 *
 *	{"type":"u16","count":N,"encoding":"zstd+base64","data":"..."}
 *
 * where data is one zstd frame, with its content size and checksum, of the entries in little-endian
 * order.  The same entries give the same bytes.  A reader always knows how many entries it expects
 * and brings the memory, so what the header claims is compared, never believed.
 */
#ifndef EXPORT_COLUMN_H
#define EXPORT_COLUMN_H

#include <stdbool.h>
#include <stddef.h>

#include "json_in.h"
#include "json_out.h"

#define COLUMN_PLAIN_MAX (64U * 1024)

enum column_type { COLUMN_U8, COLUMN_U16, COLUMN_U32, COLUMN_U64, NR_COLUMN_TYPES };

size_t column_type_width(enum column_type type);

/* 0 or -ENOMEM; failures of the stream are kept in out. */
int column_write(struct json_out *out, const char *key, enum column_type type, const void *data,
		 size_t nr);
/* The same, compressed however short it is. */
int column_write_packed(struct json_out *out, const char *key, enum column_type type,
			const void *data, size_t nr);

/* Whether item can hold nr entries, judged by its size alone: asked before memory for them is
 * taken. */
int column_check(struct json_in *in, const cJSON *item, enum column_type type, size_t nr);

/* Fills data with exactly nr entries. */
int column_read(struct json_in *in, const cJSON *item, enum column_type type, void *data,
		size_t nr);

#endif
