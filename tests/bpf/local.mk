# SPDX-License-Identifier: GPL-2.0-or-later
BPF_TEST_LIBS = src/bpf/libkern.a src/model/libmodel.a src/base/libbase.a $(LIBBPF_LIBS) \
	$(CMOCKA_LIBS) -lm

if HAVE_CMOCKA
BPF_TESTS = \
	tests/bpf/test_kmem \
	tests/bpf/test_ktrace
check_PROGRAMS += $(BPF_TESTS)
TESTS += $(BPF_TESTS)
endif
tests_bpf_test_kmem_CFLAGS = $(TEST_CFLAGS)
tests_bpf_test_kmem_SOURCES = tests/bpf/test_kmem.c tests/check.h
tests_bpf_test_kmem_LDADD = $(BPF_TEST_LIBS)
tests_bpf_test_ktrace_CFLAGS = $(TEST_CFLAGS)
tests_bpf_test_ktrace_SOURCES = tests/bpf/test_ktrace.c tests/bpf/ktrace_live.h tests/check.h
tests_bpf_test_ktrace_LDADD = $(BPF_TEST_LIBS)
