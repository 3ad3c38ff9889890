# SPDX-License-Identifier: GPL-2.0-or-later
EXPORT_TEST_LIBS = src/export/libexport.a src/model/libmodel.a src/base/libbase.a $(CJSON_LIBS) \
	$(ZSTD_LIBS) $(CMOCKA_LIBS)
EXPORT_TEST_CFLAGS = $(TEST_CFLAGS) $(CJSON_CFLAGS) $(ZSTD_CFLAGS) -I$(srcdir)/src/export

if HAVE_CMOCKA
check_PROGRAMS += tests/export/test_snapshot
TESTS += tests/export/test_snapshot
endif
tests_export_test_snapshot_CFLAGS = $(TEST_CFLAGS)
tests_export_test_snapshot_SOURCES = tests/export/test_snapshot.c tests/export/made_frame.c \
	tests/export/made_frame.h tests/check.h
tests_export_test_snapshot_LDADD = $(EXPORT_TEST_LIBS)
