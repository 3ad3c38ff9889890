// SPDX-License-Identifier: GPL-2.0-or-later
#include "sim/load/client.h"

#include <stdio.h>
#include <stdlib.h>

#include "sim/load/plan.h"
#include "sim/mm/buddy.h"
#include "sim/mm/owner.h"
#include "sim/mm/pcp.h"
#include "sim/scenario.h"
#include "made_scenario.h"
#include "../check.h"

#define MACHINE \
	"[machine]\nsize_mib = 64\n[knobs]\nmin_free_kbytes = 2048\n" \
	"compaction_proactiveness = 100\n"
#define LAYOUT \
	"[layout]\nfill = mix\nfile_permille = 300\nkernel_permille = 100\nleave_mib = 24\n" \
	"free = uniform\nfree_permille = 100\n"

/* One section for each kind, with settings that make it do all it can within few operations. */
static const char *const settings[NR_CLIENT_KINDS] = {
	[CLIENT_KIND_TOUCHER] = "batch = 8\npages = 1000\n",
	[CLIENT_KIND_THP] = "madvised = 1\nkeep = 0\n",
	[CLIENT_KIND_MTHP] = "order = 3\ndefrag = always\npages_min = 64\npages_max = 256\n"
			     "hold_ms = 2\n",
	[CLIENT_KIND_WRITER] = "file_kib = 512\nfiles = 3\nwrite_least_kib = 4\nwrite_kib = 128\n"
			       "small_permille = 300\nclean_ms = 1\n",
	[CLIENT_KIND_READER] = "batch = 4\ncache_mib = 4\nhit_permille = 100\n",
	[CLIENT_KIND_FILES] = "files = 40\nfile_kib = 64\nremove_permille = 300\norder = 2\n"
			      "clean_ms = 1\n",
	[CLIENT_KIND_SLAB] = "order = 2\nbatch = 2\nremove_permille = 400\n",
	[CLIENT_KIND_KERNEL] = "batch = 2\nremove_permille = 400\n",
	[CLIENT_KIND_WANT] = "order = 4\nblocks = 50\ngfp = kernel+noretry+nowarn\n",
	[CLIENT_KIND_COMPACT] = "every_ms = 2\nops = 3\n",
	[CLIENT_KIND_POKE] = "every_ms = 2\nops = 20\n",
};

/* What each counts when it got something. */
static const enum sim_counter counts[NR_CLIENT_KINDS] = {
	[CLIENT_KIND_TOUCHER] = SIM_TOUCHED_PAGES, [CLIENT_KIND_THP] = SIM_THP_FAULT_ALLOC,
	[CLIENT_KIND_MTHP] = SIM_MTHP_FAULT_ALLOC, [CLIENT_KIND_WRITER] = SIM_WRITE_PAGES,
	[CLIENT_KIND_READER] = SIM_READ_PAGES, [CLIENT_KIND_FILES] = SIM_WRITE_PAGES,
	[CLIENT_KIND_SLAB] = SIM_SLAB_PAGES, [CLIENT_KIND_KERNEL] = SIM_KERNEL_PAGES,
	[CLIENT_KIND_WANT] = SIM_WANTED_GOT, [CLIENT_KIND_COMPACT] = SIM_PGMIGRATE_SUCCESS,
	[CLIENT_KIND_POKE] = SIM_COMPACT_PROACTIVE,
};

static struct sim_scenario *scenario_of(unsigned int kind, const char *run)
{
	char text[1024];

	snprintf(text, sizeof(text), MACHINE LAYOUT "[client c]\nkind = %s\ncount = 2\n%s[run]\n%s",
		 client_kind_row(kind)->name, settings[kind], run);
	return made_scenario(text);
}

static void check(const struct sim *sim)
{
	struct err err = { "" };

	if (sim_check(sim, &err))
		fail_msg("%s", err.text);
}

static void free_everything(struct sim *sim)
{
	for (uint32_t owner = 0; owner < sim->c.nr_owners; owner++)
		if (sim->owners[owner].state != PAGE_STATE_HOLE)
			owner_free(sim, owner);
	for (uint32_t client = 0; client < sim->c.nr_clients; client++)
		sim->clients[client].owner = sim->clients[client].file = NO_OWNER;
	for (uint32_t slot = 0; slot < sim->c.nr_slots; slot++)
		sim->slots[slot] = NO_OWNER;
	pcp_drain_all(sim, NULL);
}

