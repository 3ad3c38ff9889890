#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# sim: every option, and what is wrong with a scenario, a policy or a snapshot is said with file,
# line and remedy.
. "${top_srcdir:-.}/tests/cli/lib.sh"
cd "$tmp" || exit 99

# what does not end is a failure, not a hang
command -v timeout >/dev/null 2>&1 && limit="timeout 60" || limit=
limited=$tmp/limited
printf '#!/bin/sh\nexec %s "%s" "$@"\n' "$limit" "$program" >"$limited"
chmod +x "$limited"
program=$limited

# lines into a scenario: a machine of 20 MiB and one huge page wanted
write() { # file, further lines with \n
	printf '[machine]\nzone = 0 Normal 20\n[client c]\nkind = thp\nops = 1\n' >"$1"
	# shellcheck disable=SC2059
	printf "$2" >>"$1"
}

# --- what works ------------------------------------------------------------------------------

run 0 sim two-scanners
prints '^two-scanners, seed 1$' "sim"
prints '^counters  *linux-7.3  *linux-6.1$' "sim"
prints '^model time ' "sim"
cp "$tmp/out" once
run 0 sim two-scanners
cmp -s once "$tmp/out" || complain "sim: the same scenario comes to something else"
run 0 sim "$srcdir/scenarios/two-scanners.scn"
cmp -s once "$tmp/out" || complain "sim: the file is another than what is built in"
run 0 sim two-scanners --policy linux-6.1 --policy resample --seed 7
prints '^two-scanners, seed 7$' "sim --seed"
prints '^counters  *linux-6.1  *resample$' "sim --policy"
run 0 sim two-scanners --until 10
[ "$(grep -c ', event 10:$' "$tmp/out")" = 2 ] || complain "sim --until: no event 10 in each column"
run 0 sim two-scanners --until 99999999
prints ', event [0-9,]*:$' "sim --until behind the end"
run 0 sim small-fragmented --check
prints '^5 of 5 expectations hold' "sim --check"
run 1 sim small-fragmented --check --set "expect.never=ops[linux-7.3] = 0" \
	--set "expect.finding.never=something always happens"
prints '^FAILS  never$' "sim --check"
prints '^5 of 6 expectations hold' "sim --check"
prints 'finding: something always happens' "sim --check"
run 1 sim small-fragmented --check --json --set "expect.never=ops[linux-7.3] = 0"
prints '"text":"never","holds":false' "sim --check --json"
run 0 sim small-fragmented --json
prints '^"format":"fragscope-sim",$' "sim --json"
run 0 sim small-fragmented --sensitivity
prints '^linux-6.12 against linux-7.3$' "sim --sensitivity"
prints '  robust$' "sim --sensitivity"
run 0 sim small-fragmented --sensitivity --policy linux-7.3
prints 'there is one policy only' "sim --sensitivity"
run 0 sim two-scanners --set knobs.defrag_mode=1 --set machine.cpus=3

# nothing is wider than a terminal of 80 columns, and no line ends with a blank
for policy in 6.1 6.9 6.12 6.15-rc1 6.15 6.18 7.3 7.3+resample 7.3+mthp-score 7.3+nopage-wake; do
	set -- "$@" --policy "linux-$policy"
done
for arguments in "sim small-fragmented" "sim small-fragmented --until 40" \
	"sim small-fragmented --sensitivity" "list scenarios" "list policies" "list patches"; do
	case $arguments in
	sim*) run 0 $arguments "$@" ;;
	*) run 0 $arguments ;;
	esac
	awk 'length > 80' "$tmp/out" | grep . && complain "$arguments: wider than 80 columns"
	grep ' $' "$tmp/out" && complain "$arguments: a line ends with a blank"
done

