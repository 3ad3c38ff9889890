/* SPDX-License-Identifier: GPL-2.0-or-later */
/* frag - runs tests/live/frag.c beside a test: its answers come one by one. */
#ifndef TESTS_LIVE_FRAG_H
#define TESTS_LIVE_FRAG_H

#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../check.h"

struct frag {
	pid_t pid;
	FILE *orders, *answers;
	char line[160]; /* the last answer */
};

/* The program of the build, or in a guest the one in the path. */
static inline void frag_exec(const char *how, unsigned int mib, unsigned int residue, bool pin)
{
	const char *top = getenv("top_builddir");
	char path[4096], mib_text[16], residue_text[16];

	snprintf(path, sizeof(path), "%s%s", top ? top : "", top ? "/tests/live/frag" : "frag");
	snprintf(mib_text, sizeof(mib_text), "%u", mib);
	snprintf(residue_text, sizeof(residue_text), "%u", residue);
	execlp(path, "frag", how, mib_text, residue_text, pin ? "pin" : NULL, NULL);
	_exit(127);
}

/* Reads answers up to one that begins so; false: there is none. */
static inline bool frag_answers(struct frag *frag, const char *begin)
{
	while (fgets(frag->line, sizeof(frag->line), frag->answers)) {
		frag->line[strcspn(frag->line, "\n")] = '\0';
		print_message("frag: %s\n", frag->line);
		if (!strncmp(frag->line, begin, strlen(begin)))
			return true;
	}
	return false;
}

/* false: memory was not to be had in that layout, and why has been printed. */
static inline bool frag_start(struct frag *frag, const char *how, unsigned int mib,
			      unsigned int residue, bool pin)
{
	int orders[2], answers[2];

	assert_false(pipe(orders) || pipe(answers));
	fflush(NULL);
	frag->pid = fork();
	assert_true(frag->pid >= 0);
	if (!frag->pid) {
		dup2(orders[0], STDIN_FILENO);
		dup2(answers[1], STDOUT_FILENO);
		close(orders[1]);
		close(answers[0]);
		frag_exec(how, mib, residue, pin);
	}
	close(orders[0]);
	close(answers[1]);
	frag->orders = fdopen(orders[1], "w");
	frag->answers = fdopen(answers[0], "r");
	assert_true(frag->orders && frag->answers);
	setvbuf(frag->orders, NULL, _IOLBF, 0);
	return frag_answers(frag, "ready");
}

/* Its memory is gone afterwards. */
static inline void frag_stop(struct frag *frag)
{
	fclose(frag->orders);
	fclose(frag->answers);
	waitpid(frag->pid, NULL, 0);
}

#endif
