"""The acceptance fixture of RFC 0006: fixtures/litho/100x4tiles_12collisions.json, a detailed report of 100 records that
four tiles saw of 12 defects: 12 canonical, 88 shadows.

    python3 tests/oracle/litho_acceptance.py            writes it
    python3 tests/oracle/litho_acceptance.py --check    status 1 when it is another

Groups are found by comparing all pairs, ids are made with hashlib from the byte layout of the schema alone: nothing here
knows the product's code. The deck beside it is what the hash is of.
"""
import base64
import hashlib
import json
import os
import struct
import sys

FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "fixtures", "litho")
NAME = "100x4tiles_12collisions.json"
TILE_NM = 2000  # core of a tile; the canvas has two by two

# rule, radius, and how the records of the group lie to its lowest: (dx, dy) a step, so that chains go beyond the radius
DEFECTS = [
    ("M1.W.MIN", 18, (1995, 300), (3, 1)), ("M1.W.MIN", 18, (1990, 1990), (0, 0)), ("M1.W.MIN", 18, (120, 2003.5), (17, 2)),
    ("M1.S.MIN", 20, (2002, 1500), (-12, 16)), ("M1.S.MIN", 20, (640.25, 1998), (0, 20)),
    ("M1.S.MIN", 20, (2001, 2900), (20, 0)), ("M1.S.MIN", 20, (2001, 2879.999), (0.125, -0.0625)),
    ("MRC.W.MIN", 0, (2000, 700), (0, 0)), ("MRC.W.MIN", 0, (2000, 700.001), (0, 0)),
    ("EPE.GAUGE", 0, (333.333, 2000), (0, 0)), ("EPE.GAUGE", 0, (2000, 2000), (0, 0)), ("M1.A.MIN", 21.9, (1985, 3100), (7, 7)),
]
SIZES = [9, 9, 9, 9] + [8] * 8
CHAIN = [{"op": "translate", "params": {"dx_nm": -500, "dy_nm": 250}}, {"op": "rotate", "params": {"angle_deg": 90}},
         {"op": "mirror_x", "params": {}}, {"op": "scale", "params": {"factor": 0.5}}]


def plain(value):
    """65.0 as 65: numbers in the form of RFC 8785 (of the sizes that are used here)."""
    return int(value) if value == int(value) else value


def compact(value):
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


def picometres(nm):
    return round(nm * 1000)


def group_id(deck_hash, radius, x, y, rule):
    data = deck_hash.encode() + struct.pack("<qqq", picometres(radius), picometres(x), picometres(y)) + rule.encode()
    return hashlib.blake2b(data).hexdigest()[:16]


def violation_id(deck_hash, group, record):
    data = bytes([1, 0, 0]) + bytes.fromhex(deck_hash[7:23]) + bytes.fromhex(group) + struct.pack(">I", record)
    return "v" + base64.b32encode(data + hashlib.blake2b(data).digest()[:2]).decode().lower()


def seen():
    """What the tiles tell, tile by tile: each record of a defect by the next tile."""
    records, turn = [], 0
    for (rule, radius, (x, y), (dx, dy)), size in zip(DEFECTS, SIZES):
        for i in range(size):
            column, row = turn % 2, turn // 2 % 2
            records.append({"rule": rule, "radius": radius, "x": x + i * dx, "y": y + i * dy, "tile": (row, column)})
            turn += 1
    return records


def grouped(records):
    parent = list(range(len(records)))

    def root(i):
        while parent[i] != i:
            i = parent[i]
        return i

    for i, a in enumerate(records):
        for k, b in enumerate(records[:i]):
            dx, dy = picometres(a["x"]) - picometres(b["x"]), picometres(a["y"]) - picometres(b["y"])
            if a["rule"] == b["rule"] and dx * dx + dy * dy <= picometres(a["radius"]) ** 2:
                parent[root(i)] = root(k)
    groups = {}
    for i, record in enumerate(records):
        groups.setdefault(root(i), []).append(record)
    order = lambda r: (picometres(r["y"]), picometres(r["x"]), r["tile"])
    groups = [sorted(group, key=order) for group in groups.values()]
    return sorted(groups, key=lambda group: (group[0]["rule"].encode(), order(group[0])))


SENTENCES = {"W.MIN": "line too narrow", "S.MIN": "space too narrow", "A.MIN": "shape too small"}


def sentence(record):
    what = next((text for end, text in SENTENCES.items() if record["rule"].endswith(end)), "rule violated")
    x, y = (plain(round(record[k] / 1000 * 1e6) / 1e6) for k in "xy")
    return f"{what}, at ({x}, {y}) um"


def violations(deck_name, deck_hash):
    out = []
    for group in grouped(seen()):
        first = group[0]
        name = group_id(deck_hash, first["radius"], first["x"], first["y"], first["rule"])
        for index, record in enumerate(group):
            row, column = record["tile"]
            origin = [column * TILE_NM, row * TILE_NM]
            out.append({
                "violation_id": violation_id(deck_hash, name, index), "violation_group_id": name, "rule_id": record["rule"],
                "message": sentence(record), "rule_deck": deck_name, "severity": "error", "coordinate_frame": "post_transform_canvas",
                "location_nm": [plain(record["x"]), plain(record["y"])],
                "location_um": [plain(record["x"] / 1000), plain(record["y"] / 1000)],
                "transforms": CHAIN + [{"op": "tile_stitch", "params": {"origin": origin}}],
                "context": {"tile_id": f"T_{column}_{row}",
                            "tile_local_nm": [plain(record["x"] - origin[0]), plain(record["y"] - origin[1])],
                            "tile_origin_nm": origin},
                "dedup_strategy": "shadow" if index else "canonical",
                "dedup_provenance": {"rule_deck_hash": deck_hash, "radius_nm": plain(record["radius"]),
                                     "rule_id": record["rule"], "canonical_location_nm": [plain(first["x"]), plain(first["y"])]}})
    return out


def report():
    with open(os.path.join(FOLDER, "deck.json"), encoding="utf-8") as file:
        deck = json.load(file)
    canonical = json.dumps(deck, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    deck_hash = "sha256:" + hashlib.sha256(canonical.encode()).hexdigest()
    found = violations(f"{deck['process_node']}_{deck['layer']}", deck_hash)
    canonicals = sum(v["dedup_strategy"] == "canonical" for v in found)
    assert (len(found), canonicals) == (100, 12), (len(found), canonicals)
    assert len({v["context"]["tile_id"] for v in found}) == 4
    return compact({"schema_version": "1.0.0", "report_level": "detailed", "degraded_to_aggregate": False,
                    "metrics": {"mrc_violations": 16, "drc_violations": 68, "tile_count": 4},
                    "violations": found, "violations_total": len(found), "violation_groups_total": canonicals,
                    "defects_total": canonicals, "repair_first": found[0]["violation_id"]}) + "\n"


def main():
    path = os.path.join(FOLDER, NAME)
    if "--check" in sys.argv:
        with open(path, encoding="utf-8", newline="") as file:
            return int(file.read() != report())
    with open(path, "w", encoding="utf-8", newline="") as file:
        file.write(report())
    return 0


if __name__ == "__main__":
    sys.exit(main())
