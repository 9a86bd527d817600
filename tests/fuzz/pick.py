#!/usr/bin/env python3
"""Takes into tests/fuzz/corpus what fuzzing found: pick.py TARGET.

Only inputs that reach code which the stored ones do not, few and small: a greedy cover of the edges, by libFuzzer's own
account (its merge control file), of inputs up to SIZE_MAX bytes and BUDGET bytes in all.
"""
import glob
import hashlib
import os
import shutil
import subprocess
import sys
import tempfile

SIZE_MAX = 2048
BUDGET = 20000


def read_control(path):
    """[(file, edges)], and how many of them are of the stored corpus."""
    lines = open(path, encoding="utf-8").read().splitlines()
    count, stored = int(lines[0]), int(lines[1])
    edges = [set() for _ in range(count)]
    for line in lines[2 + count :]:
        word, *rest = line.split()
        if word == "COV":
            edges[int(rest[0])] |= set(map(int, rest[1:]))
    return list(zip(lines[2 : 2 + count], edges)), stored


def main():
    target = sys.argv[1]
    corpus = f"tests/fuzz/corpus/{target}"
    with tempfile.TemporaryDirectory() as folder:
        stored_copy, small, control = (os.path.join(folder, name) for name in ("stored", "small", "control"))
        # Inputs of both readers are rw's as well.
        for other in ["gds", "oas", target] if target == "rw" else [target]:
            shutil.copytree(f"tests/fuzz/corpus/{other}", stored_copy, dirs_exist_ok=True)
        os.mkdir(small)
        for path in sorted(glob.glob(f"build/fuzz/found/{target}/*")):
            if os.path.getsize(path) <= SIZE_MAX:
                shutil.copy(path, small)
        subprocess.run([f"build/fuzz/fuzz_{target}", "-merge=1", f"-merge_control_file={control}", stored_copy, small],
                       check=True, stderr=subprocess.DEVNULL)
        files, stored = read_control(control)
        known = set().union(*(edges for _, edges in files[:stored]))
        new = [(path, edges - known) for path, edges in files[stored:]]
        spent, taken, before = 0, 0, len(known)
        while new:
            path, edges = max(new, key=lambda item: (len(item[1] - known) / (64 + os.path.getsize(item[0])), item[0]))
            size = os.path.getsize(path)
            if not edges - known or spent + size > BUDGET:
                break
            data = open(path, "rb").read()
            with open(f"{corpus}/found_{hashlib.sha256(data).hexdigest()[:12]}", "wb") as out:
                out.write(data)
            known |= edges
            spent, taken = spent + size, taken + 1
            new = [item for item in new if item[0] != path]
    print(f"{target}: {taken} inputs, {spent} bytes, {before} -> {len(known)} edges")


if __name__ == "__main__":
    main()
