#!/bin/sh
# A conversation from end to end: demo_roundtrip.sh BUILD_DIR LAYOUT. The model is scripted (tests/servers/scripted_llm.c:
# every byte a piece of its own); the TCP server, the proxy and the client are the real ones. Ports are whatever is free.
set -eu
build=$1
layout=$2
case $build in /*) ;; *) build=$(pwd)/$build ;; esac
case $layout in /*) ;; *) layout=$(pwd)/$layout ;; esac
dir=$(mktemp -d)
pids=
end() {
    for pid in $pids; do kill "$pid" 2>/dev/null || :; done
    wait 2>/dev/null || :
    rm -rf "$dir"
}
trap end EXIT
trap 'exit 1' INT TERM HUP

# The line of FILE that matches, once it is there: at most 20 s.
line() {
    for _ in $(seq 200); do
        if grep -m 1 -E "$2" "$1" 2>/dev/null; then return 0; fi
        sleep 0.1
    done
    echo "demo-roundtrip: nothing was said that matches $2:" >&2
    cat "$1" >&2
    return 1
}

cd "$dir"
"$build/tests/servers/scripted_llm" calls 1 >model.txt &
pids="$pids $!"
"$build/layout-observer" tcp --port 0 --open "$layout" >tcp.txt 2>&1 &
pids="$pids $!"
model=$(line model.txt '^[0-9]+$')
tcp=$(line tcp.txt 'listening on 127\.0\.0\.1:[0-9]+')
"$build/layout-observer" llm-proxy --port 0 --endpoint "http://127.0.0.1:$model/v1/chat/completions" \
    --klayout-port "${tcp##*:}" 2>proxy.txt &
pids="$pids $!"
proxy=$(line proxy.txt 'http://127\.0\.0\.1:[0-9]+/chat/completions asks' | sed 's/.*\(http:[^ ]*\) asks.*/\1/')
echo "layout   $layout"
echo "$tcp"
echo "model    http://127.0.0.1:$model/v1/chat/completions (scripted)"
echo "proxy    $proxy"
PROXY_ENDPOINT=$proxy "$build/layout-observer" roundtrip "Which cells are in the layout?" >final.txt
echo
echo "The conversation, from llm.log without the pieces of the answers:"
sed -n -e 's/^模型请求：/-> /p' -e 's/^\(\[KLAYOUT\] .*\)/   \1/p' -e 's/^\(\[PROXY\] .*\)/   \1/p' llm.log
echo
echo "The final text:"
cat final.txt
