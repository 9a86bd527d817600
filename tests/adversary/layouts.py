"""Layouts that are hard on an engine, each a function of one size n.

Invariant: each returns the bytes of a GDSII file (shared_list: OASIS), and file, shapes and crossings of edges together grow as n.
Those named in FIXED return the same file for every n: it stands for more members than anybody can expand. Tools are asked about layer 1/0.
"""
import math
import random
import struct


def _real(value):
    """Eight bytes, excess 64, base 16 (GDSII's REAL8)."""
    if value == 0:
        return bytes(8)
    sign, value, exponent = (0x80 if value < 0 else 0), abs(value), 64
    while value >= 1:
        value, exponent = value / 16, exponent + 1
    while value < 1 / 16:
        value, exponent = value * 16, exponent - 1
    return bytes([sign | exponent]) + int(value * (1 << 56)).to_bytes(7, "big")


def _record(kind, data=b""):
    return struct.pack(">HH", 4 + len(data), kind) + data


def _string(kind, text):
    data = text.encode()
    return _record(kind, data + b"\0" * (len(data) % 2))


def _xy(points):
    """As many records as it takes: one holds 8,190 points."""
    flat = [c for p in points for c in p]
    return b"".join(_record(0x1003, struct.pack(">%di" % len(part), *part))
                    for part in (flat[i:i + 16380] for i in range(0, len(flat), 16380)))


def _short(kind, *values):
    return _record(kind, struct.pack(">%dH" % len(values), *values))


END_ELEMENT = _record(0x1100)


class Cell:
    def __init__(self, name):
        self.name, self.parts = name, []

    def polygon(self, points, layer=1, datatype=0):
        self.parts += [_record(0x0800), _short(0x0D02, layer), _short(0x0E02, datatype), _xy(points + points[:1]), END_ELEMENT]

    def box(self, x, y, width, height, layer=1, datatype=0):
        self.polygon([(x, y), (x, y + height), (x + width, y + height), (x + width, y)], layer, datatype)

    def path(self, points, width, ends=0, layer=1):
        self.parts += [_record(0x0900), _short(0x0D02, layer), _short(0x0E02, 0), _short(0x2102, ends),
                       _record(0x0F03, struct.pack(">i", width)), _xy(points), END_ELEMENT]

    def text(self, x, y, text, layer=1):
        self.parts += [_record(0x0C00), _short(0x0D02, layer), _short(0x1602, 0), _xy([(x, y)]), _string(0x1906, text), END_ELEMENT]

    def place(self, name, x=0, y=0, angle=0.0, mirrored=False, magnified=1.0):
        self.parts += [_record(0x0A00), _string(0x1206, name)] + _turned(angle, mirrored, magnified) + [_xy([(x, y)]), END_ELEMENT]

    def array(self, name, columns, rows, dx, dy, angle=0.0):
        c, s = math.cos(math.radians(angle)), math.sin(math.radians(angle))
        across = (round(c * dx * columns), round(s * dx * columns))
        up = (round(-s * dy * rows), round(c * dy * rows))
        self.parts += [_record(0x0B00), _string(0x1206, name)] + _turned(angle, False, 1.0) + \
            [_short(0x1302, columns, rows), _xy([(0, 0), across, up]), END_ELEMENT]


def _turned(angle, mirrored, magnified):
    parts = [_short(0x1A01, 0x8000 if mirrored else 0)]
    if magnified != 1.0:
        parts.append(_record(0x1B05, _real(magnified)))
    if angle:
        parts.append(_record(0x1C05, _real(angle)))
    return parts


def library(cells, dbu_um=0.001):
    stamp = _short(0x0102, *([1] * 12))
    out = [_short(0x0002, 600), stamp, _string(0x0206, "ADVERSARY"), _record(0x0305, _real(dbu_um) + _real(dbu_um * 1e-6))]
    for cell in cells:
        out += [_short(0x0502, *([1] * 12)), _string(0x0606, cell.name)] + cell.parts + [_record(0x0700)]
    return b"".join(out + [_record(0x0400)])


