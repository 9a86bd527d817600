# Holds layout-observer netlist to a reading of its own, and to what spice.py saw: spice_compare.py SERVER JOBLIST. A flat list of
# devices with their nets and sizes is compared, nothing of how it came about. Ends with the totals.
import json
import math
import os
import re
import subprocess
import sys

UNITS = {"t": 1e12, "g": 1e9, "meg": 1e6, "k": 1e3, "m": 1e-3, "u": 1e-6, "n": 1e-9, "p": 1e-12, "f": 1e-15, "a": 1e-18, "mil": 25.4e-6}
NUMBER = re.compile(r"(?<![\w.])(\d+\.?\d*(?:e[+-]?\d+)?|\.\d+(?:e[+-]?\d+)?)(meg|mil|[tgkmunpfa])?[a-z]*(?!\w)")


def evaluate(text, names):
    text = NUMBER.sub(lambda m: "(%r)" % (float(m[1]) * UNITS.get(m[2], 1)), text.lower())
    scope = {"__builtins__": {}, "int": int, "abs": abs, "min": min, "max": max, "sqrt": math.sqrt}
    return float(eval(text, scope, dict(names)))


def lines_of(path):
    """(pragmas included) logical lines, lower case."""
    lines = []
    with open(path, encoding="utf-8") as file:
        rows = file.read().split("\n")
    if not path.lower().endswith(".cdl") and rows[0][:1] not in "*.+$;":
        rows = rows[1:]
    for row in rows:
        row = row.strip()
        if row.startswith("*") and not re.match(r"\*\.[a-z]", row.lower()):
            continue
        row = re.sub(r"(^|\s)\$(?!\[|pins\b|[.\w]+\s*=).*", "", row, flags=re.I).split(";")[0].strip()
        if row.startswith("+"):
            lines[-1] += " " + row[1:]
        elif row.lower().startswith(".inc"):
            lines += lines_of(os.path.join(os.path.dirname(path), row.split()[1].strip("\"'")))
        elif row.lower() == ".end":
            break
        elif row:
            lines.append(row)
    return [line.lower() for line in lines]


def words_of(line):
    line = re.sub(r"\s*=\s*", "=", line)
    words, pairs = [], {}
    for word in re.findall(r"[^\s=]+=(?:'[^']*'|\"[^\"]*\"|\{[^}]*\}|\S+)|'[^']*'|\{[^}]*\}|\S+", line):
        match = re.match(r"([^\s='{]+)=(.*)", word)
        if match:
            pairs[match[1]] = match[2].strip("'\"{}")
        elif word != "/":
            words.append(word.strip("'\"{}"))
    return words, pairs


class Reading:
    def __init__(self, path):
        self.cells, self.globals, self.params, self.scale, self.devices = {}, {"0"}, {}, 1, []
        cell = self.main = {"ports": [], "params": {}, "locals": {}, "cards": []}
        for line in lines_of(path):
            words, pairs = words_of(line)
            head = words[0] if words else ""
            if head == ".subckt":
                cell = self.cells[words[1]] = {"ports": words[2:], "params": pairs, "locals": {}, "cards": []}
            elif head == ".ends":
                cell = self.main
            elif head in (".global", "*.global"):
                self.globals |= {word.split(":")[0] for word in words[1:]}
            elif head == ".param":
                (self.params if cell is self.main else cell["locals"]).update(pairs)
            elif head.startswith(".option") and "scale" in pairs:
                self.scale = evaluate(pairs["scale"], {})
            elif head and head[0] in "mrcx":
                cell["cards"].append((words, pairs))
        self.params = self.solve(self.params, {})

    def solve(self, texts, known):
        known = dict(known)
        for _ in range(len(texts)):
            for name, text in texts.items():
                try:
                    known.setdefault(name, evaluate(text, known)) if name not in known else None
                except (NameError, SyntaxError):
                    pass
        return known

    def flatten(self, cell, nets, names, prefix, times):
        def net(name):
            return nets.get(name) or (name if name in self.globals else prefix + name)

        for words, pairs in cell["cards"]:
            if words[0][0] == "x" and words[1 if "$pins" in words else -1] in self.cells:
                inner = self.cells[words[1 if "$pins" in words else -1]]
                given = dict(pairs) if "$pins" in words else dict(zip(inner["ports"], words[1:-1]))
                count = times * (evaluate(pairs["m"], names) if "m" in pairs and "m" not in inner["params"] else 1)
                own = {key: evaluate(pairs[key], names) for key in inner["params"] if key in pairs}
                own = self.solve({**inner["params"], **inner["locals"]}, {**self.params, **own})
                self.flatten(inner, {port: net(name) for port, name in given.items()}, own, prefix + words[0] + "/", count)
            else:
                self.device(words, pairs, net, names, prefix, times)

    def device(self, words, pairs, net, names, prefix, times):
        kind = words[0][0] if words[0][0] != "x" else "m"
        found = {"m": times * evaluate(pairs.get("m", "1"), names) * evaluate(pairs.get("mult", "1"), names)}
        for key in "wl":
            if key in pairs or "$" + key in pairs:
                found[key] = evaluate(pairs.get(key, pairs.get("$" + key)), names) * self.scale
        plain = [word for word in words if word[0] != "$"]
        terminals = dict(zip("dgsb" if kind == "m" else "pn", map(net, plain[1:])))
        if "$sub" in pairs:
            terminals["b"] = net(pairs["$sub"])
        if kind != "m" and len(plain) > 3:
            found["value"] = evaluate(plain[3], names)
        self.devices.append((prefix + words[0], kind, terminals, found))


