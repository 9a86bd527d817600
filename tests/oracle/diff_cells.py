# Our comparison of cells against KLayout's LayoutDiff:
#   klayout -zz -b -r diff_cells.py -rd program=LAYOUT_OBSERVER -rd folder=DIR -rd files=LIST [-rd pairs=LIST]
#
# Each layout that `files` names (one a line) is compared with copies that KLayout has written, each with one thing changed
# (MUTATIONS), and the pairs named in `pairs` (two paths a line) as they are; with properties and without. The verdict, the
# cells and layers that only one side has, and in each cell that differs the number of polygons, paths, texts and placements
# that only one side has, by layer and by placed cell, must be the same.
#
# Where the two mean different things: a cell that is placed but never defined is none here; both sides are brought to the
# same database unit before KLayout sees them, for it compares numbers, we micrometres; tops are compared whatever they are
# called. Arrays are compared as their members, boxes as polygons, texts without size and orientation, by KLayout's flags. To
# KLayout a placement or figure that is there twice is the same as once, at times (where OASIS has the two as a repetition
# without distance); to us they are two: things of a kind of which a cell holds any twice are not compared there.
import collections
import json
import os
import random
import subprocess
import sys

import pya

D = pya.LayoutDiff
FLAGS = D.Verbose | D.NoLayerNames | D.NoTextOrientation | D.NoTextDetails | D.BoxesAsPolygons | D.FlattenArrayInsts
SHAPES_MAX = 30000
LIST_MAX = 1000  # of our answer


# ---- one thing changed; each returns False where the layout has nothing of the kind ----


def shapes_of(ly, wanted):
    cells = sorted(ly.each_cell(), key=lambda c: c.name)
    return [s for c in cells for li in sorted(ly.layer_indexes(), key=lambda i: str(ly.get_info(i))) for s in c.each_shape(li) if wanted(s)]


def plain_cells(ly):
    return sorted((c for c in ly.each_cell() if not c.is_top() and not c.is_ghost_cell()), key=lambda c: c.name)


def instances(ly):
    return [(c, i) for c in sorted(ly.each_cell(), key=lambda c: c.name) for i in c.each_inst()]


def nothing(ly, rng):
    return True


def cell_removed(ly, rng):
    cells = plain_cells(ly)
    if cells:
        ly.delete_cell(rng.choice(cells).cell_index())
    return bool(cells)


def cell_renamed(ly, rng):
    cells = plain_cells(ly)
    if cells:
        cell = rng.choice(cells)
        ly.rename_cell(cell.cell_index(), cell.name[:20] + "_x")
    return bool(cells)


def cell_added(ly, rng):
    cell = ly.create_cell("added_cell")
    cell.shapes(ly.layer(77, 7)).insert(pya.Box(0, 0, 10, 20))
    return True


def instance_moved(ly, rng):
    found = instances(ly)
    if found:
        rng.choice(found)[1].transform(pya.Trans(1, 0))
    return bool(found)


def instance_turned(ly, rng):
    found = instances(ly)
    if found:
        i = rng.choice(found)[1]
        i.transform(pya.ICplxTrans(1, 90, False, 0, 0))
    return bool(found)


def array_apart(ly, rng):
    found = [i for _, i in instances(ly) if i.is_regular_array() and i.na * i.nb < 500]
    if found:
        rng.choice(found).explode()
    return bool(found)


def array_longer(ly, rng):
    found = [i for _, i in instances(ly) if i.is_regular_array() and i.na * i.nb < 500]
    if found:
        i = rng.choice(found)
        i.na += 1
    return bool(found)


def text_changed(ly, rng):
    found = shapes_of(ly, lambda s: s.is_text())
    if found:
        rng.choice(found).text_string = "changed"
    return bool(found)


def text_moved(ly, rng):
    found = shapes_of(ly, lambda s: s.is_text())
    if found:
        rng.choice(found).transform(pya.Trans(0, 1))
    return bool(found)


def layer_added(ly, rng):
    found = shapes_of(ly, lambda s: True)
    if found:
        rng.choice(found).cell.shapes(ly.layer(99, 9)).insert(pya.Box(-5, -5, 5, 5))
    return bool(found)


def layer_emptied(ly, rng):
    layers = [li for li in ly.layer_indexes() if any(c.shapes(li).size() for c in ly.each_cell())]
    if layers:
        ly.clear_layer(rng.choice(layers))
    return bool(layers)


