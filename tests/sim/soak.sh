#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
#
# Random operations with every invariant checked, a piece for each era of fallback.  As part of the
# tests it is one piece of SOAK_OPS operations each; the whole, ten million operations for each era,
# is run by hand in a build with sanitizers:
#
#	nice make -C build-asan check TESTS=tests/sim/soak.sh SOAK_OPS=1000000 SOAK_PIECES=10
set -eu
build=${top_builddir:-.}
ops=${SOAK_OPS:-100000}
pieces=${SOAK_PIECES:-1}

# Seeds, sizes of pageblocks, nodes and defrag_mode change from piece to piece.
piece() { # policy, number
	"$build/tests/sim/soak" "$1" "$2" "$ops" 1000 $((9 - $2 % 3 * 2)) $((1 + $2 / 3 % 2)) \
		$(($2 / 2 % 2))
}

for policy in linux-6.1 linux-6.9 linux-6.12 linux-6.15-rc1 linux-6.15 linux-7.3+resample; do
	number=0
	while [ "$number" -lt "$pieces" ]; do
		piece "$policy" "$number"
		number=$((number + 1))
	done
done
