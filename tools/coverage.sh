#!/bin/sh
# Lines and branches that the unit tests, the snapshot cases and the demonstration reach: coverage.sh BUILD_DIR (MODE=cov).
# Product (src, tools) and generated code (gen) apart; fails under the floor of tests/coverage.floor, which only rises.
# Left out: tools/bench (it measures), asserts (their other side is a crash).
set -u
build=$1
report=$build/coverage
find "$build" -name '*.gcda' -delete
mkdir -p "$report"
# shellcheck disable=SC2046
tools/unit.sh "$build" "" $(find "$build/tests" -type f -name 'test_*' -perm -u+x | sort) >"$report/unit.log" 2>&1 ||
    { grep FAIL "$report/unit.log"; tail -n 1 "$report/unit.log"; }
"$build/snapshot" --cases snapshots --fixtures fixtures -- "$build/layout-observer" >"$report/snapshot.log" 2>&1
"$build/lint" . >"$report/lint.log" 2>&1
"$build/schemac" --check --spec spec --out gen --docs docs/TOOLS.md >"$report/schemac.log" 2>&1
"$build/fixturec" --check fixtures >"$report/fixturec.log" 2>&1
{ "$build/badc" --check fixtures/bad; "$build/badc" --run fixtures/bad "$build/layout-observer"
  "$build/badc" --bombs "$build/layout-observer" 16; } >"$report/badc.log" 2>&1
"$build/demo" "$build/layout-observer" "$(sed -n 's/^DEMO_LAYOUT := //p' Makefile)" \
    "$(sed -n 's/^DEMO_COUPLER := //p' Makefile)" >"$report/demo.log" 2>&1
options="--quiet --rc lcov_branch_coverage=1 --rc geninfo_unexecuted_blocks=1"
# shellcheck disable=SC2086
lcov $options --rc 'lcov_excl_br_line=assert\(|LCOV_EXCL_BR_LINE' --capture --directory "$build/obj" --no-external \
    --base-directory . --output-file "$report/all.info" 2>"$report/lcov.log" || { tail -n 5 "$report/lcov.log"; exit 1; }
# shellcheck disable=SC2086
lcov $options --extract "$report/all.info" "$PWD/src/*" "$PWD/tools/*" --output-file "$report/some.info"
# shellcheck disable=SC2086
lcov $options --remove "$report/some.info" "$PWD/tools/bench/*" --output-file "$report/product.info"
# shellcheck disable=SC2086
lcov $options --extract "$report/all.info" "$PWD/gen/*" --output-file "$report/gen.info"
command -v genhtml >/dev/null 2>&1 && genhtml --quiet --branch-coverage --output-directory "$report/html" "$report/product.info"

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
echo "  generated code: $(figures "$report/gen.info" | sed 's/ / % of lines, /') % of branches"
echo "  src and tools:  $(echo "$product" | sed 's/ / % of lines, /') % of branches"
awk -v product="$product" '
    BEGIN {split(product, got, " "); passed = failed = 0}
    /^lines/ {what = "lines"; is = got[1]} /^branches/ {what = "branches"; is = got[2]}
    /^(lines|branches)/ {if (is + 0 >= $2 + 0) passed++; else {failed++; printf "  FAIL %s %.1f %%, the floor is %s %%\n", what, is, $2}}
    END {printf "%d passed, %d failed, 0 skipped\n", passed, failed; exit failed > 0}' tests/coverage.floor
