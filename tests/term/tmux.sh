# SPDX-License-Identifier: GPL-2.0-or-later
# For tests that drive a program in a terminal of their own.  Sourced.
#
# A shell runs in tmux; `keys` types into it; `wait_for` waits until a text is on screen, up to a
# limit: nothing sleeps for a fixed time in the hope that it suffices.
set -u
srcdir=$(cd "${top_srcdir:-.}" && pwd)
builddir=$(cd "${top_builddir:-.}" && pwd)
program=$builddir/fragscope
show_events=$builddir/tests/term/show_events
root=$srcdir/tests/cli/root
LIMIT=${LIMIT:-200} # tenths of a second

skip() { echo "skipped: $*"; exit 77; }
fail() {
	echo "FAILED: $*"
	echo "--- the screen:"
	screen
	exit 1
}

command -v tmux >/dev/null 2>&1 || skip "tmux is not installed"
tmp=$(mktemp -d) || exit 99
export TMUX_TMPDIR="$tmp" HOME="$tmp" LC_ALL=C.UTF-8
unset TMUX NO_COLOR COLORTERM FRAGSCOPERC XDG_CONFIG_HOME XDG_DATA_HOME LINES COLUMNS
export ASAN_OPTIONS="${ASAN_OPTIONS:-}:log_path=$tmp/asan"
tm() { tmux -f "$tmp/tmux.conf" "$@"; }
cleanup() {
	tm kill-server 2>/dev/null
	cat "$tmp"/asan.* 2>/dev/null
	rm -rf "$tmp"
}
trap cleanup EXIT
trap 'exit 99' INT TERM
cat >"$tmp/tmux.conf" <<EOF
set -g status off
set -g default-terminal tmux-256color
set -g escape-time 0
EOF

# A shell in a terminal of that size; its prompt is "ready>".
start() { # columns, rows
	tm new-session -d -x "$1" -y "$2" "env PS1='ready>' ENV= sh -i" ||
		skip "tmux cannot start a session here"
	tm set -g window-size manual 2>/dev/null
	wait_for 'ready>'
	# the trap: a shell whose command dies of SIGINT ends its own line too
	type_line "ulimit -c 0; trap : INT; cd $tmp; clear; : >cleared"
	# what is typed before would be echoed, and cleared with the line end behind it
	until_true "for a clear screen" test -e "$tmp/cleared"
	wait_for 'ready>'
}
keys() { tm send-keys "$@"; }
# A line for the shell; its echo must not look like what is waited for.
type_line() { tm send-keys -l "$1" && tm send-keys Enter; }
screen() { tm capture-pane -p 2>/dev/null; }
colors() { tm capture-pane -p -e 2>/dev/null; }
state() { tm display-message -p "#{$1}"; }
resize() { tm resize-window -x "$1" -y "$2"; }

# Runs a command again and again until it is true.
until_true() { # what, command...
	what=$1
	shift
	tenths=0
	until "$@"; do
		tenths=$((tenths + 1))
		[ "$tenths" -lt "$LIMIT" ] || fail "waited in vain: $what"
		sleep 0.1
	done
}
shows() { screen | grep -q -e "$1"; }
shows_not() { ! shows "$1"; }
wait_for() { until_true "for \"$1\"" shows "$1"; }
wait_gone() { until_true "for \"$1\" to go" shows_not "$1"; }

# Starts a program whose process number lands in $tmp/pid; afterwards the shell says how it ended.
run() { # command line
	rm -f "$tmp/pid"
	type_line "stty -g >before; sh -c 'echo \$\$ >pid; exec $1'; echo \"ended \"\$?.; stty -g >after"
}
pid() {
	until_true "for a process" test -s "$tmp/pid"
	cat "$tmp/pid"
}
is_restored() {
	[ "$(state alternate_on)" = 0 ] && [ "$(state mouse_any_flag)" = 0 ] &&
		[ "$(state cursor_flag)" = 1 ] && [ -s "$tmp/after" ] &&
		cmp -s "$tmp/before" "$tmp/after"
}
# The program has ended so, and the terminal is as it was.
ended() { # status
	wait_for "^ended $1\\.\|[^\"]ended $1\\."
	until_true "for the terminal to be as before" is_restored
	rm -f "$tmp/before" "$tmp/after"
}
