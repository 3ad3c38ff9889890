#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# What the kernel does is seen by those who use the program: a compaction by hand in "activity", as
# the kernel counts it; pages that are pinned in a snapshot; and the name of a process that is made
# to wait, where memory is so small that one can be (a guest's).
. "$(dirname "$0")/lib.sh"

# Sum of a member of all rows of a list, over all lines
sum() { # list, member
	sed -n "s/.*\"$1\":\[\([^]]*\)\].*/\1/p" "$tmp/lines" | tr ',{}' '\n\n\n' |
		awk -F: -v name="\"$2\"" '$1 == name { sum += $2 } END { printf "%.0f\n", sum }'
}
# Sum of "waits" of one kind, of all processes and lines
waits() { # kind
	sed -n 's/.*"stalls":\[\([^]]*\)\].*/\1/p' "$tmp/lines" | tr '{' '\n' |
		sed -n "s/.*\"kind\":\"$1\",\"waits\":\([0-9]*\).*/\1/p" |
		awk '{ sum += $1 } END { print sum + 0 }'
}
# Rows of compactions by hand, one a line
manual() {
	sed -n 's/"results":{[^}]*},//g; s/.*"compact":\[\([^]]*\)\].*/\1/p' "$tmp/lines" |
		tr '{' '\n' | grep '"cause":"manual"'
}
stalls() { awk '/^allocstall_/ { sum += $2 } END { print sum + 0 }' /proc/vmstat; }
lines() { wc -l <"$tmp/lines"; }
wait_for() { # pattern in the lines
	tries=0
	until grep -q "$1" "$tmp/lines"; do
		sleep 0.1
		tries=$((tries + 1))
		[ $tries -lt 300 ] || return 1
	done
}
# Two more lines: what happened until now is in them.
settle() {
	now=$(lines)
	until [ "$(lines)" -ge $((now + 2)) ]; do sleep 0.05; done
}
begin_watching() {
	"$program" activity -d 200ms --json >"$tmp/lines" 2>"$tmp/err" </dev/null &
	watcher=$!
	until [ -s "$tmp/lines" ]; do
		kill -0 $watcher 2>/dev/null || break
		sleep 0.05
	done
}
end_watching() {
	settle
	kill -INT $watcher
	wait $watcher || complain "activity: exit code $?"
}

# The kernel's own trace of the same events: which event, and where the program counts it.
instance=/sys/kernel/tracing/instances/fragscope-seen
traced="compaction/mm_compaction_end compact runs
compaction/mm_compaction_deferred defer deferred
compaction/mm_compaction_defer_compaction defer defers
compaction/mm_compaction_defer_reset defer resets
compaction/mm_compaction_kcompactd_wake threads kcompactd_wakes
vmscan/mm_vmscan_kswapd_wake threads kswapd_wakes
kmem/mm_page_alloc_extfrag fallbacks fallbacks"
seen_so_far() {
	echo "$traced" | while read -r event list member; do
		echo "$event $list $member $(sum "$list" "$member")"
	done
}
begin_tracing() {
	mkdir $instance 2>/dev/null || return
	echo 8192 >$instance/buffer_size_kb
	seen_so_far >"$tmp/before"
	echo "$traced" | while read -r event list member; do
		echo 1 >"$instance/events/$event/enable"
	done
}
end_tracing() {
	[ -s "$tmp/before" ] || return
	settle
	seen_so_far | cut -d ' ' -f 4 >"$tmp/least"
	echo 0 >$instance/tracing_on
	settle
}
compare_traces() {
	[ -s "$tmp/before" ] || return
	cat $instance/trace >"$tmp/trace"
	rmdir $instance
	# daemons go on: what came while tracing was switched off may be in it or not
	paste -d ' ' "$tmp/before" "$tmp/least" >"$tmp/both"
	while read -r event list member before least; do
		least=$((least - before))
		most=$(($(sum "$list" "$member") - before))
		there=$(grep -c " ${event#*/}: " "$tmp/trace")
		echo "$list, $member: $least to $most, traced: $there"
		[ $(((there + 3) * 100)) -ge $((least * 95)) ] &&
			[ $(((most + 3) * 100)) -ge $((there * 95)) ] ||
			complain "$list: $member are not what the kernel traces"
	done <"$tmp/both"
}

# --- a compaction by hand ----------------------------------------------------------------------

begin_watching
if ! grep -q '"knows":\["compaction"' "$tmp/lines"; then
	kill -INT $watcher
	wait $watcher
	skip "events cannot be had: $(head -n 1 "$tmp/err")"
