// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Scenario files: commented INI with sections, read by inih.
 *
 * inih joins a line that begins with a blank to the one before, splits at ':' as well as at '=' and
 * cuts what is longer than its buffer; none of that is wanted, so lines are handed to it one by
 * one, trimmed and of checked length, and it never sees more than one pair at a time.
 */
#include "scenario_file.h"

#include <dirent.h>
#include <errno.h>
#include <ini.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "fragscope/closest.h"
#include "fragscope/span.h"
#include "fragscope/wrap.h"

#include "scenario_builtin.h"
#include "user_path.h"

#define LINE_MAX_LEN  180 /* inih is built for 200 */
#define SECTION_MAX   50
#define SUFFIX        ".scn"
#define NAME_COLUMN   26  /* of the list: where titles begin */

struct reading {
	struct sim_scenario *scenario;
	struct err *err;
	FILE *from;
	unsigned int line;
	int ret;              /* the first error */
	bool has_section;
};

static void fail(struct reading *reading, int ret)
{
	if (!reading->ret)
		reading->ret = err_prefix(reading->err, ret, "line %u", reading->line);
}

static bool is_comment(struct span line)
{
	return !line.len || *line.at == '#' || *line.at == ';';
}

/* Whether the line is a section or a pair, as inih would not tell. */
static void check_line(struct reading *reading, struct span line)
{
	if (is_comment(line))
		return;
	if (*line.at == '[') {
		reading->has_section = true;
		if (line.at[line.len - 1] != ']' || line.len > SECTION_MAX)
			fail(reading, err_set(reading->err, EINVAL,
					      "expected [SECTION], of at most %d letters",
					      SECTION_MAX - 2));
		return;
	}
	if (!reading->has_section)
		fail(reading, err_set(reading->err, EINVAL,
				      "stands before any section; write [scenario] above it"));
	else if (!memchr(line.at, '=', line.len))
		fail(reading, err_set(reading->err, EINVAL, "expected KEY = VALUE"));
}

/* inih's reader: the next line, or NULL at the end. */
static char *next_line(char *to, int size, void *stream)
{
	struct reading *reading = stream;
	char bytes[LINE_MAX_LEN + 2];
	struct span line;

	if (reading->ret || !fgets(bytes, sizeof(bytes), reading->from))
		return NULL;
	reading->line++;
	line = span_of(bytes);
	if (line.len && line.at[line.len - 1] == '\n') {
		line.len--;
	} else if (!feof(reading->from)) {
		fail(reading, err_set(reading->err, EINVAL,
				      "longer than %d bytes, or with a NUL in it; "
				      "break it up, or name a scenario file", LINE_MAX_LEN));
		return NULL;
	}
	line = span_trim(line);
	check_line(reading, line);
	if (is_comment(line))
		line.len = 0;
	snprintf(to, (size_t)size, "%.*s\n", (int)line.len, line.at);
	return to;
}

static int on_pair(void *arg, const char *section, const char *key, const char *value)
{
	struct reading *reading = arg;
	int ret;

	if (reading->ret)
		return 1;
	ret = sim_scenario_set(reading->scenario, section, key, value ? value : "",
			       reading->line, reading->err);
	if (ret)
		fail(reading, ret);
	return 1;
}

static int parse(struct reading *reading, const char *path)
{
	int wrong = ini_parse_stream(next_line, reading, on_pair, reading);

	if (!reading->ret && wrong < 0)
		return err_set(reading->err, ENOMEM, "%s: out of memory", path);
	if (!reading->ret && ferror(reading->from))
		return err_set(reading->err, EIO, "%s: cannot be read; name a scenario file", path);
	if (!reading->ret && wrong > 0) {
		reading->line = (unsigned int)wrong;
		fail(reading, err_set(reading->err, EINVAL, "expected [SECTION] or KEY = VALUE"));
	}
	return reading->ret ? err_prefix(reading->err, reading->ret, "%s", path) : 0;
}

int scenario_file_read(struct sim_scenario *scenario, FILE *from, const char *name,
		       struct err *err)
{
	struct reading reading = { .scenario = scenario, .err = err, .from = from };

	return parse(&reading, name);
}

static int load_from(struct sim_scenario *scenario, FILE *from, const char *path, struct err *err)
{
	int ret = scenario_file_read(scenario, from, path, err);

	fclose(from);
	return ret;
}

/* 1: there is no such file. */
static int load(struct sim_scenario *scenario, const char *path, struct err *err)
{
	FILE *from = fopen(path, "re");

	if (!from && (errno == ENOENT || errno == ENOTDIR))
		return 1;
	if (!from)
		return err_set(err, errno, "%s: cannot be opened: %s; name another scenario", path,
			       strerror(errno));
	return load_from(scenario, from, path, err);
}

static int load_builtin(struct sim_scenario *scenario, const struct scenario_builtin *builtin,
			struct err *err)
{
	FILE *from = fmemopen((char *)builtin->text, strlen(builtin->text), "r");

	if (!from)
		return err_set(err, ENOMEM, "%s: out of memory", builtin->name);
	return load_from(scenario, from, builtin->name, err);
}

/* 1: there is none of that name. */
static int load_builtin_name(struct sim_scenario *scenario, const char *name, struct err *err)
{
	for (const struct scenario_builtin *builtin = scenario_builtins; builtin->name; builtin++)
		if (!strcmp(builtin->name, name))
			return load_builtin(scenario, builtin, err);
	return 1;
}

