#!/bin/sh
# MC/DC of the layers whose unit tests `make mcdc` has built with clang-19: mcdc.sh BUILD_DIR check|raise LAYER...
# Each condition of a decision must have been seen to turn the decision by itself. tests/mcdc.floor holds the least share of
# conditions, file by file, in whole per cent; it only rises (raise: to what was measured).
# Files without a decision of two conditions are left out.
set -u
build=$1
action=$2
shift 2
for program in llvm-profdata-19 llvm-cov-19; do
    command -v "$program" >/dev/null 2>&1 || { echo "mcdc: SKIPPED: no $program"; echo "0 passed, 0 failed, 1 skipped"; exit 0; }
done
report=$build/mcdc
rm -rf "$report"
mkdir -p "$report"
programs=
for layer in "$@"; do
    programs="$programs $(find "$build/tests/unit/$layer" -type f -name 'test_*' -perm -u+x | sort)"
done
# One profile a process; merged as they are many.
export LLVM_PROFILE_FILE="$PWD/$report/%p_%m.profraw"
# shellcheck disable=SC2086
LOB_TEST_QUICK=1 tools/unit.sh "$build" "" $programs >"$report/unit.log" 2>&1 || grep -E 'FAIL|failed' "$report/unit.log"
unset LLVM_PROFILE_FILE
find "$report" -name '*.profraw' >"$report/profiles.txt"
llvm-profdata-19 merge --sparse --failure-mode=all -f "$report/profiles.txt" -o "$report/all.profdata" || exit 1
find "$report" -name '*.profraw' -delete
objects=
first=
for program in $programs; do
    if [ -z "$first" ]; then first=$program; else objects="$objects --object $program"; fi
done
sources=
for layer in "$@"; do sources="$sources $(find "src/$layer" -name '*.c' | sort)"; done
# shellcheck disable=SC2086
llvm-cov-19 report --show-mcdc-summary --show-region-summary=false --instr-profile "$report/all.profdata" "$first" $objects \
    --sources $sources >"$report/report.txt" 2>"$report/llvm-cov.log" || { tail -n 5 "$report/llvm-cov.log"; exit 1; }
# The last three columns: conditions, those missed, per cent. llvm-cov leaves out the folder that all have in common, src.
awk '/^[a-z].*\.c / && $(NF - 2) > 0 {printf "%d %d src/%s\n", $(NF - 2) - $(NF - 1), $(NF - 2), $1}' "$report/report.txt" >"$report/files.txt"
awk '{split($3, at, "/"); layer = at[2]; met[layer] += $1; all[layer] += $2; a += $1; b += $2}
    END {for (l in all) printf "  %-5s %5d of %5d conditions, %.1f %%\n", l, met[l], all[l], 100 * met[l] / all[l]
        printf "  all   %5d of %5d conditions, %.1f %%\n", a, b, b ? 100 * a / b : 0}' "$report/files.txt" | sort
if [ "$action" = raise ]; then
    grep '^#' tests/mcdc.floor >"$report/floor"
    awk 'FNR == NR {if (!/^#/) floor[$2] = $1; next}
        {got = int(100 * $1 / $2); if (got > ($3 in floor ? floor[$3] + 0 : 74)) floor[$3] = got}
        END {for (f in floor) print floor[f], f}' tests/mcdc.floor "$report/files.txt" | sort -k 2 >>"$report/floor"
    cp "$report/floor" tests/mcdc.floor
fi
awk 'FNR == NR {if (!/^#/) floor[$2] = $1; next}
    {got = int(100 * $1 / $2); least = $3 in floor ? floor[$3] + 0 : 75
     if (got < least) {failed++; printf "  FAIL %s: MC/DC %d %%, the floor is %d %%\n", $3, got, least} else passed++
     if ($3 in floor && got > least + 1) above++}
    END {if (above) printf "  %d files are above their floor: make mcdc-raise\n", above
        printf "%d passed, %d failed, 0 skipped\n", passed, failed; exit failed > 0}' tests/mcdc.floor "$report/files.txt"
