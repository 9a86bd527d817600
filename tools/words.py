"""Spelling and style of what people read: words.py [PAGE...].

Spelling: codespell over the tracked texts (tools/words/spelling.txt has words that are meant). Style: no page has a phrase of
tools/words/phrases.txt, or running text above 120 characters; code and tables are left alone, for a break would change them.
Titles and descriptions of spec/, and sentences of src/ that a program prints, have none of the phrases either.
Each phrase must find its own example first, so a pattern that finds nothing fails. Ends with "N passed, N failed, N skipped",
counting files.
"""
import json
import os
import re
import shutil
import subprocess
import sys

LINE_MAX = 120
# Scripts of src/script and of pages are code in strings.
SAID = re.compile(r"spec/(types|tools|limits|errors)[^.]*\.json$|src/(?!script/dsl|view/page|report/script).*\.c$")
DESCRIBING = {"description", "title", "summary", "meaning", "recovery", "hint"}
PHRASES = "tools/words/phrases.txt"
# Made by tools, or about misspelt words.
GENERATED = {"docs/TOOLS.md", "docs/PERFORMANCE.md"}
SPELLED = ("README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md", "Makefile", "action.yml", "docs/", "examples/",
           "include/", "mk/", "packaging/", "python/", "skills/", "spec/", "src/", "tools/")
NOT_SPELLED = ("spec/conformance/", "tools/words/", "docs/pictures/", "tools/font/")


def phrases():
    """(pattern, what to say) of each line, and the faults of the list itself."""
    found, faults = [], []
    with open(PHRASES, encoding="utf-8") as lines:
        for number, line in enumerate(lines, 1):
            if line.startswith("#") or not line.strip():
                continue
            parts = [part.strip() for part in line.rstrip("\n").rsplit(" | ", 2)]
            if len(parts) != 3:
                faults.append("%s:%d: PATTERN | SENTENCE | SAY is expected" % (PHRASES, number))
                continue
            pattern = re.compile(parts[0].replace(" ", r"\s+"), re.IGNORECASE)
            if not pattern.search(parts[1]):
                faults.append("%s:%d: the pattern does not find its own sentence" % (PHRASES, number))
            found.append((pattern, parts[2]))
    return found, faults


def blank(text, pattern):
    """The text with what matches blanked: places stay, so do line ends."""
    return re.sub(pattern, lambda match: re.sub(r"[^\n]", " ", match.group(0)), text)


def running_text(text):
    """A page without code, links' targets, comments and what belongs to tables' layout."""
    for pattern in (r"(?ms)^ *```.*?^ *```[^\n]*$", r"(?m)(?:^\n|\A)(?:    [^\n]*\n)+", r"(?s)<!--.*?-->", r"`[^`\n]*(?:\n[^`\n]+)?`",
                    r"\]\([^)]*\)"):
        text = blank(text, pattern)
    return text


def is_breakable(line):
    """Whether a break is possible before the limit: not in tables, or in a line that is one long word."""
    return not line.startswith(("|", "<!--")) and " " in line.strip()[:LINE_MAX].lstrip("-*>0123456789. ")


def check_page(path, rules):
    with open(path, encoding="utf-8") as file:
        text = file.read()
    prose = running_text(text)
    faults = []
    for pattern, say in rules:
        for match in pattern.finditer(prose):
            line = prose.count("\n", 0, match.start()) + 1
            faults.append("%s:%d: \"%s\": say: %s" % (path, line, " ".join(match.group(0).split()), say))
    for number, (line, kept) in enumerate(zip(text.split("\n"), prose.split("\n")), 1):
        if len(line) > LINE_MAX and kept.strip() and is_breakable(line) and not line.startswith("> "):
            faults.append("%s:%d: %d characters: break the line at 100" % (path, number, len(line)))
    return faults


def described(value):
    """Titles, descriptions and the like of a schema."""
    if isinstance(value, dict):
        for name, item in value.items():
            if isinstance(item, str) and name in DESCRIBING:
                yield item
            else:
                yield from described(item)
    elif isinstance(value, list):
        for item in value:
            yield from described(item)


def sentences(path, text):
    """What a schema describes, or the strings of a C file of at least four words, as they are joined."""
    if path.endswith(".json"):
        return list(described(json.loads(text)))
    text = re.sub(r"(?s)/\*.*?\*/", "", text)
    return [found for found in re.findall(r'"((?:[^"\\\n]|\\.)*)"', re.sub(r'"\s*\n\s*"', "", text)) if found.count(" ") >= 3]


def check_sentences(path, rules):
    with open(path, encoding="utf-8") as file:
        said = sentences(path, file.read())
    return ["%s: \"%s\" in \"%s\": say: %s" % (path, match.group(0), sentence[:80], say)
            for sentence in said for pattern, say in rules for match in pattern.finditer(sentence)]


def check_index(tracked):
    """Every page of docs is in the index, or a page of the same name is what it is made of."""
    with open("docs/README.md", encoding="utf-8") as file:
        listed = set(re.findall(r"\]\(([^)#]+)", file.read()))
    return ["docs/README.md: does not list " + path for path in tracked
            if path.startswith("docs/") and path.endswith(".md") and not path.endswith(".text.md") and path != "docs/README.md" and
            path[len("docs/"):] not in listed]


def check_spelling(files):
    """One line a misspelt word; None without codespell."""
    if not shutil.which("codespell"):
        return None
    done = subprocess.run(["codespell", "--ignore-words", "tools/words/spelling.txt"] + files, stdout=subprocess.PIPE,
                          stderr=subprocess.DEVNULL, universal_newlines=True, check=False)
    return done.stdout.splitlines()


def main():
    tracked = subprocess.run(["git", "ls-files"], stdout=subprocess.PIPE, universal_newlines=True, check=True).stdout.split("\n")
    tracked = [path for path in tracked if os.path.isfile(path)]
    pages = sys.argv[1:] or [path for path in tracked if path.endswith(".md") and path not in GENERATED and
                             not path.startswith(("tests/", "spec/"))]
    rules, faults = phrases()
    failed = len(faults)
    for page in pages:
        found = check_page(page, rules)
        failed += bool(found)
        faults += found
    texts = [] if sys.argv[1:] else [path for path in tracked if SAID.match(path)]
    for path in texts:
        found = check_sentences(path, rules)
        failed += bool(found)
        faults += found
    passed, skipped = len(pages) + len(texts) + 1 - failed, 0
    if not sys.argv[1:]:
        missing = check_index(tracked)
        failed += bool(missing)
        faults += missing
        files = [path for path in tracked if path.startswith(SPELLED) and not path.startswith(NOT_SPELLED) and
                 not path.endswith((".png", ".gds", ".oas", ".gz", ".rdb", ".1"))]
        wrong = check_spelling(files)
        if wrong is None:
            print("  SKIPPED spelling: no codespell")
            skipped = 1
        else:
            bad = {line.split(":")[0] for line in wrong}
            faults += wrong
            failed += len(bad)
            passed += len(files) - len(bad)
    for fault in faults:
        print("  FAIL " + fault)
    print("%d passed, %d failed, %d skipped" % (max(passed, 0), failed, skipped))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
