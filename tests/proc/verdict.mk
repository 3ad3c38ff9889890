# SPDX-License-Identifier: GPL-2.0-or-later
# What is concluded from text that people saved.
if HAVE_CMOCKA
check_PROGRAMS += tests/proc/test_verdict_corpus
TESTS += tests/proc/test_verdict_corpus
endif
tests_proc_test_verdict_corpus_CFLAGS = $(TEST_CFLAGS)
tests_proc_test_verdict_corpus_SOURCES = tests/proc/test_verdict_corpus.c tests/check.h
tests_proc_test_verdict_corpus_LDADD = $(CAPTURE_TEST_LDADD)
