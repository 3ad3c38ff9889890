// SPDX-License-Identifier: GPL-2.0-or-later
#include "refuse.h"

#include <errno.h>
#include <string.h>

#include "fragscope/array.h"

#define HEAD_BYTES (64 * 1024) /* of a text, to find out what it is */

#define UNDERSTOOD "understood are /proc/buddyinfo, pagetypeinfo, zoneinfo, vmstat, meminfo, " \
		   "kpageflags, debugfs extfrag/*, and kernel logs with memory reports"

/* Bytes that tell a file's format, and what to do about it. */
struct magic {
	size_t offset;
	const char *bytes;
	size_t len;
	const char *what, *remedy;
};

#define MAGIC(offset, bytes, what, remedy) { offset, bytes, sizeof(bytes) - 1, what, remedy }
static const struct magic magics[] = {
	MAGIC(0, "\x1f\x8b", "a gzip file", "unpack it first"),
	MAGIC(0, "\xfd" "7zXZ", "an xz file", "unpack it first"),
	MAGIC(0, "\x28\xb5\x2f\xfd", "a zstd file", "unpack it first"),
	MAGIC(0, "BZh", "a bzip2 file", "unpack it first"),
	MAGIC(0, "\x04\x22\x4d\x18", "an lz4 file", "unpack it first"),
	MAGIC(0, "PK\x03\x04", "a zip archive", "unpack it first"),
	MAGIC(257, "ustar", "a tar archive", "unpack it first"),
	MAGIC(0, "!<arch>", "an ar archive", "unpack it first"),
	MAGIC(0, "\x7f" "ELF", "an ELF file", "give it the kernel's log instead"),
	MAGIC(0, "KDUMP   ", "a kernel dump", "give it the log that crash prints instead"),
	MAGIC(0, "%PDF", "a PDF file", "give it the text instead"),
	MAGIC(0, "\x89PNG", "a picture", "give it the text instead"),
	MAGIC(0, "\xff\xd8\xff", "a picture", "give it the text instead"),
	MAGIC(0, "\xff\xfe", "UTF-16 text", "convert it to UTF-8"),
	MAGIC(0, "\xfe\xff", "UTF-16 text", "convert it to UTF-8"),
};
#undef MAGIC

/* Words that only that kind of text has. */
struct telltale {
	const char *needle, *what;
};

static const struct telltale telltales[] = {
	{ "LAT(ms)           STATUS", "output of compactsnoop" },
	{ "symbolic-flags", "output of page-types" },
	{ "mm_compaction_", "ftrace events" },
	{ "mm_page_alloc", "ftrace events" },
	{ "mm_page_free", "ftrace events" },
	{ "mm_vmscan_", "ftrace events" },
	{ "# tracer:", "ftrace events" },
	{ "slabinfo - version", "/proc/slabinfo" },
	{ "VmRSS:", "/proc/PID/status" },
	{ "Pss:", "/proc/PID/smaps" },
	{ "Page allocated via order", "page_owner output" },
	{ "<html", "an HTML page" },
	{ "<!DOCTYPE", "an HTML page" },
	{ "{\"", "JSON" },
};

bool input_is_text(struct span bytes)
{
	size_t nr_nul = 0, nr_print = 0;

	for (size_t i = 0; i < bytes.len; i++) {
		unsigned char c = (unsigned char)bytes.at[i];

		nr_nul += !c;
		nr_print += (c >= 0x20 && c < 0x7f) || (c >= '\t' && c <= '\r');
	}
	return nr_nul < bytes.len / 4 + 1 && nr_print >= (bytes.len - nr_nul) / 2;
}

static const struct magic *find_magic(struct span bytes)
{
	for (size_t i = 0; i < ARRAY_SIZE(magics); i++) {
		const struct magic *magic = &magics[i];

		if (bytes.len >= magic->offset + magic->len &&
		    !memcmp(bytes.at + magic->offset, magic->bytes, magic->len))
			return magic;
	}
	return NULL;
}

int refuse_binary(const char *name, struct span bytes, struct err *err)
{
	const struct magic *magic = find_magic(bytes);

	if (magic)
		return err_set(err, EINVAL, "%s: looks like %s; %s", name, magic->what,
			       magic->remedy);
	if (bytes.len % 8)
		return err_set(err, EINVAL, "%s: is neither text nor kpageflags, whose length is "
			       "a multiple of 8; " UNDERSTOOD, name);
	return err_set(err, EINVAL, "%s: is neither text nor kpageflags: its words have bits that "
		       "mean nothing there; " UNDERSTOOD, name);
}

int refuse_text(const char *name, struct span bytes, struct err *err)
{
	const struct magic *magic = find_magic(bytes);

	if (magic)
		return err_set(err, EINVAL, "%s: looks like %s; %s", name, magic->what,
			       magic->remedy);
	if (bytes.len > HEAD_BYTES)
		bytes.len = HEAD_BYTES;
	for (size_t i = 0; i < ARRAY_SIZE(telltales); i++)
		if (span_find(bytes, telltales[i].needle) >= 0)
			return err_set(err, EINVAL, "%s: looks like %s, which fragscope does not "
				       "read; " UNDERSTOOD, name, telltales[i].what);
	return err_set(err, EINVAL, "%s: nothing in it says how memory is; " UNDERSTOOD, name);
}
