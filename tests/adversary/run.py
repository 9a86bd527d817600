"""Asks every tool about layouts that are hard on it: run.py SERVER [--short] [--no-count] [--only LAYOUT,...] [--tools TOOL,...] [--markdown FILE] [--klayout FILE].

Each layout of layouts.py grows by doubling. A call stops growing when it takes more than STEP_SECONDS of the processor, a layout when
no call is left or the largest size is reached. The work of a call is n, crossings of edges and violations found together. The exponent
is the slope of seconds over work times its logarithm at the last three sizes, n, 2n and 4n: sorting may cost that much. Times below
MEASURED_SECONDS are left out, and an exponent is a failure only when its longest time is JUDGED_SECONDS or more: up to there the working
set grows from one cache of the processor into the next, which makes 1.3 out of 1.0 for a while. So does an engine that goes over to
another way of working at some size. A call that looks steep is therefore asked at up to BEYOND times the largest size, for up to
LONG_SECONDS: what grows too fast goes on doing so. What still looks steep has its instructions counted at the same sizes (by callgrind;
without valgrind the seconds decide): memory that is far from the processor costs seconds and no instructions.
What takes long at its largest size is asked again and cancelled at random moments; the processor time until the session answers
another call is how late the cancel was obeyed. All times are the server's on the processor, so other work beside it counts little.
A call fails that ends the server, passes its time or its memory, grows with an exponent above the limit, or obeys a cancel late.
A call that is refused (QUERY_TOO_LARGE, TOOL_LIMIT_EXCEEDED) must say so at once and with a hint. What is refused at the next size,
or whose layout is not opened at it, is bounded by that limit: its growth is not judged.
--no-count: seconds decide alone.
--klayout FILE: KLayout is asked the same where it has a call for it (peer.py), at the largest size that was answered; the table goes
to FILE, and nothing is judged by it.
--short: small sizes, whose exponents are mostly noise: growth and how soon a refusal comes are not judged.
Last line: "N passed, N failed, N skipped".
"""
import argparse
import json
import math
import os
import random
import select
import shutil
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import layouts  # noqa: E402
import peer  # noqa: E402

SECONDS_MAX = 10.0     # of the processor, of one call
STEP_SECONDS = 0.5     # of the processor: a call that takes as long grows no more
LONG_COUNTED = 1000.0  # of the processor, of one call under valgrind
LONG_SECONDS, BEYOND = 2.0, 4  # the same, and how many times the largest size, of a call that looks steep
REFUSED_SECONDS = 0.1  # of the processor: a refusal comes as soon
MEMORY_MAX = 1 << 30   # bytes above what the layout takes: request_memory_size of spec/limits.json
EXPONENT_MAX = 1.2
MEASURED_SECONDS = 0.02  # below this noise and caches decide, not the algorithm
JUDGED_SECONDS = 0.1
PEER_SECONDS = 0.01  # of a call: below that its ratio to KLayout's says nothing
CANCEL_SECONDS_MAX = 0.1
FIRST, FULL, SHORT = 500, 32000, 1000

TOO_MUCH = ("QUERY_TOO_LARGE", "TOOL_LIMIT_EXCEEDED")
NEED_A_GUIDE = ("analyze_waveguide", "trace_waveguide", "measure_geometry")  # and say so when the shape is none


class Dead(Exception):
    pass


