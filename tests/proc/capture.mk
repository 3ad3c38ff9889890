# SPDX-License-Identifier: GPL-2.0-or-later
# Text that people saved or pasted.
if HAVE_CMOCKA
CAPTURE_TESTS = \
	tests/proc/test_corpus
check_PROGRAMS += $(CAPTURE_TESTS)
TESTS += $(CAPTURE_TESTS)
endif

CAPTURE_TEST_LDADD = src/proc/libproc.a src/model/libmodel.a src/base/libbase.a $(LIBPROC2_LIBS) \
	$(CMOCKA_LIBS)

tests_proc_test_corpus_CFLAGS = $(TEST_CFLAGS) $(CJSON_CFLAGS)
tests_proc_test_corpus_SOURCES = tests/proc/test_corpus.c tests/check.h
tests_proc_test_corpus_LDADD = $(CAPTURE_TEST_LDADD) $(CJSON_LIBS)
