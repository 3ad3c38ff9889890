// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * frag - fragments memory in a known way, keeps it so, and asks for huge pages when told to.
 *
 *	frag fill MIB RESIDUE        take MIB, give back the pages with pfn % 8 == RESIDUE
 *	frag leave MIB RESIDUE       the same with all available memory but MIB
 *	frag fill MIB RESIDUE pin    and pin one page per pageblock, which stays
 *
 * A free scanner that samples every 8th page, or every 16th or 32nd, begins at a pageblock's first
 * page: of a layout with residue 0 it sees every free page that it looks at, of one with residue 4
 * not a single one, although as many are free.
 *
 * Then it reads orders, one a line, and ends with its input:
 *
 *	thp NR     touch NR pieces of 2 MiB that are advised to be huge
 *	mthp NR    the same with 64 KiB; the size must be enabled in sysfs
 *
 * Each step answers with a line "STEP NAME=NUMBER ..."; after "ready" the layout stands.  No
 * setting of the machine is changed, and all memory is gone with the process.
 */
#include <errno.h>
#include <fcntl.h>
#include <linux/io_uring.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

#define PAGE           4096UL
#define MIB            (1UL << 20)
#define MAX_MIB        4096UL
#define PAGES_PER_MIB  (MIB / PAGE)
#define BLOCK_ORDER    9           /* a pageblock, where huge pages have 2 MiB */
#define STRIDE         8
#define PFN_MASK       ((1ULL << 55) - 1)
#define KPF_THP        (1ULL << 22)
#define MAX_PINS       16384       /* io_uring's limit */
#define PIPE_PAGES     256         /* the most that one pipe holds by default */

struct layout {
	char *memory;
	size_t nr_pages;
	uint64_t *pfn;           /* of each page */
	bool *pinned;            /* of each page */
	unsigned int residue;
};

static int pagemap_fd, kpageflags_fd;

static int fail(const char *what)
{
	printf("frag: %s: %s\n", what, strerror(errno));
	return 1;
}

/* Where nr pages are; 0 where there is none. */
static void read_pfns(const void *at, uint64_t *pfn, size_t nr)
{
	size_t offset = (uintptr_t)at / PAGE * sizeof(*pfn), done = 0;

	while (done < nr * sizeof(*pfn)) {
		ssize_t got = pread(pagemap_fd, (char *)pfn + done, nr * sizeof(*pfn) - done,
				    (off_t)(offset + done));

		if (got <= 0)
			break;
		done += (size_t)got;
	}
	for (size_t i = 0; i < nr; i++)
		pfn[i] &= PFN_MASK;
}

static uint64_t pfn_of(const void *at)
{
	uint64_t pfn = 0;

	read_pfns(at, &pfn, 1);
	return pfn;
}

static bool is_huge(const void *at)
{
	uint64_t flags = 0;

	return pread(kpageflags_fd, &flags, sizeof(flags), (off_t)(pfn_of(at) * sizeof(flags))) ==
		       sizeof(flags) &&
	       flags & KPF_THP;
}

static unsigned long meminfo_mib(const char *name)
{
	const size_t length = strlen(name);
	unsigned long kib = 0;
	char line[256];
	FILE *file = fopen("/proc/meminfo", "r");

	while (file && fgets(line, sizeof(line), file))
		if (!strncmp(line, name, length) && sscanf(line + length, ": %lu", &kib) == 1)
			break;
	if (file)
		fclose(file);
	return kib >> 10;
}

/* Memory of single pages, all of them there. */
static int fill(struct layout *layout, unsigned long mib)
{
	size_t size = mib * MIB;

	layout->nr_pages = mib * PAGES_PER_MIB;
	layout->pfn = calloc(layout->nr_pages, sizeof(*layout->pfn));
	layout->pinned = calloc(layout->nr_pages, sizeof(*layout->pinned));
	layout->memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1,
			      0);
	if (!layout->pfn || !layout->pinned || layout->memory == MAP_FAILED)
		return fail("memory");
	madvise(layout->memory, size, MADV_NOHUGEPAGE);
	for (size_t i = 0; i < layout->nr_pages; i++)
		layout->memory[i * PAGE] = 1;
	printf("filled mib=%lu pages=%zu free_mib=%lu\n", mib, layout->nr_pages,
	       meminfo_mib("MemFree"));
	return 0;
}

/* Where the pages are; returns the largest. */
static uint64_t look_up_pfns(struct layout *layout)
{
	uint64_t last = 0;

	read_pfns(layout->memory, layout->pfn, layout->nr_pages);
	for (size_t i = 0; i < layout->nr_pages; i++)
		if (layout->pfn[i] > last)
			last = layout->pfn[i];
	return last;
}

/* Registered buffers are pinned for as long as the ring is open. */
static size_t pin_by_io_uring(struct iovec *pages, size_t nr)
{
	struct io_uring_params params = { 0 };
	int ring = (int)syscall(SYS_io_uring_setup, 4, &params);

	if (ring < 0)
		return 0;
	return syscall(SYS_io_uring_register, ring, IORING_REGISTER_BUFFERS, pages, nr) ? 0 : nr;
}

/* Pages in a pipe are referred to by it until they are read. */
static size_t pin_by_pipes(struct iovec *pages, size_t nr)
{
	size_t done = 0;

	while (done < nr) {
		size_t batch = nr - done < PIPE_PAGES ? nr - done : PIPE_PAGES;
		int ends[2];
		ssize_t taken;

		if (pipe(ends))
			break;
		fcntl(ends[1], F_SETPIPE_SZ, PIPE_PAGES * PAGE);
		taken = vmsplice(ends[1], pages + done, batch, SPLICE_F_NONBLOCK);
		if (taken <= 0)
			break;
		done += (size_t)taken / PAGE;
	}
	return done;
}

