// SPDX-License-Identifier: GPL-2.0-or-later
#include "klog_names.h"

#include "fragscope/array.h"
#include "fragscope/zone_kind.h"

#include "grammar.h"

struct word_pair {
	const char *log, *name;
};

static const struct word_pair counters[] = {
	{ "active_anon", "nr_active_anon" },
	{ "inactive_anon", "nr_inactive_anon" },
	{ "isolated_anon", "nr_isolated_anon" },
	{ "active_file", "nr_active_file" },
	{ "inactive_file", "nr_inactive_file" },
	{ "isolated_file", "nr_isolated_file" },
	{ "active", "nr_active" },     /* before 2.6.28: anonymous and file memory in one */
	{ "inactive", "nr_inactive" },
	{ "unevictable", "nr_unevictable" },
	{ "dirty", "nr_dirty" },
	{ "writeback", "nr_writeback" },
	{ "unstable", "nr_unstable" },
	{ "slab_reclaimable", "nr_slab_reclaimable" },
	{ "slab_unreclaimable", "nr_slab_unreclaimable" },
	{ "slab", "nr_slab" },
	{ "mapped", "nr_mapped" },
	{ "shmem", "nr_shmem" },
	{ "pagetables", "nr_page_table_pages" },
	{ "sec_pagetables", "nr_sec_page_table_pages" },
	{ "bounce", "nr_bounce" },
	{ "kernel_misc_reclaimable", "nr_kernel_misc_reclaimable" },
	{ "free", "nr_free_pages" },
	{ "free_pcp", "free_pcp" },
	{ "free_cma", "nr_free_cma" },
};

/* "<number> <text>" */
static const struct word_pair page_totals[] = {
	{ "total pagecache pages", "nr_file_pages" },
	{ "pages in swap cache", "nr_swapcached" },
	{ "pages swap cached", "nr_swapcached" },
	{ "pages RAM", "pages_ram" },
	{ "pages of RAM", "pages_ram" },
	{ "pages HighMem/MovableOnly", "pages_highmem" },
	{ "pages of HIGHMEM", "pages_highmem" },
	{ "pages reserved", "pages_reserved" },
	{ "reserved pages", "pages_reserved" },
	{ "pages cma reserved", "pages_cma_reserved" },
	{ "pages hwpoisoned", "pages_hwpoisoned" },
	{ "pages shared", "pages_shared" },
	{ "pages non-shared", "pages_non_shared" },
	{ "pages in page table cache", "pages_page_table_cache" },
};

/* "<text> = <number>kB" or "<text>: <number>kB" */
static const struct word_pair size_totals[] = {
	{ "Free swap", "SwapFree" },
	{ "Total swap", "SwapTotal" },
	{ "Free pages", "MemFree" },
	{ "Buffer memory", "Buffers" },
};

const char *klog_counter_of(struct span key)
{
	char first = key.len ? (char)(key.at[0] | 0x20) : 0; /* "Active:" before 2.6.36 */

	for (size_t i = 0; i < ARRAY_SIZE(counters); i++)
		if (first == counters[i].log[0] &&
		    span_equals(span_skip(key, 1), counters[i].log + 1))
			return counters[i].name;
	return NULL;
}

static bool total_of_pages(struct span text, struct klog_total *total)
{
	struct span number = text, what;

	number.len = span_digits(text);
	what = span_skip(text, number.len);
	if (!span_to_u64(number, &total->value) || !span_blanks(what))
		return false;
	what = span_trim(what);
	for (size_t i = 0; i < ARRAY_SIZE(page_totals); i++) {
		if (!span_equals(what, page_totals[i].log))
			continue;
		total->name = page_totals[i].name;
		total->is_kib = false;
		return true;
	}
	return false;
}

static bool total_of_size(struct span text, struct klog_total *total)
{
	for (size_t i = 0; i < ARRAY_SIZE(size_totals); i++) {
		struct span rest = text;

		if (!span_starts(text, size_totals[i].log))
			continue;
		rest = span_skip_blanks(span_skip(rest, span_of(size_totals[i].log).len));
		if (!rest.len || (rest.at[0] != '=' && rest.at[0] != ':'))
			return false;
		total->name = size_totals[i].name;
		total->is_kib = true;
		return span_to_kib(span_first_word(span_skip(rest, 1)), &total->value);
	}
	return false;
}

bool klog_total_of(struct span text, struct klog_total *total)
{
	struct klog_total unwanted;

	if (!total)
		total = &unwanted;
	text = span_trim(text);
	return total_of_pages(text, total) || total_of_size(text, total);
}

bool klog_zone_is_usual(struct span name)
{
	for (enum zone_kind kind = 0; kind < NR_ZONE_KINDS; kind++)
		if (span_equals(name, zone_kind_name(kind)))
			return true;
	return false;
}
