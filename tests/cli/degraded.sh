#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# degraded: what the program may not do costs only that, and one line says what would give it.
. "${top_srcdir:-.}/tests/cli/lib.sh"

[ "$(id -u)" = 0 ] || skip "only root can take rights away from the program"
for tool in setpriv unshare mount; do
	command -v $tool >/dev/null || skip "no $tool"
done

# Everything that reads this host still ends well, and no library says anything.
goes_on() { # what is taken, command in front of the program...
	what=$1
	shift
	for arguments in "snapshot" "report --json" "render overview" "render activity" \
		"render map" "render who" "activity -d 50ms -n 1"; do
		# shellcheck disable=SC2086
		"$@" "$program" $arguments >"$tmp/out" 2>"$tmp/err" </dev/null
		status=$?
		[ $status -le 1 ] || complain "without $what: $arguments: exit code $status"
		[ -s "$tmp/out" ] || complain "without $what: $arguments: no output"
		! grep -qi 'libbpf' "$tmp/out" "$tmp/err" || complain "without $what: libbpf speaks"
	done
}
# The last of these was "activity": one line about what is missing.
names() { # pattern
	[ "$(wc -l <"$tmp/err")" = 1 ] || complain "without $what: not one line"
	grep -q "^fragscope: activity: $1" "$tmp/err" || complain "without $what: not \"$1\""
}

case $("$program" activity -d 50ms -n 1 2>&1 >/dev/null) in
*"not built in"*)
	goes_on "BPF in this build" env
	names 'BPF is not built in; build without --disable-bpf'
	exit $bad ;;
*"not allowed"*) skip "this root may not trace the kernel" ;;
esac

drop() { # capabilities...
	list=$(printf ',-%s' "$@")
	echo "--bounding-set ${list#,} --inh-caps ${list#,}"
}
# shellcheck disable=SC2046
goes_on CAP_BPF setpriv $(drop sys_admin bpf)
names 'not allowed to trace the kernel; run as root, or with CAP_BPF$'
# shellcheck disable=SC2046
goes_on CAP_PERFMON setpriv $(drop sys_admin perfmon)
names 'not allowed to trace the kernel; run as root, or with CAP_PERFMON$'
goes_on "any right" setpriv --reuid 65534 --regid 65534 --clear-groups
names 'not allowed to trace the kernel; run as root, or with CAP_BPF and CAP_PERFMON$'
if unshare -m mount -t tmpfs none /sys/kernel/btf 2>/dev/null; then
	goes_on BTF unshare -m sh -c 'mount -t tmpfs none /sys/kernel/btf && exec "$@"' sh
	names 'this kernel does not describe its types; build it with CONFIG_DEBUG_INFO_BTF$'
fi
# Only the record in tracefs says whether a fallback claimed its pageblock.
if unshare -m mount -t tracefs none /sys/kernel/tracing 2>/dev/null; then
	# shellcheck disable=SC2016
	goes_on tracefs unshare -m sh -c 'mount -t tmpfs none /sys/kernel/tracing &&
		mount -t tmpfs none /sys/kernel/debug && exec "$@"' sh
	names '.*claimed pageblocks: tracefs is not readable; mount it at /sys/kernel/tracing'
	# shellcheck disable=SC2016
	goes_on nothing unshare -m sh -c \
		'mount -t tracefs none /sys/kernel/tracing && exec "$@"' sh
	! grep -q tracefs "$tmp/err" || complain "tracefs is there, and is missed"
fi
exit $bad
