"""Compares cut_profile with KLayout: the same lines through the same cells, each layer's merged region cut by an edge.

KLayout gives the parts of the edge on the grid, so each end may be off by the rounding of a point in x and in y.
Usage: LD_LIBRARY_PATH=/usr/lib/klayout PYTHONPATH=/usr/lib/klayout/pymod cut.py PROGRAM FILE...
"""
import json
import random
import subprocess
import sys

import klayout.db as db

from top_regions import top_regions

SLACK = 2.0  # dbu along the line
SHAPES_MAX = 300000


def lines_of(box, rng):
    w, h = box.width(), box.height()
    x, y = rng.randint(box.left, box.right), rng.randint(box.bottom, box.top)
    side = min(w, h)
    a, b = rng.randint(box.left, max(box.left, box.right - side)), rng.randint(box.bottom, max(box.bottom, box.top - side))
    yield box.left - 7, y, box.right + 5, y
    yield x, box.top, x, box.bottom
    yield a, b, a + side, b + side
    yield rng.randint(box.left, box.right), box.bottom, rng.randint(box.left, box.right), box.top
    yield box.left, rng.randint(box.bottom, box.top), box.right, rng.randint(box.bottom, box.top)


def expected(region, line):
    x0, y0, x1, y1 = line
    length = ((x1 - x0) ** 2 + (y1 - y0) ** 2) ** 0.5
    at = lambda p: ((p.x - x0) * (x1 - x0) + (p.y - y0) * (y1 - y0)) / length
    parts = (db.Edges([db.Edge(x0, y0, x1, y1)]) & region)
    found = sorted(sorted((at(e.p1), at(e.p2))) for e in parts.each())
    joined = []
    for begin, end in found:
        if joined and begin <= joined[-1][1] + 1e-6:
            joined[-1][1] = max(joined[-1][1], end)
        else:
            joined.append([begin, end])
    return joined


def drop_small(runs):
    """Joins over gaps and drops runs that rounding may make or lose."""
    out = []
    for begin, end in runs:
        if out and begin - out[-1][1] <= 2 * SLACK:
            out[-1][1] = end
        else:
            out.append([begin, end])
    return [r for r in out if r[1] - r[0] > 3 * SLACK]


def is_at_border(region, line, place):
    x0, y0, x1, y1 = line
    share = place / ((x1 - x0) ** 2 + (y1 - y0) ** 2) ** 0.5
    x, y = round(x0 + share * (x1 - x0)), round(y0 + share * (y1 - y0))
    return not (region & db.Region(db.Box(x - 2, y - 2, x + 2, y + 2))).edges().interacting(region.edges()).is_empty()


def differ(region, line, ours, theirs):
    """Where line and border are nearly parallel, ends on the grid may be far apart: then both must lie at the border."""
    a, b = drop_small(ours), drop_small(theirs)
    if len(a) != len(b):
        return True
    ends = [(p, q) for one, other in zip(a, b) for p, q in zip(one, other) if abs(p - q) > SLACK]
    return any(not is_at_border(region, line, place) for pair in ends for place in pair)


def cut(program, path, cell, line, dbu):
    point = lambda x, y: json.dumps({"x": x * dbu, "y": y * dbu})
    found, cursor = {}, []
    while True:
        answer = subprocess.run([program, "cut_profile", path, "--cell", cell, "--from", point(*line[:2]), "--to",
                                 point(*line[2:]), "--limit", "2000"] + cursor, capture_output=True, text=True)
        if answer.returncode != 0:
            return answer.stderr
        told = json.loads(answer.stdout)
        for layer in told["layers"]:
            runs = found.setdefault((layer["layer"]["layer"], layer["layer"]["datatype"]), [])
            runs += [[i["start_um"] / dbu, i["end_um"] / dbu] for i in layer["intervals"]]
        if "next_cursor" not in told:
            return found
        cursor = ["--cursor", told["next_cursor"]]


def main():
    program, lines, layers, runs, faults = sys.argv[1], 0, 0, 0, 0
    for path, layout, top, regions in top_regions(sys.argv[2:], SHAPES_MAX):
        if top.bbox().empty() or top.bbox().width() < 2 or top.bbox().height() < 2:
            continue
        rng = random.Random(path.split("/")[-1])
        for line in lines_of(top.bbox(), rng):
            if line[:2] == line[2:]:
                continue
            lines += 1
            told = cut(program, path, top.name, line, layout.dbu)
            if isinstance(told, str):
                print("FAULT", path, line, told[:200])
                faults += 1
                continue
            straight = line[0] == line[2] or line[1] == line[3]
            for key, region in regions.items():
                theirs, ours = expected(region, line), told.get(key, [])
                layers += 1
                runs += len(ours)
                if differ(region, line, ours, theirs):
                    faults += 1
                    print("FAULT", path, top.name, key, line, "straight" if straight else "slanted", len(ours), len(theirs),
                          [r for r in ours if r not in theirs][:3], [r for r in theirs if r not in ours][:3])
    print("%d lines, %d layers, %d intervals, %d faults" % (lines, layers, runs, faults))
    return faults > 0


sys.exit(main())
