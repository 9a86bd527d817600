"""Each way to install, tried in a bare Debian or Ubuntu as its user would: newcomer.py RELEASE_FOLDER [SUITE[:INSTALL]...].

RELEASE_FOLDER is what `make release` writes. A root has nothing but apt; a trial unpacks one, installs one package by the
command of docs/INSTALL.md, and goes on as an ordinary user: a first answer, a picture, checks with their exit status, an agent's
questions over stdio. Roots are kept in build/newcomer. Prints seconds of each step; last line: "N passed, N failed, N skipped".
"""
import glob
import hashlib
import http.server
import json
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import threading
import time
import urllib.request

from check_docs import Tally
from check_ship import Registry

# Suite: where its packages are. Ubuntu's archive is signed by keys that Debian packs.
DEBIAN, UBUNTU = "http://deb.debian.org/debian", "http://archive.ubuntu.com/ubuntu"
SUITES = {"bookworm": DEBIAN, "trixie": DEBIAN, "noble": UBUNTU}
KEYS = (DEBIAN + "/pool/main/u/ubuntu-keyring/ubuntu-keyring_2023.11.28.1-0.2_all.deb",
        "b2e7ed48431bf9e7978ae810bbdaf253093570d6e3f864e575b7c13554b81174")
ROOTS = "build/newcomer"
SECONDS = 900
# Packages that were fetched once are kept beside the roots: what is tried is the install, not the mirror.
APT = "apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "

# name: (what of the release it needs, shell as root, shell as user, what stands before each command).
INSTALLS = {
    "tarball": ("layout-observer-*-linux-x86_64.tar.gz", "", "tar xzf layout-observer-*.tar.gz", "PATH=$(echo $HOME/layout-observer-*/bin):$PATH"),
    "deb": ("layout-observer_*_amd64.deb", "apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq ./layout-observer_*.deb", "", ""),
    "npm": ("layout-observer*[0-9].tgz", APT + "npm", "npm install --no-audit --no-fund layout-observer", "PATH=$HOME/node_modules/.bin:$PATH"),
    "wheel": ("*x86_64.whl", APT + "python3-venv", "python3 -m venv env && env/bin/pip install --no-index ./*.whl", "PATH=$HOME/env/bin:$PATH"),
    "source": ("layout-observer-[0-9].[0-9].[0-9].tar.gz", APT + "make && tar xzf layout-observer-*.tar.gz && cd layout-observer-* && make -j2 all && make install",
               "", ""),
}
RULES = '{"rule_deck": "1.0", "name": "ci", "rules": [{"id": "GAP", "type": "space", "layer": "1/0", "min_um": %s}]}'
ASKED = (
    {"jsonrpc": "2.0", "id": 1, "method": "initialize",
     "params": {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "newcomer", "version": "1"}}},
    {"jsonrpc": "2.0", "method": "notifications/initialized"},
    {"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {"name": "open_layout", "arguments": {"path": "/srv/me/chip.gds"}}},
)
# step, command, exit status, a word of what it prints.
STEPS = (
    ("version", "layout-observer --version", 0, "layout-observer 0"),
    ("doctor", "layout-observer doctor --root $HOME", 0, "settings  valid"),
    ("answer", "layout-observer list_layers chip.gds --pretty", 0, '"layer_count": 3'),
    ("picture", "layout-observer render chip.gds --annotate scale_bar,legend,ports -o chip.png && head -c 4 chip.png | tail -c 3 && wc -c <chip.png", 0, "PNG"),
    ("clean", "layout-observer drc chip.gds --deck loose.json", 0, "0 violations"),
    ("violations", "layout-observer drc chip.gds --deck tight.json", 1, "19 violations"),
    ("no deck", "layout-observer drc chip.gds --deck none.json", 2, "does not exist"),
    ("agent", "layout-observer serve --root $HOME <asked.jsonl", 0, '"session_id":"ses_'),
)
PYTHON = ("python", "env/bin/python3 -c \"import layout_observer as lob; chip = lob.open('chip.gds'); print(chip.gap(*chip.shapes((0, -5, 44, 5), ['1/0'])))\"", 0, "0.2")


def serve_npm(tarballs):
    """A registry of these packages on loopback; its address."""
    for path in tarballs:
        with tarfile.open(path) as tar, open(path, "rb") as file:
            manifest = json.load(tar.extractfile("package/package.json"))
            Registry.tarballs[manifest["name"]] = manifest, file.read()
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Registry)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return "http://127.0.0.1:%d/" % server.server_port


def ubuntu_keys():
    """Ubuntu's keys as a file, of a package that is checked by its sum."""
    folder = os.path.join(ROOTS, "keys")
    kept = os.path.join(folder, "usr/share/keyrings/ubuntu-archive-keyring.gpg")
    if not os.path.exists(kept):
        with urllib.request.urlopen(KEYS[0], timeout=60) as answer:
            package = answer.read()
        if hashlib.sha256(package).hexdigest() != KEYS[1]:
            raise OSError("the package of Ubuntu's keys is not the one known")
        os.makedirs(folder, exist_ok=True)
        with tempfile.NamedTemporaryFile(suffix=".deb") as file:
            file.write(package)
            file.flush()
            subprocess.run(["dpkg-deb", "--extract", file.name, folder], check=True)
    return kept


