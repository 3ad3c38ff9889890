#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Everything the design promises in numbers, measured side by side in one run.
set -u
build=${1:?usage: run.sh BUILD_FOLDER SOURCE_FOLDER}
source=${2:?usage: run.sh BUILD_FOLDER SOURCE_FOLDER}

"$build/tests/bench/bench-watch" "$build/fragscope"
"$build/tests/bench/bench-sweep"
"$build/tests/bench/bench-kern"
"$build/tests/bench/bench-trace"
"$build/tests/bench/bench-draw" 24
"$build/tests/bench/bench-draw" 1024
"$build/tests/bench/bench-views" 1024
"$build/tests/bench/bench-sim"
"$build/tests/bench/bench-files" "$build/fragscope" "$source/tests/fixtures/logs/alloc-failure.txt"
