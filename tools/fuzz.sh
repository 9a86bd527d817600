#!/bin/sh
# Runs libFuzzer on each target for $TIME seconds, one after the other; called by `make fuzz` with $TARGETS (all),
# $TARGET (only this one, if set) and $MAKE. What is found new stays in build/fuzz/found/TARGET and is the start of the
# next run; a crash goes to tests/fuzz/regress/TARGET, where fuzz-replay keeps it. Ends with the totals.
set -u
if ! command -v clang >/dev/null || ! echo 'int LLVMFuzzerTestOneInput(const char *d, unsigned long n) {return !d && n;}' |
    clang -x c -fsanitize=fuzzer -o /dev/null - 2>/dev/null; then
    echo "fuzz: SKIPPED: no clang with libFuzzer"
    echo "0 passed, 0 failed, 1 skipped"
    exit 0
fi
passed=0
failed=0
for target in ${TARGET:-$TARGETS}; do
    program=build/fuzz/fuzz_$target
    # $MAKE holds the program and its options.
    # shellcheck disable=SC2086
    $MAKE "$program" || exit 1
    found=build/fuzz/found/$target
    crashes=build/fuzz/crashes/$target
    log=build/fuzz/$target.log
    rm -rf "$crashes"
    mkdir -p "$found" "$crashes" "tests/fuzz/regress/$target"
    dict=tests/fuzz/$target.dict
    [ -f "$dict" ] || dict=tests/fuzz/json.dict
    nice -n 10 "$program" -dict="$dict" -max_len=8192 -timeout=10 -rss_limit_mb=1536 -max_total_time="$TIME" \
        -artifact_prefix="$crashes/" -print_final_stats=1 "$found" "tests/fuzz/corpus/$target" >"$log" 2>&1
    status=$?
    awk -v target="$target" '
        {for (i = 1; i < NF; i++) {if ($i == "cov:") cov = $(i + 1); if ($i == "ft:") ft = $(i + 1)}}
        $2 == "NEW" || $2 == "INITED" {for (i = 1; i < NF; i++) if ($i == "cov:" && $(i + 1) > edges) {edges = $(i + 1); last = $1}}
        /number_of_executed_units/ {runs = $2}
        /average_exec_per_sec/ {rate = $2}
        END {printf "  %s: %d executions (%d/s), %d edges (the last new one at run %s), %d features\n",
             target, runs, rate, cov, substr(last, 2), ft}' "$log"
    if [ "$status" -eq 0 ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        grep -m 5 -E '^ *#[0-9]+ .* in lob_|does not hold|ERROR: |SUMMARY: |runtime error' "$log"
        find "$crashes" -type f ! -name "slow-unit-*" -exec cp {} "tests/fuzz/regress/$target/" \;
        echo "  $target FAILED, see $log"
    fi
done
echo "$passed passed, $failed failed, 0 skipped"
[ "$failed" -eq 0 ]
