# SPDX-License-Identifier: GPL-2.0-or-later
noinst_LIBRARIES += src/export/libexport.a
src_export_libexport_a_CFLAGS = $(AM_CFLAGS) $(CJSON_CFLAGS) $(ZSTD_CFLAGS)
src_export_libexport_a_SOURCES =
