#!/bin/sh
# Evaluations, rule decks, decks of KLayout and diffs by one process, and by 1, 2, 3 and 7 ranks: the same bytes and status,
# written by the first rank alone; a rank that is killed, and a run that is told to end, fail with a status that is not 0 and without a report.
# check_mpi.sh SERVER PROGRAM_WITH_MPI
set -u
server=$1
ranks=$2
passed=0
failed=0
if ! command -v mpirun >/dev/null 2>&1 || [ ! -x "$ranks" ]; then
    echo "  MPI: there is no mpirun here, or no library to build with: NOT TESTED"
    echo "  0 passed, 0 failed, 1 skipped"
    exit 0
fi
folder=$(mktemp -d "${TMPDIR:-/tmp}/lob_check_mpi.XXXXXX") || exit 1
trap 'rm -rf "$folder"' EXIT INT TERM
fixture=$PWD/fixtures/drc_known.gds
process='{"tile_px":512,"threads":1,"corners":[{"dose":1.05,"defocus_nm":20},{"dose":0.95,"defocus_nm":20}],"epe_max_nm":6}'
long='{"tile_px":2048,"threads":1}'

verdict() { # WHAT OK
    if [ "$2" = 0 ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "  FAILED: $1"
    fi
}
evaluate() { # LEVEL PROGRAM...
    level=$1
    shift
    "$@" eval "$fixture" --layer 1/0 --box 9.9,-0.2,14.1,4.2 --pixel-nm 5 --report-level "$level" --process "$process"
}
mpi() { # N PROGRAM ...: as root too, and more ranks than processors
    count=$1
    shift
    OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 mpirun --oversubscribe -n "$count" "$@"
}

for level in detailed aggregate; do
    evaluate $level "$server" >"$folder/one.$level" 2>"$folder/one.err"
    verdict "one process, $level: $(cat "$folder/one.err")" "$([ -s "$folder/one.$level" ]; echo $?)"
    for n in 1 2 3 7; do
        evaluate $level mpi "$n" "$ranks" >"$folder/$n.$level" 2>"$folder/$n.err"
        verdict "$n ranks, $level: other bytes than one process" "$(cmp -s "$folder/one.$level" "$folder/$n.$level"; echo $?)"
    done
done

# What checks and compares is shared as well. mpirun adds words of its own to stderr where violations end a rank with 1.
compare() { # WHAT WORDS...
    what=$1
    shift
    "$server" "$@" >"$folder/one" 2>"$folder/one.err"
    alone=$?
    verdict "one process, $what: $(cat "$folder/one.err")" "$([ $alone -lt 2 ] && [ -s "$folder/one" ]; echo $?)"
    for n in 1 2 3 7; do
        mpi "$n" "$ranks" "$@" >"$folder/many" 2>"$folder/many.err"
        status=$?
        verdict "$n ranks, $what: other bytes than one process, or status $status for $alone" \
            "$(cmp -s "$folder/one" "$folder/many" && [ $status = $alone ]; echo $?)"
    done
}
compare "a rule deck" drc fixtures/rules.gds --deck fixtures/rules.deck.json --format lyrdb
compare "a diff" diff fixtures/diff_old.gds fixtures/diff_new.gds --json
compare "a layout and itself" diff fixtures/rules.gds fixtures/rules.gds
if command -v ruby >/dev/null 2>&1; then
    compare "a deck of KLayout" drc fixtures/rules.gds --deck tests/scripts/polygons.drc --engine native --format lyrdb
else
    echo "  MPI: decks of KLayout: there is no Ruby here: NOT TESTED"
fi
mpi 2 "$ranks" drc fixtures/rules.gds --deck fixtures/rules.deck.json --shard 1/2 --parts "$folder/parts" \
    >"$folder/both" 2>"$folder/both.err"
status=$?
verdict "a shard under mpirun must be refused" \
    "$([ $status = 2 ] && [ ! -e "$folder/parts" ] && grep -q 'mpirun share' "$folder/both.err"; echo $?)"

# A file that is not there: every rank fails, and says so.
mpi 2 "$ranks" eval "$folder/absent.gds" --layer 1/0 >"$folder/absent" 2>"$folder/absent.err"
status=$?
verdict "an absent file must fail" "$([ $status != 0 ] && [ ! -s "$folder/absent" ]; echo $?)"
verdict "an absent file must be named" "$(grep -q FILE_NOT_FOUND "$folder/absent.err"; echo $?)"

# SIGKILL for the last rank, SIGTERM for all, in the middle of a long run. Processes are known by their environment:
# the run's own mark and the rank.
find_rank() { # MARK RANK: its process number
    for entry in /proc/[0-9]*; do
        if tr '\0' '\n' 2>/dev/null <"$entry/environ" | grep -qx "LOB_CHECK_MPI=$1" &&
            tr '\0' '\n' 2>/dev/null <"$entry/environ" | grep -qx "OMPI_COMM_WORLD_RANK=$2"; then
            echo "${entry#/proc/}"
            return 0
        fi
    done
    return 1
}
for signal in KILL TERM; do
    mark=$$.$signal
    LOB_CHECK_MPI=$mark mpi 3 "$ranks" eval "$fixture" --layer 1/0 --box 0,-0.2,25,7.1 --process "$long" --output "$folder/killed" \
        >"$folder/killed.out" 2>"$folder/killed.err" &
    run=$!
    victim=
    tries=0
    while [ -z "$victim" ] && [ $tries -lt 200 ]; do
        victim=$(find_rank "$mark" 2)
        tries=$((tries + 1))
        sleep 0.05
    done
    sleep 1
    [ -n "$victim" ] && kill -s $signal "$victim"
    wait $run
    status=$?
    verdict "SIG$signal for one rank must fail the run (status $status)" "$([ -n "$victim" ] && [ $status != 0 ]; echo $?)"
    verdict "SIG$signal for one rank must leave no report" \
        "$([ ! -e "$folder/killed" ] && [ ! -s "$folder/killed.out" ]; echo $?)"
    verdict "SIG$signal for one rank must be told" "$([ -s "$folder/killed.err" ]; echo $?)"
    verdict "SIG$signal for one rank must leave no rank" "$(find_rank "$mark" 0 >/dev/null; [ $? != 0 ]; echo $?)"
done
echo "  $passed passed, $failed failed, 0 skipped"
[ $failed = 0 ]
