#!/usr/bin/env python3
"""Memory given back: memory_back.py SERVER quick|whole FOLDER.

One server opens layouts that take much to work on and is asked what takes most, refused or not. Never may it hold more than the
bound of a request above what it held before; at the end of each request, and after close_session, it holds about what it held
before."""
import json
import os
import struct
import subprocess
import sys
import time

SERVER = os.path.abspath(sys.argv[1])
QUICK = sys.argv[2] == "quick"
FOLDER = os.path.abspath(sys.argv[3])
MIB = 1024
BOUND = 1024 * MIB  # request_memory_size, in KiB
SLACK = 64 * MIB  # of the heap's own books, of stacks, of answers
KEPT = 64 * MIB  # what may stay: 16 MiB of each of a few heaps, trees and pictures of the session
BOXES = 100000 if QUICK else 500000
MEMBERS = 2 * 10**6 if QUICK else 10**9


def record(kind, data=b""):
    return struct.pack(">HH", len(data) + 4, kind) + data


def name(kind, text):
    return record(kind, text + b"\0" * (len(text) % 2))


HEAD = (record(0x0002, struct.pack(">h", 600)) + record(0x0102, bytes(24)) + name(0x0206, b"LIB")
        + record(0x0305, bytes.fromhex("3e4189374bc6a7f03944b82fa09b5a54")))


def cell(title, elements):
    return record(0x0502, bytes(24)) + name(0x0606, title) + elements + record(0x0700)


def box(layer, left, bottom, right, top):
    corners = (left, bottom, right, bottom, right, top, left, top, left, bottom)
    return (record(0x0800) + record(0x0D02, struct.pack(">h", layer)) + record(0x0E02, b"\0\0")
            + record(0x1003, struct.pack(">10i", *corners)) + record(0x1100))


def array(title, columns, rows, pitch):
    places = struct.pack(">6i", 0, 0, columns * pitch, 0, 0, rows * pitch)
    return (record(0x0B00) + name(0x1206, title) + record(0x1302, struct.pack(">2h", columns, rows)) + record(0x1003, places)
            + record(0x1100))


def write(title, cells):
    path = os.path.join(FOLDER, title + ".gds")
    with open(path, "wb") as file:
        file.write(HEAD + b"".join(cells) + record(0x0400))
    return path


class Server:
    def __init__(self):
        environment = dict(os.environ, KLAYOUT_MCP_ARTIFACT_ROOT=os.path.join(FOLDER, "artifacts"))
        self.process = subprocess.Popen([SERVER, "serve"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment)
        self.number = 0
        self.ask("initialize", {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "back", "version": "1"}})
        self.process.stdin.write(b'{"jsonrpc":"2.0","method":"notifications/initialized"}\n')

    def ask(self, method, params):
        self.number += 1
        message = {"jsonrpc": "2.0", "id": self.number, "method": method, "params": params}
        self.process.stdin.write((json.dumps(message) + "\n").encode())
        self.process.stdin.flush()
        while True:
            answer = json.loads(self.process.stdout.readline())
            if answer.get("id") == self.number:
                return answer["result"]

    def tool(self, title, **arguments):
        return self.ask("tools/call", {"name": title, "arguments": arguments})["structuredContent"]

    def status(self, key):
        with open("/proc/%d/status" % self.process.pid) as file:
            return next(int(line.split()[1]) for line in file if line.startswith(key + ":"))

    def peak_from_here(self):
        with open("/proc/%d/clear_refs" % self.process.pid, "w") as file:
            file.write("5")

    def held(self, at_most):
        """KiB, once it has come down, or after two seconds: the answer leaves before the heap is trimmed."""
        until = time.time() + 2
        while self.status("VmRSS") > at_most and time.time() < until:
            time.sleep(0.02)
        return self.status("VmRSS")


def main():
    os.makedirs(FOLDER, exist_ok=True)
    side = 1 << 15
    small = cell(b"BOX", box(1, 0, 0, 600, 600))
    columns = min(MEMBERS, side - 1)
    layouts = [
        write("array", [small, cell(b"TOP", array(b"BOX", columns, MEMBERS // columns, 1000))]),
        write("many", [cell(b"TOP", b"".join(box(1, 1000 * (i % 600), 1000 * (i // 600), 1000 * (i % 600) + 700 + i % 97,
                                                  1000 * (i // 600) + 800) for i in range(BOXES)))]),
    ]
    rules = [{"id": "S", "type": "space", "layer": "1/0", "min_um": 0.5}, {"id": "W", "type": "width", "layer": "1/0", "min_um": 0.65}]
    passed = failed = refused = 0
    server = Server()
    server.tool("list_layers", session_id="ses_000000000000")
    start = server.status("VmRSS")

    def judge(what, limit, value):
        nonlocal passed, failed
        if value <= limit:
            passed += 1
        else:
            failed += 1
            print("  FAIL %s: %d MiB, at most %d" % (what, value // MIB, limit // MIB))

    for path in layouts:
        session = server.tool("open_layout", path=path)["session_id"]
        opened = server.held(start + KEPT)
        for title, arguments in (("list_ports", {}), ("check_connectivity", {}), ("check_rules", {"rules": rules}),
                                 ("describe_region", {"box": {"left": 0, "bottom": 0, "right": 10000, "top": 10000}}),
                                 ("render_view", {"inline_image": False, "image_size": {"width": 8192, "height": 4096}}),
                                 ("density_map", {"layers": [{"layer": 1, "datatype": 0}], "tiles": {"nx": 100, "ny": 100}})):
            before = server.status("VmRSS")
            server.peak_from_here()
            answer = server.tool(title, session_id=session, **arguments)
            refused += "code" in answer
            what = "%s of %s" % (title, os.path.basename(path))
            judge("peak of " + what, before + BOUND + SLACK, server.status("VmHWM"))
            judge("after " + what, opened + KEPT, server.held(opened + KEPT))
        server.tool("close_session", session_id=session)
        judge("after close_session of " + os.path.basename(path), start + KEPT, server.held(start + KEPT))
    server.process.stdin.close()
    judge("exit status", 0, server.process.wait())
    print("  %d requests refused" % refused)
    print("%d passed, %d failed, 0 skipped" % (passed, failed))
    return failed > 0


sys.exit(main())
