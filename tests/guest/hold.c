// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * hold KIND MIB - takes memory of one kind, says so, and keeps it until it is killed.
 *
 * It runs in the guest beside fragscope, so that each class of pages is there to be seen.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#define PAGE 4096UL
#define HUGE (2UL << 20)

static char *map_aligned(size_t size, int advice)
{
	char *at = mmap(NULL, size + HUGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1,
			0);

	if (at == MAP_FAILED)
		return NULL;
	at += -(unsigned long)at % HUGE;
	madvise(at, size, advice);
	return at;
}

static char *hold_anon(size_t size)
{
	return map_aligned(size, MADV_NOHUGEPAGE);
}

static char *hold_thp(size_t size)
{
	return map_aligned(size, MADV_HUGEPAGE);
}

static char *hold_locked(size_t size)
{
	char *at = map_aligned(size, MADV_NOHUGEPAGE);

	return at && !mlock(at, size) ? at : NULL;
}

static char *hold_hugetlb(size_t size)
{
	char *at = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_HUGETLB,
			-1, 0);

	return at == MAP_FAILED ? NULL : at;
}

static char *hold_secret(size_t size)
{
	int fd = (int)syscall(SYS_memfd_secret, 0);
	char *at;

	if (fd < 0 || ftruncate(fd, (off_t)size))
		return NULL;
	at = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	return at == MAP_FAILED ? NULL : at;
}

/* The first half of every second 2 MiB goes back, and of the others one page in eight. */
static void give_holes_back(char *at, size_t size)
{
	for (size_t i = 0; i < size; i += PAGE)
		if (i / PAGE % 8 == 4 || (i / HUGE % 2 && i % HUGE < HUGE / 2))
			madvise(at + i, PAGE, MADV_DONTNEED);
}

static const struct {
	const char *name;
	char *(*map)(size_t size);
	void (*then)(char *at, size_t size);
} kinds[] = {
	{ "anon", hold_anon, NULL },	   { "holes", hold_anon, give_holes_back },
	{ "thp", hold_thp, NULL },	   { "locked", hold_locked, NULL },
	{ "hugetlb", hold_hugetlb, NULL }, { "secret", hold_secret, NULL },
};

int main(int argc, char **argv)
{
	size_t size = argc == 3 ? strtoul(argv[2], NULL, 10) << 20 : 0;

	for (size_t i = 0; size && i < sizeof(kinds) / sizeof(kinds[0]); i++) {
		char *at;

		if (strcmp(kinds[i].name, argv[1]) != 0)
			continue;
		at = kinds[i].map(size);
		if (!at) {
			printf("hold %s: %s\n", argv[1], strerror(errno));
			return 1;
		}
		memset(at, 'h', size);
		if (kinds[i].then)
			kinds[i].then(at, size);
		printf("hold %s %s: ready\n", argv[1], argv[2]);
		fflush(stdout);
		pause();
	}
	return 2;
}
