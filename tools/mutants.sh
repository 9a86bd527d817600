#!/bin/sh
# Mutants: faults built into copies of the sources (tools/mutate), each of which a test must find. Run by make.
#   mutants.sh suite BUILD RUNNER    each mutant of tests/mutants/mutants.json by the case of the conformance suite named there
#   mutants.sh readers BUILD EVERY FLOOR   each EVERY-th mutant of the readers' conditions; FLOOR percent must be found
# The last line is "N passed, N failed"; what was not found is named.
set -u
mode=$1 build=$2
LC_ALL=C
export LC_ALL

suite() {
    runner=$1 passed=0 failed=0
    tab=$(printf '\t')
    cases=$(cut -f 3 "$build/mutated/mutants.tsv" | sort -u)
    # Without a mutant every case passes: what fails then is the mutant's doing.
    for name in $cases; do
        if "$runner" --profile core,render,drc,pic --level reference --run "$name" -- "$build/layout-observer" serve >"$build/case.log" 2>&1; then
            passed=$((passed + 1))
        else
            failed=$((failed + 1))
            echo "without a mutant $name fails:"
            head -n 3 "$build/case.log"
        fi
    done
    while IFS=$tab read -r name place case; do
        LOB_MUTANT=$name "$runner" --profile core,render,drc,pic --level reference --run "$case" --timeout-ms 5000 \
            -- "$build/layout-observer" serve >"$build/case.log" 2>&1 </dev/null
        status=$?
        if [ $status -eq 1 ]; then
            passed=$((passed + 1))
        else
            failed=$((failed + 1))
            echo "$name ($place) is not caught by $case (status $status)"
        fi
    done <"$build/mutated/mutants.tsv"
    echo "$passed passed, $failed failed"
    [ $failed -eq 0 ]
}

# True when the mutant is found: what reading says changes, a damaged file has another answer, or a unit test fails.
found() {
    LOB_MUTANT=$1 timeout 10 "$build/mutants/reads" $inputs >"$build/said.$2" 2>/dev/null || return 0
    cmp -s "$build/said" "$build/said.$2" || return 0
    for test in "$build"/tests/unit/io/test_*; do
        LOB_TEST_QUICK=1 LOB_MUTANT=$1 timeout 30 "$test" >/dev/null 2>&1 || return 0
    done
    return 1
}

half() {
    awk -v every="$every" -v half="$1" 'NR % every == 0 && ++n % 2 == half {print $1 " " $2}' "$build/mutated/mutants.tsv" |
        while read -r name place; do
            if found "$name" "$1"; then echo "found $name"; else echo "alive $name $place"; fi
        done >"$build/half.$1"
}

readers() {
    every=$1 floor=$2
    inputs=$(ls fixtures/*.gds fixtures/*.oas fixtures/oasis/*.oas fixtures/bad/* | grep -v -e '\.json$' -e '\.md$')
    "$build/mutants/reads" $inputs >"$build/said" || { echo "0 passed, 1 failed"; exit 1; }
    # The control: without a mutant nothing is found.
    if found "" control; then
        echo "a mutant is found where there is none"
        echo "0 passed, 1 failed"
        exit 1
    fi
    half 0 &
    half 1
    wait
    cat "$build/half.0" "$build/half.1" >"$build/readers.txt"
    sed -n 's/^alive /  not found: /p' "$build/readers.txt" | sort
    dead=$(grep -c '^found' "$build/readers.txt")
    all=$(wc -l <"$build/readers.txt")
    awk -v dead="$dead" -v all="$all" -v floor="$floor" 'BEGIN {
        share = all ? 100 * dead / all : 0
        printf "  %d of %d mutants of the readers found, %.1f %% (at least %s)\n", dead, all, share, floor
        fine = share >= floor
        printf "%d passed, %d failed\n", fine ? 1 : 0, fine ? 0 : 1
        exit !fine
    }'
}

shift 2
$mode "$@"
