"""An independent MCP server of the KLayout Observer contract: protocol, schemas and dispatch.

Written from the contract document alone, to find out whether a conformance suite asks for more than the contract says.
Start: tests/peers/contract_server. Environment: KLAYOUT_MCP_ARTIFACT_ROOT, KLAYOUT_MCP_SESSION_TTL_SECONDS, KLAYOUT_BIN as in
the contract; CONTRACT_SERVER_DRC_NAMES="input=NAME,report=NAME,topcell=NAME" gives a deck further names for what the server
tells it; CONTRACT_SERVER_EMBEDDED=1 runs the script inside the klayout program. No MCP SDK: there is none in Debian.

Where the contract contradicts itself
 1. "Output must include dbu", but no sample response but open_layout's has it: dbu is added to every answer but close_session's.
 2. ShapeRef says cell TOP with the path TOP, MMI_LEFT: cell is here the cell that owns the shape, the path leads to it.
 3. TTL: "expired sessions are deleted" against SESSION_EXPIRED: ids of expired sessions are remembered for that code; closing
    one is "already missing" (closed: false), no error. A closed session is SESSION_NOT_FOUND.
 4. bend_radius_estimate_um is null in analyze_waveguide without a bend, but value_um is a number: there it is INVALID_TARGET.
 5. Sample box 50 x 25 in 1200 x 800: box_um tells the box asked for, the picture shows more of one direction (shown_box_um).

Where the contract is silent: errors
 6. Failures set isError and carry the ErrorObject; an unknown tool, or arguments that are no object, are JSON-RPC -32602.
 7. There is no code for a bad argument: box INVALID_BOX (also crop_size_um), layers INVALID_LAYER, ids and cell INVALID_TARGET,
    session_id SESSION_NOT_FOUND, paths FILE_NOT_FOUND, picture arguments RENDER_FAILED, DRC arguments DRC_RUN_FAILED, counts of
    query_region TOOL_LIMIT_EXCEEDED, all else (mode, hierarchy_mode, depth, max_depth, include_crops) INTERNAL_ERROR.
 8. A relative path or a folder is FILE_NOT_FOUND. Existence is looked at before the format.
 9. A broken file, or content that is not of the format told or inferred, is UNSUPPORTED_FORMAT. gzip is accepted.
10. top_cell must be a top cell; a cell below one is TOP_CELL_NOT_FOUND, and so is a file without cells.
11. An unknown cell in other tools is INVALID_TARGET; a layer the layout does not have is INVALID_LAYER; layers: [] means none.
12. A box without area is INVALID_BOX.
13. QUERY_TOO_LARGE: more than 50000 objects in the box. TOOL_LIMIT_EXCEEDED: max_shapes or max_instances outside 0 to 10000, a
    picture side over 4096, shapes with too many edges to measure. Numbers like 3.0 count as whole.
14. A wrong number of target ids is INVALID_TARGET; an unknown run_id as well. Unknown arguments are ignored, null is left out.
15. A box too far out for the coordinates of a layout is no error.

Where the contract is silent: meaning of fields
16. source.format is gds or oas, whatever spelling came in. Extensions: .gds .gdsii .oas .oasis in any case.
17. bbox fields are KLayout's cell boxes (texts count as points); an empty box is null.
18. <repo> in the default of the artifact root: the nearest folder above the server that has .git.
19. Sessions are swept at every tools/call; every call that names a session refreshes it. Artifacts stay when the server ends.
20. list_cells tells all cells of the file; max_depth counts from the nearest top cell (0: top cells only); is_top means any top.
21. shape_count in list_cells, list_layers, describe_cell counts stored shapes with texts, each cell once, no hierarchy; an array
    is one child instance. query_region counts texts apart.
22. layer_count and list_layers are about the whole file. Without a name in the file, name is left out. visible: in set_view's
    layers, or no set_view yet.
23. describe_cell: cell is required, depth 1 by default, 0 means no instances; deeper levels add the instances of each cell below
    once, with parent_cell and level, in their parent's coordinates. Labels and counts are the cell's own. depth_used is depth.
24. Names of instances: the child's name, with #1, #2 ... where one cell is placed more than once, [column,row] for array members.
25. query_region: box required; default cell is the session's top cell (set_view does not matter), default mode recursive, 200
    shapes, 100 instances; max_shapes bounds shapes and texts separately.
26. A shape is in the region when its bounding box touches it. Boxes and transforms are in the queried cell's coordinates.
27. top: the cell's own shapes and instances; recursive: all levels of both; flattened: shapes of all levels under the cell's own
    name, no instances. Array members are told one by one. The layer filter does not hold for instances.
28. Summary counts are those before truncation. Texts have ids and kind text. Kinds: box, path, polygon, text. point_count of a
    box is 4, of a path its centerline points. The id does not depend on the mode; equal shapes at one place have their own ids.
29. segment_length is the whole centerline without end extensions. centerline_distance takes paths and boxes and is the shortest.
    path_width, segment_length, bend radius take paths only; port_spacing is between the centers of the bounding boxes.
30. edge_gap is 0 for touching and overlapping shapes. label_distance needs at least one text, is 0 inside the shape.
31. A bend is a run of three or more turns below 45 degrees to one side; its radius is that of a fitted circle; the smallest is
    told. Sharp corners have no radius. value_dbu is rounded to a whole number, value_um is not rounded to the grid.
32. Targets queried in different cells cannot be measured together: INVALID_TARGET.
33. orientation: horizontal, vertical, diagonal, mixed.
34. set_view replaces the whole view; without layers all are told. render_view takes what it is not told from set_view, else the
    whole cell; image_size is 1200 x 800 and style light by default; render_id follows from the arguments.
35. shape_outline draws lines of two pixels, #ff3b30 by default, and a small square for a text.
36. A deck gets $input, $report, $topcell and the params as variables, and runs in its run folder, so that layout.gds and
    report.lyrdb are found by name too. Params must not take the server's names. No report or an exit code is DRC_RUN_FAILED.
37. script_type is ruby (.drc .lydrc .rb, the default) or python (.py). rule_counts tells rules without markers as 0.
38. Markers are sorted by rule, then box; an edge pair's box holds both edges. include_crops is false, crops are 20 x 20 um
    by default, about the marker's center, at most 100 a call; a marker without geometry has box_um null and no crop.
39. Messages before initialize are answered; JSON-RPC batches accepted; an unknown protocol version is answered by the newest.
Known lack: a name that is no UTF-8 cannot be read through KLayout's Python; such cells are called unreadable_name_N.
"""
import json
import os
import sys

