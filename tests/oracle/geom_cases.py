"""Tables of what KLayout 0.28.5 answers, as C initialisers for tests/unit/geom/.

QT_QPA_PLATFORM=offscreen klayout -zz -b -r tests/oracle/geom_cases.py -rd out=tests/unit/geom
"""
import os
import random
import struct
import tempfile

import pya

OUT = globals()["out"]
DIRECTIONS = [(1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1), (2, 1), (-1, 3)]


def box(b):
    return "{%d, %d, %d, %d}" % (b.left, b.bottom, b.right, b.top)


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


def paths(count):
    random.seed(20)
    for _ in range(count):
        reach = random.choice([5, 20, 100, 1000, 100000])
        pts = points(reach, random.choice([1, 2, 3, 3, 3, 4, 5]))
        width = random.choice([0, 1, 2, 3, 10, 11, random.randint(0, reach), random.randint(0, reach)])
        begin = random.choice([0, width // 2, random.randint(-reach, reach)])
        end = random.choice([0, width // 2, random.randint(-reach, reach)])
        rounded = random.random() < 0.2
        path = pya.Path([pya.Point(*p) for p in pts], width, begin, end, rounded)
        yield "{%d, {%s}, %d, %d, %d, %d, %s}," % (
            len(pts), ", ".join("{%d, %d}" % p for p in pts), width, begin, end, rounded, box(path.bbox()))


def transformations(count):
    random.seed(2)
    for _ in range(count):
        mag = random.choice([1, 1, 2, 0.5, 1.3, random.random() * 3 + 0.01])
        angle = random.choice([0, 90, 180, 270, 45, 30, 33.3, random.random() * 360, random.random() * 360 - 180])
        mirror = random.random() < 0.5
        reach = random.choice([10, 1000, 1000000])
        x = random.randint(-reach, reach)
        y = random.randint(-reach, reach)
        t = pya.ICplxTrans(mag, angle, mirror, x, y)
        p = pya.Point(random.randint(-reach, reach), random.randint(-reach, reach))
        b = pya.Box(p.x, p.y, p.x + random.randint(0, reach), p.y + random.randint(0, reach))
        q = t * p
        yield "{%d, %.17g, %.17g, %d, %d, %s, {%d, %d}, %s}," % (
            mirror, angle, mag, x, y, box(b), q.x, q.y, box(b.transformed(t)))


def record(kind, data_type, data):
    return struct.pack(">HBB", 4 + len(data), kind, data_type) + data


def aref_file(columns, rows, a, b):
    time = struct.pack(">12h", *([1] * 12))
    unit = bytes([0x3E]) + (0x4189374BC6A7F0).to_bytes(7, "big") + bytes([0x39]) + (0x44B82FA09B5A54).to_bytes(7, "big")
    data = record(0, 2, struct.pack(">h", 600)) + record(1, 2, time) + record(2, 6, b"LIB\0") + record(3, 5, unit)
    data += record(5, 2, time) + record(6, 6, b"TOP\0") + record(0x0B, 0, b"") + record(0x12, 6, b"CH")
    data += record(0x13, 2, struct.pack(">hh", columns, rows)) + record(0x10, 3, struct.pack(">6i", 0, 0, *a, *b))
    data += record(0x11, 0, b"") + record(7, 0, b"") + record(5, 2, time) + record(6, 6, b"CH") + record(7, 0, b"")
    return data + record(4, 0, b"")


def fractions(count):
    """Members as KLayout places them, sorted (y, x)."""
    random.seed(3)
    handle, name = tempfile.mkstemp(suffix=".gds")
    os.close(handle)
    for _ in range(count):
        columns = random.randint(1, 9)
        rows = random.randint(1, 6)
        a = (random.randint(-60, 60), random.choice([0, random.randint(-60, 60)]))
        b = (random.choice([0, random.randint(-60, 60)]), random.randint(-60, 60))
        if a == (0, 0) or b == (0, 0):
            continue  # KLayout iterates these otherwise
        with open(name, "wb") as f:
            f.write(aref_file(columns, rows, a, b))
        layout = pya.Layout()
        layout.read(name)
        members = []
        for i in layout.cell("TOP").each_inst():
            for t in i.cell_inst.each_trans():
                members.append((t.disp.y, t.disp.x))
        members.sort()
        yield "{%d, %d, {%d, %d}, {%d, %d}, {%s}}," % (
            columns, rows, a[0], a[1], b[0], b[1], ", ".join("{%d, %d}" % (x, y) for y, x in members))
    os.unlink(name)


for name, rows in (("path_cases.inc", paths(3000)), ("trans_cases.inc", transformations(1500)),
                   ("fraction_cases.inc", fractions(500))):
    with open(os.path.join(OUT, name), "w") as f:
        f.write("/* Made by tests/oracle/geom_cases.py with KLayout 0.28.5. */\n")
        for row in rows:
            f.write(row + "\n")
