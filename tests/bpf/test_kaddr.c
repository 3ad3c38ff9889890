// SPDX-License-Identifier: GPL-2.0-or-later
/* The vmcoreinfo note: found in memory that is mapped anywhere, and understood. */
#include <errno.h>

#include "../../src/bpf/kaddr.h"
#include "../check.h"

#define NOTE_PADDR 0x100c66000ULL
#define GIB        (1ULL << 30)
#define MAP_BASE   (0xffff888000000000ULL + 3 * GIB)
#define TASK       (MAP_BASE + 4 * GIB + 0x12d242e00ULL)

#define SECTIONS \
	"PAGESIZE=4096\n" \
	"SYMBOL(mem_section)=ffff88863ffd1500\n" \
	"LENGTH(mem_section)=2048\n" \
	"SIZE(mem_section)=16\n" \
	"NUMBER(SECTION_SIZE_BITS)=27\n" \
	"NUMBER(MAX_PHYSMEM_BITS)=46\n"
#define NODES \
	"SYMBOL(node_data)=ffffffff83bf5f80\n" \
	"LENGTH(node_data)=1024\n"

/* A note at its place, and nothing mapped around it. */
static struct {
	uint32_t name_size, text_size, type;
	char name[12];
	char text[1024];
} note;

static int note_view(struct kmem *kmem, uint64_t addr, size_t size, const void **data)
{
	uint64_t at = addr - MAP_BASE - NOTE_PADDR;

	(void)kmem;
	if (at > sizeof(note) || size > sizeof(note) - at)
		return -EFAULT;
	*data = (const char *)&note + at;
	return 0;
}

static uint64_t note_task(struct kmem *kmem)
{
	(void)kmem;
	return TASK;
}

static const struct kmem_ops note_ops = { .view = note_view, .task = note_task };

static void set_note(const char *name, const char *text)
{
	note.name_size = (uint32_t)strlen(name) + 1;
	note.text_size = (uint32_t)strlen(text);
	strcpy(note.name, name);
	strcpy(note.text, text);
}

static void the_note_is_found_below_the_task(void **state)
{
	struct kmem kmem = { .ops = &note_ops };
	struct err err = { "" };
	struct kaddr addr;

	(void)state;
	set_note("VMCOREINFO", "OSRELEASE=6.12.111\n" SECTIONS NODES "NUMBER(phys_base)=-1\n");
	assert_int_equal(kaddr_find(&addr, &kmem, NOTE_PADDR, &err), 0);
	assert_true(addr.mem_section == 0xffff88863ffd1500);
	assert_int_equal(addr.nr_roots, 2048);
	assert_int_equal(addr.sections_per_root, 256);
	assert_true(addr.roots_are_pointers);
	assert_int_equal(addr.section_order, 15);
	assert_true(addr.node_data == 0xffffffff83bf5f80);
	assert_int_equal(addr.nr_nodes, 1024);
}

static void another_note_is_not_taken_for_it(void **state)
{
	struct kmem kmem = { .ops = &note_ops };
	struct err err = { "" };
	struct kaddr addr;

	(void)state;
	set_note("CORE", SECTIONS NODES);
	assert_int_equal(kaddr_find(&addr, &kmem, NOTE_PADDR, &err), -ENOENT);
	assert_non_null(strstr(err.text, "vmcoreinfo"));
}

static void a_note_without_sections_says_what_is_missing(void **state)
{
	struct err err = { "" };
	struct kaddr addr;

	(void)state;
	assert_int_equal(kaddr_parse(&addr, SPAN("PAGESIZE=4096\n" NODES), &err), -ENOTSUP);
	assert_non_null(strstr(err.text, "CONFIG_SPARSEMEM"));
	assert_int_equal(kaddr_parse(&addr, SPAN(SECTIONS), &err), -ENOTSUP);
	assert_non_null(strstr(err.text, "node_data"));
}

static void numbers_out_of_all_bounds_are_refused(void **state)
{
	static const char *const bad[] = {
		SECTIONS NODES "PAGESIZE=0\n", SECTIONS NODES "PAGESIZE=4097\n",
		SECTIONS NODES "SIZE(mem_section)=0\n", SECTIONS NODES "SIZE(mem_section)=8192\n",
		SECTIONS NODES "NUMBER(MAX_PHYSMEM_BITS)=64\n",
		SECTIONS NODES "NUMBER(SECTION_SIZE_BITS)=12\n",
		SECTIONS NODES "NUMBER(SECTION_SIZE_BITS)=46\n",
	};
	struct kaddr addr;

	(void)state;
	for (size_t i = 0; i < sizeof(bad) / sizeof(*bad); i++)
		assert_int_equal(kaddr_parse(&addr, span_of(bad[i]), NULL), -ENOTSUP);
}

static void one_node_and_one_table_of_sections_are_understood(void **state)
{
	struct err err = { "" };
	struct kaddr addr;

	(void)state;
	assert_int_equal(kaddr_parse(&addr, SPAN(SECTIONS "LENGTH(mem_section)=524288\n"
						 "SYMBOL(contig_page_data)=ffffffff82000000\n"),
				     &err), 0);
	assert_false(addr.roots_are_pointers);
	assert_int_equal(addr.sections_per_root, 1);
	assert_int_equal(addr.node_data, 0);
	assert_true(addr.contig_page_data == 0xffffffff82000000);
}

static void the_files_first_number_is_the_address(void **state)
{
	uint64_t paddr;

	(void)state;
	assert_int_equal(kaddr_note_paddr(SPAN("0x0000000100c66000 1024\n"), &paddr), 0);
	assert_true(paddr == 0x100c66000);
	assert_int_equal(kaddr_note_paddr(SPAN("0 0\n"), &paddr), -EINVAL);
	assert_int_equal(kaddr_note_paddr(SPAN("\n"), &paddr), -EINVAL);
	assert_int_equal(kaddr_note_paddr(SPAN("12x 1\n"), &paddr), -EINVAL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_note_is_found_below_the_task),
		cmocka_unit_test(another_note_is_not_taken_for_it),
		cmocka_unit_test(a_note_without_sections_says_what_is_missing),
		cmocka_unit_test(numbers_out_of_all_bounds_are_refused),
		cmocka_unit_test(one_node_and_one_table_of_sections_are_understood),
		cmocka_unit_test(the_files_first_number_is_the_address),
	};

	return CHECK_MAIN(tests);
}
