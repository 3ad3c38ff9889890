// SPDX-License-Identifier: GPL-2.0-or-later
#include "../check.h"
#include "fragscope/array.h"
#include "fragscope/utf8.h"

static void utf8_is_told_from_bytes(void **state)
{
	static const char *const good[] = { "a", "\302\200", "\337\277", "\340\240\200",
					    "\355\237\277", "\356\200\200", "\360\220\200\200",
					    "\364\217\277\277" };
	static const char *const bad[] = { "\200", "\301\277", "\302", "\302a", "\340\237\277",
					   "\355\240\200", "\360\217\277\277", "\364\220\200\200",
					   "\365\200\200\200", "\360\220\200", "\377" };

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(good); i++)
		assert_int_equal(utf8_char_length(good[i], strlen(good[i])), strlen(good[i]));
	for (size_t i = 0; i < ARRAY_SIZE(bad); i++) {
		uint32_t glyph;

		assert_int_equal(utf8_char_length(bad[i], strlen(bad[i])), 0);
		assert_int_equal(utf8_decode(bad[i], strlen(bad[i]), &glyph), 1);
		assert_int_equal(glyph, UTF8_NO_CHARACTER);
	}
	assert_true(utf8_is_cut("\360\220", 2));
	assert_false(utf8_is_cut("\360\217", 2));
	assert_false(utf8_is_cut("\302\251", 2));
	assert_int_equal(utf8_prefix_length("0123456789\302\251012345678\377x", 23), 21);
}

static void characters_survive_encoding(void **state)
{
	const uint32_t glyphs[] = { 'a', 0x7f, 0x80, 0x7ff, 0x800, 0xffff, 0x10000, 0x10ffff };

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(glyphs); i++) {
		char bytes[5];
		uint32_t back;
		size_t len = utf8_encode(glyphs[i], bytes);

		assert_int_equal(utf8_decode(bytes, len, &back), len);
		assert_int_equal(back, glyphs[i]);
	}
}

static void what_terminals_obey_is_not_shown(void **state)
{
	static const uint32_t obeyed[] = { 0, '\n', 0x1b, 0x7f, 0x9b, 0x200f, 0x202e, 0x2069, 0xfeff,
					   UTF8_NO_CHARACTER };
	static const uint32_t shown[] = { ' ', '~', 0xa0, 0xe9, 0x2014, 0x4e2d, 0x1f600 };

	(void)state;
	for (size_t i = 0; i < sizeof(obeyed) / sizeof(obeyed[0]); i++)
		assert_false(utf8_is_shown(obeyed[i]));
	for (size_t i = 0; i < sizeof(shown) / sizeof(shown[0]); i++)
		assert_true(utf8_is_shown(shown[i]));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(utf8_is_told_from_bytes),
		cmocka_unit_test(characters_survive_encoding),
		cmocka_unit_test(what_terminals_obey_is_not_shown),
	};

	return CHECK_MAIN(tests);
}
