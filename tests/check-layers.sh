#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
#
# Layers are checked, not hoped for: which layer may include which, and which outside library is
# named where.  A header in include/fragscope belongs to the layer listed in "owner" below; a source
# may include its own layer's headers and those of the layers in "allowed".
set -u
top=${top_srcdir:-.}
cd "$top" || exit 99

exec awk '
BEGIN {
	allowed["base"]   = "base"
	allowed["model"]  = "base model"
	allowed["sim"]    = "base model sim"
	allowed["ui"]     = "base model ui"
	allowed["ui-cells"] = "base ui-cells"
	allowed["proc"]   = "base model proc"
	allowed["bpf"]    = "base model bpf"
	allowed["export"] = "base model export"
	allowed["source"] = "base model sim proc bpf export source"
	allowed["term"]   = "base term ui-cells"
	allowed["cli"]    = "base model sim ui ui-cells proc bpf export source term cli"

	owners("base", "arena array bits clock closest err fmt hash random span utf8 wrap")
	owners("model", "activity activity_event contig frame gfp history holders index kpageflags metric migratetype num obstacle page_class pagemap release residue stage verdict zone_kind")
	owners("sim", "sim sim_cost sim_counter sim_event sim_expect sim_policy sim_scenario")
	owners("ui-cells", "action canvas keymap role theme")
	owners("ui", "map_color ui view")
	owners("proc", "capture holders_job parse proc reader")
	owners("bpf", "kern kmem ktrace")
	owners("export", "comparison export")
	owners("source", "source sweep")
	owners("term", "term")

	library("ncurses", "term"); library("curses", "term")
	library("libproc2", "proc"); library("cjson", "export"); library("zstd", "export")
	library("ini.h", "cli"); library("getopt", "cli"); library("bpf", "bpf")
}
function owners(layer, names,   n, i, list) {
	n = split(names, list, " ")
	for (i = 1; i <= n; i++)
		owner[list[i]] = layer
}
function library(name, layer) { home[name] = layer }
function may(layer, other) {
	if (other == "ui-cells" && layer == "ui")
		return 1
	return index(" " allowed[layer] " ", " " other " ") > 0
}
function complain(what) {
	printf "%s:%d: %s\n", FILENAME, FNR, what
	bad = 1
}
/^[ \t]*#[ \t]*include/ {
	layer = FILENAME
	if (layer ~ /^src\//) {
		sub(/^src\//, "", layer); sub(/\/.*/, "", layer)
	} else {
		sub(/.*\//, "", layer); sub(/\..*/, "", layer)
		layer = owner[layer]
		if (layer == "") { complain("header belongs to no layer: add it to tests/check-layers.sh"); next }
	}
	checked++
	if (match($0, /"fragscope\/[a-z0-9_]+/)) {
		name = substr($0, RSTART + 11, RLENGTH - 11)
		if (!(name in owner))
			complain("\"" name "\" belongs to no layer: add it to tests/check-layers.sh")
		else if (owner[name] != layer && !may(layer, owner[name]))
			complain("layer " layer " may not include " owner[name] "\047s " name ".h")
	} else if (/"\.\.\//) {
		complain("include by relative path: use include/fragscope")
	}
	if (match($0, /<[^>]+>/)) {
		path = substr($0, RSTART + 1, RLENGTH - 2)
		for (name in home)
			if (index(path, name) && home[name] != layer &&
			    !(home[name] == "cli" && layer == "cli"))
				complain("library header <" path "> outside src/" home[name])
	}
}
END {
	if (!checked) { print "no include line was found"; exit 99 }
	printf "%d include lines checked\n", checked
	exit bad
}
' $(find src include -name '*.[ch]' -o -name '*.def' | sort)