HERE = os.path.dirname(os.path.abspath(sys._getframe().f_code.co_filename))
sys.dont_write_bytecode = True
sys.path.insert(0, HERE)

import contract_layout as layout_tools      # noqa: E402
import contract_measure as measure_tools    # noqa: E402
import contract_output as output_tools      # noqa: E402
from contract_core import ContractError, SessionStore  # noqa: E402

VERSIONS = ("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25")
SERVER = {"name": "contract-peer", "title": "KLayout Observer contract, independent reading", "version": "1"}

SESSION_TOOLS = {
    "list_cells": layout_tools.list_cells, "describe_cell": layout_tools.describe_cell,
    "list_layers": layout_tools.list_layers, "query_region": layout_tools.query_region,
    "measure_geometry": measure_tools.measure_geometry, "analyze_waveguide": measure_tools.analyze_waveguide,
    "set_view": output_tools.set_view, "render_view": output_tools.render_view,
    "run_drc_script": output_tools.run_drc_script, "extract_markers": output_tools.extract_markers,
}

# ---------------------------------------------------------------- schemas

TEXT, NUMBER, WHOLE, FLAG = ({"type": name} for name in ("string", "number", "integer", "boolean"))


def record(required=(), **fields):
    return {"type": "object", "properties": fields, "required": list(required)}


def choice(*values):
    return {"type": "string", "enum": list(values)}


def listing(items):
    return {"type": "array", "items": items}


BOX = record(("left", "bottom", "right", "top"), left=NUMBER, bottom=NUMBER, right=NUMBER, top=NUMBER)
LAYERS = listing(record(("layer", "datatype"), layer=WHOLE, datatype=WHOLE, name=TEXT))
ANNOTATIONS = listing(record(("kind", "target_ids"), kind=choice("shape_outline"), target_ids=listing(TEXT), color=TEXT))

TOOLS = {
    "open_layout": ("Open a GDSII or OASIS file; starts a session.",
                    record(("path",), path=TEXT, top_cell=TEXT, format=choice("gds", "gdsii", "oas", "oasis"))),
    "close_session": ("Close a session and delete its artifacts.", record(("session_id",), session_id=TEXT)),
    "list_cells": ("Cells of the layout, by name.", record(("session_id",), session_id=TEXT, max_depth=WHOLE)),
    "describe_cell": ("Instances, labels and shape counts of one cell.",
                      record(("session_id", "cell"), session_id=TEXT, cell=TEXT, depth=WHOLE)),
    "list_layers": ("Layers of the layout.", record(("session_id",), session_id=TEXT)),
    "query_region": ("Shapes, instances and texts whose boxes meet a box given in microns.",
                     record(("session_id", "box"), session_id=TEXT, box=BOX, cell=TEXT, layers=LAYERS,
                            hierarchy_mode=choice("top", "recursive", "flattened"), max_shapes=WHOLE,
                            max_instances=WHOLE)),
    "measure_geometry": ("Measure queried shapes.",
                         record(("session_id", "mode", "target_ids"), session_id=TEXT,
                                mode=choice(*measure_tools.TARGET_COUNTS), target_ids=listing(TEXT))),
    "analyze_waveguide": ("Width, length, bend and direction of a queried path.",
                          record(("session_id", "target_id"), session_id=TEXT, target_id=TEXT)),
    "set_view": ("Set what render_view shows when it is not told.",
                 record(("session_id", "box"), session_id=TEXT, box=BOX, cell=TEXT, layers=LAYERS)),
    "render_view": ("Draw a region as a PNG file.",
                    record(("session_id",), session_id=TEXT, box=BOX, cell=TEXT, layers=LAYERS,
                           image_size=record(("width", "height"), width=WHOLE, height=WHOLE),
                           annotations=ANNOTATIONS, style=choice("light", "dark", "mask"))),
    "run_drc_script": ("Run a KLayout DRC script on a copy of the layout. The script finds the copy as $input, writes "
                       "its report to $report, and can read $topcell and its params.",
                       record(("session_id", "script_path"), session_id=TEXT, script_path=TEXT,
                              script_type=choice("ruby", "python"),
                              params={"type": "object", "additionalProperties": {"type": ["string", "number"]}})),
    "extract_markers": ("Markers of a DRC run, with pictures if wanted.",
                        record(("session_id", "run_id"), session_id=TEXT, run_id=TEXT, include_crops=FLAG,
                               crop_size_um=record(("x", "y"), x=NUMBER, y=NUMBER))),
}


