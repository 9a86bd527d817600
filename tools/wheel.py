"""Makes the wheel of the Python package: wheel.py PACKAGE PORTABLE VERSION LICENSE OUT.

PACKAGE: the folder layout_observer with its generated module; PORTABLE: the folder with the portable program. The tags say where
the program runs. Same input, same bytes:
names are sorted and all dates are one.
"""
import base64
import hashlib
import os
import re
import subprocess
import sys
import zipfile

import mcpb
import sbom

DATE = (2020, 1, 1, 0, 0, 0)
METADATA = """Metadata-Version: 2.1
Name: layout-observer
Version: %s
Summary: Exact answers about GDSII and OASIS layouts: gaps, widths, bends, ports, rules, pictures
License: %s
Requires-Python: >=3.9
Provides-Extra: numpy
Requires-Dist: numpy; extra == "numpy"
Classifier: Operating System :: POSIX :: Linux
Classifier: Topic :: Scientific/Engineering :: Electronic Design Automation (EDA)
Description-Content-Type: text/markdown

%s"""
ENTRY = "[console_scripts]\nlayout-observer = layout_observer.__main__:main\n"


def platform_tags(program):
    """Any Linux for a static program, else the newest glibc whose symbols it wants (PEP 600, PEP 656)."""
    machine = mcpb.machine_of(program)
    told = subprocess.run(["objdump", "-T", program], capture_output=True, text=True, check=False).stdout
    wanted = [tuple(map(int, v.split("."))) for v in re.findall(r"GLIBC_(\d+\.\d+)", told)]
    return ["manylinux_%d_%d_%s" % (*max(wanted), machine)] if wanted else ["manylinux_2_17_" + machine, "musllinux_1_1_" + machine]


def members(package, portable):
    """(name in the wheel, bytes, is a program), by name."""
    found = []
    for root, where in ((package, "layout_observer"), (portable, "layout_observer/bin")):
        for folder, _, names in os.walk(root):
            for name in names:
                if name.endswith(".pyc"):
                    continue
                path = os.path.join(folder, name)
                with open(path, "rb") as file:
                    inside = os.path.join(where, os.path.relpath(path, root))
                    found.append((inside, file.read(), os.access(path, os.X_OK) and where.endswith("bin")))
    return sorted(found)


def digest(data):
    return "sha256=" + base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()


def write(path, items):
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as wheel:
        for name, data, is_program in items:
            info = zipfile.ZipInfo(name, DATE)
            info.external_attr = (0o100755 if is_program else 0o100644) << 16
            info.compress_type = zipfile.ZIP_DEFLATED
            wheel.writestr(info, data)


def main():
    package, portable, version, license_name, out = sys.argv[1:6]
    program = os.path.join(portable, "layout-observer")
    tags = platform_tags(program)
    with open(os.path.join("python", "README.md"), encoding="utf-8") as file:
        readme = file.read()
    about = "layout_observer-%s.dist-info/" % version
    items = members(package, portable) + [
        (about + "METADATA", (METADATA % (version, license_name, readme)).encode(), False),
        (about + "WHEEL", ("Wheel-Version: 1.0\nGenerator: layout-observer\nRoot-Is-Purelib: false\n" + "".join("Tag: py3-none-%s\n" % t for t in tags)).encode(), False),
        (about + "entry_points.txt", ENTRY.encode(), False),
        (about + "sboms/layout-observer.spdx.json", sbom.text(version, license_name), False)]
    items += [(about + "licenses/" + name.removeprefix("licenses/"), data, False) for name, (data, _) in sorted(mcpb.notices(license_name).items())]
    record = "".join("%s,%s,%d\n" % (name, digest(data), len(data)) for name, data, _ in items) + about + "RECORD,,\n"
    os.makedirs(out, exist_ok=True)
    path = os.path.join(out, "layout_observer-%s-py3-none-%s.whl" % (version, ".".join(tags)))
    write(path, items + [(about + "RECORD", record.encode(), False)])
    print(path)


if __name__ == "__main__":
    main()
