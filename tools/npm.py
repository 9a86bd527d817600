"""Makes the npm packages: npm.py PORTABLE VERSION LICENSE OUT.

Two tarballs: layout-observer, a launcher that any machine can install, and @layout-observer/linux-ARCH with the portable programs,
which npm installs where they fit; the launcher names those of all processors. `npm pack` gives all files one date, so the same input gives the same bytes.
"""
import json
import os
import shutil
import subprocess
import sys
import tempfile

import mcpb
import sbom

ARCH = {"x86_64": "x64", "aarch64": "arm64"}
KEYWORDS = ["gdsii", "oasis", "mcp", "photonics", "eda", "drc"]


def package(folder, manifest, files):
    """A folder as npm packs it: package.json and (source, name, mode)."""
    os.makedirs(folder)
    with open(os.path.join(folder, "package.json"), "w", encoding="utf-8") as file:
        json.dump(manifest, file, indent=2)
        file.write("\n")
    for source, name, mode in files:
        target = os.path.join(folder, name)
        os.makedirs(os.path.dirname(target), exist_ok=True)
        shutil.copyfile(source, target)
        os.chmod(target, mode)


def packages(portable, version, license_name, scratch):
    arch = ARCH[mcpb.machine_of(os.path.join(portable, "layout-observer"))]
    native = "@layout-observer/linux-" + arch
    common = {"version": version, "license": license_name, "keywords": KEYWORDS}
    package(os.path.join(scratch, "launcher"),
            {"name": "layout-observer", "description": "Exact answers about GDSII and OASIS layouts for agents and shells",
             **common, "bin": {"layout-observer": "bin/launcher.js"}, "engines": {"node": ">=18"},
             "optionalDependencies": {"@layout-observer/linux-" + each: version for each in sorted(ARCH.values())}},
            [("packaging/npm/launcher.js", "bin/launcher.js", 0o755), ("packaging/npm/README.md", "README.md", 0o644),
             ("LICENSE", "LICENSE", 0o644)])
    files = []
    for folder, _, names in os.walk(portable):
        for name in names:
            path = os.path.join(folder, name)
            files.append((path, os.path.join("bin", os.path.relpath(path, portable)), 0o755 if os.access(path, os.X_OK) else 0o644))
    notices = dict(mcpb.notices(license_name), **{"sbom.spdx.json": (sbom.text(version, license_name), 0o644)})
    for name, (data, mode) in notices.items():
        source = os.path.join(scratch, "notices", name)
        os.makedirs(os.path.dirname(source), exist_ok=True)
        with open(source, "wb") as file:
            file.write(data)
        files.append((source, name, mode))
    package(os.path.join(scratch, "native"),
            {"name": native, "description": "The program of layout-observer for Linux " + arch, **common, "os": ["linux"],
             "cpu": [arch], **({"libc": ["glibc"]} if os.path.exists(os.path.join(portable, "lib")) else {}), "preferUnplugged": True},
            sorted(files))


def main():
    portable, version, license_name, out = sys.argv[1:5]
    os.makedirs(out, exist_ok=True)
    with tempfile.TemporaryDirectory() as scratch:
        packages(portable, version, license_name, scratch)
        for name in ("launcher", "native"):
            done = subprocess.run(["npm", "pack", "--silent", "--pack-destination", os.path.abspath(out)], check=True,
                                  cwd=os.path.join(scratch, name), stdout=subprocess.PIPE, text=True)
            print(os.path.join(out, done.stdout.split()[-1]))


if __name__ == "__main__":
    main()
