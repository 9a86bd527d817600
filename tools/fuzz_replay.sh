#!/bin/sh
# Every stored input of tests/fuzz against its target: fuzz_replay.sh FOLDER_OF_PROGRAMS TARGET... Ends with the totals.
set -u
programs=$1
shift
counts=$(mktemp)
trap 'rm -f "$counts"' EXIT
for target in "$@"; do
    line=$("$programs/replay_$target" "tests/fuzz/corpus/$target" "tests/fuzz/regress/$target" | tail -n 1)
    echo "  $target: ${line:-nothing ran}"
    echo "${line:-0 passed, 1 failed, 0 skipped}" >>"$counts"
done
awk '{p += $1; f += $3; s += $5} END {printf "%d passed, %d failed, %d skipped\n", p, f, s; exit f > 0}' "$counts"
