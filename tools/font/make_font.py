#!/usr/bin/env python3
"""make_font.py FONT.ttf FONT_DATA.c LICENCE: the embedded font of pictures, as C tables.

Run by hand, when the set of characters below changes; no target of the Makefile needs it. Debian: packages
python3-fonttools and fonts-dejavu-core, then

    /usr/bin/python3 tools/font/make_font.py /usr/share/fonts/truetype/dejavu/DejaVuSans.ttf \\
        src/draw/font_data.c src/draw/FONT-LICENSE

The same font gives the same bytes. The tables are described in src/draw/font_data.h. Contours are taken as they are
(no hinting, components resolved); equal ones are stored once, so an accented letter costs its letter nothing.
"""
import sys

from fontTools.pens.basePen import BasePen
from fontTools.ttLib import TTFont

# First and last character; what the font lacks within is left out.
RANGES = [
    (0x20, 0x7E),  # ASCII
    (0xA0, 0xAC), (0xAE, 0xFF),  # Latin-1, without the soft hyphen
    (0x100, 0x17F),  # Latin Extended-A
    (0x192, 0x192), (0x2C6, 0x2C7), (0x2DA, 0x2DA), (0x2DC, 0x2DC),
    (0x384, 0x3CE), (0x3D1, 0x3D1), (0x3D5, 0x3D5), (0x3F1, 0x3F1), (0x3F5, 0x3F5),  # Greek
    (0x2002, 0x200A), (0x2010, 0x2015), (0x2018, 0x2022), (0x2026, 0x2026), (0x202F, 0x202F), (0x2030, 0x2030), (0x2032, 0x2033),
    (0x2039, 0x203A), (0x2044, 0x2044), (0x2070, 0x2071), (0x2074, 0x208E), (0x20AC, 0x20AC), (0x2103, 0x2103),
    (0x2113, 0x2113), (0x2122, 0x2122), (0x2126, 0x2126), (0x212B, 0x212B),
    (0x2190, 0x2199), (0x21BA, 0x21BB), (0x21D0, 0x21D5),  # arrows
    (0x2202, 0x2202), (0x2206, 0x2207), (0x220F, 0x220F), (0x2211, 0x2213), (0x2217, 0x221A), (0x221D, 0x2220),
    (0x2225, 0x2225), (0x2229, 0x222B), (0x2243, 0x2243), (0x2245, 0x2245), (0x2248, 0x2248), (0x2260, 0x2261),
    (0x2264, 0x2265), (0x226A, 0x226B), (0x2295, 0x2295), (0x2297, 0x2297), (0x22A5, 0x22A5), (0x22C5, 0x22C5),
    (0x2300, 0x2300),  # the sign of a diameter
    (0x25A0, 0x25A1), (0x25AA, 0x25AB), (0x25B2, 0x25B3), (0x25B6, 0x25B7), (0x25BC, 0x25BD), (0x25C0, 0x25C1),
    (0x25C6, 0x25C7), (0x25CA, 0x25CB), (0x25CF, 0x25CF), (0x25E6, 0x25E6), (0x2713, 0x2713), (0x2717, 0x2717),
]
LINE = 118


class Contours(BasePen):
    """Contours as lists of (x, y, is_on_curve)."""

    def __init__(self, glyphs):
        super().__init__(glyphs)
        self.all = []

    def _moveTo(self, p):
        self.all.append([(p[0], p[1], 1)])

    def _lineTo(self, p):
        self.all[-1].append((p[0], p[1], 1))

    def _qCurveToOne(self, c, p):
        self.all[-1].append((c[0], c[1], 0))
        self.all[-1].append((p[0], p[1], 1))

    def _closePath(self):
        if len(self.all[-1]) > 1 and self.all[-1][0] == self.all[-1][-1]:
            self.all[-1].pop()


def is_implied(before, point, after):
    """A point on the curve in the middle of two off it need not be stored."""
    return (point[2] and not before[2] and not after[2]
            and 2 * point[0] == before[0] + after[0] and 2 * point[1] == before[1] + after[1])


def compact(contour):
    count = len(contour)
    kept = [contour[i] for i in range(count)
            if not is_implied(contour[i - 1], contour[i], contour[(i + 1) % count])]
    if any(x != int(x) or y != int(y) for x, y, _ in kept):
        sys.exit("a component is scaled to fractions of a unit")
    return [(int(x), int(y), on) for x, y, on in kept]


def contours_of(glyphs, name):
    pen = Contours(glyphs)
    glyphs[name].draw(pen)
    return [compact(c) for c in pen.all if len(c) > 1]


