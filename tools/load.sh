#!/bin/sh
# Cheap calls stay quick while others render and check, and memory stays: load.sh BUILD [SECONDS [P99_MS [DEAR [CHEAP]]]],
# P99_MS 0: no bound.
set -eu
build=$1 seconds=${2:-3} most=${3:-500} dear=${4:-10} cheap=${5:-4}
export KLAYOUT_MCP_MAX_SESSIONS=512
root=$(cd "$(dirname "$0")/.." && pwd)
folder=$(mktemp -d)
"$build/layout-observer" serve --http 0 --root "$root" --artifact-root "$folder/artifacts" >"$folder/port" 2>"$folder/err" &
server=$!
trap 'kill $server 2>/dev/null || true; wait $server 2>/dev/null || true; rm -rf "$folder"' EXIT
for _ in $(seq 100); do
    grep -q /mcp "$folder/port" && break
    sleep 0.1
done
port=$(sed 's/.*:\([0-9]*\)\/mcp/\1/' "$folder/port")
if "$build/load" --port "$port" --layout "$root/fixtures/photonic_crystal.gds" --cheap-layout "$root/fixtures/coupler.gds" \
    --dear "$dear" --cheap "$cheap" --seconds "$seconds" --p99-ms "$most" --pid "$server"; then
    echo "1 passed, 0 failed, 0 skipped"
else
    echo "0 passed, 1 failed, 0 skipped"
    exit 1
fi
