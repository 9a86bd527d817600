"""The package against a real server: python3 -m unittest, with LAYOUT_OBSERVER naming the program and FIXTURES the layouts."""
import json
import math
import os
import struct
import subprocess
import sys
import tempfile
import threading
import unittest
import zlib

import layout_observer as lob
from layout_observer import records
from layout_observer._picture import Picture

try:
    import numpy
except ImportError:
    numpy = None

FIXTURES = os.environ.get("FIXTURES", "fixtures")
GUIDES = (0, -5, 44, 5)
RULE = {"rule_deck": "1.0", "name": "test", "rules": [{"id": "GAP", "type": "space", "layer": "1/0", "min_um": 0.25}]}


def fixture(name):
    return os.path.join(FIXTURES, name)


def content(name):
    with open(fixture(name), "rb") as file:
        return file.read()


class Opened(unittest.TestCase):
    def test_path_bytes_and_component_are_one_layout(self):
        class Component:
            def write_gds(self, path):
                with open(path, "wb") as file:
                    file.write(content("coupler.gds"))
                return path

        hashes = set()
        for source in (fixture("coupler.gds"), content("coupler.gds"), Component()):
            with lob.open(source, detail="full") as chip:
                hashes.add(chip.info.content_hash)
                self.assertEqual(chip.top, "coupler")
                self.assertEqual(chip.dbu, 0.001)
        self.assertEqual(len(hashes), 1)

    def test_own_copy_is_removed(self):
        chip = lob.open(content("coupler.gds"))
        folder = os.path.dirname(chip.path)
        self.assertTrue(os.path.isdir(folder))
        chip.close()
        chip.close()
        self.assertFalse(os.path.exists(folder))

    def test_what_cannot_be_opened(self):
        with self.assertRaises(lob.LayoutError) as caught:
            lob.open(fixture("no_such_file.gds"))
        self.assertEqual(caught.exception.code, "FILE_NOT_FOUND")
        self.assertTrue(caught.exception.hint)
        self.assertIn(caught.exception.hint, str(caught.exception))
        with self.assertRaises(lob.LayoutError):
            lob.open(b"this is no layout")
        with self.assertRaises(TypeError):
            lob.open(42)
        with self.assertRaises(lob.LayoutError) as caught:
            lob.open(fixture("coupler.gds"), top="absent")
        self.assertEqual(caught.exception.code, "TOP_CELL_NOT_FOUND")

    def test_closed_layout(self):
        chip = lob.open(fixture("coupler.gds"))
        chip.close()
        with self.assertRaises(lob.LayoutError):
            chip.layers()


