#!/bin/sh
# Static analysers over src and tools: static.sh quick|all [OBJECTS]. quick: cppcheck and gcc -fanalyzer; all: clang's analyser
# and clang-tidy (.clang-tidy) as well. OBJECTS is the folder where the build for valgrind has kept beside each object what gcc's
# analyser said of its source (X.found); what is not there is asked here. Each first has to find the faults of tests/static/*.fault that name it (the control);
# then every finding must be in tests/static/known.txt, with a reason. A finding is named by analyser, check, file and the
# text of the line, so that it does not move with the line numbers. Logs are in build/static.
set -u
form=${1:-all}
objects=${2:-/nowhere}
out=build/static
rm -rf "$out"
mkdir -p "$out"
export out objects
curl=$(pkg-config --cflags libcurl 2>/dev/null) && curl="$curl -DLOB_HAS_CURL"
flags="-std=c17 -D_GNU_SOURCE -I. -Isrc -Iinclude $curl $(pkg-config --cflags libxml-2.0 2>/dev/null)"
export flags curl
passed=0
failed=0
skipped=0
count() { # count NAME STATUS
    if [ "$2" -eq 0 ]; then passed=$((passed + 1)); else failed=$((failed + 1)) && echo "  FAIL $1"; fi
}

# One file by one analyser; each line of the answer is "file:line: check: message". A file that the analyser cannot read
# (a header is missing) is no file without findings: its check is "unread".
cat >"$out/one.sh" <<'END'
set -u
tool=$1
shift
unread() { grep -m 1 -E '(^|: )(fatal )?error: ' "$out/$tool.$$" | sed "s|^|$file:0: unread: |"; }
for file in "$@"; do
    case $tool in
    gcc) if [ -e "$objects/${file%.c}.found" ]; then cat "$objects/${file%.c}.found" >"$out/$tool.$$"
        else gcc $flags -x c -O2 -fanalyzer -fdiagnostics-plain-output -c -o /dev/null "$file" >"$out/$tool.$$" 2>&1; fi
        unread
        sed -n 's/^\([^ :]*\):\([0-9]*\):[0-9]*: warning: \(.*\) \[\(CWE-[0-9]*\] \[\)\{0,1\}-W\(analyzer-[a-z-]*\)\]$/\1:\2: \5: \3/p' "$out/$tool.$$"
        ;;
    clang) # src/base defines what tests/static/assume.h wraps, and tools ends the program when it fails
        case $file in
        src/base/* | tools/*) assume= ;;
        src/io/oas/stream.c) assume="-include tests/static/assume.h" ;;
        src/io/oas/*) assume="-DASSUME_OAS -include tests/static/assume.h" ;;
        *) assume="-include tests/static/assume.h" ;;
        esac
        clang $flags -x c --analyze $assume -Xclang -analyzer-checker=nullability,security.FloatLoopCounter \
            --analyzer-output text -fno-caret-diagnostics -o /dev/null "$file" >"$out/$tool.$$" 2>&1
        unread
        sed -n 's/^\([^ :]*\):\([0-9]*\):[0-9]*: warning: \(.*\) \[\([a-zA-Z.]*\)\]$/\1:\2: \4: \3/p' "$out/$tool.$$" ;;
    tidy) clang-tidy -quiet "$file" -- $flags -x c 2>/dev/null | sed "s|^$PWD/||" >"$out/$tool.$$"
        unread
        sed -n 's/^\([^ :]*\):\([0-9]*\):[0-9]*: warning: \(.*\) \[\([a-zA-Z0-9.,-]*\)\]$/\1:\2: \4: \3/p' "$out/$tool.$$" ;;
    cppcheck) cppcheck --std=c11 --language=c -q --enable=warning,portability -D__GNUC__=12 -D_GNU_SOURCE ${curl:+-DLOB_HAS_CURL} \
        -I. -Isrc -Iinclude \
        --suppress=missingInclude --suppress=missingIncludeSystem --suppress=normalCheckLevelMaxBranches \
        --template='{file}:{line}: {id}: {message}' "$file" 2>&1 ;;
    esac
    rm -f "$out/$tool.$$"
done
END
program() { case $1 in tidy) echo clang-tidy ;; *) echo "$1" ;; esac; }

tools="cppcheck gcc"
[ "$form" = quick ] || tools="cppcheck gcc tidy clang"
for tool in $tools; do
    if ! command -v "$(program "$tool")" >/dev/null 2>&1; then
        echo "  SKIPPED $tool: not installed"
        skipped=$((skipped + 1))
        continue
    fi
    # A fault's first line names the analysers that find it, and the check by which each does.
    missed=
    for fault in tests/static/*.fault; do
        check=$(sed -n "1s/.* $tool:\\([^ ]*\\).*/\\1/p" "$fault")
        [ -n "$check" ] || continue
        sh "$out/one.sh" "$tool" "$fault" | grep -q " $check: " || missed="$missed ${fault##*/}"
    done
    [ -z "$missed" ] || echo "  $tool does not find its control:$missed"
    count "control of $tool" "$([ -z "$missed" ]; echo $?)"

    times >"$out/times.before"
    find src tools -name '*.c' | sort | xargs -P "${JOBS:-2}" -n 8 sh "$out/one.sh" "$tool" | sort -u >"$out/$tool.all"
    times >"$out/times.after"
    spent=$(awk 'FNR == 2 {gsub(/[ms]/, " "); spent = $1 * 60 + $2 + $3 * 60 + $4 - spent} END {printf "%.0f", spent}' \
        "$out/times.before" "$out/times.after")
    grep -v '^[^:]*:0: unread: ' "$out/$tool.all" >"$out/$tool.txt"
    sed -n "s/^\([^:]*\):0: unread: /  SKIPPED $tool cannot read \1: /p" "$out/$tool.all" >"$out/$tool.unread"
    cat "$out/$tool.unread"
    skipped=$((skipped + $(wc -l <"$out/$tool.unread")))
    # "tool check file: text of the line", once each.
    awk -v tool="$tool" '{
        split($0, part, ":"); file = part[1]; check = part[3]; sub(/^ /, "", check); want = part[2] + 0; text = ""
        for (n = 1; n <= want && (getline line < file) > 0; n++) text = line
        close(file)
        gsub(/^[ \t]+|[ \t]+$/, "", text)
        print tool " " check " " file ": " text}' "$out/$tool.txt" | sort -u >"$out/$tool.found"
    grep "^$tool " tests/static/known.txt | sed 's/[[:space:]]*$//' | sort -u >"$out/$tool.known"
    comm -23 "$out/$tool.found" "$out/$tool.known" >"$out/$tool.new"
    comm -13 "$out/$tool.found" "$out/$tool.known" >"$out/$tool.stale"
    echo "  $tool: $(wc -l <"$out/$tool.found") findings, $(wc -l <"$out/$tool.new") that are not known; $spent s of the processor"
    sed 's/^/  new: /' "$out/$tool.new"
    sed 's/^/  no longer found, remove it from tests\/static\/known.txt: /' "$out/$tool.stale"
    count "$tool: new findings (build/static/$tool.txt has their messages)" "$([ ! -s "$out/$tool.new" ]; echo $?)"
    count "$tool: stale entries" "$([ ! -s "$out/$tool.stale" ]; echo $?)"
done
# Every entry stands below a reason: a comment line of its own.
unreasoned=$(awk '/^$/ {reason = 0} /^#/ {reason = 1} /^[a-z]/ && !reason {print "  no reason: " $0}' tests/static/known.txt)
[ -z "$unreasoned" ] || echo "$unreasoned"
count "reasons of tests/static/known.txt" "$([ -z "$unreasoned" ]; echo $?)"
echo "$passed passed, $failed failed, $skipped skipped"
[ "$failed" -eq 0 ]
