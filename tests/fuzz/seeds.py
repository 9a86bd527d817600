#!/usr/bin/env python3
"""The first inputs of the fuzz targets: seeds.py OUT_FOLDER [SERVER].

GDSII seeds are the small fixtures; OASIS seeds are built here byte by byte from the tables of SEMI P39 (and, given the
server, are the fixtures it converts); JSON, requests and lines are the steps of snapshots/ and some by hand. What the
fuzzer finds from them is merged into tests/fuzz/corpus by `make fuzz` users, see docs/TESTING.md.
"""
import glob
import gzip
import json
import os
import struct
import subprocess
import sys
import tempfile
import zlib

PREFIX = bytes(4)  # no allocation fails
SIZE_MAX = 2048
SESSION = "ses_000000000000"


def u(value):
    out = bytearray()
    while value > 127:
        out.append(value & 127 | 128)
        value >>= 7
    return bytes(out) + bytes([value])


def info(record, bits):
    return bytes([record, bits])


def i(value):
    return u(-value << 1 | 1) if value < 0 else u(value << 1)


def s(text):
    return u(len(text)) + text


def g(x, y):
    """A g-delta of the second form."""
    first = (abs(x) << 2) | (2 if x < 0 else 0) | 1
    return u(first) + i(y)


REPETITIONS = [
    u(1) + u(1) + u(0) + u(10) + u(20),
    u(2) + u(3) + u(10),
    u(3) + u(3) + u(10),
    u(4) + u(1) + u(5) + u(6),
    u(5) + u(1) + u(10) + u(5) + u(6),
    u(6) + u(1) + u(5) + u(6),
    u(7) + u(1) + u(10) + u(5) + u(6),
    u(8) + u(1) + u(0) + g(10, 3) + g(-3, 10),
    u(9) + u(2) + g(10, -7),
    u(10) + u(1) + g(5, 6) + g(7, -8),
    u(11) + u(0) + u(10) + g(5, 6),
    u(0),
]
# Octagonal g-delta (form 1), 2-deltas, 3-deltas.
POINTS = [
    u(0) + u(4) + i(10) + i(20) + i(-5) + i(5),
    u(1) + u(4) + i(10) + i(20) + i(-5) + i(5),
    u(2) + u(3) + u(10 << 2) + u(20 << 2 | 1) + u(10 << 2 | 2),
    u(3) + u(3) + u(10 << 3) + u(20 << 3 | 1) + u(10 << 3 | 6),
    u(4) + u(3) + g(10, 0) + u(20 << 4 | 4 << 1) + g(-10, 5),
    u(5) + u(3) + g(10, 0) + u(20 << 4 | 2) + g(-10, 5),
]
CELL = u(14) + s(b"TOP")


def rectangles():
    yield info(20, 0x7B) + u(1) + u(0) + u(10) + u(20) + i(5) + i(-5)
    yield info(20, 0x80) + b""
    for repetition in REPETITIONS:
        yield info(20, 0x04) + repetition


def polygons():
    for points in POINTS:
        yield info(21, 0x3B) + u(2) + u(1) + points + i(0) + i(0)
        yield info(22, 0xFB) + u(2) + u(1) + u(7) + u(15) + i(3) + i(-3) + points + i(0) + i(0)
        yield info(22, 0xB0) + u(5) + points + i(9)


def others():
    yield info(23, 0x7B) + u(1) + u(0) + u(50) + u(20) + i(5) + i(-5) + i(1) + i(2)
    yield info(24, 0x63) + u(1) + u(0) + u(50) + u(20) + i(5)
    yield info(25, 0xE3) + u(1) + u(0) + u(50) + u(20) + i(5)
    for kind in range(26):
        sides = {0x40: u(20 if 8 <= kind < 16 else 60), 0x20: u(60 if 8 <= kind < 16 else 20)}
        if kind in (16, 17, 18, 19, 22, 23, 25):
            del sides[0x20]
        elif kind in (20, 21):
            del sides[0x40]
        yield info(26, 0x9B | sum(sides)) + u(1) + u(0) + u(kind) + b"".join(sides.values()) + i(kind * 100) + i(0)
    yield info(27, 0x3B) + u(1) + u(0) + u(25) + i(1) + i(2)
    yield info(19, 0x5B) + s(b"label") + u(1) + u(0) + i(3) + i(4)
    yield info(17, 0xB1) + s(b"CHILD") + i(10) + i(20)
    yield info(17, 0x3F) + i(10) + i(20) + REPETITIONS[0]
    yield info(18, 0xB6) + s(b"CHILD") + u(0) + u(2) + u(7) + struct.pack("<d", 30.0) + i(10) + i(20)
    yield info(33, 0x1B) + u(9) + u(1) + u(0) + s(b"xg") + i(1) + i(2)
    yield u(32) + u(9) + s(b"xe")


