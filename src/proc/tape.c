// SPDX-License-Identifier: GPL-2.0-or-later
#include "tape.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* What one path gave. */
struct tape_entry {
	char *path;
	bool listed;        /* a folder was listed since */
	int rc;             /* 0 or -errno */
	struct err err;
	char *text;
	size_t len, size;
};

void tape_init(struct tape *tape, struct reader *reader)
{
	*tape = (struct tape){ .reader = reader };
}

void tape_done(struct tape *tape)
{
	for (size_t i = 0; i < tape->nr; i++) {
		free(tape->entries[i].path);
		free(tape->entries[i].text);
	}
	free(tape->entries);
	tape->entries = NULL;
	tape->nr = tape->size = 0;
}

void tape_start(struct tape *tape, bool recording, bool relist)
{
	tape->recording = recording;
	tape->relist = relist;
	tape->cursor = 0;
}

static struct tape_entry *add_entry(struct tape *tape, const char *path)
{
	if (tape->nr == tape->size) {
		size_t size = tape->size ? tape->size * 2 : 8;
		struct tape_entry *entries = realloc(tape->entries, size * sizeof(*entries));

		if (!entries)
			return NULL;
		tape->entries = entries;
		tape->size = size;
	}
	tape->entries[tape->nr] = (struct tape_entry){ .path = strdup(path), .rc = -ENODATA };
	if (!tape->entries[tape->nr].path)
		return NULL;
	tape->cursor = tape->nr + 1;
	return &tape->entries[tape->nr++];
}

/* Files are asked for in the same order each time. */
static struct tape_entry *find_entry(struct tape *tape, const char *path)
{
	for (size_t i = 0; i < tape->nr; i++) {
		size_t at = (tape->cursor + i) % tape->nr;

		if (!strcmp(tape->entries[at].path, path)) {
			tape->cursor = at + 1;
			return &tape->entries[at];
		}
	}
	return add_entry(tape, path);
}

static int keep_bytes(struct tape_entry *entry, const char *bytes, size_t len)
{
	size_t need = entry->len + len;

	if (need > entry->size) {
		char *text = realloc(entry->text, need * 2);

		if (!text)
			return -ENOMEM;
		entry->text = text;
		entry->size = need * 2;
	}
	if (len)
		memcpy(entry->text + entry->len, bytes, len);
	entry->len = need;
	return 0;
}

static int play(const struct tape_entry *entry, struct span *text, struct err *err)
{
	*text = (struct span){ entry->len ? entry->text : "", entry->len };
	if (entry->rc < 0 && err)
		*err = entry->err;
	return entry->rc;
}

int tape_read(struct tape *tape, const char *path, struct span *text, struct err *err)
{
	struct tape_entry *entry = find_entry(tape, path);

	if (!entry)
		return err_set(err, ENOMEM, "%s: out of memory", path);
	if (tape->recording || entry->rc == -ENODATA) {
		struct span fresh;

		entry->len = 0;
		entry->rc = reader_read(tape->reader, path, &fresh, &entry->err);
		if (!entry->rc && keep_bytes(entry, fresh.at, fresh.len) < 0)
			entry->rc = err_set(&entry->err, ENOMEM, "%s: out of memory", path);
	}
	return play(entry, text, err);
}

static int keep_name(const char *name, void *arg)
{
	struct tape_entry *entry = arg;
	int rc;

	if (strchr(name, '\n'))
		return 0;
	rc = keep_bytes(entry, name, strlen(name));
	return rc ? rc : keep_bytes(entry, "\n", 1);
}

static int compare_names(const void *a, const void *b)
{
	const struct span *left = a, *right = b;
	size_t len = left->len < right->len ? left->len : right->len;
	int order = memcmp(left->at, right->at, len);

	return order ? order : (left->len > right->len) - (left->len < right->len);
}

/* Folders come in no order, and frames should not depend on it. */
static int sort_names(struct tape_entry *entry)
{
	struct tape_entry sorted = { 0 };
	struct span *names, rest = { entry->text, entry->len };
	size_t nr = 0;

	names = calloc(entry->len / 2 + 1, sizeof(*names));
	if (!names)
		return -ENOMEM;
	while (span_next_line(&rest, &names[nr]))
		nr++;
	qsort(names, nr, sizeof(*names), compare_names);
	for (size_t i = 0; i < nr; i++)
		if (keep_bytes(&sorted, names[i].at, names[i].len) < 0 ||
		    keep_bytes(&sorted, "\n", 1) < 0)
			break;
	free(names);
	if (sorted.len != entry->len) {
		free(sorted.text);
		return -ENOMEM;
	}
	free(entry->text);
	entry->text = sorted.text;
	entry->size = sorted.size;
	return 0;
}

int tape_list(struct tape *tape, const char *path, struct span *names, struct err *err)
{
	struct tape_entry *entry = find_entry(tape, path);

	if (!entry)
		return err_set(err, ENOMEM, "%s: out of memory", path);
	if ((tape->recording && (tape->relist || entry->rc < 0)) || !entry->listed) {
		entry->listed = true;
		entry->len = 0;
		entry->rc = reader_list(tape->reader, path, keep_name, entry, &entry->err);
		if (!entry->rc && entry->len)
			entry->rc = sort_names(entry);
		if (entry->rc == -ENOMEM)
			err_set(&entry->err, ENOMEM, "%s: out of memory", path);
	}
	return play(entry, names, err);
}