fi
settle
scanned=$(counter compact_migrate_scanned) free_scanned=$(counter compact_free_scanned)
seen=$(sum compact migrate_scanned_pages) seen_free=$(sum compact free_scanned_pages)
moved=$(counter pgmigrate_success) seen_moved=$(sum compact migrated_pages)
echo 1 >$compact
wait_for '"cause":"manual"' || complain "a compaction by hand is not in \"activity\""
settle
scanned=$(($(counter compact_migrate_scanned) - scanned))
free_scanned=$(($(counter compact_free_scanned) - free_scanned))
moved=$(($(counter pgmigrate_success) - moved))
end_watching
seen=$(($(sum compact migrate_scanned_pages) - seen))
seen_free=$(($(sum compact free_scanned_pages) - seen_free))
seen_moved=$(($(sum compact migrated_pages) - seen_moved))
grep -q '"lost_events"' "$tmp/lines" && complain "events were lost"
# what begins before the counters are read, or ends after, is in one of them only, and a direct
# reclaim that starts over counts twice in allocstall
near() { # a, b
	[ $((($1 + 3) * 100)) -ge $(($2 * 95)) ] && [ $((($2 + 3) * 100)) -ge $(($1 * 95)) ]
}
near "$seen" "$scanned" ||
	complain "the migrate scanner: activity says $seen pages, vmstat $scanned"
near "$seen_free" "$free_scanned" ||
	complain "the free scanner: activity says $seen_free pages, vmstat $free_scanned"
# vmstat counts what else moves pages too (NUMA balancing, DAMON)
[ "$seen_moved" -le $((moved + moved / 20 + 3)) ] ||
	complain "activity says $seen_moved pages were moved, vmstat $moved"
for zone in $(awk '$3 == "zone" { name = $4 } $1 == "managed" && $2 { print name }' /proc/zoneinfo |
	sort -u); do
	manual | grep -q "\"zone\":\"$zone\".*\"total_ns\":[1-9]" ||
		complain "no compaction of zone $zone that took time"
done

# --- pinned pages, and a process that waits ----------------------------------------------------

pinned_pages() {
	"$program" report "$tmp/snapshot" 2>"$tmp/err" |
		awk '$1 == "pinned" && $2 ~ /^[0-9,]+$/ { gsub(",", "", $2); print $2; exit }'
}

if begin_frag fill 128 4 pin; then
	pins=$(sed -n 's/^pinned pages=\([0-9]*\).*/\1/p' "$tmp/frag")
	"$program" snapshot --pages -o "$tmp/snapshot" 2>"$tmp/err" || complain "snapshot failed"
	pinned=$(pinned_pages)
	[ "${pinned:-0}" -ge "$pins" ] ||
		complain "$pins pages are pinned, the report knows of ${pinned:-none}"
else
	complain "frag fill: $(cat "$tmp/frag")"
fi
end_frag

total_mib=$(($(awk '$1 == "MemTotal:" { print $2 }' /proc/meminfo) / 1024))
if [ $total_mib -lt 4096 ]; then
	begin_watching
	settle
	compacted=$(counter compact_stall) reclaimed=$(stalls)
	seen_compacted=$(waits compaction) seen_reclaimed=$(waits reclaim)
	begin_tracing
	if begin_frag leave 24 4; then
		# A zone whose compaction failed is deferred for up to 64 requests: more than that
		# fail on each node, and one of them at least is not.
		echo "thp 192" >&9
		until grep -q '^thp' "$tmp/frag"; do
			kill -0 $fragger 2>/dev/null || break
			sleep 0.1
		done
		# Deferred or not, and whatever was skipped before: by hand the free scanner comes
		# to each block from the end of a zone on, where those are that the kernel filled
		# as it booted.
		free_scanned=$(counter compact_free_scanned)
		echo 1 >$compact
		free_scanned=$(($(counter compact_free_scanned) - free_scanned))
		end_tracing
		settle
		compacted=$(($(counter compact_stall) - compacted))
		reclaimed=$(($(stalls) - reclaimed))
		end_watching
		seen_compacted=$(($(waits compaction) - seen_compacted))
		seen_reclaimed=$(($(waits reclaim) - seen_reclaimed))
		echo "waits for compaction: $seen_compacted, compact_stall: $compacted," \
			"deferred: $(sum defer deferred)"
		echo "waits for reclaim: $seen_reclaimed, allocstall: $reclaimed"
		# some kernels count a stall where each zone was deferred, and nobody waited
		[ "$seen_compacted" -le $((compacted + compacted / 20)) ] &&
			[ $(((seen_compacted + $(sum defer deferred)) * 100)) -ge $((compacted * 95)) ] ||
			complain "waits for compaction are not what vmstat counts"
		compare_traces
		near "$seen_reclaimed" "$reclaimed" ||
			complain "waits for reclaim are not what vmstat counts"
		grep '"stalls"' "$tmp/lines" | grep -q '"comm":"frag"' ||
			complain "frag asked for huge pages, and is not among those who waited"
		if [ "$free_scanned" -gt 0 ]; then
			manual | grep -q '"blocks_empty":[1-9]' ||
				complain "the free scanner left no block empty-handed"
		else
			echo "the free scanner was not needed, says vmstat: what it leaves is not tried"
		fi
	else
		end_watching
		complain "frag leave: $(cat "$tmp/frag")"
	fi
	end_frag
fi
exit $bad