static void every_kind_does_its_work_and_loses_no_page(void **state)
{
	(void)state;
	for (unsigned int kind = 0; kind < NR_CLIENT_KINDS; kind++) {
		struct sim_scenario *scenario = scenario_of(kind, "max_ops = 3000\nmax_ms = 2000\n");
		struct sim *sim = made_sim(scenario, "linux-7.3", 1);

		while (sim_step(sim))
			if (sim_nr_ops(sim) % 64 == 0)
				check(sim);
		check(sim);
		if (!sim_counter(sim, counts[kind]))
			fail_msg("%s did nothing", client_kind_row(kind)->name);
		free_everything(sim);
		assert_int_equal(sim->c.zone[0].nr_free_pages, sim->c.zone[0].managed);
		sim_free(sim);
		sim_scenario_free(scenario);
	}
}

/*
 * What clients ask for does not depend on the policy: the same numbers are drawn, whatever is got.
 */

struct record {
	uint64_t hash[4];             /* of what each client wanted, so far */
	uint64_t nr[4];
	uint64_t limit;               /* operations of each that count */
};

static void note_op(struct sim *sim, const struct sim_event *event, void *listener)
{
	struct record *record = listener;
	uint64_t client = (uint64_t)event->arg[0];

	(void)sim;
	if (event->kind != EVENT_OP || record->nr[client] == record->limit)
		return;
	record->nr[client]++;
	record->hash[client] = record->hash[client] * 1000003 + (uint64_t)event->arg[3];
}

static struct record requests_under(const struct sim_scenario *scenario, const char *policy,
				    uint64_t limit)
{
	struct sim *sim = made_sim(scenario, policy, 1);
	struct record record = { .limit = limit };

	sim_listen(sim, note_op, &record);
	while (sim_step(sim))
		;
	sim_free(sim);
	return record;
}

static void every_policy_sees_the_same_requests(void **state)
{
	static const char text[] = MACHINE LAYOUT
		"[client w]\nkind = writer\ncount = 2\nfile_kib = 1024\nwrite_least_kib = 16\n"
		"write_kib = 512\nsmall_permille = 300\n"
		"[client p]\nkind = mthp\norder = 4\ndefrag = always\npages_min = 100\n"
		"pages_max = 900\n[run]\nmax_ms = 400\n";
	struct sim_scenario *scenario = made_scenario(text);
	static const char *const others[] = {
		"linux-7.3+nopage-wake", "linux-7.3+iomap-noreclaim", "linux-6.18",
		"linux-7.3+resample",
	};
	struct record base = requests_under(scenario, "linux-7.3", 200);

	(void)state;
	for (unsigned int i = 0; i < 4; i++) {
		struct record other = requests_under(scenario, others[i], 200);

		for (unsigned int client = 0; client < 3; client++) {
			assert_int_equal(base.nr[client], 200);
			assert_int_equal(other.nr[client], 200);
			assert_true(base.hash[client] == other.hash[client]);
		}
	}
	sim_scenario_free(scenario);
}

static void a_writer_asks_for_the_order_of_its_write(void **state)
{
	struct sim_scenario *scenario = made_scenario(
		MACHINE "[client w]\nkind = writer\nfile_kib = 8192\nwrite_kib = 1024\nops = 8\n");
	struct sim *sim = made_sim(scenario, "linux-7.3", 1);

	(void)state;
	while (sim_step(sim))
		;
	assert_int_equal(sim->c.granted[1][8], 8);
	assert_int_equal(sim_counter(sim, SIM_WRITES), 8);
	assert_int_equal(sim_counter(sim, SIM_WRITE_PAGES), 2048);
	/* the file is full, and truncated for the next round */
	assert_int_equal(sim->c.zone[0].nr_file, 0);
	sim_free(sim);
	sim_scenario_free(scenario);
}

