// SPDX-License-Identifier: GPL-2.0-or-later
/* live_part - the list of parts, and what is done with all of them. */
#include "live_part.h"

#include <errno.h>

#include "fragscope/array.h"

/* In the order in which they are opened and fill frames. */
static struct live_part *(*const makers[])(struct live_env *env) = {
	live_kern_new, /* first: others stand on its kern */
	live_pages_new,
	live_trace_new,
	live_holders_new, /* last: it names what others have filled in */
};

_Static_assert(ARRAY_SIZE(makers) <= LIVE_PARTS_MAX, "room for all parts");

int live_parts_init(struct live_parts *parts, const struct live_env *env)
{
	*parts = (struct live_parts){ .env = *env };
	for (size_t i = 0; i < ARRAY_SIZE(makers); i++) {
		struct live_part *part = makers[i](&parts->env);

		if (!part)
			return -ENOMEM;
		parts->at[parts->nr++] = part;
	}
	return 0;
}

/* The last first: it may stand on those before it. */
void live_parts_done(struct live_parts *parts)
{
	while (parts->nr) {
		struct live_part *part = parts->at[--parts->nr];

		part->ops->close(part);
	}
}

static void open_part(struct live_part *part)
{
	part->is_open = true;
	part->ops->open(part);
}

bool live_parts_open_next(struct live_parts *parts)
{
	for (unsigned int i = 0; i < parts->nr; i++) {
		if (parts->at[i]->is_open)
			continue;
		open_part(parts->at[i]);
		return true;
	}
	return false;
}

void live_parts_open_for_frame(struct live_parts *parts)
{
	for (unsigned int i = 0; i < parts->nr; i++)
		if (!parts->at[i]->is_open && !parts->at[i]->ops->watches)
			open_part(parts->at[i]);
}

void live_parts_sample(struct live_parts *parts, const struct source_want *want,
		       struct frame *frame)
{
	for (unsigned int i = 0; i < parts->nr; i++)
		parts->at[i]->ops->sample(parts->at[i], want, frame);
}

bool live_parts_poll(struct live_parts *parts, uint64_t max_ns)
{
	bool more = false;

	for (unsigned int i = 0; i < parts->nr; i++) {
		struct live_part *part = parts->at[i];

		if (part->is_open && part->ops->poll)
			more |= part->ops->poll(part, max_ns);
	}
	return more;
}

int live_parts_wake_fd(const struct live_parts *parts)
{
	for (unsigned int i = 0; i < parts->nr; i++) {
		const struct live_part *part = parts->at[i];
		int fd = part->is_open && part->ops->wake_fd ? part->ops->wake_fd(part) : -1;

		if (fd >= 0)
			return fd;
	}
	return -1;
}