def properties():
    values = [u(0) + u(5), u(1) + u(5), u(2) + u(5), u(3) + u(5), u(4) + u(1) + u(3), u(5) + u(1) + u(3)]
    values += [u(6) + struct.pack("<f", 1.5), u(7) + struct.pack("<d", 2.5), u(8) + u(7), u(9) + i(-7)]
    values += [u(10) + s(b"a b"), u(11) + s(b"\0\xff"), u(12) + s(b"n"), u(13) + u(0)]
    yield info(28, 0xF4) + s(b"P") + u(len(values)) + b"".join(values)
    yield info(28, 0x16) + u(0) + u(8) + u(1)
    yield info(28, 0x08)
    yield u(29)
    yield info(28, 0x25) + s(b"S_GDS_PROPERTY") + u(8) + u(1) + u(10) + s(b"v")


def oasis(records, scheme=0, tables=(0,) * 12, dbu=u(0) + u(1000)):
    body = b"%SEMI-OASIS\r\n" + u(1) + s(b"1.0") + dbu + u(0) + b"".join(u(t) for t in tables) + b"".join(records)
    padding = 256 - 1 - 2 - 1 - (4 if scheme else 0)
    body += u(2) + bytes([padding & 127 | 128, padding >> 7]) + bytes(padding) + u(scheme)
    if scheme == 1:
        body += struct.pack("<I", zlib.crc32(body))
    elif scheme == 2:
        body += struct.pack("<I", sum(body) & 0xFFFFFFFF)
    return body


def block(payload):
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    packed = packer.compress(payload) + packer.flush()
    return u(34) + u(0) + u(len(payload)) + u(len(packed)) + packed


def oasis_seeds():
    child = u(14) + s(b"CHILD") + info(20, 0x63) + u(1) + u(0) + u(10) + u(20)
    names = [u(3) + s(b"TOP"), u(6) + s(b"text") + u(4), u(7) + s(b"PN"), u(10) + s(b"ps") + u(0)]
    layers = [u(11) + s(b"L1") + u(3) + u(1) + u(0), u(12) + s(b"T") + u(4) + u(1) + u(9) + u(1) + u(5)]
    yield "empty", oasis([])
    yield "crc", oasis([CELL], scheme=1)
    yield "checksum", oasis([CELL], scheme=2)
    yield "rectangles", oasis([CELL, *rectangles()])
    figures, rest = list(polygons()), list(others())
    for n in range(0, len(figures), 3):
        yield f"points{n}", oasis([CELL, *figures[n : n + 3]])
    for n, record in enumerate(rest):
        if n < 4 or n > 28:
            yield f"other{n}", oasis([child, CELL, rest[n - 1], record])
    yield "trapezoids", oasis([CELL, *list(others())[3:29]])
    yield "properties", oasis([u(7) + s(b"PN"), u(9) + s(b"value"), CELL, *rectangles(), *properties()])
    yield "names", oasis([*names, *layers, u(13) + u(0), info(19, 0x7B) + u(4) + u(1) + u(0) + i(0) + i(0)])
    yield "late", oasis([u(13) + u(0), info(17, 0xF0) + u(1) + i(0) + i(0), u(3) + s(b"A"), u(3) + s(b"B")])
    yield "modes", oasis([CELL, u(16), *rectangles(), u(15), *rectangles()])
    yield "block", oasis([child, CELL, block(b"".join(rectangles()))])
    yield "blocks", oasis([block(child + CELL), block(b"".join(polygons())), block(b"")])
    yield "cycle", oasis([CELL, info(17, 0x80) + s(b"TOP")])
    yield "real", oasis([CELL, *rectangles()], dbu=u(7) + struct.pack("<d", 2000.0))


