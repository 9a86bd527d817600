"""Queried objects and what can be measured on them: measure_geometry, analyze_waveguide."""
import math

from contract_core import ContractError, box_um, kdb, micron, read_choice

CORNER_DEG = 45.0           # a sharper turn than this is a corner, not part of a bend
MAX_EDGE_PAIRS = 4_000_000
TARGET_COUNTS = {"path_width": 1, "segment_length": 1, "centerline_distance": 2, "edge_gap": 2,
                 "bend_radius_estimate": 1, "overlap": 2, "label_distance": 2, "port_spacing": 2}


class Target:
    """A shape or text in the coordinates of the queried cell, in database units."""

    def __init__(self, kind, layer, geometry, bbox):
        self.kind, self.layer, self.geometry, self.bbox = kind, layer, geometry, bbox
        self.root = self.cell = self.key = self.id = None
        self.path_names = []

    @classmethod
    def of_shape(cls, shape, trans, layer):
        if shape.is_text():
            text = shape.text
            at = trans * kdb.Point(text.x, text.y)
            target = cls("text", layer, at, kdb.Box(at, at))
            from contract_layout import text_of
            target.string = text_of(shape)
            return target
        if shape.is_path():
            path = shape.path.transformed(trans)
            return cls("path", layer, path, path.bbox())
        if shape.is_box() and trans.is_ortho():
            box = shape.box.transformed(trans)
            return cls("box", layer, box, box)
        if shape.is_box() or shape.is_polygon():
            polygon = shape.polygon.transformed(trans)
            return cls("polygon", layer, polygon, polygon.bbox())
        return None

    def identity(self):
        string = self.string if self.kind == "text" else ""
        return "|".join(("/".join(self.path_names), f"{self.layer['layer']}/{self.layer['datatype']}", self.kind,
                         str(self.geometry), string))

    def sort_key(self):
        box = self.bbox
        return (self.layer["layer"], self.layer["datatype"], self.kind, box.left, box.bottom, box.right, box.top,
                self.identity())

    def extra_fields(self, dbu):
        if self.kind == "text":
            at = self.geometry
            return {"text": self.string, "position_um": point_um(at, dbu), "position_dbu": {"x": at.x, "y": at.y}}
        if self.kind == "path":
            return {"point_count": self.geometry.num_points(), "path_width_um": micron(self.geometry.width * dbu),
                    "path_width_dbu": self.geometry.width}
        return {"point_count": 4 if self.kind == "box" else self.geometry.num_points()}

    def polygon(self):
        if self.kind == "path":
            return self.geometry.polygon()
        return kdb.Polygon(self.geometry) if self.kind == "box" else self.geometry

    def spine(self):
        return [(point.x, point.y) for point in self.geometry.each_point()]

    def centre(self):
        return (self.bbox.left + self.bbox.right) / 2, (self.bbox.bottom + self.bbox.top) / 2


def point_um(point, dbu):
    return {"x": micron(point.x * dbu), "y": micron(point.y * dbu)}


# ---------------------------------------------------------------- measure_geometry

def measure_geometry(session, args):
    mode = read_choice(args, "mode", tuple(TARGET_COUNTS))
    ids = args.get("target_ids")
    if not isinstance(ids, list) or len(ids) != TARGET_COUNTS[mode]:
        raise ContractError("INVALID_TARGET", f"{mode} needs {TARGET_COUNTS[mode]} target ids", target_ids=ids)
    targets = [session.target(shape_id) for shape_id in ids]
    if len({target.root for target in targets}) > 1:
        raise ContractError("INVALID_TARGET", "the targets were queried in different cells", target_ids=ids)
    value, method = MODES[mode](*targets)
    area = mode == "overlap"
    scale = session.dbu ** 2 if area else session.dbu
    return session.answer(mode=mode, target_ids=ids, value_um=micron(value * scale), value_dbu=round(value),
                          details={"method": method, "unit_um": "um2" if area else "um",
                                   "unit_dbu": "dbu2" if area else "dbu"})


