#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# However the program ends, the terminal is as it was before.
. "${top_srcdir:-.}/tests/term/tmux.sh"

start 80 24
begin() {
	type_line clear
	wait_gone ended
	run "$program --root $root --theme dark"
	wait_for quit
}

begin
keys q
ended 0

begin
keys F10
ended 0

begin
keys C-c
ended 0

# asked to end: status 128 + signal, so that the caller sees it
for signal in INT:130 TERM:143 HUP:129 QUIT:131; do
	begin
	kill -"${signal%:*}" "$(pid)"
	ended "${signal#*:}"
done

# crashes: the same, and how to report it
for signal in SEGV:139 BUS:135 FPE:136 ILL:132 ABRT:134; do
	begin
	kill -"${signal%:*}" "$(pid)"
	ended "${signal#*:}"
	shows 'crashed; please report' || fail "no word about the crash by ${signal%:*}"
done

# one that hangs ends at the second request
type_line clear
run "$show_events"
wait_for 'events: 0'
keys w
keys x
kill -TERM "$(pid)"
until_true "for the first signal to be noted" kill -0 "$(pid)"
tenths=0
while kill -TERM "$(pid)" 2>/dev/null && [ $tenths -lt "$LIMIT" ]; do
	tenths=$((tenths + 1))
	sleep 0.1
done
ended 143

# an abort() from inside, and what was written to standard error before
type_line clear
run "$show_events"
wait_for 'events: 0'
keys e
wait_for 'events: 1'
shows 'this went to standard error' && fail "standard error tears the screen"
keys '!'
ended 134
shows 'this went to standard error' || fail "standard error was lost"

# the terminal goes away: with SIGHUP, and to one that ignores that signal
is_gone() { ! kill -0 "$1" 2>/dev/null; }
for how in "" 'trap "" HUP;'; do
	type_line clear
	wait_gone ended
	rm -f "$tmp/pid"
	type_line "sh -c '$how echo \$\$ >pid; exec $program --root $root'"
	wait_for quit
	child=$(pid)
	ignores=$(awk '/^SigIgn/ { print $2 }' "/proc/$child/status")
	[ -z "$how" ] || [ $((0x${ignores#????????} & 1)) = 1 ] || fail "SIGHUP is not ignored"
	tm kill-server
	until_true "for the program without a terminal to end" is_gone "$child"
	start 80 24
done
