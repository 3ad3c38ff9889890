// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * ui_find - finds a pfn, a zone, a node, a scanner, a migratetype or a page class.
 *
 * A pfn, a zone or the next zone of a node is selected at once; a scanner's name leads to the page
 * where it stands, in the selected zone or in the next one where that is known; a migratetype or a
 * class leads to the next pageblock from the selection on (in the order of the zones, around the
 * end) that is of that type or holds pages of that class.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "fragscope/array.h"
#include "fragscope/fmt.h"
#include "fragscope/pagemap.h"
#include "scanner.h"
#include "ui_private.h"
#include "zone_text.h"

struct search {
	struct ui *ui;
	const struct frame *frame;
	bool backwards;
};

/* Pageblocks that fit, by type or by class; -1: not asked for. */
struct wanted_block {
	int type, class;
};

static bool parse_pfn(const char *text, uint64_t *pfn)
{
	char *end;

	if (text[0] < '0' || text[0] > '9')
		return false;
	*pfn = strtoull(text, &end, 0);
	return !*end;
}

static bool holds_pfn(const struct zone *zone, uint64_t pfn)
{
	uint64_t start = zone->start_pfn.n, nr_pages = zone->spanned.n;

	if (zone->map) {
		start = zone->map->start_pfn;
		nr_pages = zone->map->nr_pages;
	} else if (!num_has(zone->start_pfn) || !num_has(zone->spanned)) {
		return false;
	}
	return pfn >= start && pfn - start < nr_pages;
}

/* Where it was found, in a view that does not show it. */
static void say_found(const struct search *search, const char *text)
{
	const struct zone *zone = search->frame->zones[search->ui->state.zone];
	char line[160], block[40] = "";

	if (search->ui->view->shows_pfn)
		return;
	if (zone->map)
		snprintf(block, sizeof(block), ", pageblock 0x%llx",
			 (unsigned long long)search->ui->state.pfn >> zone->map->pageblock_order);
	snprintf(line, sizeof(line), "%.60s: zone %s%s", text, zone_label(FMT_BUF, zone), block);
	ui_message(search->ui, ROLE_TEXT, line);
}

static void find_pfn(const struct search *search, uint64_t pfn)
{
	char text[100];

	for (unsigned int i = 0; i < search->frame->nr_zones; i++) {
		if (holds_pfn(search->frame->zones[i], pfn)) {
			search->ui->state.zone = i;
			search->ui->state.pfn = pfn;
			say_found(search, search->ui->state.find);
			return;
		}
	}
	snprintf(text, sizeof(text), "no zone here spans pfn 0x%llx", (unsigned long long)pfn);
	ui_message(search->ui, ROLE_WARN, text);
}

/* The n-th zone from the selected one on, around the end; n = 0 is the selected one. */
static unsigned int zone_at(const struct search *search, unsigned int n)
{
	unsigned int nr = search->frame->nr_zones, here = search->ui->state.zone;

	return search->backwards ? (here + nr - n % nr) % nr : (here + n) % nr;
}

/* "Normal", with its node "1 Normal" or "node 1 Normal", or the node alone: "node 1". */
static bool zone_is(const struct zone *zone, const char *text)
{
	char name[48], node[32];
	const char *tail = name + strlen("node ");

	snprintf(name, sizeof(name), "node %d %s", zone->node, zone->name);
	snprintf(node, sizeof(node), "node %d", zone->node);
	return !strcasecmp(text, zone->name) || !strcasecmp(text, name) ||
	       !strcasecmp(text, tail) || (!strcasecmp(text, node) && !zone_is_empty(zone));
}

static bool find_zone(const struct search *search, const char *text)
{
	for (unsigned int n = 1; n <= search->frame->nr_zones; n++) {
		unsigned int zone = zone_at(search, n);

		if (zone_is(search->frame->zones[zone], text)) {
			ui_select_zone(&search->ui->state, search->frame, zone);
			return true;
		}
	}
	return false;
}

/* -1: the text names no scanner. */
static int parse_scanner(const char *text)
{
	static const struct {
		const char *name;
		enum scanner scanner;
	} rows[] = {
		{ "migrate", SCANNER_MIGRATE }, { "migrate scanner", SCANNER_MIGRATE },
		{ "migrate-scanner", SCANNER_MIGRATE }, { "sync-scanner", SCANNER_MIGRATE_SYNC },
		{ "sync scanner", SCANNER_MIGRATE_SYNC }, { "free-scanner", SCANNER_FREE },
		{ "free scanner", SCANNER_FREE },
	};

	for (size_t i = 0; i < ARRAY_SIZE(rows); i++)
		if (!strcasecmp(text, rows[i].name))
			return (int)rows[i].scanner;
	return -1;
}