class Asked(unittest.TestCase):
    def setUp(self):
        self.chip = lob.open(fixture("coupler.gds"))
        self.addCleanup(self.chip.close)

    def test_gap_of_the_coupler(self):
        a, b = self.chip.shapes(GUIDES, layers=["1/0"])
        self.assertEqual(self.chip.gap(a, b), 0.2)
        self.assertEqual(self.chip.gap(a.id, b.id), 0.2)
        self.assertEqual(self.chip.measure("overlap", a, b).value_um, 0)
        self.assertAlmostEqual(self.chip.waveguide(a).path_width_um, 0.5, 4)
        with self.assertRaises(lob.LayoutError) as caught:
            self.chip.gap(a, "shp_0123456789abcdef")
        self.assertEqual(caught.exception.code, "INVALID_TARGET")

    def test_layers_as_words_pairs_and_records(self):
        layer = self.chip.layers()[0]
        asked = [self.chip.shapes(GUIDES, layers=[form]) for form in ("1/0", (1, 0), layer)]
        self.assertEqual([shape.id for shape in asked[0]], [shape.id for shape in asked[1]])
        self.assertEqual([shape.id for shape in asked[0]], [shape.id for shape in asked[2]])
        box = records.Box.from_json({"left": 0, "bottom": -5, "right": 44, "top": 5})
        self.assertEqual(len(self.chip.query(box, layers=["1/0"]).shapes), 2)

    def test_cut_across_both_guides(self):
        cut = self.chip.cut((17, -1), (17, 1), layers=["1/0"])
        # guides 0.5 um wide on either side of a gap of 0.2 um about y = 0; the line begins at y = -1
        self.assertEqual([(i.start_um, i.end_um) for i in cut.layers[0].intervals], [(0.4, 0.9), (1.1, 1.6)])
        self.assertEqual(cut.layers[0].intervals[0].gap_um, 0.2)

    def test_route_of_a_port(self):
        ports = self.chip.ports()
        self.assertEqual(sorted(port.name for port in ports), ["in1", "in2", "out1", "out2"])
        for start in (ports[0], ports[0].id, ports[0].name):
            self.assertAlmostEqual(self.chip.trace(start).length_um, 44.727, 2)

    def test_rules(self):
        found = self.chip.check(RULE)
        self.assertGreater(found.violation_count, 0)
        self.assertAlmostEqual(min(v.distance_um for v in found.violations), 0.2, 6)
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "deck.json")
            with open(path, "w", encoding="utf-8") as file:
                json.dump(RULE, file)
            self.assertEqual(self.chip.check(path).violation_count, found.violation_count)

    def test_diff(self):
        self.assertTrue(self.chip.diff(fixture("coupler.gds")).equal)
        with lob.open(fixture("rules.gds")) as other:
            self.assertFalse(self.chip.diff(other, mode="xor").equal)

    def test_pages_are_all_and_once(self):
        whole = [shape.id for shape in self.chip.shapes((-1e3, -1e3, 1e3, 1e3))]
        paged = [s.id for s in self.chip.pages("query_region", "shapes", max_shapes=1, max_instances=0, max_texts=0,
                                               box={"left": -1e3, "bottom": -1e3, "right": 1e3, "top": 1e3})]
        self.assertEqual(whole, paged)
        self.assertEqual(len(whole), len(set(whole)))

    def test_record_keeps_all(self):
        for tool, arguments in (("list_layers", {}), ("list_ports", {}), ("list_cells", {})):
            raw = self.chip._server.call(tool, {"session_id": self.chip.session_id, **arguments})
            kind = getattr(records, "".join(word.title() for word in tool.split("_")))
            again = kind.from_json(raw).to_json()
            self.assertEqual(raw, again)
        newer = records.Point.from_json({"x": 1, "y": 2, "z": 3})
        self.assertEqual((newer.x, newer.extra), (1, {"z": 3}))

    def test_mask_prints(self):
        box = {"left": 10, "bottom": -1, "right": 12, "top": 1}
        job = self.chip.simulate(layer={"layer": 1, "datatype": 0}, box=box, pixel_nm=8)
        self.assertEqual(job.status, "completed")
        with self.assertRaises(lob.LayoutError):
            self.chip.simulate(layer={"layer": 77, "datatype": 0})


