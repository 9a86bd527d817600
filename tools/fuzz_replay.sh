#!/bin/sh
# Every stored input of tests/fuzz against its target: fuzz_replay.sh FOLDER_OF_PROGRAMS TARGET... Those of both readers are
# rw's as well. Ends with the totals.
set -u
programs=$1
shift
counts=$(mktemp)
trap 'rm -f "$counts"' EXIT
for target in "$@"; do
    others=
    [ "$target" != rw ] || others="tests/fuzz/corpus/gds tests/fuzz/corpus/oas tests/fuzz/regress/gds tests/fuzz/regress/oas"
    # shellcheck disable=SC2086
    line=$("$programs/replay_$target" "tests/fuzz/corpus/$target" "tests/fuzz/regress/$target" $others | tail -n 1)
    echo "  $target: ${line:-nothing ran}"
    echo "${line:-0 passed, 1 failed, 0 skipped}" >>"$counts"
done
awk '{p += $1; f += $3; s += $5} END {printf "%d passed, %d failed, %d skipped\n", p, f, s; exit f > 0}' "$counts"
