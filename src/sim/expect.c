// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * expect - reading and judging expectations in one pass, by recursive descent: see sim_expect.h for
 * the grammar.  Without columns, or with columns that have not run, all terms come to 1 and only
 * the writing and the names are checked.
 */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fragscope/array.h"
#include "fragscope/sim_expect.h"

#define WORD_MAX 128

struct reading {
	const char *text, *at;
	const struct sim_column *columns;
	unsigned int nr_columns;      /* 0: only check how it is written */
	struct err *err;
};

static void skip_blanks(struct reading *r)
{
	r->at += strspn(r->at, " \t");
}

static int expected(struct reading *r, const char *what)
{
	return err_set(r->err, EINVAL, "column %d: expected %s, found \"%.20s\"",
		       (int)(r->at - r->text) + 1, what, r->at);
}

/* Which of several runs a term means. */
enum pick { PICK_MIN, PICK_MEDIAN, PICK_MAX };

static const struct {
	const char *word;
	enum pick pick;
} picks[] = {
	{ "min ", PICK_MIN }, { "median ", PICK_MEDIAN }, { "max ", PICK_MAX },
};

static int by_size(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

static double pick_of(double *values, unsigned int nr, enum pick pick)
{
	qsort(values, nr, sizeof(*values), by_size);
	switch (pick) {
	case PICK_MIN:
		return values[0];
	case PICK_MAX:
		return values[nr - 1];
	default:
		return nr % 2 ? values[nr / 2] : (values[nr / 2 - 1] + values[nr / 2]) / 2;
	}
}

static const struct sim_column *find_column(struct reading *r, const char *policy)
{
	for (unsigned int i = 0; i < r->nr_columns; i++)
		if (!strcmp(r->columns[i].policy, policy))
			return &r->columns[i];
	err_set(r->err, ENOENT, "[%s]: no such policy in this comparison; add it to the policies",
		policy);
	return NULL;
}

static int metric_value(struct reading *r, const char *metric, const char *policy, enum pick pick,
			double *value)
{
	const struct sim_column *column;
	double values[SIM_RUNS_MAX];

	*value = 1;
	if (!r->nr_columns)
		return sim_metric_check(metric, r->err);
	column = find_column(r, policy);
	if (!column)
		return -ENOENT;
	if (!column->nr_runs)
		return sim_metric_check(metric, r->err);
	for (unsigned int i = 0; i < column->nr_runs; i++) {
		int error = sim_metric(column->runs[i], metric, &values[i], r->err);

		if (error)
			return error;
	}
	*value = pick_of(values, column->nr_runs, pick);
	return 0;
}

/* Letters up to one of "stop", without blanks at their end. */
static bool read_until(struct reading *r, const char *stop, char word[WORD_MAX])
{
	size_t len = strcspn(r->at, stop);

	if (!r->at[len] || len >= WORD_MAX || !len)
		return false;
	memcpy(word, r->at, len);
	word[len] = 0;
	r->at += len + 1;
	return true;
}

/* [min|median|max] METRIC[POLICY] */
static int read_metric(struct reading *r, double *value)
{
	char metric[WORD_MAX], policy[WORD_MAX];
	enum pick pick = PICK_MEDIAN;

	for (unsigned int i = 0; i < ARRAY_SIZE(picks); i++) {
		if (strncmp(r->at, picks[i].word, strlen(picks[i].word)))
			continue;
		pick = picks[i].pick;
		r->at += strlen(picks[i].word);
		skip_blanks(r);
		break;
	}
	if (strcspn(r->at, "[") > strcspn(r->at, " \t<>=*/]") || !read_until(r, "[", metric))
		return expected(r, "a number or METRIC[POLICY]");
	if (!read_until(r, "]", policy))
		return expected(r, "POLICY]");
	return metric_value(r, metric, policy, pick, value);
}

static int read_number(struct reading *r, double *value)
{
	char *end;
	size_t len = strspn(r->at, "0123456789");
	double n;

	if (!len)
		return expected(r, "a number");
	/* "7..9" is two numbers */
	n = strtod(r->at, &end);
	if (r->at[len] == '.' && r->at[len + 1] == '.') {
		char whole[32];

		snprintf(whole, sizeof(whole), "%.*s", (int)(len < 31 ? len : 31), r->at);
		n = strtod(whole, NULL);
		end = (char *)r->at + len;
	}
	r->at = end;
	*value = n;
	return 0;
}

static int read_term(struct reading *r, double *value)
{
	skip_blanks(r);
	if (*r->at >= '0' && *r->at <= '9')
		return read_number(r, value);
	return read_metric(r, value);
}

static int read_side(struct reading *r, double *value)
{
	int error = read_term(r, value);

	while (!error) {
		double next;
		char op;

		skip_blanks(r);
		op = *r->at;
		if (op != '*' && op != '/')
			return 0;
		r->at++;
		error = read_term(r, &next);
		if (!error)
			*value = op == '*' ? *value * next : *value / next;
	}
	return error;
}

static const struct {
	const char *word;
	bool less, equal, more;       /* which relations hold it */
} operators[] = {
	{ "<=", true, true, false }, { ">=", false, true, true },
	{ "<", true, false, false }, { ">", false, false, true }, { "=", false, true, false },
};

static int judge_range(struct reading *r, double left, struct sim_verdict *verdict)
{
	double least, most;
	int error;

	skip_blanks(r);
	error = read_number(r, &least);
	if (!error && strncmp(r->at, "..", 2))
		error = expected(r, "\"..\"");
	if (error)
		return error;
	r->at += 2;
	error = read_number(r, &most);
	if (error)
		return error;
	verdict->right = NAN;
	verdict->holds = left >= least && left <= most;
	snprintf(verdict->got, sizeof(verdict->got), "%.6g, %s %g..%g", left,
		 verdict->holds ? "in" : "outside", least, most);
	return 0;
}

static int judge(struct reading *r, double left, struct sim_verdict *verdict)
{
	unsigned int i = 0;
	int error;

	while (i < ARRAY_SIZE(operators) &&
	       strncmp(r->at, operators[i].word, strlen(operators[i].word)))
		i++;
	if (i == ARRAY_SIZE(operators))
		return expected(r, "< <= > >= = or \"in\"");
	r->at += strlen(operators[i].word);
	error = read_side(r, &verdict->right);
	if (error)
		return error;
	verdict->holds = isfinite(left) && isfinite(verdict->right) &&
			 ((operators[i].less && left < verdict->right) ||
			  (operators[i].equal && left == verdict->right) ||
			  (operators[i].more && left > verdict->right));
	snprintf(verdict->got, sizeof(verdict->got), "%.6g, asked %s %.6g", left, operators[i].word,
		 verdict->right);
	return 0;
}

int sim_expect(const char *expression, const struct sim_column *columns, unsigned int nr_columns,
	       struct sim_verdict *verdict, struct err *err)
{
	struct reading r = { expression, expression, columns, nr_columns, err };
	int error = read_side(&r, &verdict->left);

	if (error)
		return error;
	skip_blanks(&r);
	if (!strncmp(r.at, "in ", 3)) {
		r.at += 3;
		error = judge_range(&r, verdict->left, verdict);
	} else {
		error = judge(&r, verdict->left, verdict);
	}
	skip_blanks(&r);
	if (!error && *r.at)
		error = expected(&r, "the end");
	return error;
}

int sim_expect_check(const char *expression, struct err *err)
{
	struct sim_verdict verdict;

	return sim_expect(expression, NULL, 0, &verdict, err);
}