def layer_renumbered(ly, rng):
    layers = [li for li in ly.layer_indexes() if any(c.shapes(li).size() for c in ly.each_cell())]
    if layers:
        ly.set_info(rng.choice(layers), pya.LayerInfo(98, 1))
    return bool(layers)


def figure_moved(ly, rng):
    found = shapes_of(ly, lambda s: s.is_box() or s.is_polygon())
    if found:
        rng.choice(found).transform(pya.Trans(1, 0))
    return bool(found)


def path_wider(ly, rng):
    found = shapes_of(ly, lambda s: s.is_path())
    if found:
        rng.choice(found).path_width += 2
    return bool(found)


def figures_removed(ly, rng):
    found = shapes_of(ly, lambda s: True)
    for s in rng.sample(found, min(3, len(found))):
        if s.is_valid():
            s.delete()
    return bool(found)


def property_changed(ly, rng):
    found = shapes_of(ly, lambda s: not s.is_text())
    if found:
        rng.choice(found).set_property(17, "changed")
    return bool(found)


def instance_property_changed(ly, rng):
    found = [i for _, i in instances(ly)]
    if found:
        rng.choice(found).set_property(18, "changed")
    return bool(found)


def unit_doubled(ly, rng):
    ly.dbu = ly.dbu * 2
    return True


def unit_halved(ly, rng):
    """The same in micrometres."""
    points = sum(s.polygon.num_points() for s in shapes_of(ly, lambda s: s.is_polygon()))
    if any(abs(v) > 2**29 for c in ly.each_cell() for v in (c.bbox().left, c.bbox().bottom, c.bbox().right, c.bbox().top)):
        return False
    ly.dbu = ly.dbu / 2
    ly.transform(pya.ICplxTrans(2.0))
    # (spikes are lost on the way)
    return points == sum(s.polygon.num_points() for s in shapes_of(ly, lambda s: s.is_polygon()))


MUTATIONS = [nothing, cell_removed, cell_renamed, cell_added, instance_moved, instance_turned, array_apart, array_longer,
             text_changed, text_moved, layer_added, layer_emptied, layer_renumbered, figure_moved, path_wider, figures_removed,
             property_changed, instance_property_changed, unit_doubled, unit_halved]


# ---- what KLayout says ----


def read(path):
    ly = pya.Layout()
    ly.read(path)
    return ly


def on_common_grid(layouts):
    """In place, where one unit is a multiple of the other; unlike units else are not compared."""
    units = [ly.dbu for ly in layouts]
    small = min(units)
    for ly in layouts:
        ratio = ly.dbu / small
        if abs(ratio - round(ratio)) > 1e-9:
            return False
        if round(ratio) > 1:
            ly.transform(pya.ICplxTrans(float(round(ratio))))
            ly.dbu = small
    return True


def doubled(ly):
    """(cell, kind): things that are there twice at the same place."""
    found = set()
    for cell in ly.each_cell():
        met = set()
        for c in (i.cell_inst for i in cell.each_inst()):
            for t in [pya.ICplxTrans(m) * c.cplx_trans for m in members_of(c)]:
                key = (c.cell_index, str(t))
                found.update([(cell.name, "instance")] if key in met else [])
                met.add(key)
        for li in ly.layer_indexes():
            for s in cell.each_shape(li):
                kind = "text" if s.is_text() else "path" if s.is_path() else "polygon"
                key = (li, kind) + ((s.text_string, s.text.x, s.text.y) if s.is_text() else (str(s.path if s.is_path() else s.polygon),))
                found.update([(cell.name, kind)] if key in met else [])
                met.add(key)
    return found


def members_of(c):
    if not c.is_regular_array() and c.size() <= 1:
        return [pya.Trans()]
    if c.is_regular_array():
        return [pya.Trans(c.a * x + c.b * y) for x in range(max(1, c.na)) for y in range(max(1, c.nb))]
    return [pya.Trans(d - c.trans.disp) for d in (t.disp for t in c.each_trans())]


def same_top(layouts):
    """We compare the tops of two layouts that have one each whatever they are called, and go by the name of the first."""
    tops = [ly.top_cells() for ly in layouts]
    if len(tops[0]) == 1 and len(tops[1]) == 1 and not layouts[1].has_cell(tops[0][0].name):
        layouts[1].rename_cell(tops[1][0].cell_index(), tops[0][0].name)


