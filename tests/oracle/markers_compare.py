"""The markers of a .lyrdb in its top cell, as KLayout's ReportDatabase reads them, against what `marks list` says:

    klayout.sh markers_compare.py list_=LIST      a line a file: IN.lyrdb<TAB>OURS<TAB>SAID

Every item in each place of its cell (the references of the file, composed by KLayout's DCplxTrans; an item of a cell that lies
nowhere counts once, as it stands): rule, cell, box around its values, distance of the first edge pair. The order is ours alone and
is not compared. Boxes of round paths, which KLayout draws as polygons, may differ by a tenth of their width. SAID gets "equal: ..." or the differences.
"""
import gzip
import math
import os
import sys
import xml.etree.ElementTree as tree

import pya

sys.path.insert(0, os.environ["ORACLE_DIR"])
from oracle_marks import each_job  # noqa: E402


def references(root):
    found = {}
    for cell in root.find("cells"):
        variant = cell.findtext("variant")
        name = cell.findtext("name") + (":" + variant if variant else "")
        found[name] = [(r.findtext("parent"), pya.DCplxTrans.from_s(r.findtext("trans"))) for r in cell.iter("ref")]
    return found


def is_nested(root):
    return any(c.find("category") is not None for c in root.find("categories").iter("categories") if c is not root.find("categories"))


def frames(name, top, references_of):
    if name == top:
        return [pya.DCplxTrans()]
    return [f * t for above, t in references_of[name] for f in frames(above, top, references_of)]


def to_edge(p, e):
    dx, dy = e.x2 - e.x1, e.y2 - e.y1
    square = dx * dx + dy * dy
    t = 0 if square == 0 else max(0, min(1, ((p.x - e.x1) * dx + (p.y - e.y1) * dy) / square))
    return math.hypot(p.x - e.x1 - t * dx, p.y - e.y1 - t * dy)


def apart(pair):
    a, b = pair.first, pair.second
    return 0.0 if a.intersect(b) else min(to_edge(a.p1, b), to_edge(a.p2, b), to_edge(b.p1, a), to_edge(b.p2, a))


def shape_of(value):
    if value.is_box():
        return None if value.box().empty() else pya.DPolygon(value.box())
    for is_kind, kind in (("is_polygon", "polygon"), ("is_edge_pair", "edge_pair"), ("is_edge", "edge"), ("is_text", "text")):
        if getattr(value, is_kind)():
            return getattr(value, kind)()
    return value.path().polygon() if value.is_path() else None


def markers(file):
    """(rule, cell, box or None, distance or None, tolerance)"""
    data = open(file, "rb").read()
    root = tree.fromstring(gzip.decompress(data) if data[:2] == b"\x1f\x8b" else data)
    db = pya.ReportDatabase("compared")
    db.load(file)
    references_of, nested = references(root), is_nested(root)
    for item in db.each_item():
        category, cell = db.category_by_id(item.category_id()), db.cell_by_id(item.cell_id()).qname()
        values = list(item.each_value())
        lying = [v for v in values if v.is_box() or shape_of(v) is not None]
        rounds = [v.path().width for v in values if v.is_path() and v.path().is_round()]
        for f in frames(cell, db.top_cell_name, references_of) or [pya.DCplxTrans()]:
            box = pya.DBox()
            for v in values:
                shape = shape_of(v)
                box = box if shape is None else box + shape.transformed(f).bbox()
            distance = apart(lying[0].edge_pair().transformed(f)) if lying and lying[0].is_edge_pair() else None
            sides = None if box.empty() else (box.left, box.bottom, box.right, box.top)
            yield (category.path() if nested else category.name(), cell, sides, distance,
                   2e-5 + f.mag * max([0.1 * w for w in rounds] + [0]))


def escape(text):
    return text.replace("\\", "\\\\").replace("\t", "\\t").replace("\n", "\\n").replace("\r", "\\r")


def fits(a, b, tolerance):
    if (a is None) != (b is None):
        return False
    return a is None or all(abs(x - y) <= tolerance for x, y in zip(a, b))


def read_ours(path):
    groups = {}
    for line in open(path, encoding="utf-8"):
        f = line.rstrip("\n").split("\t")
        box = None if f[3] == "none" else tuple(float(x) for x in f[3].split())
        groups.setdefault((f[1], f[2]), []).append((box, None if f[4] == "-" else (float(f[4]),)))
    return groups


def compare(file, listed):
    ours, count, faults = read_ours(listed), 0, []
    for rule, cell, box, distance, tolerance in markers(file):
        count += 1
        left = ours.get((escape(rule), escape(cell)), [])
        apart_by = None if distance is None else (distance,)
        at = next((i for i, m in enumerate(left) if fits(m[0], box, tolerance) and fits(m[1], apart_by, 2e-5)), None)
        if at is None:
            faults.append("KLayout alone has %s %s %s %s" % (rule, cell, box, distance))
        else:
            left.pop(at)
    faults += ["we alone have %s %s" % (key, m) for key, left in ours.items() for m in left]
    return ["DIFFERENT: " + fault for fault in faults[:10]] or ["equal: %d markers" % count]


each_job(list_, compare)  # noqa: F821
