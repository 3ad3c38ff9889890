# SPDX-License-Identifier: GPL-2.0-or-later
noinst_LIBRARIES += src/proc/libproc.a
src_proc_libproc_a_CFLAGS = $(AM_CFLAGS) $(LIBPROC2_CFLAGS)
src_proc_libproc_a_SOURCES = \
	src/proc/block.c \
	src/proc/block.h \
	src/proc/buddyinfo.c \
	src/proc/cgroup_names.c \
	src/proc/cgroups.c \
	src/proc/cgroups.h \
	src/proc/extfrag.c \
	src/proc/files.c \
	src/proc/files.h \
	src/proc/holders_job.c \
	src/proc/host.c \
	src/proc/hugepages.c \
	src/proc/iomem.c \
	src/proc/kthreads.c \
	src/proc/pagetypeinfo.c \
	src/proc/proc.c \
	src/proc/process_pages.c \
	src/proc/process_pages.h \
	src/proc/psi.c \
	src/proc/reader.c \
	src/proc/rows.c \
	src/proc/rows.h \
	src/proc/tape.c \
	src/proc/tape.h \
	src/proc/vmstat.c \
	src/proc/zoneinfo.c

# text that people saved or pasted
src_proc_libproc_a_SOURCES += \
	src/proc/capture.c \
	src/proc/capture_pages.c \
	src/proc/capture_pages.h \
	src/proc/clean.c \
	src/proc/clean.h \
	src/proc/frames.c \
	src/proc/frames.h \
	src/proc/grammar.c \
	src/proc/grammar.h \
	src/proc/grammar_words.c \
	src/proc/klog.c \
	src/proc/klog.h \
	src/proc/klog_names.c \
	src/proc/klog_names.h \
	src/proc/klog_request.c \
	src/proc/klog_row.c \
	src/proc/klog_zone.c \
	src/proc/pieces.c \
	src/proc/pieces.h \
	src/proc/plain_lines.c \
	src/proc/plain_lines.h \
	src/proc/prefix.c \
	src/proc/prefix.h \
	src/proc/refuse.c \
	src/proc/refuse.h \
	src/proc/textbuf.c \
	src/proc/textbuf.h \
	src/proc/unwrap.c \
	src/proc/unwrap.h \
	src/proc/unwrap_glue.c \
	src/proc/unwrap_glue.h