def _one(fill):
    cell = Cell("TOP")
    fill(cell)
    return library([cell])


def _circle(x, y, radius, count):
    return [(x + round(radius * math.cos(2 * math.pi * i / count)), y + round(radius * math.sin(2 * math.pi * i / count)))
            for i in range(count)]


# ---- many shapes ----

def identical_paths(n):
    return _one(lambda c: [c.path([(0, 0), (40000, 0), (40000, 30000)], 500, 1) for _ in range(n)])


def identical_boxes(n):
    return _one(lambda c: [c.box(0, 0, 10000, 10000) for _ in range(n)])


def staggered_boxes(n):
    return _one(lambda c: [c.box(7 * i, 11 * i, 10000, 10000) for i in range(n)])


def staggered_little(n):
    return _one(lambda c: [c.box(700 * i, 0, 1000, 1000) for i in range(n)])


def nested_boxes(n):
    return _one(lambda c: [c.box(-20 * i - 10, -20 * i - 10, 40 * i + 20, 40 * i + 20) for i in range(n)])


def nested_rings(n):
    def fill(c):
        for i in range(n):
            a, b = 100 * i + 100, 100 * i + 150
            c.polygon([(-b, -b), (-b, b), (b, b), (b, -b), (-b, -b), (-a, -a), (a, -a), (a, a), (-a, a), (-a, -a)])
    return _one(fill)


def scattered_boxes(n):
    rng = random.Random(1)
    side = int(2000 * math.sqrt(n))
    return _one(lambda c: [c.box(rng.randrange(side), rng.randrange(side), 800, 600) for _ in range(n)])


def crowded_boxes(n):
    rng = random.Random(2)
    side = int(600 * math.sqrt(n))
    return _one(lambda c: [c.box(rng.randrange(side), rng.randrange(side), 1500, 1500) for _ in range(n)])


def crossing_lines(n):
    """The square root of n lines each way: n crossings."""
    k = int(math.sqrt(n))

    def fill(c):
        for i in range(k):
            c.box(1000 * i, -1000, 300, 1000 * k + 2000)
            c.box(-1000, 1000 * i, 1000 * k + 2000, 300)
    return _one(fill)


def slanted_needles(n):
    return _one(lambda c: [c.polygon([(300 * i, 0), (300 * i + 20000, 60000), (300 * i + 20100, 60000), (300 * i + 100, 0)])
                           for i in range(n)])


def slivers(n):
    return _one(lambda c: [c.polygon([(50 * i, 0), (50 * i + 31, 9973), (50 * i + 32, 9973)]) for i in range(n)])


def touching_corners(n):
    k = int(math.sqrt(n))
    return _one(lambda c: [c.box(1000 * x, 1000 * y, 1000, 1000) for x in range(k) for y in range(k) if (x + y) % 2 == 0])


def contacts(n):
    k = int(math.sqrt(n))
    return _one(lambda c: [c.box(400 * x, 400 * y, 200, 200) for x in range(k) for y in range(k)])


