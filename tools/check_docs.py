"""Runs every command of README.md and docs, and follows every link in them: check_docs.py BUILD_DIR.

A fenced block of ```sh is a script that must end with status 0; one of ```console shows commands after "$ " and what they print
(standard output, then standard error), where "..." stands for what varies: within a line, or as a line of its own for any lines.
Blocks of a page run in order in one scratch folder, with the built programs first in PATH; it holds a copy of fixtures/, and
chip.gds, old.gds, new.gds and ota.sp. A block of ```json must be JSON. A line `<!-- not run: REASON -->` before a block keeps it from being
run: it is listed and counted as skipped; `<!-- run as: COMMAND -->` runs that in place of the first command shown. A command in any other block (indented, or ```text that begins like one) is a failure, so
that none is passed by; synopses stand in ```text behind such a line.
Links: files and anchors within the checkout exist. Last line: "N passed, N failed, N skipped".
"""
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile

SECONDS = 30  # a block
PROGRAMS = r"(layout-observer|conformance|make|mpirun|klayout|cc|gcc|pkg-config)"
LOOKS_RUN = re.compile(r"^(\$ |" + PROGRAMS + r" )")
SAMPLES = {"chip.gds": "coupler.gds", "old.gds": "drc_known.gds", "new.gds": "rules.gds",
           "ota.sp": "design/circuits/ota_5t.sp"}
# Layouts of others, for pages that say `<!-- needs NAME -->`: read where they are, and never part of this repository.
CORPUS = os.environ.get("CORPUS") or "../shared/corpus"
CHIPS = {"rings.oas": "openebl_2024_10/EBeam_LukasChrostowski_rings.oas"}


class Tally:
    def __init__(self):
        self.passed = self.failed = self.skipped = 0

    def fine(self):
        self.passed += 1

    def wrong(self, place, what, lines=()):
        self.failed += 1
        print("  FAIL %s: %s" % (place, what))
        for line in list(lines)[:30]:
            print("       " + line)

    def skip(self, place, why):
        self.skipped += 1
        print("  SKIPPED %s: %s" % (place, why))


class Block:
    def __init__(self, line, kind, told):
        """told: what stands before it, ("not run", reason), ("run as", command) or None."""
        self.line, self.kind, self.lines = line, kind, []
        self.reason = told[1] if told and told[0] == "not run" else None
        self.stand_in = told[1] if told and told[0] == "run as" else None


def blocks_of(text):
    """Fenced and indented blocks, in order."""
    blocks, block, fence, told = [], None, None, None
    before = ""
    for number, line in enumerate(text.split("\n"), 1):
        mark = re.match(r"^(```+)(\w*)\s*$", line)
        if fence:
            if mark and mark.group(1) == fence and not mark.group(2):
                fence = block = None
            else:
                block.lines.append(line)
        elif mark:
            block, fence = Block(number, mark.group(2) or "text", told), mark.group(1)
            blocks.append(block)
            told = None
        elif line.startswith("    ") and (block or before == ""):
            if not block:
                block = Block(number, "indented", told)
                blocks.append(block)
                told = None
            block.lines.append(line[4:])
        elif line.strip():
            block = None
            mark = re.match(r"^<!-- (not run|run as): (.+) -->$", line.strip())
            told = mark.groups() if mark else None
        before = line.strip()
    return blocks


def pattern(lines):
    """What a console block shows, as a regular expression over all that was printed."""
    parts = []
    for line in lines:
        parts.append(r"(?:.*\n)*?" if line.strip() == "..." else
                     ".*?".join(re.escape(piece) for piece in line.rstrip().split("...")) + r"[ ]*\n")
    return re.compile("".join(parts) + r"\Z")


