# SPDX-License-Identifier: GPL-2.0-or-later
#
# One libFuzzer target per parser: ./configure --enable-fuzzing CC=clang.
# test_fuzz.sh runs each for a few seconds, FUZZ_SECONDS says how many.
EXTRA_DIST += tests/fuzz/test_fuzz.sh \
	tests/fuzz/seeds/fuzz_buddyinfo/largest-counts.txt \
	tests/fuzz/seeds/fuzz_buddyinfo/too-many-orders.txt \
	tests/fuzz/seeds/fuzz_kern/bits-beyond-a-pageblock.bin \
	tests/fuzz/seeds/fuzz_kern/field-outside.bin \
	tests/fuzz/seeds/fuzz_kern/folio-over-the-end.bin \
	tests/fuzz/seeds/fuzz_kern/free-block-over-the-end.bin \
	tests/fuzz/seeds/fuzz_kern/freed-head.bin \
	tests/fuzz/seeds/fuzz_kern/largest-mapcount.bin \
	tests/fuzz/seeds/fuzz_kern/nodes-without-number.bin \
	tests/fuzz/seeds/fuzz_kern/refused-after-80-readings.bin \
	tests/fuzz/seeds/fuzz_kern/small-pages.bin \
	tests/fuzz/seeds/fuzz_kern/spans-all-memory.bin \
	tests/fuzz/seeds/fuzz_pagetypeinfo/one-type-twice.txt \
	tests/fuzz/seeds/fuzz_pagetypeinfo/order-63.txt \
	tests/fuzz/seeds/fuzz_pagetypeinfo/order-contradicts-pages.txt \
	tests/fuzz/seeds/fuzz_pagetypeinfo/unknown-types.txt \
	tests/fuzz/seeds/fuzz_snapshot/key-twice.json \
	tests/fuzz/seeds/fuzz_snapshot/nested.json \
	tests/fuzz/seeds/fuzz_snapshot/version-1-first.json \
	tests/fuzz/seeds/fuzz_snapshot/version-1.json \
	tests/fuzz/seeds/fuzz_zoneinfo/largest-numbers.txt \
	tests/fuzz/seeds/fuzz_zoneinfo/largest-spans.txt

if FUZZING
FUZZ_CFLAGS = $(AM_CFLAGS)
LIBFUZZER_FLAGS = $(AM_LDFLAGS) -fsanitize=fuzzer
FUZZ_PARSER_LDADD = src/proc/libproc.a src/model/libmodel.a src/base/libbase.a $(LIBPROC2_LIBS)

FUZZ_TARGETS = \
	tests/fuzz/fuzz_activity \
	tests/fuzz/fuzz_buddyinfo \
	tests/fuzz/fuzz_capture \
	tests/fuzz/fuzz_choice \
	tests/fuzz/fuzz_extfrag_index \
	tests/fuzz/fuzz_extfrag_unusable \
	tests/fuzz/fuzz_kern \
	tests/fuzz/fuzz_klog \
	tests/fuzz/fuzz_iomem \
	tests/fuzz/fuzz_meminfo \
	tests/fuzz/fuzz_pagetypeinfo \
	tests/fuzz/fuzz_psi \
	tests/fuzz/fuzz_scenario \
	tests/fuzz/fuzz_snapshot \
	tests/fuzz/fuzz_together \
	tests/fuzz/fuzz_unwrap \
	tests/fuzz/fuzz_vmstat \
	tests/fuzz/fuzz_zoneinfo

check_PROGRAMS += $(FUZZ_TARGETS)
fuzzers: $(FUZZ_TARGETS)
TESTS += tests/fuzz/test_fuzz.sh

tests_fuzz_fuzz_activity_SOURCES = tests/fuzz/fuzz_activity.c
tests_fuzz_fuzz_activity_CFLAGS = $(FUZZ_CFLAGS) $(CJSON_CFLAGS) -I$(srcdir)/src/export
tests_fuzz_fuzz_activity_LDFLAGS = $(LIBFUZZER_FLAGS)
tests_fuzz_fuzz_activity_LDADD = src/export/libexport.a src/model/libmodel.a src/base/libbase.a \
	$(CJSON_LIBS) $(ZSTD_LIBS)
