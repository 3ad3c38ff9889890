// SPDX-License-Identifier: GPL-2.0-or-later
#include "scenario_open.h"

#include <errno.h>
#include <stdio.h>

#include "progress.h"
#include "scenario_file.h"

/* The memory of a snapshot's first frame. */
static int take_frame(struct sim_scenario *scenario, struct source *source, struct err *err)
{
	struct progress progress;
	const struct source_want want = {
		.pagemap = true, .full_sweep = true, .force = true,
		.progress = progress_step, .progress_arg = &progress,
	};
	struct frame *frame = NULL;
	int ret = 0;

	progress_begin(&progress);
	if (source->ops->nr_frames(source))
		ret = source->ops->seek(source, 0, err);
	if (!ret)
		ret = source->ops->sample(source, &want, &frame, err);
	progress_end(&progress);
	if (!ret)
		ret = sim_scenario_from_frame(scenario, frame, err);
	frame_free(frame);
	return ret;
}

static int take_snapshot(struct sim_scenario *scenario, const struct options *options,
			 struct err *err)
{
	struct source *source = cli_open_source(options, &options->from, 1, err);
	int ret;

	if (!source)
		return -ENOENT;
	ret = take_frame(scenario, source, err);
	source->ops->close(source);
	return ret ? err_prefix(err, ret, "%s", options->from) : 0;
}

struct sim_scenario *scenario_open(const struct options *options, const char *name, int *code,
				   struct err *err)
{
	struct sim_scenario *scenario = scenario_file_load(name, err);
	int ret = 0;

	for (unsigned int i = 0; scenario && !ret && i < options->nr_settings; i++)
		ret = scenario_file_set(scenario, options->settings[i], err);
	*code = CODE_USAGE;
	if (scenario && !ret && *options->from) {
		ret = take_snapshot(scenario, options, err);
		*code = ret ? CODE_NO_SOURCE : CODE_USAGE;
	}
	if (scenario && !ret)
		ret = scenario_file_finish(scenario, name, err);
	if (!ret)
		return scenario;
	sim_scenario_free(scenario);
	return NULL;
}

void scenario_tell_guesses(const struct sim_scenario *scenario)
{
	if (sim_scenario_unknown_pages(scenario))
		fprintf(stderr, "fragscope: %llu pages are of unknown class, they count as "
			"unmovable\n", (unsigned long long)sim_scenario_unknown_pages(scenario));
	if (sim_scenario_types_inferred(scenario))
		fputs("fragscope: migratetypes of pageblocks are inferred from what is in them\n",
		      stderr);
}
