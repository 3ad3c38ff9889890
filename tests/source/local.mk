# SPDX-License-Identifier: GPL-2.0-or-later
SOURCE_TEST_LIBS = src/source/libsource.a src/bpf/libkern.a src/proc/libproc.a src/sim/libsim.a \
	src/model/libmodel.a src/base/libbase.a $(LIBPROC2_LIBS) $(LIBBPF_LIBS) $(CMOCKA_LIBS)

if HAVE_CMOCKA
check_PROGRAMS += \
	tests/source/test_compaction_live \
	tests/source/test_holders_live \
	tests/source/test_kern_live \
	tests/source/test_sim_source \
	tests/source/test_sweep \
	tests/source/test_sweep_gaps \
	tests/source/test_sweep_live \
	tests/source/test_sweep_pick \
	tests/source/test_ways_live
TESTS += \
	tests/source/test_compaction_live \
	tests/source/test_holders_live \
	tests/source/test_kern_live \
	tests/source/test_sim_source \
	tests/source/test_sweep \
	tests/source/test_sweep_gaps \
	tests/source/test_sweep_live \
	tests/source/test_sweep_pick \
	tests/source/test_ways_live
endif
tests_source_test_compaction_live_CFLAGS = $(TEST_CFLAGS)
tests_source_test_compaction_live_SOURCES = tests/source/test_compaction_live.c tests/check.h
tests_source_test_compaction_live_LDADD = $(SOURCE_TEST_LIBS)
tests_source_test_holders_live_CFLAGS = $(TEST_CFLAGS)
tests_source_test_holders_live_SOURCES = tests/source/test_holders_live.c tests/check.h
tests_source_test_holders_live_LDADD = $(SOURCE_TEST_LIBS)
tests_source_test_kern_live_CFLAGS = $(TEST_CFLAGS)
tests_source_test_kern_live_SOURCES = tests/source/test_kern_live.c tests/check.h
tests_source_test_kern_live_LDADD = $(SOURCE_TEST_LIBS)
tests_source_test_sim_source_CPPFLAGS = $(SIM_TEST_CPPFLAGS) -I$(srcdir)/src/source
tests_source_test_sim_source_CFLAGS = $(TEST_CFLAGS)
tests_source_test_sim_source_SOURCES = tests/source/test_sim_source.c tests/check.h \
	tests/sim/made_scenario.c tests/sim/made_scenario.h
tests_source_test_sim_source_LDADD = $(SOURCE_TEST_LIBS)
tests_source_test_sweep_CFLAGS = $(TEST_CFLAGS)
tests_source_test_sweep_SOURCES = tests/source/test_sweep.c tests/source/sweep_world.h tests/check.h
tests_source_test_sweep_LDADD = $(SOURCE_TEST_LIBS)
tests_source_test_sweep_gaps_CFLAGS = $(TEST_CFLAGS)
tests_source_test_sweep_gaps_SOURCES = tests/source/test_sweep_gaps.c \
	tests/source/sweep_world.h tests/check.h
tests_source_test_sweep_gaps_LDADD = $(SOURCE_TEST_LIBS)
tests_source_test_sweep_live_CFLAGS = $(TEST_CFLAGS)
tests_source_test_sweep_live_SOURCES = tests/source/test_sweep_live.c tests/check.h
tests_source_test_sweep_live_LDADD = $(SOURCE_TEST_LIBS)
tests_source_test_sweep_pick_CFLAGS = $(TEST_CFLAGS)
tests_source_test_sweep_pick_SOURCES = tests/source/test_sweep_pick.c tests/check.h \
	tests/model/random.h
tests_source_test_sweep_pick_LDADD = $(SOURCE_TEST_LIBS)
tests_source_test_ways_live_CPPFLAGS = $(AM_CPPFLAGS) -I$(srcdir)/src/bpf -I$(srcdir)/src/source
tests_source_test_ways_live_CFLAGS = $(TEST_CFLAGS)
tests_source_test_ways_live_SOURCES = tests/source/test_ways_live.c tests/check.h
tests_source_test_ways_live_LDADD = $(SOURCE_TEST_LIBS)

if HAVE_CMOCKA
check_PROGRAMS += tests/source/test_roundtrip
TESTS += tests/source/test_roundtrip
endif
tests_source_test_roundtrip_CFLAGS = $(TEST_CFLAGS)
tests_source_test_roundtrip_SOURCES = tests/source/test_roundtrip.c $(MADE_FRAME_SOURCES)
tests_source_test_roundtrip_LDADD = src/source/libsource.a src/bpf/libkern.a src/proc/libproc.a \
	$(EXPORT_TEST_LIBS) $(LIBPROC2_LIBS) $(LIBBPF_LIBS)

if HAVE_CMOCKA
check_PROGRAMS += tests/source/test_trace_live
TESTS += tests/source/test_trace_live
endif
tests_source_test_trace_live_CFLAGS = $(TEST_CFLAGS)
tests_source_test_trace_live_SOURCES = tests/source/test_trace_live.c tests/check.h
tests_source_test_trace_live_LDADD = $(SOURCE_TEST_LIBS)
