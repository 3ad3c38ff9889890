# SPDX-License-Identifier: GPL-2.0-or-later
# Text that people saved or pasted.
if HAVE_CMOCKA
CAPTURE_TESTS = \
	tests/proc/test_capture \
	tests/proc/test_corpus \
	tests/proc/test_klog \
	tests/proc/test_unwrap
check_PROGRAMS += $(CAPTURE_TESTS)
TESTS += $(CAPTURE_TESTS)
endif

EXTRA_DIST += tests/fixtures/logs

CAPTURE_TEST_LDADD = src/proc/libproc.a src/model/libmodel.a src/base/libbase.a $(LIBPROC2_LIBS) \
	$(CMOCKA_LIBS)

tests_proc_test_capture_CFLAGS = $(TEST_CFLAGS)
tests_proc_test_capture_SOURCES = tests/proc/test_capture.c tests/check.h tests/proc/captured.h
tests_proc_test_capture_LDADD = $(CAPTURE_TEST_LDADD)
tests_proc_test_corpus_CFLAGS = $(TEST_CFLAGS) $(CJSON_CFLAGS)
tests_proc_test_corpus_SOURCES = tests/proc/test_corpus.c tests/proc/corpus_zone.c \
	tests/proc/corpus.h tests/check.h
tests_proc_test_corpus_LDADD = $(CAPTURE_TEST_LDADD) $(CJSON_LIBS)
tests_proc_test_klog_CFLAGS = $(TEST_CFLAGS)
tests_proc_test_klog_SOURCES = tests/proc/test_klog.c tests/check.h tests/proc/captured.h \
	tests/proc/report.h
tests_proc_test_klog_LDADD = $(CAPTURE_TEST_LDADD)
tests_proc_test_unwrap_CFLAGS = $(TEST_CFLAGS)
tests_proc_test_unwrap_SOURCES = tests/proc/test_unwrap.c tests/check.h tests/proc/report.h
tests_proc_test_unwrap_LDADD = $(CAPTURE_TEST_LDADD)