def stacked_circles(n):
    """Of 64 points each."""
    return _one(lambda c: [c.polygon(_circle(3 * i, 0, 20000, 64)) for i in range(max(n // 16, 1))])


def far_boxes(n):
    """At the ends of what 32 bits hold."""
    far = 2147480000

    def fill(c):
        for i in range(n // 4):
            for sx in (-1, 1):
                for sy in (-1, 1):
                    c.box(sx * (far - 2000 * i) - 500, sy * (far - 2000 * i) - 500, 1000, 1000)
    return _one(fill)


# ---- one large shape ----

def comb(n):
    points = []
    for i in range(n):
        points += [(400 * i, 0), (400 * i, 30000), (400 * i + 200, 30000), (400 * i + 200, 0)]
    return _one(lambda c: c.polygon(points + [(400 * n, 0), (400 * n, -500), (0, -500)]))


def staircase(n):
    points = []
    for i in range(n):
        points += [(200 * i, 200 * i), (200 * i, 200 * i + 200)]
    return _one(lambda c: c.polygon(points + [(200 * n, 200 * n), (200 * n, 0)]))


def spiral(n):
    """A band that winds inwards as one polygon."""
    out, back = [], []
    for i in range(n // 2):
        angle = 2 * math.pi * i / 64
        radius = 5000 + 1000 * i / 64 * 2
        out.append((round(radius * math.cos(angle)), round(radius * math.sin(angle))))
        back.append((round((radius + 900) * math.cos(angle)), round((radius + 900) * math.sin(angle))))
    return _one(lambda c: c.polygon(out + back[::-1]))


def square_spiral(n):
    """Likewise, with corners: steps east, north, west, south, each pair longer by one."""
    out, back, x, y = [], [], 0, 0
    steps = ((1, 0), (0, 1), (-1, 0), (0, -1))
    for i in range(n // 2):
        step, turn = steps[i % 4], steps[(i + 1) % 4]
        length = 1000 * (i // 2 + 1)
        x, y = x + step[0] * length, y + step[1] * length
        out.append((x, y))
        back.append((x + 150 * (step[0] - turn[0]), y + 150 * (step[1] - turn[1])))
    return _one(lambda c: c.polygon(out + back[::-1]))


def star(n):
    """Needles from one middle, their points out on a circle; crosses nothing."""
    points = []
    for i in range(n // 2):
        for radius, half in ((200000, 0.0), (2000, 0.5)):
            angle = 4 * math.pi * (i + half) / n
            points.append((round(radius * math.cos(angle)), round(radius * math.sin(angle))))
    return _one(lambda c: c.polygon(points))


def crossed_star(n):
    """{k/k-th} star polygon: crosses itself about as often as it has points."""
    k = max(int(math.sqrt(n)) | 1, 5)
    ring = _circle(0, 0, 100000, k)
    return _one(lambda c: c.polygon([ring[(i * (k // 2)) % k] for i in range(k)]))


def collinear(n):
    return _one(lambda c: c.polygon([(10 * i, 0) for i in range(n)] + [(10 * n, 5000), (0, 5000)]))


def doubled_points(n):
    points = []
    for point in _circle(0, 0, 50000, max(n // 4, 3)):
        points += [point] * 4
    return _one(lambda c: c.polygon(points))


def circle(n):
    return _one(lambda c: c.polygon(_circle(0, 0, 1000000, n)))


def random_walk(n):
    rng = random.Random(3)
    points, x, y = [], 0, 0
    for _ in range(n):
        x, y = x + rng.randrange(-500, 501), y + rng.randrange(-500, 501)
        points.append((x, y))
    return _one(lambda c: c.polygon(points))


def random_ring(n):
    """One ring through random points: crosses itself about n times."""
    rng = random.Random(4)
    return _one(lambda c: c.polygon([(rng.randrange(1000000), rng.randrange(1000000)) for _ in range(max(int(3 * math.sqrt(n)), 5))]))


def chords(n):
    """Thin bands through a circle, each across about a third of the others: n crossings."""
    rng = random.Random(5)
    ring = _circle(0, 0, 500000, 720)

    def fill(c):
        for _ in range(max(int(1.7 * math.sqrt(n)), 3)):
            (ax, ay), (bx, by) = rng.sample(ring, 2)
            c.polygon([(ax, ay), (bx, by), (bx + 150, by + 150), (ax + 150, ay + 150)])
    return _one(fill)


def random_triangles(n):
    """Each across a few of its neighbours."""
    rng = random.Random(6)
    side = int(3000 * math.sqrt(n))

    def fill(c):
        for _ in range(n):
            x, y = rng.randrange(side), rng.randrange(side)
            c.polygon([(x + rng.randrange(-3000, 3001), y + rng.randrange(-3000, 3001)) for _ in range(3)])
    return _one(fill)


# ---- paths ----

def zigzag_path(n):
    return _one(lambda c: c.path([(300 * i, 20000 * (i % 2)) for i in range(n)], 100, 1))


def wide_path(n):
    """As wide as a path can be, with a point every few units."""
    return _one(lambda c: c.path([(10 * i, 7 * (i % 3)) for i in range(n)], 2147483647, 0))


def sine_guide(n):
    return _one(lambda c: c.path([(500 * i, round(20000 * math.sin(i / 40))) for i in range(n)], 450, 0))


def guide_chain(n):
    return _one(lambda c: [c.path([(10000 * i, 0), (10000 * i + 10000, 0)], 450, 0) for i in range(n)])


def guide_stubs(n):
    """Guides that end a little short of each other: every end is a port."""
    k = int(math.sqrt(n))
    return _one(lambda c: [c.box(12000 * x, 3000 * y, 11900, 450) for x in range(k) for y in range(k)])


# ---- hierarchy ----

def many_layers(n):
    return _one(lambda c: [c.box(100 * i, 0, 80, 80, 1 + i % 60000, 0) for i in range(n)])


def many_cells(n):
    cells = [Cell("C%d" % i) for i in range(n)]
    top = Cell("TOP")
    for i, cell in enumerate(cells):
        cell.box(0, 0, 800, 800)
        top.place(cell.name, 1000 * i, 0)
    return library([top] + cells)


def deep_chain(n):
    cells = [Cell("TOP")] + [Cell("D%d" % i) for i in range(n)]
    for i, cell in enumerate(cells):
        cell.box(0, 0, 500, 500)
        if i + 1 < len(cells):
            cell.place(cells[i + 1].name, 700, 0)
    return library(cells)


def layered_chain(n):
    """A chain of cells, each with a layer of its own."""
    cells = [Cell("TOP")] + [Cell("D%d" % i) for i in range(n)]
    for i, cell in enumerate(cells):
        cell.box(0, 0, 500, 500, 1 + i % 60000)
        if i + 1 < len(cells):
            cell.place(cells[i + 1].name, 700, 0)
    return library(cells)


def changed_chain(n, by=0):
    """A chain of cells; its other side differs in each of them."""
    cells = [Cell("TOP")] + [Cell("D%d" % i) for i in range(n)]
    for i, cell in enumerate(cells):
        cell.box(0, 0, 500 + by, 500)
        if i + 1 < len(cells):
            cell.place(cells[i + 1].name, 700, 0)
    return library(cells)


def doubling(n):
    """Two of the next at each level: n boxes out of log n cells."""
    depth = max(int(math.log2(n)), 1)
    cells = [Cell("TOP")] + [Cell("L%d" % i) for i in range(depth)]
    for i, cell in enumerate(cells[:-1]):
        cell.place(cells[i + 1].name)
        cell.place(cells[i + 1].name, 1000 << (depth - 1 - i) if depth - 1 - i < 20 else 1 << 30, 0)
    cells[-1].box(0, 0, 500, 500)
    return library(cells)


def stacked_places(n):
    leaf, top = Cell("LEAF"), Cell("TOP")
    leaf.polygon(_circle(0, 0, 5000, 32))
    for _ in range(n):
        top.place("LEAF", 0, 0)
    return library([top, leaf])


def turned_places(n):
    leaf, top = Cell("LEAF"), Cell("TOP")
    leaf.polygon([(0, 0), (0, 3000), (1000, 3000), (1000, 1000), (4000, 1000), (4000, 0)])
    for i in range(n):
        top.place("LEAF", 5000 * (i % 100), 5000 * (i // 100), (i * 37) % 360, i % 2 == 1, 1 + (i % 3) / 2)
    return library([top, leaf])


def _array_of(columns, rows, pitch, side, angle=0.0):
    leaf, top = Cell("LEAF"), Cell("TOP")
    leaf.box(0, 0, side, side)
    top.array("LEAF", columns, rows, pitch, pitch, angle)
    return library([top, leaf])


def array(n):
    k = int(math.sqrt(n))
    return _array_of(k, k, 1000, 500)


def turned_array(n):
    k = int(math.sqrt(n))
    return _array_of(k, k, 1000, 500, 30.0)


def overlapping_array(n):
    k = int(math.sqrt(n))
    return _array_of(k, k, 300, 1000)


def huge_array(n):
    """10^9 members."""
    return _array_of(32767, 32767, 1000, 500)


def dense_array(n):
    """10^9 members, each as wide as twenty pitches."""
    return _array_of(32767, 32767, 50, 1000)


def nested_arrays(n):
    """10^18 members."""
    leaf, row, top = Cell("LEAF"), Cell("ROW"), Cell("TOP")
    leaf.box(0, 0, 1, 1)
    row.array("LEAF", 32767, 32767, 2, 2)
    top.array("ROW", 32767, 32767, 65534, 65534)
    return library([top, row, leaf])


def nested_turned_arrays(n):
    """10^18 members, the inner ones askew."""
    leaf, row, top = Cell("LEAF"), Cell("ROW"), Cell("TOP")
    leaf.polygon([(0, 0), (3, 5), (5, 0)])
    row.array("LEAF", 32767, 32767, 8, 8, 17.0)
    top.array("ROW", 2000, 2000, 400000, 400000)
    return library([top, row, leaf])


def _oasis(value):
    out = bytearray()
    while value > 127:
        out.append(value & 127 | 128)
        value >>= 7
    return bytes(out + bytes([value]))


def shared_list(n):
    """An OASIS file: one list of offsets that a tenth as many placements share; n members."""
    rng = random.Random(7)
    count, u = int(math.sqrt(10 * n)), _oasis
    name = lambda text: u(len(text)) + text.encode()  # noqa: E731
    box = b"\x14\x7b" + u(1) + u(0) + u(500) + u(400) + u(0) + u(0)
    listed = u(10) + u(count - 2) + b"".join(u(((rng.randrange(2000) << 1) << 1) | 1) + u(rng.randrange(2000) << 1) for _ in range(count - 1))
    out = [b"%SEMI-OASIS\r\n\x01" + name("1.0") + u(0) + u(1000) + u(0) + bytes(12), b"\x0e" + name("TOP")]
    for i in range(count // 10):
        out.append(b"\x11\xb8" + name("LEAF") + u(9000 * i << 1) + u(0) + (listed if i == 0 else u(0)))
    out += [b"\x0e" + name("LEAF"), box]
    return b"".join(out + [b"\x02", u(252), bytes(252), u(0)])  # END takes 256 bytes


# ---- texts ----

def texts(n):
    return _one(lambda c: [c.text(100 * (i % 200), 100 * (i // 200), "T%d" % i) for i in range(n)] and c.box(0, 0, 500, 500))


def texts_stacked(n):
    return _one(lambda c: [c.text(0, 0, "SAME") for _ in range(n)] and c.box(0, 0, 500, 500))


def crossings(maker, n, tool):
    """Of edges, where they grow otherwise than as n: what an engine does is n and these together. In a star each needle has
    within the distance of a rule (0.3 um, at a middle of 2 um) a twentieth of all others, which check_rules has to try. In
    shared_list a port lies in the boxes of about half of all arrays, and check_connectivity has to ask each of them."""
    if maker is star and tool == "check_rules":
        return n * n // 20
    if maker is shared_list and tool == "check_connectivity":
        return n * int(math.sqrt(10 * n)) // 20
    return (n // 16) ** 2 if maker is stacked_circles else 0


FIXED = [huge_array, dense_array, nested_arrays, nested_turned_arrays]
GROWING = [identical_paths, identical_boxes, staggered_boxes, staggered_little, nested_boxes, nested_rings, scattered_boxes,
           crowded_boxes, crossing_lines, slanted_needles, slivers, touching_corners, contacts, stacked_circles, far_boxes, comb,
           staircase, spiral, square_spiral, star, crossed_star, collinear, doubled_points, circle, random_walk, random_ring,
           chords, random_triangles, zigzag_path, wide_path, sine_guide, guide_chain, guide_stubs, many_layers, many_cells,
           deep_chain, layered_chain, changed_chain, doubling, stacked_places, turned_places, array, turned_array,
           overlapping_array, shared_list, texts, texts_stacked]
