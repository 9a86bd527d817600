# Our XOR of pairs of layouts against KLayout's: klayout -zz -b -r xor.py -rd mode=... -rd list=LIST [-rd folder=...]
#
#   mode=make   writes pairs into folder and their list: random layouts (hierarchies, arrays, any angles), copies of the
#               layouts named in `files` (one a line) with one shape moved by a database unit, files against themselves,
#               and the pairs named in `pairs` (two paths a line)
#   mode=check  LIST: A<tab>B<tab>OUT, OUT as build/*/xor writes it. The regions must be equal: KLayout's XOR of ours
#               with its own is empty, where all edges are on the axes or at 45 degrees; else it has no part that is
#               wider than 3 units.
import os
import random
import sys

import pya


def top_of(ly):
    return min(ly.top_cells(), key=lambda c: c.name) if ly.top_cells() else None


def random_layout(rng, any_angle, dbu):
    ly = pya.Layout()
    ly.dbu = dbu
    layers = [ly.layer(i, 0) for i in (1, 2, 5)]
    cells = [ly.create_cell("C%d" % i) for i in range(4)] + [ly.create_cell("TOP")]
    for n, cell in enumerate(cells):
        span = 400 * (n + 1)
        for _ in range(rng.randint(1, 7)):
            x, y = rng.randint(-span, span) * 2, rng.randint(-span, span) * 2
            shapes = cell.shapes(rng.choice(layers))
            kind = rng.randint(0, 3)
            if kind == 0 or kind == 3:
                shapes.insert(pya.Box(x, y, x + rng.randint(1, 200), y + rng.randint(1, 200)))
            elif kind == 1:
                w, h, a = rng.randint(20, 200), rng.randint(20, 200), rng.randint(5, 19)
                shapes.insert(pya.Polygon([pya.Point(x, y), pya.Point(x + w, y), pya.Point(x + w, y + a), pya.Point(x + a, y + a), pya.Point(x + a, y + h), pya.Point(x, y + h)]))
            elif any_angle:
                shapes.insert(pya.Polygon([pya.Point(x, y), pya.Point(x + rng.randint(50, 300), y + rng.randint(-90, 90)), pya.Point(x + rng.randint(0, 90), y + rng.randint(100, 300))]))
            else:
                shapes.insert(pya.Path([pya.Point(x, y), pya.Point(x + 300, y), pya.Point(x + 300, y + 200)], 20 * rng.randint(1, 4), 10, 20))
        for _ in range(rng.randint(1, 3) if n else 0):
            child = cells[rng.randint(0, n - 1)].cell_index()
            x, y = rng.randint(-span, span) * 2, rng.randint(-span, span) * 2
            if any_angle and rng.randint(0, 3) == 0:
                t = pya.CplxTrans(rng.choice([1, 1.5]), rng.choice([0, 33.5, 45]), rng.random() < 0.5, pya.Vector(x, y))
                t = pya.ICplxTrans(rng.choice([1, 1.5]), rng.choice([30.0, 33.5, 45.0]), rng.random() < 0.5, x, y)
                cell.insert(pya.CellInstArray(child, t))
            elif rng.random() < 0.4:
                t = pya.Trans(rng.randint(0, 3), rng.random() < 0.5, x, y)
                cell.insert(pya.CellInstArray(child, t, pya.Vector(rng.randint(100, 2000), 0), pya.Vector(rng.randint(0, 30), rng.randint(100, 2000)), rng.randint(2, 4), rng.randint(1, 3)))
            else:
                cell.insert(pya.CellInstArray(child, pya.Trans(rng.randint(0, 3), rng.random() < 0.5, x, y)))
    for cell in cells[:-1]:
        if cell.is_top():
            cells[-1].insert(pya.CellInstArray(cell.cell_index(), pya.Trans(rng.randint(-900, 900), rng.randint(-900, 900))))
    return ly


