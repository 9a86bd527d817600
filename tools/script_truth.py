#!/usr/bin/env python3
"""DRC scripts by the built-in engine and by KLayout: the same categories with the same markers?

    script_truth.py SERVER [NAME]            tests/scripts, or one deck of them, on random layouts
    script_truth.py SERVER --box             the engine in boxes against the engine without: what lies inside, what is cut
    script_truth.py SERVER --suite FOLDER [NAME]  decks of KLayout's own suite, NAME may have *: a checkout of its tag v0.28.5, or
                                           the git directory of a clone
    script_truth.py SERVER --record FOLDER   the whole suite by both: tests/scripts/suite.truth
    script_truth.py SERVER --check FOLDER [NAME]  the suite by the engine alone against suite.truth: a deck that was equal is, what
                                           is refused is that, and the table in docs/mechanisms/scripts.md says so
    script_truth.py --table                  that table
    script_truth.py SERVER --deck DECK LAYOUT [NAME=VALUE ...]
    script_truth.py SERVER --slack DECK LAYOUT [NAME=VALUE ...]  how far apart they are: figures of one side alone are made
                                           smaller by N units on every side until nothing is left of them; so are edges, off the
                                           other side's edges made N units wide. The least N

Each line names deck, layout and verdict: equal, differs (categories, markers of one side alone) or not supported
(method). Polygons are compared without regard to where their contours begin; pairs of one layer without order. The exit
status is 1 when a deck differs.
"""
import collections
import fractions
import glob
import hashlib
import os
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ET

HIERARCHY = r"^\s*(?:deep|tiles\s*\([^()\n]*\))\s*$"
RUN_SECONDS = 900  # KLayout 0.28.5 does not end on some closed lines of extended with joined
SUITE_TAG = "v0.28.5"
HERE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))

TRUTH = os.path.join(HERE, "tests/scripts/suite.truth")


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


def suite_root(root, folder):
    """A checkout as it is; of a clone's git directory what the suite needs."""
    if os.path.isdir(os.path.join(root, "testdata/drc")):
        return root
    git = os.path.join(root, ".git") if os.path.isdir(os.path.join(root, ".git")) else root
    if not os.path.isfile(os.path.join(git, "HEAD")):
        return None
    made = os.path.join(folder, "klayout")
    os.mkdir(made)
    packed = subprocess.run(["git", "--git-dir", git, "archive", SUITE_TAG, "testdata/drc", "src/drc/unit_tests"],
                            capture_output=True)
    if packed.returncode != 0:
        return None
    subprocess.run(["tar", "x", "-C", made], input=packed.stdout, check=True)
    return made


def suite_text(text):
    """A deck of the suite whose results go to a report in place of a layout; each output is a category."""
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
    return text


def by_number(path):
    name = os.path.basename(path)
    return len(name), name


def suite_decks(root, folder, only="*"):
    """Name, deck made ready, the same with its deep and tiles as flat (or None), layout (or None), top cell."""
    inputs = suite_inputs(root)
    for deck in sorted(glob.glob(os.path.join(root, "testdata/drc/%s.drc" % only)), key=by_number):
        name = os.path.basename(deck)
        raw = open(deck).read()
        top = re.search(r'source\s*\(?\s*\$drc_test_source\s*,\s*"([^"]+)"', raw)
        layouts = [os.path.join(root, "testdata/drc", x) for x in dict.fromkeys(inputs.get(name, []))]
        layouts = [x for x in layouts if os.path.exists(x)][:1] or [None]
        text = suite_text(raw)
        made, flat = os.path.join(folder, name), None
        open(made, "w").write(text)
        if re.search(HIERARCHY, text, re.M):  # the engine's answer is that of flat mode
            flat = os.path.join(folder, name.replace(".drc", "_flat.drc"))
            open(flat, "w").write(re.sub(HIERARCHY, "flat", text, flags=re.M))
        yield name[:-4], made, flat, layouts[0], top.group(1) if top else None


def suite(server, root, folder, only="*"):
    fine = True
    for name, made, flat, layout, top in suite_decks(root, folder, only):
        if not layout:
            print("%s: no layout of its own" % name)
            continue
        is_equal = compare(server, made, layout, [], folder, top)
        if not is_equal and flat:
            is_equal = compare(server, flat, layout, [], folder, top)
        fine = is_equal and fine
    return fine


# ---- what the suite gave, kept ----

def digest(markers):
    text = "\n".join(sorted("%r %d" % item for item in markers.items()))
    return hashlib.sha256(text.encode()).hexdigest()[:12]


def refused(said):
    method = re.search(r"^  method: (.*)$", said, re.M)
    return method.group(1) if method and "reason: unsupported" in said else None


def of_category(categories, name):
    """How many markers, a digest of them, and one without the order of pairs; KLayout's and the engine's alike."""
    markers = categories.get(name, collections.Counter())
    return ["%d" % sum(markers.values()), digest(markers), digest(unordered(markers))]


