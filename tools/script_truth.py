#!/usr/bin/env python3
"""DRC scripts by the built-in engine and by KLayout: the same categories with the same markers?

    script_truth.py SERVER [NAME]            tests/scripts, or one deck of them, on random layouts
    script_truth.py SERVER --box             the engine in boxes against the engine without: what lies inside, what is cut
    script_truth.py SERVER --suite FOLDER [NAME]  decks of KLayout's own suite, NAME may have *: a checkout with testdata/drc and
                                           src/drc/unit_tests
    script_truth.py SERVER --deck DECK LAYOUT [NAME=VALUE ...]

Each line names deck, layout and verdict: equal, differs (categories, markers of one side alone) or not supported
(method). Polygons are compared without regard to where their contours begin; pairs of one layer without order. The exit
status is 1 when a deck differs.
"""
import collections
import fractions
import glob
import os
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ET

HIERARCHY = r"^\s*(?:deep|tiles\s*\([^()\n]*\))\s*$"
RUN_SECONDS = 900  # KLayout 0.28.5 does not end on some closed lines of extended with joined
HERE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def ring(points):
    changed = True
    while changed and len(points) > 2:
        changed, kept = False, []
        for i, b in enumerate(points):
            a, c = kept[-1] if kept else points[-1], points[(i + 1) % len(points)]
            if a == b or b != c and (b[0] - a[0]) * (c[1] - b[1]) == (b[1] - a[1]) * (c[0] - b[0]):
                changed = True
            else:
                kept.append(b)
        points = kept
    turns = [tuple(d[i:] + d[:i]) for d in (points, points[::-1]) for i in range(len(points))]
    return min(turns) if turns else ()


def point(text):
    x, y = text.split(",")
    return round(float(x) * 1e4), round(float(y) * 1e4)


def points(text):
    return [point(p) for p in text.strip("()").split(";")]


def canonical(text):
    kind, value = text.split(":", 1)
    value = value.strip()
    if kind == "box":
        (a, b), (c, d) = points(value)
        return "polygon", ring([(a, b), (c, b), (c, d), (a, d)])
    if kind == "polygon":
        contours = [ring(points(c)) for c in value.strip("()").split("/")]
        return ("polygon", contours[0]) + tuple(sorted(c for c in contours[1:] if c))
    if kind == "edge-pair":
        mark = "|" if "|" in value else "/"
        edges = [tuple(points(e)) for e in value.split(mark)]
        return ("pair", mark) + tuple(sorted(edges) if mark == "|" else edges)
    return (kind,) + tuple(points(value)) if kind == "edge" else (kind, value)


def placed(text, trans):
    """A value moved as a reference says: "r90 *1 1,2" or "m45 *1 1,2"."""
    turn, move = re.match(r"([rm][0-9]+)?", trans).group(0) or "r0", trans.split()[-1]
    dx, dy = (float(v) for v in move.split(","))
    angle = int(turn[1:]) * (2 if turn[0] == "m" else 1)
    c, s = {0: (1, 0), 90: (0, 1), 180: (-1, 0), 270: (0, -1)}[angle % 360]

    def to(match):
        x, y = float(match.group(1)), float(match.group(2))
        y = -y if turn[0] == "m" else y
        return "%.6f,%.6f" % (c * x - s * y + dx, s * x + c * y + dy)
    return re.sub(r"(-?[0-9.]+(?:e-?[0-9]+)?),(-?[0-9.]+(?:e-?[0-9]+)?)", to, text)


def frames_of(root):
    """All transformations that lead from each cell to the top."""
    frames = {c.find("name").text: [(r.find("parent").text, r.find("trans").text) for r in c.iter("ref")]
              for c in root.find("cells")}

    def of(cell):
        return [chain + [t] for parent, t in frames.get(cell, []) for chain in of(parent)] if frames.get(cell) else [[]]
    return {cell: [chain[::-1] for chain in of(cell)] for cell in frames}


def load(path):
    root = ET.parse(path).getroot()
    frames = frames_of(root)
    found = collections.OrderedDict()
    for category in root.find("categories"):
        found.setdefault(category.find("name").text, collections.Counter())
    for item in root.find("items"):
        name = item.find("category").text.strip("'")
        for value in item.find("values"):
            if value.text.startswith("[#"):  # properties that KLayout puts beside a marker
                continue
            for chain in frames[item.find("cell").text]:
                text = value.text
                for trans in chain:
                    text = placed(text, trans)
                if text == "polygon: ()":  # KLayout reports what snapping left nothing of
                    continue
                found.setdefault(name, collections.Counter())[canonical(text)] += int(item.find("multiplicity").text)
    return found


