#!/usr/bin/env python3
"""What an agent pays for an answer: replays the shortest known calls of each question against the server.

run.py SERVER ROOT [CORPUS] [--json FILE]: questions.json beside this file; layouts lie below ROOT (the checkout) or
CORPUS. A question is right when the member at `at` of its last answer is `is` (numbers: within `within`). Calls and
characters (of text, open_layout's too) are counted. Fails when an answer is wrong, or a median is above its bound.
Layouts that are not there are skipped, and counted as skipped.
"""
import json
import os
import re
import statistics
import subprocess
import sys

CALLS_MEDIAN, CHARACTERS_MEDIAN = 2, 1500


class Server:
    def __init__(self, program):
        self.child = subprocess.Popen([program, "serve"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.last = 0
        self.ask("initialize", {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "agents", "version": "1"}})

    def ask(self, method, params):
        self.last += 1
        self.child.stdin.write(json.dumps({"jsonrpc": "2.0", "id": self.last, "method": method, "params": params}) + "\n")
        self.child.stdin.flush()
        while True:
            answer = json.loads(self.child.stdout.readline())
            if answer.get("id") == self.last:
                return answer["result"]

    def end(self):
        self.child.stdin.close()
        return self.child.wait()


def pick(value, path):
    """`a.b[2].c`, `a[layer=1,datatype=0].c`; `a.#` is how many items or members a has."""
    for part in re.findall(r"[^.\[\]]+|\[[^\]]*\]", path):
        if part == "#":
            value = len(value)
        elif not part.startswith("["):
            value = value[part]
        elif "=" in part:
            wanted = dict(pair.split("=", 1) for pair in part[1:-1].split(","))
            value = next(item for item in value if all(str(item.get(key)) == text for key, text in wanted.items()))
        else:
            value = value[int(part[1:-1])]
    return value


def fill(value, saved):
    if isinstance(value, str) and value.startswith(("$root/", "$corpus/")):
        place, _, path = value[1:].partition("/")
        return os.path.join(saved[place], path)
    if isinstance(value, str) and value.startswith("$"):
        return saved[value[1:]]
    if isinstance(value, list):
        return [fill(item, saved) for item in value]
    if isinstance(value, dict):
        return {key: fill(item, saved) for key, item in value.items()}
    return value


def is_right(question, answer):
    try:
        value = pick(answer, question["at"])
    except (KeyError, IndexError, StopIteration, TypeError) as error:
        return False, f"nothing at {question['at']} ({error!r})"
    wanted = question["is"]
    if isinstance(wanted, (int, float)) and not isinstance(wanted, bool):
        right = isinstance(value, (int, float)) and abs(value - wanted) <= question.get("within", 0)
    else:
        right = value == wanted
    return right, f"{value!r} in place of {wanted!r}"


def replay(server, question, layout, root, corpus):
    saved, characters, answer = {"layout": layout, "root": os.path.abspath(root)}, 0, None
    if corpus:
        saved["corpus"] = os.path.abspath(corpus)
    calls = question["calls"]
    if question.get("open", True):
        calls = [{"tool": "open_layout", "arguments": {"path": "$layout"}, "save": {"s": "session_id"}}] + calls
    for call in calls:
        arguments = fill(call.get("arguments", {}), saved)
        if "s" in saved and "session_id" not in arguments:
            arguments["session_id"] = saved["s"]
        result = server.ask("tools/call", {"name": call["tool"], "arguments": arguments})
        characters += sum(len(block["text"]) for block in result["content"] if block["type"] == "text")
        answer = result.get("structuredContent") or json.loads(result["content"][0]["text"])
        if result.get("isError"):
            break
        for name, path in call.get("save", {}).items():
            saved[name] = pick(answer, path)
    right, why = is_right(question, answer)
    if "s" in saved:
        server.ask("tools/call", {"name": "close_session", "arguments": {"session_id": saved["s"]}})
    return right, why, len(calls), characters


def run(program, root, corpus):
    with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "questions.json"), encoding="utf-8") as file:
        questions = json.load(file)["questions"]
    server, rows, skipped = Server(program), [], 0
    for question in questions:
        base = root if question["layout"].startswith("fixtures/") else corpus
        layout = os.path.abspath(os.path.join(base, question["layout"])) if base else ""
        if not os.path.exists(layout):
            skipped += 1
            continue
        right, why, calls, characters = replay(server, question, layout, root, corpus)
        rows.append((question["id"], calls, characters, right))
        if not right:
            print(f"  FAIL {question['id']}: {why}")
    server.end()
    return rows, skipped


def main():
    words = [word for word in sys.argv[1:] if not word.startswith("--")]
    program, root = words[0], words[1]
    corpus = words[2] if len(words) > 2 else None
    rows, skipped = run(program, root, corpus)
    print("| question | calls | characters |\n|---|---|---|")
    for name, calls, characters, _ in rows:
        print(f"| {name} | {calls} | {characters} |")
    calls = statistics.median(row[1] for row in rows)
    characters = statistics.median(row[2] for row in rows)
    print(f"\nmedian of {len(rows)} questions: {calls:g} calls, {characters:g} characters; "
          f"most: {max(row[2] for row in rows)} characters")
    wrong = sum(not row[3] for row in rows)
    if calls > CALLS_MEDIAN or characters > CHARACTERS_MEDIAN:
        print(f"  FAIL medians: at most {CALLS_MEDIAN} calls and {CHARACTERS_MEDIAN} characters")
        wrong += 1
    if skipped:
        print(f"  SKIPPED {skipped} questions: their layouts are not here")
    print(f"{len(rows) - wrong} passed, {wrong} failed, {skipped} skipped")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
