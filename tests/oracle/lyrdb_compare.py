"""A .lyrdb as KLayout's ReportDatabase understands it against what `marks lyrdb` says of it:

    klayout.sh lyrdb_compare.py list_=LIST      a line a file: IN.lyrdb<TAB>DUMP<TAB>AGAIN<TAB>SAID

Compared are the head, all categories with their counts, all cells with every transformation to the top cell (composed
here, by KLayout's DCplxTrans, over all ways up), and all items in their order with all values. AGAIN: a file that we
wrote of the same database; KLayout must read it as the same. SAID gets "equal: ..." or the differences.
"""
import os
import re
import sys

import pya

sys.path.insert(0, os.environ["ORACLE_DIR"])
from oracle_marks import each_job  # noqa: E402

NUMBER = re.compile(r"(?<![\w'])[-+]?\d+(?:\.\d+)?(?:e[-+]?\d+)?", re.I)

TAG = re.compile(r"^\[[^\]]*\] ")  # KLayout does not say it in a value's text, only that there is one


def same(text):
    """Numbers in one form: 1e-7 and 1e-07, -0 and 0."""
    return NUMBER.sub(lambda m: "%.12g" % (float(m.group()) + 0.0), text)


def escape(text):
    return text.replace("\\", "\\\\").replace("\t", "\\t").replace("\n", "\\n").replace("\r", "\\r")


def categories(db):
    """All of them, by number: pya cannot walk down from a category that a database lists."""
    last = max([c.rdb_id() for c in db.each_category()] + [c.rdb_id() for c in db.each_cell()] + [0])
    for i in range(1, last + 1):
        category = db.category_by_id(i)
        if category is not None:
            yield category


def frames(db, cell, top):
    if cell.rdb_id() == top:
        return [pya.DCplxTrans()]
    found = []
    for reference in db.cell_by_id(cell.rdb_id()).each_reference():
        above = db.cell_by_id(reference.parent_cell_id)
        found += [t * reference.trans for t in frames(db, above, top)]
    return found


def number(x):
    return "%.9g" % (round(x, 9) + 0.0)


def frame_text(t):
    return " ".join([str(int(t.is_mirror())), number(t.angle % 360), number(t.mag), number(t.disp.x), number(t.disp.y)])


def dump(db):
    own = {}
    for item in db.each_item():
        own[item.category_id()] = own.get(item.category_id(), 0) + 1
    lines = ["\t".join(["head", escape(db.description), escape(db.generator), escape(db.top_cell_name)])]
    paths = {}
    listed = []
    for category in categories(db):
        paths[category.rdb_id()] = category.path()
        count = own.get(category.rdb_id(), 0)
        listed.append("\t".join(["category", escape(category.path()), str(count), escape(category.description)]))
    lines += sorted(listed)
    tops = [c.rdb_id() for c in db.each_cell() if c.qname() == db.top_cell_name]
    for cell in db.each_cell():
        ways = frames(db, cell, tops[0]) if tops else []
        lines.append("\t".join(["cell", escape(cell.qname())] + [frame_text(t) for t in ways]))
    for item in db.each_item():
        values = [("[] " if v.tag_id else "") + escape(same(v.to_s())) for v in item.each_value()]
        head = ["item", escape(paths[item.category_id()]), escape(db.cell_by_id(item.cell_id()).qname())]
        lines.append("\t".join(head + [str(int(item.is_visited()))] + values))
    return lines


def read_ours(path):
    lines = []
    for line in open(path, encoding="utf-8"):
        f = line.rstrip("\n").split("\t")
        if f[0] == "head":
            f = f[:4]
        elif f[0] == "cell":
            f = f[:2] + [" ".join(number(float(x)) for x in frame.split()) for frame in f[2:]]
        elif f[0] == "item":
            f = f[:4] + [same(TAG.sub("[] ", v)) for v in f[5:]]
        lines.append("\t".join(f))
    return lines[:1] + sorted(x for x in lines if x.startswith("category")) + [
        x for x in lines[1:] if not x.startswith("category")]


def load(path):
    db = pya.ReportDatabase("compared")
    db.load(path)
    return db


def differences(what, mine, theirs):
    if len(mine) != len(theirs):
        yield "%s: %d lines, KLayout has %d" % (what, len(mine), len(theirs))
    for a, b in zip(mine, theirs):
        if a != b:
            yield "%s: ours\n  %s\n  KLayout\n  %s" % (what, a[:600], b[:600])


def compare(file, ours, again):
    theirs = dump(load(file))
    faults = list(differences("read", read_ours(ours), theirs))
    faults += list(differences("written", dump(load(again)), theirs))
    return ["DIFFERENT: " + fault for fault in faults[:10]] or ["equal: %d lines" % len(theirs)]


each_job(list_, compare)  # noqa: F821
