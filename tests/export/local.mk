# SPDX-License-Identifier: GPL-2.0-or-later
EXPORT_TEST_LIBS = src/export/libexport.a src/model/libmodel.a src/base/libbase.a $(CJSON_LIBS) \
	$(ZSTD_LIBS) $(CMOCKA_LIBS)
EXPORT_TEST_CFLAGS = $(TEST_CFLAGS) $(CJSON_CFLAGS) $(ZSTD_CFLAGS) -I$(srcdir)/src/export
MADE_FRAME_SOURCES = tests/export/made_frame.c tests/export/made_frame.h \
	tests/export/made_activity.c tests/export/made_activity.h \
	tests/export/made_comparison.h tests/export/made_verdict.h tests/check.h

if HAVE_CMOCKA
check_PROGRAMS += \
	tests/export/examples \
	tests/export/test_column \
	tests/export/test_comparison \
	tests/export/test_hostile \
	tests/export/test_report \
	tests/export/test_snapshot
TESTS += \
	tests/export/test_column \
	tests/export/test_comparison \
	tests/export/test_hostile \
	tests/export/test_report \
	tests/export/test_snapshot \
	tests/export/validate.sh
endif
dist_check_SCRIPTS += tests/export/validate.sh

tests_export_examples_CFLAGS = $(EXPORT_TEST_CFLAGS)
tests_export_examples_SOURCES = tests/export/examples.c $(MADE_FRAME_SOURCES)
tests_export_examples_LDADD = $(EXPORT_TEST_LIBS)
tests_export_test_column_CFLAGS = $(EXPORT_TEST_CFLAGS)
tests_export_test_column_SOURCES = tests/export/test_column.c tests/check.h
tests_export_test_column_LDADD = $(EXPORT_TEST_LIBS)
tests_export_test_comparison_CFLAGS = $(EXPORT_TEST_CFLAGS)
tests_export_test_comparison_SOURCES = tests/export/test_comparison.c \
	tests/export/made_comparison.h tests/check.h
tests_export_test_comparison_LDADD = $(EXPORT_TEST_LIBS)
tests_export_test_hostile_CFLAGS = $(EXPORT_TEST_CFLAGS)
tests_export_test_hostile_SOURCES = tests/export/test_hostile.c $(MADE_FRAME_SOURCES)
tests_export_test_hostile_LDADD = $(EXPORT_TEST_LIBS)
tests_export_test_report_CFLAGS = $(EXPORT_TEST_CFLAGS)
tests_export_test_report_SOURCES = tests/export/test_report.c $(MADE_FRAME_SOURCES)
tests_export_test_report_LDADD = $(EXPORT_TEST_LIBS)
tests_export_test_snapshot_CFLAGS = $(EXPORT_TEST_CFLAGS)
tests_export_test_snapshot_SOURCES = tests/export/test_snapshot.c $(MADE_FRAME_SOURCES)
tests_export_test_snapshot_LDADD = $(EXPORT_TEST_LIBS)
