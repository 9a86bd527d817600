"""The public Python server of the contract, run as it is, on a small stand-in for FastMCP.

What FastMCP does and this does not: it checks arguments with pydantic by the handlers' signatures. Here a missing or an
unknown argument is a TypeError, told as FastMCP tells a failed call: isError with a text. A dict that a handler returns is
structuredContent and, as JSON, the text, as FastMCP has it with structured_output=True.
"""
import importlib
import inspect
import json
import os
import sys
import types

SOURCE = os.environ["KLAYOUT_MCP_SOURCE"]
if os.environ.get("KLAYOUT_MCP_PYMOD"):
    sys.path.insert(0, os.environ["KLAYOUT_MCP_PYMOD"])
else:  # inside KLayout: one module has everything
    import pya
    sys.modules["klayout"] = types.ModuleType("klayout")
    for name in ("db", "lay", "rdb"):
        sys.modules["klayout." + name] = pya
        setattr(sys.modules["klayout"], name, pya)
sys.path.insert(0, os.path.join(SOURCE, "src"))

VERSIONS = ("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25")


class FastMCP:
    def __init__(self, name):
        self.name, self.tools = name, {}

    def add_tool(self, function, name, description, structured_output):
        self.tools[name] = (function, description)

    def listing(self):
        tools = []
        for name, (function, description) in self.tools.items():
            parameters = inspect.signature(function).parameters.values()
            required = [p.name for p in parameters if p.default is p.empty]
            tools.append({"name": name, "description": description,
                          "inputSchema": {"type": "object", "properties": {p.name: {} for p in parameters},
                                          "required": required}})
        return {"tools": tools}

    def call(self, params):
        name, arguments = params.get("name"), params.get("arguments") or {}
        if name not in self.tools:
            return {"content": [{"type": "text", "text": "Unknown tool: %s" % name}], "isError": True}
        function = self.tools[name][0]
        try:
            inspect.signature(function).bind(**arguments)
        except TypeError as error:
            return {"content": [{"type": "text", "text": "Error executing tool %s: %s" % (name, error)}], "isError": True}
        answer = function(**arguments)
        return {"content": [{"type": "text", "text": json.dumps(answer)}], "structuredContent": answer, "isError": False}

    def answer(self, message):
        method, params = message.get("method"), message.get("params") or {}
        if method == "initialize":
            asked = params.get("protocolVersion")
            return {"protocolVersion": asked if asked in VERSIONS else VERSIONS[-1], "capabilities": {"tools": {}},
                    "serverInfo": {"name": self.name, "version": "0.2.2"}}
        if method == "ping":
            return {}
        if method == "tools/list":
            return self.listing()
        if method == "tools/call":
            return self.call(params)
        raise LookupError(method)

    def run(self, transport):
        out = os.fdopen(os.dup(1), "w", encoding="utf-8")
        os.dup2(2, 1)  # what KLayout prints is no message
        for line in sys.stdin:
            reply = {"jsonrpc": "2.0", "id": None}
            try:
                message = json.loads(line)
                if "id" not in message:
                    continue
                reply["id"] = message["id"]
                reply["result"] = self.answer(message)
            except LookupError as error:
                reply["error"] = {"code": -32601, "message": "Method not found: %s" % error}
            except ValueError as error:
                reply["error"] = {"code": -32700, "message": str(error)}
            out.write(json.dumps(reply) + "\n")
            out.flush()


stand_in = types.ModuleType("mcp.server.fastmcp")
stand_in.FastMCP = FastMCP
for name in ("mcp", "mcp.server"):
    sys.modules[name] = types.ModuleType(name)
sys.modules["mcp.server.fastmcp"] = stand_in
importlib.import_module("klayout_mcp.server").main()
