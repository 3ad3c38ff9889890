# SPDX-License-Identifier: GPL-2.0-or-later
# Turns theme files and the default keys into C strings, so that the documented default is the
# default.  Usage: awk -f embed.awk default.keys themes/*.theme

function c_string(line) {
	gsub(/\\/, "\\\\", line)
	gsub(/"/, "\\\"", line)
	return "\t\"" line "\\n\""
}

function identifier(file) {
	sub(/.*\//, "", file)
	gsub(/[^A-Za-z0-9]/, "_", file)
	return "text_" file
}

BEGIN {
	print "/* Made by embed.awk: do not edit. */"
	print "#include \"builtin.h\""
}

FNR == 1 {
	if (NR > 1)
		print "\t;"
	printf "\nstatic const char %s[] =\n", identifier(FILENAME)
	if (FILENAME ~ /\.theme$/)
		themes[++nr_themes] = FILENAME
	else
		keys = FILENAME
}

{ print c_string($0) }

END {
	print "\t;\n"
	printf "const char *const builtin_keys = %s;\n\n", identifier(keys)
	print "const char *const theme_names[] = {"
	for (i = 1; i <= nr_themes; i++) {
		name = themes[i]
		sub(/.*\//, "", name)
		sub(/\.theme$/, "", name)
		printf "\t\"%s\",\n", name
	}
	print "};\n\nconst char *const builtin_themes[] = {"
	for (i = 1; i <= nr_themes; i++)
		printf "\t%s,\n", identifier(themes[i])
	printf "};\n\nconst unsigned int nr_theme_names = %d;\n", nr_themes
}
