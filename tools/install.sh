#!/bin/sh
# What an installation has, in one list: install.sh list|install|uninstall BUILD_DIR, with PREFIX and DESTDIR in the environment.
# `uninstall` removes what `install` put there, file by file, and the product's own folders when they are empty: never a
# file that it did not bring. A line of the list: MODE SOURCE TARGET, the target below PREFIX.
set -eu
verb=$1
build=$2
prefix=${PREFIX:-/usr/local}
root=${DESTDIR:-}$prefix
list() {
    echo "755 $build/layout-observer bin/layout-observer"
    echo "755 $build/conformance bin/conformance"
    echo "755 $build/layout-observer-http libexec/layout-observer/layout-observer-http"
    echo "644 include/lob/lob.h include/lob/lob.h"
    echo "644 $build/lib/liblob.a lib/liblob.a"
    echo "644 $build/lib/liblob.pc lib/pkgconfig/liblob.pc"
    for page in docs/man/*.1; do echo "644 $page share/man/man1/${page##*/}"; done
    for name in layout-observer conformance; do
        echo "644 packaging/completions/layout-observer.bash share/bash-completion/completions/$name"
    done
    echo "644 packaging/completions/_layout-observer share/zsh/site-functions/_layout-observer"
    for page in README.md CHANGELOG.md LICENSE; do echo "644 $page share/doc/layout-observer/$page"; done
    echo "644 src/draw/FONT-LICENSE share/doc/layout-observer/FONT-LICENSE"
    find docs examples packaging/clients -type f ! -path 'docs/man/*' ! -name '*.text.md' | sort | sed 's,.*,644 & share/doc/layout-observer/&,'
    suite=share/layout-observer/conformance
    echo "644 spec/requirements.json $suite/requirements.json"
    find spec/conformance -name '*.json' | sort | sed "s,^spec/conformance/\(.*\),644 & $suite/cases/\1,"
    echo "644 spec/conformance/VERSION $suite/cases/VERSION"
    find fixtures -type f ! -name '*.recipe.json' | sort | sed "s,.*,644 & $suite/&,"
    find spec/tools -name '*.json' | sort | sed "s,^spec/tools/\(.*\),644 & $suite/tools/\1,"
}
case $verb in
list) list ;;
install)
    rm -rf "$root/share/layout-observer/conformance" # cases of an older version would be asked as well
    list | while read -r mode source target; do
        case $target in share/layout-observer/*) ;; *) echo "$root/$target" ;; esac
        install -D -m "$mode" "$source" "$root/$target"
    done
    echo "$root/share/layout-observer/conformance/"
    ;;
uninstall)
    list | while read -r mode source target; do rm -f "$root/$target"; done
    for folder in share/layout-observer share/doc/layout-observer libexec/layout-observer include/lob; do
        [ ! -d "$root/$folder" ] || find "$root/$folder" -depth -type d -empty -delete
    done
    ;;
*) echo "install.sh: list, install or uninstall" >&2; exit 2 ;;
esac
