"""The server as a child process: requests and answers as lines of JSON over its pipes.

One request is under way at a time; threads wait for each other. The process ends with the Server that started it.
"""
from __future__ import annotations

import json
import os
import shutil
import subprocess
import tempfile
import threading
from typing import Any

PROGRAM = "layout-observer"
REVISION = "2025-11-25"


class LayoutError(Exception):
    """The server could not do what was asked.

    code: the error's code, such as FILE_NOT_FOUND or INVALID_TARGET (docs/TOOLS.md lists them)
    hint: what to do about it
    details: everything else that the server said
    """

    def __init__(self, code: str, message: str, details: dict[str, Any] | None = None):
        self.code, self.message, self.details = code, message, dict(details or {})
        self.hint = self.details.get("hint", "")
        super().__init__(" ".join(part for part in ("%s: %s" % (code, message.rstrip(".") + "."), self.hint) if part))


def find_program() -> str:
    """The program: named by LAYOUT_OBSERVER, inside this package, or in PATH."""
    named = os.environ.get("LAYOUT_OBSERVER")
    if named:
        return named
    inside = os.path.join(os.path.dirname(os.path.abspath(__file__)), "bin", PROGRAM)
    if os.access(inside, os.X_OK):
        return inside
    found = shutil.which(PROGRAM)
    if not found:
        raise LayoutError("PROGRAM_NOT_FOUND", "There is no %s in this package or in PATH" % PROGRAM,
                          {"hint": "Install the program, or set LAYOUT_OBSERVER to its path."})
    return found


class Server:
    """A running server. Layouts opened through it share it; `default()` gives the one that `open` uses."""

    _default: Server | None = None
    _lock = threading.Lock()

    def __init__(self, program: str | None = None, environment: dict[str, str] | None = None):
        self._folder = tempfile.TemporaryDirectory(prefix="layout-observer-")
        self._mutex = threading.Lock()
        self._number = 0
        environment = {**os.environ, "KLAYOUT_MCP_ARTIFACT_ROOT": self._folder.name, **(environment or {})}
        self.program = program or find_program()
        try:
            self._process = subprocess.Popen([self.program, "serve"], env=environment, stdin=subprocess.PIPE,
                                             stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, bufsize=0)
        except OSError as error:
            self._folder.cleanup()
            raise LayoutError("PROGRAM_NOT_FOUND", "%s does not start: %s" % (self.program, error.strerror)) from None
        self._answers = self._process.stdout
        self._request("initialize", {"protocolVersion": REVISION, "capabilities": {},
                                     "clientInfo": {"name": "layout_observer (Python)", "version": "0.2.0"}})
        self._send({"jsonrpc": "2.0", "method": "notifications/initialized"})

    @classmethod
    def default(cls) -> Server:
        """One server for the whole program, started at the first call and again when it has ended."""
        with cls._lock:
            if cls._default is None or cls._default._process.poll() is not None:
                cls._default = cls()
            return cls._default

    def _send(self, message: dict[str, Any]) -> None:
        try:
            self._process.stdin.write(json.dumps(message).encode() + b"\n")
        except (BrokenPipeError, ValueError):
            raise self._gone() from None

    def _gone(self) -> LayoutError:
        return LayoutError("SERVER_ENDED", "The server has ended (status %s)" % self._process.poll(),
                           {"hint": "Open the layout again; a new server starts then."})

    def _request(self, method: str, params: dict[str, Any]) -> dict[str, Any]:
        with self._mutex:
            self._number += 1
            self._send({"jsonrpc": "2.0", "id": self._number, "method": method, "params": params})
            while True:
                line = self._answers.readline()
                if not line.endswith(b"\n"):
                    raise self._gone()
                answer = json.loads(line)
                if answer.get("id") == self._number and "method" not in answer:
                    break
        if "error" in answer:
            raise LayoutError("PROTOCOL_ERROR", answer["error"].get("message", ""), answer["error"].get("data"))
        return answer["result"]

    def call(self, tool: str, arguments: dict[str, Any]) -> dict[str, Any]:
        """The JSON answer of a tool. Raises LayoutError for an error."""
        result = self._request("tools/call", {"name": tool, "arguments": arguments})
        answer = result.get("structuredContent", {})
        if result.get("isError"):
            raise LayoutError(answer.get("code", "INTERNAL_ERROR"), answer.get("message", ""), answer.get("details"))
        return answer

    def close(self) -> None:
        """Ends the server and removes its files. Closing twice is harmless."""
        try:
            self._process.stdin.close()
        except BrokenPipeError:
            pass
        if self._process.poll() is None:
            try:
                self._process.wait(10)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()
        self._answers.close()
        self._folder.cleanup()

    def __enter__(self) -> Server:
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()
