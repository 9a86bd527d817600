"""set_view, render_view, run_drc_script, extract_markers."""
import json
import os
import re
import secrets
import shutil
import subprocess

from contract_core import (ContractError, bad_argument, is_identifier, is_number, kdb, read_box, read_cell,
                           read_choice, read_count, read_flag, read_layers, read_path, short_hash, um_box, write_json)

STYLES = {  # background, text colour, fill pattern (0 solid, 5 lines), layer colours (None: the palette)
    "light": ("#ffffff", "#202020", 5, None),
    "dark": ("#000000", "#e0e0e0", 5, None),
    "mask": ("#ffffff", "#ffffff", 0, 0x000000),
}
PALETTE = (0x1f77b4, 0xd62728, 0x2ca02c, 0xff7f0e, 0x9467bd, 0x8c564b, 0xe377c2, 0x17becf, 0xbcbd22, 0x7f7f7f)
MAX_SIDE = 4096             # pixels
MAX_MARKERS = 1_000
MAX_CROPS = 100
CROP_PIXELS = 400           # of the longer side
DRC_SECONDS = 300
SCRIPT_ENDINGS = {"ruby": (".drc", ".lydrc", ".rb"), "python": (".py",)}


# ---------------------------------------------------------------- set_view

def set_view(session, args):
    view = {"box_um": read_box(args), "cell": read_cell(args, session).name, "layers": read_layers(args, session)}
    session.view = view
    return session.answer(view={"cell": view["cell"], "box_um": view["box_um"],
                                "layers": layer_refs(session, view["layers"])})


def layer_refs(session, indexes):
    return [session.layer_ref(e["index"]) for e in session.layers() if indexes is None or e["index"] in indexes]


# ---------------------------------------------------------------- render_view

def render_view(session, args):
    cell, box, layers = view_of(session, args)
    width, height = read_image_size(args)
    style = read_choice(args, "style", tuple(STYLES), "light", "RENDER_FAILED")
    outlines = read_annotations(session, args, cell.name)
    asked = [cell.name, box, layers, width, height, style, [(t.id, colour) for t, colour in outlines]]
    render_id = "rnd_" + short_hash(json.dumps(asked, sort_keys=True))
    path = os.path.join(session.folder, "renders", render_id + ".png")
    shown = draw(session, cell, box, layers, (width, height), style, path, outlines)
    return session.answer(render_id=render_id, cell=cell.name, box_um=box, shown_box_um=shown,
                          layers=layer_refs(session, layers), image=artifact("render", path, "image/png"),
                          width=width, height=height, style=style)


def artifact(kind, path, media_type):
    return {"kind": kind, "path": path, "media_type": media_type}


def view_of(session, args):
    """What is not said is taken from set_view, else the whole top cell with all layers."""
    view = session.view or {"cell": session.top, "layers": None, "box_um": None}
    cell = read_cell({"cell": view["cell"], **{k: v for k, v in args.items() if v is not None}}, session)
    layers = view["layers"] if args.get("layers") is None else read_layers(args, session)
    if args.get("box") is not None:
        return cell, read_box(args), layers
    if view["box_um"] and view["cell"] == cell.name:
        return cell, view["box_um"], layers
    return cell, whole_box(session, cell), layers


def whole_box(session, cell):
    box = cell.dbbox()
    if box.empty():
        box = kdb.DBox(-0.5, -0.5, 0.5, 0.5)
    margin = max(box.width(), box.height(), session.dbu) * 0.02
    box = box.enlarged(margin, margin)
    return um_box(box.left, box.bottom, box.right, box.top)


def read_image_size(args):
    size = args.get("image_size")
    if size is None:
        return 1200, 800
    if not isinstance(size, dict):
        raise bad_argument("image_size", "image_size needs width and height in pixels", "RENDER_FAILED")
    for name in ("width", "height"):
        if not is_number(size.get(name)) or size[name] < 1:
            raise bad_argument("image_size", "width and height must be whole numbers from 1 on", "RENDER_FAILED")
    return tuple(read_count(size, name, None, MAX_SIDE, 1) for name in ("width", "height"))


def read_annotations(session, args, cell_name):
    annotations = args.get("annotations") or []
    if not isinstance(annotations, list):
        raise bad_argument("annotations", "annotations must be a list", "RENDER_FAILED")
    return [outline for annotation in annotations for outline in read_annotation(session, annotation, cell_name)]


