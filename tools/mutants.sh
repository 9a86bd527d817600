#!/bin/sh
# Mutants: faults built into copies of the sources (tools/mutate), each of which a test must find. Run by make.
#   mutants.sh tidy BUILD            before a build: objects of sources that got their first mutant or lost their last
#   mutants.sh suite BUILD RUNNER    each mutant of tests/mutants/mutants.json by the case of the conformance suite named there
#   mutants.sh readers BUILD EVERY FLOOR   each EVERY-th mutant of the readers' conditions; FLOOR percent must be found
#   mutants.sh excepted BUILD        the mutants of tests/mutants/equivalent.txt; none may be found
# Two run beside each other. What was not found is named; the last line is "N passed, N failed".
set -u
mode=$1 build=$2
LC_ALL=C
export LC_ALL
tab=$(printf '\t')

# A copy of which the table says nothing is left over; an object that was not made of the copy that is there is made anew.
tidy() {
    cd "$build" || exit 1
    cut -f 2 mutated/mutants.tsv | sed 's/:[0-9]*$//' | sort -u >mutated/sources.txt
    find mutated/src -name '*.c' | sed 's,^mutated/,,' | sort | comm -23 - mutated/sources.txt |
        while read -r path; do rm -f "mutated/$path" "obj/${path%.c}.o" "obj/${path%.c}.d"; done
    while read -r path; do
        grep -q "mutated/$path" "obj/${path%.c}.d" 2>/dev/null || rm -f "obj/${path%.c}.o"
        [ ! "mutated/$path" -nt "obj/${path%.c}.o" ] || rm -f "obj/${path%.c}.o"
    done <mutated/sources.txt
}

ask() {
    "$runner" --profile core,render,drc,pic,litho --level reference --run "$1" --timeout-ms 10000 -- "$build/layout-observer" serve
}

# Lines of the table whose number is $1 modulo 2.
suite_half() {
    awk -v half="$1" 'NR % 2 == half' "$build/mutated/mutants.tsv" | while IFS=$tab read -r name place case; do
        LOB_MUTANT=$name ask "$case" >"$build/case.$1.log" 2>&1 </dev/null
        status=$?
        if [ $status -eq 1 ] && grep -q '^FAIL\|^BROKEN' "$build/case.$1.log"; then
            echo "found $name"
        elif grep -q '^0 passed, 0 failed' "$build/case.$1.log"; then
            echo "alive $name ($place): there is no case $case"
        else
            echo "alive $name ($place) is not caught by $case (status $status)"
        fi
    done >"$build/suite.$1"
}

# Without a mutant every case passes: what fails then is the mutant's doing.
control_half() {
    cut -f 3 "$build/mutated/mutants.tsv" | sort -u | awk -v half="$1" 'NR % 2 == half' | while read -r case; do
        ask "$case" >"$build/case.$1.log" 2>&1 </dev/null && continue
        echo "alive without a mutant $case fails: $(head -n 1 "$build/case.$1.log")"
    done >"$build/control.$1"
}

suite() {
    runner=$1
    control_half 0 &
    control_half 1
    wait
    suite_half 0 &
    suite_half 1
    wait
    cat "$build/control.0" "$build/control.1" "$build/suite.0" "$build/suite.1" >"$build/suite.txt"
    verdict "$build/suite.txt"
}

verdict() {
    sed -n 's/^alive /  /p' "$1" | sort
    echo "$(grep -c '^found' "$1") passed, $(grep -c '^alive' "$1") failed"
    ! grep -q '^alive' "$1"
}

# The tests of the readers, that of the mutant's own file first, then those of the formats that stand on it. That of the
# thread takes seconds: only for what it runs.
tests_for() {
    base=${1%%:*}
    base=${base%.c}
    case $base in
    read_context) own=gds_context of=gds ;;
    gds_* | record) own=gds_${base#gds_} of=gds ;;
    lyp | lyp_patterns) own=lyp of=lyp ;;
    lyp_find) own=lyp_find of=lyp ;;
    lyrdb_frames) own=lyrdb_read of=lyrdb ;;
    lyrdb_*) own=$base of=lyrdb ;;
    xml) own=xml of="xml lyp lyrdb" ;;
    scan) own=xml_scan of="xml lyp lyrdb" ;;
    blocks) own=source of="source gds oas" ;;
    read | sniff | source) own=$base of="source sniff xml gds oas" ;;
    *) own=oas_${base#oas_} of=oas ;;
    esac
    {
        echo "test_$own"
        (cd "$build/tests/unit/io" && for prefix in $of; do ls -d test_"$prefix" test_"$prefix"_*; done 2>/dev/null |
            grep -v -e '\.d$' -e test_oas_ahead; echo test_read)
        case $base in block | blocks | stream | inflate) echo test_oas_ahead ;; esac
    } | awk '!seen[$0]++' | while read -r test; do
        [ ! -x "$build/tests/unit/io/$test" ] || echo "$build/tests/unit/io/$test"
    done
}