class Server:
    """A server over pipes; a request is answered, or its time is up."""

    def __init__(self, program, artifacts, before=()):
        environment = dict(os.environ, KLAYOUT_MCP_ARTIFACT_ROOT=artifacts)
        self.process = subprocess.Popen([*before, program, "serve"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.DEVNULL, env=environment, bufsize=0)
        self.next_id, self.rest = 0, b""
        self.ask("initialize", {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "adversary", "version": "1"}})
        self.tell("notifications/initialized", {})

    def end(self):
        """By itself, when nothing more comes in."""
        self.process.stdin.close()
        self.process.wait()
        self.process.stdout.close()

    def close(self):
        self.process.kill()
        self.process.wait()
        self.process.stdin.close()
        self.process.stdout.close()

    def _send(self, message):
        try:
            self.process.stdin.write(json.dumps(message).encode() + b"\n")
        except BrokenPipeError as error:
            raise Dead() from error

    def tell(self, method, params):
        self._send({"jsonrpc": "2.0", "method": method, "params": params})

    def begin(self, method, params):
        self.next_id += 1
        self._send({"jsonrpc": "2.0", "id": self.next_id, "method": method, "params": params})
        return self.next_id

    def answer(self, number, seconds):
        """The answer to a request, or None when the process has spent so much of the processor before."""
        end = self.processor_seconds() + seconds
        while True:
            while b"\n" in self.rest:
                line, self.rest = self.rest.split(b"\n", 1)
                message = json.loads(line)
                if message.get("id") == number:
                    return message
            if not select.select([self.process.stdout], [], [], 0.2)[0]:
                if self.processor_seconds() > end:
                    return None
                continue
            data = os.read(self.process.stdout.fileno(), 1 << 20)
            if not data:
                raise Dead()
            self.rest += data

    def has_spoken(self, seconds):
        return bool(select.select([self.process.stdout], [], [], seconds)[0])

    def ask(self, method, params, seconds=SECONDS_MAX):
        return self.answer(self.begin(method, params), seconds)

    def call(self, tool, arguments, seconds=SECONDS_MAX):
        return self.ask("tools/call", {"name": tool, "arguments": arguments}, seconds)

    def processor_seconds(self):
        return time.clock_gettime((~self.process.pid << 3) | 2)  # the clock of a process, as clock_getcpuclockid makes it

    def _status(self, name):
        with open("/proc/%d/status" % self.process.pid) as file:
            return next((int(line.split()[1]) * 1024 for line in file if line.startswith(name)), 0)

    def resident(self):
        return self._status("VmRSS:")

    def peak(self):
        return self._status("VmHWM:")

    def forget_peak(self):
        try:
            with open("/proc/%d/clear_refs" % self.process.pid, "w") as file:
                file.write("5")
        except OSError:
            pass  # the peak of the process's life stands in


def part_of(box, share):
    """A window of that share of each side, off the middle: it cuts what it meets."""
    width, height = (box["right"] - box["left"]) * share, (box["top"] - box["bottom"]) * share
    left, bottom = box["left"] + 0.31 * (box["right"] - box["left"]), box["bottom"] + 0.29 * (box["top"] - box["bottom"])
    return {"left": left, "bottom": bottom, "right": left + width, "top": bottom + height}


def questions(session, box, shapes, ports, other):
    """Tool, what tells its forms apart, and arguments. `shapes`, `ports`: some of the layout's, `other`: a second file."""
    s = {"session_id": session}
    layer = [{"layer": 1, "datatype": 0}]
    part = part_of(box, 0.5)
    rule = {"id": "r", "layer": "1/0", "min_um": 0.3}
    asked = [
        ("list_cells", "", s), ("list_layers", "", s), ("describe_cell", "", dict(s, depth=2)), ("find_cells", "", dict(s, pattern="*")),
        ("find_coincident", "", s), ("find_labels", "", s), ("find_labels", "part", dict(s, box=part)),
        ("query_region", "", dict(s, box=box)),
        ("query_region", "statistics", dict(s, box=box, match="geometry", include_area=True, include_statistics=True)),
        ("query_region", "part", dict(s, box=part, match="geometry", include_statistics=True)),
        ("describe_region", "", dict(s, box=box)), ("describe_region", "part", dict(s, box=part)),
        ("density_map", "", dict(s, layers=layer, tiles={"nx": 10, "ny": 10})),
        ("density_map", "part", dict(s, layers=layer, box=part, tiles={"nx": 10, "ny": 10})),
        ("cut_profile", "", dict(s, **{"from": {"x": box["left"], "y": box["bottom"]}, "to": {"x": box["right"], "y": box["top"]}})),
        ("find_rings", "", s), ("find_rings", "part", dict(s, box=part)),
        ("render_view", "", dict(s, box=box, image_size={"width": 400, "height": 400}, inline_image=False)),
        ("render_view", "part", dict(s, box=part_of(box, 0.07), image_size={"width": 400, "height": 400}, inline_image=False)),
        ("list_ports", "", s), ("check_connectivity", "", s),
        ("min_distance", "", dict(s, layer=layer[0])),
        ("check_rules", "width", dict(s, rules=[dict(rule, type="width")])),
        ("check_rules", "space", dict(s, rules=[dict(rule, type="space")])),
        ("check_rules", "area", dict(s, rules=[{"id": "a", "type": "area", "layer": "1/0", "min_um2": 0.3}])),
        ("check_rules", "part", dict(s, box=part, rules=[dict(rule, type="space")])),
        ("diff_layouts", "hierarchy", {"a": session, "b": other, "mode": "hierarchy"}),
        ("diff_layouts", "xor", {"a": session, "b": other, "mode": "xor"}),
    ]
    ids = [shape["id"] for shape in shapes]
    if shapes:
        of = shapes[0]["bbox_um"]
        middle = {"x_um": (of["left"] + of["right"]) / 2, "y_um": (of["bottom"] + of["top"]) / 2}
        asked += [("analyze_waveguide", "", dict(s, target_id=ids[0], allow_polygon=True)), ("trace_waveguide", "", dict(s, **{"from": middle}))]
        asked += [("measure_geometry", mode, dict(s, mode=mode, target_ids=ids[:1])) for mode in ("path_width", "segment_length", "bend_radius_estimate")]
    if len(shapes) > 1:
        asked += [("measure_geometry", mode, dict(s, mode=mode, target_ids=ids[:2])) for mode in ("edge_gap", "overlap", "centerline_distance")]
        asked.append(("measure_many", "", dict(s, target_ids=ids[:2])))
    if ports:
        asked.append(("trace_waveguide", "port", dict(s, **{"from": {"port": ports[0]}})))
    return asked