class Said:
    def __init__(self):
        self.cells = [set(), set()]
        self.layers = [set(), set()]
        self.things = collections.Counter()  # (cell, side, kind, layer or placed cell): how many


def key_of(info):
    return (info.layer, info.datatype)


def ask_klayout(layouts, with_properties):
    said, diff, at = Said(), pya.LayoutDiff(), {}
    keep = []

    def add(side, kind):
        def take(what, prop_id):  # (pya counts the parameters)
            if kind == "instance":
                of = layouts[side].cell(what.cell_index).name
                said.things[(at["cell"], side, kind, of)] += max(1, what.na * what.nb)
            else:
                said.things[(at["cell"], side, kind, at["layer"])] += 1
        keep.append(take)
        return take

    def begin_cell(a, b):
        at["cell"] = (a or b).name

    def begin_layer(info, a, b):
        at["layer"] = key_of(info)

    def only_cell(side):
        return lambda cell: said.cells[side].add(cell.name)

    def only_layer(side):
        return lambda info: said.layers[side].add(key_of(info))

    diff.on_begin_cell = begin_cell
    diff.on_begin_layer = begin_layer
    diff.on_cell_in_a_only, diff.on_cell_in_b_only = only_cell(0), only_cell(1)
    diff.on_layer_in_a_only, diff.on_layer_in_b_only = only_layer(0), only_layer(1)
    for name, kind in (("box", "polygon"), ("polygon", "polygon"), ("path", "path"), ("text", "text"), ("instance", "instance")):
        for side, letter in enumerate("ab"):
            setattr(diff, "on_%s_in_%s_only" % (name, letter), add(side, kind))
    flags = FLAGS | (0 if with_properties else D.NoProperties)
    equal = diff.compare(layouts[0], layouts[1], flags, 0)  # tells layers
    said.things.clear()
    equal = diff.compare(layouts[0], layouts[1], flags | D.DontSummarizeMissingLayers, 0) and equal  # and what is on them
    return equal, said


# ---- what we say ----


