#!/usr/bin/env python3
"""Whole DRC decks: the built-in engine beside KLayout, flat and deep, in the same run.

    decks.py SERVER OUT [FOLDER]

FOLDER has a file `list`, each line of it a deck, a layout (both from FOLDER on, or absolute) and NAME=VALUE parameters.
Without it the decks of tests/scripts run on tests/scripts/random.gds. Each run is a process of its own: seconds of the
processor and the greatest memory of it and its children, the least of three runs (one of those that take 20 seconds). KLayout's mode
is set in front of the deck, which then cannot choose another. Writes OUT, a table, and says medians.
"""
import glob
import os
import statistics
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
TIMEOUT_S = 600


def run(command):
    """Processor seconds, MiB, seconds of the wall; None when it failed or took too long."""
    began = time.monotonic()
    with open(os.devnull, "w") as nothing:
        process = subprocess.Popen(command, stdout=nothing, stderr=nothing, start_new_session=True)
    while True:
        pid, status, usage = os.wait4(process.pid, os.WNOHANG)
        if pid:
            break
        if time.monotonic() - began > TIMEOUT_S:
            process.kill()
            os.wait4(process.pid, 0)
            return None
        time.sleep(0.002)
    process.returncode = os.waitstatus_to_exitcode(status)
    fine = process.returncode in (0, 1)
    return (usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024, time.monotonic() - began) if fine else None


def best(command):
    found = [run(command)]
    while found[-1] and len(found) < 3 and found[0][0] < 20:
        found.append(run(command))
    return None if None in found else tuple(min(f[i] for f in found) for i in range(3))


def ours_or_theirs(server, engine, deck, layout, params, folder):
    """KLayout, too, is started by our command: behind the same walls, where decks that ask the system for their log
    (pmap, nproc) get the same answers at once."""
    command = [server, "drc", layout, "--deck", deck, "--engine", engine, "--allow-empty", "--quiet", "--format", "lyrdb",
               "-o", os.path.join(folder, "out.lyrdb")]
    return best(command + [w for p in params for w in ("--param", p)])


# Stands in front of a deck, on its first line: KLayout's mode is ours to choose, whatever mode the deck asks for.
MODES = {"flat": "flat; def self.deep(*a) flat; end; def self.tiles(*a) flat; end; ",
         "deep": "deep; def self.flat(*a) deep; end; def self.tiles(*a) deep; end; "}


def klayout(server, deck, layout, params, folder, mode):
    text = open(deck, encoding="utf-8", errors="surrogateescape").read()
    made = "bench_%s_%d%s" % (mode, os.getpid(), os.path.splitext(deck)[1])
    made = os.path.join(os.path.dirname(deck), made)  # beside its includes
    with open(made, "w", encoding="utf-8", errors="surrogateescape") as out:
        out.write(text.replace("<text>", "<text>" + MODES[mode], 1) if "<text>" in text else MODES[mode] + text)
    try:
        return ours_or_theirs(server, "klayout", made, layout, params, folder)
    finally:
        os.unlink(made)


def decks(folder):
    if not folder:
        layout = os.path.join(HERE, "tests/scripts/random.gds")
        return [(d, layout, []) for d in sorted(glob.glob(os.path.join(HERE, "tests/scripts/*.drc")))]
    found = []
    for line in open(os.path.join(folder, "list")):
        words = line.split()
        if words and not line.startswith("#"):
            found.append((os.path.join(folder, words[0]), os.path.join(folder, words[1]), words[2:]))
    return found


def figure(cost, what):
    return "-" if cost is None else "%.2f" % cost[0] if what == 0 else "%.0f" % cost[1]


def ratio(theirs, ours, what):
    return theirs[what] / ours[what] if theirs and ours else None


def start(server, folder):
    deck, layout = os.path.join(folder, "empty.drc"), os.path.join(HERE, "fixtures/drc_known.gds")
    with open(deck, "w") as out:
        out.write('report("empty", $report_path)\n')
    ours = [run([server, "drc", layout, "--deck", deck, "--engine", "native", "--allow-empty", "--quiet"]) for _ in range(20)]
    bare = [run([server, "list_layers", layout]) for _ in range(20)]
    print("empty deck: %.0f ms of the processor, %.0f ms by the clock (least of 20); the command without a deck %.0f and %.0f" % (
        1000 * min(o[0] for o in ours), 1000 * min(o[2] for o in ours),
        1000 * min(o[0] for o in bare), 1000 * min(o[2] for o in bare)))


def main(server, out, folder=None):
    server = os.path.abspath(server)
    rows, ratios = [], {"flat": [], "deep": [], "memory": []}
    with tempfile.TemporaryDirectory() as work:
        start(server, work)
        for deck, layout, params in decks(folder):
            ours = ours_or_theirs(server, "native", deck, layout, params, work)
            flat = klayout(server, deck, layout, params, work, "flat")
            deep = klayout(server, deck, layout, params, work, "deep")
            row = [os.path.basename(deck), os.path.basename(layout)] + [figure(c, 0) for c in (ours, flat, deep)]
            row += [figure(c, 1) for c in (ours, flat, deep)]
            for name, value in (("flat", ratio(flat, ours, 0)), ("deep", ratio(deep, ours, 0)), ("memory", ratio(ours, flat, 1))):
                ratios[name] += [value] if value else []
            rows.append(row)
            print("  %-24s %-40s s: %s, KLayout %s flat, %s deep; MiB: %s, %s, %s" % tuple(row))
            sys.stdout.flush()
    with open(out, "w") as table:
        table.write("| deck | layout | s | KLayout flat | deep | MiB | KLayout flat | deep |\n|---|---|---|---|---|---|---|---|\n")
        table.writelines("| %s |\n" % " | ".join(row) for row in rows)
    for name, what in (("flat", "KLayout flat / ours"), ("deep", "KLayout deep / ours"), ("memory", "memory, ours / KLayout flat")):
        if ratios[name]:
            print("median of %d decks, %s: %.2f" % (len(ratios[name]), what, statistics.median(ratios[name])))


if __name__ == "__main__":
    main(*sys.argv[1:])
