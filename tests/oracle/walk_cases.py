"""Tables of what KLayout 0.28.5 answers about nested transformations and the outlines of paths, for tests/unit/geom/.

QT_QPA_PLATFORM=offscreen klayout -zz -b -r tests/oracle/walk_cases.py -rd out=tests/unit/geom
"""
import os
import random

import pya

OUT = globals()["out"]
DIRECTIONS = [(1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1), (2, 1), (-1, 3)]


def placements():
    result = []
    for _ in range(random.randint(1, 4)):
        mag = random.choice([1, 1, 1, 2, 0.5, 1.3, random.random() * 3 + 0.01])
        angle = random.choice([0, 90, 180, 270, 45, 30, 60, 135, 33.3, random.random() * 360])
        reach = random.choice([10, 1000, 100000])
        result.append((random.randint(0, 1), angle, mag, random.randint(-reach, reach), random.randint(-reach, reach)))
    return result


def nested(count):
    """A point of the lowest cell as the recursive shape iterator brings it to the highest."""
    random.seed(5)
    for _ in range(count):
        chain = placements()
        layout = pya.Layout()
        layer = layout.layer(1, 0)
        cell = layout.create_cell("L")
        reach = random.choice([1, 10, 1000, 100000])
        p = pya.Point(random.randint(-reach, reach), random.randint(-reach, reach))
        cell.shapes(layer).insert(pya.Box(p, p + pya.Vector(1, 1)))
        for mirror, angle, mag, x, y in reversed(chain):  # chain[0] is the highest
            above = layout.create_cell("C")
            above.insert(pya.CellInstArray(cell.cell_index(), pya.ICplxTrans(mag, angle, mirror != 0, x, y)))
            cell = above
        q = cell.begin_shapes_rec(layer).trans() * p
        rows = ", ".join("{%d, %.17g, %.17g, %d, %d}" % c for c in chain)
        yield "{%d, {%s}, {%d, %d}, {%d, %d}}," % (len(chain), rows, p.x, p.y, q.x, q.y)


def points(reach, count):
    if random.random() < 0.5:
        return [(random.randint(-reach, reach), random.randint(-reach, reach)) for _ in range(count)]
    at = (random.randint(-reach, reach), random.randint(-reach, reach))
    result = [at]
    for _ in range(count - 1):
        d = random.choice(DIRECTIONS)
        m = random.randint(0, reach)
        at = (at[0] + m * d[0], at[1] + m * d[1])
        result.append(at)
    return result


def ends(width, reach):
    kind = random.randint(0, 3)
    if kind == 0:
        return 0, 0, False
    if kind == 1:
        return width // 2, width // 2, False
    if kind == 2:
        return width // 2, width // 2, True
    return random.randint(-reach, reach), random.randint(-reach, reach), False


def outlines(count):
    random.seed(21)
    done = 0
    while done < count:
        reach = random.choice([20, 100, 1000, 100000])
        pts = points(reach, random.choice([1, 2, 3, 3, 4, 5]))
        width = 2 * random.choice([0, 1, 5, random.randint(0, reach // 4), random.randint(0, reach)])
        begin, end, rounded = ends(width, reach)
        path = pya.Path([pya.Point(*p) for p in pts], width, begin, end, rounded)
        hull = list(path.polygon().each_point_hull())
        raw = pya.Polygon(hull, True)
        yield "{%d, {%s}, %d, %d, %d, %d, %d, {%s}}," % (
            len(pts), ", ".join("{%d, %d}" % p for p in pts), width, begin, end, rounded, raw.num_points(),
            ", ".join("{%d, %d}" % (p.x, p.y) for p in raw.each_point_hull()) or "{0, 0}")
        done += 1


for name, rows in (("nested_cases.inc", nested(4000)), ("outline_cases.inc", outlines(3000))):
    with open(os.path.join(OUT, name), "w") as f:
        f.write("/* Made by tests/oracle/walk_cases.py with KLayout 0.28.5. */\n")
        for row in rows:
            f.write(row + "\n")
