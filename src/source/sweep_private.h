/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sweep_private - what the files of the sweep share.
 *
 * Each zone is cut into chunks of 2^chunk_order aligned pages, clipped to its span.  A chunk holds
 * whole pageblocks and whole free blocks, so that two threads can fill two chunks at once and each
 * reading of a chunk gives right orders by itself.
 */
#ifndef SOURCE_SWEEP_PRIVATE_H
#define SOURCE_SWEEP_PRIVATE_H

#include "fragscope/clock.h"
#include "fragscope/kern.h"
#include "fragscope/sweep.h"

#define SWEEP_READ_PAGES  8192 /* words per read: 64 KiB */
#define SWEEP_READ_ORDER  13
#define SWEEP_LANES       2

struct sweep_chunk {
	uint32_t read_ms; /* monotonic time of the last reading, truncated; 0: never */
	uint8_t changed;  /* share of pages with another code than at the reading before, of 255 */
};

struct sweep_zone {
	struct zonemap *map;
	bool active;              /* in the last frame */
	unsigned int chunk_order;
	uint64_t first_chunk_pfn; /* span's start rounded down to a chunk */
	size_t nr_chunks;
	struct sweep_chunk *chunks;
	struct kpf_gap *gaps;     /* where pages without flags are no memory */
	size_t nr_gaps;
};

/* What one thread needs to read chunks. */
struct sweep_lane {
	uint64_t *words;
	page_code *codes;
	struct kpages *kpages;    /* NULL where struct pages are not read */
	page_code *before;        /* codes of the chunk before its reading */
	size_t nr_pages;          /* room in all of them */
	uint64_t nr_first;        /* pages read for the first time, since last asked */
};

/* Pages [pfn, pfn + nr) of a zone, which one chunk holds. */
struct sweep_range {
	const struct sweep_zone *zone;
	uint64_t pfn, nr;
};

/* A way to find out what pages are. */
struct sweep_way {
	const char *name;         /* among the frame's sources */
	/* Takes the pages into the zone's map.  0 or -errno. */
	int (*read)(const struct sweep *sweep, struct sweep_lane *lane, struct sweep_range range,
		    uint32_t now_ms, struct err *err);
};

enum sweep_way_index {
	SWEEP_KPAGEFLAGS,         /* the words of /proc/kpageflags */
	SWEEP_STRUCT_PAGES,       /* struct pages, where the kernel's memory can be read */
	NR_SWEEP_WAYS
};

extern const struct sweep_way sweep_ways[NR_SWEEP_WAYS];

/* How a way fared. */
struct sweep_fare {
	enum source_state state;
	char text[sizeof(((struct err *)0)->text)]; /* why not SOURCE_OK */
	uint64_t cost_ns, read_ns; /* of the last slice or sweep */
};

struct sweep {
	struct reader *reader;
	int fd;                   /* proc/kpageflags, -1: not open */
	struct kern *kern;        /* not owned; NULL where struct pages are not read */
	enum sweep_way_index way; /* the one in use */
	struct sweep_fare fares[NR_SWEEP_WAYS];
	bool heads_only;
	struct pagemap *map;
	struct sweep_zone *zones;
	unsigned int nr_zones;
	struct sweep_lane lanes[SWEEP_LANES];
};

/* A chunk by zone and index. */
struct sweep_place {
	struct sweep_zone *zone;
	size_t chunk;
};

/* Opens the file if it is not open; where it was open and is gone, opens what took its place. */
void sweep_open(struct sweep *sweep);
/* Whether there is a way to read pages. */
static inline bool sweep_can_read(const struct sweep *sweep)
{
	return sweep->way == SWEEP_STRUCT_PAGES || sweep->fd >= 0;
}

/* Notes that the way in use does not work (any more), with a negative errno and the reason.
 * kpageflags takes over from struct pages. */
void sweep_fail(struct sweep *sweep, int code, const struct err *why);
/* Counts what a slice or a sweep has read. */
void sweep_account(struct sweep *sweep, uint64_t cost_ns, bool is_full);
/* Notes where the zone has no memory, or memory that it does not manage, as the frame and a look
 * into proc/kpageflags say.  -ENOMEM */
int sweep_find_gaps(int fd, struct sweep_zone *zone, const struct frame *frame,
		    const struct zone *from);
/* 0, -ENOMEM */
int sweep_lane_fit(struct sweep *sweep, struct sweep_lane *lane);

/* First page and end of a chunk, inside the zone's span. */
void sweep_chunk_range(const struct sweep_zone *zone, size_t chunk, uint64_t *pfn, uint64_t *end);
/* Reads one chunk into the map.  Number of pages, or -errno.  Safe in two threads for two chunks
 * with a lane each. */
int64_t sweep_chunk_read(const struct sweep *sweep, struct sweep_lane *lane,
			 struct sweep_place place, uint32_t now_ms, struct err *err);
/* Joins folios that cross the edges of the chunk. */
void sweep_chunk_join(struct sweep_place place);

#define SWEEP_PICKS 64
/* The chunks most worth reading that were not read since since_ms, best first. */
unsigned int sweep_pick(const struct sweep *sweep, uint32_t now_ms, uint32_t since_ms,
			struct sweep_place picks[SWEEP_PICKS]);

static inline uint32_t sweep_ms(uint64_t mono_ns)
{
	uint32_t ms = (uint32_t)(mono_ns / NSEC_PER_MSEC);

	return ms ? ms : 1; /* 0 means never */
}

#endif
