// SPDX-License-Identifier: GPL-2.0-or-later
#include "sim_runs.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "fragscope/clock.h"
#include "fragscope/fmt.h"

#define DEFAULT_POLICY "linux-7.3"
#define PATIENCE_NS    (500ULL * NSEC_PER_MSEC) /* what needs no explanation */
#define STEP_NS        (200ULL * NSEC_PER_MSEC)
#define STEPS_A_LOOK   256                      /* between two looks at the clock */

struct progress_line {
	uint64_t began_ns, shown_ns;
	const char *policy;
	unsigned int run, nr_runs;    /* of all policies and seeds */
	bool shown, is_terminal;
};

/* A longer line would wrap, and stay. */
static unsigned int width_of_errors(void)
{
	struct winsize size;

	if (!ioctl(STDERR_FILENO, TIOCGWINSZ, &size) && size.ws_col)
		return size.ws_col;
	return 80;
}

static void show(struct progress_line *line, const struct sim *sim)
{
	uint64_t now_ns = clock_mono_ns();
	char text[256];

	if (!line->is_terminal || now_ns - line->began_ns < PATIENCE_NS ||
	    now_ns - line->shown_ns < STEP_NS)
		return;
	line->shown_ns = now_ns;
	line->shown = true;
	snprintf(text, sizeof(text), "fragscope: run %u of %u, model time %s, %s events, %s",
		 line->run, line->nr_runs, fmt_duration(FMT_BUF, sim_now_ns(sim)),
		 fmt_count(FMT_BUF, sim_nr_events(sim)), line->policy);
	fprintf(stderr, "\r\033[K%.*s", (int)width_of_errors() - 1, text);
}

static void unshow(const struct progress_line *line)
{
	if (line->shown)
		fputs("\r\033[K", stderr);
}

int sim_runs_init(struct sim_runs *runs, const struct sim_scenario *scenario,
		  const struct sim_runs_want *want, struct err *err)
{
	*runs = (struct sim_runs){ .scenario = scenario };
	for (unsigned int i = 0; ; i++) {
		const char *name = want->nr_policies ?
				   (i < want->nr_policies ? want->policies[i] : NULL) :
				   sim_scenario_policy(scenario, i);

		if (!name && !i && !want->nr_policies)
			name = DEFAULT_POLICY;
		if (!name)
			return 0;
		if (i == SIM_COLUMNS_MAX)
			return err_set(err, E2BIG, "more than %d policies; compare fewer",
				       SIM_COLUMNS_MAX);
		runs->policy[i] = sim_policy_new(name, err);
		if (!runs->policy[i])
			return -EINVAL;
		runs->column[i].policy = name;
		runs->nr_columns++;
	}
}

static void note_event(struct sim *sim, const struct sim_event *event, void *last)
{
	(void)sim;
	*(struct sim_event *)last = *event;
}

static void run_until(struct sim *sim, uint64_t until, char *text, size_t size)
{
	struct sim_event last = { 0 };

	sim_listen(sim, note_event, &last);
	sim_run(sim, until);
	sim_listen(sim, NULL, NULL);
	if (last.number)
		sim_event_text(sim, &last, text, size);
}

static void run_to_end(struct sim *sim, struct progress_line *line)
{
	unsigned int steps = 0;

	while (sim_step(sim))
		if (++steps % STEPS_A_LOOK == 0)
			show(line, sim);
}

static int run_column(struct sim_runs *runs, unsigned int c, const struct sim_runs_want *want,
		      struct progress_line *line, struct err *err)
{
	struct sim_column *column = &runs->column[c];
	struct sim **machines = calloc(want->nr_seeds, sizeof(*machines));

	if (!machines)
		return err_set(err, ENOMEM, "sim: out of memory");
	column->runs = machines;
	line->policy = column->policy;
	for (unsigned int i = 0; i < want->nr_seeds; i++) {
		line->run++;
		machines[i] = sim_new(runs->scenario, runs->policy[c], want->seed + i, err);
		if (!machines[i])
			return -EINVAL;
		column->nr_runs++;
		if (want->until)
			run_until(machines[i], want->until, runs->event[c],
				  sizeof(runs->event[c]));
		else
			run_to_end(machines[i], line);
	}
	return 0;
}

int sim_runs_run(struct sim_runs *runs, const struct sim_runs_want *want, struct err *err)
{
	struct progress_line line = {
		.began_ns = clock_mono_ns(), .is_terminal = isatty(STDERR_FILENO),
		.nr_runs = runs->nr_columns * want->nr_seeds,
	};
	int ret = 0;

	for (unsigned int i = 0; i < runs->nr_columns && !ret; i++)
		ret = run_column(runs, i, want, &line, err);
	unshow(&line);
	return ret;
}

void sim_runs_done(struct sim_runs *runs)
{
	for (unsigned int i = 0; i < runs->nr_columns; i++) {
		for (unsigned int j = 0; j < runs->column[i].nr_runs; j++)
			sim_free(runs->column[i].runs[j]);
		free((void *)runs->column[i].runs);
	}
	for (unsigned int i = 0; i < SIM_COLUMNS_MAX; i++)
		sim_policy_free(runs->policy[i]);
}
