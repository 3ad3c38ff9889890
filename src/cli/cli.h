/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the command line's parts share: commands, exit codes, messages. */
#ifndef CLI_H
#define CLI_H

#include "fragscope/err.h"
#include "fragscope/source.h"

enum exit_code {
	CODE_DONE = 0,
	CODE_FAILED = 1,    /* while running; report --want: not obtainable */
	CODE_USAGE = 2,     /* a wrong command line, no terminal */
	CODE_NO_SOURCE = 3, /* what is to be looked at is missing */
};

struct options;

struct command {
	const char *name, *arguments, *help;
	int (*run)(const struct options *options); /* returns enum exit_code */
};

enum command_id {
#define COMMAND(id, name, arguments, run, help) COMMAND_##id,
#include "commands.def"
#undef COMMAND
	NR_COMMANDS
};

/* Sets of commands, for the rows of options.def. */
#define FOR(command) (1U << COMMAND_##command)
#define FOR_ALL ((1U << NR_COMMANDS) - 1)

extern const struct command commands[NR_COMMANDS];

#define COMMAND(id, name, arguments, run, help) int run(const struct options *options);
#include "commands.def"
#undef COMMAND

/* "fragscope: TEXT" on standard error; returns code. */
int cli_fail(enum exit_code code, const struct err *err);

/* Columns of the terminal that standard output is, or 80. */
unsigned int cli_output_width(void);

/* The files given, or this host. */
struct source *cli_open_source(const struct options *options, const char *const *files,
			       unsigned int nr_files, struct err *err);

#endif
