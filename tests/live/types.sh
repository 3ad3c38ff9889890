#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# The pageblocks of a snapshot, which have their migratetypes from the kernel's bitmap, are as many
# of each type as /proc/pagetypeinfo counts.
. "$(dirname "$0")/lib.sh"

[ -r /proc/pagetypeinfo ] || skip "/proc/pagetypeinfo cannot be read"

# Lines "NODE ZONE TYPE PAGEBLOCKS" of what is not 0
printed() {
	awk '
	!/^Node/ { counts = 0 }
	/^Number of blocks type/ { for (i = 5; i <= NF; i++) type[i - 4] = $i; counts = 1; next }
	counts && /^Node/ {
		sub(",", "", $2)
		for (i = 5; i <= NF; i++) if ($i) print $2, $4, type[i - 4], $i
	}' /proc/pagetypeinfo | sort
}
# A line for each thing in braces; the map's zones are those that say of which zones they are.
counted() {
	tr -d '\n' <"$tmp/snapshot" | tr '{' '\n' | awk '
	match($0, /"types":\[[^]]*\]/) && !nr_types {
		nr_types = split(substr($0, RSTART + 9, RLENGTH - 10), name, ",")
	}
	/"of_zones"/ {
		node = zone = $0
		sub(/.*"node":/, "", node); sub(/,.*/, "", node)
		sub(/.*"zone":"/, "", zone); sub(/".*/, "", zone)
	}
	match($0, /"type":\[[0-9,]*\]/) {
		nr = split(substr($0, RSTART + 8, RLENGTH - 9), block, ",")
		for (i = 1; i <= nr; i++) count[node " " zone " " block[i]]++
	}
	END {
		for (key in count) {
			split(key, part, " ")
			gsub("\"", "", name[part[3] + 1])
			if (part[3] != 255) print part[1], part[2], name[part[3] + 1], count[key]
		}
	}' | sort
}

# a pageblock changes its type now and then: once has to be without
for try in 1 2 3 4 5 6 7 8; do
	"$program" snapshot --pages -o "$tmp/snapshot" 2>"$tmp/err" || {
		complain "snapshot failed"
		exit 1
	}
	grep -q '"type":\[' "$tmp/snapshot" ||
		skip "types are not known: $("$program" activity -d 50ms -n 1 2>&1 >/dev/null)"
	printed >"$tmp/printed"
	counted >"$tmp/counted"
	[ -s "$tmp/printed" ] || complain "/proc/pagetypeinfo counts nothing"
	diff "$tmp/printed" "$tmp/counted" >"$tmp/err" && exit $bad
	sleep 0.2
done
complain "pageblocks by type are not those of /proc/pagetypeinfo"
exit 1
