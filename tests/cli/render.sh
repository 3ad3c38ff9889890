#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# render prints what the interactive program would show; report and snapshot agree with it.
. "${top_srcdir:-.}/tests/cli/lib.sh"

views=$("$program" list views | sed 's/ .*//')
for view in $views; do
	for size in 80x24 200x60 40x12 20x5 1x1; do
		run 0 render "$view" --root "$root" --size $size --ascii
		awk -v size=$size 'BEGIN { split(size, s, "x") }
			length > s[1] { bad = 1 } END { exit bad || NR != s[2] }' "$tmp/out" ||
			complain "render $view at $size is not of that size"
	done
	LC_ALL=C run 0 render "$view" --root "$root" --size 200x60
	LC_ALL=C grep -q '[^ -~]' "$tmp/out" && complain "render $view: more than ASCII in the C locale"
	run 0 render "$view" --root "$root" --format ansi
	grep -q "$(printf '\033')\\[" "$tmp/out" || complain "render $view --format ansi has no colours"
	NO_COLOR=1 run 0 render "$view" --root "$root" --format ansi
	grep -q "$(printf '\033')\\[[0-9;]*[34]8;" "$tmp/out" &&
		complain "render $view --format ansi has colours in spite of NO_COLOR"
done

# keys lead from view to view
run 0 render help --root "$root"
cp "$tmp/out" "$tmp/help"
for keys in '?' '<F1>' ':help<Enter>' 'T?' '??<F1>'; do
	first=$(echo "$views" | head -n 1)
	run 0 render "$first" --root "$root" --keys "$keys"
	cut -c 1-20 "$tmp/out" | sed 1d >"$tmp/a"
	cut -c 1-20 "$tmp/help" | sed 1d >"$tmp/b"
	sed '$d' "$tmp/a" >"$tmp/a1"
	sed '$d' "$tmp/b" >"$tmp/b1"
	cmp -s "$tmp/a1" "$tmp/b1" || complain "keys $keys do not lead to the help"
done

# what is saved can be looked at again
run 0 snapshot --root "$root" -o "$tmp/saved.json"
[ -s "$tmp/out" ] && complain "snapshot -o prints to standard output"
run 0 snapshot --root "$root"
run 0 report --json "$tmp/saved.json"
prints '"fragscope-report"' "report --json of a snapshot"
run 0 report "$tmp/saved.json" "$root/proc/buddyinfo"
run 0 report "$root/proc/buddyinfo" "$root/proc/zoneinfo"
"$program" report - <"$root/proc/buddyinfo" >"$tmp/out" 2>"$tmp/err" || complain "report -"
for view in $views; do run 0 render "$view" "$tmp/saved.json"; done

# the block view knows its page's flags at the first screen
if [ -r /proc/kpageflags ] && [ "$(id -u)" = 0 ]; then
	run 0 render block
	prints '^ *flags  ' "render block"
fi

# the who view finds who has the zone's pages: this script does, for one
if [ -r /proc/kpageflags ] && [ "$(id -u)" = 0 ]; then
	run 0 render who --keys F --size 160x50
	prints 'looked through [0-9,]* of [0-9,]* processes' "render who --keys F"
	prints '^ *process  *[0-9]' "render who --keys F"
	# a snapshot knows what is in the way, but not whose it is
	run 0 snapshot -o "$tmp/host.json"
	run 0 render who "$tmp/host.json" --keys F
	prints 'pageblocks of .* free; ' "render who of a snapshot"
	prints 'only the running host can be asked' "render who of a snapshot"
fi

# a question gets an exit code
run 0 report --root "$root" --want 1@0
run 1 report --root "$root" --want 1@0 --want 1000000000@9
exit $bad
