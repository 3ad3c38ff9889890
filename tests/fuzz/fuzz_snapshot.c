// SPDX-License-Identifier: GPL-2.0-or-later
/* Whatever bytes are read as a snapshot: refused with a reason, or a frame that holds together and
 * writes what is read again as the same bytes. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fragscope/export.h"
#include "snapshot.h"

#define MAP_BYTES_MAX (64ULL << 20) /* a fuzzer has less memory than a user */

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void fail(const char *what, const char *text)
{
	fprintf(stderr, "%s: %s\n", what, text);
	abort();
}

static char *write_out(const struct frame *frame, size_t *len)
{
	char *bytes = NULL;
	FILE *to = open_memstream(&bytes, len);

	if (!to || snapshot_write(frame, true, to, NULL))
		abort();
	fclose(to);
	return bytes;
}

static char *read_and_write(const char *bytes, size_t len, size_t *written)
{
	struct err err = { "" }, breach = { "" };
	struct pagemap *map;
	struct frame *frame;
	char *again;
	int ret = snapshot_read_bounded((struct span){ bytes, len }, MAP_BYTES_MAX, &frame, &map,
					&err);

	if (ret > 0 || (ret < 0) != (err.text[0] != '\0'))
		fail("no reason, or one too many", err.text);
	if (ret)
		return NULL;
	if (frame_check(frame, &breach))
		fail("frame", breach.text);
	for (unsigned int i = 0; map && i < map->nr_zones; i++)
		if (!map->zones[i]->blocks_only && zonemap_check(map->zones[i], &breach))
			fail("map", breach.text);
	again = write_out(frame, written);
	frame_free(frame);
	pagemap_free(map);
	return again;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	size_t first_len, second_len;
	char *first = read_and_write((const char *)data, size, &first_len);
	char *second = first ? read_and_write(first, first_len, &second_len) : NULL;

	if (first && (!second || first_len != second_len || memcmp(first, second, first_len)))
		fail("not the same when read again", first);
	free(first);
	free(second);
	return 0;
}
