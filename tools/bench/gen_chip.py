# Makes a chip-sized mosaic of real layouts, run inside KLayout:
#   klayout -zz -b -r gen_chip.py -rd files=LIST.txt -rd gds=OUT.gds -rd oas=OUT.oas
# LIST.txt names one layout a line. Each stands once on a grid, below one top cell, with the hierarchy it has; cells of one
# name in two files get a suffix, so that nothing is shared that was not. The OASIS file has CBLOCKs.
import math
import os
import pya


def write(target, path, options):
    # Written whole or not at all: an interrupted run leaves no half file behind for the next.
    target.write(path + ".part", options)
    os.replace(path + ".part", path)


with open(globals()["files"]) as listing:
    names = [line.strip() for line in listing if line.strip()]
target = pya.Layout()
target.dbu = 0.001
blocks = []
for name in names:
    source = pya.Layout()
    source.read(name)
    if abs(source.dbu - target.dbu) > 1e-9:
        print("left out, its database unit is %g: %s" % (source.dbu, name))
        continue
    main = max(source.top_cells(), key=lambda cell: cell.bbox().area())
    block = target.create_cell(main.name)
    block.copy_tree(main)
    blocks.append(block)
top = target.create_cell("MOSAIC")
columns = max(1, math.isqrt(len(blocks)))
gap = 10000
x = y = tallest = 0
for number, block in enumerate(blocks):
    box = block.bbox()
    if number % columns == 0:
        x, y, tallest = 0, y + tallest + gap, 0
    top.insert(pya.CellInstArray(block.cell_index(), pya.Trans(x - box.left, y - box.bottom)))
    x += box.width() + gap
    tallest = max(tallest, box.height())

for key in ("gds", "oas"):
    if key in globals():
        options = pya.SaveLayoutOptions()
        options.format = "GDS2" if key == "gds" else "OASIS"
        options.write_context_info = False
        if key == "oas":
            options.oasis_compression_level = 2
            options.oasis_write_cblocks = True
        write(target, globals()[key], options)
print("%d layouts, %d cells" % (len(blocks), target.cells()))
