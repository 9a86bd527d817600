#!/bin/sh
# check_musl.sh FILES...: compiles the files against musl, as a system that is not GNU and has none of src/base/platform.h. Nothing
# is linked: Debian's libraries are of glibc. Their headers are seen through links, so that glibc's own are not. Ends with
# "N passed, N failed, N skipped".
set -u
command -v musl-gcc >/dev/null || { echo "  SKIPPED musl: no musl-gcc (package musl-tools)"; echo "0 passed, 0 failed, 1 skipped"; exit 0; }
see=$(mktemp -d) || exit 1
trap 'rm -rf "$see"' EXIT
mkdir "$see/openssl"
machine=/usr/include/$(gcc -print-multiarch)
for header in /usr/include/cjson /usr/include/libxml2/libxml /usr/include/png.h /usr/include/pngconf.h /usr/include/pnglibconf.h /usr/include/zlib.h \
    /usr/include/unicode "$machine/zconf.h" /usr/include/zconf.h; do
    [ -e "$header" ] && ln -sf "$header" "$see/"
done
ln -sf /usr/include/openssl/* "$see/openssl/"
[ -d "$machine/openssl" ] && ln -sf "$machine"/openssl/* "$see/openssl/"
export see
# shellcheck disable=SC2016
printf '%s\n' "$@" | xargs -P "$(nproc)" -n 16 sh -c '
    for file in "$@"; do
        musl-gcc -fsyntax-only -std=c17 -D_GNU_SOURCE -DLOB_PLATFORM_PLAIN -I. -Isrc -Iinclude -isystem "$see" -Wall -Wextra -Werror -pthread "$file" 2>"$see/said.$$" ||
            { echo "  FAIL $file"; head -n 5 "$see/said.$$"; }
    done' sh >"$see/failed"
grep -v '^$' "$see/failed"
failed=$(grep -c '^  FAIL' "$see/failed")
echo "$(($# - failed)) passed, $failed failed, 0 skipped"
[ "$failed" = 0 ]
