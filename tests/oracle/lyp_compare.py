"""A .lyp as KLayout's view understands it against what `marks lyp` says of it:

    klayout.sh lyp_compare.py list_=LIST      a line a file: IN.lyp<TAB>DUMP<TAB>SAID

Compared are all leaves in their order (name, source, colours, patterns, line styles, visible, valid, ...), with the
values that groups give them, the bitmaps of all fill patterns and the line styles. Leaves that KLayout takes out of its
list because no layout is open (wildcards, "@*") are left out on our side. A colour, pattern or line style that the file
does not say is KLayout's choice and not compared. SAID gets "equal: N leaves" or the differences.
"""
import os
import sys

import pya

sys.path.insert(0, os.environ["ORACLE_DIR"])
from oracle_marks import each_job  # noqa: E402


def unescape(text):
    return text.encode().decode("unicode_escape").encode("latin1").decode() if "\\" in text else text


def leaves(view):
    at = view.begin_layers()
    while not at.at_end():
        node = at.current()
        if not node.has_children():
            yield node
        at.next()


def read_ours(path):
    entries, patterns, styles = [], [], []
    for line in open(path, encoding="utf-8"):
        kind, *f = line.rstrip("\n").split("\t")
        if kind == "entry":
            entries.append(f)
        elif kind == "pattern":
            patterns.append(f[0])
        elif kind == "style":
            styles.append(f[0])
        elif kind == "refused":
            entries.append(f)
    return entries, patterns, styles


def bitmap(table, number, missing):
    """KLayout numbers custom patterns anew when two are alike, so what is drawn is compared."""
    number = int(number)
    return number if number < 0 else table[number] if number < len(table) else missing


def row(view, node, f):
    """KLayout's fields in the form of ours; '*' where the file leaves it open."""
    no_fill, no_frame = f[6].startswith("-"), f[7].startswith("-")
    is_visible = [node.valid_(True), node.visible_(True), node.transparent_(True)]
    return [
        node.name,
        node.source_name_(True) if node.has_source_name(True) else "",
        node.source_layer_(True),
        node.source_datatype_(True),
        node.source_cellview_(True),
        f[5],
        f[6] if no_fill else "%06x" % (node.eff_fill_color(True) & 0xFFFFFF),
        f[7] if no_frame else "%06x" % (node.eff_frame_color(True) & 0xFFFFFF),
        "-1" if f[8] == "-1" else pattern_rows(view, node.eff_dither_pattern(True)),
        "-1" if f[9] == "-1" else view.get_line_style(node.eff_line_style(True)),
    ] + [int(x) for x in is_visible] + [node.width_(True), int(node.marked_(True)), int(node.xfill_(True)), node.animation_(True)]


def pattern_rows(view, i):
    """As ours: rows as they repeat."""
    return "".join(line + "/" for line in view.get_stipple(i).split())


def compare(file, ours):
    view = pya.LayoutView()
    entries, patterns, styles = read_ours(ours)
    try:
        view.load_layer_props(file)
    except RuntimeError:
        return ["equal: both refuse it" if entries and entries[0][0] == "UNSUPPORTED_FORMAT" else "DIFFERENT: KLayout refuses it"]
    theirs = list(leaves(view))
    kept = [f for f in entries if f[4] != "-1" and not (f[1] == "" and f[2] == f[3] == "-1" and f[5] == "0")]
    faults = []
    if len(theirs) != len(kept):
        faults.append("%d leaves, KLayout has %d" % (len(kept), len(theirs)))
    for node, f in zip(theirs, kept):
        mine = [unescape(f[0]), unescape(f[1])] + f[2:8] + [str(bitmap(patterns, f[8], "*/")), str(bitmap(styles, f[9], ""))] + f[10:]
        want = [str(x) for x in row(view, node, f)]
        if mine != want:
            faults.append("ours %s\n  KLayout %s" % (mine, want))
    for i, rows in enumerate(patterns[:47]):
        if rows != pattern_rows(view, i):
            faults.append("pattern %d: ours %s, KLayout %s" % (i, rows, pattern_rows(view, i)))
    for i, bits in enumerate(styles[:8]):
        if bits != view.get_line_style(i):
            faults.append("line style %d: ours %s, KLayout %s" % (i, bits, view.get_line_style(i)))
    return ["DIFFERENT: " + fault for fault in faults[:20]] or [
        "equal: %d leaves, %d patterns, %d line styles" % (len(kept), len(patterns), len(styles))]


each_job(list_, compare)  # noqa: F821