def tool_list():
    return {"tools": [{"name": name, "description": text, "inputSchema": schema}
                      for name, (text, schema) in TOOLS.items()]}


# ---------------------------------------------------------------- protocol

class ProtocolError(Exception):
    def __init__(self, code, message):
        super().__init__(message)
        self.code = code


class Server:
    def __init__(self):
        self.store = SessionStore(os.environ, HERE)
        self.methods = {"initialize": self.initialize, "ping": lambda params: {},
                        "tools/list": lambda params: tool_list(), "tools/call": self.call}

    def initialize(self, params):
        wanted = params.get("protocolVersion")
        return {"protocolVersion": wanted if wanted in VERSIONS else VERSIONS[-1],
                "capabilities": {"tools": {"listChanged": False}}, "serverInfo": SERVER}

    def call(self, params):
        name, args = params.get("name"), params.get("arguments")
        if not isinstance(name, str) or name not in TOOLS:
            raise ProtocolError(-32602, f"Unknown tool: {name}")
        if args is not None and not isinstance(args, dict):
            raise ProtocolError(-32602, "arguments must be an object")
        try:
            answer, failed = self.run(name, args or {}), False
            json.dumps(answer, allow_nan=False)
        except ContractError as error:
            answer, failed = error.as_object(), True
        except Exception as error:  # the contract has a code for what nobody thought of
            print(f"{name}: {error!r}", file=sys.stderr)
            wrapped = ContractError("INTERNAL_ERROR", "the tool failed", reason=f"{type(error).__name__}: {error}"[:500])
            answer, failed = wrapped.as_object(), True
        return {"content": [{"type": "text", "text": json.dumps(answer)}], "structuredContent": answer,
                "isError": failed}

    def run(self, name, args):
        self.store.sweep()
        if name == "open_layout":
            return layout_tools.open_layout(self.store, args)
        if name == "close_session":
            return self.store.close(args)
        session = self.store.find(args)
        try:
            return SESSION_TOOLS[name](session, args)
        finally:
            session.touch()     # a long run is no idle time

    def answer(self, message):
        """The reply to one message; None for notifications and for replies sent to us."""
        if not isinstance(message, dict) or message.get("jsonrpc") != "2.0":
            return failure(None, -32600, "not a JSON-RPC 2.0 message")
        if "method" not in message and ("result" in message or "error" in message):
            return None
        method, request_id = message.get("method"), message.get("id")
        if "id" not in message:
            return None if isinstance(method, str) else failure(None, -32600, "method is missing")
        if isinstance(request_id, bool) or not isinstance(request_id, (str, int, float)):
            return failure(None, -32600, "the id must be a string or a number")
        params = message.get("params") or {}
        if not isinstance(method, str) or method not in self.methods:
            return failure(request_id, -32601, f"no such method: {method}")
        if not isinstance(params, dict):
            return failure(request_id, -32602, "params must be an object")
        try:
            return {"jsonrpc": "2.0", "id": request_id, "result": self.methods[method](params)}
        except ProtocolError as error:
            return failure(request_id, error.code, str(error))

    def answer_line(self, line):
        try:
            message = json.loads(line, parse_constant=refuse)
        except (ValueError, RecursionError):
            return failure(None, -32700, "the line is not JSON")
        if isinstance(message, list) and message:       # a batch, as in 2025-03-26
            return [reply for reply in map(self.answer, message) if reply is not None] or None
        return self.answer(message)


def refuse(name):
    raise ValueError(f"{name} is not JSON")


def failure(request_id, code, message):
    return {"jsonrpc": "2.0", "id": request_id, "error": {"code": code, "message": message}}


def main():
    out = os.fdopen(os.dup(1), "wb", buffering=0)
    os.dup2(2, 1)               # KLayout writes its warnings to the standard output
    server = Server()
    for line in os.fdopen(0, "rb", closefd=False):
        if line.strip():
            reply = server.answer_line(line)
            if reply is not None:
                data = memoryview(json.dumps(reply, allow_nan=False).encode() + b"\n")
                while data:
                    data = data[out.write(data):]
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(0)                 # no unloading of libraries


main()
