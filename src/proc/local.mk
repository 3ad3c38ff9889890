# SPDX-License-Identifier: GPL-2.0-or-later
noinst_LIBRARIES += src/proc/libproc.a
src_proc_libproc_a_CFLAGS = $(AM_CFLAGS) $(LIBPROC2_CFLAGS)
src_proc_libproc_a_SOURCES =
