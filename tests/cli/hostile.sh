#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Names, devices, sizes and limits that nobody means well: one line that says what to do, no bytes
# that a terminal obeys, nothing left behind.
. "${top_srcdir:-.}/tests/cli/lib.sh"

esc=$(printf '\033')
has_control() { LC_ALL=C tr -d '\n' <"$1" | LC_ALL=C grep -q '[[:cntrl:]]'; }

# names that are orders to a terminal, that break lines and that are no text
evil="$tmp/$(printf 'a\033[31m\033]0;title\007\nb\377\302\233c')"
cp "$root/proc/buddyinfo" "$evil"
cp "$root/proc/buddyinfo" "$evil.2"
echo nonsense >"$evil.txt"
for command in report "report --json" "render overview" "render help"; do
	# shellcheck disable=SC2086
	run 0 $command "$evil"
	has_control "$tmp/out" && complain "$command: the name of a file reaches the terminal raw"
done
for file in "$evil.txt" "$evil.missing" "$tmp"; do
	refuse 3 ".*" report "$file"
	has_control "$tmp/err" && complain "report: the name of a file reaches the terminal raw"
done
for args in "--$esc[31m" "--theme $esc[31m" "--want $esc[31m" "--root /$esc[31m"; do
	# shellcheck disable=SC2086
	"$program" report $args >"$tmp/out" 2>"$tmp/err"
	[ $? -ge 2 ] || complain "report $args: is no error"
	has_control "$tmp/err" && complain "report $args: reaches the terminal raw"
done

# a long name does not push out what is wrong
long=$tmp
for i in 1 2 3; do
	long=$long/$(printf '%0200d' "$i")
	mkdir "$long"
done
refuse 3 ".*000: cannot be opened: No such file or directory; is the name right?" report "$long/$(printf '%0200d' 0)"
echo nonsense >"$long/file"
refuse 3 ".*/file: nothing in it says how memory is; " report "$long/file"

# what has no end is not read to it, what is too large is refused before it is read
for device in /dev/zero /dev/kmsg; do
	[ -r $device ] && [ -c $device ] || continue
	refuse 3 "$device: is a device; " report $device
done
if truncate -s 8G "$tmp/sparse" 2>/dev/null; then
	refuse 3 ".*sparse: larger than 4 GiB; cut out" report "$tmp/sparse"
	rm "$tmp/sparse"
fi

# a limit on file sizes is an error like others, and the old file stays
mkdir "$tmp/save"
echo old >"$tmp/save/file"
(
	ulimit -f 1
	"$program" snapshot --root "$root" -o "$tmp/save/file" 2>"$tmp/err"
)
[ $? = 1 ] || complain "ulimit -f: exit code is not 1"
grep -q 'File too large; raise the limit' "$tmp/err" || complain "ulimit -f: no word about it"
[ "$(cat "$tmp/save/file")" = old ] || complain "ulimit -f: the old file is gone"
[ "$(ls -A "$tmp/save")" = file ] || complain "ulimit -f: something is left behind"

# few descriptors: what cannot be read is named, the rest is shown
# shellcheck disable=SC2016
sh -c 'ulimit -n 8; exec "$0" report --root "$1"' "$program" "$root" >"$tmp/out" 2>"$tmp/err"
[ $? = 0 ] || complain "ulimit -n 8: exit code is not 0"

# counts at the end of the numbers decide nothing that they do not prove
printf 'Node 0, zone   Normal %s\n' "$(yes 18446744073709551615 | head -n 11 | tr '\n' ' ')" \
	>"$tmp/endless"
run 0 report "$tmp/endless"
prints '^Unknown: ' "sums that saturated"
prints '18,446,744,073,709,551,615 pages free' "the longest amount"

# a root whose files are something else: pipes do not block, devices end
for what in fifo folder zero empty; do
	for name in buddyinfo zoneinfo vmstat kpageflags pagetypeinfo; do
		rm -rf "$tmp/root"
		cp -r "$root" "$tmp/root"
		chmod -R u+w "$tmp/root"
		rm -f "$tmp/root/proc/$name"
		case $what in
		fifo) mkfifo "$tmp/root/proc/$name" ;;
		folder) mkdir "$tmp/root/proc/$name" ;;
		zero) ln -s /dev/zero "$tmp/root/proc/$name" ;;
		empty) : >"$tmp/root/proc/$name" ;;
		esac
		run 0 report --root "$tmp/root"
		run 0 render map --root "$tmp/root"
	done
done
exit $bad
