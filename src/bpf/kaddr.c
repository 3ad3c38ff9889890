// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * kaddr - the vmcoreinfo note, found and understood.
 *
 * Physical memory is mapped at one place with an offset that is a multiple of 1 GiB, wherever the
 * kernel put it (KASLR).  A task_struct lies in that mapping, at most its size above the offset; so
 * stepping down from there 1 GiB at a time meets it, and the note's name tells that it was met.
 */
#include "kaddr.h"

#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "fragscope/array.h"
#include "fragscope/bits.h"

#define NOTE_FILE  "/sys/kernel/vmcoreinfo"
#define NOTE_NAME  "VMCOREINFO"
#define STEP_ORDER 30    /* 1 GiB */
#define STEPS_MAX  65536 /* 64 TiB */

/* An ELF note, as it is in memory. */
struct note {
	uint32_t name_size, text_size, type;
	char name[12];   /* "VMCOREINFO" and zeros, to a multiple of 4 */
};

/* Numbers of the note that do not go into struct kaddr as they are. */
struct sizes {
	uint64_t sizeof_section, section_bits, physmem_bits;
};

struct facts {
	struct kaddr addr;
	struct sizes sizes;
};

static const struct {
	const char *key;
	int base;
	size_t at;      /* in struct facts */
} rows[] = {
	{ "PAGESIZE", 10, offsetof(struct facts, addr.page_size) },
	{ "SYMBOL(mem_section)", 16, offsetof(struct facts, addr.mem_section) },
	{ "LENGTH(mem_section)", 10, offsetof(struct facts, addr.nr_roots) },
	{ "SIZE(mem_section)", 10, offsetof(struct facts, sizes.sizeof_section) },
	{ "NUMBER(SECTION_SIZE_BITS)", 10, offsetof(struct facts, sizes.section_bits) },
	{ "NUMBER(MAX_PHYSMEM_BITS)", 10, offsetof(struct facts, sizes.physmem_bits) },
	{ "SYMBOL(node_data)", 16, offsetof(struct facts, addr.node_data) },
	{ "LENGTH(node_data)", 10, offsetof(struct facts, addr.nr_nodes) },
	{ "NUMBER(PAGE_BUDDY_MAPCOUNT_VALUE)", 10, offsetof(struct facts, addr.type_buddy) },
	{ "NUMBER(PAGE_OFFLINE_MAPCOUNT_VALUE)", 10, offsetof(struct facts, addr.type_offline) },
	{ "NUMBER(PAGE_SLAB_MAPCOUNT_VALUE)", 10, offsetof(struct facts, addr.type_slab) },
	{ "NUMBER(PAGE_HUGETLB_MAPCOUNT_VALUE)", 10, offsetof(struct facts, addr.type_hugetlb) },
	{ "SYMBOL(contig_page_data)", 16, offsetof(struct facts, addr.contig_page_data) },
};

static void take_line(struct facts *facts, struct span line)
{
	ptrdiff_t equals = span_find(line, "=");
	char value[32];

	if (equals < 0 || !span_copy(span_skip(line, (size_t)equals + 1), value, sizeof(value)))
		return;
	for (size_t i = 0; i < ARRAY_SIZE(rows); i++)
		if (span_equals((struct span){ line.at, (size_t)equals }, rows[i].key))
			*(uint64_t *)((char *)facts + rows[i].at) =
				strtoull(value, NULL, rows[i].base);
}

static int lacks(struct err *err, const char *what)
{
	return err_set(err, ENOTSUP, "vmcoreinfo: this kernel's note has no %s; only memory in "
		       "sections (CONFIG_SPARSEMEM) can be read", what);
}

/* Sections come in roots of a page each, which are pointed to, or all in one table. */
static void set_roots(struct facts *facts)
{
	uint64_t nr_sections = 1ULL << (facts->sizes.physmem_bits - facts->sizes.section_bits);

	if (facts->addr.nr_roots > nr_sections)
		facts->addr.nr_roots = nr_sections;
	facts->addr.roots_are_pointers = facts->addr.nr_roots < nr_sections;
	facts->addr.sections_per_root = facts->addr.roots_are_pointers ?
		facts->addr.page_size / facts->sizes.sizeof_section : 1;
}

