// SPDX-License-Identifier: GPL-2.0-or-later
#include "column.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "../check.h"
#include "base64.h"

/* Vectors of RFC 4648, section 10. */
static const char *const vectors[][2] = {
	{ "", "" },	      { "f", "Zg==" },	       { "fo", "Zm8=" },	{ "foo", "Zm9v" },
	{ "foob", "Zm9vYg==" }, { "fooba", "Zm9vYmE=" }, { "foobar", "Zm9vYmFy" },
};

static void base64_agrees_with_the_standard(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(vectors) / sizeof(vectors[0]); i++) {
		size_t len = strlen(vectors[i][0]), nr;
		char text[16] = "";
		uint8_t bytes[16];

		base64_encode((const uint8_t *)vectors[i][0], len, text);
		assert_string_equal(text, vectors[i][1]);
		assert_int_equal(base64_length(len), strlen(text));
		assert_true(base64_decode(text, strlen(text), bytes, &nr));
		assert_int_equal(nr, len);
		assert_memory_equal(bytes, vectors[i][0], len);
	}
}

static void base64_that_is_none_is_refused_where_it_ends(void **state)
{
	static const struct {
		const char *text;
		size_t at;
	} bad[] = {
		{ "A", 1 },    { "AA", 2 },	{ "AAA", 3 },	 { "AA A", 2 }, { "Zg=A", 2 },
		{ "=AAA", 0 }, { "Zh==", 1 },	{ "Zm9=", 2 },	 { "A===", 1 }, { "====", 0 },
		{ "AAA\n", 3 }, { "AAAA====", 4 }, { "\377AAA", 0 },
	};
	uint8_t bytes[16];
	size_t nr;

	(void)state;
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		if (base64_decode(bad[i].text, strlen(bad[i].text), bytes, &nr))
			fail_msg("\"%s\" was taken", bad[i].text);
		if (nr != bad[i].at)
			fail_msg("\"%s\" fails at %zu", bad[i].text, nr);
	}
}

/* One column in memory, as the value of a member "c". */
static char *column_text(enum column_type type, const void *data, size_t nr, bool packed)
{
	struct json_out out;
	struct err err;
	char *text = NULL;
	size_t len;
	FILE *to = open_memstream(&text, &len);

	json_out_init(&out, to);
	json_open(&out, NULL, JSON_OBJECT);
	assert_int_equal((packed ? column_write_packed : column_write)(&out, "c", type, data, nr),
			 0);
	json_close(&out);
	assert_int_equal(json_finish(&out, &err), 0);
	fclose(to);
	return text;
}

static int read_text(const char *text, enum column_type type, void *data, size_t nr,
		     struct err *err)
{
	struct json_in in = { .err = err };
	cJSON *root = json_parse(span_of(text), err);
	int ret = root ? column_read(&in, json_member(root, "c"), type, data, nr) : -EINVAL;

	cJSON_Delete(root);
	return ret;
}

static void every_type_comes_back_plain_and_packed(void **state)
{
	static const uint64_t maxima[] = { UINT8_MAX, UINT16_MAX, UINT32_MAX, UINT64_MAX };
	uint64_t from[100], to[100];
	struct err err = { "" };

	(void)state;
	for (enum column_type type = 0; type < NR_COLUMN_TYPES; type++) {
		size_t width = column_type_width(type), nr = sizeof(from) / width;

		memset(from, 0xa5, sizeof(from));
		memcpy(from, &maxima[type], sizeof(from[0]));
		for (int packed = 0; packed < 2; packed++) {
			char *text = column_text(type, from, nr, packed);

			memset(to, 0, sizeof(to));
			if (read_text(text, type, to, nr, &err))
				fail_msg("%s", err.text);
			assert_memory_equal(from, to, sizeof(from));
			free(text);
		}
	}
}

static void the_form_changes_above_64_ki_entries(void **state)
{
	uint16_t *data = calloc(COLUMN_PLAIN_MAX + 1, sizeof(*data));
	char *text = column_text(COLUMN_U16, data, COLUMN_PLAIN_MAX, false);

	(void)state;
	assert_true(!strncmp(text, "{\"c\":[0,0,", 10));
	free(text);
	text = column_text(COLUMN_U16, data, COLUMN_PLAIN_MAX + 1, false);
	assert_true(!strncmp(text, "{\"c\":{\"type\":\"u16\",\"count\":65537,", 33));
	free(text);
	free(data);
}

/* zstd frame of eight zeros: "AAAAAAAAAAA=" unpacked. */
static char *zeros_packed(void)
{
	uint64_t zero = 0;

	return column_text(COLUMN_U8, &zero, 8, true);
}

