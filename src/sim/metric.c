// SPDX-License-Identifier: GPL-2.0-or-later
/* metric - a number of a machine by its name, as expectations use it: see sim_expect.h. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "fragscope/closest.h"
#include "fragscope/sim_expect.h"
#include "sim/state.h"

/* What stands behind that start, or NULL. */
static const char *behind(const char *name, const char *start)
{
	size_t len = strlen(start);

	return strncmp(name, start, len) ? NULL : name + len;
}

static bool counter_value(const struct sim *sim, const char *name, double *value)
{
	for (unsigned int i = 0; i < NR_SIM_COUNTERS; i++) {
		if (strcmp(sim_counter_row(i)->name, name))
			continue;
		*value = (double)sim_counter(sim, i);
		return true;
	}
	return false;
}

/* "cost.NAME_ns" */
static bool cost_value(const struct sim *sim, const char *name, double *value)
{
	const char *cost = behind(name, "cost.");

	for (unsigned int i = 0; cost && i < NR_SIM_COSTS; i++) {
		const char *end = behind(cost, sim_cost_row(i)->name);

		if (!end || strcmp(end, "_ns"))
			continue;
		*value = (double)sim_spent_ns(sim, i);
		return true;
	}
	return false;
}

/* "LATENCY.max_ns", "LATENCY.p50_ns", "LATENCY.p99_ns" */
static bool latency_value(const struct sim *sim, const char *name, double *value)
{
	for (unsigned int i = 0; i < NR_SIM_LATENCIES; i++) {
		const char *end = behind(name, sim_latency_row(i)->name);

		if (end && !strcmp(end, ".max_ns"))
			*value = (double)sim_latency_max(sim, i);
		else if (end && !strcmp(end, ".p50_ns"))
			*value = (double)sim_latency_quantile(sim, i, 500);
		else if (end && !strcmp(end, ".p99_ns"))
			*value = (double)sim_latency_quantile(sim, i, 990);
		else
			continue;
		return true;
	}
	return false;
}

static const struct {
	const char *start;
	bool failed;
	unsigned int kind;            /* 0: anon, 1: file */
} folio_rows[] = {
	{ "granted.anon.", false, 0 }, { "granted.file.", false, 1 },
	{ "failed.anon.", true, 0 }, { "failed.file.", true, 1 },
};

/* "granted.anon.N" and its kin */
static bool folio_value(const struct sim *sim, const char *name, double *value)
{
	for (unsigned int i = 0; i < sizeof(folio_rows) / sizeof(folio_rows[0]); i++) {
		const char *digits = behind(name, folio_rows[i].start);
		char *end;
		unsigned long order;

		if (!digits || *digits < '0' || *digits > '9')
			continue;
		order = strtoul(digits, &end, 10);
		if (*end || order >= SIM_NR_ORDERS)
			continue;
		*value = (double)(folio_rows[i].failed ? sim->c.failed[folio_rows[i].kind][order] :
							 sim->c.granted[folio_rows[i].kind][order]);
		return true;
	}
	return false;
}

static bool total_value(const struct sim *sim, const char *name, double *value)
{
	if (!strcmp(name, "model_ns"))
		*value = (double)sim_now_ns(sim);
	else if (!strcmp(name, "ops"))
		*value = (double)sim_nr_ops(sim);
	else if (!strcmp(name, "events"))
		*value = (double)sim_nr_events(sim);
	else
		return false;
	return true;
}

int sim_metric(const struct sim *sim, const char *name, double *value, struct err *err)
{
	const char *best = "model_ns";

	if (counter_value(sim, name, value) || cost_value(sim, name, value) ||
	    latency_value(sim, name, value) || folio_value(sim, name, value) ||
	    total_value(sim, name, value))
		return 0;
	for (unsigned int i = 0; i < NR_SIM_COUNTERS; i++)
		if (closest_distance(sim_counter_row(i)->name, name) < closest_distance(best, name))
			best = sim_counter_row(i)->name;
	return err_set(err, ENOENT, "\"%s\": nothing of that name is counted; did you mean \"%s\"?",
		       name, best);
}

int sim_metric_check(const char *name, struct err *err)
{
	static const struct sim idle;
	double value;

	return sim_metric(&idle, name, &value, err);
}
