"""Compares the statistics of query_region with KLayout: each layer's merged region cut at the box, by pieces, area,
perimeter, extent and largest piece. Parts that share only a corner are pieces of their own (min_coherence).

Slanted edges are cut at points of the grid, not the same ones on both sides, so layers with them have slack.
Usage: LD_LIBRARY_PATH=/usr/lib/klayout PYTHONPATH=/usr/lib/klayout/pymod statistics.py PROGRAM FILE...
"""
import json
import random
import subprocess
import sys

import klayout.db as db

SHAPES_MAX = 100000


def boxes_of(box, rng):
    w, h = box.width(), box.height()
    yield db.Box(box.left - 3, box.bottom - 3, box.right + 3, box.top + 3)
    for part in (2, 8):
        x, y = box.left + rng.randint(0, w - w // part), box.bottom + rng.randint(0, h - h // part)
        yield db.Box(x, y, x + w // part + 1, y + h // part + 1)


def expected(region, window):
    cut = region & db.Region(window)
    cut.min_coherence = True
    pieces = list(cut.merged(True, 0).each())
    slanted = any(not p.is_rectilinear() for p in pieces)
    return {"count": len(pieces), "area": sum(p.area() for p in pieces), "perimeter": sum(p.perimeter() for p in pieces),
            "largest": max((p.area() for p in pieces), default=0), "box": cut.bbox(), "slanted": slanted}


def asked(program, path, cell, window, dbu):
    um = lambda v: repr(v * dbu)
    box = ",".join(um(v) for v in (window.left, window.bottom, window.right, window.top))
    done = subprocess.run([program, "query_region", path, "--top-cell", cell, "--box=" + box, "--include-statistics",
                           "--max-shapes=0", "--max-instances=0", "--max-texts=0", "--max-chars=3500000", "--json"],
                          capture_output=True, text=True)
    answer = json.loads(done.stdout)
    return {(s["layer"]["layer"], s["layer"]["datatype"]): s for s in answer["statistics"]} if "statistics" in answer else None


def differences(s, e, dbu):
    slack = 2.0 if e["slanted"] else 0.0  # dbu for each vertex moved: a share of the perimeter at most
    area = s["area_um2"] / dbu ** 2
    largest = s.get("largest_piece", {}).get("area_um2", 0) / dbu ** 2
    bounds = {"area": max(1e-6 * e["area"], slack * e["perimeter"] / 100 + slack), "count": 0,
              "perimeter": max(2.0 / dbu * 1e-6, 1e-9 * e["perimeter"] + slack * e["count"]),
              "largest": max(1e-6 * e["largest"], slack * e["perimeter"] / 100 + slack)}
    got = {"count": s["piece_count"], "area": area, "perimeter": s["perimeter_um"] / dbu, "largest": largest}
    wrong = ["%s %s, KLayout %s" % (k, got[k], e[k]) for k in bounds if abs(got[k] - e[k]) > bounds[k]]
    if e["count"] and "bbox_um" in s:
        b = s["bbox_um"]
        sides = zip((b["left"], b["bottom"], b["right"], b["top"]), (e["box"].left, e["box"].bottom, e["box"].right, e["box"].top))
        wrong += ["box %s, KLayout %s" % (b, e["box"])] if any(abs(x / dbu - y) > 0.01 + slack / 2 for x, y in sides) else []
    return wrong


def main():
    program, compared, failed, skipped = sys.argv[1], 0, 0, 0
    for path in sys.argv[2:]:
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
            regions[(info.layer, info.datatype)] = region
        for window in boxes_of(top.bbox(), rng):
            found = asked(program, path, top.name, window, layout.dbu)
            if found is None:
                skipped += 1
                continue
            for layer, region in regions.items():
                try:
                    e = expected(region, window)
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


sys.exit(main())
