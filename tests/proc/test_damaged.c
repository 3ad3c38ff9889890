// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Every parser over every captured file, whole, cut at every byte, with bytes changed, and over
 * texts that no kernel writes: none may crash, hang or leave a frame that does not hold together.
 */
#include "../fuzz/parsers.h"
#include "folder.h"

#define TEXT_MAX (64 * 1024)

static fuzz_parser *const parsers[] = {
	parse_buddyinfo, parse_pagetypeinfo, parse_zoneinfo, parse_vmstat, parse_meminfo,
	parse_extfrag_unusable, parse_extfrag_index, parse_psi, fuzz_choice, fuzz_together,
};

static const char *const files[] = {
	"proc/buddyinfo", "proc/pagetypeinfo", "proc/zoneinfo", "proc/vmstat", "proc/meminfo",
	"proc/pressure/memory", "sys/kernel/debug/extfrag/unusable_index",
	"sys/kernel/debug/extfrag/extfrag_index", "sys/kernel/mm/transparent_hugepage/enabled",
};

#define NR(array) (sizeof(array) / sizeof((array)[0]))

static void parse_all(const char *text, size_t len)
{
	/* a block of its own, so that reading past the end is noticed */
	char *copy = malloc(len + 1);

	assert_non_null(copy);
	memcpy(copy, text, len);
	copy = realloc(copy, len ? len : 1);
	for (size_t i = 0; i < NR(parsers); i++)
		fuzz_parse(parsers[i], (struct span){ copy, len });
	free(copy);
}

static size_t read_fixture(const char *path, char *text)
{
	char full[768];
	size_t len;
	FILE *file;

	snprintf(full, sizeof(full), "%s/%s", fixture_path(), path);
	file = fopen(full, "r");
	assert_non_null(file);
	len = fread(text, 1, TEXT_MAX, file);
	fclose(file);
	return len;
}

static void files_cut_at_any_byte(void **state)
{
	static char text[TEXT_MAX];

	(void)state;
	for (size_t i = 0; i < NR(files); i++) {
		size_t len = read_fixture(files[i], text);

		/* every byte of the beginning and the end, a sample between */
		for (size_t cut = 0; cut <= len; cut += cut > 400 && cut + 200 < len ? 23 : 1)
			parse_all(text, cut);
	}
}

static void files_with_changed_bytes(void **state)
{
	static const char spice[] = "\n\n  >>.-,0009\377\0x[]()";
	static char text[TEXT_MAX], damaged[TEXT_MAX];
	uint64_t random = 88172645463325252ull;

	(void)state;
	for (size_t i = 0; i < NR(files); i++) {
		size_t len = read_fixture(files[i], text);

		for (unsigned int round = 0; round < 60; round++) {
			memcpy(damaged, text, len);
			for (unsigned int change = 0; change < 1 + round % 8; change++) {
				random ^= random << 13;
				random ^= random >> 7;
				random ^= random << 17;
				damaged[random % len] = spice[random >> 32 & 15];
			}
			parse_all(damaged, len);
		}
	}
}

static void a_line_of_a_megabyte(void **state)
{
	static const char *const heads[] = {
		"Node 0, zone Normal ", "Node 0, zone Normal, type Movable ", "nr_free_pages ",
		"Number of blocks type ", "Node 0, zone A\n  pages free 1\nprotection: (0,",
		"some avg10=",
	};
	static const char fill[] = "9 [\n";
	size_t len = 1 << 20;
	char *text = malloc(len);

	(void)state;
	assert_non_null(text);
	for (size_t i = 0; i < NR(heads); i++) {
		for (size_t j = 0; j < sizeof(fill) - 1; j++) {
			memset(text, fill[j], len);
			memcpy(text, heads[i], strlen(heads[i]));
			parse_all(text, len);
		}
	}
	free(text);
}

/* Thirty thousand rows, all of the same zone, then each of another. */
static void more_rows_than_any_machine_has(void **state)
{
	size_t size = 30000 * 40, len = 0;
	char *text = malloc(size);

	(void)state;
	assert_non_null(text);
	for (unsigned int i = 0; i < 30000; i++)
		len += (size_t)sprintf(text + len, "Node %u, zone Normal 1 2 3\n", i / 2);
	parse_all(text, len);
	len = 0;
	for (unsigned int i = 0; i < 30000; i++)
		len += (size_t)sprintf(text + len, "Node 0, zone Z%u, type T 1 2\n", i);
	parse_all(text, len);
	free(text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(files_cut_at_any_byte),
		cmocka_unit_test(files_with_changed_bytes),
		cmocka_unit_test(a_line_of_a_megabyte),
		cmocka_unit_test(more_rows_than_any_machine_has),
	};

	return CHECK_MAIN(tests);
}
