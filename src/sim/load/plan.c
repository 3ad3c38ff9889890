// SPDX-License-Identifier: GPL-2.0-or-later
#include "sim/load/plan.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "fragscope/array.h"
#include "fragscope/span.h"
#include "sim/gfp.h"
#include "sim/mm/anon_fault.h"
#include "sim/state.h"

#define RANGE_MAX     512      /* bytes that hold what plan_range() says of any row */
#define AGE_PAGES_MAX (1ULL << 31) /* no limit of the run ends a layout */

static const char *const fill_words[] = {
	[LAYOUT_FILL_NONE] = "none", [LAYOUT_FILL_ANON] = "anon", [LAYOUT_FILL_FILE] = "file",
	[LAYOUT_FILL_KERNEL] = "kernel", [LAYOUT_FILL_MIX] = "mix",
	[LAYOUT_FILL_FRAME] = "frame", NULL
};

static const char *const free_words[] = {
	[LAYOUT_FREE_NONE] = "none", [LAYOUT_FREE_RESIDUE] = "residue",
	[LAYOUT_FREE_EACH] = "each", [LAYOUT_FREE_UNIFORM] = "uniform",
	[LAYOUT_FREE_GROUPS] = "groups", NULL
};

static const char *const order_words[] = {
	[LAYOUT_ORDER_UP] = "up", [LAYOUT_ORDER_DOWN] = "down", NULL
};

static const char *const eat_words[] = {
	[LAYOUT_EAT_ANON] = "anon", [LAYOUT_EAT_KERNEL] = "kernel", NULL
};

static const char *const defrag_words[] = {
	[THP_DEFRAG_ALWAYS] = "always", [THP_DEFRAG_DEFER] = "defer",
	[THP_DEFRAG_DEFER_MADVISE] = "defer+madvise", [THP_DEFRAG_MADVISE] = "madvise",
	[THP_DEFRAG_NEVER] = "never", NULL
};

static const char *const kind_words[] = {
#define CLIENT_KIND(id, name, help) #name,
#include "sim/load/client_kind.def"
#undef CLIENT_KIND
	NULL
};

/* Which fields are enumerations. */
static const struct {
	const char *field;
	const char *const *words;
} enumerations[] = {
	{ "fill", fill_words },
	{ "free", free_words },
	{ "free_order", order_words },
	{ "eat_as", eat_words },
	{ "kind", kind_words },
	{ "defrag", defrag_words },
};

/* Masks first, so that a value is told by as few words as can be. */
static const struct {
	const char *name;
	uint32_t bits;
} gfp_words[] = {
	{ "transhuge", GFP_TRANSHUGE_MASK },
	{ "transhuge-light", GFP_TRANSHUGE_LIGHT_MASK },
	{ "highuser-movable", GFP_HIGHUSER_MOVABLE_MASK },
	{ "kernel", GFP_KERNEL_MASK },
	{ "nofs", GFP_NOFS_MASK },
	{ "noio", GFP_NOIO_MASK },
	{ "atomic", GFP_ATOMIC_MASK },
	{ "nowait", GFP_NOWAIT_MASK },
	{ "movable", GFP_MOVABLE_BIT },
	{ "reclaimable", GFP_RECLAIMABLE_BIT },
	{ "high", GFP_HIGH_BIT },
	{ "io", GFP_IO_BIT },
	{ "fs", GFP_FS_BIT },
	{ "direct-reclaim", GFP_DIRECT_RECLAIM_BIT },
	{ "kswapd-reclaim", GFP_KSWAPD_RECLAIM_BIT },
	{ "noretry", GFP_NORETRY_BIT },
	{ "retry-mayfail", GFP_RETRY_MAYFAIL_BIT },
	{ "nofail", GFP_NOFAIL_BIT },
	{ "nowarn", GFP_NOWARN_BIT },
	{ "thisnode", GFP_THISNODE_BIT },
	{ "nomemalloc", GFP_NOMEMALLOC_BIT },
	{ "write", GFP_WRITE_BIT },
	{ "highmem", GFP_HIGHMEM_BIT },
	{ "dma", GFP_DMA_BIT },
	{ "dma32", GFP_DMA32_BIT },
	{ "comp", GFP_COMP_BIT },
};

