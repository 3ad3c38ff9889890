#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
#
# The same seed gives the same machine whoever compiled it: gcc and clang, without and with
# optimization, and for 32 bits.  Each builds the simulator and tests/sim/hashes.c anew; all have to
# print what the program of this build prints.
set -u
top=${top_srcdir:-.} build=${top_builddir:-.}
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT
sources="$top/src/base/*.c $top/src/model/*.c $top/src/sim/*.c $top/src/sim/*/*.c"
sources="$sources $top/tests/sim/hashes.c $top/tests/sim/random_world.c"
scenarios=
for name in bulk-refill costly-noretry folio-faults-residue-4 large-writes process-churn; do
	scenarios="$scenarios $top/scenarios/$name.scn"
done
bad=0 built=0

# shellcheck disable=SC2086
"$build/tests/sim/hashes" $scenarios >"$work/here" || { cat "$work/here"; exit 1; }

can_build() { # compiler, flags...
	echo 'int main(void) { return 0; }' >"$work/try.c"
	"$@" -o "$work/try" "$work/try.c" >"$work/try.log" 2>&1 && "$work/try"
}

# Warnings are the business of the real build.
build_with() { # compiler, flags...
	rm -rf "$work/o" && mkdir "$work/o"
	# shellcheck disable=SC2086
	printf '%s\n' $sources | xargs -P 2 -I FILE sh -c '
		file=$1 out=$2; shift 2
		"$@" -std=gnu11 -D_GNU_SOURCE -w -I"$0/include" -I"$0/src" -c "$file" \
			-o "$out/o$(echo "$file" | tr / _).o"' "$top" FILE "$work/o" "$@" &&
		"$@" -o "$work/hashes" "$work"/o/*.o -lm
}

compare() { # compiler, flags...
	if ! can_build "$@"; then
		echo "not with $*: it does not build here: $(tail -n 1 "$work/try.log")"
		return
	fi
	built=$((built + 1))
	# shellcheck disable=SC2086
	if build_with "$@" && "$work/hashes" $scenarios >"$work/there" &&
	   diff "$work/here" "$work/there"; then
		echo "$*: the same $(wc -l <"$work/here") machines"
	else
		echo "$*: FAILED"
		bad=1
	fi
}

compare gcc -O0
compare gcc -O2
compare clang -O0
compare clang -O2
compare gcc -m32 -msse2 -O2
[ "$built" -gt 0 ] || { echo "no compiler but this build's"; exit 77; }
exit $bad
