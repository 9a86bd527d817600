#!/usr/bin/env python3
"""Little memory: small_memory.py SERVER quick|whole FOLDER.

Whole servers under RLIMIT_AS, and with failing allocations (tests/fault/fail_malloc.c: those of libraries too), are asked
what snapshots/sweep.json asks of every layout, and an evaluation. A server may refuse to start, with a word on stderr; it may
answer with an error; what it answers without one must be the answer that it gives with all the memory there is. It may not
end by a signal, hang, or leave a request unanswered."""
import json
import os
import re
import resource
import shutil
import subprocess
import sys
import threading

SERVER = os.path.abspath(sys.argv[1])
QUICK = sys.argv[2] == "quick"
TOP = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
FOLDER = os.path.abspath(sys.argv[3])
LAYOUTS = ["drc_known", "layers_named"] if QUICK else ["coupler", "drc_known", "photonic_crystal", "path_ends", "instances", "names", "layers_named"]
LIMITS_MB = [64, 100, 200] if QUICK else [48, 56, 60, 64, 70, 80, 90, 100, 110, 125, 150, 175, 200]
FAIL_EVERY = 499 if QUICK else 211  # allocations between two runs
SECONDS = 120

STEPS = json.load(open(os.path.join(TOP, "snapshots", "sweep.json")))["steps"]
STEPS[-1:] = [
    {"ask": "evaluate", "tool": "evaluate", "save": {"$JOB": "job_id"}, "arguments": {
        "session_id": "$SESSION1", "layer": {"layer": "$L", "datatype": "$D"}, "pixel_nm": 10, "process": {"tile_px": 128},
        "box": {"left": 0, "bottom": 0, "right": 1, "top": 1}}},
    {"ask": "poll", "tool": "poll", "arguments": {"job_id": "$JOB", "wait_ms": 25000}},
    STEPS[-1],
]


def at(answer, path):
    """layers[0].layer, cells[is_top=false].name of an answer; None when it is not there."""
    for name, which in re.findall(r"(\w+)(?:\[([^]]*)\])?", path):
        answer = answer.get(name) if isinstance(answer, dict) else None
        if which and isinstance(answer, list):
            if which.isdigit():
                answer = answer[int(which)] if int(which) < len(answer) else None
            else:
                key, value = which.split("=")
                answer = next((a for a in answer if json.dumps(a.get(key)).strip('"') == value), None)
    return answer


def filled(value, names):
    """The arguments with what was saved; KeyError: something was not."""
    if isinstance(value, dict):
        return {k: filled(v, names) for k, v in value.items()}
    if isinstance(value, list):
        return [filled(v, names) for v in value]
    if isinstance(value, str) and "$" in value:
        if value in names:
            return names[value]
        return re.sub(r"\$[A-Z0-9]+", lambda m: str(names[m[0]]), value)
    return value


def blind(answer):
    """Without what runs may differ in; how many files there are to delete hangs on which calls before succeeded."""
    text = json.dumps(answer, sort_keys=True)
    text = re.sub(r"(ses|job|drc)_[0-9a-f]{8,}", "ID", text)
    return re.sub(r'"(elapsed_ms|duration_ms|created_at|began|[a-z_]*path|[a-z_]*cursor|artifact_root|render_id|deleted_artifact_count|runtime[a-z_]*|seconds|hint)": ("[^"]*"|[0-9.]+)',
                  "", text)