CONTEXT = [
    b"LIB=Basic",
    b"P('a b')=##1.5",
    b"P(n)=(#l1,#u2,nil,true,{'k'=>'it\\'s \\303\\251'})",
    b"PCELL=CIRCLE",
    b"META('kfactory:ports:0')={'cross_section'=>'cs','info'=>{},'name'=>'o1','trans'=>[trans:m45 0,-5]}",
    b"META('kfactory:ports:1:dcplx_trans','text')=[dcplxtrans:r33.5 *1 0.5,1e3]",
    b"META('kfactory:ports:1:info:x')=##0.5",
    b"META(bad)=((#1)",
]
OWN_CONTEXT = [
    b"META('kfactory:cross_section:cs')={'layer_enclosure'=>'le','width'=>#l500}",
    b"META('kfactory:layer_enclosure:le')={'main_layer'=>[layer:WG (1/0)]}",
]


def record(kind, data_kind, data=b""):
    data += bytes(len(data) & 1)
    return struct.pack(">HBB", len(data) + 4, kind, data_kind) + data


def context_gds():
    """KLayout's $$$CONTEXT_INFO$$$, with parts and with what is wrong with them."""
    def strings(pairs):
        return b"".join(record(0x2B, 2, struct.pack(">H", n)) + record(0x2C, 6, text) for n, text in pairs)

    def cell(name, *elements):
        return record(5, 2, bytes(24)) + record(6, 6, name) + b"".join(elements) + record(7, 0)

    own = record(8, 0) + record(13, 2, bytes(2)) + record(14, 2, bytes(2)) + record(16, 3, bytes(40))
    own += strings(reversed(list(enumerate(OWN_CONTEXT)))) + record(17, 0)
    sref = record(10, 0) + record(18, 6, b"TOP") + record(16, 3, bytes(8)) + strings(reversed(list(enumerate(CONTEXT))))
    sref += strings([(8, b"#8,1:B=#1"), (8, b"#8,0:META("), (9, b"#9,1:x"), (1, b"#x"), (3, b"PCELL=BOX")]) + record(17, 0)
    units = bytes.fromhex("3e4189374bc6a7f03944b82fa09b5a54")
    head = record(0, 2, b"\x02\x58") + record(1, 2, bytes(24)) + record(2, 6, b"L") + record(3, 5, units)
    return head + cell(b"$$$CONTEXT_INFO$$$", own, sref) + cell(b"TOP") + record(4, 0)


def context_oas():
    def context(strings, by_number):
        name = info(28, (len(strings) << 4) | 4 | by_number * 2) + (u(0) if by_number else s(b"KLAYOUT_CONTEXT"))
        return name + b"".join(u(11) + s(text) for text in strings)

    return oasis([context(OWN_CONTEXT, 0), CELL, context(CONTEXT, 1), u(7) + s(b"KLAYOUT_CONTEXT")])


def text_seeds():
    """Arguments of tools and whole lines of a client."""
    calls = []
    for path in sorted(glob.glob("snapshots/*.json")):
        for step in json.load(open(path, encoding="utf-8"))["steps"]:
            if "tool" in step:
                text = json.dumps(step.get("arguments", {})).replace("$SESSION1", SESSION).replace("$FIXTURES", "/x")
                calls.append((step["tool"], text))
    calls += [("describe_cell", json.dumps({"session_id": SESSION, "cell": "die", "depth": 3, "max_labels": 5}))]
    calls += [("list_layers", json.dumps({"session_id": SESSION, "limit": 1, "include_empty": True, "x": "\u202e"}))]
    return sorted(set(calls))