class Drawn(unittest.TestCase):
    def test_png_and_svg(self):
        with lob.open(fixture("coupler.gds")) as chip:
            picture = chip.render(GUIDES, size=(300, 200))
            self.assertEqual((picture.width, picture.height), (300, 200))
            self.assertTrue(picture._repr_png_().startswith(b"\x89PNG"))
            self.assertIsNone(picture._repr_svg_())
            left, bottom, right, top = picture.box_um
            self.assertTrue(left <= 0 and bottom <= -5 and right >= 44 and top >= 5)
            drawing = chip.render(svg=True, annotations=["scale_bar"])
            self.assertIn("<svg", drawing._repr_svg_())
            self.assertIsNone(drawing._repr_png_())
            self.assertIn("<svg", chip._repr_html_())
            with tempfile.TemporaryDirectory() as folder:
                path = os.path.join(folder, "a.png")
                picture.save(path)
                with open(path, "rb") as file:
                    self.assertEqual(file.read(), picture.data)

    @unittest.skipIf(numpy is None, "no numpy here")
    def test_pixels(self):
        with lob.open(fixture("coupler.gds")) as chip:
            pixels = chip.render((17, -0.35, 17.5, 0.35), layers=["1/0"], size=(100, 140), style="mask").to_numpy()
        self.assertEqual(pixels.shape[:2], (140, 100))
        middle = pixels[:, 50].reshape(140, -1)[:, 0].astype(int)
        # the mask is white, and the gap of 0.2 um black: 0.2 of 0.7 um is 40 pixels
        self.assertEqual(int((middle == 0).sum()), 40)

    @unittest.skipIf(numpy is None, "no numpy here")
    def test_all_filters_of_png(self):
        width, height, step = 7, 10, 3
        plain = [[(x * 37 + y * 101 + x * y) % 256 for x in range(width * step)] for y in range(height)]
        lines = b""
        for y, row in enumerate(plain):
            above = plain[y - 1] if y else [0] * len(row)
            kind, out = y % 5, []
            for x, value in enumerate(row):
                a, c = (row[x - step], above[x - step]) if x >= step else (0, 0)
                b = above[x]
                p = a + b - c
                best = min((abs(p - a), 0, a), (abs(p - b), 1, b), (abs(p - c), 2, c))[2]
                out.append((value - (0, a, b, (a + b) // 2, best)[kind]) % 256)
            lines += bytes([kind] + out)
        header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
        data = b"\x89PNG\r\n\x1a\n"
        for name, body in ((b"IHDR", header), (b"IDAT", zlib.compress(lines)), (b"IEND", b"")):
            data += struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))
        pixels = Picture(data, "image/png").to_numpy()
        self.assertEqual(pixels.reshape(height, -1).tolist(), plain)


class Served(unittest.TestCase):
    def test_server_that_ends(self):
        server = lob.Server()
        self.addCleanup(server.close)
        chip = lob.open(fixture("coupler.gds"), server=server)
        server._process.kill()
        server._process.wait()
        with self.assertRaises(lob.LayoutError) as caught:
            chip.layers()
        self.assertEqual(caught.exception.code, "SERVER_ENDED")
        chip.close()

    def test_program_that_is_not_there(self):
        with self.assertRaises(lob.LayoutError) as caught:
            lob.Server(program="/nowhere/layout-observer")
        self.assertEqual(caught.exception.code, "PROGRAM_NOT_FOUND")

    def test_threads(self):
        gaps = []

        def ask():
            with lob.open(fixture("coupler.gds")) as chip:
                for _ in range(5):
                    gaps.append(chip.gap(*chip.shapes(GUIDES, layers=["1/0"])))

        threads = [threading.Thread(target=ask) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(gaps, [0.2] * 20)

    def test_files_go_with_the_server(self):
        with lob.Server() as server:
            folder = server._folder.name
            lob.open(fixture("coupler.gds"), server=server).render()
            self.assertTrue(os.listdir(folder))
        self.assertFalse(os.path.exists(folder))

    def test_command(self):
        done = subprocess.run([sys.executable, "-m", "layout_observer", "list_cells", fixture("coupler.gds")],
                              capture_output=True, text=True, check=True)
        self.assertEqual(json.loads(done.stdout)["cells"][0]["name"], "coupler")
        done = subprocess.run([sys.executable, "-m", "layout_observer", "drc"], capture_output=True, text=True)
        self.assertEqual(done.returncode, 2)

    def test_every_tool_has_a_method(self):
        tools = lob.Server.default()._request("tools/list", {})["tools"]
        self.assertGreater(len(tools), 30)
        for tool in tools:
            self.assertTrue(callable(getattr(lob.Layout, tool["name"])), tool["name"])
            self.assertTrue(getattr(lob.Layout, tool["name"]).__doc__)


if __name__ == "__main__":
    unittest.main()