def move_one(ly, rng, by=1):
    # (KLayout makes the contents of PCells anew when it reads a file.)
    cells = sorted((c for c in ly.each_cell() if not c.is_proxy() and not c.is_pcell_variant() and any(s.is_box() or s.is_polygon() or s.is_path() for li in ly.layer_indexes() for s in c.each_shape(li))), key=lambda c: c.name)
    if not cells:
        return
    cell = rng.choice(cells)
    layers = [li for li in ly.layer_indexes() if any(not s.is_text() for s in cell.each_shape(li))]
    shapes = cell.shapes(rng.choice(layers))
    victims = [s for s in shapes.each() if s.is_box() or s.is_polygon() or s.is_path()]
    rng.choice(victims).transform(pya.Trans(by, 0))


def flat_copy(ly):
    copy = ly.dup()
    top_of(copy).flatten(True)
    return copy


def make(folder, count, files, pairs, listing):
    rng = random.Random(4711)
    lines = []

    def add(a, b, name):
        lines.append("%s\t%s\t%s" % (a, b, os.path.join(folder, name + ".out")))

    for i in range(count):
        any_angle = i % 4 == 3
        a = random_layout(rng, any_angle, 0.001)
        if i % 5 == 0:
            b = flat_copy(a)
            move_one(b, rng)
        elif i % 5 == 1:
            b = random_layout(rng, any_angle, 0.001 if i % 2 else 0.0005)
        else:
            b = a.dup()
            for _ in range(i % 5 - 1):
                move_one(b, rng, rng.randint(1, 40))
        names = [os.path.join(folder, "r%d_%s.%s" % (i, k, "oas" if i % 3 else "gds")) for k in "ab"]
        a.write(names[0])
        b.write(names[1])
        add(names[0], names[1], "r%d" % i)
    for i, path in enumerate(files):
        ly = pya.Layout()
        try:
            ly.read(path)
        except Exception:
            continue  # a damaged file
        if top_of(ly) is None:
            continue
        move_one(ly, rng)
        b = os.path.join(folder, "m%d.gds" % i)
        ly.write(b)
        add(path, b, "m%d" % i)
        add(path, path, "s%d" % i)
    for i, pair in enumerate(pairs):
        add(pair[0], pair[1], "p%d" % i)
    with open(listing, "w") as f:
        f.write("\n".join(lines) + "\n")


def region_of(ly, layer, scale):
    index = ly.find_layer(layer[0], layer[1])
    top = top_of(ly)
    if index is None or top is None:
        return pya.Region()
    region = pya.Region(top.begin_shapes_rec(index))
    region.flatten()
    # boxes, polygons and paths only; on the common grid
    return region.transformed(pya.ICplxTrans(float(scale))) if scale != 1 else region


def ours_of(path):
    result, sums, items, dbu = {}, {}, [], 0
    hull = None
    with open(path) as f:
        for line in f:
            w = line.split()
            if w[0] == "D":
                dbu = float(w[1])
            elif w[0] == "L":
                sums[(int(w[1]), int(w[2]))] = [float(v) for v in w[3:]]
            elif w[0] == "I":
                items.append(w[1:])
            else:
                p = [pya.Point(int(w[i]), int(w[i + 1])) for i in range(3, len(w), 2)]
                polygons = result.setdefault((int(w[1]), int(w[2])), [])
                if w[0] == "P":
                    polygons.append(pya.Polygon(p, True))
                else:
                    polygons[-1].insert_hole(p, True)
    return dbu, result, sums, items


