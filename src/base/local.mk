# SPDX-License-Identifier: GPL-2.0-or-later
noinst_LIBRARIES += src/base/libbase.a
src_base_libbase_a_CFLAGS = $(AM_CFLAGS)
src_base_libbase_a_SOURCES = \
	src/base/arena.c \
	src/base/clock.c \
	src/base/closest.c \
	src/base/err.c \
	src/base/fmt.c \
	src/base/hash.c \
	src/base/random.c \
	src/base/span.c \
	src/base/utf8.c \
	src/base/wrap.c