/* The selected zone's first, the next zone's when that is selected already. */
static void find_scanner(const struct search *search, enum scanner scanner)
{
	struct ui_state *state = &search->ui->state;
	char text[256];

	for (unsigned int n = 0; n <= search->frame->nr_zones; n++) {
		unsigned int zone = zone_at(search, n);
		const struct zonemap *map = search->frame->zones[zone]->map;
		struct num pfn = scanner_position(search->frame, search->frame->zones[zone],
						  scanner);

		if (!num_has(pfn))
			continue;
		if (map && pfn.n - map->start_pfn == map->nr_pages)
			pfn.n--; /* at the zone's end: its last page */
		if (!n && state->pfn == pfn.n)
			continue;
		state->zone = zone;
		state->pfn = pfn.n;
		say_found(search, state->find);
		return;
	}
	snprintf(text, sizeof(text), "%.40s: %.180s", state->find,
		 scanner_missing(search->frame));
	ui_message(search->ui, ROLE_WARN, text);
}

static int find_name(const char *text, const char *name, int index, int found)
{
	return found < 0 && *name && !strncasecmp(name, text, strlen(text)) ? index : found;
}

static struct wanted_block parse_block(const struct frame *frame, const char *text)
{
	struct wanted_block wanted = { -1, -1 };

	for (unsigned int i = 0; i < frame->nr_types; i++)
		wanted.type = find_name(text, frame->type_name[i], (int)i, wanted.type);
	for (int i = 0; wanted.type < 0 && i < NR_PAGE_CLASSES; i++)
		wanted.class = find_name(text, page_class_info((enum page_class)i)->name, i,
					 wanted.class);
	return wanted;
}

static bool block_fits(const struct zonemap *map, size_t block, const struct wanted_block *wanted)
{
	if (wanted->type >= 0)
		return map->type[block] == wanted->type;
	return map->count[wanted->class][block] > 0;
}

/* The first block that fits in [from, to), or the last one when going backwards; to when none. */
static size_t scan_blocks(const struct zonemap *map, size_t from, size_t to, bool backwards,
			  const struct wanted_block *wanted)
{
	for (size_t i = from; i < to; i++) {
		size_t block = backwards ? to - 1 - (i - from) : i;

		if (block_fits(map, block, wanted))
			return block;
	}
	return to;
}

static bool find_in_zone(const struct search *search, unsigned int zone, size_t from, size_t to,
			 const struct wanted_block *wanted)
{
	const struct zonemap *map = search->frame->zones[zone]->map;
	size_t block = scan_blocks(map, from, to, search->backwards, wanted);
	uint64_t pfn;

	if (block == to)
		return false;
	pfn = zonemap_block_pfn(map, block);
	search->ui->state.zone = zone;
	search->ui->state.pfn = pfn < map->start_pfn ? map->start_pfn : pfn;
	return true;
}

/* The rest of this zone, the other zones, and this zone from its other end. */
static bool find_block(const struct search *search, const struct wanted_block *wanted)
{
	for (unsigned int n = 0; n <= search->frame->nr_zones; n++) {
		unsigned int zone = zone_at(search, n);
		const struct zonemap *map = search->frame->zones[zone]->map;
		size_t from = 0, to;

		if (!map)
			continue;
		to = map->nr_blocks;
		if (!n && search->backwards)
			to = zonemap_block_of(map, search->ui->state.pfn);
		else if (!n)
			from = zonemap_block_of(map, search->ui->state.pfn) + 1;
		if (from < to && find_in_zone(search, zone, from, to, wanted))
			return true;
	}
	return false;
}

static void say_not_found(const struct search *search, const char *text,
			  const struct wanted_block *wanted)
{
	char line[200];

	if (wanted->type < 0 && wanted->class < 0)
		snprintf(line, sizeof(line), "%.60s: neither a pfn (0x1a2b3) nor a zone, "
			 "node, scanner, migratetype or page class of this frame", text);
	else if (!search->frame->pagemap)
		snprintf(line, sizeof(line), "%.60s: this frame has no page map to look in", text);
	else
		snprintf(line, sizeof(line), "%.60s: no pageblock is known to %s", text,
			 wanted->type >= 0 ? "be of that type" : "hold such pages");
	ui_message(search->ui, ROLE_WARN, line);
}

void ui_find(struct ui *ui, const struct view_context *ctx, bool backwards)
{
	struct search search = { ui, ctx->frame, backwards };
	const char *text = ui->state.find;
	struct wanted_block wanted;
	uint64_t pfn;

	if (parse_pfn(text, &pfn)) {
		find_pfn(&search, pfn);
		return;
	}
	if (!ctx->frame->nr_zones || find_zone(&search, text))
		return;
	if (parse_scanner(text) >= 0) {
		find_scanner(&search, (enum scanner)parse_scanner(text));
		return;
	}
	wanted = parse_block(ctx->frame, text);
	if ((wanted.type < 0 && wanted.class < 0) || !find_block(&search, &wanted))
		say_not_found(&search, text, &wanted);
	else
		say_found(&search, text);
}