static void a_file_is_dirty_until_the_flusher_has_written_it(void **state)
{
	struct sim_scenario *scenario = made_scenario(
		MACHINE "[client w]\nkind = writer\nfile_kib = 64\nwrite_kib = 64\nfiles = 4\n"
		"clean_ms = 5\npause_us = 1000\nops = 4\n");
	struct sim *sim = made_sim(scenario, "linux-7.3", 1);
	uint32_t nr_dirty = 0, nr_file = 0;

	(void)state;
	while (sim_nr_ops(sim) < 4 && sim_step(sim))
		;
	for (uint32_t pfn = 0; pfn < sim->c.nr_pages; pfn++) {
		nr_file += sim->state[pfn] == PAGE_STATE_FILE;
		nr_dirty += sim->state[pfn] == PAGE_STATE_FILE &&
			    (sim->flags[pfn] & PAGE_FLAG_DIRTY);
	}
	assert_true(nr_file > 0);
	assert_int_equal(nr_dirty, nr_file);
	sim_free(sim);
	sim_scenario_free(scenario);
}

static void processes_that_exit_give_their_memory_back(void **state)
{
	struct sim_scenario *scenario = made_scenario(
		MACHINE "[client p]\nkind = mthp\norder = 3\ndefrag = always\npages_min = 512\n"
		"pages_max = 512\n[run]\nmax_ops = 6500\n");
	struct sim *sim = made_sim(scenario, "linux-7.3", 1);

	(void)state;
	while (sim_step(sim))
		;
	assert_int_equal(sim_counter(sim, SIM_MTHP_FAULT_ALLOC), 6500);
	assert_true(sim->c.zone[0].nr_anon <= 512);
	sim_free(sim);
	sim_scenario_free(scenario);
}

static void a_reader_keeps_no_more_cache_than_it_may(void **state)
{
	struct sim_scenario *scenario = made_scenario(
		MACHINE "[client r]\nkind = reader\ncache_mib = 4\nbatch = 32\npages = 8192\n");
	struct sim *sim = made_sim(scenario, "linux-7.3", 1);

	(void)state;
	while (sim_step(sim))
		;
	assert_int_equal(sim_counter(sim, SIM_READ_PAGES), 8192);
	assert_in_range(sim->c.zone[0].nr_file, 3 * 256, 4 * 256);
	sim_free(sim);
	sim_scenario_free(scenario);
}

static void checkpoints_alone_have_large_writes(void **state)
{
	struct sim_scenario *scenario = made_scenario(
		MACHINE "[client w]\nkind = writer\nfile_kib = 4096\nwrite_kib = 512\nsmall_kib = 8\n"
		"checkpoint_every_ms = 20\ncheckpoint_ms = 5\npause_us = 500\n[run]\nmax_ms = 200\n");
	struct sim *sim = made_sim(scenario, "linux-7.3", 1);
	uint64_t large, small;

	(void)state;
	while (sim_step(sim))
		;
	large = sim->c.granted[1][7];
	small = sim->c.granted[1][0] + sim->c.granted[1][1];
	assert_in_range(large, 60, 130);        /* a quarter of some 400 */
	assert_in_range(small, 200, 350);
	assert_int_equal(sim->c.granted[1][4], 0);
	sim_free(sim);
	sim_scenario_free(scenario);
}

static void a_client_starts_when_it_should_and_ends_after_its_operations(void **state)
{
	struct sim_scenario *scenario = made_scenario(
		MACHINE "[client t]\nkind = toucher\nstart_ms = 30\npause_us = 1000\nops = 5\n");
	struct sim *sim = made_sim(scenario, "linux-7.3", 1);

	(void)state;
	while (sim_step(sim))
		;
	assert_int_equal(sim_counter(sim, SIM_TOUCHED_PAGES), 5);
	assert_in_range(sim_now_ns(sim), 34000000, 35000000);
	sim_free(sim);
	sim_scenario_free(scenario);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_kind_does_its_work_and_loses_no_page),
		cmocka_unit_test(every_policy_sees_the_same_requests),
		cmocka_unit_test(a_writer_asks_for_the_order_of_its_write),
		cmocka_unit_test(a_file_is_dirty_until_the_flusher_has_written_it),
		cmocka_unit_test(processes_that_exit_give_their_memory_back),
		cmocka_unit_test(a_reader_keeps_no_more_cache_than_it_may),
		cmocka_unit_test(checkpoints_alone_have_large_writes),
		cmocka_unit_test(a_client_starts_when_it_should_and_ends_after_its_operations),
	};

	return CHECK_MAIN(tests);
}
