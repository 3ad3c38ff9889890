// SPDX-License-Identifier: GPL-2.0-or-later
/* The set functions of options.def and config.def: each checks its value and says what it wants. */
#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "fragscope/array.h"
#include "fragscope/verdict.h"

#include "options.h"
#include "value.h"

#define DELAY_MIN_MS 50
#define SIDE_MAX     1000

static int refuse(struct err *err, const char *value, const char *expected)
{
	return err_set(err, EINVAL, "\"%.60s\"; expected %s", value, expected);
}

int set_delay(struct options *options, const char *value, struct err *err)
{
	uint64_t ms;

	if (!value_duration_ms(span_of(value), &ms) || ms < DELAY_MIN_MS)
		return refuse(err, value, "a time from 50ms to a day, like 2, 0.5, 500ms, 2min");
	options->delay_ms = ms;
	return 0;
}

int set_count(struct options *options, const char *value, struct err *err)
{
	if (!span_to_u64(span_of(value), &options->count))
		return refuse(err, value, "a number of lines, like 10; 0: no end");
	return 0;
}

int set_budget(struct options *options, const char *value, struct err *err)
{
	if (!value_percent(span_of(value), &options->budget))
		return refuse(err, value, "a share of one CPU above 0% and up to 100%, like 1%");
	return 0;
}

int add_want(struct options *options, const char *value, struct err *err)
{
	struct verdict_want want;
	int ret;

	if (!*value)
		return 0; /* no question by default */
	ret = verdict_parse_want(span_of(value), (uint64_t)sysconf(_SC_PAGESIZE), &want, err);
	if (ret)
		return ret;
	if (options->nr_wants == WANTS_MAX)
		return err_set(err, EINVAL, "more than %d; ask in several runs", WANTS_MAX);
	options->wants[options->nr_wants++] = value;
	return 0;
}

int set_want(struct options *options, const char *value, struct err *err)
{
	options->nr_wants = 0;
	return add_want(options, value, err);
}

int set_root(struct options *options, const char *value, struct err *err)
{
	if (!*value)
		return refuse(err, value, "a folder that holds proc/ and sys/");
	options->root = value;
	return 0;
}

int set_theme(struct options *options, const char *value, struct err *err)
{
	(void)err;
	options->theme = value; /* looked for when it is needed */
	return 0;
}

int set_color(struct options *options, const char *value, struct err *err)
{
	static const char *const names[] = {
		[TERM_COLOR_AUTO] = "auto",
		[TERM_COLOR_ALWAYS] = "always",
		[TERM_COLOR_NEVER] = "never",
	};

	for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
		if (!strcmp(value, names[i])) {
			options->color = (enum term_color)i;
			return 0;
		}
	}
	return refuse(err, value, "auto, always or never");
}

static int set_bool(bool *to, const char *value, struct err *err)
{
	*to = !strcmp(value, "yes");
	return *to || !strcmp(value, "no") ? 0 : refuse(err, value, "yes or no");
}

int set_ascii(struct options *options, const char *value, struct err *err)
{
	return set_bool(&options->ascii, value, err);
}

int set_mouse(struct options *options, const char *value, struct err *err)
{
	return set_bool(&options->mouse, value, err);
}

int set_pages(struct options *options, const char *value, struct err *err)
{
	return set_bool(&options->pages, value, err);
}

int set_json(struct options *options, const char *value, struct err *err)
{
	return set_bool(&options->json, value, err);
}

int set_check(struct options *options, const char *value, struct err *err)
{
	return set_bool(&options->check, value, err);
}

int set_sensitivity(struct options *options, const char *value, struct err *err)
{
	return set_bool(&options->sensitivity, value, err);
}

int set_config(struct options *options, const char *value, struct err *err)
{
	(void)err;
	options->config = value;
	return 0;
}

int set_output(struct options *options, const char *value, struct err *err)
{
	if (!*value)
		return refuse(err, value, "the name of a file, or - for standard output");
	options->output = value;
	return 0;
}

int set_size(struct options *options, const char *value, struct err *err)
{
	if (!value_size(span_of(value), SIDE_MAX, &options->cols, &options->rows))
		return refuse(err, value, "columns x rows, each from 1 to 1000, like 80x24");
	return 0;
}

int set_format(struct options *options, const char *value, struct err *err)
{
	if (strcmp(value, "text") && strcmp(value, "ansi"))
		return refuse(err, value, "text or ansi");
	options->format = !strcmp(value, "ansi") ? FORMAT_ANSI : FORMAT_TEXT;
	return 0;
}

int set_keys(struct options *options, const char *value, struct err *err)
{
	(void)err;
	options->keys = value; /* checked when they are pressed */
	return 0;
}

int set_help(struct options *options, const char *value, struct err *err)
{
	(void)value;
	(void)err;
	options->help = true;
	return 0;
}

int set_version(struct options *options, const char *value, struct err *err)
{
	(void)value;
	(void)err;
	options->version = true;
	return 0;
}

int add_policy(struct options *options, const char *value, struct err *err)
{
	if (!*value)
		return 0; /* the scenario's own by default */
	if (options->nr_policies == POLICIES_MAX)
		return err_set(err, EINVAL, "more than %d; compare fewer", POLICIES_MAX);
	options->policies[options->nr_policies++] = value;
	return 0;
}

int add_setting(struct options *options, const char *value, struct err *err)
{
	if (!*value)
		return 0;
	if (options->nr_settings == SETTINGS_MAX)
		return err_set(err, EINVAL, "more than %d; write them into a scenario",
			       SETTINGS_MAX);
	options->settings[options->nr_settings++] = value;
	return 0;
}

int set_seed(struct options *options, const char *value, struct err *err)
{
	options->has_seed = *value;
	if (*value && !span_to_u64(span_of(value), &options->seed))
		return refuse(err, value, "a whole number, like 7");
	return 0;
}

int set_from(struct options *options, const char *value, struct err *err)
{
	(void)err;
	options->from = value;
	return 0;
}

int set_until(struct options *options, const char *value, struct err *err)
{
	if (!span_to_u64(span_of(value), &options->until))
		return refuse(err, value, "the number of an event, like 4711; 0: to the end");
	return 0;
}
