# SPDX-License-Identifier: GPL-2.0-or-later
#
# Each NAME.bpf.c becomes NAME.skel.h, which NAME.c includes: the compiled programs as an array of
# bytes with functions to load them.  Debug information is dropped, BTF is kept.
noinst_LIBRARIES += src/bpf/libkern.a
src_bpf_libkern_a_CPPFLAGS = $(AM_CPPFLAGS) -I$(builddir)/src/bpf $(LIBBPF_CFLAGS)
src_bpf_libkern_a_CFLAGS = $(AM_CFLAGS)
src_bpf_libkern_a_SOURCES = \
	src/bpf/kaddr.c \
	src/bpf/kaddr.h \
	src/bpf/kern.c \
	src/bpf/kern_private.h \
	src/bpf/klayout.c \
	src/bpf/klayout.h \
	src/bpf/kpage.c \
	src/bpf/kpage.h \
	src/bpf/kpage_layout.c \
	src/bpf/kpage_pin.c \
	src/bpf/kpages.c \
	src/bpf/kmem.c \
	src/bpf/ksection.c \
	src/bpf/ksection.h \
	src/bpf/kwalk.c
EXTRA_DIST += \
	src/bpf/kernel.h \
	src/bpf/klayout.def \
	src/bpf/kread.bpf.c \
	src/bpf/kread.h \
	src/bpf/trace.bpf.c \
	src/bpf/trace.h \
	src/bpf/trace_types.h

BPF_CFLAGS = -std=gnu11 -O2 -g -target bpf -Wall -Wextra -Wno-unused-parameter \
	-DFRAGSCOPE_BPF_PROGRAM -I$(srcdir)/include $(LIBBPF_CFLAGS)
BPF_INCLUDED = src/bpf/kernel.h src/bpf/kread.h src/bpf/trace.h src/bpf/trace_types.h \
	include/fragscope/activity_event.h

if BPF
BPF_SKELETONS = src/bpf/kread.skel.h src/bpf/trace.skel.h
src_bpf_libkern_a_SOURCES += src/bpf/klayout_btf.c src/bpf/kread.c \
	src/bpf/ktrace.c \
	src/bpf/ktrace_missing.c \
	src/bpf/ktrace_private.h \
	src/bpf/ktrace_rows.c \
	src/bpf/ktrace_rows.h
else
src_bpf_libkern_a_SOURCES += src/bpf/no_bpf.c
endif
BUILT_SOURCES += $(BPF_SKELETONS)
CLEANFILES += $(BPF_SKELETONS) $(BPF_SKELETONS:.skel.h=.bpf.o) $(BPF_SKELETONS:.skel.h=.bpf.tmp)

SUFFIXES = .bpf.c .skel.h
$(BPF_SKELETONS): $(BPF_INCLUDED)
# BUILT_SOURCES are made first by "make all" and "make check" alone
src/bpf/libkern_a-kread.$(OBJEXT): src/bpf/kread.skel.h
src/bpf/libkern_a-ktrace.$(OBJEXT): src/bpf/trace.skel.h
.bpf.c.skel.h:
	$(AM_V_GEN)$(MKDIR_P) src/bpf && \
	$(BPF_CLANG) $(BPF_CFLAGS) -c $< -o $*.bpf.tmp && \
	$(BPFTOOL) gen object $*.bpf.o $*.bpf.tmp && \
	$(BPFTOOL) gen skeleton $*.bpf.o name $(*F)_bpf >$@.new && mv $@.new $@
