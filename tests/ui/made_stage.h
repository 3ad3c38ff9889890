/* SPDX-License-Identifier: GPL-2.0-or-later */
/* made_stage - simulated policies that stand still, the same in every run. */
#ifndef TESTS_UI_MADE_STAGE_H
#define TESTS_UI_MADE_STAGE_H

#include "fragscope/stage.h"

#define MADE_STAGE_SPARE_PFN 0x110000 /* a page of the larger zone */

struct made_stage {
	struct stage stage;
	struct frame *frame[STAGE_COLUMNS_MAX];
	struct pagemap *pagemap[STAGE_COLUMNS_MAX];
};

/* With four columns the third is over, the fourth broken, and the memory is a host's. */
struct made_stage *made_stage_new(unsigned int nr_columns);
void made_stage_free(struct made_stage *made);
/* Of the selected column. */
struct frame *made_stage_frame(struct made_stage *made);

#endif
