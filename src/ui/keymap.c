// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * keymap - which key does what where.
 *
 * A list in the order of binding, at most one entry per context and key.  A view's entry hides the
 * general one, also when it binds to nothing.
 */
#include "fragscope/keymap.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "builtin.h"

#define CONTEXT_ALL "all"
#define CONTEXT_MAX 24
#define BIND_FORM   "expected bind CONTEXT KEY ACTION"
#define SHOWN(word) (int)((word).len < 30 ? (word).len : 30), (word).at

struct binding {
	char context[CONTEXT_MAX];
	uint32_t key;
	enum action action;
};

struct keymap {
	struct binding *rows;
	size_t nr, room;
};

static const struct action_info actions[NR_ACTIONS] = {
	[ACTION_NONE] = { "none", "", "nothing" },
#define ACTION(id, name, group, help) [ACTION_##id] = { name, group, help },
#include "fragscope/action.def"
#undef ACTION
};

const struct action_info *action_info(enum action action)
{
	return &actions[action < NR_ACTIONS ? action : ACTION_NONE];
}

enum action action_find(const char *name)
{
	for (int action = 1; action < NR_ACTIONS; action++)
		if (!strcmp(actions[action].name, name))
			return (enum action)action;
	return ACTION_NONE;
}

struct keymap *keymap_new(void)
{
	struct keymap *keymap = calloc(1, sizeof(*keymap));
	struct err err;

	if (!keymap || !keymap_parse(keymap, span_of(builtin_keys), &err))
		return keymap;
	keymap_free(keymap);
	return NULL;
}

void keymap_free(struct keymap *keymap)
{
	if (!keymap)
		return;
	free(keymap->rows);
	free(keymap);
}

static struct binding *find(const struct keymap *keymap, const char *context, uint32_t key)
{
	for (size_t i = 0; i < keymap->nr; i++)
		if (keymap->rows[i].key == key && !strcmp(keymap->rows[i].context, context))
			return &keymap->rows[i];
	return NULL;
}

static int append(struct keymap *keymap, const struct binding *binding)
{
	if (keymap->nr == keymap->room) {
		size_t room = keymap->room ? 2 * keymap->room : 64;
		struct binding *rows = realloc(keymap->rows, room * sizeof(*rows));

		if (!rows)
			return -ENOMEM;
		keymap->rows = rows;
		keymap->room = room;
	}
	keymap->rows[keymap->nr++] = *binding;
	return 0;
}

int keymap_bind(struct keymap *keymap, const char *context, uint32_t key, enum action action)
{
	struct binding binding = { .key = key, .action = action };
	struct binding *old = find(keymap, context, key);

	if (!key || action >= NR_ACTIONS ||
	    !span_copy(span_of(context), binding.context, sizeof(binding.context)))
		return -EINVAL;
	if (old) {
		old->action = action;
		return 0;
	}
	return append(keymap, &binding);
}

static int bind_parse(struct keymap *keymap, const struct scan *scan, struct span line,
		      struct err *err)
{
	struct span word[4] = { 0 };
	char context[CONTEXT_MAX], name[64];
	enum action action = ACTION_NONE;
	uint32_t key;

	for (int i = 0; i < 4; i++)
		if (!span_next_word(&line, &word[i]))
			return scan_error(scan, word[i].at, err, BIND_FORM);
	if (!span_equals(word[0], "bind"))
		return scan_error(scan, word[0].at, err, BIND_FORM);
	if (!span_copy(word[1], context, sizeof(context)))
		return scan_error(scan, word[1].at, err, "expected \"all\" or the name of a view");
	key = key_parse(word[2]);
	if (!key)
		return scan_error(scan, word[2].at, err, "\"%.*s\" is no key; write for example "
				  "x, Ctrl-L, F5 or PgUp", SHOWN(word[2]));
	if (span_copy(word[3], name, sizeof(name)))
		action = action_find(name);
	if (action == ACTION_NONE && !span_equals(word[3], "none"))
		return scan_error(scan, word[3].at, err, "\"%.*s\" is no action; `fragscope list "
				  "actions` names them", SHOWN(word[3]));
	return keymap_bind(keymap, context, key, action);
}

int keymap_parse(struct keymap *keymap, struct span text, struct err *err)
{
	struct scan scan;
	struct span line;
	int code;

	scan_init(&scan, text);
	while (scan_setting(&scan, &line)) {
		code = bind_parse(keymap, &scan, line, err);
		if (code)
			return code;
	}
	return 0;
}

enum action keymap_lookup(const struct keymap *keymap, const char *context, uint32_t key)
{
	const struct binding *binding = find(keymap, context, key);

	if (!binding)
		binding = find(keymap, CONTEXT_ALL, key);
	return binding ? binding->action : ACTION_NONE;
}

uint32_t keymap_key_of(const struct keymap *keymap, const char *context, enum action action,
		       unsigned int n)
{
	const char *const contexts[] = { context, CONTEXT_ALL };
	bool general = !strcmp(context, CONTEXT_ALL);

	for (int pass = general; pass < 2; pass++) {
		for (size_t i = 0; i < keymap->nr; i++) {
			const struct binding *row = &keymap->rows[i];

			if (row->action != action || strcmp(row->context, contexts[pass]))
				continue;
			if (pass && !general && find(keymap, context, row->key))
				continue; /* hidden by the view's own binding */
			if (!n--)
				return row->key;
		}
	}
	return 0;
}