tests_fuzz_fuzz_buddyinfo_SOURCES = tests/fuzz/fuzz_buddyinfo.c tests/fuzz/parsers.h
tests_fuzz_fuzz_buddyinfo_CFLAGS = $(FUZZ_CFLAGS)
tests_fuzz_fuzz_buddyinfo_LDFLAGS = $(LIBFUZZER_FLAGS)
tests_fuzz_fuzz_buddyinfo_LDADD = $(FUZZ_PARSER_LDADD)
tests_fuzz_fuzz_capture_SOURCES = tests/fuzz/fuzz_capture.c tests/fuzz/captures.h
tests_fuzz_fuzz_capture_CFLAGS = $(FUZZ_CFLAGS)
tests_fuzz_fuzz_capture_LDFLAGS = $(LIBFUZZER_FLAGS)
tests_fuzz_fuzz_capture_LDADD = $(FUZZ_PARSER_LDADD)
tests_fuzz_fuzz_choice_SOURCES = tests/fuzz/fuzz_choice.c tests/fuzz/parsers.h
tests_fuzz_fuzz_choice_CFLAGS = $(FUZZ_CFLAGS)
tests_fuzz_fuzz_choice_LDFLAGS = $(LIBFUZZER_FLAGS)
tests_fuzz_fuzz_choice_LDADD = $(FUZZ_PARSER_LDADD)
tests_fuzz_fuzz_extfrag_index_SOURCES = tests/fuzz/fuzz_extfrag_index.c tests/fuzz/parsers.h
tests_fuzz_fuzz_extfrag_index_CFLAGS = $(FUZZ_CFLAGS)
tests_fuzz_fuzz_extfrag_index_LDFLAGS = $(LIBFUZZER_FLAGS)
tests_fuzz_fuzz_extfrag_index_LDADD = $(FUZZ_PARSER_LDADD)
tests_fuzz_fuzz_extfrag_unusable_SOURCES = tests/fuzz/fuzz_extfrag_unusable.c tests/fuzz/parsers.h
tests_fuzz_fuzz_extfrag_unusable_CFLAGS = $(FUZZ_CFLAGS)
tests_fuzz_fuzz_extfrag_unusable_LDFLAGS = $(LIBFUZZER_FLAGS)
tests_fuzz_fuzz_extfrag_unusable_LDADD = $(FUZZ_PARSER_LDADD)
tests_fuzz_fuzz_kern_SOURCES = tests/fuzz/fuzz_kern.c tests/bpf/made_kernel.h
tests_fuzz_fuzz_kern_CFLAGS = $(FUZZ_CFLAGS)
tests_fuzz_fuzz_kern_LDFLAGS = $(LIBFUZZER_FLAGS)
tests_fuzz_fuzz_kern_LDADD = src/bpf/libkern.a src/model/libmodel.a src/base/libbase.a \
	$(LIBBPF_LIBS) -lm
