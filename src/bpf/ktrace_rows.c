// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * ktrace_rows - the programs of trace.bpf.c as rows, and whether they fit a kernel.
 *
 * A tracepoint's arguments stand in the kernel's BTF as the type btf_trace_NAME, a pointer to a
 * function whose first argument is not the tracepoint's; those of a function stand at the function.
 */
#include "ktrace_rows.h"

#include <stdio.h>
#include <string.h>

#include <bpf/btf.h>

#include "fragscope/activity.h"
#include "fragscope/array.h"

#define POINT(program, where, arguments, means, what) \
	{ program, PLACE_TRACEPOINT, where, arguments, means, 0, what, false }
#define FREQUENT_POINT(program, where, arguments, means, what) \
	{ program, PLACE_TRACEPOINT, where, arguments, means, 0, what, true }
#define POINT_UNLESS(program, where, arguments, means, unless, what) \
	{ program, PLACE_TRACEPOINT, where, arguments, means, unless, what, false }
#define FUNCTION(program, where, arguments, means, what) \
	{ program, PLACE_FUNCTION, where, arguments, means, 0, what, false }

/* What stands in for a row comes after it. */
const struct ktrace_row ktrace_rows[] = {
	POINT("compact_begin", "mm_compaction_begin", "cllb", ACTIVITY_COMPACTION, "compaction"),
	POINT("compact_end", "mm_compaction_end", "cllbi", ACTIVITY_COMPACTION, "compaction"),
	POINT("isolate_migrate", "mm_compaction_isolate_migratepages", "llll", 0,
	      "migrate scanner"),
	POINT("isolate_free", "mm_compaction_isolate_freepages", "llll", 0, "free scanner"),
	POINT("isolate_free_fast", "mm_compaction_fast_isolate_freepages", "llll", 0,
	      "fast free scanner"),
	POINT("migrate", "mm_compaction_migratepages", "ii", 0, "migrated pages"),
	POINT("migrate_cc", "mm_compaction_migratepages", "ci", 0, "migrated pages"),

	POINT("deferred", "mm_compaction_deferred", "zi", ACTIVITY_DEFERRAL, "deferral"),
	POINT("defer", "mm_compaction_defer_compaction", "zi", ACTIVITY_DEFERRAL, "deferral"),
	POINT("defer_reset", "mm_compaction_defer_reset", "zi", ACTIVITY_DEFERRAL, "deferral"),

	FUNCTION("direct_compact_exit", "try_to_compact_pages", "gii*i*", ACTIVITY_WHOLE_STALLS,
		 "whole stalls"),
	FUNCTION("direct_compact_enter", "try_to_compact_pages", "gii*i*", ACTIVITY_WHOLE_STALLS,
		 "whole stalls"),
	POINT_UNLESS("direct_compact", "mm_compaction_try_to_compact_pages", "igi", 0,
		     ACTIVITY_WHOLE_STALLS, "stalls"),
	FUNCTION("drain_exit", "drain_all_pages", "z", ACTIVITY_DRAIN_TIMES, "drain times"),
	FUNCTION("drain_enter", "drain_all_pages", "z", ACTIVITY_DRAIN_TIMES, "drain times"),

	POINT("reclaim_begin", "mm_vmscan_direct_reclaim_begin", "ig", ACTIVITY_RECLAIM,
	      "direct reclaim"),
	POINT("reclaim_begin_gfp", "mm_vmscan_direct_reclaim_begin", "gi", ACTIVITY_RECLAIM,
	      "direct reclaim"),
	POINT("reclaim_end", "mm_vmscan_direct_reclaim_end", "l", ACTIVITY_RECLAIM,
	      "direct reclaim"),

	POINT("kcompactd_wakeup", "mm_compaction_wakeup_kcompactd", "iii", ACTIVITY_THREADS,
	      "kcompactd"),
	POINT("kcompactd_wake", "mm_compaction_kcompactd_wake", "iii", ACTIVITY_THREADS,
	      "kcompactd"),
	POINT("kcompactd_sleep", "mm_compaction_kcompactd_sleep", "i", ACTIVITY_THREADS,
	      "kcompactd"),
	POINT("kswapd_wakeup", "mm_vmscan_wakeup_kswapd", "iiig", ACTIVITY_THREADS, "kswapd"),
	POINT("kswapd_wake", "mm_vmscan_kswapd_wake", "iii", ACTIVITY_THREADS, "kswapd"),
	POINT("kswapd_sleep", "mm_vmscan_kswapd_sleep", "i", ACTIVITY_THREADS, "kswapd"),

	FREQUENT_POINT("page_alloc", "mm_page_alloc", "pigi", ACTIVITY_ALLOCS, "allocations"),
	FREQUENT_POINT("pcpu_drain", "mm_page_pcpu_drain", "pii", ACTIVITY_DRAINS,
		       "per-CPU drains"),
	{ "fallback_record", PLACE_RECORD, "mm_page_alloc_extfrag", "piiii",
	  ACTIVITY_FALLBACKS | ACTIVITY_CLAIMS, 0, "claimed pageblocks", false },
	POINT_UNLESS("fallback", "mm_page_alloc_extfrag", "piiii", ACTIVITY_FALLBACKS,
		     ACTIVITY_CLAIMS, "fallbacks"),
};

