"""Run by KLayout: of each layer shapes of the first top cell with all children, their merged area in um2, and the grid on
which all stored points of the layer lie, in database units."""
import math

import pya


def points_of(shape):
    if shape.is_path():
        return list(shape.path.each_point())
    if shape.is_text():
        return []
    polygon = shape.polygon
    holes = [p for i in range(polygon.holes()) for p in polygon.each_point_hole(i)]
    return list(polygon.each_point_hull()) + holes


def grid_of(layout, index):
    grid = 0
    for cell in layout.each_cell():
        for shape in cell.shapes(index).each():
            for point in points_of(shape):
                grid = math.gcd(math.gcd(grid, point.x), point.y)
    return grid


layout = pya.Layout()
layout.read(input)  # noqa: F821 -- set by -rd
top = min(layout.top_cells(), key=lambda c: c.name)
with open(output, "w") as out:  # noqa: F821
    for index in layout.layer_indexes():
        shapes = pya.RecursiveShapeIterator(layout, top, index)
        count = 0
        while not shapes.at_end():
            count += 1
            shapes.next()
        info = layout.get_info(index)
        region = pya.Region(top.begin_shapes_rec(index))
        area = region.merged().area() * layout.dbu**2
        print(info.layer, info.datatype, count, area, grid_of(layout, index), layout.dbu, file=out)