def read_annotation(session, annotation, cell_name):
    if not isinstance(annotation, dict) or annotation.get("kind") != "shape_outline":
        raise bad_argument("annotations", "the only kind of annotation is shape_outline", "RENDER_FAILED")
    colour = annotation.get("color", "#ff3b30")
    if not isinstance(colour, str) or not re.fullmatch("#[0-9a-fA-F]{6}", colour):
        raise bad_argument("annotations", "a color is written #rrggbb", "RENDER_FAILED")
    ids = annotation.get("target_ids")
    if not isinstance(ids, list):
        raise ContractError("INVALID_TARGET", "an annotation needs target_ids", target_ids=ids)
    targets = [session.target(shape_id) for shape_id in ids]
    if any(target.root != cell_name for target in targets):
        raise ContractError("INVALID_TARGET", "a target was queried in another cell than the one shown", target_ids=ids)
    return [(target, colour) for target in targets]


def draw(session, cell, box, layers, size, style, path, outlines=()):
    try:
        pixels = picture(session, cell, box, layers, size, style)
        for target, colour in outlines:
            outline(pixels, Frame(box, size), target, session.dbu, 0xff000000 | int(colour[1:], 16))
        os.makedirs(os.path.dirname(path), exist_ok=True)
        pixels.write_png(path)
    except (RuntimeError, OSError, ValueError) as error:
        raise ContractError("RENDER_FAILED", "the picture could not be made", reason=str(error)[:500])
    return Frame(box, size).shown()


def picture(session, cell, box, layers, size, style):
    lay = view_module()
    background, text_colour, pattern, colour = STYLES[style]
    view = screen(session, lay)
    for name, value in (("background-color", background), ("text-color", text_colour), ("grid-visible", "false"),
                        ("text-visible", "false" if style == "mask" else "true"), ("cell-box-visible", "false")):
        view.set_config(name, value)
    view.active_cellview().cell_name = cell.name
    view.max_hier()
    view.clear_layers()
    for place, entry in enumerate(session.layers()):
        if layers is None or entry["index"] in layers:
            layer = lay.LayerProperties()
            layer.source = f"{entry['layer']}/{entry['datatype']}@1"
            layer.fill_color = layer.frame_color = PALETTE[place % len(PALETTE)] if colour is None else colour
            layer.dither_pattern = pattern
            view.insert_layer(view.end_layers(), layer)
    view.update_content()
    sides = kdb.DBox(box["left"], box["bottom"], box["right"], box["top"])
    return view.get_pixels_with_options(size[0], size[1], 0, 0, 0, sides)


def screen(session, lay):
    """One view a session: a view owns the layout it shows, and takes it along when it goes."""
    if session.screen is None:
        session.screen = lay.LayoutView()
        session.screen.show_layout(session.layout, False)
    return session.screen


def view_module():
    """Loaded late: it takes a third of a second."""
    if os.environ.get("CONTRACT_SERVER_PYMOD"):
        import klayout.lay as lay
        return lay
    return kdb


class Frame:
    """The box fitted into the picture: the whole of it is seen, square pixels, the same centre."""

    def __init__(self, box, size):
        self.width, self.height = size
        self.x, self.y = (box["left"] + box["right"]) / 2, (box["bottom"] + box["top"]) / 2
        self.pixel = max((box["right"] - box["left"]) / size[0], (box["top"] - box["bottom"]) / size[1])

    def shown(self):
        dx, dy = self.pixel * self.width / 2, self.pixel * self.height / 2
        return um_box(self.x - dx, self.y - dy, self.x + dx, self.y + dy)

    def at(self, x, y):
        return kdb.DPoint((x - self.x) / self.pixel + self.width / 2, self.height / 2 - (y - self.y) / self.pixel)


def outline(pixels, frame, target, dbu, colour):
    if target.kind == "text":
        at = frame.at(target.geometry.x * dbu, target.geometry.y * dbu)
        box = kdb.DBox(at.x - 4, at.y - 4, at.x + 4, at.y + 4)
        edges = list(kdb.DPolygon(box).each_edge())
    else:
        edges = [kdb.DEdge(frame.at(e.x1 * dbu, e.y1 * dbu), frame.at(e.x2 * dbu, e.y2 * dbu))
                 for e in target.polygon().each_edge()]
    inside = kdb.DBox(0, 0, frame.width - 1, frame.height - 1)
    for edge in edges:
        seen = edge.clipped(inside)
        if seen is not None:
            line(pixels, seen, frame, colour)