class Server:
    def __init__(self, limit_mb, fail):
        environment = dict(os.environ, KLAYOUT_MCP_ARTIFACT_ROOT=os.path.join(FOLDER, "artifacts"), KLAYOUT_MCP_WORKERS="2")
        if fail:
            environment.update(LD_PRELOAD=os.path.join(FOLDER, "fail.so"), FAIL_NTH=str(fail[0]), FAIL_AFTER=str(fail[1]),
                               FAIL_MET=os.path.join(FOLDER, "met"))

        def limit():
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
            if limit_mb:
                resource.setrlimit(resource.RLIMIT_AS, (limit_mb << 20, limit_mb << 20))

        self.process = subprocess.Popen([SERVER, "serve"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                        env=environment, preexec_fn=limit, start_new_session=True)
        self.timer = threading.Timer(SECONDS, self.process.kill)
        self.timer.start()
        self.said = []
        self.listener = threading.Thread(target=lambda: self.said.append(self.process.stderr.read()))
        self.listener.start()
        self.number = 0

    def ask(self, method, params):
        """The answer, or None: the server is gone."""
        self.number += 1
        message = {"jsonrpc": "2.0", "id": self.number, "method": method, "params": params}
        try:
            self.process.stdin.write((json.dumps(message) + "\n").encode())
            self.process.stdin.flush()
        except OSError:
            return None
        while True:
            line = self.process.stdout.readline()
            if not line:
                return None
            answer = json.loads(line)
            if answer.get("id") == self.number or ("error" in answer and "id" not in answer):
                return answer

    def tool(self, name, arguments):
        answer = self.ask("tools/call", {"name": name, "arguments": arguments})
        if answer is None or "error" in answer:
            return answer
        return answer["result"]["structuredContent"]

    def end(self):
        """The exit status, below 0: a signal; and what it said."""
        try:
            self.process.stdin.close()
        except OSError:
            pass
        rest = self.process.stdout.read()
        status = self.process.wait()
        hung = not self.timer.is_alive()
        self.timer.cancel()
        self.listener.join()
        return status, hung, self.said[0].decode(errors="replace"), rest


def is_error(answer):
    return answer is None or "error" in answer or ("code" in answer and "message" in answer)


def session(layout, limit_mb=0, fail=None):
    """[(question, answer)], fault or None."""
    names = {"$LAYOUT": os.path.join(TOP, "fixtures", layout + ".gds"), "$SNAPSHOTS": os.path.join(TOP, "snapshots"),
             "$OTHER": os.path.join(TOP, "fixtures", layout + ".oas")}
    server = Server(limit_mb, fail)
    answers = []
    hello = server.ask("initialize", {"protocolVersion": "2025-11-25", "capabilities": {},
                                      "clientInfo": {"name": "small", "version": "1"}})
    started = hello is not None
    if started:
        server.process.stdin.write(b'{"jsonrpc":"2.0","method":"notifications/initialized"}\n')
        for step in STEPS:
            if layout in step.get("not_for", []):
                continue
            try:
                arguments = filled(step["arguments"], names)
            except KeyError:
                continue
            answer = server.tool(step["tool"], arguments)
            if answer is None:
                break
            answers.append((step["ask"], answer))
            if is_error(answer):
                continue
            for name, path in step.get("save", {}).items():
                if at(answer, path) is not None:
                    names[name] = at(answer, path)
            if step["tool"] == "open_layout":
                names["$SESSION1"] = answer["session_id"]
    gone = started and (not answers or answer is None)
    status, hung, said, _ = server.end()
    if hung:
        return answers, "hung"
    if status == 127 and "error while loading shared libraries" in said:
        return answers, None
    if status < 0:
        return answers, "ended by signal %d: %s" % (-status, said[-200:])
    if status > 2:
        return answers, "status %d: %s" % (status, said[-200:])
    if gone and status == 0:
        return answers, "ended in the middle, with status 0"
    if not started and not said.strip():
        return answers, "did not start, and said nothing"
    return answers, None


def judge(name, answers, fault, right):
    """True: as it should be."""
    has_view = any(ask == "set_view" and not is_error(answer) for ask, answer in answers)
    for ask, answer in answers:
        if ask == "evaluate" or (ask == "render_view_mask" and not has_view):  # how far a job is; another view
            continue
        if fault is None and not is_error(answer) and ask in right and not is_error(right[ask]) and blind(answer) != blind(right[ask]):
            fault = "another answer to " + ask
            if "VERBOSE" in os.environ:
                print(blind(answer), blind(right[ask]), sep="\n")
    if fault:
        print("  FAIL %s: %s" % (name, fault))
    return fault is None


def main():
    os.chdir(TOP)
    shutil.rmtree(FOLDER, ignore_errors=True)
    os.makedirs(FOLDER)
    passed = failed = 0
    met = os.path.join(FOLDER, "met")
    subprocess.run(["cc", "-shared", "-fPIC", "-O1", "-o", os.path.join(FOLDER, "fail.so"), "tests/fault/fail_malloc.c", "-ldl"],
                   check=True)
    for layout in LAYOUTS:
        answers, fault = session(layout)
        right = dict(answers)
        runs = [("no limit", (answers, fault))]
        refused = 0
        for limit in LIMITS_MB:
            runs.append(("%d MB" % limit, session(layout, limit)))
        for after in (0, 1):
            nth = 1
            while True:
                if os.path.exists(met):
                    os.unlink(met)
                runs.append(("allocation %d%s" % (nth, " and all after it" if after else ""), session(layout, 0, (nth, after))))
                if not os.path.exists(met):
                    break
                nth += FAIL_EVERY
        for name, (answers, fault) in runs:
            refused += sum(is_error(answer) for _, answer in answers)
            if judge(layout + ", " + name, answers, fault, right):
                passed += 1
            else:
                failed += 1
        print("  %s: %d sessions of %d questions, %d refused" % (layout, len(runs), len(right), refused))
    shutil.rmtree(os.path.join(FOLDER, "artifacts"), ignore_errors=True)
    print("%d passed, %d failed, 0 skipped" % (passed, failed))
    return failed > 0


sys.exit(main())
