// SPDX-License-Identifier: GPL-2.0-or-later
#include "../../src/proc/cgroups.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>

#include "fragscope/activity.h"
#include "fragscope/proc.h"

#include "../model/random.h"
#include "folder.h"

#define HYBRID \
	"31 23 0:28 / /sys/fs/cgroup rw,relatime - tmpfs tmpfs rw,mode=755\n" \
	"32 31 0:29 / /sys/fs/cgroup/cpu rw,relatime - cgroup cgroup rw,cpu\n" \
	"33 31 0:30 / /sys/fs/cgroup/cpuset rw shared:7 master:1 - cgroup cgroup rw,cpuset\n" \
	"35 31 0:32 / /sys/fs/cgroup/memory rw shared:9 - cgroup cgroup rw,memory\n" \
	"41 31 0:38 / /sys/fs/cgroup/unified rw - cgroup2 cgroup2 rw,nsdelegate\n"
#define UNIFIED "41 31 0:38 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw,memory_recursiveprot\n"

static void assert_mount(const char *text, enum cgroup_tree tree, const char *want_folder,
			 const char *want_root)
{
	char folder[64], root[64];

	assert_int_equal(cgroups_find_mount(span_of(text), tree, folder, root, sizeof(root)), 0);
	assert_string_equal(folder, want_folder);
	assert_string_equal(root, want_root);
}

static void each_hierarchy_is_found_where_it_is_mounted(void **state)
{
	(void)state;
	assert_mount(HYBRID, CGROUP_MEMORY, "/sys/fs/cgroup/memory", "/");
	assert_mount(HYBRID, CGROUP_UNIFIED, "/sys/fs/cgroup/unified", "/");
	assert_mount(UNIFIED, CGROUP_MEMORY, "/sys/fs/cgroup", "/");
	assert_mount("9 1 0:3 /docker/1\\0402 /sys/fs/c\\011g rw - cgroup cgroup rw,cpu,memory\n",
		     CGROUP_MEMORY, "/sys/fs/c\tg", "/docker/1 2");
}

static void damaged_mount_tables_have_no_hierarchy(void **state)
{
	static const char *const texts[] = {
		"", "\n\n", "-", "35 31 0:32 / /sys/fs/cgroup", "35 31 0:32 / /sys - cgroup",
		"- cgroup2 cgroup2 rw\n", "1 2 3 / /x rw - cgroup cgroup rw,xmemory,memoryx\n",
	};
	char folder[64], root[64];

	(void)state;
	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
		assert_int_equal(cgroups_find_mount(span_of(texts[i]), CGROUP_MEMORY, folder, root,
						    sizeof(root)), -ENOENT);
}

static void mount_tables_of_random_bytes_do_no_harm(void **state)
{
	char text[sizeof(HYBRID)], folder[40], root[40];
	uint64_t seed = 11;

	(void)state;
	for (unsigned int round = 0; round < 20000; round++) {
		size_t len = random_below(&seed, sizeof(text));

		memcpy(text, HYBRID, sizeof(text));
		for (uint64_t i = random_below(&seed, 40); i; i--)
			text[random_below(&seed, sizeof(text))] =
				" \n,-\\04x\377/"[random_below(&seed, 10)];
		if (!cgroups_find_mount((struct span){ text, len }, round % NR_CGROUP_TREES, folder,
					root, sizeof(folder))) {
			assert_true(strlen(folder) < sizeof(folder));
			assert_true(strlen(root) < sizeof(root));
		}
	}
}

static uint64_t inode_of(const struct folder *folder, const char *path)
{
	struct stat st;
	char full[512];

	snprintf(full, sizeof(full), "%s/%s", folder->path, path);
	assert_int_equal(stat(full, &st), 0);
	return st.st_ino;
}

