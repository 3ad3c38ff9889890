# SPDX-License-Identifier: GPL-2.0-or-later
noinst_LIBRARIES += src/model/libmodel.a
src_model_libmodel_a_CFLAGS = $(AM_CFLAGS)
src_model_libmodel_a_SOURCES = \
	src/model/frame.c \
	src/model/frame_copy.c \
	src/model/gfp.c \
	src/model/gfp_flags.def \
	src/model/gfp_tables.c \
	src/model/gfp_tables.h \
	src/model/history.c \
	src/model/index.c \
	src/model/index_score.c \
	src/model/metric.c \
	src/model/num.c \
	src/model/release.c \
	src/model/release.h
