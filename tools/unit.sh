#!/bin/sh
# Runs unit test programs: unit.sh BUILD_DIR WRAPPER PROGRAM...
# One line a program, details only of what failed; ends with the totals. Two programs run beside each other.
# A program that dies, runs no test or leaves with an error without naming a failed test counts as one failure.
set -u
build=$1
wrapper=$2
shift 2
logs=$build/test-logs$([ -z "$wrapper" ] || echo -wrapped)
rm -rf "$logs"
mkdir -p "$logs"
export wrapper logs build
printf '%s\n' "$@" | xargs -P "${JOBS:-2}" -I{} sh -c '
    name=${1#"$build"/}
    name=${name#tests/unit/}
    log=$logs/$(echo "$name" | tr / .)
    started=$(date +%s)
    timeout "${TEST_TIMEOUT:-600}" $wrapper "$1" >"$log.log" 2>&1
    status=$?
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
        echo "  ok   $name: $passed tests, $(($(date +%s) - started)) s" >"$log.show"
    fi
    cat "$log.show"
    echo "$passed $failed $skipped" >"$log.count"
' run {}
cat "$logs"/*.count | awk '{p += $1; f += $2; s += $3} END {printf "%d passed, %d failed, %d skipped\n", p, f, s; exit f > 0}'
