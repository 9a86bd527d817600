"""Which optical pins of a SiEPIC layout meet, by the rule of SiEPIC-Tools, found with KLayout alone.

klayout -b -r connect_siepic.py -rd root=FOLDER -rd out=OUT.json[.gz]     every layout below FOLDER

A component is a placement of a cell that holds a figure on DevRec (68/0); its pins are the two-point paths on PinRec
(1/10, in older files 69/0) of that cell and of what it places that is no component itself. A pin stands in the middle
of its path and points from its first point to its second. Two pins of two components are connected when they stand at
one place, look in opposite directions, and the boxes of the components' DevRec touch; a pin without another one is
disconnected. Places with more than two pins are counted apart. Ends of the transformed path are taken as they are,
not rounded.

OUT: [{"file": path below FOLDER, "layer": pin layer, "cells": [{"cell", "pins", "connected": [[x, y] ...], "open":
[[x, y] ...], "crowded": [[x, y] ...]}]}], places in dbu, sorted, cells by name: all tops.
"""
import gzip
import json
import math
import os
import sys

import pya

sys.path.insert(0, os.environ.get("ORACLE_DIR", "oracle"))
from oracle_common import *  # noqa

LAYOUTS = (".gds", ".oas", ".gds.gz", ".oas.gz")


def pins_of(cell, layer):
    """(x, y, angle) of the pins drawn in the cell itself."""
    found = []
    for shape in cell.shapes(layer).each(pya.Shapes.SPaths):
        points = list(shape.each_point())
        if len(points) == 2:
            found.append((points[0], points[1]))
    return found


def gather(layout, top, pin_layer, dev_layer):
    """Pins below the top as (x, y, angle in degrees, number of the component) and boxes of components."""
    pins, boxes = [], []
    is_component = {c.cell_index(): not c.shapes(dev_layer).is_empty() for c in layout.each_cell()}
    has_pins = {}
    for index in layout.each_cell_bottom_up():
        cell = layout.cell(index)
        has_pins[index] = (is_component[index] or not cell.shapes(pin_layer).is_empty()
                           or any(has_pins[c] for c in cell.each_child_cell()))
    stack = [(top, pya.DCplxTrans(), None)]
    while stack:
        cell, trans, owner = stack.pop()
        if is_component[cell.cell_index()]:
            owner = len(boxes)
            box = pya.DBox()
            for shape in cell.shapes(dev_layer).each():
                box += pya.DBox(shape.bbox()) if shape.is_box() or shape.is_path() or shape.is_polygon() else pya.DBox()
            boxes.append(trans * box if not box.empty() else box)
        for p, q in pins_of(cell, pin_layer):
            a, b = trans * pya.DPoint(p.x, p.y), trans * pya.DPoint(q.x, q.y)
            angle = math.degrees(math.atan2(b.y - a.y, b.x - a.x)) % 360
            pins.append(((a.x + b.x) / 2, (a.y + b.y) / 2, angle, owner if owner is not None else -1))
        for inst in cell.each_inst():
            child = layout.cell(inst.cell_index)
            if not has_pins[inst.cell_index]:
                continue
            for i in range(max(1, inst.na)):
                for j in range(max(1, inst.nb)):
                    move = pya.DCplxTrans(pya.DVector(i * inst.a.x + j * inst.b.x, i * inst.a.y + j * inst.b.y))
                    t = inst.cplx_trans
                    own = pya.DCplxTrans(t.mag, t.angle, t.is_mirror(), pya.DVector(t.disp.x, t.disp.y))
                    stack.append((child, trans * move * own, owner))
    return pins, boxes


def judge(pins, boxes):
    places = {}
    for pin in pins:
        places.setdefault((round(pin[0] * 2) / 2, round(pin[1] * 2) / 2), []).append(pin)
    connected, alone, crowded = [], [], []
    for place, here in places.items():
        if len(here) > 2:
            crowded.append(place)
        elif len(here) == 2 and here[0][3] != here[1][3]:
            turn = abs((here[0][2] - here[1][2]) % 360 - 180)
            touch = -1 in (here[0][3], here[1][3]) or boxes[here[0][3]].enlarged(0.01, 0.01).touches(boxes[here[1][3]])
            if turn < 0.01 and touch:
                connected.append(place)
            else:
                alone += [place, place]
        else:
            alone += [place] * len(here)
    return sorted(connected), sorted(alone), sorted(crowded)


def look(path, name):
    layout = pya.Layout()
    layout.read(path)
    dev = layout.layer(68, 0)
    counts = {}
    for pin in ((1, 10), (69, 0)):
        layer = layout.layer(*pin)
        counts[pin] = sum(len(pins_of(c, layer)) for c in layout.each_cell())
    pin = (1, 10) if counts[(1, 10)] else (69, 0)
    if not counts[pin]:
        return None
    cells = []
    for top in sorted(layout.top_cells(), key=lambda c: c.name):
        pins, boxes = gather(layout, top, layout.layer(*pin), dev)
        connected, alone, crowded = judge(pins, boxes)
        cells.append({"cell": top.name, "pins": len(pins), "connected": connected, "open": alone, "crowded": crowded})
    return {"file": name, "layer": list(pin), "cells": cells}


def main():
    files = []
    for folder, _, names in os.walk(root):
        files += [os.path.join(folder, n) for n in names if n.lower().endswith(LAYOUTS)]
    rows = []
    for path in sorted(files):
        try:
            row = look(path, os.path.relpath(path, root))
        except RuntimeError as e:  # a file that KLayout does not read says nothing
            print(path, str(e)[:100])
            continue
        if row:
            rows.append(row)
    text = json.dumps(rows, ensure_ascii=False, separators=(",", ":"))
    with (gzip.open if out.endswith(".gz") else open)(out, "wt", encoding="utf-8") as f:
        f.write(text)


main()
