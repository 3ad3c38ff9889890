#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# One free page in eight, at a place that the free scanner samples and at one that it does not: what
# a snapshot's report and the residue view say of it, and what the map of a program that watched a
# compaction has noted.
. "$(dirname "$0")/lib.sh"

MIB=512   # in which one page in eight is free: 256 pageblocks of 2 MiB
SURE=64   # of them, so many have to show; no other memory is that uneven
[ "$(awk '$1 == "MemAvailable:" { print $2 }' /proc/meminfo)" -gt $(((MIB + 512) * 1024)) ] ||
	skip "less than $((MIB + 512)) MiB of memory to spare"
[ -r /proc/kpageflags ] || skip "/proc/kpageflags cannot be read"

# Sum over zones of pageblocks that are blind at a stride, in a JSON report
blind_at() { # index of the stride
	tr -d '\n' <"$tmp/report" | grep -o '"blind_blocks":\[[^]]*\]' | sed 's/.*\[//; s/\]//' |
		awk -F, -v i="$1" '{ sum += $(i + 1) } END { print sum + 0 }'
}
# Zones in whose histogram at stride 8, as the residue view draws it, the bar of a residue is at
# least twice as high as those beside it.  The one at 0 aside: there all larger blocks begin.
peaks_at() { # residue
	for keys in "" z zz zzz zzzz; do
		"$program" render residue "$tmp/snapshot" --size 60x60 --ascii --keys "$keys++" |
			awk -v at="$1" '
			/free blocks by pfn mod 8/ { plot = 1; next }
			plot && /^ +0 +1 +2 +3/ { exit }
			plot { for (r = 0; r < 8; r++) bar[r] += substr($0, 7 + 6 * r, 5) ~ /[^ -]/ }
			END {
				for (r = 1; r < 8; r++)
					if (r != at && bar[r] * 2 > bar[at]) exit
				print "zone"
			}'
	done | wc -l
}
# A snapshot of a layout, and its report.
look_at() { # residue
	begin_frag fill $MIB "$1" pin || {
		complain "frag fill: $(cat "$tmp/frag")"
		exit 1
	}
	"$program" snapshot --pages -o "$tmp/snapshot" 2>"$tmp/err" || complain "snapshot failed"
	"$program" report --json "$tmp/snapshot" >"$tmp/report" 2>"$tmp/err"
	[ $? -le 1 ] || complain "report failed"
	hidden=$(($(blind_at 3) - $(blind_at 2)))
	echo "residue $1: $(blind_at 2) pageblocks are blind at stride 4, $(blind_at 3) at stride 8"
}

# --- what is hidden from the free scanner ------------------------------------------------------

shorten_lists
look_at 0
[ $hidden -lt $SURE ] || complain "residue 0 is sampled, and $hidden pageblocks are called blind"
end_frag
# whoever else runs may take the pages that were freed before they are looked at
for try in 1 2 3 4 5; do
	look_at 4
	[ $hidden -lt $SURE ] || break
	[ $try = 5 ] || end_frag
done
[ $hidden -ge $SURE ] || complain "residue 4 is not sampled, and only $hidden pageblocks are blind"
[ "$(peaks_at 4)" -gt 0 ] || complain "no histogram has its peak at residue 4"

# --- what the free scanner left behind, on the map of who watched ------------------------------

# Sum of a column over all pageblocks of a snapshot
column() { # name
	tr -d '\n' <"$tmp/saved" | grep -o "\"$1\":\[[^]]*\]" | sed 's/.*\[//; s/\]//' |
		tr ',' '\n' | awk '{ sum += $1 } END { print sum + 0 }'
}
# The interactive program, with keys from here
begin_session() {
	mkfifo "$tmp/keys"
	(cd "$tmp" && TERM=xterm-256color exec script -q -c "stty cols 80 rows 24; $program" \
		/dev/null <"$tmp/keys" >"$tmp/screen" 2>&1 9>&-) &
	session=$!
	exec 8>"$tmp/keys"
}
# Saves until something is in that column.
save() { # name
	for look in 1 2 3 4 5; do
		printf s >&8
		sleep 2
		[ -z "$(ls "$tmp"/fragscope-*.json 2>/dev/null)" ] ||
			mv "$tmp"/fragscope-*.json "$tmp/saved"
		[ ! -f "$tmp/saved" ] || [ "$(column "$1")" = 0 ] || return 0
	done
	return 1
}

if ! command -v script >/dev/null; then
	echo "the map is not tried: no script"
elif "$program" activity -d 50ms -n 1 2>&1 >/dev/null | grep -q 'not allowed\|not built in'; then
	echo "the map is not tried: events cannot be had"
else
	begin_session
	sleep 3
	# By hand it samples each page until three blocks in a row had none free, and again from
	# there on once it found one: where it did so all the way, nothing is missed.
	for try in 1 2 3 4 5; do
		echo 1 >$compact
		save misses && break
		end_frag
		begin_frag fill $MIB 4 pin || break
	done
	printf q >&8
	exec 8>&-
	wait $session || complain "the session ended with $?"
	visits=$(column visits) misses=$(column misses)
	[ "$visits" -gt 0 ] || complain "the map has no visit of the free scanner"
	echo "the free scanner came $visits times, and left $misses times with nothing"
	[ "$misses" -gt 0 ] || complain "the free scanner found something each time"
	for keys in "" z zz zzz zzzz; do
		"$program" render map "$tmp/saved" --keys "$keys"ccccc
	done >"$tmp/map"
	grep -q '^ missed ' "$tmp/map" || complain "the colouring is not the one that was asked for"
	grep -q 'left empty-handed\|missed at times' "$tmp/map" || complain "no map shows a miss"
fi
end_frag
exit $bad
