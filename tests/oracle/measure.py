"""Exact geometry measurements, by integer/fraction arithmetic (checked against KLayout primitives where those are exact).

klayout -b -r measure.py -rd cases=CASES.json -rd out=OUT.json     explicit cases, see CASE below
klayout -b -r measure.py -rd file=IN -rd out=OUT.json              cases picked from the layout's largest top cell
klayout -b -r measure.py -rd joblist=JOBS.tsv                         the same for many layouts
klayout -b -r measure.py -rd random=COUNT -rd out=OUT.json         random pairs: boxes, polygons with holes behind cut
                                                               lines, paths of every end type, turned, mirrored, magnified

CASE (lengths in dbu): {"a": SHAPE, "b": SHAPE or null, "p": [x,y] or null}
SHAPE: {"polygon": [[x,y],..]} | {"path": {"width": w, "pts": [[x,y],..], "begin": ext, "end": ext, "round": bool}}
     | {"box": [x1,y1,x2,y2]}
Every polygon is taken as one hull without holes.
Result per case:
  d2 / dist            true minimum edge-to-edge distance of a and b: d2 exact as "num/den", 0 when they touch or overlap
  dx / dy              width of the gap of the bounding boxes in x and y (negative: overlap)
  overlap_area         area shared by a and b (dbu^2, float of an evaluation at 1/1000 dbu; exact for Manhattan shapes)
  a_area, b_area       polygon areas, exact "2*area" integers in a_area2/b_area2
  a_perimeter
  a_path_length        centre-line length without extensions (dbu)
  a_path_area          area of KLayout's Path.polygon() (integer vertices)
  p_dist, p_inside     distance from p to polygon a (0 inside), and whether p lies inside or on a
"""
import math
import os
import sys
from fractions import Fraction as Fr

import pya

sys.path.insert(0, os.environ.get("ORACLE_DIR", "oracle"))
from oracle_common import *  # noqa

G = globals()


def hull(s):
    if "box" in s:
        x1, y1, x2, y2 = s["box"]
        return [(x1, y1), (x1, y2), (x2, y2), (x2, y1)]
    if "polygon" in s:
        return [tuple(p) for p in s["polygon"]]
    p = path_of(s)
    return [(q.x, q.y) for q in p.polygon().each_point_hull()]


def path_of(s):
    q = s["path"]
    return pya.Path([pya.Point(*p) for p in q["pts"]], q["width"], q.get("begin", 0), q.get("end", 0), q.get("round", False))


def edges(h):
    return [(h[i], h[(i + 1) % len(h)]) for i in range(len(h)) if h[i] != h[(i + 1) % len(h)]] or [(h[0], h[0])]


def orient(a, b, c):
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def on_seg(a, b, p):
    return orient(a, b, p) == 0 and min(a[0], b[0]) <= p[0] <= max(a[0], b[0]) and min(a[1], b[1]) <= p[1] <= max(a[1], b[1])


def seg_hit(a, b, c, d):
    o1, o2, o3, o4 = orient(a, b, c), orient(a, b, d), orient(c, d, a), orient(c, d, b)
    if ((o1 > 0) != (o2 > 0)) and o1 and o2 and ((o3 > 0) != (o4 > 0)) and o3 and o4:
        return True
    return on_seg(a, b, c) or on_seg(a, b, d) or on_seg(c, d, a) or on_seg(c, d, b)


def pt_seg2(p, a, b):
    """Exact squared distance of integer point p to segment ab."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    l2 = dx * dx + dy * dy
    t = (p[0] - a[0]) * dx + (p[1] - a[1]) * dy
    if l2 == 0 or t <= 0:
        return Fr((p[0] - a[0]) ** 2 + (p[1] - a[1]) ** 2)
    if t >= l2:
        return Fr((p[0] - b[0]) ** 2 + (p[1] - b[1]) ** 2)
    c = dx * (p[1] - a[1]) - dy * (p[0] - a[0])
    return Fr(c * c, l2)


def seg_seg2(e, f):
    if seg_hit(e[0], e[1], f[0], f[1]):
        return Fr(0)
    return min(pt_seg2(e[0], *f), pt_seg2(e[1], *f), pt_seg2(f[0], *e), pt_seg2(f[1], *e))


def inside(h, p):
    """Point in or on polygon: what is wound around counts, as often as it may be, as in KLayout's merge (exact)."""
    n = 0
    for a, b in edges(h):
        if on_seg(a, b, p):
            return True
        if (a[1] > p[1]) != (b[1] > p[1]):
            o = orient(a, b, p)
            if (o > 0) == (b[1] > a[1]):
                n += 1 if b[1] > a[1] else -1
    return n != 0


