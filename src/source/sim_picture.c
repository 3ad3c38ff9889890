// SPDX-License-Identifier: GPL-2.0-or-later
#include "sim_picture.h"

#include <errno.h>

int sim_picture_init(struct sim_picture *picture, const struct sim *sim)
{
	picture->map = pagemap_new();
	picture->shadow = sim_shadow_new(sim);
	return picture->map && picture->shadow ? 0 : -ENOMEM;
}

void sim_picture_done(struct sim_picture *picture)
{
	frame_free(picture->frame);
	sim_shadow_free(picture->shadow);
	pagemap_free(picture->map);
}

int sim_picture_update(struct sim_picture *picture, const struct sim *sim, uint64_t version,
		       struct err *err)
{
	struct frame *frame;

	if (picture->version == version)
		return 0;
	frame = sim_frame_again(sim, picture->map, picture->shadow, err);
	if (!frame)
		return -ENOMEM;
	frame_free(picture->frame);
	picture->frame = frame;
	picture->version = version;
	return 0;
}

struct frame *sim_picture_copy(const struct sim_picture *picture)
{
	const struct frame *from = picture->frame;
	struct frame *copy = frame_copy(from);

	if (!copy)
		return NULL;
	copy->pagemap = from->pagemap;
	for (unsigned int i = 0; i < copy->nr_zones; i++)
		copy->zones[i]->map = from->zones[i]->map;
	return copy;
}
