# A check of layer 1/0 by KLayout, timed inside its own process:
#   klayout -zz -b -r klayout_check.py -rd file=F -rd check=width|space -rd value=DBU [-rd deep=1] [-rd cell=NAME -rd write=OUT]
# Prints one line: seconds of the processor, peak memory of the process in KiB, number of edge pairs. With `write` it only
# writes the cell, flattened, as a layout of its own.
import resource
import time
import pya

G = globals()
layout = pya.Layout()
layout.read(G["file"])
if "write" in G:
    flat = pya.Layout()
    flat.dbu = layout.dbu
    top = flat.create_cell(G["cell"])
    top.copy_tree(layout.cell(G["cell"]))
    top.flatten(-1, True)
    flat.write(G["write"])
else:
    top = layout.top_cell()
    shapes = top.begin_shapes_rec(layout.layer(1, 0))
    store = pya.DeepShapeStore()
    region = pya.Region(shapes, store) if "deep" in G else pya.Region(shapes)
    began = time.process_time()
    pairs = (region.width_check if G["check"] == "width" else region.space_check)(int(G["value"]))
    count = pairs.count()
    print(time.process_time() - began, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, count)
