#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# What the scenarios expect holds, but where a finding stands beside it; and there it does not.
# The long ones run where LONG=1, see scenarios-long.sh.
set -u
top=${top_srcdir:-.}
program=${top_builddir:-.}/fragscope
long=" mthp-kernel-build mthp-kernel-build-always process-churn process-churn-always large-writes \
costly-noretry "
tmp=$(mktemp) || exit 99
trap 'rm -f "$tmp"' EXIT
nr=0 bad=0
complain() { echo "FAILED: $*"; bad=1; }

for file in "$top"/scenarios/*.scn; do
	name=$(basename "$file" .scn)
	case $long in *" $name "*) is_long=1 ;; *) is_long=0 ;; esac
	[ "${LONG-0}" = $is_long ] || continue
	nr=$((nr + 1))
	"$program" sim "$file" --check >"$tmp" 2>&1
	code=$?
	tail -n 1 "$tmp" | sed "s/^/$name: /"
	tail -n 1 "$tmp" | grep -q ' of [0-9]* expectations hold' || complain "$name: $(tail -n 1 "$tmp")"
	awk -v name="$name" '
	/^FAILS/ { if (waits) { print waits; bad = 1 } waits = name ": fails, no finding:" substr($0, 6); next }
	/^       finding: / { waits = ""; nr_findings++ }
	/^       although: / { print name ": holds, in spite of its finding"; bad = 1 }
	/^holds/ { if (waits) { print waits; bad = 1 } waits = "" }
	END { if (waits) { print waits; bad = 1 } exit bad }' "$tmp" || bad=1
	case $code in
	0) ! grep -q '^FAILS' "$tmp" || complain "$name: exits with 0 though one fails" ;;
	1) grep -q '^FAILS' "$tmp" || complain "$name: exits with 1 though none fails" ;;
	*) complain "$name: exits with $code" ;;
	esac
done
[ $nr -gt 0 ] || complain "there are no scenarios"
exit $bad
