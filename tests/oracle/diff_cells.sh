#!/bin/sh
# diff_cells.sh BUILD_DIR CORPUS: our comparison of cells against KLayout's LayoutDiff (diff_cells.py): the fixtures and some
# files of CORPUS, each against copies with one thing changed, pairs of fixtures, and files with their OASIS copies.
set -u
build=$(cd "$1" && pwd)
corpus=$2
here=$(cd "$(dirname "$0")" && pwd)
out=$build/diff_pairs
rm -rf "$out"
mkdir -p "$out"
ls "$PWD"/fixtures/*.gds >"$out/files"
for pair in diff_old.gds:diff_new.gds diff_new.oas:diff_old.gds ring.gds:coupler.gds dbu_5_nm.gds:dbu_half_nm.gds truth_1nm.gds:truth_5nm.oas; do
    printf '%s\t%s\n' "$PWD/fixtures/${pair%:*}" "$PWD/fixtures/${pair#*:}" >>"$out/pairs"
done
if [ -d "$corpus/siepic_ebeam" ]; then
    corpus=$(cd "$corpus" && pwd)
    find "$corpus" -name '*.gds' -size -60k -not -path '*/malformed/*' -not -path '*/iccad13/*' -not -name aref1e8.gds | sort | awk 'NR % 8 == 0' >>"$out/files"
    find "$corpus/derived_oasis" -name '*.oas' -size -60k | sort | head -n 60 | while read -r oas; do
        name=$(basename "$oas")
        gds=$(find "$corpus" -name "${name%%.*}.gds" -not -path '*/derived_oasis/*' | sort | head -n 1)
        [ -f "$gds" ] && printf '%s\t%s\n' "$gds" "$oas" >>"$out/pairs"
    done
fi
timeout 600 "$here/klayout.sh" "$here/diff_cells.py" program="$build/layout-observer" folder="$out" files="$out/files" pairs="$out/pairs" >"$out/log" 2>&1
status=$?
grep -E "^  |passed," "$out/log" | grep -v "^  /"
grep -q " passed, 0 failed," "$out/log" || { echo "  FAIL KLayout did not compare all pairs"; echo "0 passed, 1 failed, 0 skipped"; exit 1; }
exit $status
