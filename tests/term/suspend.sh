#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Ctrl-Z gives the terminal back, fg takes it again; so does being stopped from outside.
. "${top_srcdir:-.}/tests/term/tmux.sh"

start 80 24
stopped() { [ "$(state alternate_on)" = 0 ] && shows 'ready>'; }
running() { [ "$(state alternate_on)" = 1 ] && shows quit; }

run "$program --root $root"
wait_for quit
for how in key signal; do
	case $how in
	key) keys C-z ;;
	signal) kill -TSTP "$(pid)" ;;
	esac
	until_true "to be stopped by $how" stopped
	[ "$(state mouse_any_flag)" = 0 ] || fail "the mouse is still taken"
	type_line 'stty -g >stopped; echo "the "shell.'
	wait_for 'the shell\.'
	cmp "$tmp/before" "$tmp/stopped" || fail "the terminal's settings are not as before"
	resize 100 30
	type_line fg
	until_true "to go on" running
	wait_for '.\{90\}'
	resize 80 24
done

# stopped without being asked: the terminal is as we had it (Enter is no newline), the screen not
kill -STOP "$(pid)"
until_true "for the prompt" shows 'ready>'
keys -l 'clear; fg'
keys C-j
until_true "to go on" running
wait_gone 'ready>'
keys q
until_true "to end" stopped
