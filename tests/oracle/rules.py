#!/usr/bin/env python3
"""Decks of rules by the engine and by KLayout: the same counts.

rules.py SERVER DECK.json LAYOUT[@CELL] ... [-- DECK.json LAYOUT ...]

For each layout the server checks the deck (check_rules), writes it as a DRC script (deck) and KLayout runs the script, in one
process for all (rules.rb); the number of violations of each rule must be equal. A rule that KLayout counts otherwise for a reason that is
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
COUNTS_SHOWN = 40  # by one answer of check_rules


def counts_by_server(deck, layout, cell):
    steps = [{"tool": "open_layout", "arguments": {"path": os.path.abspath(layout)}}]
    asked = {"session_id": "$last", "deck_path": os.path.abspath(deck), "limit": 0}
    if cell:
        asked["cell"] = cell
    ids = [rule["id"] for rule in json.load(open(deck))["rules"]]
    counts, unchecked = {}, set()
    if len(ids) <= COUNTS_SHOWN:
        steps.append({"tool": "check_rules", "arguments": asked})
    else:
        for i in range(0, len(ids), 20):
            steps.append({"tool": "check_rules", "arguments": dict(asked, only=ids[i:i + 20])})
    done = subprocess.run([SERVER, "call", "-"], input="".join(json.dumps(s) + "\n" for s in steps), capture_output=True, text=True)
    for line in done.stdout.splitlines():
        answer = json.loads(line)
        if "code" in answer:
            raise RuntimeError(answer["message"] + " " + answer["details"].get("hint", ""))
        for item in answer.get("counts", []):
            counts[item["rule"]] = item["count"]
        unchecked |= {item["rule"] for item in answer.get("not_checked", []) if item["part"] == "all"}
    return {rule: counts.get(rule, 0) for rule in ids if rule not in unchecked}


def run_klayout(jobs, folder):
    """Each job's script over its layout, as many as may be in one KLayout: a start costs more than a deck. What went wrong, by job."""
    lines, faults = [], {}
    for number, (deck, layout, cell) in enumerate(jobs):
        stem = os.path.join(folder, str(number))
        made = subprocess.run([SERVER, "deck", deck, "-o", stem + ".drc"], capture_output=True, text=True)
        if made.returncode:
            faults[number] = made.stdout
        else:
            lines.append((number, "\t".join([stem, stem + ".drc", os.path.abspath(layout), cell]) + "\n"))
    words = ["klayout", "-zz", "-b", "-r", os.path.join(os.path.dirname(os.path.abspath(__file__)), "rules.rb"), "-rd", "jobs=" + os.path.join(folder, "jobs")]
    while lines:
        with open(os.path.join(folder, "jobs"), "w") as file:
            file.writelines(line for _, line in lines)
        run = subprocess.run(words, capture_output=True, text=True, errors="replace", env=dict(os.environ, QT_QPA_PLATFORM="offscreen"))
        lines = [(number, line) for number, line in lines if not os.path.exists(os.path.join(folder, "%d.done" % number))]
        if lines:  # it ended in this one; the others get another process
            faults[lines.pop(0)[0]] = "KLayout: " + run.stderr.strip()[:300]
    return faults


def counts_by_klayout(report):
    counts = {}
    for item in xml.parse(report).getroot().iter("item"):
        name = item.find("category").text.strip()
        name = re.sub(r"\\(.)", r"\1", name[1:-1]) if name[:1] in "'\"" else name
        name = re.sub(r"#\d+$", "", name)
        counts[name] = counts.get(name, 0) + int(item.findtext("multiplicity") or 1)
    return counts


def main():
    passed = failed = skipped = compared = 0
    deck, jobs = None, []
    words = sys.argv[2:]
    while words:
        word = words.pop(0)
        if word == "--" or deck is None:
            deck = words.pop(0) if word == "--" else word
            continue
        layout, _, cell = word.partition("@")
        jobs.append((deck, layout, cell))
    with tempfile.TemporaryDirectory() as folder:
        faults = run_klayout(jobs, folder)
        for number, (deck, layout, cell) in enumerate(jobs):
            name = "%s %s" % (os.path.basename(deck), layout + ("@" + cell if cell else ""))
            try:
                ours = counts_by_server(deck, layout, cell)
                if number in faults:
                    raise RuntimeError(faults[number])
                theirs = counts_by_klayout(os.path.join(folder, "%d.lyrdb" % number))
            except RuntimeError as error:
                print("FAIL %s: %s" % (name, error))
                failed += 1
                continue
            different = [(rule, ours[rule], theirs.get(rule, 0)) for rule in ours if ours[rule] != theirs.get(rule, 0)]
            compared += len(ours)
            for rule, a, b in different:
                print("FAIL %s: rule %s: ours %d, KLayout %d" % (name, rule, a, b))
            failed += bool(different)
            passed += not different
    print("%d counts of rules compared" % compared)
    print("%d passed, %d failed, %d skipped" % (passed, failed, skipped))
    return 1 if failed else 0


sys.exit(main())
