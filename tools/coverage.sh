#!/bin/sh
# Lines and branches that the unit tests, the snapshot cases and the demonstration reach: coverage.sh BUILD_DIR check PROGRAM... or raise.
# Product (src, tools) and generated code (gen) apart; fails under the floors of tests/coverage.floor (all) and
# tests/coverage.files (each file), which only rise; raise: the floors of files to what the last run measured, running nothing.
# Then every branch of the files of tests/coverage.whole (tools/branches.sh).
# Programs of tests/coverage.thin run their short form, with which every file stays above its floor.
# PAGES=0 leaves the pages out. Left out: tools/bench, bench_litho and soak/main.c (they measure), asserts (their other side is a crash).
set -u
build=$1
action=${2:-check}
report=$build/coverage
floors=tests/coverage.files

# A floor lies 2 per cent of lines and 3 of branches below the figure, so that what hangs on timing or on the machine does not
# cross it. A file without a floor has to reach 90 and 75; while the list is empty each gets what it has.
if [ "$action" = raise ]; then
    [ -f "$report/files.txt" ] || { echo "coverage: nothing was measured (make coverage)" >&2; exit 1; }
    { grep '^#' "$floors"
      awk 'FNR == NR {if (!/^#/ && NF == 3) {line[$3] = $1; branch[$3] = $2; known++} next}
        {here[$3] = 1; is_new = !($3 in line)
         if (is_new && known && ($1 < 90 || $2 < 75)) {print "not listed, below 90 and 75: " $3 >"/dev/stderr"; next}
         low = $1 > 2 ? int($1) - 2 : 0; if (is_new || low > line[$3] + 0) line[$3] = low
         low = $2 > 3 ? int($2) - 3 : 0; if (is_new || low > branch[$3] + 0) branch[$3] = low}
        END {for (f in line) if (f in here) printf "%3d %3d  %s\n", line[f], branch[f], f}' "$floors" "$report/files.txt" | sort -k 3
    } >"$report/floors" && cp "$report/floors" "$floors"
    exit
fi
shift 2
find "$build" -name '*.gcda' -delete
mkdir -p "$report"
THIN=tests/coverage.thin tools/unit.sh "$build" "" "$@" >"$report/unit.log" 2>&1 ||
    { grep FAIL "$report/unit.log"; tail -n 1 "$report/unit.log"; }
"$build/snapshot" --cases snapshots --fixtures fixtures --plan snapshots/sweep.json -- "$build/layout-observer" >"$report/snapshot.log" 2>&1
"$build/lint" . >"$report/lint.log" 2>&1
"$build/schemac" --check --spec spec --out gen --src src --docs docs/TOOLS.md >"$report/schemac.log" 2>&1
"$build/fixturec" --check fixtures >"$report/fixturec.log" 2>&1
{ "$build/badc" --check fixtures/bad; "$build/badc" --run fixtures/bad "$build/layout-observer"
  "$build/badc" --bombs "$build/layout-observer" 2; } >"$report/badc.log" 2>&1
"$build/demo" "$build/layout-observer" "$(sed -n 's/^DEMO_LAYOUT := //p' Makefile)" \
    "$(sed -n 's/^DEMO_COUPLER := //p' Makefile)" "$report/coupler.png" >"$report/demo.log" 2>&1
options="--quiet --rc lcov_branch_coverage=1 --rc geninfo_unexecuted_blocks=1"
# The objects of the tests are not asked: their own lines are left out below. Two halves, one a core.
capture() {
    name=$1
    shift
    # shellcheck disable=SC2086
    lcov $options --rc 'lcov_excl_br_line=assert\(|LCOV_EXCL_BR_LINE' --capture "$@" --no-external --base-directory . \
        --output-file "$report/$name.info" 2>"$report/$name.log" || { tail -n 5 "$report/$name.log"; rm -f "$report/$name.info"; }
}
first=
second=
for dir in "$build"/obj/src/* "$build/obj/tools" "$build/obj/gen"; do
    case ${dir##*/} in
    base | db | geom | io | json | klayout | markers | measure | query | session) first="$first --directory $dir" ;;
    *) second="$second --directory $dir" ;;
    esac
