// SPDX-License-Identifier: GPL-2.0-or-later
/* Sections of the man pages, in roff's man macros. */
#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fragscope/keymap.h"
#include "fragscope/metric.h"
#include "fragscope/sim.h"
#include "fragscope/sim_policy.h"
#include "fragscope/sim_scenario.h"
#include "fragscope/view.h"
#include "sim/load/plan.h"

#include "activity_line.h"
#include "gen_docs.h"

/* Text that means itself in roff. */
static void roff(const char *text)
{
	for (; *text; text++) {
		if (*text == '-')
			fputs("\\-", stdout);
		else if (*text == '\\')
			fputs("\\e", stdout);
		else if (*text == '\'')
			fputs("\\(aq", stdout);
		else
			putchar(*text);
	}
}

static void man_paragraph(const char *text)
{
	if (*text == '.')
		fputs("\\&", stdout);
	roff(text);
	putchar('\n');
}

static void man_synopsis(void)
{
	for (size_t i = 0; i < NR_COMMANDS; i++) {
		printf("%s.B fragscope%s%s\n[\\fIOPTION\\fR]...\n", i ? ".br\n" : "", i ? " " : "",
		       command_texts[i].name);
		if (*command_texts[i].arguments)
			man_paragraph(command_texts[i].arguments);
	}
}

static void man_commands(void)
{
	for (size_t i = 0; i < NR_COMMANDS; i++) {
		printf(".TP\n.B fragscope%s%s\n", i ? " " : "", command_texts[i].name);
		man_paragraph(command_texts[i].help);
	}
}

static void man_options_of(size_t command)
{
	unsigned int before = (1U << command) - 1;

	for (size_t i = 0; i < nr_option_texts; i++) {
		unsigned int of = option_texts[i].commands;

		if (!(of & (1U << command)) || of & before)
			continue;
		printf(".TP\n");
		if (option_texts[i].short_name)
			printf("\\fB\\-%c\\fR, ", option_texts[i].short_name);
		fputs("\\fB\\-\\-", stdout);
		roff(option_texts[i].name);
		fputs("\\fR", stdout);
		if (option_texts[i].argument) {
			fputs(" \\fI", stdout);
			roff(option_texts[i].argument);
			fputs("\\fR", stdout);
		}
		putchar('\n');
		man_paragraph(option_texts[i].help);
		if (option_texts[i].argument && *option_texts[i].value) {
			fputs("(default: ", stdout);
			roff(option_texts[i].value);
			puts(")");
		}
	}
}

/* Those that an earlier command has too are only named. */
static void man_shared_options_of(size_t command)
{
	const char *lead = "as above:";

	for (size_t i = 0; i < nr_option_texts; i++) {
		if (!(option_texts[i].commands & (1U << command)) ||
		    !(option_texts[i].commands & ((1U << command) - 1)))
			continue;
		printf("%s\n\\fB\\-\\-%s\\fR", lead, option_texts[i].name);
		lead = ",";
	}
	puts("");
}

static void man_options(void)
{
	for (size_t i = 0; i < NR_COMMANDS; i++) {
		printf(".SS Options of fragscope%s%s\n", i ? " " : "", command_texts[i].name);
		if (i)
			man_shared_options_of(i);
		man_options_of(i);
	}
}

/* The keys of an action, in bold. */
static void man_keys_of(const struct keymap *keymap, enum action action)
{
	uint32_t key;
	char name[32];

	puts(".TP");
	for (unsigned int n = 0; (key = keymap_key_of(keymap, "all", action, n)); n++) {
		key_to_text(key, name, sizeof(name));
		fputs(n ? ", \\fB" : "\\fB", stdout);
		roff(name);
		fputs("\\fR", stdout);
	}
	puts(keymap_key_of(keymap, "all", action, 0) ? "" : "no key");
}

static void man_keys(void)
{
	struct keymap *keymap = keymap_new();
	const char *group = "";

	if (!keymap)
		exit(EXIT_FAILURE);
	for (int i = ACTION_NONE + 1; i < NR_ACTIONS; i++) {
		const struct action_info *info = action_info((enum action)i);

		if (strcmp(group, info->group))
			printf(".SS %c%s\n", toupper((unsigned char)info->group[0]),
			       info->group + 1);
		group = info->group;
		man_keys_of(keymap, (enum action)i);
		fputs("(", stdout);
		roff(info->name);
		fputs(") ", stdout);
		man_paragraph(info->help);
	}
	keymap_free(keymap);
}

