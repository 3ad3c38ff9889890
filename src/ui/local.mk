# SPDX-License-Identifier: GPL-2.0-or-later
noinst_LIBRARIES += src/ui/libui.a
src_ui_libui_a_CFLAGS = $(AM_CFLAGS)
src_ui_libui_a_SOURCES = \
	src/ui/canvas.c \
	src/ui/utf8.c
