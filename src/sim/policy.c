// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * policy - kernels and patches by name: a base's switches, then one switch for each patch.  What
 * contradicts itself or cannot be is refused, so that no column of a comparison shows a kernel that
 * nobody could build.
 */
#include "sim/policy.h"

#include <errno.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "fragscope/array.h"
#include "fragscope/sim_policy.h"

enum patch_id {
#define SIM_PATCH(id, ...) PATCH_##id,
#include "sim/patches.def"
#undef SIM_PATCH
	NO_PATCH
};

/* Patches of a group replace the same piece of the kernel. */
enum patch_group { GROUP_NONE, GROUP_COSTLY, GROUP_FALLBACK, GROUP_MARKS };

static const char *const group_text[] = {
	[GROUP_COSTLY] = "both decide what costly requests do",
	[GROUP_FALLBACK] = "both replace the fallback",
	[GROUP_MARKS] = "both set the scaled marks",
};

enum switch_how { SWITCH_SET, SWITCH_OR };

struct base {
	struct sim_policy_row row;
	unsigned int release;         /* MAJOR * 100 + MINOR */
	struct sim_policy policy;
};

struct patch {
	struct sim_policy_row row;
	unsigned int since;           /* first release that can have it */
	enum patch_group group;
	enum patch_id needs;          /* without that one it changes nothing */
	size_t field;                 /* of struct sim_policy, a uint8_t */
	enum switch_how how;
	uint8_t value;
};

static const struct base bases[] = {
#define SIM_BASE(id, name, release, what, thread, ...) \
	{ { name, what, thread, NULL }, release, { __VA_ARGS__ } },
#include "sim/bases.def"
#undef SIM_BASE
};

static const struct patch patches[] = {
#define SIM_PATCH(id, name, since, group, needs, field, how, value, what, thread, limits) \
	{ { name, what, thread, limits }, since, group, needs, \
	  offsetof(struct sim_policy, field), how, value },
#include "sim/patches.def"
#undef SIM_PATCH
};

#define NEWEST_BASE (ARRAY_SIZE(bases) - 1)

/* A policy while its name is read. */
struct reading {
	const char *name;             /* as written */
	const struct base *base;
	bool has[NO_PATCH];
};

const struct sim_policy_row *sim_base_row(unsigned int number)
{
	return number < ARRAY_SIZE(bases) ? &bases[number].row : NULL;
}

const struct sim_policy_row *sim_patch_row(unsigned int number)
{
	return number < ARRAY_SIZE(patches) ? &patches[number].row : NULL;
}

static bool word_is(const char *name, const char *word, size_t size)
{
	return strlen(name) == size && !memcmp(name, word, size);
}

static const struct base *find_base(const char *word, size_t size)
{
	for (unsigned int i = 0; i < ARRAY_SIZE(bases); i++)
		if (word_is(bases[i].row.name, word, size))
			return &bases[i];
	return NULL;
}

static enum patch_id find_patch(const char *word, size_t size)
{
	unsigned int i = 0;

	while (i < ARRAY_SIZE(patches) && !word_is(patches[i].row.name, word, size))
		i++;
	return (enum patch_id)i;
}

/* Characters that both words begin with. */
static size_t common_start(const char *name, const char *word, size_t size)
{
	size_t i = 0;

	while (i < size && name[i] == word[i])
		i++;
	return i;
}

/* The name that begins most like the word, for who mistyped it. */
static const char *likely_name(const char *word, size_t size, bool first)
{
	const char *best = first ? bases[NEWEST_BASE].row.name : patches[0].row.name;
	const struct sim_policy_row *row;

	for (unsigned int i = 0; first && (row = sim_base_row(i)); i++)
		if (common_start(row->name, word, size) > common_start(best, word, size))
			best = row->name;
	for (unsigned int i = 0; (row = sim_patch_row(i)); i++)
		if (common_start(row->name, word, size) > common_start(best, word, size))
			best = row->name;
	return best;
}

static int refuse_word(const struct reading *reading, const char *word, size_t size,
		       struct err *err)
{
	bool first = word == reading->name;

	if (!first && find_base(word, size))
		return err_set(err, EINVAL,
			       "policy %s: kernel \"%.*s\" behind another word; write it first",
			       reading->name, (int)size, word);
	return err_set(err, EINVAL, "policy %s: no %s \"%.*s\"; did you mean \"%s\"? "
		       "\"fragscope list\" has all policies and patches",
		       reading->name, first ? "kernel or patch" : "patch", (int)size, word,
		       likely_name(word, size, first));
}

