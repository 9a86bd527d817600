#!/bin/sh
# xor.sh BUILD_DIR CORPUS: our XOR against KLayout's (xor.py): random pairs, whole, in small tiles and without slivers; the
# fixtures, and files of CORPUS with their OASIS copies, with themselves, and with one shape moved by a database unit.
set -u
build=$(cd "$1" && pwd)
corpus=$2
here=$(cd "$(dirname "$0")" && pwd)
out=$build/xor_pairs
rm -rf "$out"
mkdir -p "$out"
ask() { timeout 900 "$here/klayout.sh" "$here/xor.py" "$@" 2>&1 | grep -E "^  |passed,"; }
status=0
: >"$out/files"
: >"$out/pairs"
ls "$PWD"/fixtures/coupler.gds "$PWD"/fixtures/ring.gds "$PWD"/fixtures/reticle.gds "$PWD"/fixtures/spiral.gds >>"$out/files"
printf '%s\t%s\n' "$PWD/fixtures/diff_old.gds" "$PWD/fixtures/diff_new.oas" >>"$out/pairs"
if [ -d "$corpus/siepic_ebeam" ]; then
    corpus=$(cd "$corpus" && pwd)
    find "$corpus/siepic_ebeam" -name '*.gds' -size -200k | sort | head -n 30 >>"$out/files"
    find "$corpus/derived_oasis" -name '*.oas' -size -60k | sort | head -n 60 | while read -r oas; do
        name=$(basename "$oas")
        gds=$(find "$corpus" -name "${name%%.*}.gds" -not -path '*/derived_oasis/*' | sort | head -n 1)
        [ -f "$gds" ] && printf '%s\t%s\n' "$gds" "$oas" >>"$out/pairs"
    done
fi
ask mode=make folder="$out" count=60 files="$out/files" pairs="$out/pairs" list_="$out/list" >"$out/log"
[ -s "$out/list" ] || { echo "  FAIL KLayout could not make the pairs"; exit 1; }
grep "$out/r" "$out/list" >"$out/random"
for options in "list" "random -f 20" "random -w 7"; do
    # shellcheck disable=SC2086
    set -- $options
    list=$1
    shift
    timeout 900 "$build/xor" "$@" "$out/$list" || status=1
    width=0
    [ "${1:-}" = -w ] && width=$2
    ask mode=check list_="$out/$list" width="$width" >"$out/log"
    cat "$out/log"
    grep -q ", 0 failed," "$out/log" || status=1
done
exit $status
