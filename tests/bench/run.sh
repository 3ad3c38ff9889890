#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Everything the design promises in numbers, as ratios side by side in one run.
set -u
build=${1:?usage: run.sh BUILD_FOLDER}

echo "== program: start, cost of watching, memory"
"$build/tests/bench/bench-watch" "$build/fragscope"

echo "== page map: a full sweep against a bare loop that only reads kpageflags"
"$build/tests/bench/bench-sweep"

echo "== screen: drawing each view at 200x60, of 5 ms"
"$build/tests/bench/bench-draw"

echo "== map, residue and block views: a zone of 4 GiB and one of 1 TiB at 200x60, of 5 ms"
"$build/tests/bench/bench-views"
