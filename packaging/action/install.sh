#!/usr/bin/env bash
# First step of the action: puts the programs of a release into PATH of the steps that follow. release.txt beside this file says for
# each processor which file of the release, and its SHA-256; another file is never run. A processor without a line, or a deck that
# needs KLayout, is served by build.sh, from this checkout. LO_RELEASE_URL is for tests.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
releases=${LO_RELEASE_URL:-${GITHUB_SERVER_URL:-https://github.com}/${GITHUB_ACTION_REPOSITORY:-}/releases/download}
line=$(grep "^$(uname -m) " "${LO_RELEASE_FILE:-$here/release.txt}" 2>/dev/null || true)
case ${LO_DECK:-} in *.drc | *.lydrc | *.rb) line= ;; esac
if [ -z "$line" ]; then
    exec "$here/build.sh"
fi
read -r _ sum name <<<"$line"
folder=${RUNNER_TEMP:?}/layout-observer
mkdir -p "$folder"
if ! curl -fsSL --retry 3 -o "$folder/release.tar.gz" "$releases/$name"; then
    echo "::error::$releases/$name cannot be downloaded"
    exit 1
fi
if ! echo "$sum  $folder/release.tar.gz" | sha256sum --check --status; then
    echo "::error::$releases/$name is not the file that this version of the action was tested with (SHA-256 $sum expected)"
    rm -f "$folder/release.tar.gz"
    exit 1
fi
tar -xzf "$folder/release.tar.gz" -C "$folder" --strip-components=1
echo "$folder/bin" >>"${GITHUB_PATH:?}"
