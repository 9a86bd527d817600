"""Compares min_distance with KLayout: a check with the least value found finds nothing, one with a database unit more finds it.

KLayout rounds the distance of slanted edges, so such a pair may be found up to two units later.
Usage: LD_LIBRARY_PATH=/usr/lib/klayout PYTHONPATH=/usr/lib/klayout/pymod least.py PROGRAM FILE...
"""
import json
import math
import subprocess
import sys

from top_regions import top_regions

SHAPES_MAX = 30000
CHECKS = {"width": lambda a, b, d: a.width_check(d), "space": lambda a, b, d: a.space_check(d),
          "notch": lambda a, b, d: a.notch_check(d), "isolated": lambda a, b, d: a.isolated_check(d),
          "separation": lambda a, b, d: a.separation_check(b, d), "overlap": lambda a, b, d: a.overlap_check(b, d)}


def main():
    program, asked, found, faults = sys.argv[1], 0, 0, 0
    for path, layout, top, layers in top_regions(sys.argv[2:], SHAPES_MAX):
        regions = [(key, region) for key, region in layers.items() if not region.is_empty()]
        for number, (key, region) in enumerate(regions[:4]):
            for kind, check in CHECKS.items():
                other = regions[(number + 1) % len(regions)] if kind in ("separation", "overlap") else None
                if other and other[0] == key:
                    continue
                layer = lambda k: json.dumps({"layer": k[0], "datatype": k[1]})
                words = [program, "min_distance", path, "--cell", top.name, "--kind", kind, "--layer", layer(key), "--within-um", "5"]
                answer = subprocess.run(words + (["--layer2", layer(other[0])] if other else []), capture_output=True, text=True)
                asked += 1
                if answer.returncode != 0:
                    faults += 1
                    print("FAULT", path, kind, key, answer.stderr[:200])
                    continue
                told = json.loads(answer.stdout)
                count = lambda d: check(region, other and other[1], d).count() if d > 0 else 0
                if not told["is_found"]:
                    reach = round(told["searched_um"] / layout.dbu)
                    if count(reach):
                        faults += 1
                        print("FAULT", path, kind, key, "none within", reach, "but KLayout finds", count(reach))
                    continue
                found += 1
                value = told["value_dbu"]
                reach = round(told["searched_um"] / layout.dbu)
                beyond = list(range(1, 2 if value == int(value) else 4)) + [reach - math.floor(value)]
                if count(math.floor(value)) or not any(count(math.floor(value) + i) for i in beyond):
                    faults += 1
                    print("FAULT", path, kind, key, value, [count(math.floor(value) + i) for i in range(-1, 5)])
    print("%d asked, %d found, %d faults" % (asked, found, faults))
    return faults > 0


sys.exit(main())
