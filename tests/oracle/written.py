"""KLayout reads what our writers wrote: LayoutDiff against the source must find nothing.

klayout -zz -b -r written.py -rd joblist=L -rd out=O, where a line of L is SOURCE<TAB>WRITTEN<TAB>gds|oas<TAB>WARNINGS, the
kinds that the writer told, with blanks between. Where it told of paths that OASIS cannot hold, the two are compared by the XOR
of each cell and layer instead; where it told of properties that GDSII cannot hold, without properties. A line of O:
"ok|known|differs|unread|source<TAB>SOURCE<TAB>FORMAT<TAB>what". "known": the difference is the one of `exceptions`, to the letter.
"""
import os
import sys

import pya

sys.path.insert(0, os.environ.get("ORACLE_DIR", os.path.dirname(os.path.abspath(__file__))))
from oracle_common import load  # noqa: E402  (deletes the libraries)


# (end of the path, format): (what LayoutDiff finds, why)
WRAPS = "wider than 2^31: KLayout's coordinates end there, and what it makes of the source has wrapped"
COINCIDENT = "one place several times in a repetition: KLayout sees one in OASIS, and all when GDSII has them one by one"
exceptions = {
    ("derived_oasis/npn_10p00x10p00.cblock_strict.oas", "gds"): ("polygon_in_b_only:1 text_in_b_only:3", COINCIDENT),
    ("derived_oasis/npn_10p00x10p00.lvl2.oas", "gds"): ("polygon_in_b_only:1 text_in_b_only:3", COINCIDENT),
    ("derived_oasis/npn_10p00x10p00.stdprops.oas", "gds"): ("polygon_in_b_only:1 text_in_b_only:3", COINCIDENT),
    ("derived_oasis/npn_10p00x10p00.subst.oas", "gds"): ("polygon_in_b_only:1 text_in_b_only:3", COINCIDENT),
    ("siepic_ebeam/circuits/a_static.oas", "gds"): ("polygon_in_b_only:15 text_in_b_only:5", COINCIDENT),
    ("tinytapeout_sky25b/tt_um_kianV_rv32ima_uLinux_SoC.oas", "gds"): ("polygon_in_b_only:14 text_in_b_only:13", COINCIDENT),
    ("tinytapeout_sky25b/tt_um_wokwi_442977682425413633.oas", "gds"): ("polygon_in_b_only:4 text_in_b_only:4", COINCIDENT),
    ("malformed/g_flip_05.gds", "oas"): ("Coordinate value overflow (position=519, cell=#5)", WRAPS),
    ("malformed/g_flip_15.gds", "oas"): ("Coordinate value overflow (position=462, cell=#5)", WRAPS),
    ("malformed/g_path_w_max.gds", "oas"): ("1/0", WRAPS),
    ("cases/slow_render.gds", "oas"): ("2/0", WRAPS),
}

AS_GEOMETRY = {"odd_path_width", "round_path_ends", "path_without_outline"}
WITHOUT_PROPERTIES = {"named_property", "property_size"}


def drop_mag_of_one(layout):
    """KLayout tells a text whose MAG is 1 from one that has none; to GDSII they are the same, and we leave MAG 1 out."""
    size = round(1 / layout.dbu)
    for cell in layout.each_cell():
        for index in layout.layer_indexes():
            for shape in cell.shapes(index).each(pya.Shapes.STexts):
                if shape.text_size == size:
                    shape.text_size = 0


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


def diff(a, b, form, warnings):
    d = pya.LayoutDiff()
    found = {}

    def count(name):
        def add(*what):
            found[name] = found.get(name, 0) + 1
        return add

    for name in ("on_bbox_differs", "on_box_in_a_only", "on_box_in_b_only", "on_cell_in_a_only", "on_cell_in_b_only",
                 "on_cell_meta_info_differs", "on_cell_name_differs", "on_dbu_differs", "on_edge_in_a_only",
                 "on_edge_in_b_only", "on_instance_in_a_only", "on_instance_in_b_only", "on_layer_in_a_only",
                 "on_layer_in_b_only", "on_layer_name_differs", "on_path_in_a_only", "on_path_in_b_only",
                 "on_per_layer_bbox_differs", "on_polygon_in_a_only", "on_polygon_in_b_only", "on_text_in_a_only",
                 "on_text_in_b_only"):
        if hasattr(d, name):
            setattr(d, name, count(name))
    flags = pya.LayoutDiff.Verbose | pya.LayoutDiff.NoLayerNames | pya.LayoutDiff.FlattenArrayInsts
    if form == "gds":
        flags |= pya.LayoutDiff.BoxesAsPolygons  # a BOUNDARY does not say whether it was a box
    else:
        flags |= pya.LayoutDiff.NoTextOrientation | pya.LayoutDiff.NoTextDetails
    if warnings & WITHOUT_PROPERTIES:
        flags |= pya.LayoutDiff.NoProperties
    same = d.compare(a, b, flags)
    return "" if same else " ".join("%s:%d" % (k[3:], found[k]) for k in sorted(found)) or "differs"


def judged(verdict, source, form, what):
    """What is found, against the table; a file of the table that differs no more is a fault as well."""
    for (end, of), (expected, _) in exceptions.items():
        if source.endswith(end) and of == form:
            return "known" if what == expected else "differs", source, form, what or "nothing, though it should"
    return verdict, source, form, what


def source_of(path, kept={}):
    """The layout at path, which the next line has as well; nothing that is done here with a source changes what is compared."""
    if path not in kept:
        kept.clear()
        kept[path], _ = load(path)
    return kept[path]


def one(line):
    source, written, form, warnings = line.rstrip("\n").split("\t")
    warnings = set(warnings.split())
    try:
        a = source_of(source)
    except Exception:
        return "source", source, form, "KLayout does not read the source either"
    try:
        b, _ = load(written)
    except Exception as e:
        return judged("unread", source, form, str(e).split("\n")[0].replace(written, "<file>").replace(" in Layout.read", "")[:200])
    if abs(a.dbu - b.dbu) > 1e-12 * a.dbu:
        return "differs", source, form, "dbu"
    b.dbu = a.dbu
    for layout in (a, b):
        drop_file_properties(layout)
        drop_mag_of_one(layout)
    what = xor(a, b) if form == "oas" and warnings & AS_GEOMETRY else diff(a, b, form, warnings)
    return judged("differs" if what else "ok", source, form, what)


with open(joblist, encoding="utf8", errors="surrogateescape") as jobs, open(out, "w") as answers:  # noqa: F821
    for job in jobs:
        print("\t".join(one(job)), file=answers)
