// SPDX-License-Identifier: GPL-2.0-or-later
#include "savefile.h"

#include <dirent.h>
#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../check.h"

static char folder[64];

/* A path below the folder of this test; valid until the next but three calls. */
static const char *below(const char *name)
{
	static char path[4][128];
	static unsigned int next;
	char *to = path[next++ % 4];

	snprintf(to, sizeof(path[0]), "%s/%s", folder, name);
	return to;
}

static int make_folder(void **state)
{
	(void)state;
	strcpy(folder, "/tmp/fragscope-savefile-XXXXXX");
	return mkdtemp(folder) ? 0 : -1;
}

static int remove_folder(void **state)
{
	char command[128];

	(void)state;
	snprintf(command, sizeof(command), "rm -rf '%s'", folder);
	return system(command);
}

static void put(const char *path, const char *text)
{
	FILE *file = fopen(path, "w");

	assert_non_null(file);
	assert_true(fputs(text, file) >= 0);
	assert_int_equal(fclose(file), 0);
}

static void assert_holds(const char *path, const char *text)
{
	char buffer[64] = "";
	FILE *file = fopen(path, "r");

	assert_non_null(file);
	buffer[fread(buffer, 1, sizeof(buffer) - 1, file)] = '\0';
	fclose(file);
	assert_string_equal(buffer, text);
}

static unsigned int nr_files(void)
{
	DIR *dir = opendir(folder);
	const struct dirent *entry;
	unsigned int nr = 0;

	assert_non_null(dir);
	while ((entry = readdir(dir)))
		nr += entry->d_name[0] != '.' || entry->d_name[1] == 'f';
	closedir(dir);
	return nr;
}

static void the_old_file_stands_until_the_commit(void **state)
{
	struct savefile file;
	struct err err;

	(void)state;
	put(below("a"), "old");
	assert_int_equal(savefile_open(&file, below("a"), &err), 0);
	fputs("new", file.to);
	fflush(file.to);
	assert_holds(below("a"), "old");
	assert_int_equal(savefile_commit(&file, &err), 0);
	assert_holds(below("a"), "new");
	assert_int_equal(nr_files(), 1);
}

static void an_abort_leaves_no_trace(void **state)
{
	struct savefile file;
	struct err err;

	(void)state;
	put(below("a"), "old");
	assert_int_equal(savefile_open(&file, below("a"), &err), 0);
	fputs("new", file.to);
	savefile_abort(&file);
	assert_holds(below("a"), "old");
	assert_int_equal(nr_files(), 1);
}

static void a_new_file_obeys_the_umask_and_an_old_one_keeps_its_mode(void **state)
{
	mode_t umask_before = umask(027);
	struct savefile file;
	struct stat st;
	struct err err;

	(void)state;
	assert_int_equal(savefile_open(&file, below("new"), &err), 0);
	assert_int_equal(savefile_commit(&file, &err), 0);
	assert_int_equal(stat(below("new"), &st), 0);
	assert_int_equal(st.st_mode & 07777, 0640);

	put(below("old"), "secret");
	assert_int_equal(chmod(below("old"), 0600), 0);
	assert_int_equal(savefile_open(&file, below("old"), &err), 0);
	assert_int_equal(savefile_commit(&file, &err), 0);
	assert_int_equal(stat(below("old"), &st), 0);
	assert_int_equal(st.st_mode & 07777, 0600);
	umask(umask_before);
}

static void a_symbolic_link_stays_a_link(void **state)
{
	struct savefile file;
	struct stat st;
	struct err err;

	(void)state;
	put(below("target"), "old");
	assert_int_equal(symlink("target", below("link")), 0);
	assert_int_equal(savefile_open(&file, below("link"), &err), 0);
	fputs("new", file.to);
	assert_int_equal(savefile_commit(&file, &err), 0);
	assert_int_equal(lstat(below("link"), &st), 0);
	assert_true(S_ISLNK(st.st_mode));
	assert_holds(below("target"), "new");
}

static void a_name_in_the_way_is_stepped_around(void **state)
{
	struct savefile file;
	char name[64];
	struct err err;

	(void)state;
	snprintf(name, sizeof(name), ".fragscope-%ld-0.tmp", (long)getpid());
	put(below(name), "of an earlier run");
	assert_int_equal(savefile_open(&file, below("a"), &err), 0);
	fputs("new", file.to);
	assert_int_equal(savefile_commit(&file, &err), 0);
	assert_holds(below("a"), "new");
	assert_holds(below(name), "of an earlier run");
}

static void folders_are_refused_and_missing_ones_named(void **state)
{
	struct savefile file;
	struct err err;

	(void)state;
	assert_int_equal(savefile_open(&file, folder, &err), -EISDIR);
	assert_non_null(strstr(err.text, folder));
	assert_non_null(strstr(err.text, "; name a file in it"));
	assert_int_equal(savefile_open(&file, below("no/such/file"), &err), -ENOENT);
	assert_non_null(strstr(err.text, "no/such/file"));
	assert_non_null(strstr(err.text, "; make the folder first"));
}

