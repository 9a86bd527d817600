#!/bin/sh
# Files of which every branch must be taken.
#   branches.sh check INFO [FILE...]                   judges what lcov wrote to INFO
#   branches.sh run BUILD_DIR "FILE..." PROGRAM...     runs these test programs alone, then judges
# FILE is a file, a folder or a glob; without one those of tests/coverage.whole are meant. A branch that cannot be taken stands
# in tests/coverage.branches, "FILE: text of the line" below its reason, once for each branch of the line. An entry that is
# taken after all fails, and so does one of a file that tests/coverage.whole does not name.
# Lines with assert( have no branches here, as in tools/coverage.sh: their other side is a crash.
set -u
action=$1
known=tests/coverage.branches
if [ "$action" = run ]; then
    build=$2
    files=$3
    shift 3
    report=$build/branches
    rm -rf "$report"
    mkdir -p "$report"
    find "$build" -name '*.gcda' -delete
    # A failed test is told, and the branches are those of the others.
    tools/unit.sh "$build" "" "$@" >"$report/unit.log" 2>&1 || grep -A 12 FAIL "$report/unit.log"
    tail -n 1 "$report/unit.log" | sed 's/^/  tests: /'
    folders=$(for file in $files; do if [ -d "$file" ]; then find "$file" -type d; else dirname "$file"; fi; done | sort -u |
        while read -r dir; do [ ! -d "$build/obj/$dir" ] || echo "--directory $build/obj/$dir"; done)
    info=$report/some.info
    # shellcheck disable=SC2086
    lcov --quiet --rc lcov_branch_coverage=1 --rc geninfo_unexecuted_blocks=1 --rc 'lcov_excl_br_line=assert\(|LCOV_EXCL_BR_LINE' \
        --capture $folders --no-external --base-directory . --output-file "$info" 2>"$report/lcov.log" || { tail -n 5 "$report/lcov.log"; exit 1; }
else
    info=$2
    shift 2
    files=$*
    [ -f "$info" ] || { echo "branches: no $info (make coverage)" >&2; exit 1; }
fi
scope=some
if [ -z "$files" ]; then
    files=$(grep -v '^#' tests/coverage.whole)
    scope=whole
fi
expand() {
    for file in "$@"; do
        if [ -d "$file" ]; then find "$file" -name '*.[ch]'; elif [ -f "$file" ]; then echo "$file"; else echo "no file: $file"; fi
    done | sort -u
}
{
    # shellcheck disable=SC2046
    expand $(grep -v '^#' tests/coverage.whole) | sed 's/^/whole /'
    # shellcheck disable=SC2086
    expand $files | sed 's/^/file /'
    sed 's/^/known /' "$known"
    sed -n "s|^SF:$PWD/|source |p; s/^BRDA:/branch /p" "$info"
} | awk -v scope="$scope" '
    function text_of(file, line,    n) {
        if (file != opened) {
            if (opened != "") close(opened)
            for (n = 1; (getline texts[n] < file) > 0; n++) {}
            opened = file
        }
        n = texts[line]
        gsub(/^[ \t]+|[ \t]+$/, "", n)
        return n
    }
    {kind = $1; sub(/^[a-z]+ ?/, "")}
    kind == "whole" {whole[$0] = 1}
    kind == "file" {if (/^no file/) {failed++; print "  FAIL " $0} else wanted[$0] = 1}
    kind == "known" {
        if ($0 == "") reason = 0
        else if (/^#/) reason = 1
        else {
            sub(/[ \t]+$/, "")
            if (!reason) {failed++; print "  FAIL no reason above the entry: " $0}
            excused[$0]++
        }
    }
    kind == "source" {source = $0; seen[source] = 1}
    kind == "branch" && source in wanted {
        split($0, part, ",")
        all[source]++
        at = source SUBSEP part[1]
        if (!(at in of)) {lines[source] = lines[source] " " part[1]; of[at] = 0}
        of[at]++
        if (part[4] == "-" || part[4] == 0) missed[at] = missed[at] " " of[at]
    }
    END {
        for (file in wanted) order[++count] = file
        for (i = 2; i <= count; i++) for (j = i; j > 1 && order[j - 1] > order[j]; j--) {swap = order[j]; order[j] = order[j - 1]; order[j - 1] = swap}
        for (i = 1; i <= count; i++) {
            file = order[i]
            if (!(file in seen)) {
                if (file ~ /\.c$/) {failed++; print "  FAIL " file " was not measured"}
                continue
            }
            bad = 0
            n = split(lines[file], line, " ")
            for (j = 1; j <= n; j++) {
                at = file SUBSEP line[j]
                if (!(at in missed)) continue
                text = text_of(file, line[j])
                gaps = split(missed[at], gap, " ")
                left = ""
                for (k = 1; k <= gaps; k++) {
                    if (excused[file ": " text] > used[file ": " text]) {used[file ": " text]++; known_all++}
                    else {left = left (left == "" ? "" : ", ") gap[k]; bad++}
                }
                if (left != "") printf "  %s:%d: branch %s of %d not taken: %s\n", file, line[j], left, of[at], text
            }
            branches += all[file]
            bad_all += bad
            if (bad) {failed++; printf "  FAIL %s: %d of %d branches not taken\n", file, bad, all[file]} else passed++
        }
        for (entry in excused) {
            file = substr(entry, 1, index(entry, ": ") - 1)
            if (scope == "whole" && !(file in whole)) {failed++; print "  FAIL not a file of tests/coverage.whole: " entry}
            else if (file in wanted && file in seen && excused[entry] > used[entry]) {
                failed++
                printf "  FAIL taken after all, or not there any more, remove it from tests/coverage.branches (%d of %d): %s\n", excused[entry] - used[entry], excused[entry], entry
            }
        }
        printf "  branches of %d files: %d, of which %d not taken, %d more excused\n", count, branches, bad_all, known_all
        printf "%d passed, %d failed, 0 skipped\n", passed, failed
        exit failed > 0
    }'
