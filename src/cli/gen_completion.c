// SPDX-License-Identifier: GPL-2.0-or-later
/* Sections of the completions of three shells. */
#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "gen_docs.h"

enum completes { WITH_WORDS, WITH_FILES, WITH_FOLDERS, WITH_THEMES, WITH_POLICIES, WITH_NOTHING };

/* What an argument is completed with is seen from how it is written in the help. */
static enum completes completes(const char *argument)
{
	if (!strcmp(argument, "FILE") || !strcmp(argument, "SNAPSHOT"))
		return WITH_FILES;
	if (!strcmp(argument, "DIR"))
		return WITH_FOLDERS;
	if (!strcmp(argument, "NAME|FILE"))
		return WITH_THEMES;
	if (!strcmp(argument, "POLICY"))
		return WITH_POLICIES;
	if (islower((unsigned char)*argument) && strchr(argument, '|'))
		return WITH_WORDS;
	return WITH_NOTHING;
}

static void print_words(const char *alternatives)
{
	for (; *alternatives; alternatives++)
		putchar(*alternatives == '|' ? ' ' : *alternatives);
}

static void command_names(const char *between)
{
	for (size_t i = 1; i < NR_COMMANDS; i++)
		printf("%s%s", i > 1 ? between : "", command_texts[i].name);
}

static void bash_commands(void)
{
	fputs("\tlocal commands=\"", stdout);
	command_names(" ");
	puts("\"");
}

static void bash_arguments(void)
{
	static const char *const replies[] = {
		[WITH_FILES] = "compgen -f -- \"$cur\"",
		[WITH_FOLDERS] = "compgen -d -- \"$cur\"",
		[WITH_THEMES] = "_fragscope_names themes",
		[WITH_POLICIES] = "_fragscope_policies",
		[WITH_NOTHING] = ":",
	};

	for (size_t i = 0; i < nr_option_texts; i++) {
		enum completes how;

		if (!option_texts[i].argument)
			continue;
		how = completes(option_texts[i].argument);
		if (option_texts[i].short_name)
			printf("\t-%c | --%s) ", option_texts[i].short_name, option_texts[i].name);
		else
			printf("\t--%s) ", option_texts[i].name);
		if (how == WITH_WORDS) {
			fputs("compgen -W \"", stdout);
			print_words(option_texts[i].argument);
			fputs("\" -- \"$cur\"", stdout);
		} else {
			fputs(replies[how], stdout);
		}
		puts(" ;;");
	}
}

static void bash_options(void)
{
	for (size_t i = 0; i < NR_COMMANDS; i++) {
		printf("\t%s) compgen -W \"", i ? command_texts[i].name : "\"\"");
		for (size_t j = 0; j < nr_option_texts; j++)
			if (option_texts[j].commands & (1U << i))
				printf("--%s ", option_texts[j].name);
		puts("\" -- \"$cur\" ;;");
	}
}

static void bash_lists(void)
{
	const char *words = command_texts[COMMAND_LIST].arguments;

	fputs("\tlocal lists=\"", stdout);
	print_words(words);
	puts("\"");
}

/* In single quotes, for zsh and fish; special: further characters that want a backslash. */
static void quote(const char *text, const char *special)
{
	for (; *text; text++) {
		if (*text == '\'')
			fputs("'\\''", stdout);
		else if (strchr(special, *text))
			printf("\\%c", *text);
		else
			putchar(*text);
	}
}

static void zsh_action(const char *argument)
{
	static const char *const actions[] = {
		[WITH_FILES] = "_files",
		[WITH_FOLDERS] = "_files -/",
		[WITH_THEMES] = " _fragscope_names themes",
		[WITH_POLICIES] = " _fragscope_policies",
		[WITH_NOTHING] = " ",
	};
	enum completes how = completes(argument);

	putchar(':');
	quote(argument, ":");
	putchar(':');
	if (how == WITH_WORDS) {
		putchar('(');
		print_words(argument);
		putchar(')');
	} else {
		fputs(actions[how], stdout);
	}
}

