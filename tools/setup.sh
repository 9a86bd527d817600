#!/bin/sh
# Installs what the build and the tests need and this machine lacks (Debian, Ubuntu). Lists it first; asks for sudo only
# when not root; does and says nothing when all is there. Without what is `wanted` a part of the tests is skipped: what of it
# could not be had is said at the end, and is no failure. `setup.sh build` leaves out what only tests want.
set -u
needed="gcc make pkg-config libcjson-dev zlib1g-dev libpng-dev libxml2-dev libssl-dev libcurl4-openssl-dev libmicrohttpd-dev libcmocka-dev"
wanted="clang libclang-rt-14-dev clang-format-14 clang-tidy cppcheck valgrind lcov klayout ruby nodejs npm chromium openssl git python3 python3-yaml python3-numpy librsvg2-bin libxml2-utils locales zsh man-db lintian dpkg-dev libfftw3-single3 codespell musl-tools qemu-user gcc-aarch64-linux-gnu libc6-dev-arm64-cross nix-bin mmdebstrap buildah rubocop"
[ "${1:-}" = build ] && wanted=
if ! command -v dpkg-query >/dev/null 2>&1; then
    echo "setup: not a Debian system; needed are: $needed${wanted:+; and for all tests: $wanted} (SETUP=0 leaves this out)" >&2
    exit 0
fi
present() {
    case $1 in
    nodejs) command -v node >/dev/null 2>&1 && return 0 ;;
    chromium) command -v chromium-browser >/dev/null 2>&1 && return 0
        command -v google-chrome >/dev/null 2>&1 && return 0 ;;
    gcc | clang | make | klayout | ruby | valgrind | lcov | npm | git | codespell | openssl | python3) command -v "$1" >/dev/null 2>&1 && return 0 ;;
    esac
    dpkg-query -W -f '${db:Status-Abbrev}' "$1" 2>/dev/null | grep -q '^ii'
}
absent() {
    missing=
    for package in "$@"; do
        present "$package" || missing="$missing $package"
    done
    echo "$missing"
}
# shellcheck disable=SC2086
missing=$(absent $needed $wanted)
[ -n "$missing" ] || exit 0
echo "setup: missing packages:$missing"
sudo=
if [ "$(id -u)" -ne 0 ]; then
    sudo=sudo
    echo "setup: installing them with sudo apt-get (SETUP=0 leaves this out)"
fi
export DEBIAN_FRONTEND=noninteractive
install() { $sudo apt-get install -y -qq --no-install-recommends "$@" >>build/setup.log 2>&1; }
mkdir -p build
: >build/setup.log
$sudo apt-get update -qq >>build/setup.log 2>&1
# All at once; where one of them is unknown, each by itself.
# shellcheck disable=SC2086
install $missing || for package in $missing; do install "$package"; done
# shellcheck disable=SC2086
missing=$(absent $wanted)
[ -z "$missing" ] || echo "setup: could not install:$missing; the tests that need them are skipped" >&2
# shellcheck disable=SC2086
missing=$(absent $needed)
[ -z "$missing" ] && exit 0
tail -n 20 build/setup.log >&2
echo "setup: could not install:$missing, without which nothing can be built" >&2
exit 1