def content(message):
    return (message or {}).get("result", {}).get("structuredContent", {})


def moved(maker):
    """The same layout, in which one box more makes a difference."""
    def other(n):
        if maker is layouts.changed_chain:
            return maker(n, 100)
        data = maker(n)
        extra = layouts.Cell("TOP")
        extra.box(123, 457, 1111, 777)
        if maker is layouts.shared_list:
            return maker(n + 100)
        at = data.index(b"TOP\0") + 4  # the first cell's name, behind which its elements begin
        return data[:at] + b"".join(extra.parts) + data[at:]
    return other


class Case:
    def __init__(self, layout, tool, form):
        self.layout, self.name = layout, tool + (" " + form if form else "")
        self.tool, self.form = tool, form
        self.counts = []  # instructions at the last sizes
        self.work = []  # n, crossings and what was found
        self.sizes, self.seconds, self.memory, self.says = [], [], [], []
        self.late = []  # seconds until a cancel was obeyed
        self.faults = []
        self.peer = None  # KLayout's seconds, or why there are none, and ours beside them
        self.is_bounded = False  # the next size is too much to open

    def is_grown(self, step):
        long_enough = LONG_SECONDS if self.is_steep() else step
        return bool(self.faults) or bool(self.seconds) and (self.seconds[-1] > long_enough or self.says[-1] in TOO_MUCH)

    def is_steep(self):
        power = self.exponent()
        return not self.is_bounded and power is not None and power > EXPONENT_MAX and self.seconds[-1] >= JUDGED_SECONDS and self.says[-1] not in TOO_MUCH

    def exponent(self):
        """The slope of log seconds over log (work log work) at the last three sizes that were answered, where that took long enough;
        None: too few."""
        answered = [point for point in zip(self.work, self.seconds, self.says) if point[2] not in TOO_MUCH]
        return self.slope([(work, t) for work, t, says in answered[-3:] if t >= MEASURED_SECONDS])

    def counted_exponent(self):
        """The same of instructions."""
        return self.slope(list(zip(self.work[-3:], self.counts)))

    @staticmethod
    def slope(costs):
        points = [(math.log(work * math.log(work)), math.log(cost)) for work, cost in costs if cost > 0]
        if len(points) < 2:
            return None
        x, y = (sum(p[i] for p in points) / len(points) for i in (0, 1))
        return sum((p[0] - x) * (p[1] - y) for p in points) / sum((p[0] - x) ** 2 for p in points)


