#!/bin/sh
# Out of memory: oom.sh SERVER LAYOUT. Runs a whole session, and conversions from and to both formats, once for every allocation
# that they make (of libraries too), with that one failing, and once more with all after it failing as well. The program may
# answer with an error, or end with an error status; it may not crash, hang, write a line that is no answer, spoil the output that
# was there, or leave another file beside it.
set -u
server=$1
layout=$(realpath "$2")
folder=build/oom
rm -rf "$folder"
mkdir -p "$folder/out"
cc -shared -fPIC -O1 -o "$folder/fail.so" tests/fault/fail_malloc.c -ldl || exit 1
export KLAYOUT_MCP_ARTIFACT_ROOT="$PWD/$folder/artifacts"
{
    echo '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"oom","version":"1"}}}'
    echo '{"jsonrpc":"2.0","method":"notifications/initialized"}'
    echo '{"jsonrpc":"2.0","id":2,"method":"tools/list"}'
    echo '{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"open_layout","arguments":{"path":"'"$layout"'"}}}'
    echo '{"jsonrpc":"2.0","id":4,"method":"tools/call","params":{"name":"list_cells","arguments":{"session_id":"ses_000000000000"}}}'
} >"$folder/session.txt"
"$server" convert "$layout" "$folder/in.oas.gz" >/dev/null || exit 1
"$server" convert "$layout" "$folder/in.gds.gz" >/dev/null || exit 1
passed=0
failed=0

# The output of a conversion: what was there, or the right one, which it must be after success.
output_is_fine() {
    [ "$(ls -A "$folder/out")" = "$1" ] || return 1
    cmp -s "$folder/out/$1" "$folder/good" || { [ "$2" -ne 0 ] && cmp -s "$folder/out/$1" "$folder/session.txt"; }
}

# sweep PATTERN_OF_LINES OUTPUT_OR_NOTHING ARGUMENT...: every allocation of one run of the program.
sweep() {
    pattern=$1
    output=$2
    shift 2
    if [ -n "$output" ]; then
        rm -f "$folder/out/"*
        "$server" "$@" >/dev/null && mv "$folder/out/$output" "$folder/good" || exit 1
    fi
    for after in 0 1; do
        nth=1
        while [ $nth -lt 3000 ]; do
            rm -f "$folder/met"
            [ -z "$output" ] || cp "$folder/session.txt" "$folder/out/$output"
            FAIL_NTH=$nth FAIL_AFTER=$after FAIL_MET="$folder/met" LD_PRELOAD="$PWD/$folder/fail.so" \
                timeout 20 "$server" "$@" <"$folder/session.txt" >"$folder/out.txt" 2>"$folder/err.txt"
            status=$?
            [ -e "$folder/met" ] || break
            if [ $status -ge 124 ] || grep -v "$pattern" "$folder/out.txt" | grep -q . ||
                { [ -n "$output" ] && ! output_is_fine "$output" $status; }; then
                echo "  FAIL $1: allocation $nth, all after it: $after, status $status"
                failed=$((failed + 1))
            else
                passed=$((passed + 1))
            fi
            nth=$((nth + 1))
        done
    done
}

sweep '^{"jsonrpc":"2.0",.*}$' "" serve
sweep '^{".*}$' o.oas convert "$layout" "$folder/out/o.oas"
sweep '^{".*}$' o.gds.gz convert "$folder/in.oas.gz" "$folder/out/o.gds.gz"
sweep '^{".*}$' o.oas.gz convert "$folder/in.gds.gz" "$folder/out/o.oas.gz"
echo "$passed passed, $failed failed, 0 skipped"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
