# SPDX-License-Identifier: GPL-2.0-or-later
noinst_LIBRARIES += src/source/libsource.a
src_source_libsource_a_CFLAGS = $(AM_CFLAGS)
src_source_libsource_a_SOURCES = \
	src/source/file.c \
	src/source/live.c \
	src/source/live_holders.c \
	src/source/live_holders.h \
	src/source/sweep.c \
	src/source/sweep_attach.c \
	src/source/sweep_chunk.c \
	src/source/sweep_full.c \
	src/source/sweep_gaps.c \
	src/source/sweep_private.h \
	src/source/sweep_pick.c
