"""A server at the other end of a pipe, and all pages of list_ports."""
import json
import subprocess


class Server:
    def __init__(self, program):
        self.process = subprocess.Popen([program, "serve"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.number = 0
        self.ask("initialize", {"protocolVersion": "2025-06-18", "capabilities": {},
                                "clientInfo": {"name": "oracle", "version": "1"}})
        self.send({"jsonrpc": "2.0", "method": "notifications/initialized"})

    def send(self, message):
        self.process.stdin.write(json.dumps(message).encode() + b"\n")
        self.process.stdin.flush()

    def ask(self, method, params):
        self.number += 1
        self.send({"jsonrpc": "2.0", "id": self.number, "method": method, "params": params})
        while True:
            answer = json.loads(self.process.stdout.readline())
            if answer.get("id") == self.number:
                return answer.get("result") or answer

    def call(self, tool, **arguments):
        answer = self.ask("tools/call", {"name": tool, "arguments": arguments})
        return json.loads(answer["content"][0]["text"]) if "content" in answer else answer

    def ports(self, **arguments):
        found, cursor = [], {}
        while True:
            page = self.call("list_ports", limit=2000, detail="full", max_chars=3500000, **arguments, **cursor)
            if "ports" not in page:
                return page
            found += page["ports"]
            if "next_cursor" not in page:
                return found
            cursor = {"cursor": page["next_cursor"]}

    def close(self):
        self.process.stdin.close()
        self.process.wait()