def edges_of(contour):
    """Flattened; finer than anything that is drawn."""
    points = []
    count = len(contour)
    for i, (x, y, on) in enumerate(contour):
        if on:
            points.append((x, y))
            continue
        before, after = contour[i - 1], contour[(i + 1) % count]
        a = before[:2] if before[2] else ((before[0] + x) / 2, (before[1] + y) / 2)
        b = after[:2] if after[2] else ((after[0] + x) / 2, (after[1] + y) / 2)
        for k in range(0 if not before[2] else 1, 17):
            t = k / 16
            p = ((1 - t) ** 2 * a[0] + 2 * t * (1 - t) * x + t * t * b[0],
                 (1 - t) ** 2 * a[1] + 2 * t * (1 - t) * y + t * t * b[1])
            if not points or points[-1] != p:
                points.append(p)
    return [(points[i - 1], points[i]) for i in range(len(points)) if points[i - 1] != points[i]]


def side(a, b, p):
    return (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0])


def cross(s, t):
    (a, b), (c, d) = s, t
    if max(a[0], b[0]) <= min(c[0], d[0]) or max(c[0], d[0]) <= min(a[0], b[0]):
        return False
    if max(a[1], b[1]) <= min(c[1], d[1]) or max(c[1], d[1]) <= min(a[1], b[1]):
        return False
    return side(a, b, c) * side(a, b, d) < 0 and side(c, d, a) * side(c, d, b) < 0


def is_simple(contours):
    """Whether the winding is 0 or -1 (TrueType: filled on the right) everywhere."""
    edges = [e for c in contours for e in edges_of(c)]
    if any(cross(edges[i], edges[k]) for i in range(len(edges)) for k in range(i)):
        return False
    levels = sorted({p[1] for e in edges for p in e})
    for low, high in zip(levels, levels[1:]):
        y = (low + high) / 2
        hits = []
        for a, b in edges:
            if min(a[1], b[1]) < y < max(a[1], b[1]):
                hits.append((a[0] + (b[0] - a[0]) * (y - a[1]) / (b[1] - a[1]), 1 if b[1] > a[1] else -1))
        winding = 0
        for i, (x, way) in enumerate(sorted(hits)):
            winding += way
            if winding not in (0, 1) and i + 1 < len(hits):
                return False
    return True


def table(out, kind, name, items):
    out.append(f"const {kind} {name}[] = {{")
    line = "   "
    for item in items:
        if len(line) + len(item) + 2 > LINE:
            out.append(line)
            line = "   "
        line += f" {item},"
    out.append(line)
    out.append("};")


def main():
    font = TTFont(sys.argv[1])
    if font["head"].unitsPerEm != 2048:
        sys.exit("the em has to be 2048 units")
    glyphs = font.getGlyphSet()
    by_code = font.getBestCmap()
    named = [(0, ".notdef")]
    named += [(c, by_code[c]) for low, high in RANGES for c in range(low, high + 1) if c in by_code]
    if [c for c, _ in named] != sorted({c for c, _ in named}):
        sys.exit("the ranges have to ascend")
    shapes, starts, points, parts, rows = {}, [0], [], [], []
    for code, name in named:
        contours = contours_of(glyphs, name)
        first = len(parts)
        for contour in contours:
            x0, y0, _ = contour[0]
            shape = tuple((x - x0, y - y0, on) for x, y, on in contour)
            if shape not in shapes:
                shapes[shape] = len(shapes)
                points += [f"{2 * x + on},{y}" for x, y, on in shape]
                starts.append(starts[-1] + len(shape))
            parts.append(f"{{{shapes[shape]},{x0},{y0}}}")
        flag = 1 if is_simple(contours) else 0
        rows.append(f"{{{code},{font['hmtx'][name][0]},{first},{len(contours)},{flag}}}")
    version = font["name"].getDebugName(5).split()[1]
    out = [f"/* Glyphs of {font['name'].getDebugName(4)} {version}, made by tools/font/make_font.py; not to be edited. Their",
           " * licence is FONT-LICENSE beside this file; font_data.h says what is in the tables. */",
           '#include "draw/font_data.h"', "", "/* clang-format off */"]
    out.append(f"const int16_t lob_font_ascent = {font['hhea'].ascent};")
    out.append(f"const int16_t lob_font_descent = {-font['hhea'].descent};")
    out.append(f"const uint16_t lob_font_count = {len(rows)};")
    table(out, "lob_font_glyph", "lob_font_glyphs", rows)
    table(out, "lob_font_part", "lob_font_parts", parts)
    table(out, "uint16_t", "lob_font_starts", [str(s) for s in starts])
    table(out, "int16_t", "lob_font_points", points)
    with open(sys.argv[2], "w", encoding="ascii") as file:
        file.write("\n".join(out) + "\n")
    licence = font["name"].getDebugName(13).replace("\r\n", "\n")
    with open(sys.argv[3], "w", encoding="utf-8") as file:
        file.write("The outlines of src/draw/font_data.c are those of " + font["name"].getDebugName(4) +
                   " (a selection). Their licence:\n\n" + "\n".join(s.rstrip() for s in licence.split("\n")).strip() + "\n")
    print(len(rows), "glyphs", len(shapes), "contours", starts[-1], "points", len(out), "lines",
          [hex(named[i][0]) for i, r in enumerate(rows) if r.endswith(",0}")], file=sys.stderr)


main()
