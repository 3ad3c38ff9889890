// SPDX-License-Identifier: GPL-2.0-or-later
/* Captured kpageflags files against the counts that are known of them. */
#include "fragscope/pagemap.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "../check.h"

#define SKIP 77

static char folder[4096];

static char *read_all(const char *name, size_t *len)
{
	char path[4400];
	char *bytes;
	FILE *file;

	snprintf(path, sizeof(path), "%s/%s", folder, name);
	file = fopen(path, "rb");
	if (!file)
		fail_msg("%s cannot be opened", path);
	fseek(file, 0, SEEK_END);
	*len = (size_t)ftell(file);
	rewind(file);
	bytes = calloc(1, *len + 1);
	assert_int_equal(fread(bytes, 1, *len, file), *len);
	fclose(file);
	return bytes;
}

/* The number of that name in the object of that file. */
static uint64_t expected(const char *json, const char *file, const char *name)
{
	char text[128];
	const char *at;

	snprintf(text, sizeof(text), "\"%s\": {", file);
	at = strstr(json, text);
	assert_non_null(at);
	snprintf(text, sizeof(text), "\"%s\": ", name);
	at = strstr(at, text);
	assert_non_null(at);
	return strtoull(at + strlen(text), NULL, 10);
}

static uint64_t pages_of(const struct zonemap *map, enum page_class class)
{
	uint64_t sum = 0;

	for (size_t block = 0; block < map->nr_blocks; block++)
		sum += map->count[class][block];
	return sum;
}

static void check_file(const char *json, const char *name)
{
	struct err err = { "" };
	size_t len;
	uint64_t *words = (uint64_t *)read_all(name, &len);
	size_t nr = len / sizeof(*words);
	struct kpf_dialect dialect = kpf_guess_dialect(0, words, nr);
	struct zonemap *map = zonemap_new(0, nr, 10, 10, &err);
	uint64_t orders[11], heads = 0;

	assert_non_null(map);
	assert_true(dialect.heads_only);
	zonemap_ingest(map, 0, words, nr, &dialect, 1);
	if (zonemap_check(map, &err))
		fail_msg("%s: %s", name, err.text);
	zonemap_count_orders(map, orders);
	for (int o = 0; o <= 10; o++)
		heads += orders[o];
	assert_int_equal(nr, expected(json, name, "entries"));
	assert_int_equal(heads, expected(json, name, "buddy_heads"));
	assert_int_equal(pages_of(map, PAGE_SLAB), expected(json, name, "slab"));
	assert_true(map->orders_estimated);
	zonemap_free(map);
	free(words);
}

static void files_of_old_kernels_have_the_known_counts(void **state)
{
	size_t len;
	char *json = read_all("expected.json", &len);

	(void)state;
	check_file(json, "013-kpageflags-zynq-4.4-cma.bin");
	check_file(json, "059-kpageflags-vbox-x86-768m.bin");
	free(json);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(files_of_old_kernels_have_the_known_counts),
	};
	const char *corpus = getenv("FRAGSCOPE_CORPUS"), *top = getenv("top_srcdir");

	if (corpus)
		snprintf(folder, sizeof(folder), "%s", corpus);
	else
		snprintf(folder, sizeof(folder), "%s/../shared/inputs", top ? top : ".");
	if (access(folder, R_OK)) {
		puts("skipped: no captured files; name their folder in FRAGSCOPE_CORPUS");
		return SKIP;
	}
	return CHECK_MAIN(tests);
}
