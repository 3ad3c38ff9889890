/* SPDX-License-Identifier: GPL-2.0-or-later */
/* zone_text - how views name zones and sizes of blocks. */
#ifndef UI_ZONE_TEXT_H
#define UI_ZONE_TEXT_H

#include "fragscope/frame.h"
#include "fragscope/role.h"

/* "0 Normal"; without its node where the text named none. */
char *zone_label(char *to, size_t size, const struct zone *zone);
/* "2 MiB"; "512 pages" where the page size is unknown. */
char *order_size(char *to, size_t size, const struct frame *frame, unsigned int order);
/* Zones without memory (Movable and Device on most hosts) are not listed.  The others are counted
 * by rank: how many there are, the zone of a rank (nr_zones when there is none), and the rank of a
 * zone. */
bool zone_is_empty(const struct zone *zone);
unsigned int zones_listed(const struct frame *frame);
unsigned int zone_of_rank(const struct frame *frame, unsigned int rank);
unsigned int rank_of_zone(const struct frame *frame, unsigned int zone);

/* How bad a share per mille is that ought to be small. */
enum role index_role(int permille);
/* The fragmentation index; "ok" for the kernel's -1.000, a block is there.  Returns its role. */
enum role extfrag_text(char *to, size_t size, int permille);

#endif
