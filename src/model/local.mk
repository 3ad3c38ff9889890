# SPDX-License-Identifier: GPL-2.0-or-later
noinst_LIBRARIES += src/model/libmodel.a
src_model_libmodel_a_CFLAGS = $(AM_CFLAGS)
src_model_libmodel_a_SOURCES = \
	src/model/classify.c \
	src/model/codes.c \
	src/model/codes.h \
	src/model/contig.c \
	src/model/contig_outlook.c \
	src/model/frame.c \
	src/model/frame_check.c \
	src/model/frame_copy.c \
	src/model/frame_sizes.c \
	src/model/gfp.c \
	src/model/gfp_flags.def \
	src/model/gfp_tables.c \
	src/model/gfp_tables.h \
	src/model/history.c \
	src/model/holders.c \
	src/model/index.c \
	src/model/index_score.c \
	src/model/metric.c \
	src/model/migratetype.c \
	src/model/num.c \
	src/model/obstacle.c \
	src/model/pagemap.c \
	src/model/release.c \
	src/model/residue.c \
	src/model/saturate.h \
	src/model/supply.c \
	src/model/supply.h \
	src/model/supply_types.c \
	src/model/tally.c \
	src/model/tally.h \
	src/model/verdict.c \
	src/model/verdict_after.c \
	src/model/verdict_cause.c \
	src/model/verdict_explain.c \
	src/model/verdict_headline.c \
	src/model/verdict_lines.c \
	src/model/verdict_map.c \
	src/model/verdict_private.h \
	src/model/verdict_want.c \
	src/model/verdict_words.c \
	src/model/verdict_words.h \
	src/model/zone_kind.c \
	src/model/zonemap.c \
	src/model/zonemap.h \
	src/model/zonemap_check.c \
	src/model/zonemap_columns.c \
	src/model/zonemap_gaps.c \
	src/model/zonemap_ingest.c \
	src/model/zonemap_orders.c \
	src/model/zonemap_resize.c