def by_engine(server, engine, deck, layout, params, folder, top, more=()):
    out = os.path.join(folder, engine + ".lyrdb")
    command = [server, "drc", layout, "--deck", deck, "--engine", engine, "--format", "lyrdb", "-o", out,
               "--allow-empty", "--quiet", *more]
    for p in params:
        command += ["--param", p]
    command += ["--top", top] if top else []
    try:
        run = subprocess.run(command, capture_output=True, text=True, timeout=RUN_SECONDS)
    except subprocess.TimeoutExpired:
        return None, "deck_error: no end after %d s" % RUN_SECONDS
    return (load(out), "") if run.returncode in (0, 1) else (None, run.stderr)


def unordered(markers):
    found = collections.Counter()
    for m, count in markers.items():
        found[("pair", "|") + tuple(sorted(m[2:])) if m[0] == "pair" else m] += count
    return found


def compare(server, deck, layout, params, folder, top=None):
    name = "%s %s" % (os.path.basename(deck), os.path.basename(layout))
    native, said = by_engine(server, "native", deck, layout, params, folder, top)
    if native is None:
        method = re.search(r"^  method: (.*)$", said, re.M)
        if "reason: unsupported" in said:
            print("%s: not supported (%s)" % (name, method.group(1) if method else said.split("deck: ")[-1][:60]))
        else:
            print("%s: NATIVE FAILED %s" % (name, said.replace("\n", " ")[:300]))
        return "reason: unsupported" in said
    klayout, said = by_engine(server, "klayout", deck, layout, params, folder, top)
    if klayout is None:
        print("%s: KLayout refuses it %s" % (name, " ".join(re.findall(r"deck_error: (.*)", said))[:120]))
        return True
    lines = []
    for category in list(klayout) + [c for c in native if c not in klayout]:
        a = klayout.get(category, collections.Counter())
        b = native.get(category, collections.Counter())
        if any(m[:2] == ("pair", "|") for m in b):  # edges of one layer: the engine gives the two no order
            a = unordered(a)
        if a != b or (category in klayout) != (category in native):
            lines.append("%s (%d and %d: %d of KLayout alone, %d of the engine)" % (
                category, sum(a.values()), sum(b.values()), sum((a - b).values()), sum((b - a).values())))
    print("%s: %s" % (name, "differs in %d of %d: %s" % (len(lines), len(klayout), "; ".join(lines[:6])) if lines else
                      "equal, %d categories, %d markers" % (len(klayout), sum(sum(c.values()) for c in klayout.values()))))
    sys.stdout.flush()
    return not lines


def clipped(a, b, box):
    """The part of an edge inside a box, to the tenth of a database unit; None: none."""
    low, high = fractions.Fraction(0), fractions.Fraction(1)
    for k in (0, 1):
        d = b[k] - a[k]
        for limit, sign in ((box[k], 1), (box[k + 2], -1)):
            room = sign * (a[k] - limit)
            if d == 0:
                if room < 0:
                    return None
                continue
            at = fractions.Fraction(limit - a[k], d)
            low, high = (max(low, at), high) if sign * d > 0 else (low, min(high, at))
    ends = [tuple(round(a[k] + t * (b[k] - a[k])) for k in (0, 1)) for t in (low, high)]
    return tuple(ends) if low < high else None


def in_box(markers, box):
    """Markers as a box of a run may show them: those inside as they are, edges cut at it."""
    seen = set()
    for kind, *parts in markers:
        edges = parts if kind == "edge" else parts[1:]
        lines = [tuple(parts)] if kind == "edge" else edges if kind == "pair" else []
        points = [p for e in lines for p in e] or [p for ring_of in parts for p in ring_of]
        if all(box[0] < x < box[2] and box[1] < y < box[3] for x, y in points):
            seen.add((kind,) + tuple(parts))
        seen.update(("cut", c) for c in (clipped(*e, box) for e in lines if e[0] != e[1]) if c)
    return seen


def boxes(server, folder):
    fine = True
    deck = os.path.join(HERE, "tests/scripts/boxed.drc")
    for seed in (1, 2, 3):
        for slant in (0, 1, 2):
            layout = random_layout(folder, seed, slant)
            whole, _ = by_engine(server, "native", deck, layout, [], folder, None)
            for left, bottom, size in ((0, 0, 1.5), (1.05, 2, 0.7), (3, 1.2, 2), (-1, -1, 1.2), (2.5, 4, 0.33)):
                box = [left, bottom, left + size, bottom + size]
                option = ["--box", ",".join("%g" % v for v in box)]
                part, said = by_engine(server, "native", deck, layout, [], folder, None, option)
                limits = [round(v * 1e4) for v in box]
                bad = [said] if part is None else [
                    "%s (%d and %d)" % (c, len(in_box(whole[c], limits)), len(in_box(part[c], limits)))
                    for c in whole if in_box(whole[c], limits) != in_box(part[c], limits)]
                fine = fine and not bad
                print("%s %s: %s" % (os.path.basename(layout), option[1], "; ".join(bad) or "equal, %d markers" %
                                     sum(sum(c.values()) for c in part.values())))
    return fine