done
# shellcheck disable=SC2086
capture first $first &
# shellcheck disable=SC2086
capture second $second
wait
# shellcheck disable=SC2086
lcov $options --add-tracefile "$report/first.info" --add-tracefile "$report/second.info" --output-file "$report/all.info" || exit 1
# shellcheck disable=SC2086
lcov $options --extract "$report/all.info" "$PWD/src/*" "$PWD/tools/*" --output-file "$report/some.info"
# shellcheck disable=SC2086
lcov $options --remove "$report/some.info" "$PWD/tools/bench/*" "$PWD/tools/bench_litho/*" "$PWD/tools/soak/main.c" --output-file "$report/product.info"
# shellcheck disable=SC2086
lcov $options --extract "$report/all.info" "$PWD/gen/*" --output-file "$report/gen.info"
[ "${PAGES:-1}" = 0 ] || ! command -v genhtml >/dev/null 2>&1 || genhtml --quiet --branch-coverage --output-directory "$report/html" "$report/product.info"

figures() {
    awk -F: '/^LF:/ {lf += $2} /^LH:/ {lh += $2} /^BRF:/ {bf += $2} /^BRH:/ {bh += $2}
        END {printf "%.1f %.1f\n", lf ? 100 * lh / lf : 0, bf ? 100 * bh / bf : 0}' "$1"
}
awk -F: -v root="$PWD/" '/^SF:/ {file = $2; sub(root, "", file); lf = lh = bf = bh = 0} /^LF:/ {lf = $2} /^LH:/ {lh = $2} /^BRF:/ {bf = $2}
    /^BRH:/ {bh = $2} /^end_of_record/ {printf "%5.1f %5.1f  %s\n", lf ? 100 * lh / lf : 100, bf ? 100 * bh / bf : 100, file}' \
    "$report/product.info" | sort -n >"$report/files.txt"
echo "  lines branches of the files that are reached least:"
head -n 8 "$report/files.txt" | sed 's/^/  /'
product=$(figures "$report/product.info")
tools/branches.sh check "$report/product.info" >"$report/branches.txt"
echo "  generated code: $(figures "$report/gen.info" | sed 's/ / % of lines, /') % of branches"
echo "  src and tools:  $(echo "$product" | sed 's/ / % of lines, /') % of branches"
sed '$d' "$report/branches.txt"
awk -v product="$product" -v whole="$(tail -n 1 "$report/branches.txt")" '
    BEGIN {split(product, got, " "); split(whole, tally, " "); passed = tally[1] + 0; failed = whole ~ /passed/ ? tally[3] + 0 : 1}
    FILENAME ~ /coverage.floor$/ {
        if (/^lines/) {what = "lines"; is = got[1]} else if (/^branches/) {what = "branches"; is = got[2]} else next
        if (is + 0 >= $2 + 0) passed++; else {failed++; printf "  FAIL %s %.1f %%, the floor is %s %%\n", what, is, $2}
        next
    }
    FILENAME ~ /coverage.files$/ {if (!/^#/ && NF == 3) {line[$3] = $1; branch[$3] = $2} next}
    {
        l = $3 in line ? line[$3] + 0 : 90
        b = $3 in line ? branch[$3] + 0 : 75
        seen[$3] = 1
        if ($1 + 0 < l || $2 + 0 < b) {failed++; printf "  FAIL %s: %s %% of lines, %s %% of branches, its floor is %d and %d\n", $3, $1, $2, l, b}
        else passed++
        if (!($3 in line) || $1 > l + 4 || $2 > b + 5) above++
    }
    END {
        for (f in line) if (!(f in seen)) gone++
        if (above) printf "  %d files are well above their floor, or have none: make coverage-raise\n", above
        if (gone) printf "  %d files of the list are not there any more: make coverage-raise\n", gone
        printf "%d passed, %d failed, 0 skipped\n", passed, failed; exit failed > 0
    }' tests/coverage.floor "$floors" "$report/files.txt"
