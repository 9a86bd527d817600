"""font_cases.py FONT.ttf: advances and exact areas of some glyphs, for the table in tests/unit/draw/test_font.c.

Needs fontTools (Debian: /usr/bin/python3 with python3-fonttools and fonts-dejavu-core)."""
import sys

from fontTools.pens.areaPen import AreaPen
from fontTools.ttLib import TTFont

font = TTFont(sys.argv[1])
glyphs = font.getGlyphSet()
codes = [ord(c) for c in "AgW8&@%i.m"] + [0xB5, 0x3BB, 0x3A9, 0x2192, 0x2264, 0xB2, 0x2081, 0x2022, 0xE9, 0xB0, 0xF8FF]
for code in codes:
    name = font.getBestCmap().get(code, ".notdef")
    pen = AreaPen(glyphs)
    glyphs[name].draw(pen)
    print(f"{{0x{code:x}, {font['hmtx'][name][0]}, {round(-pen.value, 6)}}},")
