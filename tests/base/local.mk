# SPDX-License-Identifier: GPL-2.0-or-later
if HAVE_CMOCKA
BASE_TESTS = tests/base/test_err tests/base/test_fmt tests/base/test_span tests/base/test_utf8
check_PROGRAMS += $(BASE_TESTS)
TESTS += $(BASE_TESTS)
endif
tests_base_test_err_CFLAGS = $(TEST_CFLAGS)
tests_base_test_err_SOURCES = tests/base/test_err.c tests/check.h
tests_base_test_err_LDADD = src/base/libbase.a $(CMOCKA_LIBS)
tests_base_test_fmt_CFLAGS = $(TEST_CFLAGS)
tests_base_test_fmt_SOURCES = tests/base/test_fmt.c tests/check.h
tests_base_test_fmt_LDADD = src/base/libbase.a $(CMOCKA_LIBS)
tests_base_test_span_CFLAGS = $(TEST_CFLAGS)
tests_base_test_span_SOURCES = tests/base/test_span.c tests/check.h
tests_base_test_span_LDADD = src/base/libbase.a $(CMOCKA_LIBS)
tests_base_test_utf8_CFLAGS = $(TEST_CFLAGS)
tests_base_test_utf8_SOURCES = tests/base/test_utf8.c tests/check.h
tests_base_test_utf8_LDADD = src/base/libbase.a $(CMOCKA_LIBS)