# each scenario that comes with the program is listed
run 0 list scenarios
cp "$tmp/out" listed
for file in "$srcdir"/scenarios/*.scn; do
	grep -q "^$(basename "$file" .scn) " listed || complain "list scenarios: no $file"
done
mkdir -p "$tmp/.local/share/fragscope/scenarios"
write "$tmp/.local/share/fragscope/scenarios/mine.scn" '[scenario]\ntitle = of my own\n'
run 0 list scenarios
prints '^mine  *of my own$' "list scenarios"
run 0 sim mine
rm -r "$tmp/.local"

# a workload without an end stops at the limits, and that is said
for limit in max_ms=5 max_ops=20 max_events=100; do
	write endless.scn '[client d]\nkind = toucher\n'
	run 0 sim endless.scn --set "client c.ops=1000000000" --set "client c.pause_us=100" \
		--set "run.$limit"
	prints "^linux-7.3 ended at its limit, ${limit%=*}$" "$limit"
done

# --- what is wrong ---------------------------------------------------------------------------

refuse 2 'sim: expected one SCENARIO' sim
refuse 2 'sim: expected one SCENARIO' sim two-scanners small-fragmented
refuse 2 'smal-fragmented: there is no such scenario; did you mean "small-fragmented"' \
	sim smal-fragmented
refuse 2 './nosuch.scn: there is no such file; ' sim ./nosuch.scn
refuse 2 '--seed: ' sim two-scanners --seed x
refuse 2 '--until: ' sim two-scanners --until -1
refuse 2 '--policy: is no option' report --policy linux-7.3
refuse 2 'sim: --sensitivity prints a table of its own; leave --json out' \
	sim two-scanners --sensitivity --json
refuse 2 'sim: expectations speak of the end' sim two-scanners --check --until 3
for setting in nonsense knobs.defrag_mode =1 .=; do
	refuse 2 "--set $setting: expected SECTION.KEY=VALUE" sim two-scanners --set "$setting"
done
refuse 2 '--set: .*watermark_boost_factor' sim two-scanners --set knobs.watermark_bost_factor=1
refuse 2 '--set: .*defrag_mode = 7: .*0 to 1' sim two-scanners --set knobs.defrag_mode=7
refuse 2 '.*linux-9.9' sim two-scanners --policy linux-9.9
refuse 2 '.*"resample"' sim two-scanners --policy linux-7.3+resampel
refuse 2 '.*both decide' sim two-scanners --policy linux-7.3+filemap-strip+nopage-wake
refuse 2 'small-fragmented: line [0-9]*: .*\[linux-7.3\]: no such policy' \
	sim small-fragmented --check --policy linux-6.1

# file, line and remedy
while IFS='|' read -r line pattern text; do
	write bad.scn "$text\n"
	refuse 2 "bad.scn: line $line: .*$pattern" sim bad.scn
done <<'END'
7|did you mean|[machin]\ncpus = 2
7|did you mean|[knobs]\nwatermark_bost_factor = 1
7|write 1 to|[run]\nmax_ms = 0
7|write 1 to|[run]\nmax_ms = soon
7|write 1 to|[run]\nmax_ms =
7|expected KEY = VALUE|[run]\nmax_ms
6|expected \[SECTION\]|[run
7|MiB|[machine]\nzone = 0 Normal 0
7|MiB|[machine]\nzone = 0 Normal 4503599627370496
7|did you mean|[scenario]\nshow = compact_stal
7|lower age_rounds|[layout]\nage_rounds = 1048576
7|did you mean|[client c]\nkidn = thp
7|choose one|[scenario]\npolicies = linux-7.3+filemap-strip+nopage-wake
7|did you mean|[expect]\na = compact_stal[linux-7.3] > 0
7|column 1: expected|[expect]\na = > 0
7|write it|[expect]\nfinding.a = why
END
printf 'seed = 1\n' >bare.scn
refuse 2 'bare.scn: line 1: .*write \[scenario\]' sim bare.scn

# what a file calls itself does not move the cursor
printf '[scenario]\nname = a\033[31mb\n[run]\nmax_ms = 1\n' >escape.scn
run 0 sim escape.scn
prints '^a?\[31mb, seed 1$' "a name with an escape"

# files that are none
write nul.scn '[run]\n\000max_ms = 1\n'
refuse 2 'nul.scn: line 7: ' sim nul.scn
write long.scn "[scenario]\ntitle = $(printf '%0300d' 0)\n"
refuse 2 'long.scn: line 7: longer than' sim long.scn
head -c 100000 /dev/zero | tr '\0' x >huge.scn
refuse 2 'huge.scn: line 1: longer than' sim huge.scn
head -c 5000 /dev/urandom >noise.scn
refuse 2 'noise.scn: line ' sim noise.scn
mkdir folder.scn
refuse 2 'folder.scn: cannot be read; name a scenario file' sim folder.scn
refuse 2 '/dev/zero: line 1: ' sim /dev/zero
: >empty.scn
run 0 sim empty.scn --set run.max_ms=1
if [ "$(id -u)" != 0 ]; then
	write secret.scn ''
	chmod 000 secret.scn
	refuse 2 'secret.scn: cannot be opened: .*; name another scenario' sim secret.scn
fi

# --- memory of a snapshot --------------------------------------------------------------------

refuse 3 'nosuch.json: ' sim two-scanners --from nosuch.json
refuse 3 'noise.scn: ' sim two-scanners --from noise.scn
run 0 snapshot --root "$root" -o plain.json
refuse 3 'plain.json: .*it has no pages; take it with "fragscope snapshot --pages"' \
	sim two-scanners --from plain.json
# zeros are pages of which the kernel says nothing; the file is nearly all hole
cp -r "$root" root && chmod -R u+w root && dd if=/dev/zero of=root/proc/kpageflags bs=1 count=1 \
	seek=19660799 2>/dev/null
run 0 snapshot --root root --pages -o pages.json
run 0 sim two-scanners --from pages.json --policy linux-7.3
grep -q 'pages are of unknown class' "$tmp/err" || complain "sim --from: no word of unknown pages"
for size in 131072 12288; do
	sed "s/\"identity\":{/&\"page_size_bytes\":$size,/" pages.json >size.json
	refuse 3 'size.json: .*page' sim two-scanners --from size.json
done
sed 's/"pageblock_order":10/"pageblock_order":12/' pages.json >blocks.json
run 3 sim two-scanners --from blocks.json
sed 's/"pageblock_order":10/"pageblock_order":12/g' pages.json >blocks.json
refuse 3 'blocks.json: ' sim two-scanners --from blocks.json
head -c 60000 pages.json >cut.json
refuse 3 'cut.json: .*cut' sim two-scanners --from cut.json

# --- output that does not arrive -------------------------------------------------------------

for arguments in "sim two-scanners" "sim two-scanners --json" "sim two-scanners --sensitivity" \
	"sim small-fragmented --check"; do
	# shellcheck disable=SC2086
	"$program" $arguments >/dev/full 2>"$tmp/err"
	got=$?
	[ $got = 1 ] || complain "fragscope $arguments, output full: exit code $got"
	[ "$(wc -l <"$tmp/err")" = 1 ] || complain "fragscope $arguments: not one line of error"
	grep -q '^fragscope: standard output: cannot ' "$tmp/err" ||
		complain "fragscope $arguments, output full: it does not say what is full"
done
exit $bad
