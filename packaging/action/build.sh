#!/usr/bin/env bash
# First step of the action: builds the program from the action's own checkout and puts it into PATH of the steps that follow.
# KLayout is installed for decks that need it alone.
set -euo pipefail
cd "$(dirname "$0")/../.."
packages="gcc make pkg-config libcjson-dev zlib1g-dev libpng-dev libxml2-dev libssl-dev libcurl4-openssl-dev libmicrohttpd-dev"
case ${LO_DECK:-} in *.drc | *.lydrc | *.rb) packages="$packages klayout" ;; esac
sudo=
[ "$(id -u)" -eq 0 ] || sudo=sudo
# shellcheck disable=SC2086
$sudo apt-get update -qq && $sudo apt-get install -y -qq --no-install-recommends $packages >/dev/null
make -j"$(nproc)" SETUP=0 CFLAGS=-Wno-error all >/dev/null
make SETUP=0 install PREFIX="${RUNNER_TEMP:?}/layout-observer" >/dev/null
echo "$RUNNER_TEMP/layout-observer/bin" >>"${GITHUB_PATH:?}"