static void man_config(void)
{
	for (size_t i = 0; i < nr_key_texts; i++) {
		fputs(".TP\n\\fB", stdout);
		roff(key_texts[i].key);
		fputs("\\fR = \\fI", stdout);
		roff(key_texts[i].value);
		puts("\\fR");
		man_paragraph(key_texts[i].help);
	}
}

static void man_views(void)
{
	for (unsigned int i = 0; i < nr_views; i++) {
		printf(".TP\n.B ");
		man_paragraph(views[i]->name);
		man_paragraph(views[i]->help);
	}
}

/* The columns of "fragscope activity": what each metric is, as the metric's row says it. */
static void man_activity(void)
{
	struct activity_column column;
	const char *group = "";

	for (unsigned int n = 0; activity_line_column(n, &column); n++) {
		if (strcmp(group, column.group)) {
			fputs(".TP\n.B ", stdout);
			man_paragraph(column.group);
		} else {
			puts(".br");
		}
		group = column.group;
		printf("\\fB%s\\fR: ", column.name);
		roff(metric_find(column.metric)->help);
		if (column.instead) {
			fputs("; without tracing ", stdout);
			roff(column.instead);
		}
		puts("");
	}
}

/* Names of sections as they are written: a client has a name of its own. */
static void man_scenario_section(const char *section)
{
	printf(".SS [%s%s]\n", section, strcmp(section, "client") ? "" : " NAME");
}

/* Settings of one section stand together, whatever kinds of rows they come from. */
static void man_settings_of(const char *section)
{
	struct sim_setting setting;

	for (unsigned int n = 0; sim_setting(n, &setting); n++) {
		if (strcmp(setting.section, section))
			continue;
		fputs(".TP\n\\fB", stdout);
		roff(setting.key);
		fputs("\\fR = ", stdout);
		roff(setting.range);
		putchar('\n');
		man_paragraph(setting.help);
		if (*setting.normal) {
			fputs("(default: ", stdout);
			roff(setting.normal);
			puts(")");
		}
	}
}

static void man_scenario(void)
{
	struct sim_setting setting, before;

	for (unsigned int n = 0; sim_setting(n, &setting); n++) {
		bool is_new = true;

		for (unsigned int i = 0; i < n && sim_setting(i, &before); i++)
			is_new &= strcmp(before.section, setting.section) != 0;
		if (!is_new)
			continue;
		man_scenario_section(setting.section);
		man_settings_of(setting.section);
	}
}

static void man_client_kinds(void)
{
	const struct client_kind_row *row;

	for (unsigned int i = 0; (row = client_kind_row(i)); i++) {
		printf(".TP\n.B %s\n", row->name);
		man_paragraph(row->help);
	}
}

static void man_policy_row(const struct sim_policy_row *row)
{
	fputs(".TP\n.B ", stdout);
	man_paragraph(row->name);
	man_paragraph(row->what);
	if (row->thread) {
		puts(".br");
		fputs("From: ", stdout);
		man_paragraph(row->thread);
	}
	if (row->limits) {
		puts(".br");
		fputs("Limits: ", stdout);
		man_paragraph(row->limits);
	}
}

static void man_policies(void)
{
	const struct sim_policy_row *row;

	for (unsigned int i = 0; (row = sim_base_row(i)); i++)
		man_policy_row(row);
}

static void man_patches(void)
{
	const struct sim_policy_row *row;

	for (unsigned int i = 0; (row = sim_patch_row(i)); i++)
		man_policy_row(row);
}

static void man_counters(void)
{
	for (unsigned int i = 0; i < NR_SIM_COUNTERS; i++) {
		printf(".TP\n.B %s\n", sim_counter_row(i)->name);
		man_paragraph(sim_counter_row(i)->help);
	}
}

const struct section man_sections[] = {
	{ "MAN_SYNOPSIS", man_synopsis },
	{ "MAN_COMMANDS", man_commands },
	{ "MAN_OPTIONS", man_options },
	{ "MAN_KEYS", man_keys },
	{ "MAN_CONFIG", man_config },
	{ "MAN_VIEWS", man_views },
	{ "MAN_ACTIVITY", man_activity },
	{ "MAN_SCENARIO", man_scenario },
	{ "MAN_CLIENT_KINDS", man_client_kinds },
	{ "MAN_POLICIES", man_policies },
	{ "MAN_PATCHES", man_patches },
	{ "MAN_COUNTERS", man_counters },
	{ NULL, NULL },
};
