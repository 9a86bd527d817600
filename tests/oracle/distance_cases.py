"""Distances of small figures by brute force in fractions, as C initialisers for tests/unit/geom/test_distance.c.

python3 tests/oracle/distance_cases.py OUT_FILE

Every pair of edges is looked at, and whether a figure lies in the other is decided with a ray of its own direction, so
that nothing is shared with the product's search but the definition.
"""
import random
import sys
from fractions import Fraction as Fr


def sub(a, b):
    return (a[0] - b[0], a[1] - b[1])


def cross(a, b):
    return a[0] * b[1] - a[1] * b[0]


def dot(a, b):
    return a[0] * b[0] + a[1] * b[1]


def edges(trace):
    kind, pts = trace
    if len(pts) == 1:
        return [(pts[0], pts[0])]
    pairs = list(zip(pts, pts[1:]))
    return pairs + [(pts[-1], pts[0])] if kind != "line" else pairs


def foot(p, e):
    d = sub(e[1], e[0])
    if d == (0, 0):
        return e[0]
    t = min(max(Fr(dot(sub(p, e[0]), d), dot(d, d)), 0), 1)
    return (e[0][0] + d[0] * t, e[0][1] + d[1] * t)


def candidates(e, f):
    for p in e:
        yield p, foot(p, f)
    for p in f:
        yield foot(p, e), p
    d, g = sub(e[1], e[0]), sub(f[1], f[0])
    turn = cross(d, g)
    if turn:
        t, u = Fr(cross(sub(f[0], e[0]), g), turn), Fr(cross(sub(f[0], e[0]), d), turn)
        if 0 <= t <= 1 and 0 <= u <= 1:
            p = (e[0][0] + d[0] * t, e[0][1] + d[1] * t)
            yield p, p


def winding(trace, p):
    """Along a ray of slope 1/1009, which meets no other grid point within reach."""
    way, n = (1009, 1), 0
    for a, b in edges(trace):
        side_a, side_b = cross(way, sub(a, p)), cross(way, sub(b, p))
        if (side_a > 0) == (side_b > 0):
            continue
        t = Fr(side_a, side_a - side_b)
        at = (a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t)
        if dot(sub(at, p), way) > 0:
            n += 1 if side_b > side_a else -1
    return n


def yx(p):
    return (p[1], p[0])


def solve(a, b):
    best = None
    for e in edges(a):
        for f in edges(b):
            for p, q in candidates(e, f):
                d = sub(p, q)
                key = (Fr(dot(d, d)), yx(p), yx(q))
                best = key if best is None or key < best else best
    if best[0] == 0:
        return best, "MEET"
    if b[0] == "area" and winding(b, a[1][0]):
        p = min(map(yx, a[1]))
        return (Fr(0), p, p), "A_IN_B"
    if a[0] == "area" and winding(a, b[1][0]):
        p = min(map(yx, b[1]))
        return (Fr(0), p, p), "B_IN_A"
    return best, "APART"


def some_points(reach, count):
    return [(random.randint(-reach, reach), random.randint(-reach, reach)) for _ in range(count)]


def box(x1, y1, x2, y2):
    return [(x1, y1), (x1, y2), (x2, y2), (x2, y1)]


def holed(x1, y1, x2, y2, m):
    """A frame of breadth m: hull, cut line in, hole the other way round, cut line out."""
    hole = box(x1 + m, y1 + m, x2 - m, y2 - m)
    return box(x1, y1, x2, y2) + [(x1, y1)] + [hole[0]] + hole[:0:-1] + [hole[0], (x1, y1)]


def some_trace():
    kind = random.choice(["area"] * 6 + ["line", "line", "loop", "point"])
    reach = random.choice([4, 9, 30])
    if kind == "point":
        return kind, some_points(reach, 1)
    if kind == "area" and random.random() < 0.5:
        x, y, m = random.randint(-reach, 0), random.randint(-reach, 0), random.randint(1, 4)
        w, h = random.randint(1, 2 * reach), random.randint(1, 2 * reach)
        if w > 2 * m and h > 2 * m and random.random() < 0.7:
            return kind, holed(x, y, x + w, y + h, m)
        return kind, box(x, y, x + w, y + h)
    return kind, some_points(reach, random.choice([2, 3, 3, 4, 5, 7, 12]))


def shift(trace, dx, dy):
    return trace[0], [(x + dx, y + dy) for x, y in trace[1]]


def c_trace(trace):
    kind, pts = trace
    return "{%d, %s, %s, {%s}}" % (len(pts), "true" if kind in ("area", "loop") else "false",
                                   "true" if kind == "area" else "false", ", ".join("{%d, %d}" % p for p in pts))


def main(out):
    random.seed(8)
    with open(out, "w") as f:
        f.write("/* Made by tests/oracle/distance_cases.py. */\n")
        for _ in range(400):
            a, b = some_trace(), some_trace()
            b = shift(b, random.randint(-30, 30), random.randint(-30, 30)) if random.random() < 0.6 else b
            (d2, p, q), relation = solve(a, b)
            f.write("{%s, %s, %d, %d, LOB_RELATION_%s, {%.17g, %.17g}, {%.17g, %.17g}},\n" % (
                c_trace(a), c_trace(b), d2.numerator, d2.denominator, relation, p[1], p[0], q[1], q[0]))


main(sys.argv[1])
