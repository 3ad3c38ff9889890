# SPDX-License-Identifier: GPL-2.0-or-later
# Tests of the free lists, the per-CPU lists, the watermarks and fallback.
if HAVE_CMOCKA
ALLOC_TESTS = \
	tests/sim/test_buddy \
	tests/sim/test_drain \
	tests/sim/test_fallback \
	tests/sim/test_highatomic \
	tests/sim/test_pcp \
	tests/sim/test_watermark
check_PROGRAMS += $(ALLOC_TESTS)
TESTS += $(ALLOC_TESTS)
endif

MADE_MACHINE = tests/sim/made_machine.c tests/sim/made_machine.h

tests_sim_test_buddy_SOURCES = tests/sim/test_buddy.c $(MADE_MACHINE)
tests_sim_test_buddy_CFLAGS = $(TEST_CFLAGS)
tests_sim_test_buddy_CPPFLAGS = $(SIM_TEST_CPPFLAGS)
tests_sim_test_buddy_LDADD = $(SIM_TEST_LIBS)

tests_sim_test_drain_SOURCES = tests/sim/test_drain.c $(MADE_MACHINE)
tests_sim_test_drain_CFLAGS = $(TEST_CFLAGS)
tests_sim_test_drain_CPPFLAGS = $(SIM_TEST_CPPFLAGS)
tests_sim_test_drain_LDADD = $(SIM_TEST_LIBS)

tests_sim_test_fallback_SOURCES = tests/sim/test_fallback.c $(MADE_MACHINE)
tests_sim_test_fallback_CFLAGS = $(TEST_CFLAGS)
tests_sim_test_fallback_CPPFLAGS = $(SIM_TEST_CPPFLAGS)
tests_sim_test_fallback_LDADD = $(SIM_TEST_LIBS)

tests_sim_test_highatomic_SOURCES = tests/sim/test_highatomic.c $(MADE_MACHINE)
tests_sim_test_highatomic_CFLAGS = $(TEST_CFLAGS)
tests_sim_test_highatomic_CPPFLAGS = $(SIM_TEST_CPPFLAGS)
tests_sim_test_highatomic_LDADD = $(SIM_TEST_LIBS)

tests_sim_test_pcp_SOURCES = tests/sim/test_pcp.c $(MADE_MACHINE)
tests_sim_test_pcp_CFLAGS = $(TEST_CFLAGS)
tests_sim_test_pcp_CPPFLAGS = $(SIM_TEST_CPPFLAGS)
tests_sim_test_pcp_LDADD = $(SIM_TEST_LIBS)

tests_sim_test_watermark_SOURCES = tests/sim/test_watermark.c $(MADE_MACHINE)
tests_sim_test_watermark_CFLAGS = $(TEST_CFLAGS)
tests_sim_test_watermark_CPPFLAGS = $(SIM_TEST_CPPFLAGS)
tests_sim_test_watermark_LDADD = $(SIM_TEST_LIBS)
