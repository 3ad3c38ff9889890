# SPDX-License-Identifier: GPL-2.0-or-later
check_PROGRAMS += tests/term/show_events
tests_term_show_events_SOURCES = tests/term/show_events.c
tests_term_show_events_LDADD = src/term/libterm.a src/ui/libui.a src/base/libbase.a \
	$(NCURSESW_LIBS)
