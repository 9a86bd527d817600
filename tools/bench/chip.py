#!/usr/bin/env python3
"""Questions about a real chip: ours, first and later, beside KLayout, flat and deep.

    chip.py SERVER OUT CHIP [--ours] [--only WORD]

CHIP is a mosaic of real layouts (tools/bench/gen_chip.py). "First" is the first call of a server that has just opened
the chip and knows nothing else of it; "later" is the least of three more (rule checks and diffs are asked once). Both are seconds of the processor, all threads
together; by the clock stands beside. KLayout answers in one process (tools/bench/klayout_chip.py), each question once.
Writes OUT, a table. --ours: without KLayout. --only: questions with the word in their names. A CHIP that is no file is
said and skipped.
"""
import json
import os
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
TICK = os.sysconf("SC_CLK_TCK")
METALS = (("li1", "67/20", 0.17, 0.17), ("met1", "68/20", 0.14, 0.14), ("met2", "69/20", 0.14, 0.14),
          ("met3", "70/20", 0.3, 0.3), ("met4", "71/20", 0.3, 0.3))


class Server:
    def __init__(self, command, root):
        environment = dict(os.environ, KLAYOUT_MCP_LAYOUT_CACHE_BYTES="off")
        self.process = subprocess.Popen([command, "serve", "--root", root], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.DEVNULL, env=environment)
        self.number = 0
        self.ask("initialize", {"protocolVersion": "2025-06-18", "capabilities": {},
                                "clientInfo": {"name": "chip", "version": "1"}})
        self.send({"method": "notifications/initialized"})

    def send(self, message):
        self.process.stdin.write(json.dumps(dict(message, jsonrpc="2.0")).encode() + b"\n")
        self.process.stdin.flush()

    def ask(self, method, params):
        self.number += 1
        self.send({"id": self.number, "method": method, "params": params})
        while True:
            line = self.process.stdout.readline()
            if not line:
                sys.exit("chip: the server ended")
            answer = json.loads(line)
            if answer.get("id") == self.number:
                return answer["result"]

    def seconds(self):
        with open("/proc/%d/stat" % self.process.pid) as stat:
            fields = stat.read().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / TICK

    def call(self, tool, arguments):
        """The answer, processor seconds, seconds by the clock."""
        before, began = self.seconds(), time.monotonic()
        result = self.ask("tools/call", {"name": tool, "arguments": arguments})
        wall = time.monotonic() - began
        answer = result.get("structuredContent")
        if result.get("isError") or answer is None:
            sys.exit("chip: %s: %s" % (tool, json.dumps(result)[:600]))
        return answer, self.seconds() - before, wall

    def close(self):
        self.process.stdin.close()
        self.process.wait()


def box(centre, side):
    return {"left": centre[0] - side / 2, "bottom": centre[1] - side / 2,
            "right": centre[0] + side / 2, "top": centre[1] + side / 2}


def questions(centre, changed):
    whole = {"image_size": {"width": 1200, "height": 800}}
    found = [
        ("50 um window, 200 shapes", "query_region", {"box": box(centre, 50)}),
        ("find_cells *dfxtp*", "find_cells", {"pattern": "*dfxtp*"}),
        ("list_layers", "list_layers", {}),
        ("describe_region, 50 um", "describe_region", {"box": box(centre, 50)}),
        ("describe_region, whole chip", "describe_region", {}),
        ("picture of 50 um", "render_view", dict(whole, box=box(centre, 50))),
        ("picture of 1 mm", "render_view", dict(whole, box=box(centre, 1000))),
        ("picture of the whole chip", "render_view", whole),
        ("check_connectivity, whole chip", "check_connectivity", {}),
    ]
    for name, layer, width, space in METALS:
        for check, least in (("width", width), ("space", space)):
            found.append(("%s %s" % (name, check), "check_rules",
                          {"rules": [{"type": check, "layer": layer, "min_um": least}], "limit": 1}))
    for mode in ("hierarchy", "xor"):
        found.append(("diff with a cell changed, %s" % mode, "diff_layouts", {"b": changed, "mode": mode, "limit": 5}))
    return found