def random_layout(folder, seed, slant):
    layout = os.path.join(folder, "random_%d_%d.gds" % (seed, slant))
    subprocess.run(["klayout", "-zz", "-b", "-r", os.path.join(HERE, "tests/scripts/random.rb"), "-rd",
                    "seed=%d" % (10 * seed + slant), "-rd", "slant=%d" % slant, "-rd", "out=" + layout], check=True)
    return layout


def own_decks(server, folder, name="*"):
    fine = True
    for seed in (1, 2, 3):
        for slant in (0, 1, 2):
            layout = random_layout(folder, seed, slant)
            for deck in sorted(glob.glob(os.path.join(HERE, "tests/scripts/%s.drc" % name))):
                fine = compare(server, deck, layout, [], folder) and fine
    return fine


def suite_inputs(root):
    """Which layouts a deck of the suite reads, by the drivers in C++."""
    inputs = {}
    for driver in glob.glob(os.path.join(root, "src/drc/unit_tests/*.cc")):
        text = open(driver).read()
        for part in re.split(r"\n(?=TEST\()", text):
            decks = re.findall(r"([A-Za-z0-9_]+\.drc)", part)
            for helper in re.findall(r'run_test \(_this, "([^"]+)"', part):
                family = os.path.basename(driver)[:-3]
                inputs.setdefault("%s_%s.drc" % (family, helper), []).append("%s_%s.gds" % (family, helper))
                inputs["%s_%s.drc" % (family, helper)].append("%s_%s.oas" % (family, helper))
            layouts = [x for x in re.findall(r"([A-Za-z0-9_]+\.(?:gds|oas))", part) if "_au" not in x and x != "tmp.gds"]
            for deck in decks:
                inputs.setdefault(deck, []).extend(layouts)
    return inputs


def suite(server, root, folder, only="*"):
    fine = True
    inputs = suite_inputs(root)
    for deck in sorted(glob.glob(os.path.join(root, "testdata/drc/%s.drc" % only)), key=lambda p: (len(p), p)):
        name = os.path.basename(deck)
        text = open(deck).read()
        top = re.search(r'source\s*\(?\s*\$drc_test_source\s*,\s*"([^"]+)"', text)
        layouts = [os.path.join(root, "testdata/drc", x) for x in dict.fromkeys(inputs.get(name, []))]
        layouts = [x for x in layouts if os.path.exists(x)][:1]
        if not layouts:
            print("%s: no layout of its own" % name)
            continue
        # Results go to a report in place of a layout; each output of the deck is a category.
        text = re.sub(r"\$drc_test_source\b", "$input_path", text)
        text = re.sub(r"^\s*target\s*\(?\s*\$drc_test_target[^\n]*", 'report("suite", $report_path)', text, flags=re.M)
        text = re.sub(r"\.output\(\s*(\d+)\s*,\s*(\d+)\s*\)", r'.output("\1/\2")', text)
        text = re.sub(r"\.output\(\s*(\d+)\s*\)", r'.output("\1/0")', text)
        # A layer as drawn: KLayout's report has a figure of a placed cell at one of its places alone, unless flattened.
        drawn = "|".join(re.findall(r"^\s*(\w+) *= *(?:source\.)?(?:input|polygons|labels)\(", text, flags=re.M)) or "l1"
        text = re.sub(r"^(\s*(?:%s))\.output\(" % drawn, r"\1.dup.flatten.output(", text, flags=re.M)
        text = re.sub(r"^(\s*(?:\w+\.)?(?:input|extent)\([^()]*\))\.output\(", r"\1.dup.flatten.output(", text, flags=re.M)
        if "report(" in text and text.index("report(") < text.find("source"):
            text = text.replace('report("suite", $report_path)', "", 1)
            text = re.sub(r"(^\s*source[^\n]*)", r'\1; report("suite", $report_path)', text, count=1, flags=re.M)
        made = os.path.join(folder, name)
        open(made, "w").write(text)
        is_equal = compare(server, made, layouts[0], [], folder, top.group(1) if top else None)
        if not is_equal and re.search(HIERARCHY, text, re.M):  # the engine's answer is that of flat mode
            made = os.path.join(folder, name.replace(".drc", "_flat.drc"))
            open(made, "w").write(re.sub(HIERARCHY, "flat", text, flags=re.M))
            is_equal = compare(server, made, layouts[0], [], folder, top.group(1) if top else None)
        fine = is_equal and fine
    return fine


def main(args):
    server = os.path.abspath(args[0])
    with tempfile.TemporaryDirectory() as folder:
        if args[1:2] == ["--suite"]:
            return 0 if suite(server, args[2], folder, *args[3:4]) else 1
        if args[1:2] == ["--box"]:
            return 0 if boxes(server, folder) else 1
        if args[1:2] == ["--deck"]:
            return 0 if compare(server, os.path.abspath(args[2]), os.path.abspath(args[3]), args[4:], folder) else 1
        return 0 if own_decks(server, folder, *args[1:2]) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
