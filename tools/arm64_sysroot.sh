#!/bin/sh
# arm64_sysroot.sh OUT: Debian's arm64 libraries that the portable programs link, unpacked into the folder OUT. Needs apt and
# dpkg-deb, no root: lists and packages lie in folders of their own, and the system's configuration does not change. Exit status 3
# where they are not available. Done once for each release of the packages' list below.
set -u
out=$(realpath -m "$1")
packages="libxml2-dev libpng-dev zlib1g-dev liblzma-dev libssl-dev libcjson-dev libmicrohttpd-dev libcurl4-openssl-dev"
[ "$(cat "$out/packages" 2>/dev/null)" = "$packages" ] && exit 0
command -v apt-get >/dev/null && command -v dpkg-deb >/dev/null || { echo "arm64_sysroot: needs Debian's apt-get" >&2; exit 3; }
work=$(mktemp -d) || exit 3
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/parts" "$work/lists/partial" "$work/cache/archives/partial" "$work/debs"
touch "$work/status"
for list in /etc/apt/sources.list /etc/apt/sources.list.d/*; do
    [ -f "$list" ] && cp "$list" "$work/parts/"
done
apt() {
    apt-get -qq -o APT::Architecture=arm64 -o APT::Architectures::=arm64 -o Dir::Etc::sourcelist=/dev/null -o "Dir::Etc::sourceparts=$work/parts" \
        -o "Dir::State::lists=$work/lists" -o "Dir::State::status=$work/status" -o "Dir::Cache=$work/cache" -o APT::Sandbox::User=root "$@" >>"$work/log" 2>&1
}
cd "$work/debs" || exit 3
# shellcheck disable=SC2086
if ! apt update || ! apt download $packages; then
    echo "arm64_sysroot: Debian's arm64 packages are not available" >&2
    tail -n 3 "$work/log" >&2
    exit 3
fi
rm -rf "$out"
mkdir -p "$out"
for deb in *.deb; do
    dpkg-deb -x "$deb" "$out" || exit 1
done
echo "$packages" >"$out/packages"
