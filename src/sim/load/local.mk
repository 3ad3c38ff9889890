# SPDX-License-Identifier: GPL-2.0-or-later
src_sim_libsim_a_SOURCES += \
	src/sim/load/client.c \
	src/sim/load/client.def \
	src/sim/load/client.h \
	src/sim/load/client_fault.c \
	src/sim/load/client_file.c \
	src/sim/load/client_files.c \
	src/sim/load/client_growth.c \
	src/sim/load/client_kind.def \
	src/sim/load/client_kind.h \
	src/sim/load/client_mthp.c \
	src/sim/load/client_reader.c \
	src/sim/load/client_slab.h \
	src/sim/load/client_sysctl.c \
	src/sim/load/client_thp.c \
	src/sim/load/client_toucher.c \
	src/sim/load/client_want.c \
	src/sim/load/client_write.c \
	src/sim/load/client_writer.c \
	src/sim/load/layout.c \
	src/sim/load/layout.def \
	src/sim/load/layout.h \
	src/sim/load/layout_age.c \
	src/sim/load/layout_eat.c \
	src/sim/load/layout_fill.c \
	src/sim/load/layout_free.c \
	src/sim/load/layout_pin.c \
	src/sim/load/plan.c \
	src/sim/load/plan.h
