#!/bin/sh
# What our reader sees in a layout against what KLayout sees: check_klayout.sh BUILD_DIR CORPUS [short]. The fixtures are dumped by the
# KLayout of this machine; CORPUS, a folder of public layouts that is not part of the checkout, brings its dumps along.
# What is not there is skipped, said and counted. fixtures/oasis is held against its values by hand as well. Then the way back:
# what we write, in both formats, KLayout reads without a difference (tests/oracle/written.py has the few that are known).
set -u
compare=$1/compare
corpus=$2
dumps=$1/oracle
skipped=0
status=0
total=$1/klayout.txt
: >"$total"
show() { # the faults, without the totals
    grep -v -E '^[0-9]+ passed, ' "$1"
    grep -E '^[0-9]+ passed, ' "$1" >>"$total"
}
if command -v klayout >/dev/null 2>&1; then
    tests/oracle/run.sh fixtures "$dumps" >"$1/oracle.log" 2>&1 || { echo "  FAIL KLayout could not read the fixtures"; tail -n 5 "$1/oracle.log"; status=1; }
    "$compare" --folder fixtures "$dumps" >"$1/compare.txt" 2>&1 || status=1
    show "$1/compare.txt"
    python3 tests/oracle/oasis_expected.py "$dumps/oasis" fixtures/oasis >"$1/compare.txt" 2>&1 || status=1
    show "$1/compare.txt"
else
    echo "  SKIPPED: no klayout, the fixtures were not compared"
    skipped=$((skipped + 1))
fi
if [ -d "$corpus/expected/layout_dump" ]; then
    "$compare" --manifest "$corpus" >"$1/compare.txt" 2>&1 || status=1
    show "$1/compare.txt"
else
    echo "  SKIPPED: no corpus of public layouts beside the checkout (CORPUS=)"
    skipped=$((skipped + 1))
