"""KLayout reads what the OASIS writer wrote: LayoutDiff against the source must find nothing.

klayout -zz -b -r oas_written.py -rd joblist=L -rd out=O, where a line of L is SOURCE<TAB>WRITTEN[<TAB>geometry]. With the
word "geometry" (the writer told of lost round ends or odd widths) the two are compared by the XOR of each cell and layer
instead. A line of O: "ok|differs|unread|source<TAB>SOURCE<TAB>what".
"""
import os
import sys

import pya

sys.path.insert(0, os.environ.get("ORACLE_DIR", os.path.dirname(os.path.abspath(__file__))))
from oracle_common import load  # noqa: E402  (deletes the libraries)


def drop_file_properties(layout):
    """Meta information is of KLayout, not of the format."""
    layout.prop_id = 0
    for cell in layout.each_cell():
        cell.ghost_cell = False


def xor(a, b):
    found = []
    for cell in a.each_cell():
        other = b.cell(cell.name)
        if other is None:
            found.append("cell")
            continue
        for index in a.layer_indexes():
            there = b.find_layer(a.get_info(index))
            mine = pya.Region(cell.shapes(index))
            theirs = pya.Region() if there is None else pya.Region(other.shapes(there))
            if not (mine ^ theirs).is_empty():
                found.append(a.get_info(index).to_s())
    return " ".join(found)


def diff(a, b):
    d = pya.LayoutDiff()
    found = []
    for name in ("on_bbox_differs", "on_box_in_a_only", "on_box_in_b_only", "on_cell_in_a_only", "on_cell_in_b_only",
                 "on_cell_meta_info_differs", "on_cell_name_differs", "on_dbu_differs", "on_edge_in_a_only",
                 "on_edge_in_b_only", "on_instance_in_a_only", "on_instance_in_b_only", "on_layer_in_a_only",
                 "on_layer_in_b_only", "on_layer_name_differs", "on_path_in_a_only", "on_path_in_b_only",
                 "on_per_layer_bbox_differs", "on_polygon_in_a_only", "on_polygon_in_b_only", "on_text_in_a_only",
                 "on_text_in_b_only"):
        if hasattr(d, name):
            setattr(d, name, lambda *what, name=name: found.append(name))
    flags = pya.LayoutDiff.Verbose | pya.LayoutDiff.NoLayerNames | pya.LayoutDiff.NoTextOrientation
    flags |= pya.LayoutDiff.NoTextDetails | pya.LayoutDiff.FlattenArrayInsts
    same = d.compare(a, b, flags)
    return "" if same else " ".join(sorted(set(found))) or "differs"


def one(line):
    fields = line.rstrip("\n").split("\t")
    try:
        a, _ = load(fields[0])
    except Exception:
        return "source\t%s\tKLayout does not read the source either" % fields[0]
    try:
        b, _ = load(fields[1])
    except Exception as e:
        return "unread\t%s\t%s" % (fields[0], str(e).split("\n")[0][:200])
    if abs(a.dbu - b.dbu) > 1e-12 * a.dbu:
        return "differs\t%s\tdbu" % fields[0]
    b.dbu = a.dbu
    for layout in (a, b):
        drop_file_properties(layout)
    what = xor(a, b) if "geometry" in fields[2:] else diff(a, b)
    return "%s\t%s\t%s" % ("differs" if what else "ok", fields[0], what)


with open(joblist, encoding="utf8", errors="surrogateescape") as jobs, open(out, "w") as answers:  # noqa: F821
    for job in jobs:
        print(one(job), file=answers)