class Run:
    def __init__(self, options):
        self.options, self.cases, self.folder = options, {}, tempfile.mkdtemp(prefix="adversary-")
        self.rng = random.Random(20261126)

    def case(self, layout, tool, form):
        return self.cases.setdefault((layout, tool, form), Case(layout, tool, form))

    def server(self, before=()):
        return Server(self.options.server, os.path.join(self.folder, "artifacts"), before)

    def opened(self, path, server=None):
        server = server or self.server()
        answer = content(server.call("open_layout", {"path": path}))
        box = answer.get("bbox_um") or {"left": 0, "bottom": 0, "right": 1, "top": 1}
        session = answer.get("session_id")
        region = content(server.call("query_region", {"session_id": session, "box": box, "max_shapes": 2})) if session else {}
        ports = content(server.call("list_ports", {"session_id": session, "limit": 1})) if session else {}
        return server, (session, box, region.get("shapes", []), [p["id"] for p in ports.get("ports", [])]), answer

    def measure_once(self, path, case, n, tool):
        """What is worked out once for a session, and at once the second time: in a server of its own."""
        if case.is_grown(self.options.step) or n > self.options.largest and not case.is_steep():
            return
        server = self.server()
        arguments = {"path": path}
        if tool != "open_layout":
            arguments = {"session_id": content(server.call("open_layout", arguments)).get("session_id", "")}
        server.forget_peak()
        self.measure(server, case, n, tool, arguments, (server.processor_seconds(), server.resident()))
        server.close()

    def write(self, maker, n):
        """The two files of a size."""
        paths = [os.path.join(self.folder, "%s-%s.%s" % (maker.__name__, side, "oas" if maker is layouts.shared_list else "gds"))
                 for side in "ab"]
        for path, make in zip(paths, (maker, moved(maker))):
            with open(path, "wb") as file:
                file.write(make(n))
        return paths

    def instructions(self, paths, case, is_asked):
        """Of a server that opens the layout and, or not, is asked."""
        out = os.path.join(self.folder, "callgrind")
        server = self.server(("valgrind", "--tool=callgrind", "--callgrind-out-file=" + out))
        if case.tool == "open_layout" or case.form == "first":
            session = "" if case.tool == "open_layout" else content(server.call("open_layout", {"path": paths[0]}, LONG_COUNTED)).get("session_id")
            if is_asked:
                server.call(case.tool, {"path": paths[0]} if not session else {"session_id": session}, LONG_COUNTED)
        else:
            server, asked_of, _ = self.opened(paths[0], server)
            arguments = [a for tool, form, a in questions(*asked_of, paths[1]) if (tool, form) == (case.tool, case.form)]
            if is_asked and arguments:
                server.call(case.tool, arguments[0], LONG_COUNTED)
        server.end()
        with open(out) as file:
            return sum(int(line.split()[1]) for line in file if line.startswith("totals:"))

    def count(self, case):
        """Instructions in place of seconds, where seconds look steep."""
        for index in range(max(len(case.sizes) - 3, 0), len(case.sizes)):
            paths = self.write(getattr(layouts, case.layout), case.sizes[index])
            case.counts.append(self.instructions(paths, case, True) - self.instructions(paths, case, False))
            for path in paths:
                os.unlink(path)

    def one(self, maker, n, is_last):
        """False: no call is left that may grow."""
        name = maker.__name__
        paths = self.write(maker, n)
        opening = self.case(name, "open_layout", "")
        self.measure_once(paths[0], opening, n, "open_layout")
        server, asked_of, answer = self.opened(paths[0])
        if not asked_of[0]:
            if answer.get("code") not in TOO_MUCH:  # those were judged above
                opening.faults.append("does not open: %s" % json.dumps(answer)[:200])
            for case in self.cases.values():
                case.is_bounded = case.is_bounded or case.layout == name
            server.close()
            for path in paths:
                os.unlink(path)
            return False
        is_growing = False
        if not self.options.tools or "list_ports" in self.options.tools:
            ports = self.case(name, "list_ports", "first")
            self.measure_once(paths[0], ports, n, "list_ports")
            is_growing = not ports.is_grown(self.options.step)
        for index in range(len(questions(*asked_of, paths[1]))):
            asked = questions(*asked_of, paths[1])
            if index >= len(asked):
                break
            tool, form, arguments = asked[index]
            if self.options.tools and tool not in self.options.tools:
                continue
            case = self.case(name, tool, form)
            if case.is_grown(self.options.step) or n > self.options.largest and not case.is_steep():
                continue
            server.forget_peak()
            is_over = self.measure(server, case, n, tool, arguments, (server.processor_seconds(), server.resident()))
            if is_over and (is_last or case.is_grown(self.options.step)) and case.seconds[-1] > CANCEL_SECONDS_MAX and self.options.cancels:
                is_over = self.cancel(server, case, tool, arguments, asked_of[0])
            is_growing = is_growing or not case.is_grown(self.options.step)
            if not is_over:
                server.close()
                server, asked_of, answer = self.opened(paths[0])
        server.close()
        for path in paths:
            os.unlink(path)
        return is_growing

    def measure(self, server, case, n, tool, arguments, begun):
        """False: this server is of no more use."""
        try:
            message = server.call(tool, arguments)
            if message is None:
                case.faults.append("no answer within %g s of the processor, peak %d MiB" % (SECONDS_MAX, server.peak() >> 20))
                return False
            case.sizes.append(n)
            case.seconds.append(server.processor_seconds() - begun[0])
            case.memory.append(max(server.peak() - begun[1], 0))
        except Dead:
            case.faults.append("the server ended: status %s" % server.process.wait())
            return False
        answer = content(message)
        case.work.append(n + layouts.crossings(getattr(layouts, case.layout), n, tool) + (answer.get("violation_count") or 0))
        code = answer.get("code")
        case.says.append(code or "")
        if code in TOO_MUCH and not (answer.get("hint") or answer.get("details", {}).get("hint")):
            case.faults.append("%s without a hint" % code)
        if code in TOO_MUCH and case.seconds[-1] > REFUSED_SECONDS and not self.options.short:
            case.faults.append("%s after %.2f s" % (code, case.seconds[-1]))
        if code and code not in TOO_MUCH and not (code == "INVALID_TARGET" and tool in NEED_A_GUIDE):
            case.faults.append("%s: %s" % (code, json.dumps(answer)[:300]))
        if case.memory[-1] > MEMORY_MAX:
            case.faults.append("took %d MiB" % (case.memory[-1] >> 20))
        return True

    def cancel(self, server, case, tool, arguments, session):
        try:
            for _ in range(self.options.cancels):
                number = server.begin("tools/call", {"name": tool, "arguments": arguments})
                moment = server.processor_seconds() + self.rng.random() * case.seconds[-1] * 0.8
                while server.processor_seconds() < moment and not server.has_spoken(0.002):
                    pass
                server.tell("notifications/cancelled", {"requestId": number, "reason": "test"})
                begun = server.processor_seconds()
                if server.call("list_layers", {"session_id": session, "limit": 1}) is None:
                    case.faults.append("a cancel was not obeyed within %g s of the processor" % SECONDS_MAX)
                    return False
                case.late.append(server.processor_seconds() - begun)
            return True
        except Dead:
            case.faults.append("the server ended when cancelled: status %s" % server.process.wait())
            return False

    def all(self):
        largest = SHORT if self.options.short else self.options.largest
        for maker in layouts.GROWING + layouts.FIXED:
            if self.options.only and maker.__name__ not in self.options.only:
                continue
            n = largest if maker in layouts.FIXED else FIRST
            while self.one(maker, n, n >= largest) and n < (largest if self.options.short else self.bound(maker.__name__, largest)):
                n *= 2
            self.report(maker.__name__)
            if self.options.klayout:
                self.ask_peer(maker)
                peer_table(self.cases.values(), self.options.klayout)
            if self.options.markdown:
                markdown(self.cases.values(), self.options.markdown)
        shutil.rmtree(self.folder, ignore_errors=True)

    def bound(self, layout, largest):
        """The largest size: more where a call looks steep."""
        return BEYOND * largest if any(case.layout == layout and case.is_steep() and not case.is_grown(self.options.step)
                                       for case in self.cases.values()) else largest

    def ask_peer(self, maker):
        """KLayout at the largest size that was answered; shared_list is as large as its OASIS is small."""
        for case in self.cases.values():
            answered = [(n, t) for n, t, says in zip(case.sizes, case.seconds, case.says) if says == ""]
            if case.layout == maker.__name__ and case.name in peer.FORMS and answered and answered[-1][1] >= PEER_SECONDS:
                paths = self.write(maker, answered[-1][0])
                case.peer = answered[-1], peer.seconds(case.name, *paths)
                for path in paths:
                    os.unlink(path)

    def report(self, layout):
        for case in self.cases.values():
            if case.layout != layout:
                continue
            if case.is_steep() and not self.options.short and not self.options.no_count and shutil.which("valgrind"):
                self.count(case)
                print("  %s, %s: (work log work)^%.2f in seconds, ^%.2f in instructions (n %s: %s s, %s million)" % (
                    layout, case.name, case.exponent(), case.counted_exponent() or 0, ", ".join("%d" % n for n in case.sizes[-3:]),
                    ", ".join("%.2f" % s for s in case.seconds[-3:]), ", ".join("%.0f" % (c / 1e6) for c in case.counts)), flush=True)
            if case.is_steep() and not self.options.short and (case.counted_exponent() or 9) > EXPONENT_MAX:
                case.faults.append("grows as (work log work)^%.2f (n %s: %s s)" % (
                    case.counted_exponent() or case.exponent(), ", ".join("%d" % n for n in case.sizes[-4:]), ", ".join("%.2f" % s for s in case.seconds[-4:])))
            late = [seconds for seconds in case.late if seconds > CANCEL_SECONDS_MAX]
            if late:
                case.faults.append("%d of %d cancels obeyed late, the latest after %.2f s" % (len(late), len(case.late), max(late)))
            for fault in case.faults:
                print("  FAIL %s, %s: %s" % (layout, case.name, fault), flush=True)