static void folders_at_any_depth_have_the_path_in_their_hierarchy(void **state)
{
	struct folder folder = folder_new();
	struct cgroups *cgroups;
	struct reader *reader;

	(void)state;
	folder_write(&folder, "proc/self/mountinfo", HYBRID);
	folder_write(&folder, "sys/fs/cgroup/memory/system.slice/a b.service/cgroup.procs", "1\n");
	folder_write(&folder, "sys/fs/cgroup/memory/x/y/z/cgroup.procs", "1\n");
	folder_write(&folder, "sys/fs/cgroup/unified/user.slice/cgroup.procs", "1\n");
	reader = reader_new(folder.path);
	cgroups = cgroups_new(reader);
	assert_string_equal(cgroups_path(cgroups, CGROUP_MEMORY,
					 inode_of(&folder, "sys/fs/cgroup/memory")), "/");
	assert_string_equal(cgroups_path(cgroups, CGROUP_MEMORY,
		inode_of(&folder, "sys/fs/cgroup/memory/system.slice/a b.service")),
		"/system.slice/a b.service");
	assert_string_equal(cgroups_path(cgroups, CGROUP_MEMORY,
					 inode_of(&folder, "sys/fs/cgroup/memory/x/y/z")),
			    "/x/y/z");
	assert_string_equal(cgroups_path(cgroups, CGROUP_UNIFIED,
					 inode_of(&folder, "sys/fs/cgroup/unified/user.slice")),
			    "/user.slice");
	/* a file is no cgroup; one of the other hierarchy is none of this */
	assert_null(cgroups_path(cgroups, CGROUP_MEMORY,
				 inode_of(&folder, "sys/fs/cgroup/memory/x/y/z/cgroup.procs")));
	assert_null(cgroups_path(cgroups, CGROUP_MEMORY,
				 inode_of(&folder, "sys/fs/cgroup/unified/user.slice")));
	cgroups_free(cgroups);
	reader_free(reader);
	folder_free(&folder);
}

static void a_container_sees_the_paths_of_its_host(void **state)
{
	struct folder folder = folder_new();
	struct cgroups *cgroups;
	struct reader *reader;

	(void)state;
	folder_write(&folder, "proc/self/mountinfo",
		     "9 1 0:3 /docker/12 /cg rw - cgroup2 cgroup2 rw\n");
	folder_write(&folder, "cg/app/cgroup.procs", "");
	reader = reader_new(folder.path);
	cgroups = cgroups_new(reader);
	assert_string_equal(cgroups_path(cgroups, CGROUP_MEMORY, inode_of(&folder, "cg")),
			    "/docker/12");
	assert_string_equal(cgroups_path(cgroups, CGROUP_MEMORY, inode_of(&folder, "cg/app")),
			    "/docker/12/app");
	cgroups_free(cgroups);
	reader_free(reader);
	folder_free(&folder);
}

static void without_a_mount_table_numbers_stay_numbers(void **state)
{
	struct folder folder = folder_new();
	struct reader *reader = reader_new(folder.path);
	struct cgroups *cgroups = cgroups_new(reader);

	(void)state;
	assert_null(cgroups_path(cgroups, CGROUP_MEMORY, 1));
	assert_null(cgroups_path(cgroups, CGROUP_UNIFIED, UINT64_MAX));
	cgroups_free(cgroups);
	reader_free(reader);
	folder_free(&folder);
}

static void a_tree_that_is_too_deep_ends_somewhere(void **state)
{
	struct folder folder = folder_new();
	struct cgroups *cgroups;
	struct reader *reader;
	char path[512] = "cg";

	(void)state;
	for (unsigned int i = 0; i < 60; i++)
		strcat(path, "/d");
	strcat(path, "/file");
	folder_write(&folder, "proc/self/mountinfo", "9 1 0:3 / /cg rw - cgroup2 cgroup2 rw\n");
	folder_write(&folder, path, "");
	reader = reader_new(folder.path);
	cgroups = cgroups_new(reader);
	assert_string_equal(cgroups_path(cgroups, CGROUP_UNIFIED, inode_of(&folder, "cg/d/d")),
			    "/d/d");
	path[strlen(path) - strlen("/file")] = '\0';
	assert_null(cgroups_path(cgroups, CGROUP_UNIFIED, inode_of(&folder, path)));
	cgroups_free(cgroups);
	reader_free(reader);
	folder_free(&folder);
}

