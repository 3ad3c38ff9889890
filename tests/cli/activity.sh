#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# activity: a line per interval, without events where there are none, and whole lines whatever ends
# it.
. "${top_srcdir:-.}/tests/cli/lib.sh"

# fields of the last line by the names in the header
value() { # name, which of that name
	awk -v name="$1" -v which="${2:-1}" '$1 == "time" { split($0, head) }
		END { for (i = 1; i <= NF; i++) if (head[i] == name && ++n == which) print $i }' \
		"$tmp/out"
}
equals() { # what it is, expected
	[ "$1" = "$2" ] || complain "\"$1\" instead of \"$2\""
}

refuse 2 "--count: \"x\"" activity -n x
refuse 2 "--count: \"-1\"" activity -n -1
refuse 2 "a.json: activity takes no file" activity a.json
refuse 2 "--delay: \"0\"" activity -d 0

# a tree in which compaction goes on: what counters tell is told, the rest is "-"
mkdir -p "$tmp/root"
cp -r "$root/proc" "$tmp/root/"
chmod -R u+w "$tmp/root"
vmstat=$tmp/root/proc/vmstat
grep -v '^compact_\|^allocstall\|^pgmigrate' "$root/proc/vmstat" >"$tmp/rest"
# Files of a kernel stay open: these numbers change in place, and all at once.
counters() { # n
	{
		printf '%s %08d\n' compact_stall $(($1 * 3)) compact_fail "$1" \
			compact_success $(($1 * 3)) compact_migrate_scanned $(($1 * 1000)) \
			compact_daemon_wake "$1" allocstall_normal "$1" allocstall_movable "$1"
		cat "$tmp/rest"
	} >"$tmp/next"
	dd if="$tmp/next" of="$vmstat" bs=64K conv=notrunc 2>/dev/null
}
rm "$vmstat"
counters 0
"$program" activity --root "$tmp/root" -d 50ms -n 1 >"$tmp/out" 2>"$tmp/err" </dev/null ||
	complain "a tree: exit code $?"
equals "$(wc -l <"$tmp/out")" 3
equals "$(value compact)" 0
equals "$(value compact 2)" -
equals "$(value success)" -
equals "$(value lost)" -
equals "$(wc -l <"$tmp/err")" 1
grep -q '^fragscope: activity: ' "$tmp/err" || complain "nothing says what is missing"

# counters that grow while it looks: the interval's, whichever line has them
rm "$tmp/out"
"$program" activity --root "$tmp/root" -d 50ms --json >"$tmp/out" 2>"$tmp/err" </dev/null &
pid=$!
until [ -s "$tmp/out" ]; do sleep 0.02; done
counters 5
until grep -q '"compact_stall":15,"compact_fail":5' "$tmp/out"; do sleep 0.02; done
kill -INT $pid
wait $pid
equals $? 0
if command -v python3 >/dev/null 2>&1; then
	python3 -c '
import json, sys
lines = [json.loads(line) for line in open(sys.argv[1])]
assert lines and all(line["format"] == "fragscope-activity" for line in lines)
assert sum(line["vmstat"]["allocstall_movable"] for line in lines) == 5
assert all(a["end_ns"] == b["begin_ns"] for a, b in zip(lines, lines[1:]))
assert "activity" not in lines[0]
' "$tmp/out" || complain "the lines of JSON do not add up"
fi
[ -z "$(tail -c 1 "$tmp/out" | tr -d '\n')" ] || complain "the last line was cut"

# each signal ends it between two lines, and the pipe's end is no error message
rm "$tmp/out"
"$program" activity --root "$tmp/root" -d 50ms >"$tmp/out" 2>"$tmp/err" </dev/null &
pid=$!
until [ "$(cat "$tmp/out" 2>/dev/null | wc -l)" -ge 4 ]; do sleep 0.02; done
kill -TERM $pid
wait $pid
equals $? 0
"$program" activity --root "$tmp/root" -d 50ms 2>"$tmp/err" </dev/null | head -n 3 >"$tmp/out"
equals "$(wc -l <"$tmp/out")" 3
equals "$(wc -l <"$tmp/err")" 1
if [ -w /dev/full ]; then
	"$program" activity --root "$tmp/root" -d 50ms >/dev/full 2>"$tmp/err" </dev/null
	equals $? 1
	grep -q 'standard output: cannot write' "$tmp/err" || complain "a full disk is not told"
fi

# the header comes again, so that it is on the screen
"$program" activity --root "$tmp/root" -d 50ms -n 21 >"$tmp/out" 2>"$tmp/err" </dev/null
equals "$(grep -c '^time ' "$tmp/out")" 2
awk 'NR == 2 { width = length } /^[0-9]/ && length != width { bad = 1 } END { exit bad }' \
	"$tmp/out" || complain "columns do not line up"

refuse 3 "" activity --root "$tmp/nowhere"
exit $bad