static const struct plan_row layout_rows[] = {
#define LAYOUT_SETTING(field, least, most, normal, help) \
	{ #field, help, least, most, normal },
#include "sim/load/layout.def"
#undef LAYOUT_SETTING
};

static const struct plan_row client_rows[] = {
#define CLIENT_SETTING(field, least, most, normal, help) \
	{ #field, help, least, most, normal },
#include "sim/load/client.def"
#undef CLIENT_SETTING
};

static const struct client_kind_row kind_rows[] = {
#define CLIENT_KIND(id, name, help) { #name, help },
#include "sim/load/client_kind.def"
#undef CLIENT_KIND
};

_Static_assert(sizeof(struct sim_layout_plan) == ARRAY_SIZE(layout_rows) * sizeof(uint64_t),
	       "a plan is an array of numbers");
_Static_assert(sizeof(struct sim_client_plan) == ARRAY_SIZE(client_rows) * sizeof(uint64_t),
	       "a plan is an array of numbers");

const struct plan_row *layout_row(unsigned int number)
{
	return number < ARRAY_SIZE(layout_rows) ? &layout_rows[number] : NULL;
}

const struct plan_row *client_row(unsigned int number)
{
	return number < ARRAY_SIZE(client_rows) ? &client_rows[number] : NULL;
}

uint64_t *layout_field(struct sim_layout_plan *plan, unsigned int row)
{
	return (uint64_t *)plan + row;
}

uint64_t *client_field(struct sim_client_plan *plan, unsigned int row)
{
	return (uint64_t *)plan + row;
}

void layout_plan_init(struct sim_layout_plan *plan)
{
	for (unsigned int i = 0; i < ARRAY_SIZE(layout_rows); i++)
		*layout_field(plan, i) = layout_rows[i].normal;
}

void client_plan_init(struct sim_client_plan *plan)
{
	for (unsigned int i = 0; i < ARRAY_SIZE(client_rows); i++)
		*client_field(plan, i) = client_rows[i].normal;
}

const struct client_kind_row *client_kind_row(unsigned int number)
{
	return number < ARRAY_SIZE(kind_rows) ? &kind_rows[number] : NULL;
}

const char *const *plan_words(const struct plan_row *row)
{
	for (unsigned int i = 0; i < ARRAY_SIZE(enumerations); i++)
		if (!strcmp(row->name, enumerations[i].field))
			return enumerations[i].words;
	return NULL;
}

bool plan_is_gfp(const struct plan_row *row)
{
	return !strcmp(row->name, "gfp");
}

static int wrong(const struct plan_row *row, const char *text, struct err *err)
{
	char range[RANGE_MAX];

	plan_range(row, range, sizeof(range));
	return err_set(err, EINVAL, "%s = %s: not a value for it; write %s", row->name, text,
		       range);
}

static int parse_word(const struct plan_row *row, const char *const *words, const char *text,
		      uint64_t *value, struct err *err)
{
	for (unsigned int i = 0; words[i]; i++) {
		if (!strcmp(words[i], text)) {
			*value = i;
			return 0;
		}
	}
	return wrong(row, text, err);
}

static bool find_gfp_word(const char *text, size_t len, uint32_t *bits)
{
	for (unsigned int i = 0; i < ARRAY_SIZE(gfp_words); i++) {
		if (strlen(gfp_words[i].name) == len && !memcmp(gfp_words[i].name, text, len)) {
			*bits = gfp_words[i].bits;
			return true;
		}
	}
	return false;
}

static int parse_gfp(const struct plan_row *row, const char *text, uint64_t *value, struct err *err)
{
	uint64_t gfp = 0;

	for (const char *word = text; ; word++) {
		size_t len = strcspn(word, "+");
		uint32_t bits;

		if (!find_gfp_word(word, len, &bits))
			return wrong(row, text, err);
		gfp |= bits;
		word += len;
		if (!*word)
			break;
	}
	*value = gfp;
	return 0;
}

static int parse_number(const struct plan_row *row, const char *text, uint64_t *value,
			struct err *err)
{
	if (!span_to_u64(span_of(text), value) || *value < row->least || *value > row->most)
		return wrong(row, text, err);
	return 0;
}

int plan_parse(const struct plan_row *row, const char *text, uint64_t *value, struct err *err)
{
	const char *const *words = plan_words(row);

	if (words)
		return parse_word(row, words, text, value, err);
	if (plan_is_gfp(row))
		return parse_gfp(row, text, value, err);
	return parse_number(row, text, value, err);
}

/* Adds to a text what fits. */
static void add(char *text, unsigned int size, const char *join, const char *word)
{
	size_t len = strlen(text);

	snprintf(text + len, size - len, "%s%s", join, word);
}

void plan_range(const struct plan_row *row, char *text, unsigned int size)
{
	const char *const *words = plan_words(row);

	*text = 0;
	if (!words && !plan_is_gfp(row))
		snprintf(text, size, "%llu to %llu", (unsigned long long)row->least,
			 (unsigned long long)row->most);
	for (unsigned int i = 0; words && words[i]; i++)
		add(text, size, i ? ", " : "", words[i]);
	for (unsigned int i = 0; plan_is_gfp(row) && i < ARRAY_SIZE(gfp_words); i++)
		add(text, size, i ? ", " : "some, joined by +, of ", gfp_words[i].name);
}

void plan_text(const struct plan_row *row, uint64_t value, char *text, unsigned int size)
{
	const char *const *words = plan_words(row);
	uint32_t left = (uint32_t)value;

	*text = 0;
	if (words) {
		snprintf(text, size, "%s", words[value]);
		return;
	}
	if (!plan_is_gfp(row)) {
		snprintf(text, size, "%llu", (unsigned long long)value);
		return;
	}
	for (unsigned int i = 0; i < ARRAY_SIZE(gfp_words); i++) {
		uint32_t bits = gfp_words[i].bits;

		if ((value & bits) != bits || !(left & bits))
			continue;
		add(text, size, *text ? "+" : "", gfp_words[i].name);
		left &= ~bits;
	}
}

static int pair(const char *low, uint64_t least, const char *high, uint64_t most, struct err *err)
{
	if (least <= most)
		return 0;
	return err_set(err, EINVAL, "%s = %llu: more than %s (%llu); make it smaller", low,
		       (unsigned long long)least, high, (unsigned long long)most);
}

int layout_plan_check(const struct sim_layout_plan *plan, struct err *err)
{
	int error = pair("free_residue", plan->free_residue, "free_modulus - 1",
			 plan->free_modulus - 1, err);

	if (!error)
		error = pair("file_permille + kernel_permille + slab_permille",
			     plan->file_permille + plan->kernel_permille + plan->slab_permille,
			     "all of the mix", 1000, err);
	if (!error && plan->age_rounds * plan->age_owners > AGE_PAGES_MAX / plan->age_pages)
		error = err_set(err, EINVAL,
				"age_rounds * age_owners * age_pages: above %llu, which would take "
				"minutes; lower age_rounds", AGE_PAGES_MAX);
	if (!error && plan->free == LAYOUT_FREE_GROUPS && plan->fill != LAYOUT_FILL_KERNEL)
		error = err_set(err, EINVAL,
				"free = groups: there are none; they need fill = kernel");
	return error;
}

int client_plan_check(const struct sim_client_plan *plan, struct err *err)
{
	int error = pair("pages_min", plan->pages_min, "pages_max", plan->pages_max, err);

	if (!error)
		error = pair("write_least_kib", plan->write_least_kib, "write_kib",
			     plan->write_kib, err);
	if (!error)
		error = pair("checkpoint_ms", plan->checkpoint_ms, "checkpoint_every_ms",
			     plan->checkpoint_every_ms, err);
	return error;
}
