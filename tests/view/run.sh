#!/bin/sh
# The page of `view` in a headless Chromium: run.sh PROGRAM [FOLDER for screenshots]
set -u
cd "$(dirname "$0")/../.." || exit 2
browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome)
if [ -z "$browser" ] || ! command -v node >/dev/null; then
    echo "SKIPPED: no chromium or no node is installed: the page was not opened"
    echo "0 passed, 0 failed, 1 skipped"
    exit 0
fi
exec timeout 300 node tests/view/view.mjs "$1" "$browser" "${2:-}"
