#!/bin/sh
# check_musl.sh FILES...: compiles the files against musl, as a system that has none of src/base/platform.h. Files ask for POSIX
# alone (with XSI); tests/static/beyond_posix.txt lists the others with what they use, all of it and no more: what a port has to
# look at. Nothing is linked: Debian's libraries are of glibc. Their headers are seen through links, so that glibc's own are not.
# Ends with "N passed, N failed, N skipped".
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
# Of a file that POSIX is not enough for, "FILE NAMES": headers of Linux, and what the compiler then misses.
# shellcheck disable=SC2016
printf '%s\n' "$@" | LC_ALL=C xargs -P "$(nproc)" -n 16 sh -c '
    compile() { musl-gcc -fsyntax-only -std=c17 -DLOB_PLATFORM_PLAIN -I. -Isrc -Iinclude -isystem "$see" -Wall -Wextra -Werror -pthread "$@" 2>"$see/said.$$"; }
    for file in "$@"; do
        names=$(grep -hoE "^#include <(sys/(prctl|signalfd|eventfd|epoll|inotify|syscall|random|sendfile|vfs|sysinfo)|linux/[a-z_]+|sched|endian|byteswap|malloc)\.h>" "$file" | sed "s/.*<//; s/>//")
        if ! compile -D_XOPEN_SOURCE=700 "$file"; then
            names="$names $(grep -oE "declaration of function .[A-Za-z_0-9]+.|error: .[A-Za-z_0-9]+. undeclared|type name .[a-z_0-9]+.|struct dirent64" "$see/said.$$" | sed -E "s/(.*(function|error:|type name|struct) )//; s/ undeclared//; s/[^A-Za-z_0-9]//g" | sort -u)"
            compile -D_GNU_SOURCE "$file" || { echo "  FAIL $file"; head -n 5 "$see/said.$$"; }
        fi
        # shellcheck disable=SC2086
        [ -z "$names" ] || echo "$file" $names >>"$see/beyond.$$"
    done' sh >"$see/failed"
grep -v '^$' "$see/failed"
failed=$(grep -c '^  FAIL' "$see/failed")
cat "$see"/beyond.* 2>/dev/null | LC_ALL=C sort >"$see/beyond"
grep -v '^#' tests/static/beyond_posix.txt | LC_ALL=C sort >"$see/listed"
if ! diff "$see/listed" "$see/beyond" >"$see/differs"; then
    echo "  FAIL tests/static/beyond_posix.txt is not what the files use (<: listed, >: used)"
    grep '^[<>]' "$see/differs"
    failed=$((failed + 1))
fi
echo "$(($# + 1 - failed)) passed, $failed failed, 0 skipped"
[ "$failed" = 0 ]