static void a_device_is_written_and_not_replaced(void **state)
{
	struct savefile file;
	struct stat st;
	struct err err;

	(void)state;
	assert_int_equal(savefile_open(&file, "/dev/null", &err), 0);
	fputs("gone", file.to);
	assert_int_equal(savefile_commit(&file, &err), 0);
	assert_int_equal(stat("/dev/null", &st), 0);
	assert_true(S_ISCHR(st.st_mode));

	if (access("/dev/full", W_OK))
		return;
	assert_int_equal(savefile_open(&file, "/dev/full", &err), 0);
	fputs("no room", file.to);
	assert_int_equal(savefile_commit(&file, &err), -ENOSPC);
	assert_non_null(strstr(err.text, "make room"));
}

static void a_limit_on_file_sizes_leaves_the_old_file(void **state)
{
	struct rlimit before, limit;
	struct savefile file;
	struct err err;

	(void)state;
	put(below("a"), "old");
	signal(SIGXFSZ, SIG_IGN);
	assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
	limit = (struct rlimit){ 4096, before.rlim_max };
	assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
	assert_int_equal(savefile_open(&file, below("a"), &err), 0);
	for (int i = 0; i < 10000; i++)
		fputs("line\n", file.to);
	assert_int_equal(savefile_commit(&file, &err), -EFBIG);
	assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
	assert_holds(below("a"), "old");
	assert_int_equal(nr_files(), 1);
}

static void write_too_much(void)
{
	struct savefile file;
	struct err err;

	if (unshare(CLONE_NEWNS) || mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL) ||
	    mount("none", folder, "tmpfs", 0, "size=64k"))
		_exit(77);
	put(below("a"), "old");
	assert_int_equal(savefile_open(&file, below("a"), &err), 0);
	for (int i = 0; i < 100000; i++)
		fputs("line\n", file.to);
	assert_int_equal(savefile_commit(&file, &err), -ENOSPC);
	assert_holds(below("a"), "old");
	assert_int_equal(nr_files(), 1);
	_exit(0);
}

static void a_full_disk_leaves_the_old_file(void **state)
{
	pid_t pid = fork();
	int status;

	(void)state;
	if (!pid)
		write_too_much();
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_true(WIFEXITED(status));
	if (WEXITSTATUS(status) == 77) {
		print_message("a small tmpfs cannot be mounted without privileges: skipped\n");
		skip();
	}
	assert_int_equal(WEXITSTATUS(status), 0);
}

static void a_kill_leaves_the_old_file(void **state)
{
	struct savefile file;
	pid_t pid;
	int status;

	(void)state;
	put(below("a"), "old");
	pid = fork();
	if (!pid) {
		if (savefile_open(&file, below("a"), NULL) || fputs("half", file.to) < 0 ||
		    fflush(file.to))
			_exit(1);
		kill(getpid(), SIGKILL);
	}
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_true(WIFSIGNALED(status));
	assert_holds(below("a"), "old");
	/* where files may be nameless, the half is gone, too */
	assert_int_equal(savefile_open(&file, below("a"), NULL), 0);
	if (file.nameless)
		assert_int_equal(nr_files(), 1);
	savefile_abort(&file);
}

static void a_dash_is_standard_output_and_stays_open(void **state)
{
	struct savefile file;
	struct err err;

	(void)state;
	assert_int_equal(savefile_open(&file, "-", &err), 0);
	assert_ptr_equal(file.to, stdout);
	assert_int_equal(savefile_commit(&file, &err), 0);
	assert_true(fileno(stdout) >= 0);
	assert_int_equal(savefile_open(&file, "-", &err), 0);
	savefile_abort(&file);
	assert_true(fileno(stdout) >= 0);
}

#define IN_FOLDER(test) cmocka_unit_test_setup_teardown(test, make_folder, remove_folder)

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN_FOLDER(the_old_file_stands_until_the_commit),
		IN_FOLDER(an_abort_leaves_no_trace),
		IN_FOLDER(a_new_file_obeys_the_umask_and_an_old_one_keeps_its_mode),
		IN_FOLDER(a_symbolic_link_stays_a_link),
		IN_FOLDER(a_name_in_the_way_is_stepped_around),
		IN_FOLDER(folders_are_refused_and_missing_ones_named),
		IN_FOLDER(a_device_is_written_and_not_replaced),
		IN_FOLDER(a_limit_on_file_sizes_leaves_the_old_file),
		IN_FOLDER(a_full_disk_leaves_the_old_file),
		IN_FOLDER(a_kill_leaves_the_old_file),
		cmocka_unit_test(a_dash_is_standard_output_and_stays_open),
	};

	return CHECK_MAIN(tests);
}