const size_t ktrace_nr_rows = ARRAY_SIZE(ktrace_rows);
_Static_assert(ARRAY_SIZE(ktrace_rows) <= KTRACE_ROWS_MAX, "KTRACE_ROWS_MAX");

static const struct {
	const char *name;
	char letter;
} structs[] = {
	{ "page", 'p' },
	{ "zone", 'z' },
	{ "compact_control", 'c' },
};

/* Behind names and qualifiers; *is_gfp is set where one of the names is gfp_t. */
static const struct btf_type *bare_type(const struct btf *btf, uint32_t id, bool *is_gfp)
{
	const struct btf_type *type = btf__type_by_id(btf, id);

	while (type && (btf_is_mod(type) || btf_is_typedef(type))) {
		if (btf_is_typedef(type) &&
		    !strcmp(btf__name_by_offset(btf, type->name_off), "gfp_t"))
			*is_gfp = true;
		type = btf__type_by_id(btf, type->type);
	}
	return type;
}

static char letter_of_pointer(const struct btf *btf, uint32_t to)
{
	bool is_gfp;
	const struct btf_type *type = bare_type(btf, to, &is_gfp);

	if (type && (btf_is_struct(type) || btf_is_fwd(type)))
		for (size_t i = 0; i < ARRAY_SIZE(structs); i++)
			if (!strcmp(btf__name_by_offset(btf, type->name_off), structs[i].name))
				return structs[i].letter;
	return '*';
}

static char letter_of(const struct btf *btf, uint32_t id)
{
	bool is_gfp = false;
	const struct btf_type *type = bare_type(btf, id, &is_gfp);

	if (is_gfp)
		return 'g';
	if (!type)
		return '?';
	if (btf_is_ptr(type))
		return letter_of_pointer(btf, type->type);
	if (!btf_is_int(type) && !btf_is_any_enum(type))
		return '?';
	switch (type->size) {
	case 1:
		return 'b';
	case 4:
		return 'i';
	case 8:
		return 'l';
	default:
		return '?';
	}
}

/* The function type at that place, NULL: there is none.  *first: its first argument that counts. */
static const struct btf_type *find_place(const struct ktrace_row *row, const struct btf *btf,
					 unsigned int *first)
{
	bool is_function = row->place == PLACE_FUNCTION, is_gfp;
	const struct btf_type *type;
	char name[128];
	int id;

	snprintf(name, sizeof(name), "%s%s", is_function ? "" : "btf_trace_", row->where);
	id = btf__find_by_name_kind(btf, name, is_function ? BTF_KIND_FUNC : BTF_KIND_TYPEDEF);
	if (id < 0)
		return NULL;
	*first = is_function ? 0 : 1;
	type = btf__type_by_id(btf, (uint32_t)id);
	type = bare_type(btf, type->type, &is_gfp);
	if (type && btf_is_ptr(type))
		type = bare_type(btf, type->type, &is_gfp);
	return type && btf_is_func_proto(type) ? type : NULL;
}

enum ktrace_fit ktrace_row_fits(const struct ktrace_row *row, const struct btf *btf)
{
	unsigned int first = 0, nr = (unsigned int)strlen(row->arguments), there;
	const struct btf_type *type = find_place(row, btf, &first);

	if (!type)
		return FIT_NO_PLACE;
	there = btf_vlen(type);
	if (there < first + nr || (row->place == PLACE_FUNCTION && there > first + nr))
		return FIT_OTHER_ARGUMENTS;
	for (unsigned int i = 0; i < nr; i++)
		if (letter_of(btf, btf_params(type)[first + i].type) != row->arguments[i])
			return FIT_OTHER_ARGUMENTS;
	return FIT_YES;
}