def line_seeds():
    head = '{"jsonrpc":"2.0","id":%s,"method":"%s","params":%s}'
    meta = '{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",' \
        '"io.modelcontextprotocol/clientCapabilities":{}}%s}'
    for number, (tool, text) in enumerate(text_seeds()):
        yield head % (number, "tools/call", f'{{"name":"{tool}","arguments":{text}}}')
    yield head % ('"a"', "server/discover", meta % "")
    yield head % ('"\\u0000"', "tools/call", meta % (',"name":"list_cells","arguments":{"session_id":"%s"}' % SESSION))
    yield head % ("9007199254740993", "ping", "{}")
    yield head % ("-1", "initialize", '{"protocolVersion":"2025-06-18"}')
    yield head % ("null", "nothing", "[]")
    yield head % ("1.5", "tools/list", '{"cursor":"x"}')
    yield '[%s,{"jsonrpc":"2.0","method":"x"},1]' % (head % (1, "ping", "{}"))
    yield '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"\\u202e"}}'
    yield '{"jsonrpc":"2.0","id":"x","result":{}}'
    yield '{"jsonrpc":"2.0","id":7,"method":"\\ud800"}'


def json_seeds():
    yield from ("[1,-0,0.1,1e308,5e-324,123456789012345678901234567890]", '{"a":{"b":[null,true,false]},"\\u0061b":1}')
    yield from ('"\\ud83d\\ude00\\u202e\\n\\"\\\\\\/"', '{"a":1,"\\u0061":2}', "[" * 64 + "]" * 64, "\ufeff1", "01")
    yield from ('"\\u0000"', '{"id":"\\u0000"}', " [ ] ", "1.", "nul", "[1,]", '"\\ud800"', "1e400", "")
    yield "[%s]" % ("9" * 80)


def geom_seeds():
    """Engine, what it is asked, then shapes: kind (64: moved, 128: spoiled), points, how far out, a seed."""
    for engine in range(8):
        for kind in range(12):
            shape = bytes([kind | (kind % 4) << 6, 5 + 21 * kind, 9 + 4 * kind, engine, kind, 3, 1])
            yield bytes([engine, 16 * (kind % 10), 3 * kind, kind]) + shape * 2 + bytes(range(kind, kind + 24))


def convert(server, fixture):
    with tempfile.TemporaryDirectory() as folder:
        out = os.path.join(folder, "out.oas")
        subprocess.run([server, "convert", os.path.abspath(fixture), out], check=True, stdout=subprocess.DEVNULL)
        return open(out, "rb").read()


def put(folder, target, name, data):
    os.makedirs(os.path.join(folder, target), exist_ok=True)
    if len(data) <= SIZE_MAX:
        with open(os.path.join(folder, target, name), "wb") as file:
            file.write(data)


def spice_seeds():
    for path in sorted(glob.glob("fixtures/design/spice/**/*.*", recursive=True)):
        yield os.path.basename(path).replace(".", "_"), open(path, "rb").read()
    for name in ("gilbert", "logic", "sram", "steering"):
        yield name + "_sp", open("fixtures/design/circuits/%s.sp" % name, "rb").read()


def main():
    folder, server = sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else None
    for name, data in spice_seeds():
        put(folder, "spice", name, PREFIX + data)
    for path in sorted(glob.glob("fixtures/*.gds")):
        name = os.path.splitext(os.path.basename(path))[0]
        data = open(path, "rb").read()
        put(folder, "gds", name, PREFIX + data)
        if name in ("reticle", "properties"):
            put(folder, "gds", name + "_gz", PREFIX + gzip.compress(data, mtime=0))
            put(folder, "gds", name + "_oom", struct.pack("<I", 40) + data)
        if server:
            put(folder, "oas", name, PREFIX + convert(server, path))
    for name, data in oasis_seeds():
        put(folder, "oas", name, PREFIX + data)
    put(folder, "gds", "context", PREFIX + context_gds())
    put(folder, "gds", "context_oom", struct.pack("<I", 60) + context_gds())
    put(folder, "oas", "context", PREFIX + context_oas())
    put(folder, "oas", "rectangles_oom", struct.pack("<I", 30) + oasis([CELL, *rectangles()]))
    for number, text in enumerate(json_seeds()):
        put(folder, "json", f"json{number:03}", text.encode("utf-8", "surrogatepass"))
    for number, (_, text) in enumerate(text_seeds()):
        put(folder, "wire", f"arguments{number:03}", text.encode())
    for number, data in enumerate(geom_seeds()):
        put(folder, "geom", f"shapes{number:03}", PREFIX + data)
    for number, text in enumerate(line_seeds()):
        put(folder, "rpc", f"line{number:03}", text.encode())


if __name__ == "__main__":
    main()
