#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# The lines of "activity" fit the terminal: whole groups of columns, the most telling ones.
. "${top_srcdir:-.}/tests/term/tmux.sh"

start 80 24
type_line "$program activity --root $root -d 50ms -n 1 2>/dev/null; echo ended"
wait_for '^ended'
shows 'zones compacted/s ----$' || fail "80 columns: not the groups that fit"
[ "$(screen | grep -c '^time .* manual$')" = 1 ] || fail "80 columns: a line is folded"

resize 200 24
type_line "clear; $program activity --root $root -d 50ms -n 1 2>/dev/null; echo ended"
wait_for 'events/s'
wait_for '^ended'
[ "$(screen | grep -c '^time .* lost$')" = 1 ] || fail "200 columns: not all groups"
exit 0