fi
# Windows of the fixtures, asked of this machine's KLayout.
if command -v klayout >/dev/null 2>&1; then
    windows=$1/windows
    rm -rf "$windows"
    mkdir -p "$windows/expected"
    cp -r fixtures/*.gds fixtures/*.oas fixtures/oasis "$windows"
    tests/oracle/run.sh fixtures "$windows/expected/region_query" region_query.py >"$1/oracle.log" 2>&1 || { echo "  FAIL KLayout could not query the fixtures"; status=1; }
    for program in regions queries; do
        "$1/$program" "$windows" >"$1/compare.txt" 2>&1 || status=1
        show "$1/compare.txt"
    done
fi
# What lies in windows: the walk's hits, then the query engine's, by box and by figure.
if [ -d "$corpus/expected/region_query" ]; then
    "$1/regions" "$corpus" >"$1/compare.txt" 2>&1 || status=1
    show "$1/compare.txt"
fi
if [ -d "$corpus/expected/region_query" ]; then
    "$1/queries" "$corpus" >"$1/compare.txt" 2>&1 || status=1
    show "$1/compare.txt"
fi
# Pairs of edges that violate a distance, over the corpus; then decks of rules, each as a script of KLayout.
"$1/checks" "$corpus" >"$1/compare.txt" 2>&1 || status=1
show "$1/compare.txt"
tests/oracle/rules.sh "$1/layout-observer" "$corpus" >"$1/compare.txt" 2>&1 || status=1
show "$1/compare.txt"
# A report's figures of a layout against KLayout's.
tests/oracle/design.sh "$1/layout-observer" "$1/design" >"$1/compare.txt" 2>&1 || status=1
show "$1/compare.txt"
# SPICE netlists against KLayout's reader and one of our own.
tests/oracle/spice.sh "$1/layout-observer" "$1/spice" >"$1/compare.txt" 2>&1 || status=1
show "$1/compare.txt"
# Merged areas of layers in windows.
"$1/density" "$corpus" >"$1/compare.txt" 2>&1 || status=1
show "$1/compare.txt"
# Ports: pins of SiEPIC by its published rule, ports of kfactory from the bytes of the files.
if [ -d "$corpus/siepic_ebeam" ] && command -v klayout >/dev/null 2>&1; then
    python3 tests/oracle/ports_siepic.py "$1/layout-observer" fixtures "$corpus/siepic_ebeam" "$corpus/siepic_tools" "$corpus/openebl_2024_10" >"$1/compare.txt" 2>&1 || status=1
    show "$1/compare.txt"
    python3 tests/oracle/ports_meta.py "$1/layout-observer" "$corpus/gdsfactory_ubc" "$corpus/gdsfactory" "$corpus/openebl_2024_10" >"$1/compare.txt" 2>&1 || status=1
    show "$1/compare.txt"
fi
# Routes against the lengths that gdsfactory and SiEPIC wrote into their files.
if [ -d "$corpus/gdsfactory_ubc" ]; then
    "$1/trace" "$corpus/gdsfactory" "$corpus/gdsfactory_ubc" "$corpus/siepic_tools" >"$1/compare.txt" 2>&1 || status=1
    show "$1/compare.txt"
    "$1/trace" -r "$corpus/siepic_ebeam" "$corpus/openebl_2024_10" >"$1/compare.txt" 2>&1 || status=1
    show "$1/compare.txt"
fi
# Coverage of pixels.
"$1/render" "$corpus" >"$1/compare.txt" 2>&1 || status=1
show "$1/compare.txt"
# Exact distances, areas and lengths: stored pairs, those of the corpus, and new ones.
measured=tests/corpus/measure_cases.json
[ -d "$corpus/expected/measure" ] && measured="$measured $corpus/expected/measure"
if command -v klayout >/dev/null 2>&1; then
    random=$(cd "$1" && pwd)/measure_random.json.gz
    if tests/oracle/klayout.sh tests/oracle/measure.py random=1000 "out=$random" >"$1/oracle.log" 2>&1; then
        measured="$measured $random"
    else
        echo "  FAIL KLayout could not measure"
        status=1
    fi
fi
# shellcheck disable=SC2086
"$1/measure" $measured >"$1/compare.txt" 2>&1 || status=1
show "$1/compare.txt"
# Which pins meet, by the rule of SiEPIC-Tools.
if command -v klayout >/dev/null 2>&1; then
    for folder in siepic_ebeam openebl_2024_10; do
        [ -d "$corpus/$folder" ] || continue
        pins=$(cd "$1" && pwd)/connect_$folder.json
        if tests/oracle/klayout.sh tests/oracle/connect_siepic.py "root=$corpus/$folder" "out=$pins" >"$1/oracle.log" 2>&1; then
            "$1/connect" "$pins" "$corpus/$folder" >"$1/compare.txt" 2>&1 || status=1
            show "$1/compare.txt"
        else
            echo "  FAIL KLayout could not look at the pins of $folder"
            status=1
        fi
    done
fi
# short: of what follows, what we write of the fixtures alone.
form=${3:-whole}
# Pieces, perimeters and largest pieces of layers in windows.
if command -v klayout >/dev/null 2>&1; then
    files=$(printf '%s:' fixtures/*.gds)
    [ "$form" = whole ] && files=$files$(find "$corpus/siepic_ebeam" "$corpus/openebl_2024_10" -name '*.gds' -o -name '*.oas' 2>/dev/null | sort | tr '\n' ':')
    tests/oracle/klayout.sh tests/oracle/statistics.py "server=$1/layout-observer" "files=${files%:}" >"$1/compare.txt" 2>&1 || status=1
    show "$1/compare.txt"
fi
# XOR of pairs of layouts.
if [ "$form" = whole ] && command -v klayout >/dev/null 2>&1; then
    tests/oracle/xor.sh "$1" "$corpus" >"$1/compare.txt" 2>&1 || status=1
    show "$1/compare.txt"
    tests/oracle/diff_cells.sh "$1" "$corpus" >"$1/compare.txt" 2>&1 || status=1 # cells of pairs
    show "$1/compare.txt"
fi
# Layer properties and marker databases, and the latter as we write them.
if [ "$form" = whole ]; then
    tests/oracle/marks.sh "$1" "$corpus" >"$1/compare.txt" 2>&1 || status=1
    show "$1/compare.txt"
fi
folders=fixtures
for folder in "$corpus"/*/; do
    [ "$form" = whole ] || break
    case $folder in *'*'* | */expected/ | */iccad13/) ;; *) folders="$folders $folder" ;; esac
done
if command -v klayout >/dev/null 2>&1; then
    # shellcheck disable=SC2086
    tests/oracle/written.sh "$1/layout-observer" "$1/written" $folders >"$1/compare.txt" 2>&1 || status=1
    show "$1/compare.txt"
fi
awk -v skipped="$skipped" '{p += $1; f += $3; s += $5} END {printf "%d passed, %d failed, %d skipped\n", p, f, s + skipped}' "$total"
exit $status
