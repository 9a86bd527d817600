"""What all tools share: errors, reading of arguments, numbers, sessions."""
import hashlib
import json
import math
import os
import re
import secrets
import shutil
import sys
import time

if os.environ.get("CONTRACT_SERVER_PYMOD"):
    sys.path.insert(0, os.environ["CONTRACT_SERVER_PYMOD"])
    import klayout.db as kdb
else:
    import pya as kdb

COORD_MAX = 2**31 - 1
DEFAULT_TTL = 3600.0


class ContractError(Exception):
    """A failure told to the caller as the contract's ErrorObject."""

    def __init__(self, code, message, **details):
        super().__init__(message)
        self.code, self.message, self.details = code, message, details

    def as_object(self):
        return {"code": self.code, "message": self.message, "details": self.details}


def bad_argument(field, message, code="INTERNAL_ERROR"):
    return ContractError(code, message, field=field)


# ---------------------------------------------------------------- numbers

def micron(value):
    return round(float(value), 6) + 0.0


def is_number(value):
    try:
        return type(value) in (int, float) and math.isfinite(value)
    except OverflowError:
        return False


def box_um(box, dbu):
    """A kdb.Box in database units as a MicronBox; an empty one is null."""
    if box.empty():
        return None
    return um_box(box.left * dbu, box.bottom * dbu, box.right * dbu, box.top * dbu)


def um_box(left, bottom, right, top):
    return {"left": micron(left), "bottom": micron(bottom), "right": micron(right), "top": micron(top)}


def box_dbu(box):
    if box.empty():
        return None
    return {"left": box.left, "bottom": box.bottom, "right": box.right, "top": box.top}


# ---------------------------------------------------------------- arguments

def read_box(args, field="box"):
    box = args.get(field)
    if not isinstance(box, dict):
        raise bad_argument(field, "a box with left, bottom, right and top in microns is needed", "INVALID_BOX")
    sides = [box.get(side) for side in ("left", "bottom", "right", "top")]
    if not all(is_number(side) for side in sides):
        raise bad_argument(field, "every side of a box must be a finite number", "INVALID_BOX")
    left, bottom, right, top = (float(side) for side in sides)
    if left >= right or bottom >= top:
        raise bad_argument(field, "a box must have left < right and bottom < top", "INVALID_BOX")
    return um_box(left, bottom, right, top)


def read_choice(args, field, choices, default=None, code="INTERNAL_ERROR"):
    value = args.get(field)
    if value is None and default is not None:
        return default
    if not isinstance(value, str) or value not in choices:
        raise bad_argument(field, f"{field} must be one of: {', '.join(choices)}", code)
    return value


def read_count(args, field, default, most, least=0, code="TOOL_LIMIT_EXCEEDED"):
    value = args.get(field)
    if value is None:
        return default
    if not is_number(value) or value != int(value) or not least <= value <= most:
        raise bad_argument(field, f"{field} must be a whole number from {least} to {most}", code)
    return int(value)


def read_flag(args, field, default):
    value = args.get(field)
    if value is None:
        return default
    if not isinstance(value, bool):
        raise bad_argument(field, f"{field} must be true or false")
    return value


def read_path(args, field):
    """An absolute path of an existing plain file; anything else is FILE_NOT_FOUND."""
    path = args.get(field)
    if not isinstance(path, str) or not os.path.isabs(path) or "\0" in path:
        raise ContractError("FILE_NOT_FOUND", f"{field} must be an absolute path", path=path)
    if not os.path.isfile(path):
        raise ContractError("FILE_NOT_FOUND", f"no file at {field}", path=path)
    return path


def read_cell(args, session):
    name = args.get("cell")
    if name is None:
        return session.layout.cell(session.top)
    cell = session.layout.cell(name) if isinstance(name, str) else None
    if cell is None:
        raise ContractError("INVALID_TARGET", "no such cell", cell=name)
    return cell


def read_layers(args, session):
    """The layer filter as a list of layer indexes; None when all layers are meant."""
    refs = args.get("layers")
    if refs is None:
        return None
    if not isinstance(refs, list):
        raise bad_argument("layers", "layers must be a list", "INVALID_LAYER")
    found = {(entry["layer"], entry["datatype"]): entry["index"] for entry in session.layers()}
    indexes = []
    for ref in refs:
        key = (ref.get("layer"), ref.get("datatype")) if isinstance(ref, dict) else (None, None)
        if not all(type(part) is int for part in key) or key not in found:
            raise ContractError("INVALID_LAYER", "no such layer in the layout", layer=ref)
        if found[key] not in indexes:
            indexes.append(found[key])
    return indexes


