# Makes a large OASIS of real layouts, run inside KLayout:
#   klayout -zz -b -r gen_mosaic.py -rd out=FILE.oas -rd files=A.oas:B.gds -rd copies=14 [-rd level=2]
# Every copy brings cells of its own, so that the file grows as a chip of as many blocks does: shapes, texts and placements
# of placed and routed blocks, in CBLOCKs. level=0 leaves repetitions and CBLOCKs out.
import os
import pya

out = globals()["out"]
level = int(globals().get("level", 2))
target = pya.Layout()
top = target.create_cell("MOSAIC")
x = 0
for number in range(int(globals().get("copies", 14))):
    y = 0
    widest = 0
    for name in globals()["files"].split(":"):
        source = pya.Layout()
        source.read(name)
        target.dbu = source.dbu
        box = source.top_cells()[0].bbox()
        block = target.create_cell("BLOCK_%d" % number)
        block.copy_tree(source.top_cells()[0])
        top.insert(pya.DCellInstArray(block.cell_index(), pya.DTrans(x - box.left * source.dbu, y - box.bottom * source.dbu)))
        y += box.height() * source.dbu + 10
        widest = max(widest, box.width() * source.dbu)
    x += widest + 10

options = pya.SaveLayoutOptions()
options.format = "OASIS"
options.oasis_compression_level = level
options.oasis_write_cblocks = level > 0
options.write_context_info = False
# Written whole or not at all: an interrupted run leaves no half file behind for the next.
target.write(out + ".part", options)
os.replace(out + ".part", out)