def percentile(values, part):
    return sorted(values)[min(int(part * len(values)), len(values) - 1)] if values else 0.0


def markdown(cases, path):
    """A row a form of a tool: its steepest and slowest layouts, at the largest size that was asked."""
    rows = {}
    for case in cases:
        if case.seconds:
            rows.setdefault(case.name, []).append(case)
    with open(path, "w") as file:
        file.write("| tool | steepest on | n | s | exponent | slowest on | n | s | most memory, MiB | refused | latest refusal, ms | cancels | p99, ms |\n"
                   "|---|---|---|---|---|---|---|---|---|---|---|---|---|\n")
        for name, group in rows.items():
            steep = max(group, key=lambda c: c.exponent() or 0)
            slow = max(group, key=lambda c: c.seconds[-1])
            late = [seconds for case in group for seconds in case.late]
            refused = [case.seconds[-1] for case in group if case.says[-1] in TOO_MUCH]
            power = steep.exponent()
            file.write("| %s | %s | %s | %d | %.2f | %d | %d of %d | %s | %s |\n" % (
                name, "%s | %d | %.2f | %.2f" % (steep.layout, steep.sizes[-1], steep.seconds[-1], power) if power else "- | - | - | -",
                slow.layout, slow.sizes[-1], slow.seconds[-1], max(max(c.memory) for c in group) >> 20, len(refused), len(group),
                "%.0f" % (1000 * max(refused)) if refused else "-",
                "%d | %.0f" % (len(late), 1000 * percentile(late, 0.99)) if late else "- | -"))


