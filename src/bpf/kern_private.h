/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * kern_private - what the readers of kernel structures share.
 *
 * A kern is a memory, the layout of what is in it, and where it begins; each of them can be made up
 * by a test.  Structures are read whole and decoded in place, by klayout_get().
 */
#ifndef BPF_KERN_PRIVATE_H
#define BPF_KERN_PRIVATE_H

#include "fragscope/kern.h"

#include "kaddr.h"
#include "klayout.h"
#include "ksection.h"

/* The top bits of a page's flags are its node, those below its zone (page-flags-layout.h). */
struct kpageid {
	unsigned int shift;        /* of the zone; node and zone together are what is above */
	unsigned int zone_bits;
};

struct kern {
	struct kmem *kmem;         /* owned */
	struct klayout layout;
	struct kaddr addr;
	struct kpageid pageid;
	struct ksections sections; /* as last read */
	void *zone;                /* room for one struct zone */
};

/* A zone of the kernel's that has memory. */
struct kzone {
	int node;
	unsigned int index;        /* among the node's: enum zone_type */
	char name[FRAME_NAME_MAX];
	uint64_t start_pfn, spanned, present;
	uint64_t first_deferred_pfn; /* pages from here on are not initialised yet */
	const void *data;          /* its struct zone, good until the next one */
};

/* Node and zone of a page, as one number. */
static inline uint64_t kern_page_id(const struct kern *kern, uint64_t page_flags)
{
	return page_flags >> kern->pageid.shift;
}

static inline uint64_t kern_zone_id(const struct kern *kern, const struct kzone *zone)
{
	return (uint64_t)zone->node << kern->pageid.zone_bits | zone->index;
}

/* Puts a kern together of parts, which a test makes up, and checks that they agree.  Takes
 * ownership of kmem, also when it fails.  NULL with the reason and errno. */
struct kern *kern_new(struct kmem *kmem, const struct klayout *layout, const struct kaddr *addr,
		      struct err *err);
/* The same structures through another memory, for another thread.  Takes ownership of kmem, also
 * when it fails.  NULL with the reason and errno. */
struct kern *kern_over(const struct kern *kern, struct kmem *kmem, struct err *err);

/* As kpages_new(), over a memory that it takes ownership of, also when it fails. */
struct kpages *kpages_over(const struct kern *kern, struct kmem *kmem, struct err *err);

/* Calls each() for every zone with memory, in the kernel's order.  What it returns other than 0
 * ends the round and is returned; -EFAULT when a node cannot be read. */
typedef int kern_each_zone(struct kern *kern, const struct kzone *zone, void *arg);
int kern_for_zones(struct kern *kern, kern_each_zone *each, void *arg);

#endif
