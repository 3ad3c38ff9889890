# SPDX-License-Identifier: GPL-2.0-or-later
src_sim_libsim_a_SOURCES += \
	src/sim/load/client.def \
	src/sim/load/client.h \
	src/sim/load/client_kind.def \
	src/sim/load/layout.def \
	src/sim/load/layout.h \
	src/sim/load/plan.c \
	src/sim/load/plan.h
