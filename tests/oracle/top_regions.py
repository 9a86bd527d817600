"""What cut.py and least.py compare: of each file its largest top cell, with each layer merged."""
import klayout.db as db


def top_regions(paths, shapes_max):
    """Yields (path, layout, top cell, {(layer, datatype): region}); layers of more shapes, and files that KLayout refuses, are left out."""
    for path in paths:
        layout = db.Layout()
        try:
            layout.read(path)
        except RuntimeError:
            continue
        if not layout.top_cells():
            continue
        top = max(layout.top_cells(), key=lambda c: c.bbox().area())
        regions = {}
        for index in layout.layer_indexes():
            info = layout.get_info(index)
            region = db.Region(top.begin_shapes_rec(index))
            if region.count() <= shapes_max:
                region.merged_semantics = False
                regions[(info.layer, info.datatype)] = region.merged(False, 0)
        yield path, layout, top, regions
