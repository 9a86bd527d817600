"""The portable server as an .mcpb bundle, and its entry in the MCP registry: mcpb.py PORTABLE_DIR MANIFEST SERVER_JSON VERSION OWNER/NAME LICENSE OUT_DIR.

The bundle lists the tools that the server itself says it has. The same inputs give the same bytes: sorted names, one date, fixed
permissions. server.json carries the SHA-256 of the bundle, so it is made with it and never by hand.
"""
import glob
import hashlib
import json
import os
import re
import struct
import subprocess
import sys
import zipfile

import sbom

MACHINES = {62: "x86_64", 183: "aarch64"}  # e_machine of ELF


def machine_of(program):
    """The processor that a program is for, by its header."""
    with open(program, "rb") as file:
        head = file.read(20)
    number = struct.unpack_from("<H", head, 18)[0] if head[:4] == b"\x7fELF" else 0
    if number not in MACHINES:
        sys.exit("%s: not a program for x86-64 or arm64" % program)
    return MACHINES[number]


DATE = (1980, 1, 1, 0, 0, 0)


def tools_of(server):
    said = subprocess.run([server, "tools"], check=True, capture_output=True, timeout=30).stdout
    return [{"name": tool["name"], "description": tool["description"]} for tool in json.loads(said)["tools"]]


def filled(path, words):
    text = open(path, encoding="utf-8").read()
    for name, value in words.items():
        text = text.replace("@%s@" % name, value)
    left = re.findall(r"@[A-Z0-9]+@", text)
    if left:
        sys.exit("mcpb: %s has %s, which nothing fills" % (path, left[0]))
    return json.loads(text)


def icon_of(server, layout):
    """The product's icon is a picture it makes: an arm of the coupler."""
    out = os.path.join(os.path.dirname(server), "icon.png")
    subprocess.run([server, "render", layout, "--size", "512x512", "--box", "4,-5,14,5", "-o", out, "--quiet"], check=True, timeout=30)
    return out


# Libraries that are linked in or carried, as Debian names their packages; those of other builds are not there.
LIBRARIES = ("libxml2", "liblzma5", "libpng16-16*", "zlib1g", "libssl3*", "libcjson1", "libc6", "libmicrohttpd12*")
WITH_FFTW = ("libfftw3-single3",)


def notices(license_id):
    """Licences of what the program has of others, from where Debian keeps them: name to (bytes, mode)."""
    found = {"LICENSE": (open("LICENSE", "rb").read(), 0o644), "FONT-LICENSE": (open("src/draw/FONT-LICENSE", "rb").read(), 0o644)}
    libraries = LIBRARIES + (WITH_FFTW if license_id != "MIT" else ())
    for pattern in libraries:
        for path in sorted(glob.glob("/usr/share/doc/%s/copyright" % pattern)):
            found["licenses/" + path.split("/")[-2]] = (open(path, "rb").read(), 0o644)
    if len(found) < len(libraries) + 2:
        sys.exit("mcpb: of some library that the bundle would have there is no licence below /usr/share/doc: have " + ", ".join(sorted(found)))
    for text in ("Apache-2.0", "LGPL-2.1", "GPL-2", "GPL-3") if license_id != "MIT" else ("Apache-2.0", "LGPL-2.1"):  # which those refer to
        found["licenses/" + text] = (open("/usr/share/common-licenses/" + text, "rb").read(), 0o644)
    return found


def pack(path, files):
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as bundle:
        for name, (content, mode) in sorted(files.items()):
            entry = zipfile.ZipInfo(name, DATE)
            entry.external_attr = (0o100000 | mode) << 16
            entry.create_system = 3
            entry.compress_type = zipfile.ZIP_DEFLATED
            bundle.writestr(entry, content)


def main(portable, manifest_path, registry_path, version, repository, license_id, out):
    server = os.path.join(portable, "layout-observer")
    manifest = filled(manifest_path, {"VERSION": version, "LICENSE": license_id})
    manifest["tools"] = tools_of(server)
    read = lambda path: open(path, "rb").read()
    files = {
        "manifest.json": (json.dumps(manifest, indent=2, ensure_ascii=False).encode() + b"\n", 0o644),
        "icon.png": (read(icon_of(server, "fixtures/coupler.gds")), 0o644),
        "server/layout-observer": (read(server), 0o755),
    }
    beside = os.path.join(portable, "lib", "libcjson.so.1")
    if os.path.exists(beside):
        files["server/lib/libcjson.so.1"] = (read(beside), 0o644)
    if os.path.exists(server + "-http"):
        files["server/layout-observer-http"] = (read(server + "-http"), 0o755)
    files.update(notices(license_id))
    os.makedirs(out, exist_ok=True)
    files["sbom.spdx.json"] = (sbom.text(version, license_id), 0o644)
    bundle = "layout-observer-%s-linux-%s.mcpb" % (version, machine_of(server))
    path = os.path.join(out, bundle)
    pack(path, files)
    words = {"VERSION": version, "REPOSITORY": repository, "OWNER": repository.split("/")[0], "BUNDLE": bundle,
             "SHA256": hashlib.sha256(read(path)).hexdigest()}
    with open(os.path.join(out, "server.json"), "w", encoding="utf-8") as file:
        json.dump(filled(registry_path, words), file, indent=2)
        file.write("\n")
    print(path)
    print(os.path.join(out, "server.json"))


if __name__ == "__main__":
    if len(sys.argv) != 8 or not re.fullmatch(r"[\w.-]+/[\w.-]+", sys.argv[5]):
        sys.exit(__doc__)
    main(*sys.argv[1:])
