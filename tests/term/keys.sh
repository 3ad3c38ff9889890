#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Keys, modifiers, mouse and pasted characters arrive as what they are.
. "${top_srcdir:-.}/tests/term/tmux.sh"

start 80 24
run "$show_events"
wait_for 'events: 0 utf8 color'
[ "$(state alternate_on)" = 1 ] || fail "not on the alternate screen"

# tmux's name of a key, what the program calls it
while read -r key name; do
	keys "$key"
	wait_for "^key $name\\."
done <<EOF
a a
Z Z
Up Up
Down Down
Left Left
Right Right
PPage PgUp
NPage PgDn
Home Home
End End
Enter Enter
Tab Tab
BTab Shift-Tab
BSpace Backspace
DC Delete
IC Insert
Space Space
F1 F1
F5 F5
F12 F12
C-a Ctrl-A
C-k Ctrl-K
C-c Ctrl-C
M-x Alt-x
C-Up Ctrl-Up
M-Left Alt-Left
C-NPage Ctrl-PgDn
Escape Esc
EOF

# bytes as other terminals send them
while read -r bytes name; do
	keys -l "$(printf "$bytes")"
	wait_for "^$name\\."
done <<'EOF'
\303\251 key é
\342\226\200 key ▀
\033[11~ key F1
\033[1;3B key Alt-Down
\033OD key Left
\033[<0;10;5M mouse press 4,9
\033[<32;300;2M mouse drag 1,299
\033[<0;11;5m mouse release 4,10
\033[<64;1;1M mouse wheel-up 0,0
\033[<81;2;3M mouse wheel-down 2,1
EOF

# what is no key does nothing: answers and reports of terminals, a mouse gone mad
nr=$(screen | sed -n 's/^events: \([0-9]*\).*/\1/p')
keys -l "$(printf '\033[?1;2c\033[I\033[200~\033[<999999999999;1;1M\033[<;;M\033[38;5;1z')"
keys b
wait_for '^key b\.'
screen | grep -q "^events: $((nr + 1)) " || fail "something else than b was taken for a key"

keys q
ended 0
