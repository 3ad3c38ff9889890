# SPDX-License-Identifier: GPL-2.0-or-later
src_sim_libsim_a_SOURCES += \
	src/sim/load/client.h
