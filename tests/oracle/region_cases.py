"""Polygons combined by KLayout 0.28.5, with the exact area where edges cross off the grid.

QT_QPA_PLATFORM=offscreen klayout -zz -b -r tests/oracle/region_cases.py -rd out=FILE [-rd count=N] [-rd seed=S]
tests/unit/geom/region_cases.inc is count=500; tests/unit/geom/test_region.c reads any other FILE through the
environment variable LOB_REGION_CASES.

A case is a row of numbers: kind, operation (0 OR, 1 AND, 2 NOT, 3 XOR), for each operand the number of rings and for each
ring the number of points and the points; KLayout's area; the exact area; then the number of edges of KLayout's result and
the edges, inside on the left, sorted (y, x) by their starts (Manhattan only, else 0).
"""
import random
from fractions import Fraction

import pya

G = globals()
COUNT = int(G.get("count", 500))
random.seed(int(G.get("seed", 7)))
KINDS = ["manhattan", "diagonal", "any", "tiny", "sliver", "big", "tiny manhattan", "self"]


def walk(reach, directions, count):
    x, y = random.randint(-reach, reach), random.randint(-reach, reach)
    result = [(x, y)]
    for _ in range(count - 1):
        dx, dy = random.choice(directions)
        m = random.randint(1, max(1, reach // 2))
        x, y = x + m * dx, y + m * dy
        result.append((x, y))
    return result


def manhattan(reach):
    if random.random() < 0.5:
        x, y = random.randint(-reach, reach), random.randint(-reach, reach)
        w, h = random.randint(1, reach), random.randint(1, reach)
        return [(x, y), (x + w, y), (x + w, y + h), (x, y + h)]
    points = []
    x, y = random.randint(-reach, reach), random.randint(-reach, reach)
    x0, y0 = x, y
    for _ in range(random.randint(1, 4)):
        x = random.randint(-reach, reach)
        points.append((x, y))
        y = random.randint(-reach, reach)
        points.append((x, y))
    return [(x0, y0)] + points + [(x0, y)]


def ring(kind):
    if kind == "manhattan":
        return manhattan(random.choice([20, 1000, 100000]))
    if kind == "tiny manhattan":
        return manhattan(5)
    if kind == "diagonal":
        return walk(random.choice([10, 200]), [(1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1)],
                    random.randint(3, 6))
    if kind == "tiny":
        return [(random.randint(0, 6), random.randint(0, 6)) for _ in range(random.randint(3, 6))]
    if kind == "sliver":
        x, y, l = random.randint(-50, 50), random.randint(-50, 50), random.randint(100, 5000)
        d = random.randint(-3, 3)
        return [(x, y), (x + l, y + d), (x + l, y + d + random.randint(0, 2)), (x, y + random.randint(0, 2))]
    if kind == "big":
        reach = 1 << 30
        return [(random.randint(-reach, reach), random.randint(-reach, reach)) for _ in range(random.randint(3, 5))]
    reach = random.choice([15, 100, 3000])
    count = random.randint(5, 9) if kind == "self" else random.randint(3, 5)
    return [(random.randint(-reach, reach), random.randint(-reach, reach)) for _ in range(count)]


def number(v):
    """As a C double: no warning about a conversion."""
    text = "%.17g" % v
    return text if "." in text or "e" in text else text + ".0"


def region(rings):
    result = pya.Region()
    for r in rings:
        result.insert(pya.Polygon([pya.Point(*p) for p in r], True))
    return result


def crossings(edges):
    ys = set()
    for i, (a, b) in enumerate(edges):
        ys.add(Fraction(a[1]))
        ys.add(Fraction(b[1]))
        u = (b[0] - a[0], b[1] - a[1])
        for c, d in edges[:i]:
            if max(a[1], b[1]) < min(c[1], d[1]) or max(c[1], d[1]) < min(a[1], b[1]):
                continue
            v = (d[0] - c[0], d[1] - c[1])
            den = u[0] * v[1] - u[1] * v[0]
            if den:
                n = (c[0] - a[0]) * v[1] - (c[1] - a[1]) * v[0]
                m = (c[0] - a[0]) * u[1] - (c[1] - a[1]) * u[0]
                if den < 0:
                    n, m, den2 = -n, -m, -den
                else:
                    den2 = den
                if 0 <= n <= den2 and 0 <= m <= den2:
                    ys.add(a[1] + Fraction(u[1] * n, den2))
    return sorted(ys)


def exact_area(op, a, b):
    """Slabs between all crossings; in a slab edges are sorted in its middle and each piece is a trapezoid."""
    edges, owner = [], []
    for operand, rings in ((0, a), (1, b)):
        for k, r in enumerate(rings):
            for i in range(len(r)):
                p, q = r[i - 1], r[i]
                if p[1] != q[1]:
                    edges.append((p, q))
                    owner.append((operand, k))
    ys = crossings(edges)
    total = Fraction(0)
    for y0, y1 in zip(ys, ys[1:]):
        mid = (y0 + y1) / 2
        row = []
        for (p, q), o in zip(edges, owner):
            if min(p[1], q[1]) < mid < max(p[1], q[1]):
                row.append((p[0] + (q[0] - p[0]) * (mid - p[1]) / (q[1] - p[1]), 1 if q[1] > p[1] else -1, o))
        row.sort()
        winding = {}
        last = None
        for x, d, o in row:
            if last is not None:
                in_a = any(w for (k, _), w in winding.items() if k == 0)
                in_b = any(w for (k, _), w in winding.items() if k == 1)
                if (in_a or in_b, in_a and in_b, in_a and not in_b, in_a != in_b)[op]:
                    total += (x - last) * (y1 - y0)
            winding[o] = winding.get(o, 0) + d
            last = x
    return total


def case():
    kind = random.randrange(len(KINDS))
    name = KINDS[kind]
    op = random.randrange(4)
    a = [ring(name) for _ in range(random.randint(1, 5))]
    b = [ring(name) for _ in range(random.randint(0 if op == 0 else 1, 4))]
    ra, rb = region(a), region(b)
    result = (ra + rb).merged() if op == 0 else ra & rb if op == 1 else ra - rb if op == 2 else ra ^ rb
    row = [kind, op]
    for rings in (a, b):
        row.append(len(rings))
        for r in rings:
            row.append(len(r))
            for p in r:
                row += p
    row.append(number(result.area()))
    edges = []
    if "manhattan" in name:
        row.append(number(result.area()))
        for polygon in result.merged().each():
            if polygon.bbox().width() == 0 or polygon.bbox().height() == 0:
                continue  # KLayout leaves rings without area in place
            for e in polygon.each_edge():
                edges.append((e.p2.y, e.p2.x, e.p1.y, e.p1.x))
    else:
        exact = float(exact_area(op, a, b))
        row.append(number(exact))
    edges.sort()
    row.append(len(edges))
    for y0, x0, y1, x1 in edges:
        row += [x0, y0, x1, y1]
    return ", ".join(str(v) for v in row)


with open(G["out"], "w") as f:
    f.write("/* Made by tests/oracle/region_cases.py with KLayout 0.28.5. */\n")
    for _ in range(COUNT):
        f.write(case() + ",\n")
