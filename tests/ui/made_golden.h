/* SPDX-License-Identifier: GPL-2.0-or-later */
/* made_golden - the program showing a made frame. */
#ifndef TESTS_UI_MADE_GOLDEN_H
#define TESTS_UI_MADE_GOLDEN_H

#include "fragscope/view.h"

#include "golden.h"
#include "made_frame.h"

/* Takes the frame and its page map over; golden_done() frees them. */
static inline void made_golden(struct golden *golden, struct made *made, const char *view)
{
	golden_init(golden, WORLD_NO_FRAME, view);
	golden->world.frame = made->frame;
	golden->world.pagemap = made->pagemap;
	golden->world.input.frame = made->frame;
	golden->world.input.now_ns = made->frame->mono_ns;
	golden->world.input.interval_ms = 1000;
}

/* Types what to look for, a pfn say, and looks for it. */
static inline void golden_find(struct golden *golden, const char *text)
{
	char keys[64] = "/";

	for (size_t at = 1; *text; text++, at += 2)
		snprintf(keys + at, sizeof(keys) - at, " %c", *text);
	golden_keys(golden, keys);
	golden_keys(golden, "Enter");
}

/* What the view sees of it. */
static inline struct view_context made_context(struct golden *golden, struct ui_state *state)
{
	return (struct view_context){
		.input = &golden->world.input,
		.frame = golden->world.frame,
		.state = state,
		.keymap = golden->keymap,
		.theme = &golden->theme,
		.caps = GOLDEN_CAPS,
	};
}

#endif
