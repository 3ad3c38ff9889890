#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
#
# What a reader of the sources relies on: a licence line, tabs, 100 columns, 600 lines, no struct
# typedefs, no unfinished business, every source listed in CODE-MAP.md and in a local.mk.
set -u
top=${top_srcdir:-.}
cd "$top" || exit 99
bad=0
complain() { printf '%s\n' "$*"; bad=1; }

files=$(find src include tests themes -name '*.[ch]' -o -name '*.def' -o -name '*.sh' | sort)
for f in $files; do
	head -n 2 "$f" | grep -q 'SPDX-License-Identifier: GPL-2.0-or-later' ||
		complain "$f: no SPDX line"
	nr=$(wc -l <"$f")
	[ "$nr" -le 600 ] || complain "$f: $nr lines, 600 are the limit"
done
sources=$(find src include -name '*.[ch]' -o -name '*.def' | sort)
# a tab counts as eight columns, a character of several bytes as one
for f in $sources; do
	hits=$(expand -t 8 "$f" | LC_ALL=C.UTF-8 grep -nE '^.{101,}') &&
		complain "$f: longer than 100 columns: $hits"
done
hits=$(grep -nE '^        ' $sources) && complain "indented with blanks:
$hits"
hits=$(grep -nE '[[:blank:]]+$' $sources) && complain "trailing blanks:
$hits"
hits=$(grep -nE '^typedef struct' $sources) && complain "typedef of a struct:
$hits"
hits=$(grep -nE '\b(TODO|FIXME|XXX|HACK)\b' $sources) && complain "unfinished business:
$hits"
for f in $(find src -name '*.c' | sort); do
	dir=$(dirname "$f")
	grep -q "$f" "$dir/local.mk" || complain "$f: not listed in $dir/local.mk"
done
# what CODE-MAP.md says and what is there are the same
mapped=$(awk '/^## / { dir = $2 } /^\* / { n = split($0, part, "`"); text = 0
	for (i = 2; i < n; i += 2) if (!text) { print dir "/" part[i]; text = part[i + 1] !~ /^, $/ }
}' CODE-MAP.md | sort)
there=$(find src include -name '*.[ch]' -o -name '*.def' -o -name '*.awk' -o -name '*.keys' | sort)
for f in $there; do
	printf '%s\n' "$mapped" | grep -qxF "$f" || complain "$f: not in CODE-MAP.md"
done
for f in $mapped; do
	[ -f "$f" ] || complain "CODE-MAP.md: $f: no such file"
done
for f in include/fragscope/*; do
	grep -q "$f" Makefile.am || complain "$f: not listed in Makefile.am"
done
exit $bad
