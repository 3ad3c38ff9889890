#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Whatever keys are pressed in whatever order, at whatever size: a screen comes out.
. "${top_srcdir:-.}/tests/cli/lib.sh"

"$program" snapshot --root "$root" -o "$tmp/saved.json" || complain "snapshot"
keys_of() { # seed
	awk -v seed="$1" 'BEGIN {
		srand(seed)
		n = split("1 2 3 4 5 ? <F1> <Enter> <Esc> <Tab> <Shift-Tab> <Up> <Down> <Left> <Right> " \
			  "<PgUp> <PgDn> <Home> <End> + - = c C z Z o O m M r x T , . i I / : n N " \
			  "<Backspace> 9 @ a e <Space> h j k l g G <Ctrl-L> <Ctrl-Z> s", key, " ")
		for (i = 0; i < 400; i++)
			printf "%s", key[int(rand() * n) + 1]
	}'
}
# the host itself too, where its page map can be read
for seed in 1 2 3 4 5 6; do
	keys=$(keys_of $seed)
	for size in 80x24 200x60 40x12 33x7 1x1; do
		run 0 render overview --size $size --keys "$keys" --root "$root"
		[ -s "$tmp/out" ] || complain "seed $seed at $size: no screen"
	done
	run 0 render map --keys "$keys" "$tmp/saved.json" "$root/proc/buddyinfo"
	[ -r /proc/kpageflags ] && [ $seed -lt 3 ] && run 0 render map --keys "$keys" --size 120x40
done
exit $bad
