# SPDX-License-Identifier: GPL-2.0-or-later
if HAVE_CMOCKA
check_PROGRAMS += tests/cli/test_savefile tests/cli/test_value
TESTS += tests/cli/test_savefile tests/cli/test_value
endif
tests_cli_test_savefile_CFLAGS = $(TEST_CFLAGS)
tests_cli_test_savefile_CPPFLAGS = $(AM_CPPFLAGS) -I$(srcdir)/src/cli
tests_cli_test_savefile_SOURCES = tests/cli/test_savefile.c tests/check.h
tests_cli_test_savefile_LDADD = src/cli/libcli.a src/base/libbase.a $(CMOCKA_LIBS)
tests_cli_test_value_CPPFLAGS = $(AM_CPPFLAGS) -I$(srcdir)/src/cli
tests_cli_test_value_CFLAGS = $(TEST_CFLAGS)
tests_cli_test_value_SOURCES = tests/cli/test_value.c tests/check.h
tests_cli_test_value_LDADD = src/cli/libcli.a src/ui/libui.a src/base/libbase.a $(CMOCKA_LIBS)

CLI_TESTS = \
	tests/cli/activity.sh \
	tests/cli/config.sh \
	tests/cli/degraded.sh \
	tests/cli/errors.sh \
	tests/cli/help.sh \
	tests/cli/hostile.sh \
	tests/cli/monkey.sh \
	tests/cli/render.sh \
	tests/cli/sim.sh
TESTS += $(CLI_TESTS)
dist_check_SCRIPTS += $(CLI_TESTS)
EXTRA_DIST += tests/cli/lib.sh \
	tests/cli/root/proc/buddyinfo \
	tests/cli/root/proc/vmstat \
	tests/cli/root/proc/zoneinfo
