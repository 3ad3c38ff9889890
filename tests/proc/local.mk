# SPDX-License-Identifier: GPL-2.0-or-later
if HAVE_CMOCKA
PROC_TESTS = \
	tests/proc/test_buddyinfo \
	tests/proc/test_cgroups \
	tests/proc/test_counters \
	tests/proc/test_damaged \
	tests/proc/test_extfrag \
	tests/proc/test_holders \
	tests/proc/test_iomem \
	tests/proc/test_kernels \
	tests/proc/test_live \
	tests/proc/test_pagetypeinfo \
	tests/proc/test_proc \
	tests/proc/test_reader \
	tests/proc/test_zoneinfo
check_PROGRAMS += $(PROC_TESTS)
TESTS += $(PROC_TESTS)
endif
EXTRA_DIST += tests/fixtures/linux-6.18-x86 tests/fixtures/linux-6.1-x86-2node \
	tests/fixtures/linux-6.12-x86-2node tests/fixtures/linux-7.2-x86-2node

PROC_TEST_LDADD = src/proc/libproc.a src/model/libmodel.a src/base/libbase.a $(LIBPROC2_LIBS) \
	$(CMOCKA_LIBS)

tests_proc_test_buddyinfo_CFLAGS = $(TEST_CFLAGS)
tests_proc_test_buddyinfo_SOURCES = tests/proc/test_buddyinfo.c tests/check.h tests/proc/parsed.h
tests_proc_test_buddyinfo_LDADD = $(PROC_TEST_LDADD)
tests_proc_test_cgroups_CFLAGS = $(TEST_CFLAGS)
tests_proc_test_cgroups_SOURCES = tests/proc/test_cgroups.c tests/check.h tests/proc/folder.h \
	tests/model/random.h
tests_proc_test_cgroups_LDADD = $(PROC_TEST_LDADD)
tests_proc_test_counters_CFLAGS = $(TEST_CFLAGS)
tests_proc_test_counters_SOURCES = tests/proc/test_counters.c tests/check.h tests/proc/parsed.h
tests_proc_test_counters_LDADD = $(PROC_TEST_LDADD)
tests_proc_test_damaged_CFLAGS = $(TEST_CFLAGS)
tests_proc_test_damaged_SOURCES = tests/proc/test_damaged.c tests/check.h tests/proc/folder.h tests/fuzz/parsers.h
tests_proc_test_damaged_LDADD = $(PROC_TEST_LDADD)
tests_proc_test_extfrag_CFLAGS = $(TEST_CFLAGS)
tests_proc_test_extfrag_SOURCES = tests/proc/test_extfrag.c tests/check.h tests/proc/parsed.h
tests_proc_test_extfrag_LDADD = $(PROC_TEST_LDADD)
tests_proc_test_holders_CFLAGS = $(TEST_CFLAGS)
tests_proc_test_holders_SOURCES = tests/proc/test_holders.c tests/check.h tests/proc/folder.h
tests_proc_test_holders_LDADD = $(PROC_TEST_LDADD)
tests_proc_test_iomem_CFLAGS = $(TEST_CFLAGS)
tests_proc_test_iomem_SOURCES = tests/proc/test_iomem.c tests/check.h tests/proc/parsed.h
tests_proc_test_iomem_LDADD = $(PROC_TEST_LDADD)
tests_proc_test_kernels_CFLAGS = $(TEST_CFLAGS)
tests_proc_test_kernels_SOURCES = tests/proc/test_kernels.c tests/check.h
tests_proc_test_kernels_LDADD = $(PROC_TEST_LDADD)
tests_proc_test_live_CFLAGS = $(TEST_CFLAGS)
tests_proc_test_live_SOURCES = tests/proc/test_live.c tests/check.h
tests_proc_test_live_LDADD = $(PROC_TEST_LDADD)
tests_proc_test_pagetypeinfo_CFLAGS = $(TEST_CFLAGS)
tests_proc_test_pagetypeinfo_SOURCES = tests/proc/test_pagetypeinfo.c tests/check.h tests/proc/parsed.h
tests_proc_test_pagetypeinfo_LDADD = $(PROC_TEST_LDADD)
tests_proc_test_proc_CFLAGS = $(TEST_CFLAGS)
tests_proc_test_proc_SOURCES = tests/proc/test_proc.c tests/check.h tests/proc/folder.h
tests_proc_test_proc_LDADD = $(PROC_TEST_LDADD)
tests_proc_test_reader_CFLAGS = $(TEST_CFLAGS)
tests_proc_test_reader_SOURCES = tests/proc/test_reader.c tests/check.h tests/proc/folder.h
tests_proc_test_reader_LDADD = $(PROC_TEST_LDADD)
tests_proc_test_zoneinfo_CFLAGS = $(TEST_CFLAGS)
tests_proc_test_zoneinfo_SOURCES = tests/proc/test_zoneinfo.c tests/check.h tests/proc/parsed.h
tests_proc_test_zoneinfo_LDADD = $(PROC_TEST_LDADD)