# ---------------------------------------------------------------- sessions

class Session:
    def __init__(self, session_id, folder, layout, source, top):
        self.id, self.folder, self.layout = session_id, folder, layout
        self.source, self.top = source, top
        self.dbu = float(f"{layout.dbu:.12g}")
        self.view = None        # what set_view left: cell, box_um, layers (indexes or None)
        self.targets = {}       # shape id -> measure.Target
        self.runs = {}          # run id -> {"folder", "markers"}
        self.instance_names = {}
        self.screen = None      # the LayoutView of render_view
        self.touch()

    def touch(self):
        self.last_used = time.monotonic()

    def layers(self):
        """All layers, sorted by layer, then datatype."""
        entries = []
        for index in self.layout.layer_indexes():
            info = self.layout.get_info(index)
            entries.append({"index": index, "layer": info.layer, "datatype": info.datatype, "name": info.name})
        return sorted(entries, key=lambda e: (e["layer"], e["datatype"], e["name"]))

    def layer_ref(self, index):
        info = self.layout.get_info(index)
        ref = {"layer": info.layer, "datatype": info.datatype}
        if info.name:
            ref["name"] = info.name
        return ref

    def answer(self, **fields):
        """A response: the session, its dbu, then the tool's own fields."""
        return {"session_id": self.id, "dbu": self.dbu, **fields}

    def target(self, shape_id):
        target = self.targets.get(shape_id) if isinstance(shape_id, str) else None
        if target is None:
            raise ContractError("INVALID_TARGET", "no queried shape of this id in the session", target_id=shape_id)
        return target


class SessionStore:
    def __init__(self, environ, server_folder):
        root = environ.get("KLAYOUT_MCP_ARTIFACT_ROOT") or os.path.join(repository(server_folder), ".artifacts")
        self.root = os.path.abspath(root)
        self.ttl = read_ttl(environ.get("KLAYOUT_MCP_SESSION_TTL_SECONDS"))
        self.open = {}
        self.expired = set()

    def sweep(self):
        now = time.monotonic()
        for session in list(self.open.values()):
            if now - session.last_used >= self.ttl:
                self.remove(session)
                self.expired.add(session.id)

    def remove(self, session):
        del self.open[session.id]
        shutil.rmtree(session.folder, ignore_errors=True)
        return not os.path.exists(session.folder)

    def find(self, args):
        session_id = args.get("session_id")
        if isinstance(session_id, str) and session_id in self.open:
            session = self.open[session_id]
            session.touch()
            return session
        if isinstance(session_id, str) and session_id in self.expired:
            raise ContractError("SESSION_EXPIRED", "the session was idle for too long", session_id=session_id)
        raise ContractError("SESSION_NOT_FOUND", "no such session", session_id=session_id)

    def create(self, layout, source, top):
        session_id = "ses_" + secrets.token_hex(6)
        while session_id in self.open or session_id in self.expired:
            session_id = "ses_" + secrets.token_hex(6)
        folder = os.path.join(self.root, "sessions", session_id)
        for name in ("renders", "drc"):
            os.makedirs(os.path.join(folder, name))
        session = Session(session_id, folder, layout, source, top)
        self.open[session_id] = session
        return session

    def close(self, args):
        session_id = args.get("session_id")
        if not isinstance(session_id, str):
            raise ContractError("SESSION_NOT_FOUND", "session_id is needed", session_id=session_id)
        session = self.open.get(session_id)
        deleted = self.remove(session) if session else False
        return {"session_id": session_id, "closed": session is not None, "artifact_dir_deleted": deleted}


def read_ttl(text):
    try:
        ttl = float(text)
        return ttl if math.isfinite(ttl) and ttl >= 0 else DEFAULT_TTL
    except (TypeError, ValueError):
        return DEFAULT_TTL


def repository(folder):
    """The nearest folder above that holds .git; the current one if there is none."""
    while folder != os.path.dirname(folder):
        if os.path.exists(os.path.join(folder, ".git")):
            return folder
        folder = os.path.dirname(folder)
    return os.getcwd()


def write_json(path, value):
    with open(path, "w", encoding="utf-8") as file:
        json.dump(value, file, indent=1)
        file.write("\n")


def short_hash(text, digits=8):
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:digits]


def is_identifier(text):
    return isinstance(text, str) and re.fullmatch(r"[A-Za-z_][A-Za-z0-9_]*", text, re.ASCII) is not None
