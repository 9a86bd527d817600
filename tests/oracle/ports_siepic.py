#!/usr/bin/env python3
"""All optical pins of SiEPIC layouts, ours against KLayout's: ports_siepic.py SERVER FOLDER...

Every pin must be there once, at the same place within a thousandth of a database unit, with the same direction and
width, and with a name that touches it. Ends with "N passed, N failed, N skipped" (files).
"""
import collections
import json
import os
import subprocess
import sys
import tempfile

from ports_client import Server

HERE = os.path.dirname(os.path.abspath(__file__))


def layouts(folders):
    for folder in folders:
        for root, _, names in sorted(os.walk(folder)):
            if os.path.basename(root) == "bad":  # damaged on purpose: KLayout falls over some
                continue
            for name in sorted(names):
                if name.lower().endswith((".gds", ".oas", ".gds.gz", ".oas.gz")):
                    yield os.path.abspath(os.path.join(root, name))


def expected(files):
    with tempfile.TemporaryDirectory() as folder:
        names, out = os.path.join(folder, "files"), os.path.join(folder, "out")
        with open(names, "w") as f:
            f.write("\n".join(files))
        subprocess.run([os.path.join(HERE, "klayout.sh"), os.path.join(HERE, "ports_siepic_klayout.py"), "files=" + names, "out=" + out], check=True, stdout=subprocess.DEVNULL)
        return [json.loads(line) for line in open(out)]


def key(x, y, angle, width):
    return (round(x, 3) + 0, round(y, 3) + 0, round(angle, 4) % 360, round(width, 3))


def compare(server, session, cell, pins):
    """Faults, as texts."""
    ours = server.ports(session_id=session, cell=cell)
    if isinstance(ours, dict):
        return ["error " + str(ours.get("code"))]
    dbu = server.dbu
    mine = collections.defaultdict(list)
    for p in ours:
        if p["rule"] in ("marker:pin_path", "meta"):
            mine[key(p["at_dbu"]["x"], p["at_dbu"]["y"], p["angle_deg"], p["width_um"] / dbu)].append(p["name"])
    faults = []
    for x, y, angle, width, names in pins:
        found = mine.get(key(x, y, angle, width))
        fits = [n for n in found or [] if n in (names or [""])]
        if not fits:
            faults.append(f"missing {cell} {key(x, y, angle, width)} {names} have {found}")
        else:
            found.remove(fits[0])
    faults += [f"additional {cell} {k} {v}" for k, v in mine.items() for v in v]
    return faults


def main():
    passed = failed = skipped = count = 0
    server = Server(sys.argv[1])
    for item in expected(list(layouts(sys.argv[2:]))):
        pins = sum(len(p) for p in item.get("tops", {}).values())
        if "fault" in item or pins == 0:
            skipped += 1
            continue
        opened = server.call("open_layout", path=item["file"])
        if "session_id" not in opened:
            print("  FAIL", item["file"], opened)
            failed += 1
            continue
        server.dbu = opened["dbu"]
        faults = []
        for cell, p in item["tops"].items():
            faults += compare(server, opened["session_id"], cell, p)
        server.call("close_session", session_id=opened["session_id"])
        count += pins
        passed += not faults
        failed += bool(faults)
        for fault in faults[:5]:
            print("  FAIL", os.path.basename(item["file"]), len(faults), fault)
    server.close()
    print(f"{count} pins")
    print(f"{passed} passed, {failed} failed, {skipped} skipped")
    return failed > 0


sys.exit(main())
