#!/bin/sh
# cjson_archive.sh CC OUT.a: cJSON as an archive, which Debian's package has not: built from Debian's source of the version that
# is installed, security fixes included. Exit status 3 where the source cannot be had; what it fetches goes into a folder of its
# own, and nothing of the system's lists changes.
set -u
cc=$1
out=$(realpath -m "$2")
version=$(dpkg-query -W -f '${source:Version}' libcjson-dev 2>/dev/null) || exit 3
[ "$(cat "$out.version" 2>/dev/null)" = "$version" ] && [ -f "$out" ] && exit 0
command -v dpkg-source >/dev/null || { echo "cjson_archive: no dpkg-source (package dpkg-dev)" >&2; exit 3; }
work=$(mktemp -d) || exit 3
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/parts" "$work/lists/partial"
for list in /etc/apt/sources.list /etc/apt/sources.list.d/*; do
    [ -f "$list" ] && sed -e 's/^Types: deb$/Types: deb-src/' -e 's/^deb /deb-src /' "$list" >"$work/parts/${list##*/}"
done
apt() { apt-get -qq -o Dir::Etc::sourcelist=/dev/null -o "Dir::Etc::sourceparts=$work/parts" -o "Dir::State::lists=$work/lists" -o APT::Sandbox::User=root "$@" >>"$work/log" 2>&1; }
cd "$work" || exit 3
if ! apt update || ! apt source --download-only "cjson=$version" || ! dpkg-source --no-check -x ./*.dsc source >>"$work/log" 2>&1; then
    echo "cjson_archive: Debian's source of cJSON $version could not be had" >&2
    tail -n 3 "$work/log" >&2
    exit 3
fi
$cc -O2 -fPIE -fstack-protector-strong -D_FORTIFY_SOURCE=2 -c -o cJSON.o source/cJSON.c || exit 1
mkdir -p "$(dirname "$out")"
rm -f "$out"
ar rcsD "$out" cJSON.o && echo "$version" >"$out.version"
