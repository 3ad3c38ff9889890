# SPDX-License-Identifier: GPL-2.0-or-later
# For tests that run the program against the kernel that runs the tests, on a build or in a guest.
# Sourced.
set -u
if [ -n "${top_builddir-}" ]; then
	. "$top_srcdir/tests/cli/lib.sh"
	frag=$builddir/tests/live/frag
else
	# in a guest there is no build folder, and the programs are in the path
	program=fragscope frag=frag bad=0
	tmp=$(mktemp -d) || exit 99
	trap 'rm -rf "$tmp"' EXIT
	skip() { echo "skipped: $*"; exit 77; }
	complain() {
		echo "FAILED: $*"
		cat "$tmp/err"
		bad=1
	}
fi
trap 'exit 99' HUP INT TERM
compact=/proc/sys/vm/compact_memory
[ "$(id -u)" = 0 ] && [ -w $compact ] || skip "only root makes the kernel compact memory"
# bit 21 is CAP_SYS_ADMIN
[ $((0x$(sed -n 's/^CapEff:[[:space:]]*//p' /proc/self/status) >> 21 & 1)) = 1 ] ||
	skip "without CAP_SYS_ADMIN the kernel does not tell where pages are"

counter() { # name in /proc/vmstat
	awk -v name="$1" '$1 == name { print $2 }' /proc/vmstat
}

# --- memory in a known layout (tests/live/frag.c) ---

mkfifo "$tmp/orders"
begin_frag() { # arguments of frag
	"$frag" "$@" <"$tmp/orders" >"$tmp/frag" 2>"$tmp/err" &
	fragger=$!
	exec 9>"$tmp/orders"
	until grep -q '^ready' "$tmp/frag"; do
		kill -0 $fragger 2>/dev/null || return 1
		sleep 0.1
	done
}
end_frag() {
	exec 9>&-
	wait $fragger
}

# Above 0 it keeps per-CPU lists so short that what frag gives back is free for all.
fraction=/proc/sys/vm/percpu_pagelist_high_fraction
shorten_lists() {
	[ -w $fraction ] || return 0
	was=$(cat $fraction)
	trap 'echo "$was" >$fraction; rm -rf "$tmp"' EXIT
	echo 100000 >$fraction
}
