// SPDX-License-Identifier: GPL-2.0-or-later
/* Kernel memory: copies of any size from views, and this kernel's memory through BPF. */
#include "fragscope/kmem.h"

#include <errno.h>
#include <stdio.h>
#include <sys/prctl.h>

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

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_copy_of_any_size_comes_in_pieces),
		cmocka_unit_test(this_task_is_found_in_this_kernels_memory),
		cmocka_unit_test(memory_that_is_not_mapped_is_an_error),
	};

	return CHECK_MAIN(tests);
}
