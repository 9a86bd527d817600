"""Compares the statistics of query_region with KLayout: each layer's merged region cut at the box, by pieces, area,
perimeter, extent and largest piece. Parts that share only a corner are pieces of their own (min_coherence).

KLayout's own perimeter rounds each edge to the database unit, so edges are added up here.
KLayout merges on the database grid, where slanted edges a tenth of a unit apart may become one or stay two; here it gets
the layer on a grid up to 256 times finer, and layers with slanted edges have a slack of two units of that.
A script for klayout.sh: server=PROGRAM, files=FILE:FILE:...
"""
import json
import math
import random
import subprocess
import sys

import pya as db

SHAPES_MAX = 100000


def boxes_of(box, rng):
    w, h = box.width(), box.height()
    yield db.Box(box.left - 3, box.bottom - 3, box.right + 3, box.top + 3)
    for part in (2, 8):
        x, y = box.left + rng.randint(0, w - w // part), box.bottom + rng.randint(0, h - h // part)
        yield db.Box(x, y, x + w // part + 1, y + h // part + 1)


def finer(region, box):
    """The layer on a grid as many times finer as KLayout's 32 bits allow, so that what it rounds is next to nothing."""
    reach = max(abs(v) for v in (box.left, box.bottom, box.right, box.top, 1))
    times = max(1, min(256, (1 << 30) // (reach + 8)))
    return region.transformed(db.ICplxTrans(times)) if times > 1 else region, times


def expected(region, times, window):
    cut = region & db.Region(window * times)
    cut.min_coherence = True
    pieces = list(cut.merged(True, 0).each())
    slanted = any(not p.is_rectilinear() for p in pieces)
    box, areas = cut.bbox(), [p.area() / times ** 2 for p in pieces]
    length = sum(math.hypot(e.dx(), e.dy()) for p in pieces for e in p.each_edge())
    return {"count": len(pieces), "area": sum(areas), "perimeter": length / times, "largest": max(areas, default=0),
            "box": tuple(v / times for v in (box.left, box.bottom, box.right, box.top)), "slanted": slanted, "times": times}


def asked(program, path, cell, window, dbu):
    um = lambda v: repr(v * dbu)
    box = ",".join(um(v) for v in (window.left, window.bottom, window.right, window.top))
    done = subprocess.run([program, "query_region", path, "--top-cell", cell, "--box=" + box, "--include-statistics",
                           "--max-shapes=0", "--max-instances=0", "--max-texts=0", "--max-chars=3500000", "--json"],
                          capture_output=True, text=True)
    answer = json.loads(done.stdout)
    return {(s["layer"]["layer"], s["layer"]["datatype"]): s for s in answer["statistics"]} if "statistics" in answer else None


def differences(s, e, dbu):
    slack = 2.0 / e["times"] if e["slanted"] else 0.0  # dbu: two units of the coarser grid, KLayout's
    area = s["area_um2"] / dbu ** 2
    largest = s.get("largest_piece", {}).get("area_um2", 0) / dbu ** 2
    swept = slack / 4 * e["perimeter"] + slack  # between edges and what half a unit at their ends makes of them
    bounds = {"area": max(1e-6 * e["area"], swept), "count": 0, "largest": max(1e-6 * e["largest"], swept),
              "perimeter": max(2.0 / dbu * 1e-6, 2e-7 * e["perimeter"] + 2 * slack * e["count"])}
    got = {"count": s["piece_count"], "area": area, "perimeter": s["perimeter_um"] / dbu, "largest": largest}
    wrong = ["%s %s, KLayout %s" % (k, got[k], e[k]) for k in bounds if abs(got[k] - e[k]) > bounds[k]]
    if e["count"] and "bbox_um" in s:
        b = s["bbox_um"]
        sides = zip((b["left"], b["bottom"], b["right"], b["top"]), e["box"])
        wrong += ["box %s, KLayout %s" % (b, e["box"])] if any(abs(x / dbu - y) > 0.01 + (0.5 if e["slanted"] else 0) for x, y in sides) else []
    return wrong


def main():
    compared, failed, skipped = 0, 0, 0
    for path in files.split(":"):
        layout = db.Layout()
        try:
            layout.read(path)
        except RuntimeError:
            skipped += 1
            continue
        rng = random.Random(path)
        top = layout.top_cells()[0]
        regions = {}
        for index in layout.layer_indexes():
            info = layout.get_info(index)
            region = db.Region(top.begin_shapes_rec(index))
            if region.count() > SHAPES_MAX:
                skipped += 1
                continue
            regions[(info.layer, info.datatype)] = finer(region, region.bbox())
        for window in boxes_of(top.bbox(), rng):
            found = asked(server, path, top.name, window, layout.dbu)
            if found is None:
                skipped += 1
                continue
            for layer, (region, times) in regions.items():
                try:
                    e = expected(region, times, window)
                except RuntimeError:  # KLayout's own: an internal check of merging fails
                    skipped += 1
                    continue
                s = found.get(layer)
                if s is None:
                    wrong = ["nothing is said, KLayout has %d pieces" % e["count"]] if e["count"] else []
                elif "piece_count" not in s:
                    skipped += 1
                    continue
                else:
                    wrong = differences(s, e, layout.dbu)
                compared += 1
                failed += bool(wrong)
                for text in wrong:
                    print("  %s %s %s: %s" % (path, layer, window, text))
    print("%d passed, %d failed, %d skipped" % (compared - failed, failed, skipped))
    return failed > 0


if main():
    raise SystemExit(1)
