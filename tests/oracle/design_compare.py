# Holds evaluate_layout to what design.py saw: design_compare.py SERVER JOBLIST. Areas within 1e-9 of each other, covered areas
# within what crossings off the grid are rounded by; counts exactly. Ends with the totals.
import json
import os
import subprocess
import sys
import tempfile

TYPES = {
    "separation": ("spacing", "poly", "contact", 1.2e-7),
    "extension": ("extension", "poly", "active", 2.1e-7),
    "enclosure": ("enclosure", "contact", "active", 1.1e-7),
    "width": ("width", "metal1", None, 2e-7),
    "space": ("spacing", "metal1", None, 1e-6),
    "overlap": ("overlap", "poly", "active", 1.9e-7),
}
server, joblist = sys.argv[1:]
passed = failed = 0


def note(fine, what):
    global passed, failed
    passed += fine
    failed += not fine
    if not fine:
        print("  FAIL", what)


def near(a, b, tolerance):
    return abs(a - b) <= tolerance * max(abs(a), abs(b), 1e-6)


def ask(path, cell, extra=()):
    command = [server, "evaluate-layout", path, "--cell", cell, *extra]
    return json.loads(subprocess.run(command, capture_output=True, text=True).stdout)


def check_rules(path, cell, expected):
    rules = [
        {"id": name, "type": kind, "layer": a, "min": least, **({"layer2": b} if b else {})}
        for name, (kind, a, b, least) in TYPES.items()
    ]
    text = {"tech": "T", "layers": {"active": 1, "poly": 5, "contact": 6, "metal1": 10}, "rules": rules}
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        json.dump(text, file)
        file.flush()
        answer = ask(path, cell, ("--drc-rules-path", file.name))
    got = {item["rule"]: item["count"] for item in answer["drc"]["counts"]}
    for name, count in expected.items():
        note(got.get(name, 0) == count, f"{path} {cell} {name}: {got.get(name, 0)}, KLayout {count}")
    note(answer["metrics"]["drc_error_count"] == sum(expected.values()), f"{path} {cell}: drc_error_count")


for line in open(joblist):
    path, out = line.rstrip("\n").split("\t")
    seen = json.load(open(out))
    for cell, values in seen["cells"].items():
        answer = ask(path, cell)
        if "metrics" not in answer:
            note(False, f"{path} {cell}: {answer.get('message')}")
            continue
        metrics, area = answer["metrics"], values["area"]
        note(near(metrics["total_area"] or 0, area, 1e-9), f"{path} {cell} area: {metrics['total_area']}, KLayout {area}")
        tolerance = 1e-5
        note(
            near(answer["covered_area_um2"], values["covered"] if area else 0, tolerance),
            f"{path} {cell} covered: {answer['covered_area_um2']}, KLayout {values['covered']}",
        )
        if area and metrics["utilization"] is not None:
            note(near(metrics["utilization"], values["covered"] / area, tolerance), f"{path} {cell} utilization")
    for cell, expected in seen.get("rules", {}).items():
        check_rules(path, cell, expected)
print(f"{passed} passed, {failed} failed, 0 skipped")
sys.exit(1 if failed or not passed else 0)
