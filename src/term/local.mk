# SPDX-License-Identifier: GPL-2.0-or-later
noinst_LIBRARIES += src/term/libterm.a
src_term_libterm_a_CFLAGS = $(AM_CFLAGS) $(NCURSESW_CFLAGS)
src_term_libterm_a_SOURCES = \
	src/term/term.c \
	src/term/term_color.c \
	src/term/term_entry.c \
	src/term/term_input.c \
	src/term/term_private.h \
	src/term/term_signal.c \
	src/term/term_stderr.c
