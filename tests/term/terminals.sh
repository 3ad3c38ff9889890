#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Terminals of all kinds: known, unknown, too dumb, without colours, without UTF-8, of any size.
. "${top_srcdir:-.}/tests/term/tmux.sh"

esc=$(printf '\033')
start 80 24
begin() { # settings
	type_line clear
	wait_gone ended
	run "env $1 $program --root $root"
	wait_for quit
}
end() {
	keys q
	ended 0
}
has_colors() { colors | grep -q "$esc\\[[0-9;]*[34][0-8]\(;[0-9;]*\)*m"; }
has_rgb() { colors | grep -q "$esc\\[[0-9;]*[34]8;2;"; }
# the help shows the arrow keys
has_ascii_only() {
	keys '?'
	wait_for "keys: program"
	! screen | LC_ALL=C grep -q '[^ -~]'
	found=$?
	keys Escape
	wait_gone "keys: program"
	return $found
}

begin TERM=tmux-256color
has_colors || fail "no colours on a terminal that has them"
has_rgb && fail "24-bit colours though COLORTERM does not promise them"
has_ascii_only && fail "only ASCII in a UTF-8 locale"
end

if infocmp tmux-direct >/dev/null 2>&1; then
	begin "TERM=tmux-256color COLORTERM=truecolor"
	has_rgb || fail "no 24-bit colours"
	end
else
	echo "not tried: there is no terminfo entry tmux-direct (package ncurses-term)"
fi

begin "TERM=tmux-256color NO_COLOR=1"
has_colors && fail "colours in spite of NO_COLOR"
end

begin "TERM=tmux-256color NO_COLOR="
has_colors || fail "an empty NO_COLOR counts as set"
end

begin "TERM=vt100"
has_colors && fail "colours on a vt100"
end

begin "TERM=no-such-terminal-anywhere"
end
begin "TERM="
end
begin "TERM=xterm-nobody-knows"
end

begin "TERM=tmux-256color LC_ALL=C"
has_ascii_only || fail "more than ASCII in the C locale"
end
begin "TERM=tmux-256color LC_ALL=xx_YY.UTF-8"
has_ascii_only && fail "only ASCII though the (missing) locale says UTF-8"
end

# pairs of colours are taken from old pictures, never from the one on screen: after many pictures the
# last one looks as if it were the first
for name in screen xterm-16color tmux-256color; do
	infocmp $name >/dev/null 2>&1 || continue
	for first in 0 12; do
		type_line clear
		wait_gone ended
		run "env TERM=$name $show_events $first"
		wait_for "whole $first\\.0\\."
		for nr in 1 2 3 4 5 6 7 8 9 10 11 12; do
			[ $first = 0 ] || continue
			keys x
			wait_for "whole $nr\\.0\\."
		done
		colors | sed -n '14,23p' >"$tmp/drawn-$first"
		keys C-l
		wait_for 'whole [0-9]*\.1\.'
		colors | sed -n '14,23p' | cmp -s - "$tmp/drawn-$first" ||
			fail "TERM=$name: drawn anew it looks otherwise"
		keys q
		ended 0
	done
	cmp -s "$tmp/drawn-0" "$tmp/drawn-12" || fail "TERM=$name: wrong colours after many pictures"
	[ "$(grep -o "$esc\\[" "$tmp/drawn-0" | wc -l)" -gt 100 ] || fail "TERM=$name: few colours"
done

# a line printer is told so
type_line clear
wait_gone ended
run "env TERM=dumb $program --root $root"
ended 2
shows 'cannot place its cursor' || fail "no word about TERM=dumb"

# --color and --ascii win over the environment
type_line clear
wait_gone ended
run "env NO_COLOR=1 $program --root $root --color=always --ascii"
wait_for quit
has_colors || fail "no colours in spite of --color=always"
has_ascii_only || fail "more than ASCII in spite of --ascii"

# every size, down to a single cell and back
for size in 200x60 40x12 39x11 20x3 5x1 1x1 1x50 3x2 80x24; do
	resize "${size%x*}" "${size#*x}"
	until_true "for size $size" test "$(state window_width)x$(state window_height)" = "$size"
done
wait_for quit
end