def need(target, *kinds):
    if target.kind not in kinds:
        raise ContractError("INVALID_TARGET", f"the target must be a {' or '.join(kinds)}, not a {target.kind}",
                            target_id=target.id, kind=target.kind)


def path_width(target):
    need(target, "path")
    return target.geometry.width, "width_of_path"


def segment_length(target):
    need(target, "path")
    return spine_length(target.spine()), "length_of_path_centerline_without_end_extensions"


def centerline_distance(one, other):
    need(one, "path", "box")
    need(other, "path", "box")
    return segments_distance(segments(centerline(one)), segments(centerline(other))), "shortest_distance_of_centerlines"


def edge_gap(one, other):
    for target in (one, other):
        need(target, "path", "box", "polygon")
    first, second = one.polygon(), other.polygon()
    if not kdb.Region(first).interacting(kdb.Region(second)).is_empty():
        return 0, "shapes_touch_or_overlap"
    return segments_distance(edges(first), edges(second)), "shortest_distance_of_outlines"


def bend_radius(target):
    need(target, "path")
    radius = smallest_bend(target.spine())
    if radius is None:
        raise ContractError("INVALID_TARGET", "the path has no bend", target_id=target.id)
    return radius, "circle_fit_of_centerline_points_smallest_bend"


def overlap(one, other):
    for target in (one, other):
        need(target, "path", "box", "polygon")
    return (kdb.Region(one.polygon()) & kdb.Region(other.polygon())).area(), "area_of_polygon_intersection"


def label_distance(one, other):
    if "text" not in (one.kind, other.kind):
        raise ContractError("INVALID_TARGET", "one of the targets must be a label", target_ids=[one.id, other.id])
    label, shape = (one, other) if one.kind == "text" else (other, one)
    at = label.geometry
    if shape.kind == "text":
        return math.dist((at.x, at.y), (shape.geometry.x, shape.geometry.y)), "distance_of_label_positions"
    polygon = shape.polygon()
    if polygon.inside(at):
        return 0, "label_position_inside_shape"
    return min(point_distance((at.x, at.y), edge) for edge in edges(polygon)), "label_position_to_nearest_edge"


def port_spacing(one, other):
    return math.dist(one.centre(), other.centre()), "distance_of_bbox_centers"


MODES = {"path_width": path_width, "segment_length": segment_length, "centerline_distance": centerline_distance,
         "edge_gap": edge_gap, "bend_radius_estimate": bend_radius, "overlap": overlap,
         "label_distance": label_distance, "port_spacing": port_spacing}


# ---------------------------------------------------------------- geometry

def segments(points):
    return list(zip(points, points[1:])) or [(points[0], points[0])]


def edges(polygon):
    return [((edge.x1, edge.y1), (edge.x2, edge.y2)) for edge in polygon.each_edge()]


def centerline(target):
    if target.kind == "path":
        return target.spine()
    box, (x, y) = target.bbox, target.centre()
    return [(box.left, y), (box.right, y)] if box.width() >= box.height() else [(x, box.bottom), (x, box.top)]


def spine_length(points):
    return sum(math.dist(a, b) for a, b in zip(points, points[1:]))


def point_distance(point, segment):
    (px, py), ((x1, y1), (x2, y2)) = point, segment
    dx, dy = x2 - x1, y2 - y1
    square = dx * dx + dy * dy
    along = max(0.0, min(1.0, ((px - x1) * dx + (py - y1) * dy) / square)) if square else 0.0
    return math.hypot(px - x1 - along * dx, py - y1 - along * dy)


def bbox_distance(one, other):
    gaps = []
    for axis in (0, 1):
        low, high = sorted((one[0][axis], one[1][axis]))
        other_low, other_high = sorted((other[0][axis], other[1][axis]))
        gaps.append(max(0, other_low - high, low - other_high))
    return math.hypot(*gaps)


def segments_distance(first, second):
    if len(first) * len(second) > MAX_EDGE_PAIRS:
        raise ContractError("TOOL_LIMIT_EXCEEDED", "the targets have too many edges to measure")
    best = math.inf
    for one in first:
        for other in second:
            if bbox_distance(one, other) < best:
                best = min(best, segment_distance(one, other))
    return best