def fdist2(e, f):
    """Cheap lower bound of the squared distance of two segments (their boxes)."""
    dx = max(min(f[0][0], f[1][0]) - max(e[0][0], e[1][0]), min(e[0][0], e[1][0]) - max(f[0][0], f[1][0]), 0)
    dy = max(min(f[0][1], f[1][1]) - max(e[0][1], e[1][1]), min(e[0][1], e[1][1]) - max(f[0][1], f[1][1]), 0)
    return dx * dx + dy * dy


def poly_dist2(h, k):
    if inside(h, k[0]) or inside(k, h[0]):
        return Fr(0)
    best = None
    ek = edges(k)
    pairs = sorted(((fdist2(e, f), i, j) for i, e in enumerate(edges(h)) for j, f in enumerate(ek)), key=lambda x: x[0])
    eh = edges(h)
    for lb, i, j in pairs:
        if best is not None and lb >= best:
            break
        d = seg_seg2(eh[i], ek[j])
        if best is None or d < best:
            best = d
            if best == 0:
                break
    return best


def area2(h):
    return sum(h[i][0] * h[(i + 1) % len(h)][1] - h[(i + 1) % len(h)][0] * h[i][1] for i in range(len(h)))


def overlap(h, k):
    x0, y0 = min(p[0] for p in h), min(p[1] for p in h)
    ext = max(max(abs(p[0] - x0) for p in h + k), max(abs(p[1] - y0) for p in h + k))
    s = 1000
    while ext * s > 1500000000 and s > 1:
        s //= 10
    reg = []
    for q in (h, k):
        r = pya.Region(pya.Polygon([pya.Point((p[0] - x0) * s, (p[1] - y0) * s) for p in q]))
        reg.append(r)
    return (reg[0] & reg[1]).area() / float(s * s)


def case(c):
    r = {}
    h = hull(c["a"])
    r["a_area2"] = abs(area2(h))
    r["a_area"] = r["a_area2"] / 2.0
    r["a_perimeter"] = round(sum(math.hypot(a[0] - b[0], a[1] - b[1]) for a, b in edges(h)), 6)
    if "path" in c["a"]:
        pts = c["a"]["path"]["pts"]
        r["a_path_length"] = round(sum(math.hypot(pts[i][0] - pts[i + 1][0], pts[i][1] - pts[i + 1][1]) for i in range(len(pts) - 1)), 6)
        r["a_path_area"] = path_of(c["a"]).polygon().area()
        r["a_path_hull"] = [list(p) for p in h] if len(h) <= 60 else len(h)
    if c.get("b"):
        k = hull(c["b"])
        d2 = poly_dist2(h, k)
        r["d2"] = "%d/%d" % (d2.numerator, d2.denominator)
        r["dist"] = math.sqrt(d2)
        ha, kb = (min(p[0] for p in h), min(p[1] for p in h), max(p[0] for p in h), max(p[1] for p in h)), (min(p[0] for p in k), min(p[1] for p in k), max(p[0] for p in k), max(p[1] for p in k))
        r["dx"] = max(kb[0] - ha[2], ha[0] - kb[2])
        r["dy"] = max(kb[1] - ha[3], ha[1] - kb[3])
        r["b_area2"] = abs(area2(k))
        r["overlap_area"] = overlap(h, k) if d2 == 0 else 0.0
    if c.get("p"):
        p = tuple(c["p"])
        ins = inside(h, p)
        r["p_inside"] = ins
        d2 = Fr(0) if ins else min(pt_seg2(p, *e) for e in edges(h))
        r["p_d2"] = "%d/%d" % (d2.numerator, d2.denominator)
        r["p_dist"] = math.sqrt(d2)
    return r


def shape_json(s, t):
    if s.is_path() and t.is_ortho() and not t.is_mag():
        p = s.path.transformed(t)
        return {"path": {"width": p.width, "pts": [[q.x, q.y] for q in p.each_point()], "begin": p.bgn_ext, "end": p.end_ext, "round": p.is_round()}}
    if s.is_box() and t.is_ortho():
        b = s.box.transformed(t)
        return {"box": [b.left, b.bottom, b.right, b.top]}
    poly = (pya.Polygon(s.box) if s.is_box() else s.polygon).transformed(t)
    if poly.holes():
        return None
    return {"polygon": [[q.x, q.y] for q in poly.each_point_hull()]}


