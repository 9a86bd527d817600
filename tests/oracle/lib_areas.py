# What examples/gap.c prints, said by KLayout: klayout -b -r lib_areas.py -rd input=FILE. Merged areas of the first top cell, then the
# distance of the first two shapes of 1/0, by their edges.
import pya

layout = pya.Layout()
layout.read(input)
cell = layout.top_cells()[0]
infos = sorted((layout.get_info(i).layer, layout.get_info(i).datatype, i) for i in layout.layer_indexes())
for number, datatype, index in infos:
    region = pya.Region(cell.begin_shapes_rec(index))
    print("layer %d/%d: %.6g um2" % (number, datatype, region.merge().area() * layout.dbu ** 2))


def nearest(a, b):
    # A point to the segments of the other: parallel or not, two plain segments are nearest at an end of one of them.
    best = None
    for first, second, turned in ((a, b, False), (b, a, True)):
        for edge in second.each_edge():
            d = edge.d()
            for p in first.each_point_hull():
                t = max(0.0, min(1.0, ((p.x - edge.p1.x) * d.x + (p.y - edge.p1.y) * d.y) / float(d.sq_length())))
                q = (edge.p1.x + t * d.x, edge.p1.y + t * d.y)
                far = ((p.x - q[0]) ** 2 + (p.y - q[1]) ** 2) ** 0.5
                pair = ((p.x, p.y), q) if not turned else (q, (p.x, p.y))
                key = (far, pair[0][1], pair[0][0], pair[1][1], pair[1][0])
                if best is None or key < best[0]:
                    best = (key, pair)
    return best[0][0], best[1]


shapes = sorted((s.bbox().left, s.bbox().bottom, s.polygon) for s in cell.shapes(layout.layer(1, 0)).each())
far, (one, two) = nearest(shapes[0][2], shapes[1][2])
u = layout.dbu
print("a polygon and a polygon are %.6g um apart, from (%.6g, %.6g) to (%.6g, %.6g)"
      % (far * u, one[0] * u, one[1] * u, two[0] * u, two[1] * u))