static int read_word(struct reading *reading, const char *word, size_t size, struct err *err)
{
	const struct base *base = word == reading->name ? find_base(word, size) : NULL;
	enum patch_id id = find_patch(word, size);

	if (base) {
		reading->base = base;
		return 0;
	}
	if (id == NO_PATCH)
		return refuse_word(reading, word, size, err);
	if (reading->has[id])
		return err_set(err, EINVAL, "policy %s: \"%s\" stands twice; leave one out",
			       reading->name, patches[id].row.name);
	reading->has[id] = true;
	return 0;
}

static int read_words(struct reading *reading, struct err *err)
{
	for (const char *word = reading->name;; ) {
		size_t size = strcspn(word, "+");
		int ret = read_word(reading, word, size, err);

		if (ret || !word[size])
			return ret;
		word += size + 1;
	}
}

static int check_group(const struct reading *reading, enum patch_id id, struct err *err)
{
	for (unsigned int other = 0; other < id; other++) {
		if (!reading->has[other] || patches[other].group != patches[id].group)
			continue;
		return err_set(err, EINVAL, "policy %s: \"%s\" and \"%s\" %s; choose one",
			       reading->name, patches[other].row.name, patches[id].row.name,
			       group_text[patches[id].group]);
	}
	return 0;
}

static int check_patch(const struct reading *reading, enum patch_id id, struct err *err)
{
	const struct patch *patch = &patches[id];

	if (reading->base->release < patch->since)
		return err_set(err, EINVAL, "policy %s: %s has not what \"%s\" changes; "
			       "it needs linux-%u.%u or newer", reading->name,
			       reading->base->row.name, patch->row.name, patch->since / 100,
			       patch->since % 100);
	if (patch->needs != NO_PATCH && !reading->has[patch->needs])
		return err_set(err, EINVAL, "policy %s: \"%s\" changes nothing without \"%s\"; "
			       "add that", reading->name, patch->row.name,
			       patches[patch->needs].row.name);
	return patch->group == GROUP_NONE ? 0 : check_group(reading, id, err);
}

static void apply_patch(struct sim_policy *policy, const struct patch *patch)
{
	uint8_t *field = (uint8_t *)policy + patch->field;

	*field = patch->how == SWITCH_OR ? *field | patch->value : patch->value;
}

/* A fallback brings its own search; the ablation of the search comes on top. */
static int settle_search(const struct reading *reading, struct sim_policy *policy,
			 struct err *err)
{
	policy->tight_fallback = policy->fallback_era == FALLBACK_E4B ||
				 reading->has[PATCH_TIGHT_SEARCH];
	if (reading->has[PATCH_TIGHT_SEARCH] && policy->fallback_era < FALLBACK_E3)
		return err_set(err, EINVAL, "policy %s: \"tight-search\" shortens a search that "
			       "this fallback has not; add \"no-biggest-steal\" or \"mode-cached\"",
			       reading->name);
	return 0;
}

static int apply(const struct reading *reading, struct sim_policy *policy, struct err *err)
{
	*policy = reading->base->policy;
	strcpy(policy->name, reading->name);
	for (unsigned int id = 0; id < NO_PATCH; id++) {
		if (!reading->has[id])
			continue;
		int ret = check_patch(reading, (enum patch_id)id, err);

		if (ret)
			return ret;
		apply_patch(policy, &patches[id]);
	}
	return settle_search(reading, policy, err);
}

struct sim_policy *sim_policy_new(const char *name, struct err *err)
{
	struct reading reading = { .name = name, .base = &bases[NEWEST_BASE] };
	struct sim_policy *policy;

	if (strlen(name) >= sizeof(policy->name)) {
		err_set(err, EINVAL, "policy: %zu characters; %zu are the limit", strlen(name),
			sizeof(policy->name) - 1);
		return NULL;
	}
	if (read_words(&reading, err))
		return NULL;
	policy = calloc(1, sizeof(*policy));
	if (!policy) {
		err_set(err, ENOMEM, "policy %s: no memory", name);
		return NULL;
	}
	if (apply(&reading, policy, err)) {
		free(policy);
		return NULL;
	}
	return policy;
}

void sim_policy_free(struct sim_policy *policy)
{
	free(policy);
}
