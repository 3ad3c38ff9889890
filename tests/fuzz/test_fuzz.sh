#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Runs every fuzz target that was built for FUZZ_SECONDS (3), from the captured files as seeds.
seconds=${FUZZ_SECONDS:-3}
fixtures=${top_srcdir:-.}/tests/fixtures
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT

mkdir "$work/seeds"
find "$fixtures" -type f -size -64k | while read -r file; do
	cp "$file" "$work/seeds/$(echo "${file#"$fixtures"/}" | tr / _)"
done
failed=0
for target in "${top_builddir:-.}"/tests/fuzz/fuzz_*; do
	[ -x "$target" ] && [ -f "$target" ] || continue
	name=$(basename "$target")
	mkdir "$work/$name"
	own=${top_srcdir:-.}/tests/fuzz/seeds/$name
	[ ! -d "$own" ] || cp "$own"/* "$work/$name"
	[ "$name" != fuzz_scenario ] || cp "${top_srcdir:-.}"/scenarios/*.scn "$work/$name"
	if "$target" -max_total_time="$seconds" -timeout=10 -rss_limit_mb=1024 \
		-artifact_prefix="./crash-$name-" "$work/$name" "$work/seeds" \
		>"$work/$name.log" 2>&1; then
		echo "$name: $(grep -c . "$work/$name.log") lines, $(sed -n 's/^Done //p' "$work/$name.log")"
	else
		failed=1
		echo "$name: FAILED"
		tail -40 "$work/$name.log"
	fi
done
exit $failed
