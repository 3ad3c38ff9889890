#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Data on standard input leaves the keyboard usable; no keyboard or no screen is said clearly.
. "${top_srcdir:-.}/tests/term/tmux.sh"

start 80 24
begin() {
	type_line clear
	wait_gone ended
}
begin
type_line "stty -g >before; $program - <$root/proc/buddyinfo; echo \"ended \"\$?.; stty -g >after"
wait_for quit
keys '?'
wait_for 'Ctrl-L'
keys Escape
wait_gone 'Ctrl-L'
keys q
ended 0

begin
type_line "stty -g >before; cat $root/proc/buddyinfo | $program -; echo \"ended \"\$?.; stty -g >after"
wait_for quit
keys q
ended 0

if command -v setsid >/dev/null 2>&1; then
	begin
	run "setsid -w $program --root $root </dev/null"
	ended 2
	shows 'no other keyboard' || fail "no word about the missing keyboard"
else
	echo "not tried: there is no setsid to start a program without a keyboard"
fi

begin
type_line "stty -g >before; $program --root $root | cat; echo \"ended \"\$?.; stty -g >after"
wait_for 'fragscope report'
