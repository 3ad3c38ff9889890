// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * comparison_text - the table of a comparison: counts first, model time under them and named so.
 * Where it is broken into bands, the first policy stands in each, as differences are against it.
 */
#include <errno.h>
#include <math.h>
#include <string.h>

#include "fragscope/comparison.h"
#include "fragscope/fmt.h"
#include "fragscope/wrap.h"
#include "text_table.h"

/* A cell that says how far a value is from the first column's. */
static void add_difference(struct text_table *table, uint64_t first, uint64_t value)
{
	double percent = ((double)value - (double)first) * 100 / (double)first;

	if (first == value)
		text_table_add(table, "=");
	else if (!first)
		text_table_add(table, "new");
	else if (value && percent < -99.4) /* which is not all */
		text_table_add(table, "%+.1f %%", fmax(percent, -99.9));
	else if (fabs(percent) < 1000)
		text_table_add(table, "%+.*f %%", fabs(percent) < 10, percent);
	else if (value / first < 100)
		text_table_add(table, "x %.3g", (double)value / (double)first);
	else
		text_table_add(table, "x %s", fmt_count(FMT_BUF, value / first));
}

static void add_head(struct text_table *table, const struct comparison *all, const char *what)
{
	text_table_add(table, "%s", what);
	for (unsigned int i = 0; i < all->nr_columns; i++) {
		text_table_add(table, "%s", all->columns[i].policy);
		if (i)
			text_table_add(table, "%s", "");
	}
}

typedef char *format_fn(char *to, size_t size, uint64_t n);

#define NOTHING UINT64_MAX              /* a column that has no such value */

static void add_row(struct text_table *table, const struct comparison *all, const char *name,
		    const uint64_t *values, format_fn *format)
{
	text_table_add(table, "%s", name);
	for (unsigned int i = 0; i < all->nr_columns; i++) {
		bool comparable = values[0] != NOTHING && values[i] != NOTHING;

		text_table_add(table, "%s",
			       values[i] == NOTHING ? "-" : format(FMT_BUF, values[i]));
		if (i && comparable)
			add_difference(table, values[0], values[i]);
		else if (i)
			text_table_add(table, "%s", "");
	}
}

#define COLUMNS_MAX ((TEXT_COLUMNS_MAX - 1) / 2)

static bool begin_table(struct text_table *table, const struct comparison *all, const char *what)
{
	if (all->nr_columns > COLUMNS_MAX)
		return false;
	text_table_init(table, 2 * all->nr_columns, all->nr_columns > 1 ? 2 : 1);
	table->left[1] = false;
	for (unsigned int i = 3; i < 2 * all->nr_columns; i += 2)
		table->glued[i] = true;
	add_head(table, all, what);
	return true;
}

static int write_counts(const struct comparison *all, unsigned int width, FILE *to)
{
	struct text_table table;
	uint64_t values[COLUMNS_MAX];
	unsigned int nr = 0;

	if (!begin_table(&table, all, "counters"))
		return -E2BIG;
	for (unsigned int row = 0; row < all->nr_rows; row++) {
		if (!all->rows[row].shown)
			continue;
		for (unsigned int i = 0; i < all->nr_columns; i++)
			values[i] = all->columns[i].values[row];
		add_row(&table, all, all->rows[row].name, values, fmt_count);
		nr++;
	}
	for (unsigned int i = 0; !nr && i < table.nr_columns; i++)
		text_table_add(&table, "%s", i ? "" : "all are 0");
	return text_table_print(&table, to, 0, width);
}

static void add_latencies(struct text_table *table, const struct comparison *all, unsigned int i)
{
	uint64_t nr = 0, p50[COLUMNS_MAX], p99[COLUMNS_MAX], max[COLUMNS_MAX];
	char name[64];

	for (unsigned int c = 0; c < all->nr_columns; c++) {
		const struct comparison_latency *latency = &all->columns[c].latencies[i];

		nr += latency->nr;
		p50[c] = latency->nr ? latency->p50_ns : NOTHING;
		p99[c] = latency->nr ? latency->p99_ns : NOTHING;
		max[c] = latency->nr ? latency->max_ns : NOTHING;
	}
	if (!nr)
		return;
	snprintf(name, sizeof(name), "%s p50 <=", all->columns[0].latencies[i].name);
	add_row(table, all, name, p50, fmt_duration);
	snprintf(name, sizeof(name), "%s p99 <=", all->columns[0].latencies[i].name);
	add_row(table, all, name, p99, fmt_duration);
	snprintf(name, sizeof(name), "%s max", all->columns[0].latencies[i].name);
	add_row(table, all, name, max, fmt_duration);
}