int kaddr_parse(struct kaddr *addr, struct span text, struct err *err)
{
	struct facts facts = { { 0 }, { 0 } };
	const struct sizes *sizes = &facts.sizes;
	struct span line;

	while (span_next_line(&text, &line))
		take_line(&facts, line);
	if (!facts.addr.mem_section || !facts.addr.nr_roots)
		return lacks(err, "mem_section");
	if (!bits_is_power_of_two(facts.addr.page_size) || !sizes->sizeof_section ||
	    sizes->sizeof_section > facts.addr.page_size)
		return lacks(err, "size of a section");
	if (sizes->physmem_bits >= 64 || sizes->section_bits >= sizes->physmem_bits ||
	    sizes->section_bits <= bits_log2(facts.addr.page_size))
		return lacks(err, "SECTION_SIZE_BITS and MAX_PHYSMEM_BITS");
	if (!facts.addr.node_data && !facts.addr.contig_page_data)
		return lacks(err, "node_data");
	facts.addr.section_order = sizes->section_bits - bits_log2(facts.addr.page_size);
	set_roots(&facts);
	*addr = facts.addr;
	return 0;
}

static bool is_note(const struct note *note)
{
	return note->name_size == sizeof(NOTE_NAME) &&
	       !memcmp(note->name, NOTE_NAME, sizeof(NOTE_NAME));
}

/* The note's address, 0: it is not there. */
static uint64_t find_note(struct kmem *kmem, uint64_t paddr)
{
	uint64_t base = bits_align_down(kmem->ops->task(kmem), STEP_ORDER);
	const void *data;

	for (unsigned int i = 0; i < STEPS_MAX; i++) {
		uint64_t at = base - ((uint64_t)i << STEP_ORDER) + paddr;

		if (!kmem_view(kmem, at, sizeof(struct note), &data) && is_note(data))
			return at;
	}
	return 0;
}

int kaddr_note_text(struct kmem *kmem, uint64_t note_paddr, struct span *text, struct err *err)
{
	uint64_t at = find_note(kmem, note_paddr);
	const void *data;
	size_t size;

	if (!at || kmem_view(kmem, at, sizeof(struct note), &data))
		return err_set(err, ENOENT, "vmcoreinfo: the note is not where " NOTE_FILE
			       " says; this kernel maps its memory in a way unknown here");
	size = ((const struct note *)data)->text_size;
	if (size > KMEM_VIEW_MAX || kmem_view(kmem, at + sizeof(struct note), size, &data))
		return err_set(err, EFAULT, "vmcoreinfo: the note cannot be read");
	*text = (struct span){ data, size };
	return 0;
}

int kaddr_find(struct kaddr *addr, struct kmem *kmem, uint64_t note_paddr, struct err *err)
{
	struct span text;
	int ret = kaddr_note_text(kmem, note_paddr, &text, err);

	return ret ? ret : kaddr_parse(addr, text, err);
}

int kaddr_note_paddr(struct span text, uint64_t *paddr)
{
	char word[32], *end;
	struct span first;

	if (!span_next_word(&text, &first) || !span_copy(first, word, sizeof(word)))
		return -EINVAL;
	*paddr = strtoull(word, &end, 16);
	return end == word || *end || !*paddr ? -EINVAL : 0;
}

int kaddr_find_running(struct kaddr *addr, struct kmem *kmem, struct err *err)
{
	char text[64];
	uint64_t paddr;
	int fd = open(NOTE_FILE, O_RDONLY | O_CLOEXEC);
	ssize_t len;

	if (fd < 0)
		return err_set(err, ENOENT, NOTE_FILE ": %s; this kernel needs CONFIG_VMCORE_INFO "
			       "(CONFIG_CRASH_CORE before 6.9)", strerror(errno));
	len = read(fd, text, sizeof(text));
	close(fd);
	if (len < 0 || kaddr_note_paddr((struct span){ text, (size_t)len }, &paddr))
		return err_set(err, EINVAL, NOTE_FILE ": no address in it");
	return kaddr_find(addr, kmem, paddr, err);
}
