# SPDX-License-Identifier: GPL-2.0-or-later
if HAVE_CMOCKA
check_PROGRAMS += tests/cli/test_savefile
TESTS += tests/cli/test_savefile
endif
tests_cli_test_savefile_CFLAGS = $(TEST_CFLAGS)
tests_cli_test_savefile_SOURCES = tests/cli/test_savefile.c tests/check.h
tests_cli_test_savefile_LDADD = src/cli/libcli.a src/base/libbase.a $(CMOCKA_LIBS)
