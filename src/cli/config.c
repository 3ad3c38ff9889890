// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The configuration file: commented INI without sections, and lines "bind CONTEXT KEY ACTION".
 *
 * inih splits lines at the first '=' or ':', and both are keys one may want to bind, so "bind"
 * lines are taken out before inih sees them.  It also joins a line that begins with a blank to the
 * one before and cuts long lines in pieces; neither is wanted here, so lines are handed to it
 * trimmed and of checked length.  The program never writes this file.
 */
#include <errno.h>
#include <ini.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "fragscope/keymap.h"
#include "fragscope/view.h"

#include "options.h"
#include "user_path.h"

#define LINE_MAX_LEN  180 /* inih is built for 200 */
#define CONFIG_MAX    (1 << 20)

struct config {
	struct options *options;
	struct err *err;
	int ret;              /* the first error */
	unsigned int line;
	FILE *from;
};

/* -errno, once; later errors are not news. */
static void fail(struct config *config, int ret)
{
	if (!config->ret)
		config->ret = err_prefix(config->err, ret, "line %u", config->line);
}

/* "all" or a view: a binding for anything else would never be found. */
static int check_context(struct config *config, struct span line)
{
	struct span word;
	char name[32];

	span_next_word(&line, &word);
	if (!span_next_word(&line, &word) || span_equals(word, "all"))
		return 0;
	if (span_copy(word, name, sizeof(name)) && view_find(name))
		return 0;
	return err_set(config->err, EINVAL, "\"%s\" is no view; expected all or one of those that "
		       "\"fragscope list views\" names", name);
}

static void bind(struct config *config, struct span line)
{
	struct err why = { "" };
	int ret = keymap_parse(config->options->keymap, line, &why);
	const char *text = strstr(why.text, ": ");

	/* keymap_parse() saw one line and says "line 1, column N: …" */
	if (ret)
		err_set(config->err, -ret, "%s", text ? text + 2 : why.text);
	else
		ret = check_context(config, line);
	if (ret)
		fail(config, ret);
}

/* inih's reader: the next line, or NULL at the end. */
static char *next_line(char *to, int size, void *stream)
{
	struct config *config = stream;
	char bytes[LINE_MAX_LEN + 2];
	struct span line, rest, word;

	if (config->ret || !fgets(bytes, sizeof(bytes), config->from))
		return NULL;
	config->line++;
	line = span_of(bytes);
	if (line.len && line.at[line.len - 1] == '\n') {
		line.len--;
	} else if (!feof(config->from)) {
		err_set(config->err, EINVAL, "longer than %d bytes, or with a NUL in it",
			LINE_MAX_LEN);
		fail(config, -EINVAL);
		return NULL;
	}
	rest = line = span_trim(line);
	if (span_starts(line, "[")) {
		fail(config, err_set(config->err, EINVAL, "there are no sections here; remove it"));
		return NULL;
	}
	if (span_next_word(&rest, &word) && span_equals(word, "bind")) {
		bind(config, line);
		line.len = 0;
	}
	snprintf(to, (size_t)size, "%.*s\n", (int)line.len, line.at);
	return to;
}

static const char *expected_keys(char *text, size_t size)
{
	size_t at = 0;

	for (unsigned int i = 0; i < nr_config_rows && at < size; i++)
		at += (size_t)snprintf(text + at, size - at, "%s, ", config_rows[i].key);
	return text;
}

static int set_key(struct config *config, const char *key, const char *value)
{
	char names[128];
	char *kept;

	for (unsigned int i = 0; i < nr_config_rows; i++) {
		if (strcmp(config_rows[i].key, key))
			continue;
		kept = arena_strdup(&config->options->strings, value, strlen(value));
		if (!kept)
			return err_set(config->err, ENOMEM, "out of memory");
		if (config_rows[i].set(config->options, kept, config->err))
			return err_prefix(config->err, -EINVAL, "%s", key);
		return 0;
	}
	return err_set(config->err, EINVAL, "\"%.40s\" is no key; expected one of %sbind", key,
		       expected_keys(names, sizeof(names)));
}

static int on_pair(void *arg, const char *section, const char *key, const char *value)
{
	struct config *config = arg;
	int ret;

	(void)section; /* there are none, see next_line() */
	if (config->ret)
		return 1;
	ret = set_key(config, key, value ? value : "");
	if (ret)
		fail(config, ret);
	return 1;
}

static int parse(struct config *config, const char *path)
{
	int wrong = ini_parse_stream(next_line, config, on_pair, config);

	if (!config->ret && wrong < 0)
		return err_set(config->err, ENOMEM, "%s: out of memory", path);
	if (!config->ret && ferror(config->from))
		return err_set(config->err, EIO, "%s: cannot be read; name a file", path);
	if (!config->ret && wrong > 0) {
		config->line = (unsigned int)wrong;
		fail(config, err_set(config->err, EINVAL,
				     "expected KEY = VALUE, or bind CONTEXT KEY ACTION"));
	}
	return config->ret ? err_prefix(config->err, config->ret, "%s", path) : 0;
}

/* 1: there is no such file. */
static int load(struct options *options, const char *path, struct err *err)
{
	struct config config = { .options = options, .err = err };
	int ret;

	config.from = fopen(path, "re");
	if (!config.from && (errno == ENOENT || errno == ENOTDIR))
		return 1;
	if (!config.from)
		return err_set(err, errno, "%s: cannot be opened: %s; choose another with --config",
			       path, strerror(errno));
	ret = parse(&config, path);
	fclose(config.from);
	return ret;
}

/* The file that somebody named has to be there. */
static int load_named(struct options *options, const char *path,
		      const char *who, struct err *err)
{
	int ret = load(options, path, err);

	if (ret == 1)
		return err_set(err, ENOENT, "%s: there is no such file; %s names it", path, who);
	return ret;
}

int config_load(struct options *options, struct err *err)
{
	const char *named = getenv("FRAGSCOPERC");
	char path[PATH_MAX];
	int ret = 1;

	if (*options->config)
		return load_named(options, options->config, "--config", err);
	if (named && *named)
		return load_named(options, named, "FRAGSCOPERC", err);
	if (user_path(path, "XDG_CONFIG_HOME", ".config", "fragscope/fragscoperc"))
		ret = load(options, path, err);
	if (ret == 1 && path_is_in_reach(SYSCONFDIR "/fragscoperc"))
		ret = load(options, SYSCONFDIR "/fragscoperc", err);
	return ret == 1 ? 0 : ret;
}
