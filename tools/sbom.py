"""The parts of the portable programs as SPDX 2.3 (JSON): sbom.py VERSION LICENSE OUT.

Versions are those of Debian's packages on this machine, which the program was linked from. Same packages, same bytes.
"""
import json
import subprocess
import sys
import uuid

# Package of Debian, its licence, and what of it is in the program.
PARTS = [("libcjson-dev", "MIT", "cJSON"), ("libxml2-dev", "MIT", "libxml2"), ("libpng-dev", "libpng-2.0", "libpng"),
         ("zlib1g-dev", "Zlib", "zlib"), ("liblzma-dev", "0BSD", "liblzma"), ("libssl-dev", "Apache-2.0", "OpenSSL libcrypto"),
         ("libc6-dev", "LGPL-2.1-or-later", "GNU C Library"),
         ("libmicrohttpd-dev", "LGPL-2.1-or-later", "GNU libmicrohttpd")]
FFTW = ("libfftw3-dev", "GPL-2.0-or-later", "FFTW")


def debian_version(package):
    return subprocess.run(["dpkg-query", "-W", "-f", "${Version}", package], capture_output=True, text=True, check=True).stdout


def part(number, package, license_id, name):
    version = debian_version(package)
    return {"SPDXID": "SPDXRef-Part-%d" % number, "name": name, "versionInfo": version, "supplier": "Organization: Debian",
            "downloadLocation": "NOASSERTION", "filesAnalyzed": False, "licenseConcluded": license_id,
            "licenseDeclared": license_id, "copyrightText": "NOASSERTION",
            "externalRefs": [{"referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl",
                              "referenceLocator": "pkg:deb/debian/%s@%s" % (package, version.replace("+", "%2B"))}]}


def text(version, license_id):
    """The list as bytes."""
    parts = PARTS + ([FFTW] if license_id != "MIT" else [])
    packages = [part(i + 1, *p) for i, p in enumerate(parts)]
    ours = {"SPDXID": "SPDXRef-Program", "name": "layout-observer", "versionInfo": version, "downloadLocation": "NOASSERTION",
            "filesAnalyzed": False, "licenseConcluded": license_id, "licenseDeclared": license_id, "copyrightText": "NOASSERTION"}
    font = {"SPDXID": "SPDXRef-Font", "name": "Outlines of DejaVu Sans", "downloadLocation": "NOASSERTION", "filesAnalyzed": False,
            "licenseConcluded": "Bitstream-Vera", "licenseDeclared": "Bitstream-Vera", "copyrightText": "NOASSERTION"}
    packages += [font]
    described = json.dumps([ours] + packages, sort_keys=True)
    document = {
        "spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT", "name": "layout-observer-" + version,
        "documentNamespace": "https://spdx.org/spdxdocs/layout-observer-%s-%s" % (version, uuid.uuid5(uuid.NAMESPACE_URL, described)),
        "creationInfo": {"created": "2020-01-01T00:00:00Z", "creators": ["Tool: layout-observer tools/sbom.py"]},
        "packages": [ours] + packages,
        "relationships": [{"spdxElementId": "SPDXRef-DOCUMENT", "relationshipType": "DESCRIBES", "relatedSpdxElement": "SPDXRef-Program"}]
        + [{"spdxElementId": "SPDXRef-Program", "relationshipType": "STATIC_LINK", "relatedSpdxElement": p["SPDXID"]} for p in packages]}
    return json.dumps(document, indent=2).encode() + b"\n"


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    with open(sys.argv[3], "wb") as out:
        out.write(text(*sys.argv[1:3]))
