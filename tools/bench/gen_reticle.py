# Makes the benchmark layouts, run inside KLayout:
#   klayout -zz -b -r gen_reticle.py -rd out=DIR [-rd dies_x=4 -rd dies_y=5 -rd rows=20 -rd cols=25]
# reticle_hier.gds: a photonic reticle with hierarchy, rotations, mirrors and arrays (20 dies of 500 blocks).
# reticle_flat.gds: the same, flattened: 3,460,020 shapes in one cell, 888 MB.
import math
import os
import pya

out = globals().get("out", ".")
dies_x = int(globals().get("dies_x", 4))
dies_y = int(globals().get("dies_y", 5))
rows = int(globals().get("rows", 20))
cols = int(globals().get("cols", 25))

ly = pya.Layout()
ly.dbu = 0.001
WG = ly.layer(1, 0)
SLAB = ly.layer(2, 0)
HEATER = ly.layer(11, 0)
METAL = ly.layer(41, 0)
PIN = ly.layer(1, 10)
DEV = ly.layer(68, 0)
TEXT = ly.layer(10, 0)


def dpts(pts):
    return [pya.DPoint(x, y) for x, y in pts]


def arc(cx, cy, r, a0, a1, n):
    return [(cx + r * math.cos(a0 + (a1 - a0) * i / n), cy + r * math.sin(a0 + (a1 - a0) * i / n)) for i in range(n + 1)]


def ring(name, r, w=0.5, gap=0.2, n=128):
    c = ly.create_cell(name)
    outer = arc(0, 0, r + w / 2, 0, 2 * math.pi, n)[:-1]
    inner = arc(0, 0, r - w / 2, 0, 2 * math.pi, n)[:-1]
    p = pya.DPolygon(dpts(outer))
    p.insert_hole(dpts(inner))
    c.shapes(WG).insert(p)
    for s in (-1, 1):
        y = s * (r + gap + w)
        c.shapes(WG).insert(pya.DPath(dpts([(-r - 5, y), (r + 5, y)]), w))
        for x, nm in ((-r - 5, "opt1"), (r + 5, "opt2")):
            c.shapes(PIN).insert(pya.DPath(dpts([(x - 0.05, y), (x + 0.05, y)]), w))
            c.shapes(TEXT).insert(pya.DText("%s_%d" % (nm, s), pya.DTrans(pya.DVector(x, y))))
    c.shapes(HEATER).insert(pya.DPolygon(dpts(arc(0, 0, r + 1, 0.3, 2 * math.pi - 0.3, n) + arc(0, 0, r - 1, 2 * math.pi - 0.3, 0.3, n))))
    c.shapes(DEV).insert(pya.DBox(-r - 5, -r - 3, r + 5, r + 3))
    return c


def grating(name, teeth=26, n=24):
    c = ly.create_cell(name)
    for i in range(teeth):
        r0 = 12 + 0.63 * i
        c.shapes(WG).insert(pya.DPolygon(dpts(arc(0, 0, r0, -0.35, 0.35, n) + arc(0, 0, r0 + 0.32, 0.35, -0.35, n))))
    c.shapes(SLAB).insert(pya.DPolygon(dpts([(0, -0.25), (0, 0.25)] + arc(0, 0, 32, 0.4, -0.4, n))))
    c.shapes(TEXT).insert(pya.DText("opt_in_TE_1550", pya.DTrans(pya.DVector(20, 0))))
    return c


def spiral(name, turns=12, w=0.5, pitch=3.0):
    c = ly.create_cell(name)
    n = turns * 120
    pts = []
    for i in range(n + 1):
        a = 2 * math.pi * turns * i / n
        r = 10 + pitch * a / (2 * math.pi)
        pts.append((r * math.cos(a), r * math.sin(a)))
    c.shapes(WG).insert(pya.DPath(dpts(pts), w))
    return c


def mmi(name):
    c = ly.create_cell(name)
    c.shapes(WG).insert(pya.DBox(-6, -1.5, 6, 1.5))
    for y in (-0.75, 0.75):
        for s in (-1, 1):
            c.shapes(WG).insert(pya.DPolygon(dpts([(s * 6, y - 0.5), (s * 6, y + 0.5), (s * 16, y + 0.25), (s * 16, y - 0.25)])))
    return c


def coupler(name, gap, length):
    c = ly.create_cell(name)
    for s in (-1, 1):
        y = s * (gap + 0.5) / 2
        pts = [(-length / 2 - 10, s * 5)]
        pts += [(-length / 2 - 10 + 10 * i / 40, s * 5 + (y - s * 5) * (1 - math.cos(math.pi * i / 40)) / 2) for i in range(1, 41)]
        pts += [(-p[0], p[1]) for p in reversed(pts)]
        c.shapes(WG).insert(pya.DPath(dpts(pts), 0.5))
    return c


lib = [ring("RING_R%d" % r, r) for r in (5, 8, 10, 15)]
lib += [grating("GC_TE"), spiral("SPIRAL"), mmi("MMI2x2")]
lib += [coupler("DC_G%d" % int(g * 1000), g, l) for g, l in ((0.2, 10), (0.3, 20))]
pad = ly.create_cell("PAD")
pad.shapes(METAL).insert(pya.DBox(-40, -40, 40, 40))
tooth = ly.create_cell("PHC_HOLE")
tooth.shapes(WG).insert(pya.DPolygon(dpts(arc(0, 0, 0.12, 0, 2 * math.pi, 16)[:-1])))

block = ly.create_cell("BLOCK")
for i, c in enumerate(lib):
    t = pya.DCplxTrans(1.0, 90.0 * (i % 4), i % 2 == 1, 60 + 110 * (i % 3), 60 + 110 * (i // 3))
    block.insert(pya.DCellInstArray(c.cell_index(), t))
block.insert(pya.DCellInstArray(pad.cell_index(), pya.DCplxTrans(1, 0, False, 400, 60), pya.DVector(0, 100), pya.DVector(0, 0), 3, 1))
block.insert(pya.DCellInstArray(tooth.cell_index(), pya.DCplxTrans(1, 0, False, 345, 20), pya.DVector(0.42, 0), pya.DVector(0.21, 0.364), 20, 12))
block.insert(pya.DCellInstArray(lib[0].cell_index(), pya.DCplxTrans(1.0, 33.5, False, 380, 350)))

die = ly.create_cell("DIE")
die.insert(pya.DCellInstArray(block.cell_index(), pya.DCplxTrans(1, 0, False, 0, 0), pya.DVector(460, 0), pya.DVector(0, 400), cols, rows))
die.shapes(METAL).insert(pya.DPath(dpts([(-50, -50), (cols * 460 + 50, -50), (cols * 460 + 50, rows * 400 + 50), (-50, rows * 400 + 50), (-50, -50)]), 20))
top = ly.create_cell("RETICLE")
for i in range(dies_x):
    for j in range(dies_y):
        w, h = cols * 460 + 200, rows * 400 + 200
        mirror = (i + j) % 2 == 1
        top.insert(pya.DCellInstArray(die.cell_index(), pya.DCplxTrans(1, 0, mirror, i * w, j * h + (h - 200 if mirror else 0))))

ly.write("%s/reticle_hier.gds" % out)
flat = ly.dup()
flat.flatten(flat.top_cell().cell_index(), -1, True)
# Written whole or not at all: an interrupted run leaves no half file behind for the next.
flat.write("%s/reticle_flat.part.gds" % out)
os.replace("%s/reticle_flat.part.gds" % out, "%s/reticle_flat.gds" % out)
print({ly.get_info(l).to_s(): flat.top_cell().shapes(l).size() for l in flat.layer_indexes()})
