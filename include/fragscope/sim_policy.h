/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sim_policy - kernels and patches by name.  A policy is written "BASE" or "BASE+PATCH+PATCH"; a
 * name that begins with a patch means the newest base.
 */
#ifndef FRAGSCOPE_SIM_POLICY_H
#define FRAGSCOPE_SIM_POLICY_H

#include "fragscope/err.h"

struct sim_policy;

/* What `list policies` and `list patches` show. */
struct sim_policy_row {
	const char *name;         /* "linux-7.3", "resample" */
	const char *what;         /* what it does, or changes, in a sentence or two */
	const char *thread;       /* subject of its thread, or a commit; or NULL */
	const char *limits;       /* with what it does not combine, and why; or NULL */
};

/* Rows by number from 0; NULL behind the last. */
const struct sim_policy_row *sim_base_row(unsigned int number);
const struct sim_policy_row *sim_patch_row(unsigned int number);

/* NULL with a reason that names the word and what there is instead: unknown names, patches that
 * contradict each other, patches that the base cannot have.  -ENOMEM too. */
struct sim_policy *sim_policy_new(const char *name, struct err *err);
void sim_policy_free(struct sim_policy *policy);

#endif