def open_up(region, width):
    """What is narrower than width goes: even width - 1 only."""
    return region.sized(-(width - 1) // 2, 2).sized((width - 1) // 2, 2) if width > 1 else region


def open_fine(region, width):
    """The area of the same for any angle, on a grid 64 times as fine, so that nothing is rounded to units."""
    by = (width * 64 - 1) // 2
    return region.transformed(pya.ICplxTrans(64.0)).sized(-by, 2).sized(by, 2).area() / 4096.0


def is_on_axes(region):
    return all(e.dx() == 0 or e.dy() == 0 for e in region.edges())


def is_exact(region):
    return all(e.dx() == 0 or e.dy() == 0 or abs(e.dx()) == abs(e.dy()) for e in region.edges())


def check_pair(a, b, out, width):
    layouts = []
    for path in (a, b):
        ly = pya.Layout()
        ly.read(path)
        layouts.append(ly)
    dbu, ours, sums, items = ours_of(out)
    faults, polygons, loose, thinnest = [], 0, 0, 0
    for layer, sum_ in sums.items():
        sides = [region_of(ly, layer, round(ly.dbu / dbu)) for ly in layouts]
        theirs = open_up(sides[0] ^ sides[1], width).merged()
        mine = pya.Region()
        for p in ours.get(layer, []):
            mine.insert(p)
        mine.merged_semantics = True
        rest = mine ^ theirs
        exact = is_exact(sides[0]) and is_exact(sides[1])
        plain = sides[0] ^ sides[1]
        # KLayout loses strips of one unit between parallel edges at 45 degrees now and then: its own areas tell.
        if exact and sides[0].area() - sides[1].area() != (sides[0] - sides[1]).area() - (sides[1] - sides[0]).area():
            print("  KLayout contradicts itself on %d/%d, not compared" % layer)
            ours_balance = sum_[1] - sum_[2] == sides[0].area() - sides[1].area()
            if width <= 1 and not ours_balance:
                faults.append("%d/%d: our areas contradict each other" % layer)
            continue
        if width > 1 and not is_on_axes(plain):
            # at 45 degrees the plain difference is the same in both; opened it lies on a finer grid than units
            fine, near = open_fine(plain, width), sum_[3] + plain.perimeter() / 64.0 + 1
            if exact and abs(sum_[1] + sum_[2] - fine) > near:
                faults.append("%d/%d: opened to %g, ours %g" % (layer[0], layer[1], fine, sum_[1] + sum_[2]))
            if sum_[1] + sum_[2] > plain.area() + near:
                faults.append("%d/%d: opening made it larger" % layer)
            exact = False
        polygons += len(ours.get(layer, []))
        if not rest.is_empty():
            outside = mine - plain.sized(2)  # opened at odd angles: corners differ, nothing is added
            if exact or not (outside if width > 1 else rest.sized(-2, 2)).is_empty():
                faults.append("%d/%d: regions differ by %d" % (layer[0], layer[1], rest.area()))
            loose += 1
        if exact:
            if len(ours.get(layer, [])) != sum_[0]:
                faults.append("count")
            if width <= 1:
                areas = [(sides[0] - sides[1]).area(), (sides[1] - sides[0]).area()]
            else:
                areas = [(theirs & sides[0]).area(), (theirs - sides[0]).area()]
            if areas != sum_[1:3]:
                faults.append("%d/%d: areas %s, ours %s" % (layer[0], layer[1], areas, sum_[1:3]))
            box = theirs.bbox()
            if not theirs.is_empty() and [box.left, box.bottom, box.right, box.top] != sum_[4:8]:
                faults.append("%d/%d: box" % layer)
            # polygons told one by one: each with its share of a
            for item in [i for i in items if (int(i[0]), int(i[1])) == layer][:20]:
                b = pya.Box(*[int(v) for v in item[4:8]])
                ones = [p for p in ours[layer] if p.bbox() == b]
                shares = [[(pya.Region(p) & sides[0]).area(), (pya.Region(p) - sides[0]).area()] for p in ones]
                if [float(item[2]), float(item[3])] not in shares:
                    faults.append("%d/%d: share of a polygon" % layer)
    return faults, polygons, loose


def check(listing, width):
    passed = failed = polygons = loose = 0
    with open(listing) as f:
        for line in f:
            a, b, out = line.rstrip("\n").split("\t")
            try:
                faults, n, l = check_pair(a, b, out, width)
            except Exception as e:
                faults, n, l = [repr(e)], 0, 0
            if a == b and n:
                faults.append("differs from itself")
            polygons += n
            loose += l
            if faults:
                failed += 1
                print("  FAIL xor %s %s: %s" % (a, b, "; ".join(faults[:3])))
            else:
                passed += 1
    print("  xor, width %d: %d polygons, %d layers with odd angles equal to within 4 units" % (width, polygons, loose))
    print("%d passed, %d failed, 0 skipped" % (passed, failed))
    if failed:
        sys.exit(1)


def lines_of(name):
    path = globals().get(name)
    return [l.rstrip("\n") for l in open(path)] if path else []


if mode == "make":
    make(folder, int(globals().get("count", 40)), lines_of("files"), [l.split("\t") for l in lines_of("pairs")], list_)
else:
    check(list_, int(globals().get("width", 0)))
