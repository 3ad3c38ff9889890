# SPDX-License-Identifier: GPL-2.0-or-later
SIM_TEST_LIBS = src/sim/libsim.a src/model/libmodel.a src/base/libbase.a $(CMOCKA_LIBS) -lm
SIM_TEST_CPPFLAGS = $(AM_CPPFLAGS) -I$(srcdir)/src

include tests/sim/alloc.mk
include tests/sim/random.mk

if HAVE_CMOCKA
SIM_TESTS = \
	tests/sim/test_client \
	tests/sim/test_compact \
	tests/sim/test_compact_hints \
	tests/sim/test_defrag_mode \
	tests/sim/test_event_text \
	tests/sim/test_expect \
	tests/sim/test_fallback_work \
	tests/sim/test_folio \
	tests/sim/test_frame \
	tests/sim/test_free_scan \
	tests/sim/test_kcompactd \
	tests/sim/test_layout \
	tests/sim/test_machine \
	tests/sim/test_migrate_scan \
	tests/sim/test_page_alloc \
	tests/sim/test_plan \
	tests/sim/test_policy \
	tests/sim/test_request \
	tests/sim/test_run \
	tests/sim/test_scenario \
	tests/sim/test_slowpath \
	tests/sim/test_state \
	tests/sim/test_vmscan
check_PROGRAMS += $(SIM_TESTS)
TESTS += $(SIM_TESTS)
endif

TESTS += tests/sim/scenarios.sh
if LONG_TESTS
TESTS += tests/sim/scenarios-long.sh
endif
EXTRA_DIST += tests/sim/scenarios.sh tests/sim/scenarios-long.sh

tests_sim_test_client_SOURCES = tests/sim/test_client.c tests/sim/made_scenario.c \
	tests/sim/made_scenario.h
tests_sim_test_client_CFLAGS = $(TEST_CFLAGS)
tests_sim_test_client_CPPFLAGS = $(SIM_TEST_CPPFLAGS)
tests_sim_test_client_LDADD = $(SIM_TEST_LIBS)

tests_sim_test_compact_SOURCES = tests/sim/test_compact.c tests/sim/made_compact.c \
	tests/sim/made_compact.h tests/sim/made_machine.c tests/sim/made_machine.h
tests_sim_test_compact_CFLAGS = $(TEST_CFLAGS)
tests_sim_test_compact_CPPFLAGS = $(SIM_TEST_CPPFLAGS)
tests_sim_test_compact_LDADD = $(SIM_TEST_LIBS)

tests_sim_test_compact_hints_SOURCES = tests/sim/test_compact_hints.c \
	tests/sim/made_compact.c tests/sim/made_compact.h tests/sim/made_machine.c \
	tests/sim/made_machine.h
tests_sim_test_compact_hints_CFLAGS = $(TEST_CFLAGS)
tests_sim_test_compact_hints_CPPFLAGS = $(SIM_TEST_CPPFLAGS)
tests_sim_test_compact_hints_LDADD = $(SIM_TEST_LIBS)

tests_sim_test_defrag_mode_SOURCES = tests/sim/test_defrag_mode.c tests/sim/slow_world.c \
	tests/sim/slow_world.h
tests_sim_test_defrag_mode_CFLAGS = $(TEST_CFLAGS)
tests_sim_test_defrag_mode_CPPFLAGS = $(SIM_TEST_CPPFLAGS)
tests_sim_test_defrag_mode_LDADD = $(SIM_TEST_LIBS)

tests_sim_test_event_text_SOURCES = tests/sim/test_event_text.c tests/sim/made_scenario.c \
	tests/sim/made_scenario.h
tests_sim_test_event_text_CFLAGS = $(TEST_CFLAGS)
tests_sim_test_event_text_CPPFLAGS = $(SIM_TEST_CPPFLAGS)
tests_sim_test_event_text_LDADD = $(SIM_TEST_LIBS)

tests_sim_test_expect_CFLAGS = $(TEST_CFLAGS)
tests_sim_test_expect_CPPFLAGS = $(SIM_TEST_CPPFLAGS)
tests_sim_test_expect_LDADD = $(SIM_TEST_LIBS)

tests_sim_test_fallback_work_SOURCES = tests/sim/test_fallback_work.c \
	tests/sim/made_machine.c tests/sim/made_machine.h
tests_sim_test_fallback_work_CFLAGS = $(TEST_CFLAGS)
tests_sim_test_fallback_work_CPPFLAGS = $(SIM_TEST_CPPFLAGS)
tests_sim_test_fallback_work_LDADD = $(SIM_TEST_LIBS)

tests_sim_test_folio_CFLAGS = $(TEST_CFLAGS)
tests_sim_test_folio_CPPFLAGS = $(SIM_TEST_CPPFLAGS)
tests_sim_test_folio_LDADD = $(SIM_TEST_LIBS)

tests_sim_test_frame_SOURCES = tests/sim/test_frame.c tests/sim/made_scenario.c \
	tests/sim/made_scenario.h
tests_sim_test_frame_CFLAGS = $(TEST_CFLAGS)
tests_sim_test_frame_CPPFLAGS = $(SIM_TEST_CPPFLAGS)
tests_sim_test_frame_LDADD = $(SIM_TEST_LIBS)

tests_sim_test_free_scan_SOURCES = tests/sim/test_free_scan.c tests/sim/made_compact.c \
	tests/sim/made_compact.h tests/sim/made_machine.c tests/sim/made_machine.h