def ask_us(a, b, with_properties):
    command = [program, "diff", a, b, "--mode", "hierarchy", "--json", "--limit", str(LIST_MAX)]
    run = subprocess.run(command + (["--properties"] if with_properties else []), stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    if run.returncode not in (0, 1):
        raise RuntimeError("status %d: %s" % (run.returncode, run.stdout.decode()[:300] + run.stderr.decode()[:300]))
    answer = json.loads(run.stdout.decode())
    if answer["equal"] != (run.returncode == 0):
        raise RuntimeError("the exit status contradicts the answer")
    return answer


def ours_of(answer):
    said, h = Said(), answer["hierarchy"]
    sums = collections.Counter()
    for side, letter in enumerate("ab"):
        said.layers[side] = {(l["layer"], l["datatype"]) for l in answer["layers_only_" + letter]}
        said.cells[side] = {c["cell"] for c in h["cells"] if c["in"] == letter}
        for c in h["cells"]:
            for kind, count in c.get("only_" + letter, {}).items():
                if count:
                    sums[(c["cell"], side, kind.rstrip("s") if kind != "properties" else kind)] = count
    for d in h["differences"]:
        what = d["of"] if d["kind"] == "instance" else (d.get("layer"), d.get("datatype"))
        said.things[(d["cell"], "ab".index(d["in"]), d["kind"], what)] += d.get("count", 1)
    return said, sums, answer["truncation"]


# ---- both ----


def compare(a, b, with_properties):
    """A list of faults, and how many differences there were; None: KLayout cannot be asked."""
    layouts = [read(a), read(b)]
    if any(c.is_proxy() or c.is_pcell_variant() for ly in layouts for c in ly.each_cell()) or not on_common_grid(layouts):
        return None
    same_top(layouts)
    ghosts = [{c.name for c in ly.each_cell() if c.is_ghost_cell()} for ly in layouts]
    names = [{c.name for c in ly.each_cell()} - g for ly, g in zip(layouts, ghosts)]
    _, theirs = ask_klayout(layouts, with_properties)
    answer = ask_us(a, b, with_properties)
    ours, sums, dropped = ours_of(answer)
    faults = []
    theirs.cells = [names[0] - names[1], names[1] - names[0]] if ghosts[0] or ghosts[1] else theirs.cells
    for side in range(2):
        if ours.cells[side] != theirs.cells[side] and dropped["cells_dropped"] == 0:
            faults.append("cells of %s: %s, ours %s" % ("ab"[side], sorted(theirs.cells[side])[:4], sorted(ours.cells[side])[:4]))
        if ours.layers[side] != theirs.layers[side]:
            faults.append("layers of %s: %s, ours %s" % ("ab"[side], sorted(theirs.layers[side])[:4], sorted(ours.layers[side])[:4]))
    # Of cells that one side lacks nothing is listed.
    twice = doubled(layouts[0]) | doubled(layouts[1])
    things = collections.Counter({k: n for k, n in theirs.things.items() if k[0] in names[0] and k[0] in names[1] and (k[0], k[2]) not in twice})
    totals = collections.Counter()
    for k, n in things.items():
        totals[k[:3]] += n
    own = collections.Counter({k: n for k, n in sums.items() if k[2] != "properties" and (k[0], k[2]) not in twice})
    if totals != own and dropped["cells_dropped"] == 0:
        odd = [(k, totals[k], own[k]) for k in sorted(set(totals) | set(own)) if totals[k] != own[k]]
        faults.append("counts (theirs, ours): %s" % odd[:3])
    listed = collections.Counter({k: n for k, n in ours.things.items() if k[2] != "properties" and (k[0], k[2]) not in twice})
    if listed != things and dropped["differences_dropped"] == 0:
        odd = [(k, things[k], listed[k]) for k in sorted(set(things) | set(listed), key=str) if things[k] != listed[k]]
        faults.append("things (theirs, ours): %s" % odd[:3])
    differs = bool(things) or names[0] != names[1]
    if answer["equal"] == differs and not any(k[2] == "properties" or (k[0], k[2]) in twice for k in sums):
        faults.append("verdict: ours %s" % ("equal" if answer["equal"] else "different"))
    return faults, sum(things.values()) + len(names[0] ^ names[1])


def lines_of(name):
    path = globals().get(name)
    return [line.rstrip("\n") for line in open(path)] if path else []


def small(path):
    try:
        ly = read(path)
        [c.name for c in ly.each_cell()]
    except Exception:
        return None  # a damaged file, or names that Python cannot have
    count = sum(c.shapes(li).size() for c in ly.each_cell() for li in ly.layer_indexes())
    odd = any(c.is_proxy() or c.is_pcell_variant() for c in ly.each_cell())
    return None if odd or count > SHAPES_MAX or ly.cells() == 0 else ly


def pairs_to_check():
    rng = random.Random(99)
    for line in lines_of("pairs"):
        yield line, line.split("\t")
    for number, path in enumerate(lines_of("files")):
        original = small(path)
        for m, mutation in enumerate(MUTATIONS if original else []):
            ly = original.dup()
            if not mutation(ly, rng):
                continue
            copy = os.path.join(folder, "%d_%s.%s" % (number, mutation.__name__, "oas" if (m + number) % 2 else "gds"))
            try:
                ly.write(copy)
            except Exception:
                continue  # odd widths of paths are not for OASIS
            pair = [path, copy]
            yield "%s %s" % (path, mutation.__name__), pair if number % 3 else pair[::-1]


passed = failed = left_out = total = 0
met = collections.Counter()
for name, pair in pairs_to_check():
    both = name.split(" ")[-1] in ("nothing", "property_changed", "instance_property_changed", "figure_moved") or "\t" in name
    for with_properties in (False, True) if both else (True,):
        try:
            result = compare(pair[0], pair[1], with_properties)
        except Exception as e:
            result = ["%s: %s" % (type(e).__name__, e)], 0
        if result is None:
            left_out += 1
            continue
        faults, count = result
        met[name.split(" ")[-1]] += count > 0
        total += count
        passed += not faults
        failed += bool(faults)
        if faults:
            print("  FAIL diff %s%s: %s" % (name, " (properties)" if with_properties else "", "; ".join(faults[:2])))
never = [m.__name__ for m in MUTATIONS if m not in (nothing, array_apart, unit_halved) and not met[m.__name__]]
if never:
    failed += 1
    print("  FAIL never seen to differ: %s" % ", ".join(never))
print("  diff: %d differences of cells; %d pairs with PCells or unlike units not asked of KLayout" % (total, left_out))
print("%d passed, %d failed, 0 skipped" % (passed, failed))
if failed:
    sys.exit(1)