static void stalls_get_the_paths_of_the_unified_hierarchy(void **state)
{
	struct folder folder = folder_new();
	struct frame *frame = frame_new();
	struct stall_row stalls[3] = { { .pid = 1 }, { .pid = 2 }, { .pid = 3 } };
	struct activity activity = { .stalls = stalls, .nr_stalls = 3 };
	struct reader *reader;
	struct proc *proc;

	(void)state;
	folder_write(&folder, "proc/self/mountinfo", HYBRID);
	folder_write(&folder, "sys/fs/cgroup/unified/db/x", "");
	reader = reader_new(folder.path);
	proc = proc_new(reader);
	stalls[0].cgroup = stalls[2].cgroup = inode_of(&folder, "sys/fs/cgroup/unified/db");
	frame->activity = &activity;
	proc_name_cgroups(proc, frame);
	assert_int_equal(frame->nr_cgroups, 1);
	assert_string_equal(frame_cgroup_path(frame, stalls[2].cgroup), "/db");
	assert_null(frame_cgroup_path(frame, 0));
	frame->activity = NULL;
	frame_free(frame);
	proc_free(proc);
	reader_free(reader);
	folder_free(&folder);
}

/* --- on the machine at hand --- */

/* The path of this process's memory cgroup, as the kernel tells it. */
static bool own_path(char *path, size_t size)
{
	char line[PATH_MAX + 64];
	FILE *file = fopen("/proc/self/cgroup", "re");
	bool found = false;

	while (file && fgets(line, sizeof(line), file)) {
		char *colon = strchr(line, ':'), *second = colon ? strchr(colon + 1, ':') : NULL;

		line[strcspn(line, "\n")] = '\0';
		if (!second)
			continue;
		*second = '\0';
		if (!strstr(colon, "memory") && (found || colon[1]))
			continue;
		snprintf(path, size, "%s", second + 1);
		found = true;
	}
	if (file)
		fclose(file);
	return found;
}

static uint64_t word_at(const char *path, uint64_t index)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	uint64_t word = 0;

	if (fd < 0 || pread(fd, &word, sizeof(word), (off_t)(index * sizeof(word))) < 8)
		word = 0;
	if (fd >= 0)
		close(fd);
	return word;
}

static void a_page_of_this_process_is_charged_to_its_cgroup(void **state)
{
	static char page[1 << 16];
	uint64_t entry, inode, pfn;
	struct reader *reader;
	struct cgroups *cgroups;
	struct frame *frame;
	struct proc *proc;
	char want[PATH_MAX];
	const char *path;

	(void)state;
	memset(page, 1, sizeof(page));
	entry = word_at("/proc/self/pagemap",
			(uintptr_t)(page + sizeof(page) / 2) / (uint64_t)sysconf(_SC_PAGESIZE));
	pfn = entry & ((1ULL << 55) - 1);
	inode = pfn ? word_at("/proc/kpagecgroup", pfn) : 0;
	if (!inode || !own_path(want, sizeof(want))) {
		print_message("needs root, /proc/kpagecgroup and a memory cgroup\n");
		skip();
	}
	reader = reader_new("/");
	cgroups = cgroups_new(reader);
	path = cgroups_path(cgroups, CGROUP_MEMORY, inode);
	assert_non_null(path);
	assert_string_equal(path, want);
	/* and so the page's detail says */
	frame = frame_new();
	proc = proc_new(reader);
	assert_int_equal(proc_block_detail(proc, frame, pfn, 1, NULL), 0);
	assert_int_equal(frame->detail->pages[0].cgroup_inode.n, inode);
	assert_string_equal(frame->detail->pages[0].cgroup, want);
	proc_free(proc);
	frame_free(frame);
	cgroups_free(cgroups);
	reader_free(reader);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_hierarchy_is_found_where_it_is_mounted),
		cmocka_unit_test(damaged_mount_tables_have_no_hierarchy),
		cmocka_unit_test(mount_tables_of_random_bytes_do_no_harm),
		cmocka_unit_test(folders_at_any_depth_have_the_path_in_their_hierarchy),
		cmocka_unit_test(a_container_sees_the_paths_of_its_host),
		cmocka_unit_test(without_a_mount_table_numbers_stay_numbers),
		cmocka_unit_test(a_tree_that_is_too_deep_ends_somewhere),
		cmocka_unit_test(stalls_get_the_paths_of_the_unified_hierarchy),
		cmocka_unit_test(a_page_of_this_process_is_charged_to_its_cgroup),
	};

	return CHECK_MAIN(tests);
}