def measure(server, chip, name, tool, arguments):
    """First and later; of a refusal its code."""
    s = Server(server, "/")
    answer, opened, opened_wall = s.call("open_layout", {"path": chip})
    session, arguments = answer["session_id"], dict(arguments)
    if tool == "diff_layouts":
        arguments.update(a=session, b=s.call("open_layout", {"path": arguments["b"]})[0]["session_id"])
    else:
        arguments["session_id"] = session
    answer, first, first_wall = s.call(tool, arguments)
    is_once = tool in ("check_rules", "diff_layouts")
    later = None if is_once else min(s.call(tool, arguments)[1] for _ in range(3))
    s.close()
    print("  %-38s %6.2f s, %6.2f by the clock%s" % (name, first, first_wall, "" if is_once else ", later %.2f" % later))
    sys.stdout.flush()
    return (first, first_wall, later), (opened, opened_wall)


def klayout(chip, changed, centre, folder):
    """Name to seconds of the processor: {question: {"flat": ..., "deep": ...}}."""
    out = os.path.join(folder, "klayout.json")
    subprocess.run(["klayout", "-zz", "-b", "-r", os.path.join(HERE, "klayout_chip.py"), "-rd", "chip=" + chip, "-rd",
                    "changed=" + changed, "-rd", "out=" + out, "-rd", "x=%g" % centre[0], "-rd", "y=%g" % centre[1], "-rd",
                    "metals=" + json.dumps(METALS)], stdout=subprocess.DEVNULL, check=False)
    with open(out) as done:
        return json.load(done)


def main(server, out, chip, *more):
    server, chip = os.path.abspath(server), chip and os.path.abspath(chip)
    with_klayout = "--ours" not in more
    only = more[more.index("--only") + 1] if "--only" in more else ""
    if not os.path.isfile(chip):
        print("chip: SKIPPED: CHIP=%s is no file; make one with tools/bench/gen_chip.py" % chip)
        return
    kept = os.path.join(os.path.dirname(os.path.abspath(out)), "chip_changed.gds")
    s = Server(server, "/")
    session = s.call("open_layout", {"path": chip})[0]["session_id"]
    b = s.call("describe_cell", {"session_id": session})[0]["bbox_um"]
    s.close()
    centre = ((b["left"] + b["right"]) / 2, (b["bottom"] + b["top"]) / 2)
    if not os.path.exists(kept) or os.path.getmtime(kept) < os.path.getmtime(chip):
        subprocess.run(["klayout", "-zz", "-b", "-r", os.path.join(HERE, "klayout_chip.py"), "-rd", "chip=" + chip, "-rd",
                        "change=" + kept], stdout=subprocess.DEVNULL, check=True)
    rows, opens = [], []
    for name, tool, arguments in (q for q in questions(centre, kept) if only in q[0]):
        ours, opened = measure(server, chip, name, tool, arguments)
        rows.append((name, ours))
        opens.append(opened)
    rows.insert(0, ("open", tuple(min(o[i] for o in opens) for i in range(2)) + (None,)))
    theirs = {}
    if with_klayout:
        with tempfile.TemporaryDirectory() as folder:
            theirs = klayout(chip, kept, centre, folder)
    with open(out, "w") as table:
        table.write("| question | first, s | by the clock | later, s | KLayout flat, s | deep, s | best of KLayout / ours |\n"
                    "|---|---|---|---|---|---|---|\n")
        for name, (first, wall, later) in rows:
            peer = theirs.get(name, {})
            best = min(peer.values()) if peer else None
            table.write("| %s | %.2f | %.2f | %s | %s | %s | %s |\n" % (
                name, first, wall, "" if later is None else "%.2f" % later,
                *("%.2f" % peer[m] if m in peer else "-" for m in ("flat", "deep")),
                "%.1f" % (best / max(first, 1 / TICK)) if best else "-"))
    print(open(out).read())


if __name__ == "__main__":
    main(*sys.argv[1:])
