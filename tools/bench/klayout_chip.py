# The questions of tools/bench/chip.py, by KLayout, run inside it; seconds of the processor go to `out` as JSON, after each question:
#   klayout -zz -b -r klayout_chip.py -rd chip=F -rd changed=F -rd out=F -rd x=UM -rd y=UM -rd metals=JSON
#   klayout -zz -b -r klayout_chip.py -rd chip=F -rd change=OUT      writes the chip with a box more in one of its cells
import json
import time
import pya

G = globals()


def read(path):
    layout = pya.Layout()
    layout.read(path)
    return layout


def write_changed():
    layout = read(G["chip"])
    cell = sorted((c for c in layout.each_cell() if "dfxtp_1" in c.name), key=lambda c: c.name)[0]
    box = cell.bbox()
    cell.shapes(layout.layer(68, 20)).insert(pya.Box(box.left, box.bottom, box.left + 37, box.bottom + 41))
    layout.write(G["change"])


class Asked:
    def __init__(self):
        self.seconds = {}

    def ask(self, name, mode, function):
        began = time.process_time()
        function()
        self.seconds.setdefault(name, {})[mode] = time.process_time() - began
        with open(G["out"], "w") as out:
            json.dump(self.seconds, out)


def window(layout, x, y, side):
    half = side / 2
    box = pya.DBox(x - half, y - half, x + half, y + half).to_itype(layout.dbu)
    for index in layout.layer_indexes():
        shapes = layout.top_cell().begin_shapes_rec_touching(index, box)
        while not shapes.at_end():
            shapes.shape()
            shapes.next()


def layers(layout):
    for index in layout.layer_indexes():
        sum(cell.shapes(index).size() for cell in layout.each_cell())
        layout.top_cell().bbox_per_layer(index)


def picture(view, box):
    view.zoom_box(box) if box else view.zoom_fit()
    view.max_hier()
    view.get_pixels(1200, 800)


def region(layout, layer, store=None):
    shapes = layout.top_cell().begin_shapes_rec(layout.layer(*(int(n) for n in layer.split("/"))))
    return pya.Region(shapes, store) if store else pya.Region(shapes)


def check(layout, layer, kind, least, store=None):
    r = region(layout, layer, store)
    pairs = (r.width_check if kind == "width" else r.space_check)(int(round(least / layout.dbu)))
    return pairs.count()


def questions():
    asked = Asked()
    x, y = float(G["x"]), float(G["y"])
    held = {}
    asked.ask("open", "flat", lambda: held.update(a=read(G["chip"])))
    a = held["a"]
    asked.ask("50 um window, 200 shapes", "flat", lambda: window(a, x, y, 50))
    asked.ask("find_cells *dfxtp*", "flat", lambda: [c.name for c in a.each_cell() if "dfxtp" in c.name])
    asked.ask("list_layers", "flat", lambda: layers(a))
    view = pya.LayoutView()
    view.load_layout(G["chip"], True)
    asked.ask("picture of 50 um", "flat", lambda: picture(view, pya.DBox(x - 25, y - 25, x + 25, y + 25)))
    asked.ask("picture of 1 mm", "flat", lambda: picture(view, pya.DBox(x - 500, y - 500, x + 500, y + 500)))
    asked.ask("picture of the whole chip", "flat", lambda: picture(view, None))
    del view
    for name, layer, width, space in json.loads(G["metals"]):
        for kind, least in (("width", width), ("space", space)):
            asked.ask("%s %s" % (name, kind), "flat", lambda: check(a, layer, kind, least))
            store = pya.DeepShapeStore()
            asked.ask("%s %s" % (name, kind), "deep", lambda: check(a, layer, kind, least, store))
            del store
    b = read(G["changed"])
    asked.ask("diff with a cell changed, hierarchy", "flat", lambda: pya.LayoutDiff().compare(a, b))

    def xor():
        store = pya.DeepShapeStore()
        for index in a.layer_indexes():
            info = a.get_info(index)
            shapes = [pya.Region(l.top_cell().begin_shapes_rec(l.layer(info)), store) for l in (a, b)]
            (shapes[0] ^ shapes[1]).count()

    asked.ask("diff with a cell changed, xor", "deep", xor)


write_changed() if "change" in G else questions()
