# SPDX-License-Identifier: GPL-2.0-or-later
# The program as its users run it, against the kernel that runs the tests.
check_PROGRAMS += tests/live/frag
tests_live_frag_SOURCES = tests/live/frag.c