static const char *nearest(const char *name)
{
	const char *best = scenario_builtins[0].name;

	for (unsigned int i = 0; scenario_builtins[i].name; i++)
		if (closest_distance(scenario_builtins[i].name, name) <
		    closest_distance(best, name))
			best = scenario_builtins[i].name;
	return best;
}

bool scenario_file_is(const char *name)
{
	size_t len = strlen(name);

	return len > strlen(SUFFIX) && !strcmp(name + len - strlen(SUFFIX), SUFFIX);
}

static bool is_file_name(const char *name)
{
	return strchr(name, '/') || scenario_file_is(name);
}

static int load_by_name(struct sim_scenario *scenario, const char *name, struct err *err)
{
	char path[PATH_MAX], tail[PATH_MAX];
	int ret = 1;

	if (is_file_name(name)) {
		ret = load(scenario, name, err);
		if (ret == 1)
			return err_set(err, ENOENT, "%s: there is no such file; \"fragscope list "
				       "scenarios\" names scenarios", name);
		return ret;
	}
	snprintf(tail, sizeof(tail), "fragscope/scenarios/%s" SUFFIX, name);
	if (ret == 1 && user_path(path, "XDG_DATA_HOME", ".local/share", tail))
		ret = load(scenario, path, err);
	if (ret == 1)
		ret = load_builtin_name(scenario, name, err);
	if (ret == 1)
		return err_set(err, ENOENT, "%s: there is no such scenario; did you mean \"%s\"? "
			       "\"fragscope list scenarios\" names all", name, nearest(name));
	return ret;
}

struct sim_scenario *scenario_file_load(const char *name, struct err *err)
{
	struct sim_scenario *scenario = sim_scenario_new();

	if (!scenario) {
		err_set(err, ENOMEM, "%s: out of memory", name);
		return NULL;
	}
	if (load_by_name(scenario, name, err)) {
		sim_scenario_free(scenario);
		return NULL;
	}
	return scenario;
}

int scenario_file_set(struct sim_scenario *scenario, const char *setting, struct err *err)
{
	const char *equals = strchr(setting, '='), *dot = NULL;
	bool is_client = !strncmp(setting, "client ", strlen("client "));
	char section[SECTION_MAX], key[64];

	/* names of clients may hold dots, and so may what is expected */
	for (const char *at = setting; equals && at < equals; at++)
		if (*at == '.' && (is_client || !dot))
			dot = at;
	if (!dot || dot == setting || dot - setting >= SECTION_MAX || equals - dot > 64)
		return err_set(err, EINVAL, "--set %s: expected SECTION.KEY=VALUE, as in "
			       "knobs.defrag_mode=1", setting);
	snprintf(section, sizeof(section), "%.*s", (int)(dot - setting), setting);
	snprintf(key, sizeof(key), "%.*s", (int)(equals - dot - 1), dot + 1);
	return err_prefix(err, sim_scenario_set(scenario, section, key, equals + 1, 0, err),
			  "--set");
}

int scenario_file_finish(struct sim_scenario *scenario, const char *name, struct err *err)
{
	unsigned int line = 0;
	int ret = sim_scenario_finish(scenario, &line, err);

	if (ret && line)
		err_prefix(err, ret, "line %u", line);
	return ret ? err_prefix(err, ret, "%s", name) : 0;
}

/*
 * The list.
 */

static int is_scenario(const struct dirent *entry)
{
	return scenario_file_is(entry->d_name);
}

static void list_one(FILE *to, const char *name, int len, const char *text, unsigned int width)
{
	fprintf(to, "%-*.*s ", NAME_COLUMN - 1, len, name);
	wrap_text(to, text, NAME_COLUMN, NAME_COLUMN, width);
}

static void list_file(FILE *to, const char *folder, const char *file, unsigned int width)
{
	struct sim_scenario *scenario = sim_scenario_new();
	int len = (int)(strlen(file) - strlen(SUFFIX));
	char path[PATH_MAX];
	struct err err;

	if (!scenario)
		return;
	if (snprintf(path, sizeof(path), "%s/%s", folder, file) < (int)sizeof(path)) {
		int ret = load(scenario, path, &err);

		list_one(to, file, len, ret ? err.text : sim_scenario_title(scenario), width);
	}
	sim_scenario_free(scenario);
}

static void list_folder(FILE *to, const char *folder, unsigned int width)
{
	struct dirent **entries;
	int nr = scandir(folder, &entries, is_scenario, alphasort);

	for (int i = 0; i < nr; i++) {
		list_file(to, folder, entries[i]->d_name, width);
		free(entries[i]);
	}
	if (nr >= 0)
		free(entries);
}

static void list_builtin(FILE *to, const struct scenario_builtin *builtin, unsigned int width)
{
	struct sim_scenario *scenario = sim_scenario_new();
	struct err err;

	if (scenario && !load_builtin(scenario, builtin, &err))
		list_one(to, builtin->name, (int)strlen(builtin->name),
			 sim_scenario_title(scenario), width);
	sim_scenario_free(scenario);
}

void scenario_file_list(FILE *to, unsigned int width)
{
	char path[PATH_MAX];

	if (user_path(path, "XDG_DATA_HOME", ".local/share", "fragscope/scenarios"))
		list_folder(to, path, width);
	for (unsigned int i = 0; scenario_builtins[i].name; i++)
		list_builtin(to, &scenario_builtins[i], width);
}
