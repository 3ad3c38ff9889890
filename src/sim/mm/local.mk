# SPDX-License-Identifier: GPL-2.0-or-later
src_sim_libsim_a_SOURCES += \
	src/sim/mm/buddy.h \
	src/sim/mm/compaction.h \
	src/sim/mm/costly.c \
	src/sim/mm/costly.h \
	src/sim/mm/fallback.h \
	src/sim/mm/owner.h \
	src/sim/mm/page_alloc.c \
	src/sim/mm/page_alloc.h \
	src/sim/mm/pcp.h \
	src/sim/mm/slowpath.c \
	src/sim/mm/slowpath.h \
	src/sim/mm/vmscan.h \
	src/sim/mm/watermark.h
