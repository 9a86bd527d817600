"""The portable programs for arm64, tried under qemu-user: check_arm64.py BUILD_DIR PORTABLE_DIR.

The contract's cases run against the server (but those that start KLayout); pictures and lists must have the bytes that this
machine's program gives; npm package and wheel of arm64 hold these programs. Last line: "N passed, N failed, N skipped".
"""
import glob
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile

import check_ship
import mcpb

QEMU = "qemu-aarch64"
ASKED = (["list_cells"], ["list_layers"], ["list_ports"], ["render", "-o"])


def answers(ship, command, words, layout, out):
    """What a command prints of a layout, without what differs between sessions; and the bytes of its picture."""
    more = [out] if words[-1] == "-o" else []
    said = ship.run(*command, words[0], layout, *words[1:], *more)[1]
    picture = open(out, "rb").read() if more and os.path.exists(out) else b""
    return re.sub(r"ses_\w+|%s" % re.escape(out), "", said), picture


def check_answers(ship, native, program):
    ship.place = "arm64"
    layouts = sorted(glob.glob("fixtures/*.gds"))
    for words in ASKED:
        off = [layout for layout in layouts
               if answers(ship, [native], words, layout, os.path.join(ship.scratch, "a.png")) !=
               answers(ship, [QEMU, program], words, layout, os.path.join(ship.scratch, "b.png"))]
        ship.expect(not off, "%s answers differently: %s" % (words[0], " ".join(off)))


def check_suite(ship, program):
    ship.place = "arm64, the suite"
    status, said = ship.run(os.path.join(ship.build, "conformance"), "--profile", "core,render,pic,litho", "--timeout-ms", "60000",
                            "--level", "required", "--", QEMU, program, "serve")
    ship.expect(status == 0, "the conformance suite: status %d" % status, said.split("\n")[-12:])


def check_packages(ship, portable):
    ship.place = "arm64, packages"
    with open(os.path.join(portable, "layout-observer"), "rb") as file:
        program = file.read()
    ship.make("npm", "wheel", "PACKED=" + portable)
    with tarfile.open(glob.glob("build/npm/layout-observer-linux-arm64-*.tgz")[0]) as tar:
        ship.expect(tar.extractfile("package/bin/layout-observer").read() == program, "the npm package has another program")
        manifest = json.load(tar.extractfile("package/package.json"))
        ship.expect(manifest["cpu"] == ["arm64"], "the npm package is for %s" % manifest["cpu"])
    wheel = glob.glob("build/wheel/*aarch64.whl")
    if ship.expect(len(wheel) == 1 and "manylinux_2_17_aarch64" in wheel[0], "one wheel for arm64: %r" % wheel):
        with zipfile.ZipFile(wheel[0]) as held:
            ship.expect(held.read("layout_observer/bin/layout-observer") == program, "the wheel has another program")


def main(build, portable):
    if not shutil.which(QEMU) or not os.path.exists(os.path.join(portable, "layout-observer")):
        print("  SKIPPED arm64: no %s, or no programs in %s\n0 passed, 0 failed, 1 skipped" % (QEMU, portable))
        return 0
    program = os.path.join(portable, "layout-observer")
    with tempfile.TemporaryDirectory() as scratch:
        ship = check_ship.Ship(build, scratch)
        ship.expect(mcpb.machine_of(program) == "aarch64" and mcpb.machine_of(program + "-http") == "aarch64", "the programs are for another processor")
        ship.expect(os.path.getsize(program) <= check_ship.PORTABLE_SIZE_MAX, "more than 12 MB")
        ship.greets("the server", [QEMU, program, "serve"])
        check_answers(ship, os.path.join(build, "layout-observer"), program)
        check_suite(ship, program)
        check_packages(ship, portable)
    print("%d passed, %d failed, %d skipped" % (ship.passed, ship.failed, ship.skipped))
    return 1 if ship.failed else 0


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))
