#!/bin/sh
# Runs unit test programs: unit.sh BUILD_DIR WRAPPER PROGRAM...; BUILD_DIR/tests/runner has to be there.
# One line a test file, details only of what failed; ends with the totals. JOBS of them (2) run beside each other, those of
# tests/slow.txt first, so that none of them runs alone at the end. The seconds are of processor time.
# A program unit_* holds many files; each runs in a process of its own all the same, but under WRAPPER, where they share one
# (tests/support/runner.c).
# THIN=FILE: test files that FILE names run their short form (tests/support/stride.h), with every failing allocation.
set -u
build=$1
wrapper=$2
shift 2
logs=$build/test-logs$([ -z "$wrapper" ] || echo -wrapped)
rm -rf "$logs"
mkdir -p "$logs"
[ -z "$wrapper" ] || wrapper="$wrapper --log-file=$logs/%p.valgrind"
slow=$(sed -e '/^#/d' -e 's/[[:space:]]*$//' tests/slow.txt 2>/dev/null)
thin=$([ -z "${THIN:-}" ] || grep -v '^#' "$THIN")

# "RANK THIN PROGRAM NAME" of each test: its place in the list of slow ones, whether its short form runs, who runs it.
for program in "$@"; do
    case $program in
    */tests/runner) ;;
    */tests/unit_*) "$program" --list | sed "s|^|$program |" ;;
    *) echo "$build/tests/runner $program" ;;
    esac
done | awk -v slow="$slow" -v thin="$thin" '
    BEGIN {n = split(slow, name, "\n"); for (i = 1; i <= n; i++) rank[name[i]] = i
           m = split(thin, name, "\n"); for (i = 1; i <= m; i++) short[name[i]] = 1}
    {at = $2; if (!sub(/^.*\/tests\//, "", at)) at = "unit/" at; print at in rank ? rank[at] : n + 1, at in short ? 1 : 0, $1, $2}' |
    sort -s -n -k 1,1 >"$logs/order"

cut -d ' ' -f 2,3 "$logs/order" | sort -u | while read -r short program; do
    names=$(awk -v short="$short" -v program="$program" '$2 == short && $3 == program {print $4}' "$logs/order")
    case $program in
    */tests/runner) under= inside=$wrapper together=no ;;
    *) under=$wrapper inside= together=$([ -z "$wrapper" ] && echo no || echo yes) ;;
    esac
    [ "$short" = 0 ] || export LOB_TEST_QUICK=1 LOB_TEST_STRIDE=1
    # shellcheck disable=SC2086
    $under "$program" --logs "$logs" --jobs "${JOBS:-2}" --wrapper "$inside" --together $together $names
    status=$? # 1: a test failed, and is counted
    [ "$status" -lt 2 ] ||
        { echo "  FAIL $program ended with $status"; echo "0 1 0" >"$logs/$(basename "$program").$short.count"; }
    [ "$short" = 0 ] || unset LOB_TEST_QUICK LOB_TEST_STRIDE
done
find "$logs" -name '*.valgrind' -empty -delete # of processes that tests start
cat "$logs"/*.cpu | sort -rn >"$logs/cpu.txt"
cat "$logs"/*.count | awk '{p += $1; f += $2; s += $3} END {printf "%d passed, %d failed, %d skipped\n", p, f, s; exit f > 0 || !p}'
