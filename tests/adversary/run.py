"""Asks every tool about layouts that are hard on it: run.py SERVER [--short] [--only LAYOUT,...] [--tools TOOL,...] [--markdown FILE].

Each layout of layouts.py is opened by a server of its own at n, 2n and 4n. Of each call: seconds of the processor, the peak of
memory above what the server held before, and whether it ended at all. What takes long at 4n is asked again and cancelled at some
moment; the time until the session answers another call is how late the cancel was obeyed.
A call fails that ends the server, passes its time or its memory, grows with an exponent above the limit, or obeys a cancel late.
A call that is refused (QUERY_TOO_LARGE, TOOL_LIMIT_EXCEEDED) must say so within its time and with a hint.
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

SECONDS_MAX = 20.0     # of one call, by the clock
MEMORY_MAX = 1 << 30   # bytes above what the layout takes: request_memory_size of spec/limits.json
EXPONENT_MAX = 1.2
MEASURED_SECONDS = 0.05  # below this the clock's grain and caches decide, not the algorithm
CANCEL_SECONDS_MAX = 0.1
FULL, SHORT = 4000, 500

TOO_MUCH = ("QUERY_TOO_LARGE", "TOOL_LIMIT_EXCEEDED")
NEED_A_GUIDE = ("analyze_waveguide", "trace_waveguide", "measure_geometry")  # and say so when the shape is none


class Dead(Exception):
    pass


class Server:
    """A server over pipes; a request is answered, or its time is up."""

    def __init__(self, program, artifacts):
        environment = dict(os.environ, KLAYOUT_MCP_ARTIFACT_ROOT=artifacts)
        self.process = subprocess.Popen([program, "serve"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.DEVNULL, env=environment, bufsize=0)
        self.next_id, self.rest = 0, b""
        self.ask("initialize", {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "adversary", "version": "1"}})
        self.tell("notifications/initialized", {})

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
        """The answer to a request, or None when it has not come by then."""
        end = time.monotonic() + seconds
        while True:
            while b"\n" in self.rest:
                line, self.rest = self.rest.split(b"\n", 1)
                message = json.loads(line)
                if message.get("id") == number:
                    return message
            left = end - time.monotonic()
            if left <= 0 or not select.select([self.process.stdout], [], [], left)[0]:
                return None
            data = os.read(self.process.stdout.fileno(), 1 << 20)
            if not data:
                raise Dead()
            self.rest += data

    def ask(self, method, params, seconds=SECONDS_MAX):
        return self.answer(self.begin(method, params), seconds)

    def call(self, tool, arguments, seconds=SECONDS_MAX):
        return self.ask("tools/call", {"name": tool, "arguments": arguments}, seconds)

    def processor_seconds(self):
        with open("/proc/%d/stat" % self.process.pid) as file:
            fields = file.read().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

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


def questions(session, box, shapes, other):
    """Tool, what tells its forms apart, and arguments. `shapes`: ids, `other`: a second file."""
    s = {"session_id": session}
    layer = [{"layer": 1, "datatype": 0}]
    asked = [
        ("list_cells", "", s), ("list_layers", "", s), ("describe_cell", "", dict(s, depth=2)), ("find_cells", "", dict(s, pattern="*")),
        ("query_region", "", dict(s, box=box)),
        ("query_region", "statistics", dict(s, box=box, match="geometry", include_area=True, include_statistics=True)),
        ("describe_region", "", dict(s, box=box)),
        ("density_map", "", dict(s, layers=layer, tiles={"nx": 10, "ny": 10})),
        ("render_view", "", dict(s, box=box, image_size={"width": 400, "height": 400}, inline_image=False)),
        ("list_ports", "", s), ("check_connectivity", "", s),
        ("check_rules", "width", dict(s, rules=[{"id": "w", "type": "width", "layer": "1/0", "min_um": 0.3}])),
        ("check_rules", "space", dict(s, rules=[{"id": "s", "type": "space", "layer": "1/0", "min_um": 0.3}])),
        ("check_rules", "area", dict(s, rules=[{"id": "a", "type": "area", "layer": "1/0", "min_um2": 0.3}])),
        ("diff_layouts", "hierarchy", {"a": session, "b": other, "mode": "hierarchy"}),
        ("diff_layouts", "xor", {"a": session, "b": other, "mode": "xor"}),
    ]
    if shapes:
        asked += [("analyze_waveguide", "", dict(s, target_id=shapes[0], allow_polygon=True)),
                  ("measure_geometry", "path_width", dict(s, mode="path_width", target_ids=shapes[:1])),
                  ("trace_waveguide", "", dict(s, **{"from": {"x_um": (box["left"] + box["right"]) / 2, "y_um": (box["bottom"] + box["top"]) / 2}}))]
    if len(shapes) > 1:
        asked += [("measure_geometry", "edge_gap", dict(s, mode="edge_gap", target_ids=shapes[:2])),
                  ("measure_geometry", "overlap", dict(s, mode="overlap", target_ids=shapes[:2]))]
    return asked


def content(message):
    return (message or {}).get("result", {}).get("structuredContent", {})


def moved(maker):
    """The same layout, in which one box more makes a difference."""
    def other(n):
        data = maker(n)
        extra = layouts.Cell("TOP")
        extra.box(123, 457, 1111, 777)
        at = data.index(b"TOP\0") + 4  # the first cell's name, behind which its elements begin
        return data[:at] + b"".join(extra.parts) + data[at:]
    return other


class Case:
    def __init__(self, layout, tool, form):
        self.layout, self.name = layout, tool + (" " + form if form else "")
        self.tool = tool
        self.seconds, self.memory, self.says = [], [], []
        self.late = []  # seconds until a cancel was obeyed
        self.faults = []


class Run:
    def __init__(self, options):
        self.options, self.cases, self.folder = options, {}, tempfile.mkdtemp(prefix="adversary-")
        self.rng = random.Random(20261126)

    def case(self, layout, tool, form):
        return self.cases.setdefault((layout, tool, form), Case(layout, tool, form))

    def server(self):
        return Server(self.options.server, os.path.join(self.folder, "artifacts"))

    def opened(self, path):
        server = self.server()
        answer = content(server.call("open_layout", {"path": path}))
        box = answer.get("bbox_um") or {"left": 0, "bottom": 0, "right": 1, "top": 1}
        session = answer.get("session_id")
        region = content(server.call("query_region", {"session_id": session, "box": box, "max_shapes": 2})) if session else {}
        shapes = [s["id"] for s in region.get("shapes", [])]
        return server, session, box, shapes, answer

    def one(self, maker, n, is_last):
        name = maker.__name__
        paths = [os.path.join(self.folder, "%s-%s.gds" % (name, side)) for side in "ab"]
        for path, make in zip(paths, (maker, moved(maker))):
            with open(path, "wb") as file:
                file.write(make(n))
        opening = self.case(name, "open_layout", "")
        server = self.server()
        started = server.processor_seconds(), server.resident(), time.monotonic()
        self.measure(server, opening, "open_layout", {"path": paths[0]}, started)
        server.close()
        server, session, box, shapes, answer = self.opened(paths[0])
        if not session:
            opening.faults.append("does not open: %s" % json.dumps(answer)[:200])
            server.close()
            return
        for index in range(len(questions(session, box, shapes, paths[1]))):
            tool, form, arguments = questions(session, box, shapes, paths[1])[index]
            if self.options.tools and tool not in self.options.tools:
                continue
            case = self.case(name, tool, form)
            if case.faults:
                continue  # a smaller n was too much already
            server.forget_peak()
            begun = server.processor_seconds(), server.resident(), time.monotonic()
            is_over = self.measure(server, case, tool, arguments, begun)
            if is_over and is_last and case.seconds[-1] > 2 * CANCEL_SECONDS_MAX and self.options.cancels:
                is_over = self.cancel(server, case, tool, arguments, session)
            if not is_over:
                server.close()
                server, session, box, shapes, answer = self.opened(paths[0])
        server.close()
        for path in paths:
            os.unlink(path)

    def measure(self, server, case, tool, arguments, begun):
        """False: this server is of no more use."""
        try:
            message = server.call(tool, arguments)
            if message is None:
                case.faults.append("no answer within %g s, peak %d MiB" % (SECONDS_MAX, server.peak() >> 20))
                return False
            case.seconds.append(server.processor_seconds() - begun[0])
            case.memory.append(max(server.peak() - begun[1], 0))
        except Dead:
            case.faults.append("the server ended: status %s" % server.process.wait())
            return False
        answer = content(message)
        code = answer.get("code")
        case.says.append(code or "")
        if code in TOO_MUCH and not (answer.get("hint") or answer.get("details", {}).get("hint")):
            case.faults.append("%s without a hint" % code)
        if code and code not in TOO_MUCH and not (code == "INVALID_TARGET" and tool in NEED_A_GUIDE):
            case.faults.append("%s: %s" % (code, json.dumps(answer)[:300]))
        if case.memory[-1] > MEMORY_MAX:
            case.faults.append("took %d MiB" % (case.memory[-1] >> 20))
        return True

    def cancel(self, server, case, tool, arguments, session):
        try:
            for _ in range(self.options.cancels):
                number = server.begin("tools/call", {"name": tool, "arguments": arguments})
                time.sleep(self.rng.random() * case.seconds[-1] * 0.8)
                server.tell("notifications/cancelled", {"requestId": number, "reason": "test"})
                begun = time.monotonic()
                if server.call("list_layers", {"session_id": session, "limit": 1}) is None:
                    case.faults.append("a cancel was not obeyed within %g s" % SECONDS_MAX)
                    return False
                case.late.append(time.monotonic() - begun)
            return True
        except Dead:
            case.faults.append("the server ended when cancelled: status %s" % server.process.wait())
            return False

    def all(self):
        size = SHORT if self.options.short else FULL
        for maker in layouts.GROWING + layouts.FIXED:
            if self.options.only and maker.__name__ not in self.options.only:
                continue
            sizes = [4 * size] if maker in layouts.FIXED else [size, 2 * size, 4 * size]
            for n in sizes:
                self.one(maker, n, n == sizes[-1])
            self.report(maker.__name__)
        shutil.rmtree(self.folder, ignore_errors=True)

    def report(self, layout):
        for case in self.cases.values():
            if case.layout != layout:
                continue
            # The time at most: half of it is what the clock's grain may hide at n.
            power = exponent(case.seconds)
            if power is not None and power > EXPONENT_MAX:
                case.faults.append("grows as n^%.2f (%s s)" % (power, ", ".join("%.2f" % s for s in case.seconds)))
            late = [seconds for seconds in case.late if seconds > CANCEL_SECONDS_MAX]
            if late:
                case.faults.append("%d of %d cancels obeyed late, the latest after %.2f s" % (len(late), len(case.late), max(late)))
            for fault in case.faults:
                print("  FAIL %s, %s: %s" % (layout, case.name, fault), flush=True)


def exponent(seconds):
    """Of the last doubling and of both; None where too short to tell, or not measured."""
    if len(seconds) < 3 or seconds[2] < 4 * MEASURED_SECONDS:
        return None
    return min(math.log2(seconds[2] / max(seconds[1], 0.01)), math.log2(seconds[2] / max(seconds[0], 0.01)) / 2)


def percentile(values, part):
    return sorted(values)[min(int(part * len(values)), len(values) - 1)] if values else 0.0


def markdown(cases, path):
    """A row a tool: its worst layouts."""
    rows = {}
    for case in cases:
        rows.setdefault(case.name, []).append(case)
    with open(path, "w") as file:
        file.write("| tool | slowest layout | s at n, 2n, 4n | exponent | most memory, MiB | layout | refused | cancel p99, ms |\n|---|---|---|---|---|---|---|---|\n")
        for name, group in rows.items():
            slow = max(group, key=lambda c: c.seconds[-1] if c.seconds else 0)
            great = max(group, key=lambda c: max(c.memory, default=0))
            late = [seconds for case in group for seconds in case.late]
            power = exponent(slow.seconds)
            file.write("| %s | %s | %s | %s | %d | %s | %d of %d | %s |\n" % (
                name, slow.layout, ", ".join("%.2f" % s for s in slow.seconds), "%.2f" % power if power else "-",
                max(great.memory, default=0) >> 20, great.layout, sum(any(case.says) for case in group), len(group),
                "%.0f of %d" % (1000 * percentile(late, 0.99), len(late)) if late else "-"))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("server")
    parser.add_argument("--short", action="store_true")
    parser.add_argument("--only", type=lambda text: set(text.split(",")))
    parser.add_argument("--tools", type=lambda text: set(text.split(",")))
    parser.add_argument("--cancels", type=int, default=5, help="moments a long call is cancelled at")
    parser.add_argument("--markdown", help="a table of the worst goes there")
    run = Run(parser.parse_args())
    run.options.server = os.path.abspath(run.options.server)
    run.all()
    if run.options.markdown:
        markdown(run.cases.values(), run.options.markdown)
    late = [seconds for case in run.cases.values() for seconds in case.late]
    print("  %d cancels, obeyed within %.0f ms at p50, %.0f at p99" % (len(late), 1000 * percentile(late, 0.5), 1000 * percentile(late, 0.99)))
    failed = sum(1 for case in run.cases.values() if case.faults)
    print("%d passed, %d failed, 0 skipped" % (len(run.cases) - failed, failed))
    sys.exit(failed > 0)


main()