/* What takes at least a hundredth of any column's time. */
static void add_primitives(struct text_table *table, const struct comparison *all)
{
	for (unsigned int row = 0; row < all->nr_primitives; row++) {
		uint64_t values[COLUMNS_MAX];
		bool matters = false;
		char name[64];

		for (unsigned int i = 0; i < all->nr_columns; i++) {
			uint64_t sum = 0;

			for (unsigned int j = 0; j < all->nr_primitives; j++)
				sum += all->columns[i].spent_ns[j];
			values[i] = all->columns[i].spent_ns[row];
			matters |= values[i] && values[i] >= sum / 100;
		}
		snprintf(name, sizeof(name), "cost %s", all->primitives[row]);
		if (matters)
			add_row(table, all, name, values, fmt_duration);
	}
}

static int write_times(const struct comparison *all, unsigned int width, FILE *to)
{
	struct text_table table;
	uint64_t values[COLUMNS_MAX];

	if (!begin_table(&table, all, "model time"))
		return -E2BIG;
	for (unsigned int i = 0; i < all->nr_columns; i++)
		values[i] = all->columns[i].model_ns;
	add_row(&table, all, "of the run", values, fmt_duration);
	for (unsigned int i = 0; i < all->nr_latencies; i++)
		add_latencies(&table, all, i);
	add_primitives(&table, all);
	return text_table_print(&table, to, 0, width);
}

/* What ran out of what it was given before it was done. */
static void write_limits(const struct comparison *all, FILE *to)
{
	const char *first = all->columns[0].limit;
	unsigned int nr = 0, nr_same = 0;

	for (unsigned int i = 0; i < all->nr_columns; i++)
		nr_same += first && all->columns[i].limit && !strcmp(first, all->columns[i].limit);
	if (nr_same > 1 && nr_same == all->nr_columns) {
		fprintf(to, "\nall ended at their limit, %s\n", first);
		return;
	}
	for (unsigned int i = 0; i < all->nr_columns; i++)
		if (all->columns[i].limit)
			fprintf(to, "%s%s ended at its limit, %s\n", nr++ ? "" : "\n",
				all->columns[i].policy, all->columns[i].limit);
}

static void write_events(const struct comparison *all, unsigned int width, FILE *to)
{
	for (unsigned int i = 0; i < all->nr_columns; i++) {
		if (!all->columns[i].event)
			continue;
		fprintf(to, "\n%s, event %s:\n  ", all->columns[i].policy,
			fmt_count(FMT_BUF, all->columns[i].events));
		wrap_text(to, all->columns[i].event, 2, 2, width);
	}
}

static void write_head(const struct comparison *all, unsigned int width, FILE *to)
{
	wrap_print(to, all->scenario, strlen(all->scenario));
	fprintf(to, ", seed %llu\n", (unsigned long long)all->seed);
	if (*all->title) {
		fputs("  ", to);
		wrap_text(to, all->title, 2, 2, width);
	}
	if (*all->thread) {
		fputs("  from: ", to);
		wrap_text(to, all->thread, 8, 8, width);
	}
	fputc('\n', to);
}

int comparison_write_text(const struct comparison *comparison, unsigned int width, FILE *to,
			  struct err *err)
{
	int ret;

	write_head(comparison, width, to);
	ret = write_counts(comparison, width, to);
	if (!ret) {
		fputc('\n', to);
		ret = write_times(comparison, width, to);
	}
	if (ret)
		return err_set(err, -ret, "comparison: too many policies, or no memory");
	write_limits(comparison, to);
	write_events(comparison, width, to);
	if (fflush(to) || ferror(to))
		return err_set(err, EIO, "cannot be written: %s; choose another place",
			       strerror(errno ? errno : EIO));
	return 0;
}
