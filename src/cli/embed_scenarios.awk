# SPDX-License-Identifier: GPL-2.0-or-later
# Turns scenario files into C strings, so that they are there before anything is installed.
# Usage: awk -f embed_scenarios.awk scenarios/*.scn

function c_string(line) {
	gsub(/\\/, "\\\\", line)
	gsub(/"/, "\\\"", line)
	return "\t\"" line "\\n\""
}

function name_of(file) {
	sub(/.*\//, "", file)
	sub(/\.scn$/, "", file)
	return file
}

BEGIN {
	print "/* Made by embed_scenarios.awk: do not edit. */"
	print "#include \"scenario_builtin.h\""
	print "\nconst struct scenario_builtin scenario_builtins[] = {"
}

FNR == 1 {
	if (NR > 1)
		print "\t},"
	printf "\t{ \"%s\",\n", name_of(FILENAME)
}

{ print c_string($0) }

END {
	print "\t},\n\t{ NULL, NULL },\n};"
}
