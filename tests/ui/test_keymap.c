// SPDX-License-Identifier: GPL-2.0-or-later
#include "fragscope/keymap.h"

#include <errno.h>

#include "../check.h"

static void key_names_survive_the_way_back(void **state)
{
	static const char *const names[] = {
		"q", "Q", "?", ",", ":", "#", "F1", "F12", "Space", "PgUp", "Shift-Tab", "Enter", "Esc",
		"Backspace", "Ctrl-L", "Ctrl-Z", "Alt-x", "Ctrl-Alt-Up", "-", "Ctrl--", "é", "0",
	};

	(void)state;
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		char name[32];

		key_to_text(key_parse(span_of(names[i])), name, sizeof(name));
		assert_string_equal(name, names[i]);
	}
	assert_int_equal(key_parse(SPAN("Ctrl-L")), 'l' | KEY_MOD_CTRL);
	assert_int_equal(key_parse(SPAN("pagedown")), KEY_CODE_PAGE_DOWN);
	assert_int_equal(key_parse(SPAN("return")), KEY_CODE_ENTER);
}

static void what_is_no_key_is_refused(void **state)
{
	static const char *const names[] = { "", "F0", "F13", "F99999999999999999999", "qq", "Ctrl-",
					     "\x1b", "\xff", "Alt-nosuch", "\x7f" };

	(void)state;
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		assert_int_equal(key_parse(span_of(names[i])), 0);
}

static void every_action_has_a_default_key(void **state)
{
	struct keymap *keymap = keymap_new();

	(void)state;
	assert_non_null(keymap);
	for (int action = 1; action < NR_ACTIONS; action++) {
		uint32_t key = keymap_key_of(keymap, "all", (enum action)action, 0);

		if (!key)
			fail_msg("no key does %s", action_info((enum action)action)->name);
		assert_int_equal(keymap_lookup(keymap, "overview", key), action);
		assert_int_equal(action_find(action_info((enum action)action)->name), action);
	}
	keymap_free(keymap);
}

static void a_views_own_binding_hides_the_general_one(void **state)
{
	struct keymap *keymap = keymap_new();

	(void)state;
	assert_int_equal(keymap_bind(keymap, "map", 's', ACTION_SWEEP), 0);
	assert_int_equal(keymap_lookup(keymap, "map", 's'), ACTION_SWEEP);
	assert_int_equal(keymap_lookup(keymap, "orders", 's'), ACTION_SAVE);
	assert_int_equal(keymap_key_of(keymap, "map", ACTION_SWEEP, 0), 's');
	assert_int_equal(keymap_key_of(keymap, "map", ACTION_SWEEP, 1), 'x');
	assert_int_equal(keymap_key_of(keymap, "map", ACTION_SWEEP, 2), 0);
	assert_int_equal(keymap_key_of(keymap, "map", ACTION_SAVE, 0), 0);

	assert_int_equal(keymap_bind(keymap, "map", 'x', ACTION_NONE), 0);
	assert_int_equal(keymap_lookup(keymap, "map", 'x'), ACTION_NONE);
	assert_int_equal(keymap_lookup(keymap, "all", 'x'), ACTION_SWEEP);
	keymap_free(keymap);
}

static void files_rebind_and_unbind(void **state)
{
	struct keymap *keymap = keymap_new();
	struct err err = { "" };

	(void)state;
	assert_int_equal(keymap_parse(keymap, SPAN("# mine\n\nbind all q none\n"
						   "bind all # quit\r\nbind residue Alt-x home"),
				      &err), 0);
	assert_int_equal(keymap_lookup(keymap, "map", 'q'), ACTION_NONE);
	assert_int_equal(keymap_lookup(keymap, "map", '#'), ACTION_QUIT);
	assert_int_equal(keymap_lookup(keymap, "residue", 'x' | KEY_MOD_ALT), ACTION_HOME);
	assert_int_equal(keymap_key_of(keymap, "all", ACTION_QUIT, 0), KEY_CODE_F1 + 9);
	keymap_free(keymap);
}

static void mistakes_name_line_and_column(void **state)
{
	static const struct {
		const char *text, *error;
	} rows[] = {
		{ "\nbound all q quit", "line 2, column 1: expected bind CONTEXT KEY ACTION" },
		{ "bind all q", "line 1, column 11: expected bind CONTEXT KEY ACTION" },
		{ "bind all qq quit", "line 1, column 10: \"qq\" is no key; write for example x, "
				      "Ctrl-L, F5 or PgUp" },
		{ "bind all q leave", "line 1, column 12: \"leave\" is no action; `fragscope list "
				      "actions` names them" },
	};
	struct keymap *keymap = keymap_new();

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct err err = { "" };

		assert_int_equal(keymap_parse(keymap, span_of(rows[i].text), &err), -EINVAL);
		assert_string_equal(err.text, rows[i].error);
	}
	assert_int_equal(keymap_bind(keymap, "a-context-name-that-is-far-too-long", 'q',
				     ACTION_QUIT), -EINVAL);
	keymap_free(keymap);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(key_names_survive_the_way_back),
		cmocka_unit_test(what_is_no_key_is_refused),
		cmocka_unit_test(every_action_has_a_default_key),
		cmocka_unit_test(a_views_own_binding_hides_the_general_one),
		cmocka_unit_test(files_rebind_and_unbind),
		cmocka_unit_test(mistakes_name_line_and_column),
	};

	return CHECK_MAIN(tests);
}
