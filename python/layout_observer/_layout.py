"""An opened layout: short names for the common questions, and every tool of the server as a method."""
from __future__ import annotations

import builtins
import html
import os
import shutil
import subprocess
import tempfile
import time
from typing import Any, Iterable, Iterator, Union

from . import _tools
from ._picture import Picture
from ._server import LayoutError, Server

BoxLike = Union[_tools.Box, "tuple[float, float, float, float]", "dict[str, float]"]
PointLike = Union[_tools.Point, "tuple[float, float]"]
LayerLike = Union[str, "tuple[int, int]", Any]


def open(source: Any, *, top: str | None = None, server: Server | None = None, **options: Any) -> Layout:
    """Opens a layout: a path, the bytes of a file, or an object with `write_gds`, as a gdsfactory Component.

    top: name of the top cell; default: the first by name
    options: further arguments of open_layout (format, lyp_path, convention_path, strict, detail)
    """
    return Layout(source, top=top, server=server, **options)


def _box(box: BoxLike) -> dict[str, float]:
    if isinstance(box, _tools.Box):
        return box.to_json()
    return dict(box) if isinstance(box, dict) else dict(zip(("left", "bottom", "right", "top"), map(float, box)))


def _point(point: PointLike) -> dict[str, float]:
    return point.to_json() if isinstance(point, _tools.Point) else {"x": float(point[0]), "y": float(point[1])}


def _layer(layer: LayerLike) -> dict[str, int]:
    """(1, 0), "1/0", or a record with layer and datatype."""
    if isinstance(layer, str):
        number, _, datatype = layer.partition("/")
        return {"layer": int(number), "datatype": int(datatype or 0)}
    if isinstance(layer, (tuple, list)):
        return {"layer": int(layer[0]), "datatype": int(layer[1])}
    return {"layer": layer.layer, "datatype": layer.datatype}


def _layers(layers: Iterable[LayerLike] | None) -> list[dict[str, int]] | None:
    return None if layers is None else [_layer(layer) for layer in layers]


def _id(target: Any) -> str:
    return target if isinstance(target, str) else target.id


