#!/bin/sh
# System calls and allocations that fail: fault.sh BUILD_FOLDER quick|whole|alloc. First the sweep must find the faults of a
# program that has them; alloc leaves system calls out, as a sanitizer's runtime cannot be traced. Ends with the totals.
set -u
build=$1
option=
[ "$2" = whole ] && option=--whole
# In memory where that can be: on a disk most of the time would be fsync's.
folder=$(mktemp -d -p /dev/shm 2>/dev/null || mktemp -d)
logs=$build/fault
trap 'rm -rf "$folder"' EXIT
run() {
    name=$1
    shift
    mkdir -p "$folder/$name"
    "$@" "$folder/$name" >"$logs/$name.log" 2>&1
    status=$?
    line=$(tail -n 1 "$logs/$name.log")
    case $line in
    [0-9]*" passed, "*) ;;
    *) line="0 passed, 1 failed, 0 skipped" && cat "$logs/$name.log" ;;
    esac
    [ $status -eq 0 ] || grep FAIL "$logs/$name.log"
    grep SKIPPED "$logs/$name.log"
    echo "  $name: $line"
    echo "$line" >>"$folder/counts"
}
if [ "$2" != alloc ]; then
    run control "$build/fault/sweep" --control "$build/fault/sloppy" fixtures
    # shellcheck disable=SC2086
    run calls "$build/fault/sweep" $option "$build/layout-observer" fixtures
fi
if [ "$2" != alloc ]; then
    if command -v python3 >/dev/null 2>&1; then
        run memory python3 tools/small_memory.py "$build/layout-observer" "$2"
        run back python3 tools/memory_back.py "$build/layout-observer" "$2"
    else
        echo "  SKIPPED: memory: no python3"
        echo "0 passed, 0 failed, 1 skipped" >>"$folder/counts"
    fi
fi
run alloc "$build/fault/alloc" fixtures
awk '{p += $1; f += $3; s += $5} END {printf "%d passed, %d failed, %d skipped\n", p, f, s; exit f > 0}' "$folder/counts"
