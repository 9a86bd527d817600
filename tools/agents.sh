#!/bin/sh
# Replays the questions of tests/agents: agents.sh BUILD CORPUS. The corpus is taken where it lies; without it its questions are
# skipped, loudly.
set -eu
tree=$(dirname "$(dirname "$(realpath "$0")")")
corpus=$2
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
KLAYOUT_MCP_ARTIFACT_ROOT=$place python3 "$tree/tests/agents/run.py" "$1/layout-observer" "$tree" "$corpus"