def auto(path):
    ly, info = load(path)
    top = top_by_area(ly)
    if top is None:
        return {"cases": []}
    flat = flat_counts(ly)[top.cell_index()]
    cases = []
    for li in sorted(ly.layer_indexes(), key=lambda li: (-flat.get(li, 0), li))[:3]:
        if not 1 <= flat.get(li, 0) <= 400000:
            continue
        it = top.begin_shapes_rec(li)
        it.shape_flags = pya.Shapes.SPolygons | pya.Shapes.SBoxes | pya.Shapes.SPaths
        sh = []
        step = max(1, flat[li] // 60)
        n = 0
        while not it.at_end() and n < 60 * step:
            if n % step == 0:
                j = shape_json(it.shape(), it.trans())
                if j and len(str(j)) < 2600:
                    sh.append(j)
            n += 1
            it.next()
        bb = []
        for j in sh:
            h = hull(j)
            bb.append((min(p[0] for p in h), min(p[1] for p in h), max(p[0] for p in h), max(p[1] for p in h), j))
        bb.sort(key=lambda x: x[:4])
        for i in range(0, min(len(bb) - 1, 6)):
            a, b = bb[i], bb[i + 1]
            cases.append({"layer": lkey(ly.get_info(li)), "a": a[4], "b": b[4], "p": [b[0], (b[1] + b[3]) // 2]})
        if len(bb) == 1:
            cases.append({"layer": lkey(ly.get_info(li)), "a": bb[0][4], "b": None, "p": [bb[0][0] - 37, bb[0][1] - 11]})
    for c in cases:
        c["expect"] = case(c)
    return {"cell": safe(top.name), "dbu": ly.dbu, "cases": cases}


def random_shape(rnd):
    """A box, an orthogonal polygon (perhaps with holes) or a path; as JSON, in a frame of about 2000 units."""
    def number(a, b):
        return rnd.randint(a, b)

    kind = rnd.choice(["box", "polygon", "path", "path"])
    if kind == "box":
        x, y = number(-1000, 1000), number(-1000, 1000)
        return pya.Polygon(pya.Box(x, y, x + number(1, 700), y + number(1, 700))), None
    if kind == "path":
        count = rnd.choice([1, 2, 3, 3, 4, 6, 20])
        if rnd.random() < 0.4:
            at, pts = pya.Point(number(-1000, 1000), number(-1000, 1000)), []
            for i in range(count):
                pts.append(at)
                at = at + (pya.Vector(number(-500, 500), 0) if i % 2 else pya.Vector(0, number(-500, 500)))
        else:
            pts = [pya.Point(number(-1000, 1000), number(-1000, 1000)) for _ in range(count)]
        width = 2 * number(0 if count > 1 else 1, 100)
        ends = rnd.choice([(0, 0, False), (width // 2, width // 2, False), (width // 2, width // 2, True),
                           (number(-20, 90), number(0, 90), False)])
        if count == 1 and ends[0] + ends[1] <= 0:
            ends = (width // 2, width // 2, False)
        return None, pya.Path(pts, width, *ends)
    boxes = pya.Region()
    for _ in range(number(3, 14)):
        x, y = number(-1000, 1000), number(-1000, 1000)
        boxes.insert(pya.Box(x, y, x + number(50, 900), y + number(50, 900)))
    hole = pya.Region(pya.Box(*(number(-900, 900) for _ in range(4))))
    found = sorted((boxes.merged() - hole).each_merged(), key=lambda p: -p.area())
    return (found[0].resolved_holes() if found else pya.Polygon(pya.Box(0, 0, 10, 10))), None


def random_json(rnd):
    polygon, path = random_shape(rnd)
    at = (rnd.randint(-900, 900), rnd.randint(-900, 900))
    if rnd.random() < 0.4:
        t = pya.ICplxTrans(rnd.choice([1, 1, 2, 0.5, 1.37]), rnd.choice([30, 45, 33.5, 217.3]), rnd.random() < 0.5, *at)
        polygon = (polygon or path.polygon()).transformed(t)
        return {"polygon": [[q.x, q.y] for q in polygon.each_point_hull()]}
    t = pya.Trans(rnd.randint(0, 3), rnd.random() < 0.5, *at)
    if path:
        p = path.transformed(t)
        return {"path": {"width": p.width, "pts": [[q.x, q.y] for q in p.each_point()], "begin": p.bgn_ext, "end": p.end_ext, "round": p.is_round()}}
    polygon = polygon.transformed(t)
    if polygon.is_box():
        b = polygon.bbox()
        return {"box": [b.left, b.bottom, b.right, b.top]}
    return {"polygon": [[q.x, q.y] for q in polygon.each_point_hull()]}


def random_cases(count):
    import random
    rnd = random.Random(8)
    cases = []
    while len(cases) < count:
        c = {"a": random_json(rnd), "b": random_json(rnd), "p": [rnd.randint(-2500, 2500), rnd.randint(-2500, 2500)]}
        if len(hull(c["a"])) > 2 and len(hull(c["b"])) > 2:
            c["expect"] = case(c)
            cases.append(c)
    return cases


if "random" in G:
    emit(random_cases(int(G["random"])), G["out"])
elif "cases" in G:
    cs = json.load(open(G["cases"]))
    for c in cs:
        c["expect"] = case(c)
    emit(cs, G["out"])
else:
    run(G, auto)
