#!/bin/sh
# Everything that gates a change, part by part; the last line is the total of all parts. Run by `make check`, which hands in
# $MAKE and $CORPUS. A part is a command whose last line reads "N passed, N failed[, N skipped]"; a command without such a
# line counts as one test. A part goes on when an earlier one failed, so that one run shows all there is to mend.
set -u
dir=build/check
rm -rf "$dir"
mkdir -p "$dir"
unset MAKEFLAGS MFLAGS MAKELEVEL MAKEOVERRIDES
began=$(date +%s)

part() {
    name=$1
    shift
    echo "== $name"
    started=$(date +%s)
    { "$@" 2>&1; echo "exit status $?"; } | tee "$dir/$name.log" |
        grep -v -E '^(exit status|[0-9]+ passed, [0-9]+ failed|  (CC|LD) |make\[[0-9]+\]: (Nothing|Entering|Leaving))' |
        grep -v -E " is up to date\.$"
    status=$(sed -n 's/^exit status //p' "$dir/$name.log" | tail -n 1)
    counts=$(grep -E '^[0-9]+ passed, [0-9]+ failed' "$dir/$name.log" |
        awk '{p += $1; f += $3; s += $5} END {if (NR) print p + 0, f + 0, s + 0}')
    if [ -z "$counts" ]; then counts=$([ "$status" -eq 0 ] && echo 1 0 0 || echo 0 1 0); fi
    if [ "$status" -ne 0 ]; then
        case $counts in *" 0 "*) counts="${counts%% *} 1 ${counts##* }" ;; esac
    fi
    echo "$name $counts $(($(date +%s) - started))" >>"$dir/tally"
    echo "$counts" | awk -v name="$name" -v time=$(($(date +%s) - started)) \
        '{printf "   %s: %d passed, %d failed, %d skipped (%d s)\n", name, $1, $2, $3, time}'
}

# $MAKE holds the program and its options.
# shellcheck disable=SC2086
run() { part "$1" $MAKE $2; }

part build $MAKE build-all MODE=release B=build/release
run lint lint
run format format-check
run generated check-gen
run fixtures check-fixtures
run bad check-bad
run fault check-fault
run unit unit
run snapshots snapshots
run klayout check-klayout
run jail check-jail
run asan asan
run fuzz-replay fuzz-replay
run valgrind valgrind
run coverage coverage
run clients check-clients
run clang check-clang

echo "== all parts, $(($(date +%s) - began)) s"
awk '$3 > 0 {printf "   failed: %s (%d)\n", $1, $3} $4 > 0 {printf "   skipped: %s (%d)\n", $1, $4}' "$dir/tally"
awk '{p += $2; f += $3; s += $4} END {printf "%d passed, %d failed, %d skipped\n", p, f, s; exit f > 0}' "$dir/tally"
