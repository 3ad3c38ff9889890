/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the parts of gen_docs share: the rows of the tables, and the sections made from them. */
#ifndef GEN_DOCS_H
#define GEN_DOCS_H

#include "cli.h"

struct command_text {
	const char *name, *arguments, *help;
};

struct option_text {
	char short_name;
	const char *name, *argument, *value;
	unsigned int commands;
	const char *help;
};

struct key_text {
	const char *key, *value, *help;
};

extern const struct command_text command_texts[NR_COMMANDS];
extern const struct option_text option_texts[];
extern const size_t nr_option_texts;
extern const struct key_text key_texts[];
extern const size_t nr_key_texts;

/* A section of a template: "@NAME@". */
struct section {
	const char *name;
	void (*print)(void);
};

extern const struct section man_sections[], completion_sections[]; /* ended by a NULL name */

#endif