def segment_distance(one, other):
    if crosses(one, other):
        return 0.0
    return min(point_distance(one[0], other), point_distance(one[1], other),
               point_distance(other[0], one), point_distance(other[1], one))


def side(a, b, c):
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def crosses(one, other):
    return (side(*one, other[0]) * side(*one, other[1]) < 0) and (side(*other, one[0]) * side(*other, one[1]) < 0)


def smallest_bend(points):
    """The radius of the tightest run of small turns to one side, by a circle through its points; None without one."""
    radii = [fit_radius(run) for run in bend_runs(points) if len(run) >= 3]
    radii = [radius for radius in radii if radius is not None]
    return min(radii) if radii else None


def turns(points):
    """(point, turn in degrees) at each inner point."""
    found = []
    for a, b, c in zip(points, points[1:], points[2:]):
        cross = side(a, b, c)
        dot = (b[0] - a[0]) * (c[0] - b[0]) + (b[1] - a[1]) * (c[1] - b[1])
        found.append((b, math.degrees(math.atan2(cross, dot))))
    return found


def bend_runs(points):
    run, sign = [], 0
    for point, turn in turns(points):
        way = (turn > 0) - (turn < 0) if abs(turn) < CORNER_DEG else 0
        if way != sign:
            if run:
                yield run
            run, sign = [], way
        if way:
            run.append(point)
    if run:
        yield run


def fit_radius(points):
    """Least squares circle (Kasa), about the mean point."""
    n = len(points)
    mx, my = sum(p[0] for p in points) / n, sum(p[1] for p in points) / n
    uv = [(x - mx, y - my) for x, y in points]
    suu, svv, suv = sum(u * u for u, _ in uv), sum(v * v for _, v in uv), sum(u * v for u, v in uv)
    ru = sum(u * (u * u + v * v) for u, v in uv) / 2
    rv = sum(v * (u * u + v * v) for u, v in uv) / 2
    determinant = suu * svv - suv * suv
    if abs(determinant) < 1e-9 * max(1.0, suu * svv):
        return None
    cu, cv = (ru * svv - rv * suv) / determinant, (rv * suu - ru * suv) / determinant
    return math.sqrt(cu * cu + cv * cv + (suu + svv) / n)


# ---------------------------------------------------------------- analyze_waveguide

def analyze_waveguide(session, args):
    target = session.target(args.get("target_id"))
    need(target, "path")
    points, dbu = target.spine(), session.dbu
    steps = [(b[0] - a[0], b[1] - a[1]) for a, b in zip(points, points[1:]) if a != b]
    radius, (x, y) = smallest_bend(points), target.centre()
    return session.answer(
        target_id=target.id, kind="path", cell=target.cell, layer=target.layer, bbox_um=box_um(target.bbox, dbu),
        center_um={"x": micron(x * dbu), "y": micron(y * dbu)}, path_width_um=micron(target.geometry.width * dbu),
        path_width_dbu=target.geometry.width, segment_length_um=micron(spine_length(points) * dbu),
        segment_length_dbu=round(spine_length(points)),
        bend_radius_estimate_um=None if radius is None else micron(radius * dbu), orientation=orientation(steps),
        is_path=True, is_axis_aligned=all(dx == 0 or dy == 0 for dx, dy in steps),
        analysis_warnings=warnings(target, points, steps))


def orientation(steps):
    if steps and all(dy == 0 for _, dy in steps):
        return "horizontal"
    if steps and all(dx == 0 for dx, _ in steps):
        return "vertical"
    one_way = steps and all(dx * steps[0][1] == dy * steps[0][0] for dx, dy in steps)
    return "diagonal" if one_way else "mixed"


def warnings(target, points, steps):
    found = []
    if not steps:
        found.append("the path has no length")
    if target.geometry.width <= 0:
        found.append("the path has no width")
    if any(abs(turn) >= CORNER_DEG for _, turn in turns(points)):
        found.append("the path has sharp corners, which have no radius")
    return found
