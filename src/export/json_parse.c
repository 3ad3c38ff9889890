// SPDX-License-Identifier: GPL-2.0-or-later
/* json_parse - text of unknown origin as a tree, or the place where it is wrong. */
#include "json_in.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "fragscope/array.h"
#include "fragscope/utf8.h"

static const char was_cut[] = "the text ends here; the file was cut, get it again";

/* "line L, column C: what", for a position in the text. */
static void fail_at(struct span text, size_t at, struct err *err, const char *what)
{
	unsigned long line = 1;
	size_t begin = 0;

	for (size_t i = 0; i < at; i++) {
		if (text.at[i] == '\n') {
			line++;
			begin = i + 1;
		}
	}
	err_set(err, EINVAL, "line %lu, column %zu: %s", line, at - begin + 1, what);
}

/* Where the string that begins at (a quote) ends, or the text's end. */
static size_t skip_string(struct span text, size_t at)
{
	for (at++; at < text.len && text.at[at] != '"'; at++)
		if (text.at[at] == '\\')
			at++;
	return at;
}

/* Bounds what parsing will cost: depth is cJSON's recursion, each value about 80 bytes. */
static bool scan_bounds(struct span text, struct err *err)
{
	unsigned int depth = 0, nr_values = 1;

	for (size_t i = 0; i < text.len; i++) {
		switch (text.at[i]) {
		case '"':
			i = skip_string(text, i);
			break;
		case '[':
		case '{':
			nr_values++;
			if (++depth > JSON_IN_DEPTH_MAX) {
				fail_at(text, i, err, "nested too deep for a snapshot");
				return false;
			}
			break;
		case ']':
		case '}':
			depth -= depth > 0;
			break;
		case ',':
			nr_values++;
			break;
		}
		if (nr_values > JSON_IN_VALUES_MAX) {
			fail_at(text, i, err, "too many values for a snapshot");
			return false;
		}
	}
	return true;
}

static int compare_keys(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static const char no_memory[] = "";

/* The key that an object has twice, no_memory when there was none to look, or NULL. */
static const char *find_duplicate(const cJSON *object)
{
	const char *found = NULL, **keys;
	const cJSON *member;
	size_t nr = 0;

	for (member = object->child; member; member = member->next)
		nr++;
	if (nr < 2)
		return NULL;
	keys = malloc(nr * sizeof(*keys));
	if (!keys)
		return no_memory;
	nr = 0;
	for (member = object->child; member; member = member->next)
		keys[nr++] = member->string;
	qsort(keys, nr, sizeof(*keys), compare_keys);
	for (size_t i = 1; i < nr && !found; i++)
		if (!strcmp(keys[i - 1], keys[i]))
			found = keys[i];
	free(keys);
	return found;
}

/* The same for the whole tree; its depth is bounded by scan_bounds(). */
static const char *find_duplicate_below(const cJSON *item)
{
	const char *found = cJSON_IsObject(item) ? find_duplicate(item) : NULL;

	for (const cJSON *child = item->child; child && !found; child = child->next)
		if (child->child)
			found = find_duplicate_below(child);
	return found;
}

static bool is_blank(const char *at, const char *end)
{
	for (; at < end; at++)
		if (!strchr(" \t\r\n", *at) || !*at)
			return false;
	return true;
}

/* Whether the text ends within the value that begins at. */
static bool is_cut(struct span text, size_t at)
{
	static const char *const literals[] = { "true", "false", "null" };

	/* cJSON points behind the quote of a string that does not end. */
	if (at && text.at[at - 1] == '"')
		at--;
	if (at < text.len && text.at[at] == '"')
		return skip_string(text, at) >= text.len;
	for (size_t i = 0; i < ARRAY_SIZE(literals); i++)
		if (text.len - at < strlen(literals[i]) &&
		    !strncmp(text.at + at, literals[i], text.len - at))
			return true;
	while (at < text.len && text.at[at] && strchr("0123456789+-.eE", text.at[at]))
		at++;
	return is_blank(text.at + at, text.at + text.len);
}

/* copy ends with a NUL beyond text.len: cJSON 1.7.17 and older look one byte too far. */
static cJSON *parse_copy(struct span text, const char *copy, struct err *err)
{
	const char *end = copy;
	cJSON *root = cJSON_ParseWithLengthOpts(copy, text.len + 1, &end, 0);
	size_t at = (size_t)(end - copy);

	if (at > text.len)
		at = text.len;
	if (root && is_blank(copy + at, copy + text.len))
		return root;
	if (root)
		fail_at(text, at, err, "something follows the end of the document");
	else if (is_cut(text, at))
		fail_at(text, text.len, err, was_cut);
	else
		fail_at(text, at, err, "this is no JSON");
	cJSON_Delete(root);
	return NULL;
}

static bool is_text(struct span text, struct err *err)
{
	size_t len = utf8_prefix_length(text.at, text.len);
	const char *nul = len ? memchr(text.at, '\0', len) : NULL;

	if (nul)
		len = (size_t)(nul - text.at);
	if (len == text.len)
		return true;
	if (utf8_is_cut(text.at + len, text.len - len))
		fail_at(text, text.len, err, was_cut);
	else
		fail_at(text, len, err, "this is no text");
	return false;
}

cJSON *json_parse(struct span text, struct err *err)
{
	const char *key;
	cJSON *root;
	char *copy;

	if (!is_text(text, err) || !scan_bounds(text, err))
		return NULL;
	copy = malloc(text.len + 1);
	if (!copy) {
		err_set(err, ENOMEM, "no memory to read %zu bytes", text.len);
		return NULL;
	}
	memcpy(copy, text.at, text.len);
	copy[text.len] = '\0';
	root = parse_copy(text, copy, err);
	free(copy);
	key = root ? find_duplicate_below(root) : NULL;
	if (!key)
		return root;
	if (key == no_memory)
		err_set(err, ENOMEM, "no memory to look through %zu bytes", text.len);
	else
		err_set(err, EINVAL, "the key \"%.40s\" stands twice in one object", key);
	cJSON_Delete(root);
	return NULL;
}
