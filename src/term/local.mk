# SPDX-License-Identifier: GPL-2.0-or-later
noinst_LIBRARIES += src/term/libterm.a
src_term_libterm_a_CFLAGS = $(AM_CFLAGS) $(NCURSESW_CFLAGS)
src_term_libterm_a_SOURCES =
