# The XOR of layer 1/0 of two layouts by KLayout, timed inside its own process, both reads included:
#   klayout -zz -b -r klayout_xor.py -rd a=F -rd b=F [-rd cell_b=NAME] [-rd move=OUT]
# Prints one line: seconds by the clock, peak memory of the process in KiB, merged polygons of the difference. With `move` it only
# writes a, all of it one database unit to the right.
import resource
import time
import pya

G = globals()


def region(path, cell=None):
    layout = pya.Layout()
    layout.read(path)
    top = layout.cell(cell) if cell else layout.top_cell()
    return layout, pya.Region(top.begin_shapes_rec(layout.layer(1, 0)))


if "move" in G:
    layout, _ = region(G["a"])
    layout.top_cell().transform(pya.Trans(1, 0))
    layout.write(G["move"])
else:
    began = time.monotonic()
    layout_a, a = region(G["a"])
    layout_b, b = region(G["b"], G.get("cell_b"))
    found = a ^ b
    found.min_coherence = True  # parts that share a point alone are parts of their own, as ours
    count = found.merged().count()
    print(time.monotonic() - began, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, count)
