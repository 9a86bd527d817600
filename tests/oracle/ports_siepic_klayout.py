"""Pins of SiEPIC layouts by the rule that SiEPIC-Tools publishes, read by KLayout: `klayout -b -r ... -rd files=LIST -rd out=OUT`.

A pin is a path of two points on 1/10, in files without any there on 69/0 (the PDKs of 2016). It stands in the middle of
the two, looks from the first to the second, is as wide as the path, and is named by a text on the same layer below its
cell that touches the path's box (any of several).
LIST is a file of paths; OUT gets a JSON line a file: {"file", "tops": {cell: [[x, y, angle, width, [names]], ...]}} in dbu.
"""
import json
import math

import pya


def pin_layer(layout):
    for numbers in ((1, 10), (69, 0)):
        layer = layout.find_layer(*numbers)
        if layer is not None and any(shape.path.num_points() == 2 for cell in layout.each_cell()
                                     for shape in cell.shapes(layer).each(pya.Shapes.SPaths)):
            return layer
    return None


def pins(layout, top, layer):
    found = []
    if layer is None:
        return found
    it = top.begin_shapes_rec(layer)
    while not it.at_end():
        shape = it.shape()
        if shape.is_path() and shape.path.num_points() == 2:
            path = shape.path
            t = it.trans()
            double = pya.DCplxTrans(t.mag, t.angle, t.is_mirror(), t.disp.x, t.disp.y)
            a, b = [double * pya.DPoint(p.x, p.y) for p in path.each_point()]
            angle = math.degrees(math.atan2(b.y - a.y, b.x - a.x)) % 360
            names = []
            texts = it.cell().begin_shapes_rec_touching(layer, path.bbox())
            while not texts.at_end():
                if texts.shape().is_text():
                    names.append(texts.shape().text.string)
                texts.next()
            found.append([(a.x + b.x) / 2, (a.y + b.y) / 2, angle, path.width * t.mag, names])
        it.next()
    return found


with open(files) as names, open(out, "w") as result:
    for name in names.read().split("\n"):
        if not name:
            continue
        layout = pya.Layout()
        try:
            layout.read(name)
        except Exception as fault:
            result.write(json.dumps({"file": name, "fault": str(fault)}) + "\n")
            continue
        layer = pin_layer(layout)
        tops = {top.name: pins(layout, top, layer) for top in layout.top_cells()}
        result.write(json.dumps({"file": name, "tops": tops}) + "\n")