class Layout(_tools.Tools):
    """One file, opened. Use it as a context manager, or close it; lengths are in um.

    The methods named after tools (query_region, list_ports, ...) take their arguments by name and return the records of
    `layout_observer.records`; the others below are shorter ways to the most common of them.
    """

    def __init__(self, source: Any, *, top: str | None = None, server: Server | None = None, **options: Any):
        self._server = server or Server.default()
        self._own: str | None = None  # a folder with what came as bytes
        self.session_id: str | None = None
        try:
            self.path = self._path_of(source)
            self.info = self.open_layout(path=self.path, top_cell=top, **options)
        except BaseException:
            self._remove()
            raise
        self.session_id = self.info.session_id
        self.top: str = self.info.selected_top_cell
        self.dbu: float = self.info.dbu

    def _path_of(self, source: Any) -> str:
        if isinstance(source, (str, os.PathLike)):
            return os.path.abspath(os.fspath(source))
        self._own = tempfile.mkdtemp(prefix="layout-observer-")
        if isinstance(source, (bytes, bytearray, memoryview)):
            data = bytes(source)
            path = os.path.join(self._own, "layout.oas" if data.startswith(b"%SEMI-OASIS") else "layout.gds")
            with builtins.open(path, "wb") as file:
                file.write(data)
            return path
        if hasattr(source, "write_gds"):
            path = os.path.join(self._own, "layout.gds")
            written = source.write_gds(path)
            return path if os.path.exists(path) else os.path.abspath(os.fspath(written))
        raise TypeError("A layout is opened from a path, bytes, or an object with write_gds, not from %s."
                        % type(source).__name__)

    def _ask(self, tool: str, answer: type, arguments: dict[str, Any]) -> Any:
        asked = {k: v for k, v in arguments.items() if v is not None}
        if "session_id" in arguments and "session_id" not in asked and "layout" not in asked and self.session_id:
            asked["session_id"] = self.session_id
        return answer.from_json(self._server.call(tool, asked))

    def close(self) -> None:
        """Gives the session back. Closing twice is harmless."""
        try:
            if self.session_id:
                self.close_session()
        except LayoutError:
            pass  # the server has ended, and the session with it
        self.session_id = None
        self._remove()

    def _remove(self) -> None:
        if self._own:
            shutil.rmtree(self._own, ignore_errors=True)
            self._own = None

    def __enter__(self) -> Layout:
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()

    def __repr__(self) -> str:
        return "<Layout %s, cell %s>" % (os.path.basename(self.path), self.top)

    def _repr_html_(self) -> str:
        rows = "".join("<tr><td>%s</td><td>%s</td></tr>" % (html.escape(k), html.escape(str(v))) for k, v in (
            ("file", os.path.basename(self.path)), ("cell", self.top), ("cells", self.info.cell_count),
            ("layers", self.info.layer_count), ("database unit", "%g um" % self.dbu)))
        return "<table>%s</table>%s" % (rows, self.render(svg=True).data.decode())

    # ---- lists ----

    def pages(self, tool: str, member: str, **arguments: Any) -> Iterator[Any]:
        """The items of a list, page after page: pages("find_cells", "cells", pattern="ring*")."""
        while True:
            answer = getattr(self, tool)(**arguments)
            yield from getattr(answer, member)
            arguments["cursor"] = getattr(answer, "next_cursor", None)
            if not arguments["cursor"]:
                return

    def cells(self) -> list[Any]:
        """All cells, children first."""
        return list(self.pages("list_cells", "cells", limit=5000, max_chars=1000000))

    def layers(self) -> list[Any]:
        """All layers with their extents and counts."""
        return list(self.pages("list_layers", "layers", limit=10000, max_chars=1000000))

    def ports(self, **arguments: Any) -> list[Any]:
        """All ports of components below the cell; arguments as list_ports takes them."""
        return list(self.pages("list_ports", "ports", limit=2000, max_chars=1000000, **arguments))

    # ---- shapes ----

    def query(self, box: BoxLike, layers: Iterable[LayerLike] | None = None, **arguments: Any) -> Any:
        """What lies in a box, with ids to measure: shapes, texts and, where no layers are given, instances."""
        return self.query_region(box=_box(box), layers=_layers(layers), **arguments)

    def shapes(self, box: BoxLike, layers: Iterable[LayerLike] | None = None, **arguments: Any) -> list[Any]:
        """All shapes in a box."""
        return list(self.pages("query_region", "shapes", box=_box(box), layers=_layers(layers), max_chars=1000000,
                               **{"max_instances": 0, "max_texts": 0, **arguments}))

    def gap(self, a: Any, b: Any) -> float:
        """The least distance between the edges of two shapes in um; 0 where they touch. Ids, or shapes of query()."""
        return self.measure("edge_gap", a, b).value_um

    def measure(self, mode: str, *targets: Any) -> Any:
        """measure_geometry of one or two targets: mode as there, targets as ids or as shapes of query()."""
        return self.measure_geometry(mode=mode, target_ids=[_id(target) for target in targets])

    def waveguide(self, target: Any) -> Any:
        """Width, length, bends and ends of a path or a polygon that is drawn like a guide."""
        return self.analyze_waveguide(target_id=_id(target), allow_polygon=True)

    def trace(self, start: Any, **arguments: Any) -> Any:
        """The route from a port (its id, name or record) or from a point (x, y) on a guide."""
        if isinstance(start, (tuple, list)):
            begin = {"x_um": float(start[0]), "y_um": float(start[1])}
        else:
            begin = {"port": _id(start)}
        return self.trace_waveguide(from_=begin, **arguments)

    def cut(self, a: PointLike, b: PointLike, layers: Iterable[LayerLike] | None = None, **arguments: Any) -> Any:
        """What a line from a to b crosses: intervals with their widths and gaps."""
        return self.cut_profile(from_=_point(a), to=_point(b), layers=_layers(layers), **arguments)

    # ---- checks ----

    def check(self, rules: Any, **arguments: Any) -> Any:
        """Checks rules: a deck as a dict, or the path of a .json deck."""
        if isinstance(rules, (str, os.PathLike)):
            return self.check_rules(deck_path=os.path.abspath(os.fspath(rules)), **arguments)
        return self.check_rules(rules=rules, **arguments)

    def diff(self, other: Any, **arguments: Any) -> Any:
        """What differs from another layout: a Layout or a path."""
        b = other.session_id if isinstance(other, Layout) else os.path.abspath(os.fspath(other))
        layers = _layers(arguments.pop("layers", None))
        return self._ask("diff_layouts", _tools.DiffLayouts,
                         {"a": self.session_id, "b": b, "layers": layers, **arguments})

    def simulate(self, *, timeout_s: float = 600, **arguments: Any) -> Any:
        """What a mask prints: evaluate with its arguments, waited for. Returns the finished job's record."""
        job = self.evaluate(**arguments)
        end = time.monotonic() + timeout_s
        while job.status in ("queued", "working"):
            if time.monotonic() > end:
                self.cancel_job(job_id=job.job_id)
                raise TimeoutError("evaluate did not end within %g s; the job was cancelled." % timeout_s)
            job = self.poll(job_id=job.job_id, wait_ms=1000)
        if job.status != "completed":
            error = job.error if isinstance(job.error, dict) else getattr(job.error, "to_json", dict)()
            raise LayoutError(error.get("code", job.status.upper()), error.get("message", job.status), error.get("details"))
        return job

    # ---- pictures ----

    def render(self, box: BoxLike | None = None, layers: Iterable[LayerLike] | None = None, *,
               size: tuple[int, int] | None = None, svg: bool = False, **arguments: Any) -> Picture:
        """A picture of the cell or of a box. annotations: kinds as words ("scale_bar", "legend", "ports"), or objects as
        render_view takes them; further arguments as there."""
        if svg:
            return self._svg(box, layers, size, **arguments)
        if arguments.get("annotations"):
            arguments["annotations"] = [{"kind": each} if isinstance(each, str) else each for each in arguments["annotations"]]
        image_size = None if size is None else {"width": size[0], "height": size[1]}
        view = self.render_view(box=None if box is None else _box(box), layers=_layers(layers), image_size=image_size,
                                inline_image=False, **arguments)
        with builtins.open(view.image.path, "rb") as file:
            data = file.read()
        seen = view.visible_box_um
        return Picture(data, "image/png", (seen.left, seen.bottom, seen.right, seen.top), view.width, view.height)

    def _svg(self, box: BoxLike | None, layers: Iterable[LayerLike] | None, size: tuple[int, int] | None,
             **arguments: Any) -> Picture:
        other = set(arguments) - {"cell", "style", "annotations"}
        if other:
            raise TypeError("An SVG takes cell, style and annotations beside box, layers and size, not %s."
                            % ", ".join(sorted(other)))
        words = [self._server.program, "render", self.path, "--cell", arguments.get("cell") or self.top]
        if box is not None:
            words += ["--box", ",".join(repr(v) for v in _box(box).values())]
        if layers is not None:
            words += ["--layers", ",".join("%d/%d" % (layer["layer"], layer["datatype"]) for layer in _layers(layers))]
        if arguments.get("style"):
            words += ["--style", arguments["style"]]
        if arguments.get("annotations"):
            words += ["--annotate", ",".join(arguments["annotations"])]
        if size is not None:
            words += ["--size", "%dx%d" % size]
        with tempfile.TemporaryDirectory(prefix="layout-observer-") as folder:
            path = os.path.join(folder, "view.svg")
            done = subprocess.run(words + ["-o", path], capture_output=True, text=True)
            if done.returncode != 0:
                raise LayoutError("RENDER_FAILED", done.stderr.strip())
            with builtins.open(path, "rb") as file:
                return Picture(file.read(), "image/svg+xml")
