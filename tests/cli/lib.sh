# SPDX-License-Identifier: GPL-2.0-or-later
# For tests that run the program and look at exit code, output and messages.  Sourced.
set -u
srcdir=$(cd "${top_srcdir:-.}" && pwd)
builddir=$(cd "${top_builddir:-.}" && pwd)
program=$builddir/fragscope
root=$srcdir/tests/cli/root
tmp=$(mktemp -d) || exit 99
trap 'rm -rf "$tmp"' EXIT
export HOME="$tmp" LC_ALL=C.UTF-8
unset NO_COLOR COLORTERM FRAGSCOPERC XDG_CONFIG_HOME XDG_DATA_HOME
bad=0

skip() { echo "skipped: $*"; exit 77; }
complain() {
	echo "FAILED: $*"
	sed 's/^/	/' "$tmp/err"
	bad=1
}

# Runs the program; its output is in $tmp/out and $tmp/err afterwards.
run() { # expected exit code, arguments...
	want=$1
	shift
	"$program" "$@" >"$tmp/out" 2>"$tmp/err" </dev/null
	got=$?
	[ $got = "$want" ] || complain "fragscope $*: exit code $got, expected $want"
}
# The same, and standard error is one line "fragscope: ..." that matches.
refuse() { # expected exit code, pattern, arguments...
	pattern=$2
	code=$1
	shift 2
	run "$code" "$@"
	[ "$(wc -l <"$tmp/err")" = 1 ] || complain "fragscope $*: not one line of error"
	grep -q "^fragscope: $pattern" "$tmp/err" || complain "fragscope $*: expected \"$pattern\""
}
prints() { # pattern, what it is about
	grep -q -e "$1" "$tmp/out" || complain "$2: \"$1\" is not in the output"
}
