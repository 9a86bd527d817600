#!/bin/sh
# The conformance suite over ourselves and over a server that is not ours: check_conformance.sh BUILD_DIR [short]. short: our
# server alone, and of the cases that start KLayout one in eight.
# Cases are sound, each requirement has its case, our server passes every case at every level, also without the tools
# beyond the contract and under the oldest and the newest revision of MCP (of which decks, each a start of KLayout, know
# nothing: tests/clients runs some of them under the newest); tests/peers/contract_server, written from the
# contract alone, passes whatever is required. The last line is the sum.
set -u
build=$1
suite=$build/conformance
logs=$build/conformance-logs
rm -rf "$logs"
mkdir -p "$logs"

count() { echo "$1 passed, $2 failed, ${3:-0} skipped" >>"$logs/counts"; }
one() {
    name=$1
    shift
    if "$@" >"$logs/$name.log" 2>&1; then count 1 0; else
        count 0 1
        echo "  FAIL $name"
        tail -n 20 "$logs/$name.log" | sed 's/^/    /'
    fi
}
# all NAME OPTIONS... -- COMMAND: what of it fails is named, and counted case by case.
all() {
    name=$1
    shift
    "$suite" "$@" >"$logs/$name.log" 2>&1
    status=$?
    grep -E '^(FAIL|BROKEN|FAULTY|STALE|BELOW)' "$logs/$name.log" | sed "s/^/  $name: /"
    sum=$(grep -E '^[0-9]+ passed, [0-9]+ failed' "$logs/$name.log" | tail -n 1)
    if [ -z "$sum" ] || { [ $status -ne 0 ] && echo "$sum" | grep -q ' 0 failed'; }; then
        echo "  FAIL $name: exit status $status"
        tail -n 3 "$logs/$name.log"
        sum="0 passed, 1 failed, 0 skipped"
    fi
    echo "  $name: $sum"
    echo "$sum" >>"$logs/counts"
}

one validate "$suite" validate
one trace "$suite" trace --brief
if [ "${2:-}" = short ]; then
    all ours --level reference --profile core,render,pic,litho -- "$build/layout-observer" serve
    # shellcheck disable=SC2046
    all decks $("$suite" list --profile drc | awk 'NR % 8 == 1 {print "--run " $1}') -- "$build/layout-observer" serve
    awk '{p += $1; f += $3; s += $5} END {printf "%d passed, %d failed, %d skipped\n", p, f, s; exit f > 0}' "$logs/counts"
    exit
fi
all ours --profile all --level reference -- "$build/layout-observer" serve
all contract_toolset --level reference --run 'shape/*' -- "$build/layout-observer" serve --toolset contract
all oldest --level reference --protocol 2024-11-05 --run 'query/*' -- "$build/layout-observer" serve
all newest --level reference --protocol 2026-07-28 --profile core,render,pic,litho -- "$build/layout-observer" serve
if command -v klayout >/dev/null 2>&1; then
    # shellcheck disable=SC2046
    all peer --timeout-ms 60000 $("$suite" list --profile all | awk '$3 == "required" {print "--run " $1}') -- tests/peers/contract_server
else
    echo "  skipped: peer (no klayout)"
    count 0 0 1
fi
awk '{p += $1; f += $3; s += $5} END {printf "%d passed, %d failed, %d skipped\n", p, f, s; exit f > 0}' "$logs/counts"
