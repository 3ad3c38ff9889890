# SPDX-License-Identifier: GPL-2.0-or-later
noinst_LIBRARIES += src/source/libsource.a
src_source_libsource_a_CFLAGS = $(AM_CFLAGS)
src_source_libsource_a_SOURCES = \
	src/source/file.c \
	src/source/live.c \
	src/source/live_holders.c \
	src/source/live_kern.c \
	src/source/live_pages.c \
	src/source/live_part.c \
	src/source/live_part.h \
	src/source/live_trace.c \
	src/source/sim.c \
	src/source/sim_checkpoint.c \
	src/source/sim_checkpoint.h \
	src/source/sim_picture.c \
	src/source/sim_picture.h \
	src/source/sim_show.c \
	src/source/sim_stage.c \
	src/source/sim_stage.h \
	src/source/sim_track.c \
	src/source/sim_track.h \
	src/source/sweep.c \
	src/source/sweep_attach.c \
	src/source/sweep_chunk.c \
	src/source/sweep_full.c \
	src/source/sweep_gaps.c \
	src/source/sweep_pick.c \
	src/source/sweep_private.h \
	src/source/sweep_way.c
