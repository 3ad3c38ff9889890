# SPDX-License-Identifier: GPL-2.0-or-later
check_PROGRAMS += tests/term/show_events
# With so few pairs of colours that they have to be reused.
tests_term_show_events_CPPFLAGS = $(AM_CPPFLAGS) -DPAIRS_MAX=48
tests_term_show_events_CFLAGS = $(AM_CFLAGS) $(NCURSESW_CFLAGS)
tests_term_show_events_SOURCES = tests/term/show_events.c src/term/term_color.c
tests_term_show_events_LDADD = src/term/libterm.a src/ui/libui.a src/base/libbase.a \
	$(NCURSESW_LIBS)

TERM_TESTS = \
	tests/term/activity.sh \
	tests/term/keys.sh \
	tests/term/signals.sh \
	tests/term/stdin.sh \
	tests/term/suspend.sh \
	tests/term/terminals.sh
TESTS += $(TERM_TESTS)
dist_check_SCRIPTS += $(TERM_TESTS)
EXTRA_DIST += tests/term/tmux.sh
