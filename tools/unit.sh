#!/bin/sh
# Runs unit test programs: unit.sh BUILD_DIR WRAPPER PROGRAM...
# One line a program, details only of what failed; ends with the totals. Two programs run beside each other, those of
# tests/slow.txt first, so that none of them runs alone at the end. The seconds are of processor time.
# THIN=FILE: programs that FILE names run their short form (tests/support/stride.h), with every failing allocation.
# A program that dies, runs no test or leaves with an error without naming a failed test counts as one failure.
set -u
build=$1
wrapper=$2
shift 2
logs=$build/test-logs$([ -z "$wrapper" ] || echo -wrapped)
rm -rf "$logs"
mkdir -p "$logs"
export wrapper logs build
slow=$(sed -e '/^#/d' -e 's/[[:space:]]*$//' tests/slow.txt 2>/dev/null)
# Each named program, those of the list in its order, then the rest: a name is "unit/LAYER/test_FILE" behind tests/.
printf '%s\n' "$@" | awk -v slow="$slow" '
    BEGIN {n = split(slow, name, "\n"); for (i = 1; i <= n; i++) rank[name[i]] = i}
    {at = $0; sub(/^.*\/tests\//, "", at); printf "%d %s\n", at in rank ? rank[at] : n + 1, $0}' |
    sort -s -n -k 1,1 | sed 's/^[0-9]* //' | xargs -P "${JOBS:-2}" -I{} sh -c '
    name=${1#"$build"/}
    name=${name#tests/unit/}
    log=$logs/$(echo "$name" | tr / .)
    if [ -n "${THIN:-}" ] && grep -qx "unit/$name" "$THIN"; then export LOB_TEST_QUICK=1 LOB_TEST_STRIDE=1; fi
    timeout "${TEST_TIMEOUT:-600}" $wrapper "$1" >"$log.log" 2>&1
    status=$?
    times >"$log.times"
    cpu=$(tr "ms" "  " <"$log.times" | awk "END {printf \"%.1f\", \$1 * 60 + \$2 + \$3 * 60 + \$4}")
    passed=$(grep -c "^\[       OK \]" "$log.log")
    failed=$(grep "^\[  FAILED  \] " "$log.log" | grep -vc "test(s)" )
    skipped=$(grep -c "^\[  SKIPPED \] [a-z_0-9]*$" "$log.log")
    # cmocka names a failed test twice: where it ran and in its summary.
    failed=$((failed / 2))
    if [ $status -ne 0 ] && [ "$failed" -eq 0 ]; then failed=1; fi
    if [ "$passed" -eq 0 ] && [ "$failed" -eq 0 ] && [ "$skipped" -eq 0 ]; then failed=1; fi
    if [ "$failed" -ne 0 ]; then
        { echo "  FAIL $name (exit $status), the end of its log:"; grep -v "^\[ RUN\|^\[       OK" "$log.log" | tail -n 40 | sed "s/^/       /"; } >"$log.show"
    else
        echo "  ok   $name: $passed tests, $cpu s" >"$log.show"
    fi
    cat "$log.show"
    echo "$passed $failed $skipped" >"$log.count"
    echo "$cpu $name" >"$log.cpu"
' run {}
cat "$logs"/*.cpu | sort -rn >"$logs/cpu.txt"
cat "$logs"/*.count | awk '{p += $1; f += $2; s += $3} END {printf "%d passed, %d failed, %d skipped\n", p, f, s; exit f > 0}'