def line(pixels, edge, frame, colour):
    steps = max(1, round(max(abs(edge.dx()), abs(edge.dy()))))
    for step in range(steps + 1):
        x, y = round(edge.x1 + edge.dx() * step / steps), round(edge.y1 + edge.dy() * step / steps)
        for px, py in ((x, y), (x + 1, y), (x, y + 1)):
            if 0 <= px < frame.width and 0 <= py < frame.height:
                pixels.set_pixel(px, py, colour)


# ---------------------------------------------------------------- run_drc_script

def run_drc_script(session, args):
    script = read_path(args, "script_path")
    script_type = read_choice(args, "script_type", tuple(SCRIPT_ENDINGS), "ruby", "DRC_RUN_FAILED")
    if os.path.splitext(script)[1].lower() not in SCRIPT_ENDINGS[script_type]:
        raise ContractError("DRC_RUN_FAILED", "the script's ending does not fit its type", script_path=script,
                            endings=SCRIPT_ENDINGS[script_type])
    params = read_params(args)
    run_id = "drc_" + secrets.token_hex(4)
    folder = os.path.join(session.folder, "drc", run_id)
    os.makedirs(os.path.join(folder, "crops"))
    return_code = run_klayout(script, variables(session, folder, params), folder)
    report = os.path.join(folder, "report.lyrdb")
    markers, counts = read_report(find_report(folder, report))
    write_json(os.path.join(folder, "markers.json"), markers)
    session.runs[run_id] = {"folder": folder, "markers": markers}
    return session.answer(run_id=run_id, script_path=script, script_type=script_type, return_code=return_code,
                          marker_count=len(markers), rule_counts=counts, artifacts=run_artifacts(folder, report))


def run_artifacts(folder, report):
    others = (("drc_markers", "markers.json", "application/json"), ("drc_stdout", "stdout.txt", "text/plain"),
              ("drc_stderr", "stderr.txt", "text/plain"))
    return [artifact("drc_report", report, "application/octet-stream")] + [
        artifact(kind, os.path.join(folder, name), media) for kind, name, media in others]


def read_params(args):
    params = args.get("params")
    if params is None:
        return {}
    if not isinstance(params, dict):
        raise bad_argument("params", "params must be an object", "DRC_RUN_FAILED")
    for name, value in params.items():
        if not is_identifier(name):
            raise bad_argument("params", f"not a name of a variable: {name[:80]!r}", "DRC_RUN_FAILED")
        if not (isinstance(value, str) or is_number(value)) or "\0" in str(value):
            raise bad_argument("params", f"the value of {name} must be a string or a number", "DRC_RUN_FAILED")
    return {name: str(value) for name, value in params.items()}


def variables(session, folder, params):
    """What the deck is told. CONTRACT_SERVER_DRC_NAMES="input=other,report=other" adds further names."""
    layout = os.path.join(folder, "layout." + session.source["format"])
    options = kdb.SaveLayoutOptions()
    options.format = {"gds": "GDS2", "oas": "OASIS"}[session.source["format"]]
    try:
        session.layout.write(layout, options)
    except RuntimeError as error:
        raise ContractError("DRC_RUN_FAILED", "the layout could not be exported", reason=str(error)[:500])
    own = {"input": layout, "report": os.path.join(folder, "report.lyrdb"), "topcell": session.top}
    for pair in os.environ.get("CONTRACT_SERVER_DRC_NAMES", "").split(","):
        name, _, other = pair.partition("=")
        if name in own and is_identifier(other):
            own[other] = own[name]
    clash = sorted(set(own) & set(params))
    if clash:
        raise bad_argument("params", f"the server sets these itself: {', '.join(clash)}", "DRC_RUN_FAILED")
    return {**own, **params}


