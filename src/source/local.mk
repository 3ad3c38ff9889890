# SPDX-License-Identifier: GPL-2.0-or-later
noinst_LIBRARIES += src/source/libsource.a
src_source_libsource_a_CFLAGS = $(AM_CFLAGS)
src_source_libsource_a_SOURCES = \
	src/source/file.c \
	src/source/live.c
