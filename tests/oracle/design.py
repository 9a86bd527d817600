# Area and covered area of top cells, and counts of rules of fixtures/design_pair, as KLayout sees them: run by design.sh inside
# KLayout with -rd joblist=FILE, lines LAYOUT<TAB>OUT. OUT gets {"cells": {CELL: {"area", "covered"}}, "rules": {...}}.
import json
import pya


def region(layout, cell, layers):
    whole = pya.Region()
    for index in layers:
        whole.insert(cell.begin_shapes_rec(index))
    whole.merge()
    return whole


def rules(layout, cell):
    def layer(number):
        index = layout.find_layer(number, 0)
        return region(layout, cell, [] if index is None else [index])

    def dbu(um):
        return int(um / layout.dbu + 0.5)

    active, poly, contact, metal = layer(1), layer(5), layer(6), layer(10)
    return {
        "separation": poly.separation_check(contact, dbu(0.12)).count(),
        "extension": poly.enclosing_check(active, dbu(0.21)).count(),
        "enclosure": contact.enclosed_check(active, dbu(0.11)).count() + (contact - active).count(),
        "width": metal.width_check(dbu(0.2)).count(),
        "space": metal.space_check(dbu(1)).count(),
        "overlap": poly.overlap_check(active, dbu(0.19)).count(),
    }


def look(path):
    layout = pya.Layout()
    layout.read(path)
    seen = {"cells": {}}
    for cell in layout.top_cells():
        box = cell.bbox()
        covered = region(layout, cell, layout.layer_indexes())
        seen["cells"][cell.name] = {
            "area": 0 if box.empty() else box.width() * box.height() * layout.dbu**2,
            "covered": covered.area() * layout.dbu**2,
        }
    if layout.cell("ota"):
        seen["rules"] = {name: rules(layout, layout.cell(name)) for name in ("ota", "ota_mended")}
    return seen


with open(joblist) as jobs:  # noqa: F821: of KLayout
    for line in jobs:
        layout_path, out = line.rstrip("\n").split("\t")
        with open(out, "w") as file:
            json.dump(look(layout_path), file)
