#!/usr/bin/env python3
"""Ports of kfactory in GDSII files, read from the bytes by this script: against list_ports, and against inference.

    ports_meta.py SERVER FOLDER...            every cell's META ports are in our answer: name, place, direction, width, type
    ports_meta.py --infer SERVER FOLDER...    META hidden by a convention that knows edges alone: recall and precision, over cells
                                              that place no others

The strings of $$$CONTEXT_INFO$$$ are joined as KLayout writes them (PROPATTR n, "#n,part:" for pieces); only the forms
that these files use are understood: maps of one port (v3) and fields (v1, v2). Widths come from the cross sections.
"""
import collections
import json
import math
import os
import re
import struct
import sys
import tempfile

from ports_client import Server


def records(data):
    at = 0
    while at + 4 <= len(data):
        size, kind = struct.unpack(">HH", data[at:at + 4])
        if size < 4:
            return
        yield kind >> 8, data[at + 4:at + size]
        at += size


def real8(b):
    sign, exponent, mantissa = b[0] >> 7, b[0] & 127, int.from_bytes(b[1:8], "big")
    return (-1) ** sign * mantissa / 2.0 ** 56 * 16.0 ** (exponent - 64)


def contexts(data):
    """dbu in um, {cell or None: [strings]}."""
    found, dbu, inside, cell, attr, props = collections.defaultdict(list), 0.001, False, None, 0, {}
    name = None

    def flush():
        text = collections.defaultdict(dict)
        for number, value in props.items():
            text[number] = value
        for number in sorted(text):
            found[cell].append("".join(text[number][part] for part in sorted(text[number])))

    for kind, body in records(data):
        if kind == 0x03:
            dbu = real8(body[8:16]) * 1e6
        elif kind == 0x06:
            name = body.rstrip(b"\0").decode("latin-1")
            inside = name == "$$$CONTEXT_INFO$$$"
        elif inside and kind in (0x08, 0x0A):
            props, cell = collections.defaultdict(dict), None
        elif inside and kind == 0x12:
            cell = body.rstrip(b"\0").decode("latin-1")
        elif inside and kind == 0x2B:
            attr = struct.unpack(">h", body)[0]
        elif inside and kind == 0x2C:
            value = body.rstrip(b"\0").decode("latin-1")
            piece = re.match(r"#(\d+),(\d+):", value)
            number, part = (int(piece[1]), int(piece[2])) if piece else (attr, 0)
            props[number][part] = value[piece.end():] if piece else value
        elif inside and kind == 0x11:
            flush()
    return dbu, found


def trans(text):
    m = re.fullmatch(r"\[?(d?)(?:cplx)?trans:([rm])([-\d.]+)(?: \*([-\d.]+))? ([-\d.e]+),([-\d.e]+)\]?", text)
    if not m:
        return None
    angle = float(m[3]) * (2 if m[2] == "m" else 1)
    return bool(m[1]), angle % 360, float(m[5]), float(m[6])


def ports_of(strings, sections, dbu):
    ports = collections.defaultdict(dict)
    for s in strings:
        m = re.match(r"META\('?kfactory:ports:(\d+)(?::([a-z_:]+))?'?\)=(.*)$", s, re.S)
        if not m:
            continue
        if m[2]:
            ports[int(m[1])][m[2]] = m[3].strip("'")
            continue
        for field, value in re.findall(r"'(\w+)'=>('[^']*'|\[[^\]]*\]|nil)", m[3]):
            ports[int(m[1])].setdefault(field, value.strip("'"))
    out = []
    for number in sorted(ports):
        p = ports[number]
        t = trans(p.get("trans") or p.get("dcplx_trans") or "")
        if t is None:
            continue
        scale = 1 / dbu if t[0] else 1
        width = sections.get(p.get("cross_section"), 0)
        m = re.search(r"#+l?u?(\d+(?:\.\d+)?)", p.get("width", ""))
        width = float(m[1]) if m else width
        name = "" if p.get("name") in (None, "nil") else p["name"]
        out.append((name, t[2] * scale, t[3] * scale, t[1], width, p.get("port_type", "")))
    return out


def sections_of(strings):
    found = {}
    for s in strings:
        m = re.match(r"META\('kfactory:cross_section:([^']*)'\)=.*'width'=>#l(\d+)", s)
        if m:
            found[m[1]] = float(m[2])
    return found


def layouts(folders):
    for folder in folders:
        for root, _, names in sorted(os.walk(folder)):
            for name in sorted(names):
                if name.lower().endswith(".gds"):
                    yield os.path.abspath(os.path.join(root, name))


def near(angle, other):
    return abs((angle - other + 180) % 360 - 180)


