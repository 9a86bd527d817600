"""open_layout, list_cells, describe_cell, list_layers, query_region."""
import gzip
import hashlib
import math
import os
import resource
import signal
import zlib

from contract_core import (COORD_MAX, ContractError, box_dbu, box_um, kdb, micron, read_box, read_cell, read_choice,
                           read_count, read_layers, read_path, short_hash, write_json)
from contract_measure import Target

FORMATS = {"gds": "gds", "gdsii": "gds", "oas": "oas", "oasis": "oas"}
MAX_RETURNED = 10_000       # the most a caller may ask for
MAX_LISTED = 1_000          # instances and labels of describe_cell
MAX_CELLS = 5_000           # cells of list_cells
MAX_SCANNED = 50_000        # objects a query may meet in its box
MAX_DEPTH = 1_000
READ_SECONDS = 20
READ_BYTES = 4 << 30       # of address space, while a file is tried


# ---------------------------------------------------------------- open_layout

def open_layout(store, args):
    path = read_path_and_format(args)
    layout = load(*path)
    top_cells = sorted(cell.name for cell in layout.top_cells())
    top = choose_top(args.get("top_cell"), top_cells)
    with open(path[0], "rb") as file:
        digest = hashlib.sha256(file.read()).hexdigest()
    session = store.create(layout, {"path": path[0], "format": path[1], "sha256": digest}, top)
    box = layout.cell(top).bbox()
    answer = session.answer(source=session.source, selected_top_cell=top, top_cells=top_cells,
                            bbox_um=box_um(box, session.dbu), bbox_dbu=box_dbu(box),
                            layer_count=len(session.layers()), artifact_root=session.folder)
    write_json(os.path.join(session.folder, "session.json"), answer)
    return answer


def read_path_and_format(args):
    path = read_path(args, "path")
    wanted = args.get("format")
    if wanted is None:
        wanted = os.path.splitext(path)[1][1:]
    known = FORMATS.get(wanted.lower()) if isinstance(wanted, str) else None
    if known is None:
        raise ContractError("UNSUPPORTED_FORMAT", "format must be gds, gdsii, oas or oasis", path=path, format=wanted)
    return path, known


def load(path, file_format):
    if format_of_content(path) != file_format:
        raise ContractError("UNSUPPORTED_FORMAT", f"the content of the file is not {file_format}", path=path)
    if not survives(path):
        raise ContractError("UNSUPPORTED_FORMAT", "KLayout cannot read the file: its reader fell over", path=path)
    layout = kdb.Layout()
    try:
        layout.read(path)
    except Exception as error:
        raise ContractError("UNSUPPORTED_FORMAT", "KLayout cannot read the file", path=path, reason=str(error)[:500])
    if not 1e-9 <= layout.dbu <= 1e3:
        raise ContractError("UNSUPPORTED_FORMAT", "the database unit of the file is not usable", path=path)
    make_names_readable(layout)
    return layout


def survives(path):
    """Read the file in a child first: some broken files crash KLayout's reader, which must not end the sessions."""
    child = os.fork()
    if child == 0:
        signal.alarm(READ_SECONDS)
        resource.setrlimit(resource.RLIMIT_AS, (READ_BYTES, READ_BYTES))
        try:
            kdb.Layout().read(path)
        except BaseException:   # a refusal is told by the second reading
            pass
        os._exit(0)
    return os.waitpid(child, 0)[1] == 0


def format_of_content(path):
    try:
        with open(path, "rb") as file:
            start = file.read(13)
        if start[:2] == b"\x1f\x8b":
            with gzip.open(path, "rb") as file:
                start = file.read(13)
    except (OSError, EOFError, zlib.error) as error:
        raise ContractError("UNSUPPORTED_FORMAT", "the file cannot be read", path=path, reason=str(error)[:200])
    if start == b"%SEMI-OASIS\r\n":
        return "oas"
    return "gds" if start[2:4] == b"\0\2" else None


def make_names_readable(layout):
    """A cell name that is no UTF-8 cannot come out of the module: give such cells a name of ours."""
    for index in list(layout.each_cell_bottom_up()):
        try:
            layout.cell_name(index)
        except (RuntimeError, UnicodeError):
            layout.rename_cell(index, f"unreadable_name_{index}")


