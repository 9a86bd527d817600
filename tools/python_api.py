"""Writes the module _tools.py of the Python package from what a server lists: python_api.py SERVER FILE.

Each tool becomes a method with typed keyword arguments, each answer a dataclass, both with the descriptions of tools/list, so
the package says what its server says. Objects with the same members are one class.
"""
import json
import keyword
import subprocess
import sys
import textwrap

HEAD = '''"""The tools of the server as methods, their answers as dataclasses. Written by tools/python_api.py; do not edit.

Lengths are in um, areas in um2 and angles in degrees unless a member's name says otherwise (`_dbu`: database units).
"""
from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from ._record import Record
'''
SCALARS = {"string": "str", "integer": "int", "number": "float", "boolean": "bool"}
KNOWN = {frozenset(("layer", "datatype", "name", "raw_hex")): "Layer", frozenset(("x", "y")): "Point", frozenset(("left", "bottom", "right", "top")): "Box"}
ABOUT = {"Point": "A place.", "Box": "A box: left < right, bottom < top.", "Layer": "A layer by its numbers, and its name when the file or a layer file has one."}
ENVELOPE = ("code", "message")  # of errors, which are exceptions here


def listed(server):
    """The tools of tools/list."""
    lines = [{"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {
        "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "python_api", "version": "1"}}},
             {"jsonrpc": "2.0", "method": "notifications/initialized"}, {"jsonrpc": "2.0", "id": 2, "method": "tools/list"}]
    done = subprocess.run([server, "serve"], input="".join(json.dumps(line) + "\n" for line in lines), text=True,
                          stdout=subprocess.PIPE, check=True)
    return [m for m in map(json.loads, done.stdout.splitlines()) if m.get("id") == 2][0]["result"]["tools"]


def kind_of(schema):
    """The one type that is not null; None: any."""
    kind = schema.get("type")
    kinds = [k for k in (kind if isinstance(kind, list) else [kind]) if k not in (None, "null")]
    return kinds[0] if len(kinds) == 1 else None


def camel(words):
    return "".join(word[:1].upper() + word[1:] for word in words.replace("-", "_").split("_"))


def safe(name):
    return name + "_" if keyword.iskeyword(name) else name


def single(name):
    return name[:-1] if name.endswith("s") and not name.endswith("ss") else name


def sentence(schema):
    text = schema.get("description", "")
    if "enum" in schema and schema["enum"][0] not in text:
        text = (text + ": " if text else "One of ") + ", ".join(map(str, schema["enum"]))
    if "default" in schema and "efault" not in text:
        text += " (default %s)" % json.dumps(schema["default"])
    return text.replace("\\", "\\\\").replace('"""', "'''")


class Writer:
    def __init__(self):
        self.classes = []  # texts, inner ones first
        self.names = []
        self.made = {}  # members and their types: the class

    def type_of(self, name, schema):
        """The Python type of a member, and the class of its objects."""
        kind = kind_of(schema)
        if kind == "object" and schema.get("properties"):
            made = self.record(name, schema)
            return made, made
        if kind == "array" and schema.get("items"):
            inner, made = self.type_of(single(name), schema["items"])
            return "list[%s]" % inner, made
        if kind == "array":
            return "list", None
        return SCALARS.get(kind, "dict" if kind == "object" else "Any"), None

    def record(self, name, schema, is_answer=False):
        members, made = [], {}
        for key, member in schema["properties"].items():
            kind, inner = self.type_of(name + camel(key), member)
            is_list = kind_of(member) == "array"
            default = "field(default_factory=list)" if is_list else "None"
            if sentence(member):
                members += textwrap.wrap(sentence(member), 108, initial_indent="    #: ", subsequent_indent="    #: ")
            members.append("    %s: %s = %s" % (safe(key), kind if is_list else kind + " | None", default))
            if inner:
                made[key] = inner
        about = sentence(schema) or "Part of an answer."
        names = frozenset(schema["properties"])
        name = KNOWN.get(names, name)
        about = ABOUT.get(name, about)
        if not is_answer:
            key = (name in KNOWN.values() and name, tuple(sorted((k, kind_of(v)) for k, v in schema["properties"].items())))
            if key[0] or key in self.made:
                name = self.made.setdefault(key, name)
                if name in self.names:
                    return name
            self.made[key] = name
        lines = ["", "", "@dataclass(repr=False)", "class %s(Record):" % name]
        lines += doc(about, 4) + members
        self.classes.append("\n".join(lines))
        self.names.append(name)
        if made:
            self.classes.append("\n%s._inner = {%s}" % (name, ", ".join('"%s": %s' % pair for pair in made.items())))
        return name


def doc(text, indent, more=()):
    pad = " " * indent
    lines = textwrap.wrap(text, 112 - indent)
    if len(lines) == 1 and not more:
        return ['%s"""%s"""' % (pad, lines[0])]
    return [pad + '"""' + lines[0]] + [pad + line for line in lines[1:]] + list(more) + [pad + '"""']


def parameter(schema):
    kind = kind_of(schema)
    return {"array": "list", "object": "dict"}.get(kind, SCALARS.get(kind, "Any"))


def method(tool):
    schema = tool["inputSchema"]
    required = [k for k in schema.get("required", []) if k != "session_id"]
    others = [k for k in schema["properties"] if k not in required]
    words = ["%s: %s" % (safe(k), parameter(schema["properties"][k])) for k in required]
    words += ["%s: %s | None = None" % (safe(k), parameter(schema["properties"][k])) for k in others]
    answer = camel(tool["name"])
    lines = ["    def %s(" % tool["name"], "        self,", "        *,"] + ["        %s," % word for word in words]
    lines += ["    ) -> %s:" % answer]
    more = [""]
    for key in required + others:
        text = sentence(schema["properties"][key]) or "As the tool's page says."
        more += textwrap.wrap("%s: %s" % (safe(key), text), 104, initial_indent=" " * 8, subsequent_indent=" " * 12)
    lines += doc(tool["description"].replace("\\", "\\\\"), 8, more if len(more) > 1 else ())
    lines.append('        return self._ask("%s", %s, {%s})' % (
        tool["name"], answer, ", ".join('"%s": %s' % (k, safe(k)) for k in required + others)))
    return "\n".join(lines)


def text_of(tools):
    writer = Writer()
    for tool in tools:
        answer = dict(tool["outputSchema"])
        answer["properties"] = {k: v for k, v in answer["properties"].items() if k not in ENVELOPE}
        answer["description"] = "The answer of %s." % tool["name"]
        writer.record(camel(tool["name"]), answer, is_answer=True)
    base = ['', '', 'class Tools:', '    """Every tool of the server. `session_id` is filled in where it is left out."""', '',
            '    def _ask(self, tool: str, answer: type, arguments: dict) -> Any:',
            '        raise NotImplementedError']
    return "\n".join([HEAD.rstrip("\n")] + writer.classes + base + ["\n" + method(tool) for tool in tools]) + "\n"


def main():
    server, path = sys.argv[1:3]
    text = text_of(listed(server))
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


if __name__ == "__main__":
    main()