def run_klayout(script, names, folder):
    program = shutil.which(os.environ.get("KLAYOUT_BIN") or "klayout")
    if program is None:
        raise ContractError("DRC_RUN_FAILED", "the program klayout was not found (KLAYOUT_BIN)")
    command = [program, "-b"]
    for name, value in names.items():
        command += ["-rd", f"{name}={value}"]
    command += ["-r", script]
    environ = {k: v for k, v in os.environ.items() if k not in ("LD_LIBRARY_PATH", "CONTRACT_SERVER_PYMOD")}
    logs = [os.path.join(folder, name) for name in ("stdout.txt", "stderr.txt")]
    try:
        with open(logs[0], "wb") as out, open(logs[1], "wb") as err:
            code = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=out, stderr=err, cwd=folder, env=environ,
                                  timeout=DRC_SECONDS, check=False).returncode
    except (OSError, subprocess.TimeoutExpired) as error:
        raise ContractError("DRC_RUN_FAILED", "klayout did not finish", reason=str(error)[:300])
    if code != 0:
        raise ContractError("DRC_RUN_FAILED", "the script failed", return_code=code, stdout_path=logs[0],
                            stderr_path=logs[1], stderr=tail(logs[1]))
    return code


def tail(path):
    with open(path, "rb") as file:
        return file.read()[-2000:].decode("utf-8", "replace")


def find_report(folder, report):
    """The deck writes report.lyrdb; a single report of another name in the run's folder is taken as well."""
    if not os.path.isfile(report):
        others = [name for name in sorted(os.listdir(folder)) if name.endswith(".lyrdb")]
        if len(others) != 1:
            raise ContractError("DRC_RUN_FAILED", "the script wrote no report", expected=report)
        os.rename(os.path.join(folder, others[0]), report)
    return report


def read_report(path):
    rdb = kdb
    if os.environ.get("CONTRACT_SERVER_PYMOD"):
        import klayout.rdb as rdb
    database = rdb.ReportDatabase("drc")
    try:
        database.load(path)
    except RuntimeError as error:
        raise ContractError("DRC_RUN_FAILED", "the report cannot be read", report=path, reason=str(error)[:300])
    counts = {category.path(): 0 for category in database.each_category()}
    markers = []
    for item in database.each_item():
        rule = database.category_by_id(item.category_id()).path()
        counts[rule] = counts.get(rule, 0) + 1
        markers.append({"rule": rule, "box_um": marker_box(item)})
    markers.sort(key=lambda m: (m["rule"], m["box_um"] is None, list((m["box_um"] or {}).values())))
    return markers, dict(sorted(counts.items()))


def marker_box(item):
    whole = kdb.DBox()
    for value in item.each_value():
        for kind in ("polygon", "edge_pair", "edge", "box", "path", "text"):
            if getattr(value, "is_" + kind)():
                shape = getattr(value, kind)()
                whole += shape if kind == "box" else shape.bbox()
    return None if whole.empty() else um_box(whole.left, whole.bottom, whole.right, whole.top)


# ---------------------------------------------------------------- extract_markers

def extract_markers(session, args):
    run = session.runs.get(args.get("run_id")) if isinstance(args.get("run_id"), str) else None
    if run is None:
        raise ContractError("INVALID_TARGET", "no such DRC run in the session", run_id=args.get("run_id"))
    crops = read_flag(args, "include_crops", False)
    size = read_crop_size(args)
    told = [dict(marker) for marker in run["markers"][:MAX_MARKERS]]
    if crops:
        for number, marker in enumerate(told[:MAX_CROPS], 1):
            if marker["box_um"]:
                marker["crop"] = draw_crop(session, run, marker["box_um"], size, number)
    return session.answer(run_id=args["run_id"], markers=told, truncation={
        "markers_dropped": len(run["markers"]) - len(told),
        "crops_dropped": max(0, len(told) - MAX_CROPS) if crops else 0})


def read_crop_size(args):
    size = args.get("crop_size_um")
    if size is None:
        return 20.0, 20.0
    sides = [size.get("x"), size.get("y")] if isinstance(size, dict) else []
    if len(sides) != 2 or not all(is_number(side) and 0 < side < 1e6 for side in sides):
        raise bad_argument("crop_size_um", "crop_size_um needs x and y above zero, in microns", "INVALID_BOX")
    return sides


def draw_crop(session, run, box, size, number):
    x, y = (box["left"] + box["right"]) / 2, (box["bottom"] + box["top"]) / 2
    window = um_box(x - size[0] / 2, y - size[1] / 2, x + size[0] / 2, y + size[1] / 2)
    scale = CROP_PIXELS / max(size)
    pixels = tuple(max(1, round(side * scale)) for side in size)
    path = os.path.join(run["folder"], "crops", f"marker_{number:04d}.png")
    draw(session, session.layout.cell(session.top), window, None, pixels, "light", path)
    return {**artifact("render", path, "image/png"), "box_um": window}