def choose_top(wanted, top_cells):
    if wanted is None and top_cells:
        return top_cells[0]
    if wanted not in top_cells:
        raise ContractError("TOP_CELL_NOT_FOUND", "no such top cell", top_cell=wanted, top_cells=top_cells[:MAX_LISTED])
    return wanted


# ---------------------------------------------------------------- list_cells, list_layers

def list_cells(session, args):
    deepest = read_count(args, "max_depth", None, MAX_DEPTH, code="INTERNAL_ERROR")
    levels = cell_levels(session.layout)
    cells = [cell for cell in session.layout.each_cell() if deepest is None or levels[cell.cell_index()] <= deepest]
    cells.sort(key=lambda cell: cell.name)
    return session.answer(cells=[cell_entry(session, cell) for cell in cells[:MAX_CELLS]],
                          truncation={"cells_dropped": max(0, len(cells) - MAX_CELLS)})


def cell_levels(layout):
    """The least number of steps from any top cell down to each cell."""
    levels = {}
    row = [cell.cell_index() for cell in layout.top_cells()]
    depth = 0
    while row:
        levels.update(dict.fromkeys(row, depth))
        row = [child for child in {c for index in row for c in layout.cell(index).each_child_cell()}
               if child not in levels]
        depth += 1
    return levels


def cell_entry(session, cell):
    box = cell.bbox()
    return {"name": cell.name, "is_top": cell.is_top(), "bbox_um": box_um(box, session.dbu), "bbox_dbu": box_dbu(box),
            "child_instance_count": sum(1 for _ in cell.each_inst()),
            "shape_count": sum(cell.shapes(index).size() for index in session.layout.layer_indexes())}


def list_layers(session, _args):
    shown = session.view["layers"] if session.view else None
    layers = []
    for entry in session.layers():
        index = entry["index"]
        count = sum(cell.shapes(index).size() for cell in session.layout.each_cell())
        layers.append({**session.layer_ref(index), "visible": shown is None or index in shown, "shape_count": count})
    return session.answer(layers=layers)


# ---------------------------------------------------------------- describe_cell

def describe_cell(session, args):
    if args.get("cell") is None:
        raise ContractError("INVALID_TARGET", "cell is needed", cell=None)
    cell = read_cell(args, session)
    depth = read_count(args, "depth", 1, MAX_DEPTH, code="INTERNAL_ERROR")
    instances = instances_below(session, cell, depth)
    labels, counts = labels_and_counts(session, cell)
    box = cell.bbox()
    return session.answer(
        cell=cell.name, bbox_um=box_um(box, session.dbu), bbox_dbu=box_dbu(box), instances=instances[:MAX_LISTED],
        labels=labels[:MAX_LISTED], shape_counts_by_layer=counts, depth_used=depth,
        truncation={"instances_dropped": max(0, len(instances) - MAX_LISTED),
                    "labels_dropped": max(0, len(labels) - MAX_LISTED)})


def instances_below(session, cell, depth):
    """Each cell within the depth tells its instances once, in its own coordinates."""
    entries, seen, row = [], set(), [cell]
    for level in range(1, depth + 1):
        below = {}
        for parent in sorted(row, key=lambda c: c.name):
            seen.add(parent.cell_index())
            entries += own_instances(session, parent, level)
            below.update((index, session.layout.cell(index)) for index in parent.each_child_cell())
        row = [child for index, child in below.items() if index not in seen]
        if not row:
            break
    return entries


def own_instances(session, parent, level):
    names = names_of_instances(session, parent)
    entries = []
    for inst in parent.each_inst():
        box = inst.bbox()
        entries.append({"name": names[str(inst)], "child_cell": inst.cell.name, "parent_cell": parent.name,
                        "level": level, "array": array_entry(inst, session.dbu),
                        "transform": transform_entry(inst.cplx_trans, session.dbu),
                        "bbox_um": box_um(box, session.dbu), "bbox_dbu": box_dbu(box)})
    return sorted(entries, key=lambda e: (e["child_cell"], natural(e["name"])))


def natural(name):
    head, _, number = name.rpartition("#")
    return (head, int(number)) if number.isdigit() and head else (name, 0)