static const struct {
	const char *name;
	size_t (*pin)(struct iovec *pages, size_t nr);
} ways_to_pin[] = {
	{ "io_uring", pin_by_io_uring },
	{ "vmsplice", pin_by_pipes },
};

/* The first page of each pageblock that lies three pages behind those that go back. */
static size_t choose_pins(const struct layout *layout, uint64_t last_pfn, struct iovec *pages)
{
	bool *taken = calloc((last_pfn >> BLOCK_ORDER) + 1, sizeof(*taken));
	size_t nr = 0;

	for (size_t i = 0; taken && i < layout->nr_pages && nr < MAX_PINS; i++) {
		bool *block = taken + (layout->pfn[i] >> BLOCK_ORDER);

		if (layout->pfn[i] % STRIDE != (layout->residue + 3) % STRIDE || *block)
			continue;
		*block = true;
		pages[nr++] = (struct iovec){ layout->memory + i * PAGE, PAGE };
	}
	free(taken);
	return nr;
}

static int pin_pages(struct layout *layout, uint64_t last_pfn)
{
	struct iovec *pages = calloc(MAX_PINS, sizeof(*pages));
	size_t nr = pages ? choose_pins(layout, last_pfn, pages) : 0, done = 0;

	for (size_t i = 0; nr && !done && i < sizeof(ways_to_pin) / sizeof(ways_to_pin[0]); i++) {
		done = ways_to_pin[i].pin(pages, nr);
		if (done)
			printf("pinned pages=%zu first_pfn=%llu by %s\n", done,
			       (unsigned long long)pfn_of(pages[0].iov_base), ways_to_pin[i].name);
	}
	for (size_t i = 0; i < done; i++)
		layout->pinned[(size_t)((char *)pages[i].iov_base - layout->memory) / PAGE] = true;
	free(pages);
	return done ? 0 : fail("pinning");
}

static void give_back(struct layout *layout)
{
	size_t nr = 0;

	look_up_pfns(layout); /* pinning may have moved pages */
	for (size_t i = 0; i < layout->nr_pages; i++) {
		if (layout->pfn[i] % STRIDE != layout->residue || layout->pinned[i])
			continue;
		nr += !madvise(layout->memory + i * PAGE, PAGE, MADV_DONTNEED);
	}
	printf("freed pages=%zu residue=%u free_mib=%lu\n", nr, layout->residue,
	       meminfo_mib("MemFree"));
}

static uint64_t now_us(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * 1000000 + (uint64_t)now.tv_nsec / 1000;
}

/* What is got stays: each request finds less than the one before. */
static void ask_for_huge(const char *name, size_t size, unsigned long nr)
{
	char *at = mmap(NULL, (nr + 1) * size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS,
			-1, 0);
	uint64_t begin = now_us(), worst = 0;
	unsigned long nr_huge = 0;

	if (at == MAP_FAILED)
		return (void)fail("mmap");
	at += -(uintptr_t)at % size;
	madvise(at, nr * size, MADV_HUGEPAGE);
	for (unsigned long i = 0; i < nr; i++) {
		uint64_t start = now_us(), took;

		at[i * size] = 1;
		took = now_us() - start;
		worst = took > worst ? took : worst;
		nr_huge += is_huge(at + i * size);
	}
	printf("%s asked=%lu huge=%lu us=%llu worst_us=%llu\n", name, nr, nr_huge,
	       (unsigned long long)(now_us() - begin), (unsigned long long)worst);
}

static int obey_orders(void)
{
	char line[64], name[8];
	unsigned long nr;

	while (fgets(line, sizeof(line), stdin)) {
		if (sscanf(line, "%7s %lu", name, &nr) != 2 || !nr || nr > MAX_MIB)
			return 2;
		if (!strcmp(name, "thp"))
			ask_for_huge(name, 2 * MIB, nr);
		else if (!strcmp(name, "mthp"))
			ask_for_huge(name, MIB / 16, nr);
		else
			return 2;
	}
	return 0;
}

int main(int argc, char **argv)
{
	bool pin = argc == 5 && !strcmp(argv[4], "pin");
	struct layout layout = { 0 };
	unsigned long mib;

	setvbuf(stdout, NULL, _IOLBF, 0);
	if (argc != 4 + pin || (strcmp(argv[1], "fill") != 0 && strcmp(argv[1], "leave") != 0)) {
		fputs("usage: frag fill|leave MIB RESIDUE [pin]\n", stderr);
		return 2;
	}
	mib = strtoul(argv[2], NULL, 10);
	layout.residue = (unsigned int)strtoul(argv[3], NULL, 10);
	if (!strcmp(argv[1], "leave")) {
		unsigned long available = meminfo_mib("MemAvailable");

		mib = available > mib ? available - mib : 0;
	}
	if (!mib || mib > MAX_MIB || layout.residue >= STRIDE) {
		fprintf(stderr, "frag: %lu MiB, residue %u: at most %lu MiB, residue below %d\n",
			mib, layout.residue, MAX_MIB, STRIDE);
		return 2;
	}
	pagemap_fd = open("/proc/self/pagemap", O_RDONLY | O_CLOEXEC);
	kpageflags_fd = open("/proc/kpageflags", O_RDONLY | O_CLOEXEC);
	if (pagemap_fd < 0 || kpageflags_fd < 0)
		return fail("page tables");
	if (fill(&layout, mib) || (pin && pin_pages(&layout, look_up_pfns(&layout))))
		return 1;
	give_back(&layout);
	puts("ready");
	return obey_orders();
}
