# SPDX-License-Identifier: GPL-2.0-or-later
noinst_LIBRARIES += src/model/libmodel.a
src_model_libmodel_a_CFLAGS = $(AM_CFLAGS)
src_model_libmodel_a_SOURCES = \
	src/model/frame.c \
	src/model/frame_check.c \
	src/model/num.c
