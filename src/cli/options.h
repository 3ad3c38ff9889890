/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * options - what the command line and the configuration file say.
 *
 * Defaults come first, then the configuration file, then the command line; each goes through the
 * same set functions (option_set.c), which check it and say what they expected.
 */
#ifndef OPTIONS_H
#define OPTIONS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "fragscope/arena.h"
#include "fragscope/err.h"
#include "fragscope/keymap.h"
#include "fragscope/term.h"

#include "cli.h"

#define WANTS_MAX    64
#define POLICIES_MAX 16
#define SETTINGS_MAX 64

enum render_format { FORMAT_TEXT, FORMAT_ANSI };

struct options {
	enum command_id command;
	uint64_t delay_ms;
	uint64_t count;               /* lines, 0: no end */
	double budget;                /* share of one CPU */
	const char *wants[WANTS_MAX]; /* "64@9", checked */
	unsigned int nr_wants;
	const char *root;
	const char *theme;
	enum term_color color;
	bool ascii, mouse;
	const char *config;           /* "": the usual places */
	const char *output;
	bool pages, json;
	int cols, rows;
	enum render_format format;
	const char *keys;
	const char *policies[POLICIES_MAX];
	unsigned int nr_policies;
	const char *settings[SETTINGS_MAX]; /* "SECTION.KEY=VALUE" */
	unsigned int nr_settings;
	uint64_t seed, until;         /* until: an event, 0: to the end */
	bool has_seed;
	const char *from;             /* a snapshot, "": none */
	bool check, sensitivity;
	bool help, version;
	const char **args;            /* what is no option */
	unsigned int nr_args;
	struct keymap *keymap;        /* with the file's bindings */
	struct arena strings;         /* values that came from the file */
};

/* Sets one value; the text says what was expected.  Strings are kept, not copied. */
typedef int option_set(struct options *options, const char *value, struct err *err);

struct option_row {
	char short_name;              /* 0: none */
	const char *name, *argument;  /* argument NULL: takes none */
	const char *value;
	unsigned int commands;        /* bits by enum command_id */
	option_set *set;
	const char *help;
};

enum option_id {
#define OPTION(id, short_name, name, argument, value, commands, set, help) OPTION_##id,
#include "options.def"
#undef OPTION
	NR_OPTIONS
};

extern const struct option_row option_rows[NR_OPTIONS];

struct config_row {
	const char *key, *value, *help;
	option_set *set;
};

extern const struct config_row config_rows[];
extern const unsigned int nr_config_rows;

#define OPTION(id, short_name, name, argument, value, commands, set, help) option_set set;
#include "options.def"
#undef OPTION
#define CONFIG_KEY(key, value, set, help) option_set set;
#include "config.def"
#undef CONFIG_KEY

/* Reads argv; for commands that take one, also the configuration file.  -EINVAL or -ENOMEM. */
int options_read(struct options *options, int argc, char **argv, struct err *err);
void options_done(struct options *options);

/* --help: of one command, or of all when it is the first. */
void options_help(const struct options *options, FILE *to);

/* config.c: the file named, or the first of the usual places that is there; nothing there is no
 * error.  Errors name file and line. */
int config_load(struct options *options, struct err *err);

#endif