def read_json(text):
    """The devices of a netlist.json, flattened."""
    data = json.loads(text)
    cells, devices = {cell["name"]: cell for cell in data["cells"]}, []

    def flatten(cell, nets, prefix):
        for device in cell["devices"]:
            terminals = {key: nets.get(name, prefix + name) for key, name in device["terminals"].items()}
            kind = {"nmos": "m", "pmos": "m", "resistor": "r", "capacitor": "c"}[device["type"]]
            sizes = {key: float(device[key]) for key in ("w", "l", "value") if key in device}
            devices.append((prefix + device["id"], kind, terminals, {**sizes, "m": float(device.get("m", 1))}, device))
        for placed in cell.get("subcells", []):
            inner = {port: nets.get(name, prefix + name) for port, name in placed["connections"].items()}
            flatten(cells[placed["cell"]], inner, prefix + placed["name"] + "/")

    flatten(cells[data["top"]], {}, "")
    return devices, data["top"]


def near(a, b):
    return a.keys() == b.keys() and all(math.isclose(a[key], b[key], rel_tol=1e-9) for key in a)


def against_python(path, devices, top):
    reading = Reading(path)
    cell = reading.cells.get(top.lower(), reading.main)
    names = reading.solve({**cell["params"], **cell["locals"]}, reading.params)
    reading.flatten(cell, {port: port for port in cell["ports"]}, names, "", 1)
    want = sorted(reading.devices, key=lambda d: d[0])
    got = sorted(((d[0].lower(), d[1], {k: n.lower() for k, n in d[2].items()}, d[3]) for d in devices), key=lambda d: d[0])
    if len(want) != len(got):
        return "%d devices, not %d" % (len(got), len(want))
    for a, b in zip(want, got):
        if a[:3] != b[:3] or not near(a[3], b[3]):
            return "%s\n   %s" % (a, b)
    return None


def against_klayout(found, devices):
    """Nets as sets of terminals: KLayout keeps no names of devices, and takes drain and source for one."""

    def key(kind, nets, values):
        return kind, nets, sorted((name, float("%.6g" % value)) for name, value in values.items())

    want, got = [], []
    for name, nets, values in found["devices"]:
        kind = {"RES": "r", "CAP": "c"}.get(name, "m")
        ends = [nets[t] for t in ("S", "D", "A", "B") if t in nets and not (kind == "m" and t == "B")]
        rest = [nets["G"], nets["B"]] if kind == "m" else []
        kept = {"m": ("L", "W"), "r": ("R",), "c": ("C",)}[kind]
        want.append(key(kind, [n.upper() for n in sorted(ends) + rest], {k: values[k] for k in kept}))
    for _, kind, nets, values, _ in devices:
        ends = sorted(nets[t].upper() for t in ("d", "s", "p", "n") if t in nets)
        rest = [nets["g"].upper(), nets["b"].upper()] if kind == "m" else []
        times = values["m"] if kind == "m" else 1
        sizes = {"L": values["l"], "W": values["w"] * times} if kind == "m" else {kind.upper(): values["value"]}
        got.append(key(kind, ends + rest, sizes))
    return None if sorted(want) == sorted(got) else "KLayout has\n   %s\n   %s" % (sorted(want), sorted(got))


server, joblist = sys.argv[1:]
passed = failed = skipped = 0
with open(joblist) as jobs:
    for line in jobs:
        path, out = line.rstrip("\n").split("\t")
        run = subprocess.run([server, "netlist", path], capture_output=True, text=True)
        if run.returncode:
            faults = [run.stdout + run.stderr]
        else:
            devices, top = read_json(run.stdout)
            faults = [against_python(path, devices, top)]
            found = json.load(open(out)) if os.path.exists(out) else {"error": "no KLayout"}
            if "error" in found or "(" in str(found["devices"][:1]) or any("/" in d[0] for d in devices):
                skipped += 1
            else:
                faults.append(against_klayout(found, devices))
        for fault in faults:
            passed += fault is None
            failed += fault is not None
            if fault:
                print("  FAIL", path, fault)
print("%d passed, %d failed, %d skipped" % (passed, failed, skipped))
sys.exit(1 if failed else 0)
