# SPDX-License-Identifier: GPL-2.0-or-later
src_sim_libsim_a_SOURCES += \
	src/sim/mm/anon_fault.c \
	src/sim/mm/anon_fault.h \
	src/sim/mm/buddy.c \
	src/sim/mm/buddy.h \
	src/sim/mm/compaction.h \
	src/sim/mm/costly.c \
	src/sim/mm/costly.h \
	src/sim/mm/fallback.c \
	src/sim/mm/fallback.h \
	src/sim/mm/fallback_e1.c \
	src/sim/mm/fallback_private.h \
	src/sim/mm/filemap.c \
	src/sim/mm/filemap.h \
	src/sim/mm/highatomic.c \
	src/sim/mm/kswapd.c \
	src/sim/mm/owner.c \
	src/sim/mm/owner.h \
	src/sim/mm/page_alloc.c \
	src/sim/mm/page_alloc.h \
	src/sim/mm/pcp.c \
	src/sim/mm/pcp.h \
	src/sim/mm/slowpath.c \
	src/sim/mm/slowpath.h \
	src/sim/mm/vmscan.c \
	src/sim/mm/vmscan.h \
	src/sim/mm/vmscan_lru.c \
	src/sim/mm/watermark.c \
	src/sim/mm/watermark.h