def names_of_instances(session, parent):
    """GDSII knows no names of instances: the child's name, with #1, #2 ... when the parent places it more than once."""
    known = session.instance_names.get(parent.cell_index())
    if known is None:
        by_child = {}
        for inst in parent.each_inst():
            trans = inst.cplx_trans
            key = (trans.disp.x, trans.disp.y, trans.angle, trans.is_mirror(), str(inst))
            by_child.setdefault(inst.cell.name, []).append((key, str(inst)))
        known = {}
        for child, found in by_child.items():
            for number, (_, text) in enumerate(sorted(found), 1):
                known.setdefault(text, child if len(found) == 1 else f"{child}#{number}")
        session.instance_names[parent.cell_index()] = known
    return known


def array_entry(inst, dbu):
    if not inst.is_regular_array():
        return None
    return {"columns": inst.na, "rows": inst.nb,
            "column_vector_um": {"x": micron(inst.a.x * dbu), "y": micron(inst.a.y * dbu)},
            "row_vector_um": {"x": micron(inst.b.x * dbu), "y": micron(inst.b.y * dbu)}}


def transform_entry(trans, dbu):
    at = trans.disp
    return {"rotation_deg": round(trans.angle, 6) % 360.0, "mirror_x": trans.is_mirror(),
            "magnification": round(trans.mag, 9), "displacement_um": {"x": micron(at.x * dbu), "y": micron(at.y * dbu)},
            "displacement_dbu": {"x": round(at.x), "y": round(at.y)}}


def labels_and_counts(session, cell):
    labels, counts = [], []
    for entry in session.layers():
        shapes = cell.shapes(entry["index"])
        if shapes.size():
            counts.append({**session.layer_ref(entry["index"]), "shape_count": shapes.size()})
        for shape in shapes.each(kdb.Shapes.STexts):
            at = shape.text_trans.disp
            labels.append({"text": text_of(shape), "layer": session.layer_ref(entry["index"]),
                           "position_um": {"x": micron(at.x * session.dbu), "y": micron(at.y * session.dbu)},
                           "position_dbu": {"x": at.x, "y": at.y}})
    labels.sort(key=lambda e: (e["layer"]["layer"], e["layer"]["datatype"], e["text"],
                               e["position_dbu"]["x"], e["position_dbu"]["y"]))
    return labels, counts


def text_of(shape):
    try:
        return shape.text_string
    except (RuntimeError, UnicodeError):
        return "unreadable text"


# ---------------------------------------------------------------- query_region

def query_region(session, args):
    box = read_box(args)
    cell = read_cell(args, session)
    layers = read_layers(args, session)
    mode = read_choice(args, "hierarchy_mode", ("top", "recursive", "flattened"), "recursive")
    max_shapes = read_count(args, "max_shapes", 200, MAX_RETURNED)
    max_instances = read_count(args, "max_instances", 100, MAX_RETURNED)
    region = Region(session, cell, box, mode)
    shapes, texts, instances = region.objects(layers)
    return session.answer(
        box_um=box, cell=cell.name, hierarchy_mode=mode,
        summary={"shape_count": len(shapes), "instance_count": len(instances), "text_count": len(texts)},
        shapes=[region.told(target) for target in shapes[:max_shapes]], instances=instances[:max_instances],
        texts=[region.told(target) for target in texts[:max_shapes]],
        truncation={"shapes_dropped": max(0, len(shapes) - max_shapes),
                    "instances_dropped": max(0, len(instances) - max_instances),
                    "texts_dropped": max(0, len(texts) - max_shapes)})