def are_alike(kept, own, is_ordered):
    return kept[0] == own[0] and (kept[1] == own[1] if is_ordered else kept[2] == own[2])


def is_ordered(categories, name):
    return all(m[:2] != ("pair", "|") for m in categories.get(name, ()))


def differing(kept, native):
    names = list(kept) + [c for c in native if c not in kept]
    return [c for c in names if c not in kept or c not in native or
            not are_alike(kept[c], of_category(native, c), is_ordered(native, c))]


def recorded(server, name, made, flat, layout, top, folder):
    """The lines of a deck: its verdict, then KLayout's categories."""
    if not layout or name.endswith("SuiteTests"):
        return ["%s none" % name]
    for deck, verdict in ((made, "equal"), (flat, "flat")):
        if not deck:
            continue
        native, said = by_engine(server, "native", deck, layout, [], folder, top)
        if native is None:
            return ["%s %s" % (name, "refused " + refused(said) if refused(said) else "failed")]
        klayout, said = by_engine(server, "klayout", deck, layout, [], folder, top)
        if klayout is None:
            return ["%s none" % name]
        kept = {c: of_category(klayout, c) for c in klayout}
        bad = differing(kept, native)
        if not bad:
            break
        verdict = "differs " + " ".join(bad)
    return ["%s %s" % (name, verdict)] + ["  %s %s" % (c, " ".join(kept[c])) for c in kept]


def record(server, root, folder):
    lines = ["# KLayout's own suite (%s, testdata/drc): a verdict of each deck, and of its categories, by KLayout, how many" % SUITE_TAG,
             "# markers, a digest of them, and one without the order of pairs. Made by tools/script_truth.py --record."]
    for deck in suite_decks(root, folder):
        lines += recorded(server, *deck, folder)
        print(lines[-1] if not lines[-1].startswith(" ") else [x for x in lines if not x.startswith(" ")][-1])
        sys.stdout.flush()
    open(TRUTH, "w").write("\n".join(lines) + "\n")
    return True


def read_truth():
    decks = collections.OrderedDict()
    for line in open(TRUTH):
        words = line.split()
        if line.startswith("#"):
            continue
        if line.startswith(" "):
            decks[name][2][words[0]] = words[1:]
        else:
            name = words[0]
            decks[name] = (words[1], words[2:], {})
    return decks


def fault_of(server, verdict, details, kept, deck, layout, top, folder):
    """What is no longer as it was kept; None: all is."""
    native, said = by_engine(server, "native", deck, layout, [], folder, top)
    if verdict == "refused":
        return None if native is None and refused(said) == details[0] else "is not refused for %s any more" % details[0]
    if native is None:
        return "does not run: %s" % said.replace("\n", " ")[:200]
    bad = differing(kept, native)
    worse, better = [c for c in bad if c not in details], [c for c in details if c not in bad]
    return ("differs in %s" % " ".join(worse) if worse else
            "is equal now in %s: record the suite again" % " ".join(better) if better else None)


def check(server, root, folder, only="*"):
    passed = failed = skipped = 0
    if table() not in open(os.path.join(HERE, "docs/mechanisms/scripts.md")).read():
        print("  FAIL docs/mechanisms/scripts.md has not the table of tools/script_truth.py --table")
        failed += 1
    found = suite_root(root, folder)
    if not found:
        print("  SKIPPED: no clone of KLayout with the tag %s at %s (SUITE=): its suite of decks was not run" % (SUITE_TAG, root))
    truth = read_truth()
    for name, made, flat, layout, top in suite_decks(found, folder, only) if found else ():
        verdict, details, kept = truth.get(name, ("none", [], {}))
        if verdict == "none":
            continue
        deck = flat if flat and verdict in ("flat", "differs") else made
        fault = fault_of(server, verdict, details, kept, deck, layout, top, folder)
        passed, failed = (passed, failed + 1) if fault else (passed + 1, failed)
        if fault:
            print("  FAIL %s %s" % (name, fault))
    print("%d passed, %d failed, %d skipped" % (passed, failed, 0 if found else 1))
    return failed == 0


WHY = {
    "drcSimpleTests_57": "a vertex less than half a unit off a slanted edge; one database unit apart",
    "drcSimpleTests_25": "the same figures, but space of polygons that were not merged comes in pieces of KLayout, some twice",
    "drcSimpleTests_48": "such pieces in one; whole_edges in expressions in three, where KLayout merges the other layer nearby alone",
    "drcGenericTests_9": "the same edges, in pieces of KLayout where a border of unmerged polygons crosses them",
}


def short(name):
    return re.sub(r"^drc(Simple|Generic)Tests_", r"\1 ", name).replace("drcSuiteTests", "Suite")


