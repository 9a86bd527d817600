#!/bin/sh
# Installs what the build and the tests need and this machine lacks (Debian, Ubuntu). Lists it first; asks for sudo only
# when not root; does and says nothing when all is there. KLayout and node are installed like the rest: tests that need
# them are skipped, loudly, where that fails.
set -u
needed="gcc clang make pkg-config libcjson-dev zlib1g-dev libpng-dev libxml2-dev libssl-dev libcurl4-openssl-dev libmicrohttpd-dev libcmocka-dev libfftw3-dev lcov valgrind \
klayout clang-format-14 nodejs npm openssl git librsvg2-bin locales cppcheck clang-tidy zsh man-db lintian dpkg-dev python3-yaml"
if ! command -v dpkg-query >/dev/null 2>&1; then
    echo "setup: not a Debian system; needed are: $needed (SETUP=0 leaves this out)" >&2
    exit 0
fi
present() {
    case $1 in
    nodejs) command -v node >/dev/null 2>&1 && return 0 ;;
    gcc | clang | make | klayout | valgrind | lcov | npm | git | openssl) command -v "$1" >/dev/null 2>&1 && return 0 ;;
    esac
    dpkg-query -W -f '${db:Status-Abbrev}' "$1" 2>/dev/null | grep -q '^ii'
}
missing=
for package in $needed; do
    present "$package" || missing="$missing $package"
done
[ -n "$missing" ] || exit 0
echo "setup: missing packages:$missing"
sudo=
if [ "$(id -u)" -ne 0 ]; then
    sudo=sudo
    echo "setup: installing them with sudo apt-get (SETUP=0 leaves this out)"
fi
export DEBIAN_FRONTEND=noninteractive
$sudo apt-get update -qq &&
    # shellcheck disable=SC2086
    $sudo apt-get install -y -qq --no-install-recommends $missing >build/setup.log 2>&1 && exit 0
tail -n 20 build/setup.log 2>/dev/null >&2
echo "setup: could not install:$missing" >&2
exit 1
