# SPDX-License-Identifier: GPL-2.0-or-later
BPF_TEST_LIBS = src/bpf/libkern.a src/model/libmodel.a src/base/libbase.a $(LIBBPF_LIBS) \
	$(CMOCKA_LIBS) -lm

if HAVE_CMOCKA
BPF_TESTS = \
	tests/bpf/test_kaddr \
	tests/bpf/test_klayout \
	tests/bpf/test_kmem \
	tests/bpf/test_kpage \
	tests/bpf/test_kpages \
	tests/bpf/test_kpages_live \
	tests/bpf/test_ktrace \
	tests/bpf/test_kwalk
if BPF
BPF_TESTS += tests/bpf/test_ktrace_rows
endif
check_PROGRAMS += $(BPF_TESTS)
TESTS += $(BPF_TESTS)
endif
tests_bpf_test_kaddr_CFLAGS = $(TEST_CFLAGS)
tests_bpf_test_kaddr_SOURCES = tests/bpf/test_kaddr.c tests/check.h
tests_bpf_test_kaddr_LDADD = $(BPF_TEST_LIBS)
tests_bpf_test_klayout_CFLAGS = $(TEST_CFLAGS)
tests_bpf_test_klayout_SOURCES = tests/bpf/test_klayout.c tests/check.h
tests_bpf_test_klayout_LDADD = $(BPF_TEST_LIBS)
tests_bpf_test_kmem_CFLAGS = $(TEST_CFLAGS)
tests_bpf_test_kmem_SOURCES = tests/bpf/test_kmem.c tests/check.h
tests_bpf_test_kmem_LDADD = $(BPF_TEST_LIBS)
tests_bpf_test_kpage_CPPFLAGS = $(AM_CPPFLAGS) -I$(srcdir)/src/bpf
tests_bpf_test_kpage_CFLAGS = $(TEST_CFLAGS)
tests_bpf_test_kpage_SOURCES = tests/bpf/test_kpage.c tests/check.h
tests_bpf_test_kpage_LDADD = $(BPF_TEST_LIBS)
tests_bpf_test_kpages_CFLAGS = $(TEST_CFLAGS)
tests_bpf_test_kpages_SOURCES = tests/bpf/test_kpages.c tests/bpf/made_kernel.h tests/check.h
tests_bpf_test_kpages_LDADD = $(BPF_TEST_LIBS)
tests_bpf_test_kpages_live_CFLAGS = $(TEST_CFLAGS)
tests_bpf_test_kpages_live_SOURCES = tests/bpf/test_kpages_live.c tests/check.h
tests_bpf_test_kpages_live_LDADD = $(BPF_TEST_LIBS)
tests_bpf_test_kwalk_CFLAGS = $(TEST_CFLAGS)
tests_bpf_test_kwalk_SOURCES = tests/bpf/test_kwalk.c tests/bpf/made_kernel.h tests/check.h
tests_bpf_test_kwalk_LDADD = $(BPF_TEST_LIBS)
tests_bpf_test_ktrace_CFLAGS = $(TEST_CFLAGS)
tests_bpf_test_ktrace_SOURCES = tests/bpf/test_ktrace.c tests/bpf/ktrace_live.h tests/check.h
tests_bpf_test_ktrace_LDADD = $(BPF_TEST_LIBS)
tests_bpf_test_ktrace_rows_CPPFLAGS = $(AM_CPPFLAGS) $(LIBBPF_CFLAGS)
tests_bpf_test_ktrace_rows_CFLAGS = $(TEST_CFLAGS)
tests_bpf_test_ktrace_rows_SOURCES = tests/bpf/test_ktrace_rows.c tests/check.h
tests_bpf_test_ktrace_rows_LDADD = $(BPF_TEST_LIBS)