class Region:
    """One query: a box in a cell, with a way to treat the hierarchy."""

    def __init__(self, session, cell, box, mode):
        self.session, self.cell, self.mode, self.scanned = session, cell, mode, 0
        dbu = session.dbu
        self.exact = (box["left"] / dbu, box["bottom"] / dbu, box["right"] / dbu, box["top"] / dbu)
        low = [max(-COORD_MAX, min(COORD_MAX, math.floor(v))) for v in self.exact[:2]]
        high = [max(-COORD_MAX, min(COORD_MAX, math.ceil(v))) for v in self.exact[2:]]
        self.box = kdb.Box(*low, *high) & cell.bbox()

    def touches(self, box):
        left, bottom, right, top = self.exact
        slack = 1e-4            # a box side of 0.3 um must meet what lies at 300 dbu
        return (not box.empty() and box.left <= right + slack and box.right >= left - slack
                and box.bottom <= top + slack and box.top >= bottom - slack)

    def count(self):
        self.scanned += 1
        if self.scanned > MAX_SCANNED:
            raise ContractError("QUERY_TOO_LARGE", "too many objects in the box; ask for a smaller one",
                                max_objects=MAX_SCANNED)

    def walk(self):
        """Every cell met in the box, as (cell, names down to it, its place), and the instances on the way. Not by KLayout's
        recursive iterators: 0.28.5's for instances leaves out what lies deeper than two levels, and the one for shapes
        steps through any number of placements before it answers."""
        todo = [(self.cell, [self.cell.name], kdb.ICplxTrans())]
        cells, instances = [], []
        while todo:
            parent, names, trans = todo.pop()
            cells.append((parent, names, trans))
            for element in self.members(parent, trans):
                place, name = trans * element.specific_cplx_trans(), self.name(parent, element)
                if self.mode != "top":
                    todo.append((element.inst().cell, names + [name], place))
                if self.mode != "flattened":
                    instances.append(self.instance_entry(parent, names + [name], element, place))
        return cells, instances

    def members(self, parent, trans):
        """The instances of one cell in the box, members of arrays one by one."""
        iterator = kdb.RecursiveInstanceIterator(self.session.layout, parent, self.local_box(parent, trans), False)
        iterator.max_depth = 0
        while not iterator.at_end():
            self.count()
            yield iterator.current_inst_element()
            iterator.next()

    def local_box(self, cell, trans):
        return self.box.transformed(trans.inverted()) & cell.bbox()

    def name(self, parent, element):
        inst = element.inst()
        name = names_of_instances(self.session, parent)[str(inst)]
        return f"{name}[{element.ia()},{element.ib()}]" if inst.is_regular_array() else name

    def instance_entry(self, parent, path, element, place):
        inst, dbu = element.inst(), self.session.dbu
        box = inst.cell.bbox().transformed(place)
        if not self.touches(box):
            return None
        member = {"column": element.ia(), "row": element.ib()} if inst.is_regular_array() else None
        return {"name": path[-1], "child_cell": inst.cell.name, "cell": parent.name, "instance_path": path,
                "array": member, "transform": transform_entry(place, dbu), "bbox_um": box_um(box, dbu),
                "bbox_dbu": box_dbu(box)}

    def objects(self, layers):
        """What lies in the box: shapes, texts, instances, each sorted."""
        wanted = [e["index"] for e in self.session.layers() if layers is None or e["index"] in layers]
        cells, instances = self.walk()
        shapes, texts = [], []
        for cell, names, trans in cells:
            box = self.local_box(cell, trans)
            for index in wanted:
                for shape in cell.shapes(index).each_touching(box):
                    self.count()
                    target = Target.of_shape(shape, trans, self.session.layer_ref(index))
                    if target and self.touches(target.bbox):
                        target.root, target.cell, target.path_names = self.cell.name, cell.name, names
                        (texts if target.kind == "text" else shapes).append(target)
        instances = sorted((entry for entry in instances if entry),
                           key=lambda e: (e["child_cell"], list(e["bbox_dbu"].values()), e["instance_path"]))
        return self.numbered(shapes), self.numbered(texts), instances

    def numbered(self, targets):
        """Sort and tell equal objects at one place apart, so that each has an id of its own."""
        targets.sort(key=lambda t: t.sort_key())
        seen = {}
        for target in targets:
            key = target.identity()
            seen[key] = seen.get(key, 0) + 1
            target.key = f"{key}|{seen[key]}"
        return targets

    def told(self, target):
        """Give the object its id, keep it for measuring, and describe it."""
        salt = 0
        target.id = "shp_" + short_hash(target.key)
        while target.id in self.session.targets and self.session.targets[target.id].key != target.key:
            salt += 1
            target.id = "shp_" + short_hash(f"{salt}|{target.key}")
        self.session.targets[target.id] = target
        flat = self.mode == "flattened"
        entry = {"id": target.id, "kind": target.kind, "cell": target.root if flat else target.cell,
                 "instance_path": [target.root] if flat else target.path_names, "layer": target.layer,
                 "bbox_um": box_um(target.bbox, self.session.dbu), "bbox_dbu": box_dbu(target.bbox)}
        return {**entry, **target.extra_fields(self.session.dbu)}
