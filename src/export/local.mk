# SPDX-License-Identifier: GPL-2.0-or-later
noinst_LIBRARIES += src/export/libexport.a
src_export_libexport_a_CFLAGS = $(AM_CFLAGS) $(CJSON_CFLAGS) $(ZSTD_CFLAGS)
src_export_libexport_a_SOURCES = \
	src/export/activity_interval.c \
	src/export/activity_json.c \
	src/export/activity_json.h \
	src/export/base64.c \
	src/export/base64.h \
	src/export/column.c \
	src/export/column.h \
	src/export/comparison_json.c \
	src/export/comparison_text.c \
	src/export/field.c \
	src/export/field.h \
	src/export/field_kinds.c \
	src/export/json_in.c \
	src/export/json_in.h \
	src/export/json_out.c \
	src/export/json_out.h \
	src/export/json_parse.c \
	src/export/report.h \
	src/export/report_json.c \
	src/export/report_map.c \
	src/export/report_obstacle.c \
	src/export/report_text.c \
	src/export/report_text.h \
	src/export/report_text_map.c \
	src/export/report_text_obstacle.c \
	src/export/report_text_zone.c \
	src/export/report_zone.c \
	src/export/snapshot.c \
	src/export/snapshot.h \
	src/export/snapshot_activity.c \
	src/export/snapshot_blocks.c \
	src/export/snapshot_blocks.h \
	src/export/snapshot_frame.c \
	src/export/snapshot_map.c \
	src/export/snapshot_types.c \
	src/export/snapshot_zone.c \
	src/export/text_table.c \
	src/export/text_table.h
