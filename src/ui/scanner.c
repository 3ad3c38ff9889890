// SPDX-License-Identifier: GPL-2.0-or-later
#include "scanner.h"

#include "fragscope/clock.h"
#include "fragscope/pagemap.h"

#define SCANNER_SOURCE "kernel structures" /* who reads the zones' cached positions */
#define RECENT_NS (3 * NSEC_PER_SEC) /* how long a run that has ended stays on the screen */

static const struct scanner_look looks[NR_SCANNERS] = {
	[SCANNER_MIGRATE]      = { "migrate scanner", "migrate", ROLE_MIGRATE,
				   0x25b6, { 0x25e4, 0x25e3 }, '>' },
	[SCANNER_MIGRATE_SYNC] = { "migrate, sync", "sync", ROLE_MIGRATE,
				   0x25b7, { 0x25f8, 0x25fa }, ')' },
	[SCANNER_FREE]         = { "free scanner", "free", ROLE_FREE_SCANNER,
				   0x25c0, { 0x25e5, 0x25e2 }, '<' },
	[SCANNER_RUN_MIGRATE]  = { "migrate, running", NULL, ROLE_MIGRATE,
				   0x00bb, { 0x00bb, 0x00bb }, '}' },
	[SCANNER_RUN_FREE]     = { "free, running", NULL, ROLE_FREE_SCANNER,
				   0x00ab, { 0x00ab, 0x00ab }, '{' },
};

static const struct scanner_look trails[2] = {
	{ "migrate trail", NULL, ROLE_MIGRATE, 0x203a, { 0x2580, 0x2584 }, '/' },
	{ "free trail", NULL, ROLE_FREE_SCANNER, 0x2039, { 0x2580, 0x2584 }, '\\' },
};

static const struct scanner_look both = {
	"both scanners", NULL, ROLE_MIGRATE, 0x25c6, { 0x25c6, 0x25c6 }, 'X'
};

const struct scanner_look *scanner_look(enum scanner scanner)
{
	return &looks[scanner];
}

const struct scanner_look *scanner_trail_look(bool is_free)
{
	return &trails[is_free];
}

const struct scanner_look *scanner_both_look(void)
{
	return &both;
}

/* The zone's span as its map has it, else as the kernel prints it. */
static bool zone_span(const struct zone *zone, uint64_t *start, uint64_t *nr_pages)
{
	if (zone->map) {
		*start = zone->map->start_pfn;
		*nr_pages = zone->map->nr_pages;
		return true;
	}
	*start = zone->start_pfn.n;
	*nr_pages = zone->spanned.n;
	return num_has(zone->start_pfn) && num_has(zone->spanned);
}

static struct num running_position(const struct frame *frame, const struct zone *zone,
				   bool is_free)
{
	const struct compact_run *run = scanner_run(frame, zone);

	if (!run || run->end_ns)
		return (struct num){ 0 };
	return num_known(is_free ? run->free_pfn : run->migrate_pfn);
}

static struct num raw_position(const struct frame *frame, const struct zone *zone,
			       enum scanner scanner)
{
	switch (scanner) {
	case SCANNER_MIGRATE:
		return zone->compact.cached_migrate[0];
	case SCANNER_MIGRATE_SYNC:
		return zone->compact.cached_migrate[1];
	case SCANNER_FREE:
		return zone->compact.cached_free;
	default:
		return running_position(frame, zone, scanner == SCANNER_RUN_FREE);
	}
}

struct num scanner_position(const struct frame *frame, const struct zone *zone,
			    enum scanner scanner)
{
	struct num pfn = raw_position(frame, zone, scanner);
	uint64_t start, nr_pages;

	if (!num_has(pfn) || !zone_span(zone, &start, &nr_pages))
		return (struct num){ 0 };
	/* the end itself is where a scanner that has seen everything stands */
	if (pfn.n < start || pfn.n - start > nr_pages)
		return (struct num){ 0 };
	return pfn;
}

bool scanner_is_shown(const struct frame *frame, const struct zone *zone, enum scanner scanner)
{
	struct num pfn = scanner_position(frame, zone, scanner), async;

	if (!num_has(pfn))
		return false;
	if (scanner != SCANNER_MIGRATE_SYNC)
		return true;
	async = scanner_position(frame, zone, SCANNER_MIGRATE);
	return !num_has(async) || async.n != pfn.n;
}

const struct compact_run *scanner_run(const struct frame *frame, const struct zone *zone)
{
	const struct activity *activity = frame->activity;
	const struct compact_run *last = NULL;

	for (unsigned int i = activity ? activity->nr_runs : 0; i-- > 0;) {
		const struct compact_run *run = &activity->runs[i];

		if (!zone_is_at(zone, run->node, run->zone_start_pfn))
			continue;
		if (!run->end_ns)
			return run;
		if (!last && run->end_ns + RECENT_NS >= activity->until_ns)
			last = run;
	}
	return last;
}

bool scanner_step_is_recent(const struct frame *frame, const struct zone *zone,
			    const struct scanner_step *step)
{
	return zone_is_at(zone, step->node, step->zone_start_pfn) &&
	       step->time_ns + RECENT_NS >= frame->activity->until_ns;
}

const char *scanner_missing(const struct frame *frame)
{
	const struct source_status *status = frame_find_source(frame, SCANNER_SOURCE);

	if (status && status->state != SOURCE_OK && status->text)
		return status->text;
	if (!frame->live)
		return "this source does not have them; "
		       "a snapshot of a live host taken as root does";
	if (status && status->state == SOURCE_OK)
		return "this kernel does not tell them";
	return "they are read from the kernel by BPF, as root";
}
