#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
#
# Holds what is written against doc/*.schema.json, and the schemas against what is written: a member
# that no example has is a member that nobody writes.  The schemas allow nothing they do not name.
top=${top_srcdir:-.}
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT

for python in python3 /usr/bin/python3 ""; do
	[ -n "$python" ] || { echo "python3-jsonschema is not there: skipped"; exit 77; }
	"$python" -c 'import jsonschema; jsonschema.Draft202012Validator' 2>/dev/null && break
done
"${top_builddir:-.}/tests/export/examples" "$work" || exit 1
if [ "$(wc -l <"$work/made.activity.json")" != 1 ]; then
	echo "an interval is not one line"
	exit 1
fi

exec "$python" - "$top/doc" "$work" <<'EOF'
import json, pathlib, re, sys, warnings
# what replaces jsonschema's resolver is not there in all distributions yet
warnings.simplefilter("ignore", DeprecationWarning)
import jsonschema

doc, work = map(pathlib.Path, sys.argv[1:])
failed = False

def complain(text):
    global failed
    failed = True
    print(text)

def once(pairs):
    members = dict(pairs)
    if len(members) != len(pairs):
        complain("a key stands twice among " + " ".join(k for k, _ in pairs))
    return members

def named(schema):
    """All names of members that a schema knows."""
    if isinstance(schema, dict):
        yield from schema.get("properties", {})
        for value in schema.values():
            yield from named(value)
    elif isinstance(schema, list):
        for value in schema:
            yield from named(value)

def used(value):
    if isinstance(value, dict):
        for key, member in value.items():
            yield key
            yield from used(member)
    elif isinstance(value, list):
        for member in value:
            yield from used(member)

# Page codes count classes: the schema tells which.
rows = (doc.parent / "include/fragscope/page_class.def").read_text()
codes = (doc / "snapshot.schema.json").read_text()
for number, name in enumerate(re.findall(r'^PAGE_CLASS\(\w+, "([^"]+)"', rows, re.M)):
    if not re.search(r"\b%d %s\b" % (number, name), codes):
        complain("snapshot.schema.json: page_codes lacks %d %s" % (number, name))

# Schemas refer to each other by file name.
schemas = {path.name: json.loads(path.read_text()) for path in doc.glob("*.schema.json")}
store = {schema["$id"]: schema for schema in schemas.values()}

for kind in "snapshot", "report", "activity", "sim":
    schema = schemas[kind + ".schema.json"]
    jsonschema.Draft202012Validator.check_schema(schema)
    resolver = jsonschema.RefResolver(schema["$id"], schema, store=store)
    validator = jsonschema.Draft202012Validator(schema, resolver=resolver)
    seen = set()
    for path in sorted(work.glob("*." + kind + ".json")):
        example = json.loads(path.read_text(), object_pairs_hook=once)
        seen.update(used(example))
        for error in validator.iter_errors(example):
            complain("%s: %s: %s" % (path.name, error.json_path, error.message[:300]))
        print(path.name, "is valid" if not failed else "was checked")
    for name in sorted(set(named(schema)) - seen):
        complain("%s.schema.json: nothing writes %s" % (kind, name))
sys.exit(failed)
EOF
