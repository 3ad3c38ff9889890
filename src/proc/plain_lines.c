// SPDX-License-Identifier: GPL-2.0-or-later
#include "plain_lines.h"

#include "fragscope/array.h"

static const char *const vmstat_names[] = {
	"nr_", "compact_", "thp_", "pgalloc", "pgfree", "pgfault", "pgmigrate", "pgscan", "pgsteal",
	"pgpgin", "allocstall", "workingset_", "numa_", "oom_kill", "kswapd_",
};

static const char *const meminfo_names[] = {
	"Mem", "Swap", "Buffers", "Cached", "Slab", "SReclaimable", "HugePages_", "Active",
	"Inactive", "CmaTotal", "CmaFree",
};

static const char *const cgroup_names[] = {
	"anon", "file", "kernel", "sock", "shmem", "cache", "rss", "slab", "swap", "kernel_stack",
	"pagetables", "inactive_anon", "active_anon",
};

bool plain_is_vmstat(struct span line, struct span *name)
{
	struct span number;

	line = span_trim(line);
	return span_next_word(&line, name) && span_next_word(&line, &number) && !line.len &&
	       name->at[0] >= 'a' && name->at[0] <= 'z' && span_name(*name) == name->len &&
	       span_digits(number) == number.len;
}

bool plain_is_meminfo(struct span line, struct span *name)
{
	struct span number, unit;

	line = span_trim(line);
	if (!span_next_word(&line, name) || !char_is_upper(name->at[0]) || name->len < 2 ||
	    name->at[name->len - 1] != ':' || !span_next_word(&line, &number) ||
	    span_digits(number) != number.len)
		return false;
	name->len--;
	return !span_next_word(&line, &unit) || (span_equals(unit, "kB") && !line.len);
}

static bool is_one_of(struct span name, const char *const *names, size_t nr)
{
	for (size_t i = 0; i < nr; i++)
		if (span_starts(name, names[i]))
			return true;
	return false;
}

bool plain_is_vmstat_name(struct span name)
{
	return is_one_of(name, vmstat_names, ARRAY_SIZE(vmstat_names));
}

bool plain_is_meminfo_name(struct span name)
{
	return is_one_of(name, meminfo_names, ARRAY_SIZE(meminfo_names));
}

bool plain_is_cgroup_name(struct span name)
{
	for (size_t i = 0; i < ARRAY_SIZE(cgroup_names); i++)
		if (span_equals(name, cgroup_names[i]))
			return true;
	return false;
}
