# SPDX-License-Identifier: GPL-2.0-or-later
# Tests of one layer stand in tests/LAYER and link only what that layer may use.
AM_TESTS_ENVIRONMENT = top_srcdir='$(top_srcdir)'; top_builddir='$(top_builddir)'; \
	export top_srcdir top_builddir;
TEST_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)

include tests/base/local.mk
include tests/model/local.mk
include tests/ui/local.mk
include tests/sim/local.mk
include tests/proc/local.mk
include tests/proc/capture.mk
include tests/proc/verdict.mk
include tests/bpf/local.mk
include tests/export/local.mk
include tests/source/local.mk
include tests/live/local.mk
include tests/term/local.mk
include tests/cli/local.mk
include tests/bench/local.mk
include tests/fuzz/local.mk

EXTRA_DIST += tests/guest/run.sh tests/guest/kernel.sh tests/guest/init tests/guest/hold.c \
	tests/guest/tests.list tests/guest/steps/filled tests/guest/steps/missing \
	tests/guest/steps/tests tests/guest/steps/users
dist_check_SCRIPTS += tests/check-layers.sh tests/check-style.sh
TESTS += tests/check-layers.sh tests/check-style.sh
