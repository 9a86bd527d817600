#!/bin/sh
# What gates a change, part by part: check.sh (every kind of test, `make check`) and check.sh deep (the long forms and what
# else takes its time, `make check-deep`); the last line is the total of all parts. Each hands in $MAKE, $JOBS and $CORPUS. A part
# is a command whose last line reads "N passed, N failed[, N skipped]"; a command without such a line counts as one test. A part
# goes on when an earlier one failed, so that one run shows all there is to mend.
set -u
form=${1:-check}
dir=build/$form
rm -rf "$dir"
mkdir -p "$dir"
export PAGES=0 # of coverage
unset MAKEFLAGS MFLAGS MAKELEVEL MAKEOVERRIDES
began=$(date +%s)

# What a part says is shown when it is through, for others run beside it. Of a part: seconds by the clock, and of the
# processor with all its children.
part() {
    name=$1
    log=$dir/$1.log
    shift
    started=$(date +%s)
    { ("$@"; status=$?; times >"$dir/$name.times"; exit $status) 2>&1; echo "exit status $?"; } >"$log"
    status=$(sed -n 's/^exit status //p' "$log" | tail -n 1)
    counts=$(grep -E '^[0-9]+ passed, [0-9]+ failed' "$log" |
        awk '{p += $1; f += $3; s += $5} END {if (NR) print p + 0, f + 0, s + 0}')
    if [ -z "$counts" ]; then counts=$([ "$status" -eq 0 ] && echo 1 0 0 || echo 0 1 0); fi
    if [ "$status" -ne 0 ]; then
        case $counts in *" 0 "*) counts="${counts%% *} 1 ${counts##* }" ;; esac
    fi
    cpu=$(tr ms '  ' <"$dir/$name.times" | awk '{all += $1 * 60 + $2 + $3 * 60 + $4} END {printf "%.0f", all}')
    echo "$name $counts $(($(date +%s) - started)) $cpu" >>"$dir/tally"
    {
        echo "== $name"
        grep -v -E '^(exit status|[0-9]+ passed, [0-9]+ failed|  (CC|LD) |make\[[0-9]+\]: (Nothing|Entering|Leaving))' "$log" |
            grep -v -E " is up to date\.$"
        echo "$counts" | awk -v name="$name" -v time=$(($(date +%s) - started)) -v cpu="$cpu" \
            '{printf "   %s: %d passed, %d failed, %d skipped (%d s, %d s of processor)\n", name, $1, $2, $3, time, cpu}'
    } >"$dir/$name.shown"
    cat "$dir/$name.shown"
}

# $MAKE holds the program and its options.
# shellcheck disable=SC2086
run() { part "$1" $MAKE -j$width JOBS=$width $2; }
# NAME=TARGET..., one after the other.
lane() { for each in "$@"; do run "${each%%=*}" "${each#*=}"; done; }
# Lines of the queue, each a lane, until none is left.
work() {
    while
        # shellcheck disable=SC2016
        next=$(flock "$dir/queue.lock" sh -c 'head -n 1 "$1"; sed -i 1d "$1"' sh "$dir/queue")
        [ -n "$next" ]
    do
        eval "lane $next"
    done
}

processors=${JOBS:-$(nproc 2>/dev/null || echo 2)}
width=$processors
run build 'check-programs MODE=release B=build/release'
if [ "$form" = check ]; then
    run bad check-bad # holds seconds: nothing runs beside it
else
    run debug valgrind-programs # for three lines of the queue
fi

# From here two take from one queue, the longest first, each with half the processors: no part leaves a processor idle where it
# has work for one (lcov, cmp, the end of a build), and the small ones fill up what is left. A line is what builds into, or
# writes to, the same folder; what several need has been built before. A third begins with what mostly sleeps or waits for
# others, and goes on with the queue: there is always a test somewhere that waits for a clock.
width=$(((processors + 1) / 2))
export JOBS=$width
check_queue() {
    cat <<'END'
unit=unit
fuzz-replay=fuzz-replay 'user=check-user USER_S=15'
'klayout=check-klayout FORM=short'
'suite=check-suite FORM=short'
clang=check-clang
conformance='check-conformance FORM=short'
fault=check-fault
valgrind=valgrind-short
snapshots=snapshots isolated=snapshots-isolated
instructions=check-instructions
format=format-check
examples=check-examples docs=check-docs agents=check-agents
soak=check-soak load=check-load
lint=lint words=check-words generated=check-gen fixtures=check-fixtures
END
}
check_waiting() { lane report=check-report view=check-view python=check-python 'clients=check-clients FORM=short' ship=check-ship 'jail=check-jail FORM=short'; }
deep_queue() {
    cat <<'END'
valgrind=valgrind
coverage=coverage dead=dead
asan=asan user=check-user
klayout=check-klayout
suite=check-suite
conformance=check-conformance
'reader-mutants=check-reader-mutants EVERY=10'
valgrind-core=valgrind-core
static=check-static
mutants=check-mutants
plain=check-plain
elsewhere=snapshots-elsewhere
END
}
deep_waiting() { lane arm64=check-arm64 jail=check-jail clients=check-clients adversary=check-adversary; }
"${form}_queue" >"$dir/queue"
work &
work &
"${form}_waiting"
work
wait

echo "== all parts, $(($(date +%s) - began)) s"
awk '$3 > 0 {printf "   failed: %s (%d)\n", $1, $3} $4 > 0 {printf "   skipped: %s (%d)\n", $1, $4}' "$dir/tally"
awk '{p += $2; f += $3; s += $4} END {printf "%d passed, %d failed, %d skipped\n", p, f, s; exit f > 0}' "$dir/tally"