static void headers_that_lie_are_refused(void **state)
{
	static const struct {
		const char *text, *why;
	} cases[] = {
		{ "{\"c\":3}", "a column is wanted here" },
		{ "{\"c\":[1,2,3]}", "3 entries, 8 are due" },
		{ "{\"c\":[1,2,3,4,5,6,7,256]}", "[7]: 256 is too much" },
		{ "{\"c\":[1,2,3,4,5,6,7,-1]}", "[7]: an integer from 0" },
		{ "{\"c\":[1,2,3,4,5,6,7,0.5]}", "[7]: an integer from 0" },
		{ "{\"c\":[1,2,3,4,5,6,7,null]}", "[7]: an integer from 0" },
		{ "{\"c\":{\"type\":\"u16\",\"count\":8}}", "type u8 is wanted" },
		{ "{\"c\":{\"type\":\"u8\",\"count\":8}}", "the encoding is not zstd+base64" },
		{ "{\"c\":{\"type\":\"u8\",\"count\":9,\"encoding\":\"zstd+base64\"}}",
		  "says it has 9 entries, 8 are due" },
		{ "{\"c\":{\"type\":\"u8\",\"encoding\":\"zstd+base64\"}}", "does not say its count" },
		{ "{\"c\":{\"type\":\"u8\",\"count\":8,\"encoding\":\"zstd+base64\"}}", "no data" },
		{ "{\"c\":{\"type\":\"u8\",\"count\":8,\"encoding\":\"zstd+base64\","
		  "\"data\":\"AA-A\"}}", "no base64 at character 2" },
		{ "{\"c\":{\"type\":\"u8\",\"count\":8,\"encoding\":\"zstd+base64\","
		  "\"data\":\"AAAA\"}}", "not compressed with zstd" },
		{ "{\"c\":{\"type\":\"u8\",\"count\":8,\"encoding\":\"zstd+base64\","
		  "\"data\":\"\"}}", "not compressed with zstd" },
	};
	uint8_t data[8];

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct err err = { "" };

		assert_int_equal(read_text(cases[i].text, COLUMN_U8, data, 8, &err), -EINVAL);
		if (!strstr(err.text, cases[i].why))
			fail_msg("%s: \"%s\" instead of \"%s\"", cases[i].text, err.text,
				 cases[i].why);
	}
}

static void a_claim_of_size_is_compared_before_it_is_believed(void **state)
{
	char *text = zeros_packed(), *at = strstr(text, "\"count\":8,");
	struct json_in in = { .err = NULL };
	uint8_t data[8];
	struct err err = { "" };
	cJSON *root;

	(void)state;
	in.err = &err;
	/* The header and the reader agree on 9, the data does not. */
	at[8] = '9';
	assert_int_equal(read_text(text, COLUMN_U8, data, 8, &err), -EINVAL);
	assert_non_null(strstr(err.text, "says it has 9"));
	root = json_parse(span_of(text), &err);
	assert_int_equal(column_check(&in, json_member(root, "c"), COLUMN_U8, 9), 0);
	cJSON_Delete(root);
	at[8] = '8';
	assert_int_equal(read_text(text, COLUMN_U8, data, 8, &err), 0);
	free(text);
}

static void no_text_can_vouch_for_more_than_zstd_can_yield(void **state)
{
	static const char text[] = "{\"c\":{\"type\":\"u8\",\"count\":1000000000000,"
				   "\"encoding\":\"zstd+base64\",\"data\":\"AAAAAAAA\"}}";
	struct err err = { "" };
	struct json_in in = { .err = &err };
	cJSON *root = json_parse(SPAN(text), &err);

	(void)state;
	assert_int_equal(column_check(&in, json_member(root, "c"), COLUMN_U8, 1000000000000),
			 -EINVAL);
	assert_non_null(strstr(err.text, "cannot hold 1000000000000 entries"));
	cJSON_Delete(root);
}

static void a_flipped_bit_in_the_data_is_found(void **state)
{
	uint8_t from[1000], to[1000];
	struct err err = { "" };
	char *text, *data;

	(void)state;
	for (size_t i = 0; i < sizeof(from); i++)
		from[i] = (uint8_t)(i * i >> 4);
	text = column_text(COLUMN_U8, from, sizeof(from), true);
	data = strstr(text, "\"data\":\"") + 8;
	for (size_t i = 0; data[i] != '"'; i++) {
		char right = data[i];

		if (right == '=')
			continue;
		data[i] = right == 'A' ? 'B' : 'A';
		if (!read_text(text, COLUMN_U8, to, sizeof(to), &err))
			assert_memory_equal(from, to, sizeof(from));
		data[i] = right;
	}
	free(text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(base64_agrees_with_the_standard),
		cmocka_unit_test(base64_that_is_none_is_refused_where_it_ends),
		cmocka_unit_test(every_type_comes_back_plain_and_packed),
		cmocka_unit_test(the_form_changes_above_64_ki_entries),
		cmocka_unit_test(headers_that_lie_are_refused),
		cmocka_unit_test(a_claim_of_size_is_compared_before_it_is_believed),
		cmocka_unit_test(no_text_can_vouch_for_more_than_zstd_can_yield),
		cmocka_unit_test(a_flipped_bit_in_the_data_is_found),
	};

	return CHECK_MAIN(tests);
}