# True when the mutant is found: what reading says changes, a damaged file has another answer, or a unit test fails.
# Says what found it in $build/by.$2. What goes round for ever is ended after seconds of the processor, many times those it
# needs, so that work beside it finds nothing; what waits for ever, after those of the clock.
found() {
    echo reads >"$build/by.$2"
    (ulimit -t 2; LOB_MUTANT=$1 exec timeout 10 "$build/mutants/reads" $inputs) >"$build/said.$2" 2>/dev/null || return 0
    cmp -s "$build/said" "$build/said.$2" || return 0
    for test in $(tests_for "$1"); do
        echo "${test##*/}" >"$build/by.$2"
        # One test that fails is enough: grep leaves then, and the program ends at its next word.
        {
            (ulimit -t 8; LOB_TEST_QUICK=1 LOB_MUTANT=$1 exec timeout 15 "$test") 2>&1
            echo "ended with $?"
        } | grep -a -q -m 1 -E '^\[  FAILED  \] test_|^ended with [1-9]' && return 0
    done
    return 1
}

# Of the chosen lines of the table those whose number is $1 modulo 2.
readers_half() {
    awk -v half="$1" 'NR % 2 == half' "$build/chosen" | while read -r name place; do
        if found "$name" "$1" 2>/dev/null; then
            echo "found $name $place $(cat "$build/by.$1")"
        else
            echo "alive $name $place"
        fi
    done >"$build/half.$1"
}

readers_run() {
    # Copies: a file that changed meanwhile would be taken for a mutant found.
    rm -rf "$build/inputs" && mkdir -p "$build/inputs/oasis" "$build/inputs/bad"
    cp fixtures/*.gds fixtures/*.oas "$build/inputs" && cp fixtures/oasis/*.oas "$build/inputs/oasis" &&
        cp fixtures/bad/*.gds fixtures/bad/*.oas "$build/inputs/bad" || { echo "0 passed, 1 failed"; exit 1; }
    inputs=$(ls "$build"/inputs/*.* "$build"/inputs/oasis/*.* "$build"/inputs/bad/*.*)
    "$build/mutants/reads" $inputs >"$build/said" || { echo "0 passed, 1 failed"; exit 1; }
    # The control: without a mutant nothing is found.
    for own in gds_read.c oas_read.c source.c xml.c; do tests_for $own; done | sort -u >"$build/tests.txt"
    while read -r test; do
        LOB_TEST_QUICK=1 LOB_MUTANT= "$test" >/dev/null 2>&1 && continue
        echo "  without a mutant ${test##*/} fails"
        echo "0 passed, 1 failed"
        exit 1
    done <"$build/tests.txt"
    readers_half 0 &
    readers_half 1
    wait
    sort "$build/half.0" "$build/half.1" >"$build/$1.txt"
}

readers() {
    every=$1 floor=$2
    awk -F "$tab" -v every="$every" '$3 == "" && ++n % every == 0 {print $1, $2}' "$build/mutated/mutants.tsv" >"$build/chosen"
    readers_run readers
    sed -n 's/^alive /  not found: /p' "$build/readers.txt"
    awk -F "$tab" '$3 != "" {of[$3]++} END {for (reason in of) printf "  left out, %s: %d\n", reason, of[reason]}' \
        "$build/mutated/mutants.tsv" | sort
    awk -v floor="$floor" '{all++} /^found/ {dead++} END {
        share = all ? 100 * dead / all : 0
        printf "  %d of %d mutants of the readers found, %.1f %% (at least %s)\n", dead, all, share, floor
        fine = share >= floor
        printf "%d passed, %d failed\n", fine ? 1 : 0, fine ? 0 : 1
        exit !fine
    }' "$build/readers.txt"
}

excepted() {
    awk -F "$tab" '$3 != "" {print $1, $2}' "$build/mutated/mutants.tsv" >"$build/chosen"
    readers_run excepted
    sed -n 's/^found /  listed as one that none can find, and found: /p' "$build/excepted.txt"
    echo "$(grep -c '^alive' "$build/excepted.txt") passed, $(grep -c '^found' "$build/excepted.txt") failed"
    ! grep -q '^found' "$build/excepted.txt"
}

shift 2
$mode "$@"
