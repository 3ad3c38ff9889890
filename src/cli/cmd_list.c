// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <string.h>

#include "fragscope/array.h"
#include "fragscope/metric.h"
#include "fragscope/sim_policy.h"
#include "fragscope/theme.h"
#include "fragscope/view.h"
#include "fragscope/wrap.h"

#include "options.h"
#include "scenario_file.h"

#define LIST_INDENT 4

static void list_views(void)
{
	for (unsigned int i = 0; i < nr_views; i++)
		printf("%-20s %s\n", views[i]->name, views[i]->help);
}

static void list_themes(void)
{
	for (unsigned int i = 0; i < nr_theme_names; i++) {
		struct theme theme;

		if (!theme_load(&theme, theme_names[i], NULL))
			printf("%-20s %s\n", theme.name, theme.help);
	}
}

static void list_actions(void)
{
	for (int i = ACTION_NONE + 1; i < NR_ACTIONS; i++)
		printf("%-20s %s\n", action_info((enum action)i)->name,
		       action_info((enum action)i)->help);
}

static void list_metrics(void)
{
	for (size_t i = 0; i < nr_metrics; i++)
		printf("%-30s %-10s %s\n", metrics[i].name, metrics[i].unit, metrics[i].help);
}

static void list_scenarios(void)
{
	scenario_file_list(stdout, cli_output_width());
}

/* "    lead: text", or nothing where there is no text. */
static void list_detail(const char *lead, const char *text)
{
	unsigned int at = LIST_INDENT + (unsigned int)strlen(lead);

	if (!text)
		return;
	printf("%*s%s", LIST_INDENT, "", lead);
	wrap_text(stdout, text, at, LIST_INDENT + (*lead ? 2 : 0), cli_output_width());
}

static void list_row(const struct sim_policy_row *row)
{
	puts(row->name);
	list_detail("", row->what);
	list_detail("from: ", row->thread);
	list_detail("limits: ", row->limits);
}

static void list_policies(void)
{
	const struct sim_policy_row *row;

	for (unsigned int i = 0; (row = sim_base_row(i)); i++)
		list_row(row);
}

static void list_patches(void)
{
	const struct sim_policy_row *row;

	for (unsigned int i = 0; (row = sim_patch_row(i)); i++)
		list_row(row);
}

static const struct {
	const char *name;
	void (*list)(void);
} lists[] = {
	{ "views", list_views },
	{ "themes", list_themes },
	{ "actions", list_actions },
	{ "metrics", list_metrics },
	{ "scenarios", list_scenarios },
	{ "policies", list_policies },
	{ "patches", list_patches },
};

int cmd_list(const struct options *options)
{
	struct err err;

	for (size_t i = 0; options->nr_args == 1 && i < ARRAY_SIZE(lists); i++) {
		if (!strcmp(options->args[0], lists[i].name)) {
			lists[i].list();
			return CODE_DONE;
		}
	}
	err_set(&err, EINVAL, "list: expected one of %s", commands[COMMAND_LIST].arguments);
	return cli_fail(CODE_USAGE, &err);
}
