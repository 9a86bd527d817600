"""A page of `layout-observer report` read by an XML parser of others (Python's), and held against what tools say.

page.py text PAGE                     the page as lines of text, pictures as size and digest of their PNG
page.py figures PAGE SERVER LAYOUT    layers, cells, ports and areas against the tools' answers
page.py areas PAGE AREAS              areas and counts of layers against those of areas.py
page.py fetched NETLOG URL            whether a browser asked for anything but the page
"""
import base64
import hashlib
import json
import struct
import subprocess
import sys
import xml.etree.ElementTree as ET
import zlib

H = "{http://www.w3.org/1999/xhtml}"
BLOCKS = {"p", "h1", "h2", "h3", "li", "tr", "dt", "dd", "figcaption", "caption", "title", "section", "main", "footer"}


def local(element):
    return element.tag.rsplit("}", 1)[-1]


def picture(uri):
    """Size, and a digest of the rows: how zlib packs them is nobody's business."""
    data = base64.b64decode(uri.split(",", 1)[1], validate=True)
    at, rows = 8, b""
    while at < len(data):
        size = struct.unpack(">I", data[at : at + 4])[0]
        rows += data[at + 8 : at + 8 + size] if data[at + 4 : at + 8] == b"IDAT" else b""
        at += size + 12
    width, height = struct.unpack(">II", data[16:24])
    return f"{width}x{height} {hashlib.sha256(zlib.decompress(rows)).hexdigest()[:16]}"


def walk(element, out):
    name = local(element)
    if name in ("style", "script"):
        return
    if name == "template":
        drawing = hashlib.sha256(ET.tostring(element)).hexdigest()[:16]
        out.append(f"\n[drawing {drawing}]")
        return
    if name in BLOCKS:
        out.append("\n")
    if name == "section":
        out.append("\n")
    if name == "source":
        out.append(f"\n[dark {picture(element.get('srcset'))}]")
    elif name == "img":
        out.append(f"\n[light {picture(element.get('src'))}: {element.get('alt')}]")
    elif name in ("td", "th"):
        out.append(" | ")
    out.append(element.text or "")
    for child in element:
        walk(child, out)
        out.append(child.tail or "")


def text(page):
    out = []
    walk(ET.parse(page).getroot(), out)
    for line in "".join(out).splitlines():
        if line.strip():
            print(" ".join(line.split(" ")).strip())


def content(element):
    return "".join(element.itertext()).strip()


def value(cell):
    data = cell.find(f".//{H}data")
    return int(data.get("value")) if data is not None else None


def layers_of(page):
    """{(layer, datatype): (stored, texts, expanded, area or None, density or None, box, grid in nm or None)}"""
    rows = {}
    for section in ET.parse(page).getroot().iter(f"{H}section"):
        if section.get("id") != "layers":
            continue
        for row in section.iter(f"{H}tr"):
            cells = row.findall(f"{H}td")
            if not cells:
                continue
            layer = tuple(int(n) for n in content(row.find(f"{H}th/{H}span")).split("/"))
            numbers = [content(c).split(" ")[0] for c in cells[3:5]]
            areas = [None if n == "\u2013" else float(n) for n in numbers]
            grid = float(content(cells[5])) if content(cells[5]) else None
            rows[layer] = (value(cells[0]), value(cells[1]), value(cells[2]), *areas, content(cells[6]), grid)
    return rows


def call(server, tool, layout, *arguments):
    out = subprocess.run([server, tool, "--path", layout, *arguments], capture_output=True, check=False).stdout
    return json.loads(out)


def check(what, got, expected):
    if got != expected:
        sys.exit(f"{what}: the page says {got!r}, the tool {expected!r}")


def figures(page, server, layout):
    rows = layers_of(page)
    answer = call(server, "list_layers", layout, "--limit", "10000")
    check("layers", len(rows), answer["layer_count"])
    for item in answer["layers"]:
        row = rows[item["layer"], item["datatype"]]
        expected = (item["shape_count"], item["text_count"], item["expanded_shape_count"])
        check(f"counts of {item['layer']}/{item['datatype']}", row[:3], expected)
        if item["expanded_shape_count"]:
            box = item["bbox_um"]
            numbers = row[5].replace(" to ", ", ").split(", ")
            check("box", [float(n) for n in numbers], [box[s] for s in ("left", "bottom", "right", "top")])
            name = {"layer": item["layer"], "datatype": item["datatype"]}
            area = call(server, "density_map", layout, "--layers", json.dumps([name]), "--tiles", '{"nx":1,"ny":1}')
            check("area", row[3], round(area["area_um2"], 6))
            check("density", row[4], round(area["density"] * 100, 6))
    root = ET.parse(page).getroot()
    sections = {s.get("id"): s for s in root.iter(f"{H}section")}
    cells = call(server, "list_cells", layout, "--limit", "5000")
    check("cells", value(sections["hierarchy"].find(f"{H}p")), cells["cell_count"])
    counts = {c["name"]: c for c in cells["cells"]}
    for line in sections["hierarchy"].iter(f"{H}li"):
        name = line.find(f"{H}bdi")
        words = line.find(f"{H}span")
        if name is not None and words is not None and words.find(f"{H}data") is not None:
            check(f"shapes of {name.text}", value(words), counts[name.text]["shape_count"])
    ports = call(server, "list_ports", layout)
    check("ports", value(sections["ports"].find(f"{H}p")), ports["port_count"])
    digest = hashlib.sha256(open(layout, "rb").read()).hexdigest()
    check("sha256", digest in content(root.find(f".//{H}header")), True)


def areas(page, table):
    """KLayout's area is of its own merge: crossings off the grid are rounded, so a millionth may lie between."""
    rows = layers_of(page)
    seen = 0
    for line in open(table, encoding="utf-8"):
        layer, datatype, shapes, area, grid, dbu = line.split()
        row = rows[int(layer), int(datatype)]
        check(f"expanded shapes of {layer}/{datatype}", row[2], int(shapes))
        if abs(row[3] - float(area)) > max(1e-6, 1e-6 * float(area)):
            sys.exit(f"area of {layer}/{datatype}: the page says {row[3]}, KLayout {area}")
        nm = round(int(grid) * float(dbu) * 1000, 6)
        check(f"grid of {layer}/{datatype}", row[6], nm if int(grid) else None)
        seen += 1
    check("layers", seen, len(rows))


def fetched(netlog, url):
    """Requests of the page: those that are not the browser's own affairs have the page or nothing for an initiator."""
    log = json.load(open(netlog, encoding="utf-8"))
    start = log["constants"]["logEventTypes"]["URL_REQUEST_START_JOB"]
    asked = {e["params"]["url"] for e in log["events"] if e["type"] == start and "url" in e.get("params", {})}
    own = {u for u in asked if u.startswith(("https://", "http://")) and "google" in u.split("/")[2]}
    rest = asked - own - {url}
    if any(not u.startswith("data:") for u in rest):
        sys.exit(f"fetched: {sorted(rest)}")


if __name__ == "__main__":
    globals()[sys.argv[1]](*sys.argv[2:])
