#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Help, man pages and completions name everything in the tables; `list` lists what there is.
. "${top_srcdir:-.}/tests/cli/lib.sh"
cli=$srcdir/src/cli

options=$(sed -n 's/^OPTION([A-Z_]*, [^,]*, "\([a-z-]*\)".*/\1/p' "$cli/options.def")
commands=$(sed -n 's/^COMMAND([A-Z]*, "\([a-z]\{1,\}\)".*/\1/p' "$cli/commands.def")
settings=$(sed -n 's/^CONFIG_KEY("\([a-z]*\)".*/\1/p' "$cli/config.def")
actions=$(sed -n 's/^ACTION([A-Z_0-9]*, "\([a-z-]*\)".*/\1/p' "$srcdir/include/fragscope/action.def")
[ "$(echo "$options" | wc -w)" -gt 10 ] && [ "$(echo "$commands" | wc -w)" -gt 3 ] &&
	[ "$(echo "$settings" | wc -w)" -gt 3 ] && [ "$(echo "$actions" | wc -w)" -gt 20 ] ||
	complain "the tables cannot be read"

run 0 --help
[ -s "$tmp/err" ] && complain "help on standard error"
for name in $options; do prints "--$name" "--help"; done
for name in $commands; do
	prints "^  $name  " "--help"
	run 0 "$name" --help
	prints "^usage: fragscope $name " "$name --help"
	run 0 --help "$name" --size nonsense
	run 0 --help
done
awk 'length > 79 { print "too long: " $0; bad = 1 } END { exit bad }' "$tmp/out" ||
	complain "--help is wider than a terminal"

run 0 --version
prints '^fragscope [0-9]' "--version"
run 0 -V
run 0 -h

contains() { # file, text
	grep -q -F -e "$2" "$builddir/$1" || complain "$1 does not mention $2"
}
roff() { echo "$1" | sed 's/-/\\-/g'; }
for name in $options; do
	contains man/fragscope.1 "$(roff "--$name")"
	for file in fragscope _fragscope; do contains "completions/$file" "--$name"; done
	contains completions/fragscope.fish "-l $name"
done
for name in $commands; do
	contains man/fragscope.1 "fragscope $name"
	for file in fragscope _fragscope fragscope.fish; do contains "completions/$file" "$name"; done
done
for name in $actions; do contains man/fragscope.1 "($(roff "$name"))"; done
for name in $settings; do contains man/fragscoperc.5 "\\fB$name\\fR ="; done
grep -n '@[A-Z_]*@' "$builddir"/man/*.[15] "$builddir"/completions/*fragscope* &&
	complain "a section of a template was not filled in"

for list in views themes actions metrics; do
	run 0 list $list
	[ "$(wc -l <"$tmp/out")" -ge 4 ] || complain "list $list is short"
	awk 'NF < 2 { bad = 1 } END { exit bad }' "$tmp/out" || complain "list $list: no description"
done
for list in policies patches; do
	run 0 list $list
	[ "$(grep -c '^[^ ]' "$tmp/out")" -ge 4 ] || complain "list $list is short"
	for name in $(grep '^[^ ]' "$tmp/out"); do
		contains man/fragscope.1 ".B $(roff "$name")"
	done
done
for setting in max_ops free_modulus migrate_page watermark_boost_factor madvised; do
	contains man/fragscope.1 "fB$setting"
done
for name in $actions; do
	run 0 list actions
	prints "^$name " "list actions"
done

# the shells that are here can read the completions
for shell in "bash -n:fragscope" "zsh -n:_fragscope" "fish -n:fragscope.fish"; do
	command -v "${shell%% *}" >/dev/null 2>&1 || continue
	${shell%:*} "$builddir/completions/${shell#*:}" || complain "${shell#*:} is no good"
done
if command -v bash >/dev/null 2>&1; then
	PATH=$builddir:$PATH bash -c '. "$1"
		complete_line() { COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _fragscope
			echo "${COMPREPLY[*]}"; }
		complete_line fragscope rep
		complete_line fragscope --theme hi
		complete_line fragscope report --j
		complete_line fragscope list th
		complete_line fragscope render --format a
		complete_line fragscope sim two
		complete_line fragscope sim x --policy linux-7.3
		complete_line fragscope sim x --policy linux-6.12+resam' bash "$builddir/completions/fragscope" \
		>"$tmp/out" 2>"$tmp/err"
	printf '%s\n' report high-contrast --json themes ansi two-scanners \
		linux-7.3 linux-6.12+resample | cmp -s - "$tmp/out" ||
		complain "bash completes otherwise: $(cat "$tmp/out")"
fi
exit $bad
