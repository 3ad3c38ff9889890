# SPDX-License-Identifier: GPL-2.0-or-later
# `make bench` measures; nothing here is a test, since no test may depend on time.
bench_programs = tests/bench/bench-watch
EXTRA_PROGRAMS += $(bench_programs)
CLEANFILES += $(bench_programs)

tests_bench_bench_watch_SOURCES = tests/bench/bench_watch.c
tests_bench_bench_watch_LDADD =

EXTRA_DIST += tests/bench/run.sh
.PHONY: bench
bench: $(bin_PROGRAMS) $(bench_programs)
	$(SHELL) $(srcdir)/tests/bench/run.sh $(builddir)