static void zsh_option(const struct option_text *row, bool by_letter)
{
	if (by_letter)
		printf("\t\t'-%c", row->short_name);
	else
		printf("\t\t'--%s%s", row->name, row->argument ? "=" : "");
	putchar('[');
	quote(row->help, "[]:");
	putchar(']');
	if (row->argument)
		zsh_action(row->argument);
	puts("'");
}

static void zsh_options(void)
{
	for (size_t i = 0; i < NR_COMMANDS; i++) {
		printf("\t%s) options=(\n", i ? command_texts[i].name : "''");
		for (size_t j = 0; j < nr_option_texts; j++) {
			if (!(option_texts[j].commands & (1U << i)))
				continue;
			if (option_texts[j].short_name)
				zsh_option(&option_texts[j], true);
			zsh_option(&option_texts[j], false);
		}
		puts("\t\t) ;;");
	}
}

static void zsh_commands(void)
{
	for (size_t i = 1; i < NR_COMMANDS; i++) {
		printf("\t\t'%s:", command_texts[i].name);
		quote(command_texts[i].help, ":");
		puts("'");
	}
}

static void fish_commands(void)
{
	fputs("set -l commands ", stdout);
	command_names(" ");
	putchar('\n');
	for (size_t i = 1; i < NR_COMMANDS; i++) {
		printf("complete -c fragscope -n \"not __fish_seen_subcommand_from $commands\" "
		       "-a %s -d '", command_texts[i].name);
		quote(command_texts[i].help, "");
		puts("'");
	}
}

static void fish_option(const struct option_text *row, size_t command)
{
	static const char *const actions[] = {
		[WITH_FILES] = " -r -F",
		[WITH_FOLDERS] = " -x -a '(__fish_complete_directories)'",
		[WITH_THEMES] = " -r -F -a '(fragscope list themes | string match -r \"^\\S+\")'",
		[WITH_POLICIES] = " -x -a '(__fragscope_policies)'",
		[WITH_NOTHING] = " -x",
	};

	if (command)
		printf("complete -c fragscope -n '__fish_seen_subcommand_from %s'",
		       command_texts[command].name);
	else
		printf("complete -c fragscope -n \"not __fish_seen_subcommand_from $commands\"");
	if (row->short_name)
		printf(" -s %c", row->short_name);
	printf(" -l %s", row->name);
	if (row->argument && completes(row->argument) == WITH_WORDS) {
		fputs(" -x -a '", stdout);
		print_words(row->argument);
		putchar('\'');
	} else if (row->argument) {
		fputs(actions[completes(row->argument)], stdout);
	}
	fputs(" -d '", stdout);
	quote(row->help, "");
	puts("'");
}

static void fish_options(void)
{
	for (size_t i = 0; i < NR_COMMANDS; i++)
		for (size_t j = 0; j < nr_option_texts; j++)
			if (option_texts[j].commands & (1U << i))
				fish_option(&option_texts[j], i);
}

static void fish_lists(void)
{
	fputs("complete -c fragscope -f -n '__fish_seen_subcommand_from list' -a '", stdout);
	print_words(command_texts[COMMAND_LIST].arguments);
	puts("'");
}

const struct section completion_sections[] = {
	{ "BASH_COMMANDS", bash_commands },
	{ "LISTS", bash_lists },
	{ "BASH_ARGUMENTS", bash_arguments },
	{ "BASH_OPTIONS", bash_options },
	{ "ZSH_COMMANDS", zsh_commands },
	{ "ZSH_OPTIONS", zsh_options },
	{ "FISH_COMMANDS", fish_commands },
	{ "FISH_OPTIONS", fish_options },
	{ "FISH_LISTS", fish_lists },
	{ NULL, NULL },
};
