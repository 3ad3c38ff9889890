// SPDX-License-Identifier: GPL-2.0-or-later
/* --help, from the rows of options.def and commands.def. */
#include <string.h>

#include "fragscope/wrap.h"

#include "options.h"

#define HELP_COLUMN 27
#define USAGE_COLUMN 17
#define HELP_WIDTH  79

/* Wraps text at blanks, from column at; further lines begin at HELP_COLUMN. */
static void print_wrapped(FILE *to, size_t at, const char *text)
{
	if (at >= HELP_COLUMN) {
		fputc('\n', to);
		at = 0;
	}
	fprintf(to, "%*s", (int)(HELP_COLUMN - at), "");
	wrap_text(to, text, HELP_COLUMN, HELP_COLUMN, HELP_WIDTH);
}

static void print_option(FILE *to, const struct option_row *row)
{
	char left[64], right[320];
	int at = row->short_name ? snprintf(left, sizeof(left), "  -%c, ", row->short_name) :
				   snprintf(left, sizeof(left), "      ");

	at += snprintf(left + at, sizeof(left) - (size_t)at, "--%s%s%s", row->name,
		       row->argument ? " " : "", row->argument ? row->argument : "");
	snprintf(right, sizeof(right), row->argument && *row->value ? "%s (default: %s)" : "%s",
		 row->help, row->value);
	fputs(left, to);
	print_wrapped(to, (size_t)at, right);
}

/* Whether a row is listed under the command: with all of its options, or with those that no command
 * before it has. */
static bool is_listed(const struct option_row *row, enum command_id command, bool first_only)
{
	unsigned int before = (1U << command) - 1;

	return row->commands & (1U << command) && !(first_only && row->commands & before);
}

/* "Options of render, besides --want, --root:", in as many lines as it takes. */
static void print_heading(FILE *to, enum command_id command, bool first_only)
{
	int at = fprintf(to, "\nOptions%s%s", command ? " of " : "", commands[command].name);
	const char *lead = ", besides";

	for (size_t i = 0; i < OPTION_HELP && first_only && command; i++) {
		if (!is_listed(&option_rows[i], command, false) ||
		    is_listed(&option_rows[i], command, true))
			continue;
		at += fprintf(to, "%s", lead);
		if (at + (int)strlen(" --:") + (int)strlen(option_rows[i].name) > HELP_WIDTH)
			at = fprintf(to, "\n");
		at += fprintf(to, " --%s", option_rows[i].name);
		lead = ",";
	}
	fputs(":\n", to);
}

static void print_options(FILE *to, enum command_id command, bool first_only)
{
	bool any = false;

	for (size_t i = 0; i < NR_OPTIONS; i++) {
		if (!is_listed(&option_rows[i], command, first_only))
			continue;
		if (!any)
			print_heading(to, command, first_only);
		any = true;
		print_option(to, &option_rows[i]);
	}
}

/* Arguments that do not fit stand on a line of their own. */
static void print_usage(FILE *to, const char *lead, const struct command *command)
{
	int at = fprintf(to, "%s fragscope%s%s [OPTION]...", lead, *command->name ? " " : "",
			 command->name);

	if (!*command->arguments)
		fputc('\n', to);
	else if (at + 1 + (int)strlen(command->arguments) <= HELP_WIDTH)
		fprintf(to, " %s\n", command->arguments);
	else
		fprintf(to, "\n%*s%s\n", USAGE_COLUMN, "", command->arguments);
}

void options_help(const struct options *options, FILE *to)
{
	const struct command *command = &commands[options->command];

	print_usage(to, "usage:", command);
	if (options->command) {
		print_wrapped(to, 0, command->help);
		print_options(to, options->command, false);
		return;
	}
	for (unsigned int i = 1; i < NR_COMMANDS; i++)
		print_usage(to, "      ", &commands[i]);
	fputs("\nShows why a Linux machine cannot get large blocks of physical memory.\n\n", to);
	for (unsigned int i = 0; i < NR_COMMANDS; i++) {
		int at = fprintf(to, "  %s", *commands[i].name ? commands[i].name : "fragscope");

		print_wrapped(to, (size_t)at, commands[i].help);
	}
	for (unsigned int i = 0; i < NR_COMMANDS; i++)
		print_options(to, (enum command_id)i, true);
	fputs("\nExit status: 0 done; 1 failed, not obtainable (report --want) or not as\n"
	      "expected (sim --check); 2 wrong command line, wrong scenario or no terminal;\n"
	      "3 what is to be looked at is missing.\n", to);
}
