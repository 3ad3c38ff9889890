# SPDX-License-Identifier: GPL-2.0-or-later
# `make bench` measures; nothing here is a test, since no test may depend on time.
benches = tests/bench/bench-watch tests/bench/bench-sweep tests/bench/bench-draw \
	tests/bench/bench-views tests/bench/bench-files tests/bench/bench-kern tests/bench/bench-trace \
	tests/bench/bench-sim
EXTRA_PROGRAMS += $(benches)
CLEANFILES += $(benches)

bench_table = tests/bench/bench.c tests/bench/bench.h
tests_bench_bench_watch_SOURCES = tests/bench/bench_watch.c $(bench_table)
tests_bench_bench_watch_LDADD =
tests_bench_bench_files_SOURCES = tests/bench/bench_files.c $(bench_table)
tests_bench_bench_files_LDADD =
tests_bench_bench_sweep_SOURCES = tests/bench/bench_sweep.c $(bench_table)
tests_bench_bench_sweep_LDADD = src/source/libsource.a src/bpf/libkern.a \
	src/proc/libproc.a src/model/libmodel.a src/base/libbase.a $(LIBPROC2_LIBS) $(LIBBPF_LIBS)
tests_bench_bench_trace_SOURCES = tests/bench/bench_trace.c $(bench_table)
tests_bench_bench_trace_LDADD = $(tests_bench_bench_sweep_LDADD)
tests_bench_bench_kern_SOURCES = tests/bench/bench_kern.c $(bench_table)
tests_bench_bench_kern_LDADD = $(tests_bench_bench_sweep_LDADD)

tests_bench_bench_draw_SOURCES = tests/bench/bench_draw.c tests/model/random.h $(bench_table)
tests_bench_bench_draw_LDADD = src/ui/libui.a src/model/libmodel.a src/base/libbase.a
tests_bench_bench_views_CPPFLAGS = $(AM_CPPFLAGS) -I$(srcdir)/tests/ui
tests_bench_bench_views_SOURCES = tests/bench/bench_views.c tests/ui/made_frame.c \
	tests/ui/made_frame.h $(bench_table)
tests_bench_bench_views_LDADD = src/ui/libui.a src/model/libmodel.a src/base/libbase.a

tests_bench_bench_sim_CPPFLAGS = $(AM_CPPFLAGS) -I$(srcdir)/src
tests_bench_bench_sim_SOURCES = tests/bench/bench_sim.c tests/sim/made_machine.c \
	tests/sim/made_machine.h $(bench_table)
tests_bench_bench_sim_LDADD = src/sim/libsim.a src/model/libmodel.a src/base/libbase.a -lm

EXTRA_DIST += tests/bench/run.sh
.PHONY: bench
bench: $(bin_PROGRAMS) $(benches)
	$(SHELL) $(srcdir)/tests/bench/run.sh $(builddir) $(srcdir)
