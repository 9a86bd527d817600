#!/bin/sh
# Cases of the core profile against a server under valgrind: valgrind_core.sh CONFORMANCE SERVER. EVERY=1 runs all of them; the
# short form every sixth of each area, the first always, so that each area is asked (cases are in order of their names). What
# valgrind says of a server is in build/valgrind; a server that ends with a fault of memory fails the run.
set -u
conformance=$1
server=$2
every=${EVERY:-6}
out=${OUT:-build/valgrind}
rm -rf "$out"
mkdir -p "$out/cases"
for area in spec/conformance/*/; do
    area=$(basename "$area")
    find "spec/conformance/$area" -name '*.json' | sort | awk -v every="$every" 'NR % every == 1 || every == 1' | while read -r case; do
        mkdir -p "$out/cases/$area" && cp "$case" "$out/cases/$area/"
    done
done
"$conformance" --profile core --timeout-ms 60000 --jobs "${JOBS:-2}" --cases "$out/cases" --fixtures fixtures --json "$out/core.json" -- \
    valgrind -q --fair-sched=try --leak-check=full --errors-for-leak-kinds=definite,indirect,possible --error-exitcode=9 \
    --log-file="$out/%p.log" "$server" serve >"$out/conformance.log" 2>&1
status=$?
passed=$(sed -n 's/^\([0-9][0-9]*\) passed, .*/\1/p' "$out/conformance.log" | tail -n 1)
faults=$(find "$out" -name '[0-9]*.log' -size +0 | sort)
for log in $faults; do echo "  FAIL $log:"; head -n 12 "$log" | sed 's/^/       /'; done
count=$(echo "$faults" | grep -c .)
[ $status -eq 0 ] || { tail -n 15 "$out/conformance.log"; count=$((count + 1)); }
echo "${passed:-0} passed, $count failed, 0 skipped"
[ "$count" -eq 0 ] && [ "${passed:-0}" -gt 0 ]
