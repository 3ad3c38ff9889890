// SPDX-License-Identifier: GPL-2.0-or-later
#include "fragscope/clock.h"
#include "fragscope/reader.h"

#include <errno.h>

#include "folder.h"

static void assert_text(struct reader *reader, const char *path, const char *want)
{
	struct err err = { "" };
	struct span text;

	assert_int_equal(reader_read(reader, path, &text, &err), 0);
	assert_true(span_equals(text, want));
}

static void paths_are_below_the_root(void **state)
{
	struct folder folder = folder_new();
	struct reader *reader;
	char root[80];

	(void)state;
	folder_write(&folder, "proc/buddyinfo", "Node 0\n");
	snprintf(root, sizeof(root), "%s//", folder.path);
	reader = reader_new(root);
	assert_text(reader, "proc/buddyinfo", "Node 0\n");
	assert_string_equal(reader_root(reader), folder.path);
	assert_false(reader_is_host(reader));
	reader_free(reader);
	folder_free(&folder);
}

static void the_hosts_root_is_told_from_others(void **state)
{
	struct reader *reader = reader_new("/");

	(void)state;
	assert_true(reader_is_host(reader));
	assert_string_equal(reader_root(reader), "/");
	reader_free(reader);
}

static void a_file_can_change_grow_be_replaced_vanish_and_return(void **state)
{
	struct folder folder = folder_new();
	struct reader *reader = reader_new(folder.path);
	struct err err = { "" };
	struct span text;
	char *large;

	(void)state;
	folder_write(&folder, "proc/vmstat", "a 1\n");
	assert_text(reader, "proc/vmstat", "a 1\n");
	folder_write(&folder, "proc/vmstat", "a 22\n");
	assert_text(reader, "proc/vmstat", "a 22\n");
	large = calloc(1, 300001);
	memset(large, 'x', 300000);
	folder_write(&folder, "proc/vmstat", large);
	assert_text(reader, "proc/vmstat", large);
	free(large);
	folder_write(&folder, "proc/new", "b 3\n");
	folder_run("mv '%s/proc/new' '%s/proc/vmstat'", folder.path, folder.path);
	assert_text(reader, "proc/vmstat", "b 3\n");
	folder_remove(&folder, "proc/vmstat");
	assert_int_equal(reader_read(reader, "proc/vmstat", &text, &err), -ENOENT);
	assert_int_equal(text.len, 0);
	folder_write(&folder, "proc/vmstat", "c 4\n");
	assert_text(reader, "proc/vmstat", "c 4\n");
	reader_free(reader);
	folder_free(&folder);
}

static void errors_say_path_and_remedy(void **state)
{
	struct folder folder = folder_new();
	struct reader *reader = reader_new(folder.path);
	char want[256];
	struct err err;
	struct span text;

	(void)state;
	assert_int_equal(reader_read(reader, "proc/none", &text, &err), -ENOENT);
	snprintf(want, sizeof(want),
		 "%s/proc/none: No such file or directory; is /proc mounted and does this kernel have it?",
		 folder.path);
	assert_string_equal(err.text, want);
	assert_int_equal(reader_open(reader, "proc/kpageflags", &err), -ENOENT);
	folder_write(&folder, "proc/dir/file", "");
	assert_int_equal(reader_read(reader, "proc/dir", &text, &err), -EISDIR);
	folder_write(&folder, "proc/secret", "x");
	folder_run("chmod 0 '%s/proc/secret'%s", folder.path, "");
	if (geteuid()) {
		assert_int_equal(reader_read(reader, "proc/secret", &text, &err), -EACCES);
		assert_true(span_find(span_of(err.text), "needs root or CAP_DAC_READ_SEARCH") > 0);
	}
	reader_free(reader);
	folder_free(&folder);
}

static void a_pipe_does_not_hang_and_a_giant_is_refused(void **state)
{
	struct folder folder = folder_new();
	struct reader *reader = reader_new(folder.path);
	struct err err;
	struct span text;

	(void)state;
	folder_run("mkfifo '%s/pipe'%s", folder.path, "");
	assert_int_equal(reader_read(reader, "pipe", &text, &err), -ESPIPE);
	folder_run("truncate -s 65M '%s/giant'%s", folder.path, "");
	assert_int_equal(reader_read(reader, "giant", &text, &err), -EFBIG);
	reader_free(reader);
	folder_free(&folder);
}

static void an_empty_file_is_an_empty_text(void **state)
{
	struct folder folder = folder_new();
	struct reader *reader = reader_new(folder.path);

	(void)state;
	folder_write(&folder, "sys/empty", "");
	assert_text(reader, "sys/empty", "");
	assert_text(reader, "sys/empty", "");
	reader_free(reader);
	folder_free(&folder);
}

static void more_files_than_stay_open_are_read_all_the_same(void **state)
{
	struct folder folder = folder_new();
	struct reader *reader = reader_new(folder.path);

	(void)state;
	folder_run("cd '%s' && for i in $(seq 600); do echo $i > f$i; done%s", folder.path, "");
	for (unsigned int round = 0; round < 2; round++) {
		for (unsigned int i = 1; i <= 600; i++) {
			char path[16], want[16];

			snprintf(path, sizeof(path), "f%u", i);
			snprintf(want, sizeof(want), "%u\n", i);
			assert_text(reader, path, want);
		}
	}
	reader_free(reader);
	folder_free(&folder);
}

static int count_name(const char *name, void *arg)
{
	unsigned int *nr = arg;

	assert_true(!strcmp(name, "a") || !strcmp(name, "b"));
	++*nr;
	return 0;
}

static int stop_at_once(const char *name, void *arg)
{
	(void)name;
	(void)arg;
	return 7;
}

static void folders_are_listed(void **state)
{
	struct folder folder = folder_new();
	struct reader *reader = reader_new(folder.path);
	unsigned int nr = 0;
	struct err err;

	(void)state;
	folder_write(&folder, "d/a", "");
	folder_write(&folder, "d/b", "");
	assert_int_equal(reader_list(reader, "d", count_name, &nr, &err), 0);
	assert_int_equal(nr, 2);
	assert_int_equal(reader_list(reader, "d", stop_at_once, NULL, &err), 7);
	assert_int_equal(reader_list(reader, "e", count_name, &nr, &err), -ENOENT);
	assert_int_equal(reader_list(reader, "d/a", count_name, &nr, &err), -ENOTDIR);
	reader_free(reader);
	folder_free(&folder);
}

static void clocks_go_forward(void **state)
{
	uint64_t mono = clock_mono_ns(), cpu = clock_cpu_ns();

	(void)state;
	assert_true(clock_mono_ns() >= mono);
	assert_true(clock_cpu_ns() > cpu);
	assert_true(clock_wall_ns() > 1600000000000000000);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(paths_are_below_the_root),
		cmocka_unit_test(the_hosts_root_is_told_from_others),
		cmocka_unit_test(a_file_can_change_grow_be_replaced_vanish_and_return),
		cmocka_unit_test(errors_say_path_and_remedy),
		cmocka_unit_test(a_pipe_does_not_hang_and_a_giant_is_refused),
		cmocka_unit_test(an_empty_file_is_an_empty_text),
		cmocka_unit_test(more_files_than_stay_open_are_read_all_the_same),
		cmocka_unit_test(folders_are_listed),
		cmocka_unit_test(clocks_go_forward),
	};

	return CHECK_MAIN(tests);
}
