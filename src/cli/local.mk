# SPDX-License-Identifier: GPL-2.0-or-later
noinst_LIBRARIES += src/cli/libcli.a
src_cli_libcli_a_CFLAGS = $(AM_CFLAGS) $(INIH_CFLAGS)
src_cli_libcli_a_SOURCES = \
	src/cli/savefile.c
