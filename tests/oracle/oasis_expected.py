"""KLayout's view of fixtures/oasis against the values worked out by hand: oasis_expected.py DUMPS FIXTURES, plain python3.

DUMPS/NAME.oas.json is what layout_dump.py wrote, FIXTURES/NAME.json what the recipe says. Where KLayout differs on purpose
it stands in `exceptions` with exactly what it says; docs/mechanisms/reading.md has the clause. Ends with the totals.
"""
import gzip
import json
import os
import sys

# (file, layer, field): what KLayout 0.28.5 says
exceptions = {}


def load(path):
    if os.path.exists(path):
        with open(path, "rb") as f:
            return json.loads(f.read())
    with gzip.open(path + ".gz") as f:
        return json.loads(f.read())


def view(dump, key):
    """KLayout's kind, count, box and area of a layer below TOP."""
    flat = dump["tops"].get("TOP", {}).get(key, {})
    kinds = set()
    for cell in dump["cells"]:
        kinds.update(cell["own"].get(key, {}).get("n", {}))
    return {"kind": " ".join(sorted(kinds)), "count": flat.get("flat", 0), "box": flat.get("bbox"),
            "area": flat.get("merged_area")}


def one(name, dumps, fixtures, used):
    expected = load(os.path.join(fixtures, name + ".json"))
    dump = load(os.path.join(dumps, name + ".oas.json"))
    found = []
    if "error" in dump:
        return ["KLayout does not read it: " + dump["error"]]
    if len(dump["cells"]) != expected["cells"]:
        found.append("%d cells, not %d" % (len(dump["cells"]), expected["cells"]))
    for layer in expected["layers"]:
        key = "%d/%d" % (layer["layer"], layer["datatype"])
        seen = view(dump, key)
        for field in ("kind", "count", "box", "area"):
            if field not in layer or seen[field] == layer[field]:
                continue
            if exceptions.get((name, key, field)) == seen[field]:
                used.add((name, key, field))
            else:
                found.append("%s %s: KLayout %s, by hand %s" % (key, field, seen[field], layer[field]))
    return found


def main(dumps, fixtures):
    names = sorted(n[:-4] for n in os.listdir(fixtures) if n.endswith(".oas"))
    used = set()
    failed = 0
    for name in names:
        found = one(name, dumps, fixtures, used)
        for line in found[:12]:
            print("  FAIL fixtures/oasis/%s: %s" % (name, line))
        failed += bool(found)
    for gone in sorted(set(exceptions) - used):
        print("  FAIL %s %s %s: KLayout does not differ any more; take the exception off" % gone)
        failed += 1
    print("%d passed, %d failed, 0 skipped" % (len(names) - min(failed, len(names)), failed))
    return failed > 0 or not names


sys.exit(main(*sys.argv[1:]))
