#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# The configuration file: where it is looked for, what it may say, and errors with file and line.
. "${top_srcdir:-.}/tests/cli/lib.sh"

rc=$tmp/rc
screen() { run 0 render help --root "$root" --size 100x200 "$@"; }

# line that is wrong, what is said; the first line is a comment
while read -r line pattern; do
	printf '# a comment\n%s\n' "$(echo "$line" | tr _ ' ')" >"$rc"
	refuse 2 "$rc: line 2: $(echo "$pattern" | tr _ ' ')" render help --config "$rc"
done <<'EOF'
colour=always "colour"_is_no_key;_expected_one_of_theme,_color,_.*bind
theme expected_KEY_=_VALUE
color=maybe color:_"maybe";_expected_auto
interval=fast interval:_"fast";_expected_a_time
budget=5 budget:_"5";_expected_a_share
mouse=1 mouse:_"1";_expected_yes_or_no
want=64 want:_
[keys] there_are_no_sections
bind_all_q .*bind_CONTEXT_KEY_ACTION
bind_all_q_fly .*
bind_all_NoSuchKey_quit .*
bind_nowhere_q_quit "nowhere"_is_no_view
EOF
head -c 300 /dev/zero | tr '\0' x >"$rc"
refuse 2 "$rc: line 1: longer than" render help --config "$rc"
head -c 300 /dev/urandom >"$rc"
run 2 render help --config "$rc"
refuse 2 "$tmp/nowhere: there is no such file; --config" render help --config "$tmp/nowhere"
refuse 2 "$tmp:" render help --config "$tmp"

# everything that is allowed
cat >"$rc" <<EOF
; settings
theme = mono
  color=never
ascii = no
mouse = no
interval = 500ms
budget = 0.5 %
want = 16@3:unmovable

bind all F7 quit
bind all : quit
bind all = zoom-out
bind help ; page-down
bind all q none
EOF
screen --config "$rc"
prints '^ F10 F7 .*quit\|^ .*F7.* quit' "a binding of one's own in the help"
grep -q '^ q .* quit ' "$tmp/out" && complain "q was unbound but is still in the help"

# the command line has the last word
printf 'ascii = yes\n' >"$rc"
screen --config "$rc"
LC_ALL=C grep -q '[^ -~]' "$tmp/out" && complain "ascii = yes draws more than ASCII"
screen --config /dev/null
LC_ALL=C grep -q '[^ -~]' "$tmp/out" || complain "without ascii = yes only ASCII is drawn"

# the usual places, the first that there is
where() { # what is expected to be found
	screen
	prints "^ .*$1.* quit " "the file that binds $1"
}
mkdir -p "$tmp/xdg/fragscope" "$tmp/.config/fragscope"
echo 'bind all F3 quit' >"$tmp/.config/fragscope/fragscoperc"
where F3
echo 'bind all F4 quit' >"$tmp/xdg/fragscope/fragscoperc"
export XDG_CONFIG_HOME="$tmp/xdg"
where F4
export XDG_CONFIG_HOME=not/absolute
where F3
echo 'bind all F5 quit' >"$tmp/named"
export FRAGSCOPERC="$tmp/named"
where F5
echo 'bind all F6 quit' >"$rc"
screen --config "$rc"
prints "^ .*F6.* quit " "--config"
grep -q 'F5.* quit' "$tmp/out" && complain "two files were read"
export FRAGSCOPERC="$tmp/nowhere"
refuse 2 "$tmp/nowhere: there is no such file; FRAGSCOPERC" render help --root "$root"
unset FRAGSCOPERC

# HOME of another user, as after su or setpriv, is no reason not to start
as_nobody() { setpriv --reuid=65534 --regid=65534 --clear-groups "$@"; }
if [ "$(id -u)" = 0 ] && as_nobody "$program" --version >"$tmp/out" 2>"$tmp/err"; then
	unset XDG_CONFIG_HOME
	as_nobody "$program" render help >"$tmp/out" 2>"$tmp/err" </dev/null ||
		complain "the configuration of another user cannot be read"
fi

# themes of one's own
mkdir -p "$tmp/data/fragscope/themes"
export XDG_DATA_HOME="$tmp/data"
printf '# mine\ntitle = #123456\n' >"$tmp/data/fragscope/themes/mine.theme"
screen --theme mine --format ansi --color always
screen --theme "$tmp/data/fragscope/themes/mine.theme"
printf 'title = nonsense\n' >"$tmp/bad.theme"
refuse 2 "--theme: .*$tmp/bad.theme: line 1" render help --theme "$tmp/bad.theme"
exit $bad
