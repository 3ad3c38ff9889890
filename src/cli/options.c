// SPDX-License-Identifier: GPL-2.0-or-later
#include "options.h"

#include <errno.h>
#include <getopt.h>
#include <stdlib.h>
#include <string.h>

#include "fragscope/array.h"

#define GETOPT_BASE 1000 /* getopt's value of the first row */

const struct option_row option_rows[NR_OPTIONS] = {
#define OPTION(id, short_name, name, argument, value, commands, set, help) \
	{ short_name, name, argument, value, commands, set, help },
#include "options.def"
#undef OPTION
};

const struct config_row config_rows[] = {
#define CONFIG_KEY(key, value, set, help) { key, value, help, set },
#include "config.def"
#undef CONFIG_KEY
};

const unsigned int nr_config_rows = ARRAY_SIZE(config_rows);

/* What getopt found, kept until the configuration file has been read. */
struct given {
	const struct option_row *row;
	const char *value;
};

struct line {
	struct given *given;
	unsigned int nr_given;
	bool has_command;
};

static const struct option_row *row_of(int c)
{
	if (c >= GETOPT_BASE)
		return &option_rows[c - GETOPT_BASE];
	for (size_t i = 0; i < NR_OPTIONS; i++)
		if (option_rows[i].short_name && option_rows[i].short_name == c)
			return &option_rows[i];
	return NULL;
}

/* The first word that is no option may name a command. */
static void add_word(struct options *options, struct line *line, const char *word)
{
	if (!line->has_command && !options->nr_args) {
		for (unsigned int i = 1; i < NR_COMMANDS; i++) {
			if (strcmp(commands[i].name, word))
				continue;
			options->command = (enum command_id)i;
			line->has_command = true;
			return;
		}
	}
	options->args[options->nr_args++] = word;
}

static int wrong_option(const struct option_row *row, bool missing, char **argv, struct err *err)
{
	if (missing && row)
		return err_set(err, EINVAL, "--%s: needs an argument, %s; see \"fragscope --help\"",
			       row->name, row->argument);
	if (optopt && optopt < GETOPT_BASE)
		return err_set(err, EINVAL, "-%c: there is no such option; see "
			       "\"fragscope --help\"", optopt);
	return err_set(err, EINVAL, "%.80s: %s; see \"fragscope --help\"", argv[optind - 1],
		       optopt ? "takes no argument" : "there is no such option, or several that "
		       "begin so");
}

static void fill_getopt(struct option *longs, char *shorts)
{
	*shorts++ = '-'; /* words in their order, as value 1 */
	*shorts++ = ':';
	for (int i = 0; i < NR_OPTIONS; i++) {
		const struct option_row *row = &option_rows[i];

		longs[i] = (struct option){ row->name, row->argument ? required_argument :
					    no_argument, NULL, GETOPT_BASE + i };
		if (!row->short_name)
			continue;
		*shorts++ = row->short_name;
		if (row->argument)
			*shorts++ = ':';
	}
	*shorts = '\0';
}

static int scan_argv(struct options *options, struct line *line, int argc, char **argv,
		     struct err *err)
{
	struct option longs[NR_OPTIONS + 1] = { { 0 } };
	char shorts[2 * NR_OPTIONS + 3];
	int c;

	fill_getopt(longs, shorts);
	opterr = 0;
	while ((c = getopt_long(argc, argv, shorts, longs, NULL)) != -1) {
		const struct option_row *row;

		if (c == 1) {
			add_word(options, line, optarg);
			continue;
		}
		row = row_of(c == ':' || c == '?' ? optopt : c);
		if (c == ':' || c == '?')
			return wrong_option(row, c == ':', argv, err);
		line->given[line->nr_given++] = (struct given){
			row, row->argument ? optarg : row->value };
	}
	while (optind < argc)
		options->args[options->nr_args++] = argv[optind++];
	return 0;
}

static int apply(struct options *options, const struct given *given, struct err *err)
{
	const struct option_row *row = given->row;

	if (!(row->commands & (1U << options->command)))
		return err_set(err, EINVAL, "--%s: is no option of \"fragscope%s%s\"; see "
			       "\"fragscope --help\"", row->name, options->command ? " " : "",
			       commands[options->command].name);
	if (row->set(options, given->value, err))
		return err_prefix(err, -EINVAL, "--%s", row->name);
	return 0;
}

static int set_defaults(struct options *options, struct err *err)
{
	int ret = 0;

	options->mouse = true;
	for (size_t i = 0; i < NR_OPTIONS && !ret; i++)
		if (option_rows[i].argument)
			ret = option_rows[i].set(options, option_rows[i].value, err);
	return ret;
}

/* Defaults, configuration file, command line; but the command line says which file. */
static int apply_all(struct options *options, const struct line *line, struct err *err)
{
	unsigned int from_file;
	int ret = set_defaults(options, err);

	for (unsigned int i = 0; i < line->nr_given && !ret; i++)
		if (line->given[i].row == &option_rows[OPTION_CONFIG])
			ret = apply(options, &line->given[i], err);
	if (!ret && option_rows[OPTION_CONFIG].commands & (1U << options->command))
		ret = config_load(options, err);
	from_file = options->nr_wants;
	for (unsigned int i = 0; i < line->nr_given && !ret; i++) {
		if (line->given[i].row == &option_rows[OPTION_WANT] && from_file)
			options->nr_wants = from_file = 0;
		ret = apply(options, &line->given[i], err);
	}
	return ret;
}

int options_read(struct options *options, int argc, char **argv, struct err *err)
{
	struct line line = { 0 };
	int ret;

	*options = (struct options){ 0 };
	options->keymap = keymap_new();
	options->args = calloc((size_t)argc + 1, sizeof(*options->args));
	line.given = calloc((size_t)argc + 1, sizeof(*line.given));
	if (!options->keymap || !options->args || !line.given)
		ret = err_set(err, ENOMEM, "command line: out of memory");
	else
		ret = scan_argv(options, &line, argc, argv, err);
	/* who asks for help gets it, whatever else is wrong */
	for (unsigned int i = 0; i < line.nr_given; i++)
		if (line.given[i].row == &option_rows[OPTION_HELP] ||
		    line.given[i].row == &option_rows[OPTION_VERSION])
			line.given[i].row->set(options, "", err);
	if (!ret && !options->help && !options->version)
		ret = apply_all(options, &line, err);
	free(line.given);
	return options->help || options->version ? 0 : ret;
}

void options_done(struct options *options)
{
	keymap_free(options->keymap);
	free(options->args);
	arena_done(&options->strings);
}
