// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * gen_docs - man pages and completions from the tables that the program itself reads.
 *
 *	gen_docs <TEMPLATE >OUTPUT
 *
 * A template is copied; a line that is "@NAME@" alone is replaced by what the section of that name
 * prints, and "@VERSION@" in a line by the version.  Run while building, not installed.
 */
#include "config.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fragscope/array.h"

#include "gen_docs.h"

const struct command_text command_texts[NR_COMMANDS] = {
#define COMMAND(id, name, arguments, run, help) { name, arguments, help },
#include "commands.def"
#undef COMMAND
};

const struct option_text option_texts[] = {
#define OPTION(id, short_name, name, argument, value, commands, set, help) \
	{ short_name, name, argument, value, commands, help },
#include "options.def"
#undef OPTION
};

const struct key_text key_texts[] = {
#define CONFIG_KEY(key, value, set, help) { key, value, help },
#include "config.def"
#undef CONFIG_KEY
};

const size_t nr_option_texts = ARRAY_SIZE(option_texts), nr_key_texts = ARRAY_SIZE(key_texts);

static bool print_section(const struct section *section, const char *line)
{
	for (; section->name; section++) {
		size_t len = strlen(section->name);

		if (line[0] == '@' && !strncmp(line + 1, section->name, len) &&
		    !strcmp(line + 1 + len, "@\n")) {
			section->print();
			return true;
		}
	}
	return false;
}

int main(void)
{
	static const char version[] = "@VERSION@";
	char line[512];

	while (fgets(line, sizeof(line), stdin)) {
		char *at = strstr(line, version);

		if (print_section(man_sections, line) || print_section(completion_sections, line))
			continue;
		if (at)
			printf("%.*s%s%s", (int)(at - line), line, PACKAGE_VERSION,
			       at + sizeof(version) - 1);
		else
			fputs(line, stdout);
	}
	return fflush(stdout) || ferror(stdout) ? EXIT_FAILURE : EXIT_SUCCESS;
}
