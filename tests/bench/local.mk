# SPDX-License-Identifier: GPL-2.0-or-later
# `make bench` measures; nothing here is a test, since no test may depend on time.
bench_programs = tests/bench/bench-watch
EXTRA_PROGRAMS += $(bench_programs)
CLEANFILES += $(bench_programs)
benches = tests/bench/bench-watch
EXTRA_PROGRAMS += $(benches)
CLEANFILES += $(benches)

tests_bench_bench_watch_SOURCES = tests/bench/bench_watch.c
tests_bench_bench_watch_LDADD =

EXTRA_DIST += tests/bench/run.sh
.PHONY: bench
bench: $(bin_PROGRAMS) $(bench_programs)
bench: $(bin_PROGRAMS) $(benches)
	$(SHELL) $(srcdir)/tests/bench/run.sh $(builddir)
