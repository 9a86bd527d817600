"""Files of a release: release.py VERSION LICENSE OUT PORTABLE_DIR...

A tarball of the static programs for each processor, with licenses and the list of parts, and SHA256SUMS over everything in OUT.
release.txt, the same for the GitHub Action, goes to packaging/action before the action's tag. Same input, same bytes.
"""
import gzip
import hashlib
import io
import os
import sys
import tarfile

import mcpb
import sbom


def entry(name, data, mode):
    info = tarfile.TarInfo(name)
    info.size, info.mode, info.mtime = len(data), mode, 1577836800
    info.uname = info.gname = "root"
    return info, io.BytesIO(data)


def tarball(path, version, license_id, portable):
    root = os.path.basename(path).removesuffix(".tar.gz")
    files = {"sbom.spdx.json": (sbom.text(version, license_id), 0o644), **mcpb.notices(license_id)}
    for folder, _, names in os.walk(portable):
        for name in names:
            source = os.path.join(folder, name)
            with open(source, "rb") as file:
                files["bin/" + os.path.relpath(source, portable)] = file.read(), 0o755
    with open(path, "wb") as out, gzip.GzipFile("", "wb", 9, out, 0) as packed, tarfile.open(None, "w", packed) as tar:
        for name, (data, mode) in sorted(files.items()):
            tar.addfile(*entry(root + "/" + name, data, mode))


def digest(path):
    with open(path, "rb") as file:
        return hashlib.sha256(file.read()).hexdigest()


def main(version, license_id, out, *portables):
    os.makedirs(out, exist_ok=True)
    lines = []
    for portable in portables:
        machine = mcpb.machine_of(os.path.join(portable, "layout-observer"))
        name = "layout-observer-%s-linux-%s.tar.gz" % (version, machine)
        tarball(os.path.join(out, name), version, license_id, portable)
        lines.append("%s %s v%s/%s\n" % (machine, digest(os.path.join(out, name)), version, name))
    with open(os.path.join(out, "release.txt"), "w", encoding="ascii") as file:
        file.writelines(sorted(lines))
    names = sorted(name for name in os.listdir(out) if name != "SHA256SUMS")
    with open(os.path.join(out, "SHA256SUMS"), "w", encoding="ascii") as file:
        file.writelines("%s  %s\n" % (digest(os.path.join(out, name)), name) for name in names)


if __name__ == "__main__":
    if len(sys.argv) < 5:
        sys.exit(__doc__)
    main(*sys.argv[1:])
