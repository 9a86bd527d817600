#!/bin/sh
# Out of memory: oom.sh SERVER LAYOUT. Runs a whole session once for every allocation that it makes, with that one failing, and
# once more with all after it failing too. The server may answer with an error, or end with an error status when it cannot even
# start; it may not crash, hang, or write a line that is no answer.
set -u
server=$1
layout=$(realpath "$2")
folder=build/oom
rm -rf "$folder"
mkdir -p "$folder"
cc -shared -fPIC -O1 -o "$folder/fail.so" tests/fault/fail_malloc.c -ldl || exit 1
export KLAYOUT_MCP_ARTIFACT_ROOT="$PWD/$folder/artifacts"
{
    echo '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"oom","version":"1"}}}'
    echo '{"jsonrpc":"2.0","method":"notifications/initialized"}'
    echo '{"jsonrpc":"2.0","id":2,"method":"tools/list"}'
    echo '{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"open_layout","arguments":{"path":"'"$layout"'"}}}'
    echo '{"jsonrpc":"2.0","id":4,"method":"tools/call","params":{"name":"list_cells","arguments":{"session_id":"ses_000000000000"}}}'
} >"$folder/session.txt"
passed=0
failed=0
for after in 0 1; do
    nth=1
    while :; do
        rm -f "$folder/met"
        FAIL_NTH=$nth FAIL_AFTER=$after FAIL_MET="$folder/met" LD_PRELOAD="$PWD/$folder/fail.so" \
            timeout 20 "$server" <"$folder/session.txt" >"$folder/out.txt" 2>"$folder/err.txt"
        status=$?
        [ -e "$folder/met" ] || break
        if [ $status -ge 124 ] || grep -v '^{"jsonrpc":"2.0",.*}$' "$folder/out.txt" | grep -q .; then
            echo "  FAIL allocation $nth, all after it: $after, status $status"
            failed=$((failed + 1))
        else
            passed=$((passed + 1))
        fi
        nth=$((nth + 1))
        [ $nth -lt 3000 ] || break
    done
done
echo "$passed passed, $failed failed, 0 skipped"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
