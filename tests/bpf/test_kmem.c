// SPDX-License-Identifier: GPL-2.0-or-later
/* Kernel memory: copies of any size from views, and this kernel's memory through BPF. */
#include "fragscope/kmem.h"

#include <errno.h>
#include <stdio.h>
#include <sys/prctl.h>

#include "../../src/bpf/kaddr.h"
#include "../check.h"

#define MADE_SIZE (3 * KMEM_VIEW_MAX + 5)
#define TASK_MAX  16384 /* bytes of a task_struct, at most */

/* Memory made of its own addresses; what lies behind its end is not mapped. */
static int made_view(struct kmem *kmem, uint64_t addr, size_t size, const void **data)
{
	static uint8_t bytes[KMEM_VIEW_MAX];

	(void)kmem;
	if (size > sizeof(bytes))
		return -E2BIG;
	if (addr + size > MADE_SIZE)
		return -EFAULT;
	for (size_t i = 0; i < size; i++)
		bytes[i] = (uint8_t)((addr + i) % 251);
	*data = bytes;
	return 0;
}

static const struct kmem_ops made_ops = { .view = made_view };

static void a_copy_of_any_size_comes_in_pieces(void **state)
{
	static uint8_t copy[MADE_SIZE];
	struct kmem made = { .ops = &made_ops };

	(void)state;
	assert_int_equal(kmem_read(&made, 0, copy, sizeof(copy)), 0);
	for (size_t i = 0; i < sizeof(copy); i++)
		if (copy[i] != i % 251)
			fail_msg("byte %zu is %u", i, copy[i]);
	assert_int_equal(kmem_read(&made, 1, copy, sizeof(copy)), -EFAULT);
}

static void this_task_is_found_in_this_kernels_memory(void **state)
{
	static uint8_t task[TASK_MAX];
	struct err err = { "" };
	struct kmem *kmem = kmem_open(&err);
	const char name[16] = "a task to find";
	uint64_t addr;

	(void)state;
	if (!kmem) {
		print_message("%s\n", err.text);
		skip();
	}
	assert_int_equal(prctl(PR_SET_NAME, name), 0);
	addr = kmem->ops->task(kmem);
	assert_true(addr);
	/* struct task_struct may be shorter than that, and nothing mapped behind it */
	for (size_t at = 0; at < sizeof(task); at += sizeof(name))
		if (kmem_read(kmem, addr + at, task + at, sizeof(name)))
			break;
	assert_non_null(memmem(task, sizeof(task), name, sizeof(name)));
	kmem_close(kmem);
}

static void memory_that_is_not_mapped_is_an_error(void **state)
{
	struct err err = { "" };
	struct kmem *kmem = kmem_open(&err);
	uint8_t byte;

	(void)state;
	if (!kmem)
		skip();
	assert_int_equal(kmem_read(kmem, 0, &byte, 1), -EFAULT);
	kmem_close(kmem);
}

#define NR_PIECES 20011 /* several calls, and the last is not full */
#define PIECE     24

static void check_pieces(struct kmem *kmem, const uint8_t *from, uint64_t addr_from)
{
	static uint64_t addr[NR_PIECES];
	static uint8_t got[NR_PIECES][PIECE];
	static bool ok[NR_PIECES];
	static const uint8_t zeros[PIECE];

	for (size_t i = 0; i < NR_PIECES; i++)
		addr[i] = i % 7 == 3 ? ~0xffULL : addr_from + i * 31 % 4000;
	memset(got, 0xee, sizeof(got));
	assert_int_equal(kmem_gather(kmem, addr, NR_PIECES, PIECE, got, ok), 0);
	for (size_t i = 0; i < NR_PIECES; i++) {
		const uint8_t *want = i % 7 == 3 ? zeros : from + (addr[i] - addr_from);

		if (ok[i] != (i % 7 != 3) || memcmp(got[i], want, PIECE))
			fail_msg("piece %zu is wrong", i);
	}
}

static void many_pieces_are_what_single_readings_give(void **state)
{
	static uint8_t bytes[4096];
	struct kmem made = { .ops = &made_ops };

	(void)state;
	assert_int_equal(kmem_read(&made, 0, bytes, sizeof(bytes)), 0);
	check_pieces(&made, bytes, 0);
	assert_int_equal(kmem_gather(&made, NULL, 0, PIECE, NULL, NULL), 0);
	assert_int_equal(kmem_gather(&made, NULL, 1, KMEM_PIECE_MAX + 1, NULL, NULL), -E2BIG);
}

/* The table of roots of sections changes only when memory is plugged. */
static void many_pieces_come_from_this_kernels_memory(void **state)
{
	static uint8_t bytes[4096];
	struct kmem *kmem = kmem_open(NULL);
	struct kaddr addr;

	(void)state;
	if (!kmem || kaddr_find_running(&addr, kmem, NULL)) {
		kmem_close(kmem);
		skip();
	}
	assert_int_equal(kmem_read(kmem, addr.mem_section, bytes, sizeof(bytes)), 0);
	check_pieces(kmem, bytes, addr.mem_section);
	kmem_close(kmem);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(many_pieces_are_what_single_readings_give),
		cmocka_unit_test(many_pieces_come_from_this_kernels_memory),
		cmocka_unit_test(a_copy_of_any_size_comes_in_pieces),
		cmocka_unit_test(this_task_is_found_in_this_kernels_memory),
		cmocka_unit_test(memory_that_is_not_mapped_is_an_error),
	};

	return CHECK_MAIN(tests);
}