def listed(names):
    families = collections.OrderedDict()
    for family, _, number in (short(n).partition(" ") for n in names):
        families.setdefault(family, []).append(number)
    return "; ".join(("%s %s" % (f, ", ".join(x for x in ns if x))).strip() for f, ns in families.items())


def table():
    truth = read_truth()
    rows = collections.OrderedDict()
    for name, (verdict, details, kept) in truth.items():
        about = {"equal": "equal", "flat": "equal when the deck's own `deep` or `tiles` is `flat`: these modes cut polygons, and the "
                          "report of deep mode has what a placed cell has once",
                 "none": "not compared: the suite's driver sets what the deck needs"}.get(verdict)
        if verdict == "differs":
            about = "differs in %d of %d categories: %s" % (len(details), len(kept), WHY.get(name, "the cause is not known"))
        about = about or "not supported: %s" % " ".join(details)
        rows.setdefault(about, []).append(name)
    order = sorted(rows, key=lambda a: [a.startswith(x) for x in ("equal", "differs", "not s", "not c")].index(True))
    return "\n".join(["| verdict | decks | how many |", "|---|---|---|"] +
                     ["| %s | %s | %d |" % (a, listed(rows[a]), len(rows[a])) for a in order])


# ---- how far apart ----

SLACK = """
limit = 8
reports = [$a, $b].map { |path| r = RBA::ReportDatabase.new(""); r.load(path); r }
layers = reports.map do |r|
  found = Hash.new { |h, k| h[k] = [RBA::Region.new, RBA::Edges.new] }
  to = RBA::CplxTrans.new($dbu.to_f).inverted
  r.each_item do |item|
    figures, edges = found[r.category_by_id(item.category_id).path]
    item.each_value do |v|
      figures.insert(to * v.polygon) if v.is_polygon?
      figures.insert(to * v.box) if v.is_box?
      edges.insert(to * v.edge) if v.is_edge?
      [v.edge_pair.first, v.edge_pair.second].each { |e| edges.insert(to * e) } if v.is_edge_pair?
    end
  end
  found
end
wide = ->(edges, n) { edges.extended(n, n, n, n, false) }
(layers[0].keys | layers[1].keys).sort.each do |name|
  a, b = layers.map { |l| l[name] }
  figures = (a[0] ^ b[0])
  n = (0..limit).find { |k| figures.sized(-k).is_empty? && (k == 0 ? (a[1] - b[1] + (b[1] - a[1])) :
                            (a[1] - wide.(b[1], k)) + (b[1] - wide.(a[1], k))).is_empty? }
  puts "#{name} #{n || "more than #{limit}"}" unless n == 0
end
"""


def slack(server, deck, layout, params, folder):
    """False: they are more than one database unit apart somewhere."""
    for engine in ("native", "klayout"):
        found, said = by_engine(server, engine, deck, layout, params, folder, None)
        if found is None:
            print("%s: no run: %s" % (engine, said.replace("\n", " ")[:200]))
            return False
    script = os.path.join(folder, "slack.rb")
    open(script, "w").write(SLACK)
    said = subprocess.run([server, "list_layers", layout], capture_output=True, text=True).stdout
    dbu = re.search(r'"dbu": ?([0-9.e-]+)', said)
    run = subprocess.run(["klayout", "-zz", "-b", "-r", script, "-rd", "a=" + os.path.join(folder, "klayout.lyrdb"), "-rd",
                          "b=" + os.path.join(folder, "native.lyrdb"), "-rd", "dbu=" + (dbu.group(1) if dbu else "0.001")],
                         capture_output=True, text=True, check=True)
    lines = run.stdout.split("\n")[:-1]
    print("%s %s: %s" % (os.path.basename(deck), os.path.basename(layout), "; ".join(lines) or "equal figures and edges"))
    return all(line.endswith(" 1") for line in lines)


def main(args):
    if args == ["--table"]:
        print(table())
        return 0
    server = os.path.abspath(args[0])
    with tempfile.TemporaryDirectory() as folder:
        if args[1:2] == ["--check"]:
            return 0 if check(server, args[2], folder, *args[3:4]) else 1
        if args[1:2] in (["--suite"], ["--record"]):
            root = suite_root(args[2], folder)
            if not root:
                sys.exit("script_truth.py: %s has neither testdata/drc nor a clone's tag %s" % (args[2], SUITE_TAG))
            run = record if args[1] == "--record" else suite
            return 0 if run(server, root, folder, *args[3:4]) else 1
        if args[1:2] == ["--slack"]:
            return 0 if slack(server, os.path.abspath(args[2]), os.path.abspath(args[3]), args[4:], folder) else 1
        if args[1:2] == ["--box"]:
            return 0 if boxes(server, folder) else 1
        if args[1:2] == ["--deck"]:
            return 0 if compare(server, os.path.abspath(args[2]), os.path.abspath(args[3]), args[4:], folder) else 1
        return 0 if own_decks(server, folder, *args[1:2]) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
