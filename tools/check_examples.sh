#!/bin/sh
# Programs of liblob, outside of the source tree: check_examples.sh BUILD_DIR [build]. The header, the library and the pkg-config
# file are put where an installation has them; examples/ and a C++ program are built with `pkg-config --cflags --libs liblob` alone,
# run on fixtures, and what they print is compared with examples/expected. With KLayout, the file they wrote is read by it.
set -u
build=$1
stage=$build/stage
programs=$build/examples
passed=0
failed=0
skipped=0
fine() { passed=$((passed + 1)); }
wrong() { failed=$((failed + 1)); echo "  FAIL $1"; }
rm -rf "$stage" "$programs"
mkdir -p "$stage/include/lob" "$stage/lib/pkgconfig" "$programs"
cp include/lob/*.h "$stage/include/lob"
cp "$build/lib/liblob.a" "$stage/lib"
prefix=$(cd "$stage" && pwd)
sed -e "s|@PREFIX@|$prefix|g" -e "s|@VERSION@|$(sed -n 's/^.define LOB_VERSION "\(.*\)"/\1/p' src/base/version.h)|g" src/api/liblob.pc.in >"$stage/lib/pkgconfig/liblob.pc"
export PKG_CONFIG_PATH="$prefix/lib/pkgconfig"
flags="$(pkg-config --cflags liblob) -Wall -Wextra -Werror -pedantic"
libs=$(pkg-config --static --libs liblob)
[ -n "$libs" ] || wrong "pkg-config knows no liblob"

# compile NAME COMPILER STANDARD SOURCE. The flags are words.
# shellcheck disable=SC2086
compile() {
    if $2 "$3" $flags -o "$programs/$1" "$4" $libs >"$programs/$1.log" 2>&1; then fine; else
        wrong "$1 does not compile"
        sed 's/^/       /' "$programs/$1.log"
    fi
}
compile gap "${CC:-cc}" -std=c99 examples/gap.c
compile thumbnail "${CC:-cc}" -std=c99 examples/thumbnail.c
if command -v c++ >/dev/null 2>&1; then
    compile cxx c++ -std=c++11 tests/unit/api/header.cc
else
    echo "  SKIPPED: no C++ compiler"
    skipped=$((skipped + 1))
fi
# The library shows the names of the header, all of them, and no others.
nm -g --defined-only "$build/lib/liblob.a" | awk 'NF == 3 {print $3}' | sort -u >"$programs/names"
if cmp -s "$programs/names" "$build/lib/names"; then fine; else
    wrong "the library's names are not the header's"
    diff "$build/lib/names" "$programs/names" | sed 's/^/       /'
fi
if [ "${2:-}" = build ]; then
    echo "$passed passed, $failed failed, $skipped skipped"
    exit $((failed > 0))
fi

# expect NAME STATUS COMMAND...: standard output, then standard error, as examples/expected/NAME has them.
expect() {
    name=$1
    wanted=$2
    shift 2
    "$@" >"$programs/$name.txt" 2>"$programs/$name.err"
    status=$?
    cat "$programs/$name.err" >>"$programs/$name.txt"
    if [ $status -eq "$wanted" ] && cmp -s "$programs/$name.txt" "examples/expected/$name.txt"; then fine; else
        wrong "$name: exit status $status, examples/expected/$name.txt is"
        diff "examples/expected/$name.txt" "$programs/$name.txt" | sed 's/^/       /'
    fi
}
expect gap 0 "$programs/gap" fixtures/coupler.gds
expect gap_oas 0 "$programs/gap" fixtures/coupler.oas 1/0
expect gap_missing 1 "$programs/gap" /nowhere/chip.gds
expect thumbnail 0 "$programs/thumbnail" fixtures/coupler.gds "$programs/thumbnail.png" "$programs/thumbnail.oas"
expect thumbnail_cut 1 "$programs/thumbnail" fixtures/bad/gds_cut_in_element.gds "$programs/none.png"
expect gap_again 0 "$programs/gap" "$programs/thumbnail.oas"
[ -x "$programs/cxx" ] && expect cxx 0 "$programs/cxx" fixtures/coupler.gds
# The product draws the same view in the same pixels, where a layer has no role; both files are of the same writer.
if "$programs/thumbnail" fixtures/s_bend.gds "$programs/bend.png" >/dev/null &&
    "$build/layout-observer" render fixtures/s_bend.gds --size 256x219 --box 0,-4.2,20,12.929 -o "$programs/render.png" >/dev/null 2>&1 &&
    cmp -s "$programs/render.png" "$programs/bend.png"; then fine; else wrong "the thumbnail is not what render draws"; fi
# KLayout reads what was written, and says the same areas and the same gap.
if command -v klayout >/dev/null 2>&1; then
    QT_QPA_PLATFORM=offscreen klayout -b -zz -r tests/oracle/lib_areas.py -rd input="$programs/thumbnail.oas" >"$programs/klayout.txt" 2>&1
    if cmp -s "$programs/klayout.txt" "$programs/gap_again.txt"; then fine; else
        wrong "KLayout says otherwise"
        diff "$programs/klayout.txt" "$programs/gap_again.txt" | sed 's/^/       /'
    fi
else
    echo "  SKIPPED: no klayout"
    skipped=$((skipped + 1))
fi
echo "$passed passed, $failed failed, $skipped skipped"
exit $((failed > 0))
