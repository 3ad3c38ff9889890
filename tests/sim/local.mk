# SPDX-License-Identifier: GPL-2.0-or-later
SIM_TEST_LIBS = src/sim/libsim.a src/model/libmodel.a src/base/libbase.a $(CMOCKA_LIBS) -lm
SIM_TEST_CPPFLAGS = $(AM_CPPFLAGS) -I$(srcdir)/src

if HAVE_CMOCKA
SIM_TESTS = \
	tests/sim/test_fallback_work \
	tests/sim/test_layout \
	tests/sim/test_plan \
	tests/sim/test_state
check_PROGRAMS += $(SIM_TESTS)
TESTS += $(SIM_TESTS)
endif

tests_sim_test_fallback_work_SOURCES = tests/sim/test_fallback_work.c \
	tests/sim/made_machine.c tests/sim/made_machine.h
tests_sim_test_fallback_work_CFLAGS = $(TEST_CFLAGS)
tests_sim_test_fallback_work_CPPFLAGS = $(SIM_TEST_CPPFLAGS)
tests_sim_test_fallback_work_LDADD = $(SIM_TEST_LIBS)

tests_sim_test_layout_SOURCES = tests/sim/test_layout.c \
	tests/sim/made_machine.c tests/sim/made_machine.h
tests_sim_test_layout_CFLAGS = $(TEST_CFLAGS)
tests_sim_test_layout_CPPFLAGS = $(SIM_TEST_CPPFLAGS)
tests_sim_test_layout_LDADD = $(SIM_TEST_LIBS)

tests_sim_test_state_CFLAGS = $(TEST_CFLAGS)
tests_sim_test_state_CPPFLAGS = $(SIM_TEST_CPPFLAGS)
tests_sim_test_state_LDADD = $(SIM_TEST_LIBS)

tests_sim_test_plan_CFLAGS = $(TEST_CFLAGS)
tests_sim_test_plan_CPPFLAGS = $(SIM_TEST_CPPFLAGS)
tests_sim_test_plan_LDADD = $(SIM_TEST_LIBS)