tests_fuzz_fuzz_klog_SOURCES = tests/fuzz/fuzz_klog.c tests/fuzz/captures.h
tests_fuzz_fuzz_klog_CFLAGS = $(FUZZ_CFLAGS)
tests_fuzz_fuzz_klog_LDFLAGS = $(LIBFUZZER_FLAGS)
tests_fuzz_fuzz_klog_LDADD = $(FUZZ_PARSER_LDADD)
tests_fuzz_fuzz_iomem_SOURCES = tests/fuzz/fuzz_iomem.c tests/fuzz/parsers.h
tests_fuzz_fuzz_iomem_CFLAGS = $(FUZZ_CFLAGS)
tests_fuzz_fuzz_iomem_LDFLAGS = $(LIBFUZZER_FLAGS)
tests_fuzz_fuzz_iomem_LDADD = $(FUZZ_PARSER_LDADD)
tests_fuzz_fuzz_meminfo_SOURCES = tests/fuzz/fuzz_meminfo.c tests/fuzz/parsers.h
tests_fuzz_fuzz_meminfo_CFLAGS = $(FUZZ_CFLAGS)
tests_fuzz_fuzz_meminfo_LDFLAGS = $(LIBFUZZER_FLAGS)
tests_fuzz_fuzz_meminfo_LDADD = $(FUZZ_PARSER_LDADD)
tests_fuzz_fuzz_pagetypeinfo_SOURCES = tests/fuzz/fuzz_pagetypeinfo.c tests/fuzz/parsers.h
tests_fuzz_fuzz_pagetypeinfo_CFLAGS = $(FUZZ_CFLAGS)
tests_fuzz_fuzz_pagetypeinfo_LDFLAGS = $(LIBFUZZER_FLAGS)
tests_fuzz_fuzz_pagetypeinfo_LDADD = $(FUZZ_PARSER_LDADD)
tests_fuzz_fuzz_psi_SOURCES = tests/fuzz/fuzz_psi.c tests/fuzz/parsers.h
tests_fuzz_fuzz_psi_CFLAGS = $(FUZZ_CFLAGS)
tests_fuzz_fuzz_psi_LDFLAGS = $(LIBFUZZER_FLAGS)
tests_fuzz_fuzz_psi_LDADD = $(FUZZ_PARSER_LDADD)
tests_fuzz_fuzz_scenario_SOURCES = tests/fuzz/fuzz_scenario.c
tests_fuzz_fuzz_scenario_CFLAGS = $(FUZZ_CFLAGS)
tests_fuzz_fuzz_scenario_CPPFLAGS = $(AM_CPPFLAGS) -I$(srcdir)/src -I$(srcdir)/src/cli
tests_fuzz_fuzz_scenario_LDFLAGS = $(LIBFUZZER_FLAGS)
tests_fuzz_fuzz_scenario_LDADD = src/cli/libcli.a src/sim/libsim.a src/model/libmodel.a \
	src/base/libbase.a $(INIH_LIBS) -lm
tests_fuzz_fuzz_snapshot_SOURCES = tests/fuzz/fuzz_snapshot.c
tests_fuzz_fuzz_snapshot_CFLAGS = $(FUZZ_CFLAGS) $(CJSON_CFLAGS) -I$(srcdir)/src/export
tests_fuzz_fuzz_snapshot_LDFLAGS = $(LIBFUZZER_FLAGS)
tests_fuzz_fuzz_snapshot_LDADD = src/export/libexport.a src/model/libmodel.a src/base/libbase.a \
	$(CJSON_LIBS) $(ZSTD_LIBS)
tests_fuzz_fuzz_together_SOURCES = tests/fuzz/fuzz_together.c tests/fuzz/parsers.h
tests_fuzz_fuzz_together_CFLAGS = $(FUZZ_CFLAGS)
tests_fuzz_fuzz_together_LDFLAGS = $(LIBFUZZER_FLAGS)
tests_fuzz_fuzz_together_LDADD = $(FUZZ_PARSER_LDADD)
tests_fuzz_fuzz_unwrap_SOURCES = tests/fuzz/fuzz_unwrap.c
tests_fuzz_fuzz_unwrap_CFLAGS = $(FUZZ_CFLAGS)
tests_fuzz_fuzz_unwrap_LDFLAGS = $(LIBFUZZER_FLAGS)
tests_fuzz_fuzz_unwrap_LDADD = $(FUZZ_PARSER_LDADD)
tests_fuzz_fuzz_vmstat_SOURCES = tests/fuzz/fuzz_vmstat.c tests/fuzz/parsers.h
tests_fuzz_fuzz_vmstat_CFLAGS = $(FUZZ_CFLAGS)
tests_fuzz_fuzz_vmstat_LDFLAGS = $(LIBFUZZER_FLAGS)
tests_fuzz_fuzz_vmstat_LDADD = $(FUZZ_PARSER_LDADD)
tests_fuzz_fuzz_zoneinfo_SOURCES = tests/fuzz/fuzz_zoneinfo.c tests/fuzz/parsers.h
tests_fuzz_fuzz_zoneinfo_CFLAGS = $(FUZZ_CFLAGS)
tests_fuzz_fuzz_zoneinfo_LDFLAGS = $(LIBFUZZER_FLAGS)
tests_fuzz_fuzz_zoneinfo_LDADD = $(FUZZ_PARSER_LDADD)
endif