def run(script, folder, environment):
    """Status (None: too long) and output. What is left of the block is ended with it."""
    child = subprocess.Popen(["sh", "-eu", "-c", script], cwd=folder, env=environment, stdin=subprocess.DEVNULL,
                             stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True)
    try:
        out = child.communicate(timeout=SECONDS)[0]
        status = child.returncode
    except subprocess.TimeoutExpired:
        status = None
    try:
        os.killpg(child.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass
    if status is None:
        out = child.communicate()[0]
    return status, out.decode("utf-8", "replace")


def commands_of(block):
    """(script, shown lines) of each command of a console block; lines indented by two go on with it."""
    commands = []
    for line in block.lines:
        if line.startswith("$ "):
            commands.append([line[2:], []])
        elif commands and line.startswith("  ") and not commands[-1][1]:
            commands[-1][0] += "\n" + line[2:]
        elif commands:
            commands[-1][1].append(line)
    if block.stand_in:
        commands[0][0] = block.stand_in
    return commands


def run_block(tally, place, block, folder, environment):
    if block.kind == "sh":
        status, out = run("\n".join(block.lines), folder, environment)
        if status != 0:
            tally.wrong(place, "ends with status %s" % status, out.split("\n"))
        else:
            tally.fine()
        return
    for script, shown in commands_of(block):
        status, out = run(script, folder, environment)
        while shown and not shown[-1].strip():
            shown.pop()
        out = "".join(line.rstrip() + "\n" for line in out.rstrip("\n").split("\n")) if out.strip() else ""
        if status != 0:
            tally.wrong(place, "`%s` ends with status %s" % (script, status), out.split("\n"))
        elif not pattern(shown).match(out):
            tally.wrong(place, "`%s` prints something else:" % script, out.split("\n"))
        else:
            tally.fine()


def check_block(tally, place, block, folder, environment):
    if block.kind in ("sh", "console"):
        if block.reason:
            tally.skip(place, block.reason)
        else:
            run_block(tally, place, block, folder, environment)
    elif block.kind == "json":
        try:
            json.loads("\n".join(block.lines))
            tally.fine()
        except ValueError as fault:
            tally.wrong(place, "is no JSON: %s" % fault)
    elif any(LOOKS_RUN.match(line) for line in block.lines):
        if block.reason:
            tally.skip(place, block.reason)
        else:
            tally.wrong(place, "a command that nobody runs: make the block ```sh or ```console, or say why not before it")


def prepare(build):
    folder = tempfile.mkdtemp(prefix="check_docs")
    shutil.copytree("fixtures", os.path.join(folder, "fixtures"))
    for name, source in SAMPLES.items():
        shutil.copy(os.path.join("fixtures", source), os.path.join(folder, name))
    for name, source in CHIPS.items():
        if os.path.exists(os.path.join(CORPUS, source)):
            shutil.copy(os.path.join(CORPUS, source), os.path.join(folder, name))
            os.chmod(os.path.join(folder, name), 0o644)
    kept = {name: value for name, value in os.environ.items()
            if not name.startswith(("KLAYOUT", "LLM_", "PROXY_", "MAKE", "MFLAGS"))}
    kept.update(PATH=os.path.abspath(build) + ":" + kept.get("PATH", "/usr/bin:/bin"), HOME=folder, LC_ALL="C.UTF-8", TZ="UTC",
                EXAMPLES=os.path.abspath("examples"), KLAYOUT_MCP_ARTIFACT_ROOT=os.path.join(folder, ".artifacts"), QT_QPA_PLATFORM="offscreen",
                PKG_CONFIG_PATH=os.path.abspath(os.path.join(build, "stage/lib/pkgconfig")), XDG_CACHE_HOME=folder)
    return folder, kept


# ---- links ----

def without_code(text):
    text = re.sub(r"(?ms)^```.*?^```", "", text)
    text = re.sub(r"(?m)^    .*$", "", text)
    return re.sub(r"`[^`\n]*`", "", text)


def anchors_of(path):
    with open(path, encoding="utf-8") as file:
        text = re.sub(r"(?ms)^```.*?^```", "", file.read())
    anchors = {}
    for title in re.findall(r"(?m)^#+ +(.*?) *#*$", text):
        title = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", title)
        slug = re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-")
        count = anchors.get(slug, -1) + 1
        anchors[slug] = count
        if count:
            anchors["%s-%d" % (slug, count)] = 0
    return anchors


def check_links(tally, path, text):
    for target in re.findall(r"\]\(([^)\s]+)\)", without_code(text)):
        if re.match(r"^[a-z]+:", target):
            continue
        name, _, anchor = target.partition("#")
        file = os.path.normpath(os.path.join(os.path.dirname(path), name)) if name else path
        if not os.path.exists(file):
            tally.wrong(path, "a link leads nowhere: %s" % target)
        elif anchor and anchor not in anchors_of(file):
            tally.wrong(path, "no such heading: %s" % target)
        else:
            tally.fine()


def check_tests(tally, path, text):
    """`tests/unit/LAYER/test_FILE.c: name, name` in a page: the file is there and has tests of these names."""
    for file, names in re.findall(r"`((?:tests|spec)/[^`: ]+)(?:: ([a-z0-9_, ]+))?`", text):
        known = ""
        if os.path.isfile(file):
            with open(file, encoding="utf-8") as source:
                known = source.read()
        if not os.path.exists(file):
            tally.wrong(path, "no such test: %s" % file)
            continue
        for name in names.split(", ") if names else []:
            if not re.search(r"\b%s\(void \*\*state" % name, known):
                tally.wrong(path, "no such test: %s in %s" % (name, file))
            else:
                tally.fine()


def check_performance(tally):
    """docs/PERFORMANCE.md is made of the text beside it (make performance); only its table is of a run."""
    with open("docs/performance.text.md", encoding="utf-8") as text, open("docs/PERFORMANCE.md", encoding="utf-8") as page:
        made = page.read()
        for part in text.read().split("<!-- figures -->\n"):
            if part in made:
                tally.fine()
            else:
                tally.wrong("docs/PERFORMANCE.md", "is not what `make performance` makes of docs/performance.text.md")


def check_skill(tally, path, text):
    """Hosts find a skill by its front matter: a name, which is that of its folder, and a description, each on a line of its own."""
    head = re.match(r"---\nname: (\S+)\ndescription: (?:>-\n((?:  \S.*\n)+)|(\S.*)\n)---\n", text)
    description = head and (head.group(2) or head.group(3))
    if not head or head.group(1) != os.path.basename(os.path.dirname(path)) or len(description) > 1024:
        tally.wrong(path, "does not begin with the front matter of a skill: lines of ---, name: FOLDER, description: TEXT, ---")
    else:
        tally.fine()


def main():
    tally = Tally()
    if not sys.argv[2:]:
        check_performance(tally)
    pages = ["README.md", "CONTRIBUTING.md", "SECURITY.md", "fixtures/README.md", "CHANGELOG.md",
             "skills/layout-observer/SKILL.md"]
    for folder, _, names in sorted(os.walk("docs")):
        pages += [os.path.join(folder, name) for name in sorted(names) if name.endswith(".md")]
    pages = [page for page in pages if not sys.argv[2:] or page in sys.argv[2:]]
    for page in pages:
        with open(page, encoding="utf-8") as file:
            text = file.read()
        check_links(tally, page, text)
        if page.endswith("/SKILL.md"):
            check_skill(tally, page, text)
        if page == "docs/SECURITY.md":
            check_tests(tally, page, text)
        blocks = [] if page == "docs/TOOLS.md" else blocks_of(text)
        lacked = [name for name in re.findall(r"<!-- needs (\S+) -->", text)
                  if not os.path.exists(os.path.join(CORPUS, CHIPS[name]))]
        if lacked:
            tally.skip(page, "%s is not there: %s" % (lacked[0], CHIPS[lacked[0]]))
            continue
        is_run = any(block.kind in ("sh", "console") and not block.reason for block in blocks)
        folder, environment = prepare(sys.argv[1]) if is_run else (None, None)
        for block in blocks:
            check_block(tally, "%s:%d" % (page, block.line), block, folder, environment)
        if is_run:
            shutil.rmtree(folder)
    print("%d passed, %d failed, %d skipped" % (tally.passed, tally.failed, tally.skipped))
    return 1 if tally.failed else 0


if __name__ == "__main__":
    sys.exit(main())