def peer_table(cases, path):
    """A row a form: how many times our seconds KLayout takes, by layout."""
    rows = {}
    for case in cases:
        if case.peer:
            rows.setdefault(case.name, []).append(case)
    with open(path, "w") as file:
        file.write("| tool | layouts | KLayout's seconds / ours: p50 | least | on | n | ours, s | KLayout, s | KLayout not done |\n"
                   "|---|---|---|---|---|---|---|---|---|\n")
        for name, group in rows.items():
            done = sorted((c.peer[1] / c.peer[0][1], c.layout, *c.peer[0], c.peer[1]) for c in group if isinstance(c.peer[1], float))
            not_done = ", ".join("%s (%s)" % (c.layout, c.peer[1]) for c in group if not isinstance(c.peer[1], float))
            ratios = [d[0] for d in done] + [math.inf] * (len(group) - len(done))
            middle = "%.1f" % percentile(ratios, 0.5) if percentile(ratios, 0.5) < math.inf else "not done"
            least = "%.2f | %s | %d | %.2f | %.2f" % done[0] if done else "- | - | - | - | -"
            file.write("| %s | %d | %s | %s | %s |\n" % (name, len(group), middle, least, not_done or "-"))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("server")
    parser.add_argument("--short", action="store_true")
    parser.add_argument("--only", type=lambda text: set(text.split(",")))
    parser.add_argument("--tools", type=lambda text: set(text.split(",")))
    parser.add_argument("--cancels", type=int, default=3, help="moments a long call is cancelled at")
    parser.add_argument("--largest", type=int, default=FULL, help="n of the largest size")
    parser.add_argument("--step", type=float, default=STEP_SECONDS, help="a call that takes as long grows no more")
    parser.add_argument("--no-count", action="store_true", help="seconds decide, no instructions are counted: much sooner over")
    parser.add_argument("--markdown", help="a table of the worst goes there")
    parser.add_argument("--klayout", help="a table of KLayout's seconds beside ours goes there")
    run = Run(parser.parse_args())
    if run.options.klayout and not peer.is_here():
        print("  SKIPPED KLayout's column: no klayout program")
        run.options.klayout = None
    run.options.server = os.path.abspath(run.options.server)
    run.all()
    late = [seconds for case in run.cases.values() for seconds in case.late]
    print("  %d cancels, obeyed within %.0f ms at p50, %.0f at p99" % (len(late), 1000 * percentile(late, 0.5), 1000 * percentile(late, 0.99)))
    failed = sum(1 for case in run.cases.values() if case.faults)
    print("%d passed, %d failed, 0 skipped" % (len(run.cases) - failed, failed))
    sys.exit(failed > 0)


main()
