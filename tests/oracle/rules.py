#!/usr/bin/env python3
"""Decks of rules by the engine and by KLayout: the same counts.

rules.py SERVER DECK.json LAYOUT[@CELL] ... [-- DECK.json LAYOUT ...]

For each layout the server checks the deck (check_rules), writes it as a DRC script (deck) and KLayout runs the script;
the number of violations of each rule must be equal. A rule that KLayout counts otherwise for a reason that is
understood has a line in ACCEPTED. Ends with "N passed, N failed, N skipped".
"""
import json
import os
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as xml

SERVER = sys.argv[1]


def counts_by_server(deck, layout, cell):
    steps = [{"tool": "open_layout", "arguments": {"path": os.path.abspath(layout)}}]
    asked = {"session_id": "$last", "deck_path": os.path.abspath(deck), "limit": 0}
    if cell:
        asked["cell"] = cell
    ids = [rule["id"] for rule in json.load(open(deck))["rules"]]
    counts = {}
    for i in range(0, len(ids), 20):
        steps.append({"tool": "check_rules", "arguments": dict(asked, only=ids[i:i + 20])})
    done = subprocess.run([SERVER, "call", "-"], input="".join(json.dumps(s) + "\n" for s in steps), capture_output=True, text=True)
    for line in done.stdout.splitlines():
        answer = json.loads(line)
        if "code" in answer:
            raise RuntimeError(answer["message"] + " " + answer["details"].get("hint", ""))
        for item in answer.get("counts", []):
            counts[item["rule"]] = item["count"]
    return {rule: counts.get(rule, 0) for rule in ids}


def counts_by_klayout(deck, layout, cell, folder):
    script, report = os.path.join(folder, "deck.drc"), os.path.join(folder, "report.lyrdb")
    made = subprocess.run([SERVER, "deck", deck, "-o", script], capture_output=True, text=True)
    if made.returncode:
        raise RuntimeError(made.stdout)
    words = ["klayout", "-zz", "-b", "-r", script, "-rd", "input=" + os.path.abspath(layout), "-rd", "report=" + report]
    run = subprocess.run(words + (["-rd", "top_cell=" + cell] if cell else []), capture_output=True, text=True, env=dict(os.environ, QT_QPA_PLATFORM="offscreen"))
    if run.returncode:
        raise RuntimeError("KLayout: " + run.stderr.strip()[:300])
    counts = {}
    for item in xml.parse(report).getroot().iter("item"):
        name = item.find("category").text.strip()
        name = re.sub(r"\\(.)", r"\1", name[1:-1]) if name[:1] in "'\"" else name
        name = re.sub(r"#\d+$", "", name)
        counts[name] = counts.get(name, 0) + int(item.findtext("multiplicity") or 1)
    return counts


def main():
    passed = failed = skipped = compared = 0
    deck = None
    words = sys.argv[2:]
    while words:
        word = words.pop(0)
        if word == "--" or deck is None:
            deck = words.pop(0) if word == "--" else word
            continue
        layout, _, cell = word.partition("@")
        with tempfile.TemporaryDirectory() as folder:
            try:
                ours = counts_by_server(deck, layout, cell)
                theirs = counts_by_klayout(deck, layout, cell, folder)
            except RuntimeError as error:
                print("FAIL %s %s: %s" % (os.path.basename(deck), word, error))
                failed += 1
                continue
        different = [(rule, ours[rule], theirs.get(rule, 0)) for rule in ours if ours[rule] != theirs.get(rule, 0)]
        compared += len(ours)
        for rule, a, b in different:
            print("FAIL %s %s: rule %s: ours %d, KLayout %d" % (os.path.basename(deck), word, rule, a, b))
        failed += bool(different)
        passed += not different
    print("%d counts of rules compared" % compared)
    print("%d passed, %d failed, %d skipped" % (passed, failed, skipped))
    return 1 if failed else 0


sys.exit(main())
