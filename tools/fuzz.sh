#!/bin/sh
# Runs each target for $TIME seconds, one after the other; called by `make fuzz` with $TARGETS (all), $TARGET (only this one, if
# set), $MAX (bytes of an input, 8192; fewer make more runs), $ENGINE (libfuzzer, or afl for AFL++) and $MAKE. What libFuzzer finds new stays in build/fuzz/found/TARGET and is the
# start of its next run, what AFL++ finds in build/afl/out; a crash goes to tests/fuzz/regress/TARGET, where fuzz-replay keeps
# it. A target is at a plateau when the second half of a run brought fewer than one edge in two hundred. Ends with the totals.
set -u
engine=${ENGINE:-libfuzzer}
skip() {
    echo "fuzz: SKIPPED: $1"
    echo "0 passed, 0 failed, 1 skipped"
    exit 0
}
case $engine in
libfuzzer)
    if ! command -v clang >/dev/null || ! echo 'int LLVMFuzzerTestOneInput(const char *d, unsigned long n) {return !d && n;}' |
        clang -x c -fsanitize=fuzzer -o /dev/null - 2>/dev/null; then
        skip "no clang with libFuzzer"
    fi
    ;;
afl)
    if ! command -v afl-fuzz >/dev/null || ! command -v afl-clang-fast >/dev/null; then
        skip "no AFL++ (afl-fuzz, afl-clang-fast)"
    fi
    ;;
*)
    echo "fuzz: ENGINE is libfuzzer or afl" >&2
    exit 2
    ;;
esac

# Stored inputs of a target; those of both readers are rw's as well.
stored() {
    echo "tests/fuzz/corpus/$1"
    [ "$1" != rw ] || echo tests/fuzz/corpus/gds tests/fuzz/corpus/oas
}

run_libfuzzer() {
    # The timeout is by the clock: at nice 10 on a busy machine an input of 1 s has taken 10. Where memory came from is told when a
    # crash is run again: walking the stack at each malloc, filling it and giving it back take longer than a small input does.
    # shellcheck disable=SC2046
    ASAN_OPTIONS=malloc_context_size=1:quarantine_size_mb=4:allocator_release_to_os_interval_ms=-1:max_malloc_fill_size=0 nice -n 10 "$program" -dict="$dict" -entropic=0 -max_len="${MAX:-8192}" -timeout=60 -rss_limit_mb=1536 -max_total_time="$TIME" \
        -artifact_prefix="$crashes/" -print_final_stats=1 "$found" $(stored "$target") >"$log" 2>&1
    status=$?
    awk -v target="$target" '
        {for (i = 1; i < NF; i++) {if ($i == "cov:") cov = $(i + 1); if ($i == "ft:") ft = $(i + 1)}}
        $2 == "NEW" || $2 == "INITED" {for (i = 1; i < NF; i++) if ($i == "cov:" && $(i + 1) > edges) {
            edges = $(i + 1); last = $1; at[++news] = substr($1, 2) + 0; reached[news] = edges}}
        /number_of_executed_units/ {runs = $2}
        /average_exec_per_sec/ {rate = $2}
        END {for (i = 1; i <= news && at[i] <= runs / 2; i++) half = reached[i]
             printf "  %s: %d executions (%d/s), %d edges (the last new one at run %s; %d in the second half: %s), %d features\n",
             target, runs, rate, cov, substr(last, 2), cov - half, (cov - half) * 200 < cov ? "a plateau" : "no plateau yet", ft}' "$log"
    return $status
}

# AFL++ tells a crash by a file; the status of afl-fuzz says whether it could run.
run_afl() {
    inputs=build/afl/in/$target
    out=build/afl/out/$target
    rm -rf "$inputs" "$out"
    mkdir -p "$inputs" build/afl/out
    for folder in $(stored "$target"); do
        find "$folder" -type f -size -16 -exec cp {} "$inputs/" \;
    done
    mutator=
    case $target in gds | oas | rw) mutator=$PWD/build/afl/mutator.so ;; esac
    AFL_SKIP_CPUFREQ=1 AFL_NO_UI=1 AFL_I_DONT_CARE_ABOUT_MISSING_CRASHES=1 AFL_NO_AFFINITY=1 AFL_IGNORE_PROBLEMS=1 \
        AFL_FAST_CAL=1 AFL_CMPLOG_ONLY_NEW=1 AFL_CUSTOM_MUTATOR_LIBRARY=$mutator \
        nice -n 10 afl-fuzz -V "$TIME" -m none -t 5000 -x "$dict" -i "$inputs" -o "$out" -- "$program" >"$log" 2>&1
    status=$?
    awk -v target="$target" -F ' *: *' '
        $1 == "execs_done" {runs = $2} $1 == "execs_per_sec" {rate = $2} $1 == "edges_found" {edges = $2}
        $1 == "run_time" {time = $2} $1 == "last_find" {last = $2} $1 == "start_time" {start = $2}
        END {printf "  %s: %d executions (%d/s), %d edges (the last new input after %d of %d s)\n",
             target, runs, rate, edges, (last > start ? last - start : 0), time}' "$out/default/fuzzer_stats" 2>/dev/null
    find "$out/default/crashes" "$out/default/hangs" -type f -name 'id*' 2>/dev/null | while read -r file; do
        cp "$file" "$crashes/afl-$(sha256sum <"$file" | cut -c1-12)"
    done
    [ $status -eq 0 ] && [ -z "$(ls -A "$crashes")" ]
}

passed=0
failed=0
for target in ${TARGET:-$TARGETS}; do
    folder=build/fuzz
    others=
    if [ "$engine" = afl ]; then
        folder=build/afl
        others=build/afl/mutator.so
    fi
    program=$folder/fuzz_$target
    # $MAKE holds the program and its options.
    # shellcheck disable=SC2086
    $MAKE "$program" $others || exit 1
    found=build/fuzz/found/$target
    crashes=$folder/crashes/$target
    log=$folder/$target.log
    rm -rf "$crashes"
    mkdir -p "$found" "$crashes" "tests/fuzz/regress/$target" "tests/fuzz/corpus/$target"
    dict=tests/fuzz/$target.dict
    [ "$target" != rw ] || dict=tests/fuzz/oas.dict
    [ -f "$dict" ] || dict=tests/fuzz/json.dict
    if "run_$engine"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        grep -m 5 -E '^ *#[0-9]+ .* in lob_|does not hold|ERROR: |SUMMARY: |runtime error|PROGRAM ABORT|SYSTEM ERROR' "$log"
        find "$crashes" -type f ! -name "slow-unit-*" -exec cp {} "tests/fuzz/regress/$target/" \;
        echo "  $target FAILED, see $log"
    fi
done
echo "$passed passed, $failed failed, 0 skipped"
[ "$failed" -eq 0 ]
