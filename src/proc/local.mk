# SPDX-License-Identifier: GPL-2.0-or-later
noinst_LIBRARIES += src/proc/libproc.a
src_proc_libproc_a_CFLAGS = $(AM_CFLAGS) $(LIBPROC2_CFLAGS)
src_proc_libproc_a_SOURCES = \
	src/proc/block.c \
	src/proc/block.h \
	src/proc/buddyinfo.c \
	src/proc/extfrag.c \
	src/proc/files.c \
	src/proc/files.h \
	src/proc/host.c \
	src/proc/hugepages.c \
	src/proc/kthreads.c \
	src/proc/pagetypeinfo.c \
	src/proc/proc.c \
	src/proc/psi.c \
	src/proc/reader.c \
	src/proc/rows.c \
	src/proc/rows.h \
	src/proc/tape.c \
	src/proc/tape.h \
	src/proc/vmstat.c \
	src/proc/zoneinfo.c
