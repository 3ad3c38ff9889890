#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# What is wrong is said in one line, "fragscope: WHERE: what; what to do", with its exit code.
. "${top_srcdir:-.}/tests/cli/lib.sh"

# wrong command lines
while read -r code pattern args; do
	# shellcheck disable=SC2086
	refuse "$code" "$(echo "$pattern" | tr _ ' ')" $args
done <<'EOF'
2 --nonsense:_there_is_no_such_option --nonsense
2 -Z:_there_is_no_such_option -Z
2 --co:_there_is_no_such_option,_or_several --co
2 --ascii=yes:_takes_no_argument --ascii=yes
2 --delay:_needs_an_argument --delay
2 --delay:_needs_an_argument -d
2 --delay:_"x";_expected_a_time --delay x
2 --delay:_"1x";_expected_a_time --delay 1x
2 --delay:_"-1";_expected_a_time --delay -1
2 --delay:_"0";_expected_a_time -d0
2 --delay:_"1e3";_expected_a_time -d 1e3
2 --delay:_"99999999999999999999";_expected_a_time -d 99999999999999999999
2 --delay:_"1.2.3";_expected_a_time -d 1.2.3
2 --budget:_"1";_expected_a_share --budget 1
2 --budget:_"0%";_expected_a_share --budget 0%
2 --budget:_"101%";_expected_a_share --budget 101%
2 --color:_"sometimes";_expected_auto --color sometimes
2 --theme:_theme_nosuch: --theme nosuch
2 --theme:_./nosuch:_there_is_no_such_theme_file --theme ./nosuch
2 --config:_is_no_option_of_"fragscope_report" report --config x
2 --want:_is_no_option_of_"fragscope_snapshot" --want 1@2 snapshot
2 --want:_ report --want x
2 --want:_ report --want 1@99
2 --want:_ report --want 0@3
2 --want:_ report --want 3@5KiB
2 --size:_"80";_expected_columns render help --size 80
2 --size:_"0x0";_expected_columns render help --size 0x0
2 --size:_"4000x4000";_expected_columns render help --size 4000x4000
2 --format:_"png";_expected_text render help --format png
2 --keys:_<Nope>_is_no_key render help --keys <Nope>
2 --keys:_"<Enter"_has_no_> render help --keys <Enter
2 render:_which_view render
2 nosuch:_there_is_no_such_view render nosuch
2 list:_expected_one_of list
2 list:_expected_one_of list nonsense
2 list:_expected_one_of list views themes
2 file:_snapshot_takes_no_file snapshot file
2 standard_output:_is_no_terminal --
EOF

# what is to be looked at is missing or is nothing that can be looked at
mkdir "$tmp/empty" "$tmp/folder"
: >"$tmp/nothing"
head -c 5000 /dev/urandom >"$tmp/noise"
printf 'Dear all,\nthe weather is fine.\n' >"$tmp/letter"
head -c 100 "$root/proc/buddyinfo" | tail -c 50 >"$tmp/middle"
for command in "" report "render help"; do
	# shellcheck disable=SC2086
	while read -r file pattern; do
		refuse 3 ".*$pattern" $command "$tmp/$file"
	done <<-EOF
	missing missing: .*No such file
	nothing nothing: is empty
	folder folder: .*directory
	noise noise: 
	letter letter: 
	EOF
	# shellcheck disable=SC2086
	refuse 3 ".*" $command --root "$tmp/empty"
	# shellcheck disable=SC2086
	refuse 3 ".*" $command --root "$tmp/missing"
done
refuse 3 ".*" snapshot --root "$tmp/empty"
refuse 3 "standard input: is empty" report -

# no permission: as root, drop it
if [ "$(id -u)" = 0 ]; then
	unprivileged="setpriv --reuid=65534 --regid=65534 --clear-groups"
else
	unprivileged=
fi
chmod 755 "$tmp"
cp "$program" "$tmp/fragscope"
cp "$root/proc/buddyinfo" "$tmp/secret"
chmod 000 "$tmp/secret"
if $unprivileged "$tmp/fragscope" --version >/dev/null 2>&1; then
	$unprivileged "$tmp/fragscope" report "$tmp/secret" >"$tmp/out" 2>"$tmp/err"
	[ $? = 3 ] || complain "a file without permission: exit code is not 3"
	grep -q 'secret: .*Permission denied' "$tmp/err" || complain "no word about permission"
else
	echo "not tried: no way to run without privileges here"
fi

# output that does not arrive
for command in "list views" "--help" "--version" "report --root $root" "report --json --root $root" \
	       "snapshot --root $root" "render help --root $root"; do
	# shellcheck disable=SC2086
	for target in full closed; do
		if [ $target = full ]; then
			"$program" $command >/dev/full 2>"$tmp/err"
		else
			"$program" $command >&- 2>"$tmp/err"
		fi
		got=$?
		[ $got = 1 ] || complain "fragscope $command, output $target: exit code $got"
		grep -q '^fragscope: .*standard output' "$tmp/err" ||
			complain "fragscope $command, output $target: no word about it"
		[ "$(wc -l <"$tmp/err")" = 1 ] ||
			complain "fragscope $command, output $target: not one line of error"
	done
done
"$program" >&- 2>"$tmp/err" </dev/null
[ $? = 2 ] || complain "interactive with closed output: exit code is not 2"
"$program" report nosuch 2>&-
[ $? = 3 ] || complain "closed standard error changes the exit code"
"$program" report --root "$root" <&- >"$tmp/out" 2>"$tmp/err" || complain "closed standard input"
"$program" report - <&- >"$tmp/out" 2>"$tmp/err"
[ $? = 3 ] || complain "report of a closed standard input: exit code is not 3"

# a reader that goes away early ends the program quietly
"$program" list actions 2>"$tmp/err" | head -n 1 >/dev/null
[ -s "$tmp/err" ] && complain "a closed pipe is no error"
exit $bad
