# SPDX-License-Identifier: GPL-2.0-or-later
# Tests of every invariant, of random operations, and that all compilers give the same machine.
random_world = tests/sim/random_world.c tests/sim/random_world.h

if HAVE_CMOCKA
RANDOM_TESTS = tests/sim/test_check tests/sim/test_random tests/sim/test_random_within
check_PROGRAMS += $(RANDOM_TESTS)
TESTS += $(RANDOM_TESTS)
endif

tests_sim_test_check_SOURCES = tests/sim/test_check.c $(random_world)
tests_sim_test_check_CFLAGS = $(TEST_CFLAGS)
tests_sim_test_check_CPPFLAGS = $(SIM_TEST_CPPFLAGS)
tests_sim_test_check_LDADD = $(SIM_TEST_LIBS)

tests_sim_test_random_SOURCES = tests/sim/test_random.c $(random_world)
tests_sim_test_random_CFLAGS = $(TEST_CFLAGS)
tests_sim_test_random_CPPFLAGS = $(SIM_TEST_CPPFLAGS)
tests_sim_test_random_LDADD = $(SIM_TEST_LIBS)

tests_sim_test_random_within_SOURCES = tests/sim/test_random_within.c $(random_world)
tests_sim_test_random_within_CFLAGS = $(TEST_CFLAGS)
tests_sim_test_random_within_CPPFLAGS = $(SIM_TEST_CPPFLAGS)
tests_sim_test_random_within_LDADD = $(SIM_TEST_LIBS)

check_PROGRAMS += tests/sim/soak
TESTS += tests/sim/soak.sh
AM_TESTS_ENVIRONMENT += SOAK_OPS='$(SOAK_OPS)'; SOAK_PIECES='$(SOAK_PIECES)'; \
	export SOAK_OPS SOAK_PIECES;
EXTRA_DIST += tests/sim/soak.sh
tests_sim_soak_SOURCES = tests/sim/soak.c $(random_world)
tests_sim_soak_CPPFLAGS = $(SIM_TEST_CPPFLAGS)
tests_sim_soak_LDADD = src/sim/libsim.a src/model/libmodel.a src/base/libbase.a -lm

# what compilers.sh builds anew with other compilers
check_PROGRAMS += tests/sim/hashes
if LONG_TESTS
TESTS += tests/sim/compilers.sh
endif
EXTRA_DIST += tests/sim/compilers.sh
tests_sim_hashes_SOURCES = tests/sim/hashes.c $(random_world)
tests_sim_hashes_CPPFLAGS = $(SIM_TEST_CPPFLAGS)
tests_sim_hashes_LDADD = src/sim/libsim.a src/model/libmodel.a src/base/libbase.a -lm