def check(server, path, tally):
    dbu, found = contexts(open(path, "rb").read())
    sections = sections_of(found.get(None, []))
    cells = {c: ports_of(s, sections, dbu) for c, s in found.items() if c is not None}
    cells = {c: p for c, p in cells.items() if p}
    if not cells:
        return None
    opened = server.call("open_layout", path=path)
    faults = [] if "session_id" in opened else [str(opened)]
    for cell, ports in sorted(cells.items()) if not faults else []:
        ours = server.ports(session_id=opened["session_id"], cell=cell, depth=0)
        if isinstance(ours, dict):
            faults.append(f"{cell}: {ours}")
            continue
        meta = [p for p in ours if p["source"] == "meta"]
        mine = sorted((p["name"], round(p["at_dbu"]["x"], 3), round(p["at_dbu"]["y"], 3), round(p["angle_deg"], 3),
                       round(p.get("width_um", 0) / dbu), p["type"]) for p in meta)
        theirs = sorted((n, round(x, 3), round(y, 3), round(a, 3), round(w), t) for n, x, y, a, w, t in ports)
        tally["ports"] += len(theirs)
        if mine != theirs:
            faults.append(f"{cell}: {mine} instead of {theirs}")
    if "session_id" in opened:
        server.call("close_session", session_id=opened["session_id"])
    return faults


CONVENTION = {"schema_version": "1.0", "name": "edges-alone",
              "layers": {"WG": {"layer": 1, "datatype": 0, "role": "waveguide"},
                         "SiN": {"layer": 4, "datatype": 0, "role": "waveguide"},
                         "DevRec": {"layer": 68, "datatype": 0, "role": "device"}},
              "port_markers": [{"id": "edge", "shape": "edge_on_boundary"}], "device": {"on": "DevRec"}}


def infer(server, path, tally, convention):
    dbu, found = contexts(open(path, "rb").read())
    sections = sections_of(found.get(None, []))
    cells = {c: ports_of(s, sections, dbu) for c, s in found.items() if c is not None}
    cells = {c: [p for p in ports if p[5] == "optical"] for c, ports in cells.items()}
    cells = {c: p for c, p in cells.items() if p}
    if not cells:
        return
    opened = server.call("open_layout", path=path, convention_path=convention)
    leaves = {c["name"] for c in server.call("list_cells", session_id=opened["session_id"], limit=5000,
                                               max_chars=3500000)["cells"]
              if c["child_instance_count"] == 0}
    for cell, ports in sorted(cells.items()):
        if cell not in leaves:
            continue
        ours = server.ports(session_id=opened["session_id"], cell=cell, depth=0)
        ours = [p for p in ours if p["source"] == "inferred"] if isinstance(ours, list) else []
        hit = set()
        for _, x, y, a, _, _ in ports:
            for i, p in enumerate(ours):
                if (i not in hit and math.hypot(p["at_dbu"]["x"] - x, p["at_dbu"]["y"] - y) <= 2
                        and near(p["angle_deg"], a) <= 2):
                    hit.add(i)
                    break
        tally["cells"] += 1
        tally["whole"] += len(hit) == len(ports) == len(ours)
        tally["true"] += len(ports)
        tally["found"] += len(ours)
        tally["hit"] += len(hit)
        if "-v" in sys.argv and (len(hit) < len(ports) or len(hit) < len(ours)):
            print(os.path.basename(path), cell, len(ports), "true", len(ours), "found", len(hit), "right")
    server.call("close_session", session_id=opened["session_id"])


def main():
    arguments = [a for a in sys.argv[1:] if not a.startswith("-")]
    server, tally = Server(arguments[0]), collections.Counter()
    if "--infer" in sys.argv:
        with tempfile.NamedTemporaryFile("w", suffix=".json", delete=False) as f:
            json.dump(CONVENTION, f)
        for path in layouts(arguments[1:]):
            infer(server, path, tally, f.name)
        os.unlink(f.name)
        print(f"{tally['cells']} cells, {tally['whole']} exactly; {tally['true']} optical ports, {tally['found']} inferred, "
              f"{tally['hit']} right: recall {tally['hit'] / max(1, tally['true']):.3f}, "
              f"precision {tally['hit'] / max(1, tally['found']):.3f}")
        return 0
    passed = failed = skipped = 0
    for path in layouts(arguments[1:]):
        faults = check(server, path, tally)
        skipped += faults is None
        passed += faults == []
        failed += bool(faults)
        for fault in (faults or [])[:3]:
            print("  FAIL", os.path.basename(path), fault)
    server.close()
    print(f"{tally['ports']} ports")
    print(f"{passed} passed, {failed} failed, {skipped} skipped")
    return failed > 0


sys.exit(main())
