# SPDX-License-Identifier: GPL-2.0-or-later
# The simulator: state and running here, the kernel's mechanisms in mm, layouts and clients in load.
noinst_LIBRARIES += src/sim/libsim.a
src_sim_libsim_a_CFLAGS = $(AM_CFLAGS)
src_sim_libsim_a_CPPFLAGS = $(AM_CPPFLAGS) -I$(srcdir)/src
src_sim_libsim_a_SOURCES = \
	src/sim/bases.def \
	src/sim/check.c \
	src/sim/check_compact.c \
	src/sim/check_lists.c \
	src/sim/check_owners.c \
	src/sim/check_pages.c \
	src/sim/check_private.h \
	src/sim/event_text.c \
	src/sim/expect.c \
	src/sim/frame_in.c \
	src/sim/frame_in.h \
	src/sim/frame_map.c \
	src/sim/frame_map.h \
	src/sim/frame_out.c \
	src/sim/gfp.h \
	src/sim/knob.c \
	src/sim/knob.def \
	src/sim/knob.h \
	src/sim/machine.c \
	src/sim/machine.h \
	src/sim/metric.c \
	src/sim/patches.def \
	src/sim/policy.c \
	src/sim/policy.h \
	src/sim/rows.c \
	src/sim/run.c \
	src/sim/run.h \
	src/sim/scenario.c \
	src/sim/scenario_check.c \
	src/sim/scenario.def \
	src/sim/scenario.h \
	src/sim/scenario_private.h \
	src/sim/scenario_rows.c \
	src/sim/state.c \
	src/sim/state.h

include src/sim/load/local.mk
include src/sim/mm/local.mk