tests_sim_test_free_scan_CFLAGS = $(TEST_CFLAGS)
tests_sim_test_free_scan_CPPFLAGS = $(SIM_TEST_CPPFLAGS)
tests_sim_test_free_scan_LDADD = $(SIM_TEST_LIBS)

tests_sim_test_kcompactd_SOURCES = tests/sim/test_kcompactd.c tests/sim/made_compact.c \
	tests/sim/made_compact.h tests/sim/made_machine.c tests/sim/made_machine.h
tests_sim_test_kcompactd_CFLAGS = $(TEST_CFLAGS)
tests_sim_test_kcompactd_CPPFLAGS = $(SIM_TEST_CPPFLAGS)
tests_sim_test_kcompactd_LDADD = $(SIM_TEST_LIBS)

tests_sim_test_layout_SOURCES = tests/sim/test_layout.c tests/sim/made_machine.c \
	tests/sim/made_machine.h tests/sim/made_scenario.c tests/sim/made_scenario.h
tests_sim_test_layout_CFLAGS = $(TEST_CFLAGS)
tests_sim_test_layout_CPPFLAGS = $(SIM_TEST_CPPFLAGS)
tests_sim_test_layout_LDADD = $(SIM_TEST_LIBS)

tests_sim_test_machine_SOURCES = tests/sim/test_machine.c tests/sim/made_scenario.c \
	tests/sim/made_scenario.h
tests_sim_test_machine_CFLAGS = $(TEST_CFLAGS)
tests_sim_test_machine_CPPFLAGS = $(SIM_TEST_CPPFLAGS)
tests_sim_test_machine_LDADD = $(SIM_TEST_LIBS)

tests_sim_test_migrate_scan_SOURCES = tests/sim/test_migrate_scan.c tests/sim/made_compact.c \
	tests/sim/made_compact.h tests/sim/made_machine.c tests/sim/made_machine.h
tests_sim_test_migrate_scan_CFLAGS = $(TEST_CFLAGS)
tests_sim_test_migrate_scan_CPPFLAGS = $(SIM_TEST_CPPFLAGS)
tests_sim_test_migrate_scan_LDADD = $(SIM_TEST_LIBS)

tests_sim_test_page_alloc_SOURCES = tests/sim/test_page_alloc.c tests/sim/made_machine.c \
	tests/sim/made_machine.h
tests_sim_test_page_alloc_CFLAGS = $(TEST_CFLAGS)
tests_sim_test_page_alloc_CPPFLAGS = $(SIM_TEST_CPPFLAGS)
tests_sim_test_page_alloc_LDADD = $(SIM_TEST_LIBS)

tests_sim_test_plan_CFLAGS = $(TEST_CFLAGS)
tests_sim_test_plan_CPPFLAGS = $(SIM_TEST_CPPFLAGS)
tests_sim_test_plan_LDADD = $(SIM_TEST_LIBS)

tests_sim_test_policy_CFLAGS = $(TEST_CFLAGS)
tests_sim_test_policy_CPPFLAGS = $(SIM_TEST_CPPFLAGS)
tests_sim_test_policy_LDADD = $(SIM_TEST_LIBS)

tests_sim_test_request_SOURCES = tests/sim/test_request.c tests/sim/made_machine.c \
	tests/sim/made_machine.h
tests_sim_test_request_CFLAGS = $(TEST_CFLAGS)
tests_sim_test_request_CPPFLAGS = $(SIM_TEST_CPPFLAGS)
tests_sim_test_request_LDADD = $(SIM_TEST_LIBS)

tests_sim_test_run_SOURCES = tests/sim/test_run.c tests/sim/made_scenario.c \
	tests/sim/made_scenario.h
tests_sim_test_run_CFLAGS = $(TEST_CFLAGS)
tests_sim_test_run_CPPFLAGS = $(SIM_TEST_CPPFLAGS)
tests_sim_test_run_LDADD = $(SIM_TEST_LIBS)

tests_sim_test_scenario_SOURCES = tests/sim/test_scenario.c tests/sim/made_scenario.c \
	tests/sim/made_scenario.h
tests_sim_test_scenario_CFLAGS = $(TEST_CFLAGS)
tests_sim_test_scenario_CPPFLAGS = $(SIM_TEST_CPPFLAGS)
tests_sim_test_scenario_LDADD = $(SIM_TEST_LIBS)

tests_sim_test_slowpath_SOURCES = tests/sim/test_slowpath.c tests/sim/slow_world.c \
	tests/sim/slow_world.h
tests_sim_test_slowpath_CFLAGS = $(TEST_CFLAGS)
tests_sim_test_slowpath_CPPFLAGS = $(SIM_TEST_CPPFLAGS)
tests_sim_test_slowpath_LDADD = $(SIM_TEST_LIBS)

tests_sim_test_state_CFLAGS = $(TEST_CFLAGS)
tests_sim_test_state_CPPFLAGS = $(SIM_TEST_CPPFLAGS)
tests_sim_test_state_LDADD = $(SIM_TEST_LIBS)

tests_sim_test_vmscan_SOURCES = tests/sim/test_vmscan.c tests/sim/made_machine.c \
	tests/sim/made_machine.h
tests_sim_test_vmscan_CFLAGS = $(TEST_CFLAGS)
tests_sim_test_vmscan_CPPFLAGS = $(SIM_TEST_CPPFLAGS)
tests_sim_test_vmscan_LDADD = $(SIM_TEST_LIBS)
