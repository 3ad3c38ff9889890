// SPDX-License-Identifier: GPL-2.0-or-later
#include "fragscope/verdict.h"

#include <string.h>

#include "verdict_private.h"

static const char *const class_names[NR_VERDICT_CLASSES] = {
	[VERDICT_MOVABLE] = "movable",
	[VERDICT_UNMOVABLE] = "unmovable",
	[VERDICT_RECLAIMABLE] = "reclaimable",
	[VERDICT_ATOMIC] = "atomic",
};

static const char *const cause_names[NR_VERDICT_CAUSES] = {
	[VERDICT_OBTAINABLE] = "obtainable",
	[VERDICT_UNKNOWN] = "unknown",
	[VERDICT_TOO_LITTLE] = "too-little-memory",
	[VERDICT_FRAGMENTED] = "fragmented",
	[VERDICT_WATERMARK] = "watermark",
	[VERDICT_WRONG_TYPE] = "wrong-migratetype",
	[VERDICT_POLLUTED] = "polluted",
	[VERDICT_SCANNER_BLIND] = "scanner-blind",
	[VERDICT_NOT_FRAGMENTATION] = "not-fragmentation",
};

const char *verdict_class_name(enum verdict_class class)
{
	return class < NR_VERDICT_CLASSES ? class_names[class] : "?";
}

const char *verdict_cause_name(enum verdict_cause cause)
{
	return cause < NR_VERDICT_CAUSES ? cause_names[cause] : "?";
}

void judgement_init(struct judgement *judgement, const struct frame *frame,
		    const struct supply_rule *rule, const struct verdict_want *want)
{
	*judgement = (struct judgement){ .nr = want->nr, .prefix = "Not now" };
	supply_scope_init(&judgement->scope, frame, rule, want->order);
	supply_add_up(&judgement->scope, &judgement->sum);
}

struct num verdict_now(const struct frame *frame, const struct verdict_want *want)
{
	struct supply_rule rule = supply_rule_of_class(want->class, want->highest_zone);
	struct judgement judgement;

	judgement_init(&judgement, frame, &rule, want);
	return supply_now(&judgement.sum);
}

void verdict_judge(const struct frame *frame, const struct verdict_want *want, struct verdict *out)
{
	struct supply_rule rule = supply_rule_of_class(want->class, want->highest_zone);
	struct judgement judgement;

	memset(out, 0, sizeof(*out));
	out->want = *want;
	judgement_init(&judgement, frame, &rule, want);
	verdict_look_ahead(&judgement, out);
	out->cause = verdict_find_cause(&judgement);
	verdict_write_headline(&judgement, out);
	verdict_write_obstacles(&judgement, out);
	verdict_write_zones(&judgement, out, 4);
	verdict_write_evidence(&judgement, out);
}
