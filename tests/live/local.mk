# SPDX-License-Identifier: GPL-2.0-or-later
# The program as its users run it, against the kernel that runs the tests.
check_PROGRAMS += tests/live/frag
tests_live_frag_SOURCES = tests/live/frag.c

if HAVE_CMOCKA
LIVE_TESTS = \
	tests/live/test_aliased
check_PROGRAMS += $(LIVE_TESTS)
TESTS += $(LIVE_TESTS)
endif
tests_live_test_aliased_CFLAGS = $(TEST_CFLAGS)
tests_live_test_aliased_SOURCES = tests/live/test_aliased.c tests/live/frag.h tests/check.h
tests_live_test_aliased_LDADD = $(SOURCE_TEST_LIBS)

# Two tests that compact all memory disturb each other.  (Named by a variable: automake takes a name
# for a rule that replaces its own.)
LIVE_LOGS = tests/live/test_aliased.log
$(LIVE_LOGS): tests/source/test_compaction_live.log

dist_check_SCRIPTS += tests/live/layout.sh tests/live/seen.sh tests/live/types.sh
EXTRA_DIST += tests/live/lib.sh
TESTS += tests/live/layout.sh tests/live/seen.sh tests/live/types.sh
LAYOUT_LOG = tests/live/layout.sh.log
$(LAYOUT_LOG): $(LIVE_LOGS)
SEEN_LOG = tests/live/seen.sh.log
$(SEEN_LOG): $(LAYOUT_LOG)