def make_root(suite, path):
    """A bare root as an archive: why it cannot be had, or nothing."""
    words = ["mmdebstrap", "--variant=apt", "--mode=root"]
    try:
        if SUITES[suite] == UBUNTU:
            words += ["--keyring=" + ubuntu_keys(), "--components=main universe"]
    except OSError as why:
        return str(why)
    made = subprocess.run(words + [suite, path, SUITES[suite]],
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=SECONDS)
    return made.stdout.strip().split("\n")[-1] if made.returncode != 0 else ""


class Trial(Tally):
    def __init__(self, release, scratch):
        super().__init__()
        self.release, self.scratch, self.debs = release, scratch, ""
        self.registry = serve_npm(glob.glob(os.path.join(release, "*.tgz")))

    def within(self, root, user, words):
        """Shell in the root, with /proc and /dev of its own: (exit status, what it prints, seconds)."""
        enter = 'mount -t proc proc "$0/proc" && mount --rbind /dev "$0/dev" && mount --bind "$2" "$0/var/cache/apt/archives" && ' \
                'exec chroot "$0" /usr/bin/env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 ' \
                'npm_config_registry=%s HOME=%s %s sh -c "$1"' % ((self.registry,) + (
                    ("/srv/me", "setpriv --reuid=1000 --regid=1000 --clear-groups") if user else ("/root", "")))
        began = time.monotonic()
        done = subprocess.run(["unshare", "--mount", "--pid", "--fork", "--kill-child", "sh", "-c", enter, root, "cd /srv/me; " + words, self.debs],
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace", timeout=SECONDS)
        return done.returncode, done.stdout, time.monotonic() - began

    def step(self, place, root, user, step, times):
        name, words, wanted, word = step
        status, said, seconds = self.within(root, user, words)
        times.append("%s %.1f" % (name, seconds))
        if status == wanted and word in said:
            self.fine()
            return True
        self.wrong(place, "%s: status %d, not %d, or no %r in what it prints" % (name, status, wanted, word), said.split("\n")[-20:])
        return False

    def root(self, suite):
        """The archive of a bare root, made when it is not there; None when it cannot be had."""
        kept = os.path.join(ROOTS, suite + ".tar")
        self.debs = os.path.abspath(os.path.join(ROOTS, suite + ".debs"))
        os.makedirs(os.path.join(self.debs, "partial"), exist_ok=True)
        part = kept[:-4] + ".part.tar"  # the ending says what it writes
        if not os.path.exists(kept):
            why = make_root(suite, part)
            if why:
                self.skip(suite, "no root to be had: " + why)
                return None
            os.rename(part, kept)
        return kept

    def furnish(self, root, archive, files):
        """An ordinary user's folder with the package, a layout, two decks and an agent's questions; names are looked up as here."""
        os.makedirs(root)
        subprocess.run(["tar", "xf", os.path.abspath(archive), "-C", root], check=True)
        home = os.path.join(root, "srv/me")
        os.makedirs(home)
        for file in files:
            shutil.copy(file, home)
        shutil.copy("fixtures/coupler.gds", os.path.join(home, "chip.gds"))
        for name, text in (("loose.json", RULES % 0.15), ("tight.json", RULES % 0.25), ("asked.jsonl", "".join(json.dumps(line) + "\n" for line in ASKED))):
            with open(os.path.join(home, name), "w", encoding="ascii") as file:
                file.write(text)
        shutil.copy("/etc/resolv.conf", os.path.join(root, "etc/resolv.conf"))
        shutil.copy("/etc/hosts", os.path.join(root, "etc/hosts"))
        for path in [home] + glob.glob(home + "/*"):
            os.chown(path, 1000, 1000)

    def trial(self, suite, archive, name):
        place = "%s, %s" % (suite, name)
        pattern, as_root, as_user, before = INSTALLS[name]
        files = glob.glob(os.path.join(self.release, pattern))
        if not files:
            self.skip(place, "the release has no " + pattern)
            return
        root, times = os.path.join(self.scratch, "%s-%s" % (suite, name)), []
        self.furnish(root, archive, files)
        done = all(self.step(place, root, user, (what, words, 0, ""), times)
                   for what, user, words in (("packages", False, as_root), ("install", True, as_user)) if words)
        if done:
            with_path = "export %s; " % before if before else ""
            for what, words, status, word in STEPS + ((PYTHON,) if name == "wheel" else ()):
                self.step(place, root, True, (what, with_path + words, status, word), times)
        print("  %-18s %s" % (place, ", ".join(times)), flush=True)
        shutil.rmtree(root)


def main(release, suites):
    if os.geteuid() != 0 or not shutil.which("mmdebstrap"):
        print("  SKIPPED newcomer: needs root and mmdebstrap\n0 passed, 0 failed, 1 skipped")
        return 0
    with tempfile.TemporaryDirectory() as scratch:
        trial = Trial(release, scratch)
        for suite, _, only in (word.partition(":") for word in suites):
            archive = trial.root(suite)
            for name in ([only] if only else INSTALLS) if archive else ():
                trial.trial(suite, archive, name)
    print("%d passed, %d failed, %d skipped" % (trial.passed, trial.failed, trial.skipped))
    return 1 if trial.failed else 0


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1], sys.argv[2:] or SUITES))
