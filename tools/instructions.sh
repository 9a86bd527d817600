#!/bin/sh
# Instructions of named workloads, held under a ceiling each: instructions.sh check|lower BUILD_DIR.
#
# valgrind's callgrind counts what the processor is told to do, so other load does not matter, and half of a per cent is seen.
# Two figures a workload: those of the program's own code, and those of the libraries that it calls (copying, allocating, hashing,
# compressing) without the loader. tests/instructions/ceilings holds both, for one compiler: another makes other code, so with it
# all is skipped, and said. `check` fails above the ceiling by more than SLACK per cent (libraries: LIBRARY_SLACK, for they differ
# with the machine's) and tells what has become cheaper; `lower` writes the lower ceilings, raises none, and adds workloads that
# have none. To raise one: edit the file, and say in the commit why.
set -u
mode=$1
build=$2
ceilings=tests/instructions/ceilings
dir=$build/instructions
SLACK=${SLACK:-2}
LIBRARY_SLACK=${LIBRARY_SLACK:-15}
program=$build/layout-observer
workloads=0

skip_all() {
    echo "  SKIPPED: instructions were not counted: $1"
    echo "0 passed, 0 failed, $(grep -vc '^#' "$ceilings") skipped"
    exit 0
}

# What varies from run to run is taken away: addresses, processors (one: teams of threads are of one), and the libraries'
# choice of code for the processor at hand. Seeds of hash tables stay random: they are worth some hundred instructions.
steady=
setarch -R true 2>/dev/null && steady="setarch -R"
command -v taskset >/dev/null 2>&1 && steady="$steady taskset -c $(taskset -cp $$ | sed 's/.*: //; s/[-,].*//')"
# The artifact root is fresh: a server looks at what earlier ones have left.
export OPENSSL_ia32cap=0:0 LC_ALL=C TZ=UTC KLAYOUT_MCP_ARTIFACT_ROOT="$(pwd)/$dir/artifacts"
export GLIBC_TUNABLES=glibc.cpu.hwcaps=-AVX2,-AVX,-AVX512F,-ERMS,-FSRM

# callgrind's file: cost lines belong to the object named last; the line after calls= is the callee's, counted there.
sum_objects() {
    awk -v own="/${program##*/}\$" '
        /^ob=/ {id = $1; sub(/^ob=/, "", id); if ($2 != "") name[id] = $2; object = name[id]; next}
        /^calls=/ {skip = 1; next}
        /^[0-9+*-]/ {if (skip) {skip = 0; next} cost[object] += $2}
        /^cob=/ {id = $1; sub(/^cob=/, "", id); if ($2 != "") name[id] = $2}
        END {
            for (object in cost) {
                if (object ~ own) mine += cost[object]
                else if (object !~ /\/ld-linux/) libraries += cost[object]
            }
            printf "%.0f %.0f\n", mine, libraries
        }' "$1"
}

# count NAME ARGUMENTS...: the program with these, its input $dir/NAME.in where there is one. Exit status 1 is of those that
# find something (diff, eval).
count() {
    name=$1
    shift
    workloads=$((workloads + 1))
    input=/dev/null
    [ ! -f "$dir/$name.in" ] || input=$dir/$name.in
    # shellcheck disable=SC2086
    $steady valgrind --tool=callgrind --callgrind-out-file="$dir/$name.callgrind" --dump-line=no -q \
        "$program" "$@" <"$input" >"$dir/$name.out" 2>"$dir/$name.err"
    if [ $? -gt 1 ] || [ ! -s "$dir/$name.callgrind" ] || grep -q '"code":"[A-Z_]*","message"' "$dir/$name.out"; then
        echo "$name failed" >>"$dir/counted"
    else
        echo "$name $(sum_objects "$dir/$name.callgrind")" >>"$dir/counted"
    fi
}

# calls NAME LINE...: a sequence of tools on one open layout.
calls() {
    name=$1
    layout=$2
    shift 2
    echo '{"tool":"open_layout","arguments":{"path":"'"$layout"'"}}' >"$dir/$name.in"
    for each in "$@"; do echo "$each" >>"$dir/$name.in"; done
    count "$name" call -
}
on() { echo '{"tool":"'"$1"'","arguments":{"session_id":"$last"'"${2:+,$2}"'}}'; }

run_all() {
    many=$dir/many
    here=$(pwd)
    printf '%s\n' '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"count","version":"1"}}}' \
        '{"jsonrpc":"2.0","method":"notifications/initialized"}' '{"jsonrpc":"2.0","id":2,"method":"ping"}' >"$dir/start.in"
    count start serve
    cp "$dir/start.in" "$dir/tools_list.in"
    echo '{"jsonrpc":"2.0","id":3,"method":"tools/list"}' >>"$dir/tools_list.in"
    count tools_list serve
    calls open_gds "$many.gds"
    calls open_oas "$many.oas"
    calls list_cells "$many.gds" "$(on list_cells '"limit":50')"
    calls query_region "$many.gds" "$(on query_region '"box":{"left":0,"bottom":0,"right":300,"top":300},"hierarchy_mode":"recursive","max_shapes":100')"
    calls query_geometry "$many.gds" "$(on query_region '"box":{"left":0,"bottom":0,"right":300,"top":300},"hierarchy_mode":"recursive","match":"geometry","include_area":true,"include_statistics":true')"
    calls measure "$here/fixtures/coupler.gds" "$(on query_region '"box":{"left":-1,"bottom":-6,"right":50,"top":6}')" \
        "$(on measure_geometry '"mode":"edge_gap","target_ids":["shp_415c427ece900cee","shp_41571c3bbf773b63"]')"
    count render render fixtures/ring.gds -o "$dir/ring.png" --size 400x300 --quiet
    calls check_rules "$here/fixtures/rules.gds" "$(on check_rules '"deck_path":"'"$here"'/fixtures/rules.deck.json"')"
    calls connectivity "$here/fixtures/connect_planted.gds" "$(on check_connectivity)"
    calls trace_waveguide "$here/fixtures/s_bend.gds" "$(on trace_waveguide '"from":{"x_um":1,"y_um":10}')"
    calls density_map "$many.gds" "$(on density_map '"layers":[{"layer":1,"datatype":0}],"tiles":{"nx":8,"ny":8}')"
    count diff diff "$many.gds" "$many.oas" --json
    count convert_oas convert "$many.gds" "$dir/out.oas"
    count convert_gds convert "$many.oas" "$dir/out.gds"
    count evaluate eval fixtures/rules.gds --layer 1/0 --box 0,0,1,1 --pixel-nm 10 --process '{"tile_px":128}' --quiet
    awk -v layout="$here/fixtures/straight.gds" 'BEGIN {
        printf "{\"tool\":\"open_layout\",\"arguments\":{\"path\":\"%s\"}}\n", layout
        printf "{\"tool\":\"check_rules\",\"arguments\":{\"session_id\":\"$last\",\"box\":{\"left\":0,\"bottom\":0,\"right\":0.1,\"top\":0.1},\"rules\":["
        for (i = 0; i < 200; i++) printf "%s{\"id\":\"rule %d\",\"type\":\"width\",\"layer\":\"1/0\",\"min_um\":0.%03d,\"description\":\"one of many \\u00e9 rules\"}", i ? "," : "", i, i + 1
        print "]}}"}' >"$dir/large_request.in"
    count large_request call -
}

command -v valgrind >/dev/null 2>&1 || skip_all "there is no valgrind"
compiler=$(strings -n 8 "$program" 2>/dev/null | grep -m 1 '^GCC: (')
[ -n "$compiler" ] || compiler=$(LC_ALL=C ${CC:-gcc} --version | head -n 1)
wanted=$(sed -n 's/^# compiler: //p' "$ceilings" 2>/dev/null)
if [ "$mode" = check ] && [ "$compiler" != "$wanted" ]; then
    skip_all "the program was compiled by \"$compiler\", the ceilings are for \"$wanted\""
fi
rm -rf "$dir"
mkdir -p "$dir"
for format in gds oas; do
    "$build/fixturec" tests/instructions/many.recipe.json -o "$dir/many.$format" || exit 1
done
dir=$(cd "$dir" && pwd)
run_all

judge='
    function above(value, ceiling, slack) {return value > ceiling * (1 + slack / 100)}
    FILENAME == ARGV[1] {if ($0 !~ /^#/ && NF == 3) {own[$1] = $2; libraries[$1] = $3} next}
    {counted[$1] = 1}
    $2 == "failed" {printf "  FAIL %s: it did not run, or ended with an error\n", $1; failed++; next}
    !($1 in own) {printf "  FAIL %s: %.0f has no ceiling; make instructions-lower adds it\n", $1, $2; failed++; next}
    above($2, own[$1], slack) || above($3, libraries[$1], library_slack) {
        printf "  FAIL %s: %.0f own instructions, ceiling %.0f (%+.1f %%); of libraries %.0f, ceiling %.0f (%+.1f %%)\n", $1, $2, own[$1],
            100 * ($2 / own[$1] - 1), $3, libraries[$1], 100 * ($3 / libraries[$1] - 1)
        failed++
        next
    }
    {passed++}
    $2 < own[$1] * 0.99 {printf "  lower: %s %.0f, ceiling %.0f: make instructions-lower keeps that\n", $1, $2, own[$1]}
    END {
        for (name in own) if (!(name in counted)) {printf "  FAIL %s: a ceiling of no workload\n", name; failed++}
        printf "%d passed, %d failed, 0 skipped\n", passed, failed
        exit failed > 0
    }'
if [ "$mode" = check ]; then
    awk -v slack="$SLACK" -v library_slack="$LIBRARY_SLACK" "$judge" "$ceilings" "$dir/counted"
    exit
fi

# lower
grep -q ' failed$' "$dir/counted" && { grep ' failed$' "$dir/counted"; exit 1; }
{
    cat <<'END'
# Instructions of the workloads of tools/instructions.sh: name, those of our own code, those of libraries without the loader.
# They only go down: make instructions-lower. A ceiling counts for this compiler alone:
END
    echo "# compiler: $compiler"
    [ "$compiler" = "$wanted" ] || : >"$dir/none"
    awk '
        FILENAME == ARGV[1] {if ($0 !~ /^#/ && NF == 3) {own[$1] = $2; libraries[$1] = $3} next}
        {
            mine = ($1 in own) && $2 > own[$1] * 0.99 ? own[$1] : $2
            theirs = ($1 in own) && $3 > libraries[$1] * 0.99 ? libraries[$1] : $3
            printf "%s %.0f %.0f\n", $1, mine, theirs
        }' "$([ "$compiler" = "$wanted" ] && echo "$ceilings" || echo "$dir/none")" "$dir/counted"
} >"$dir/ceilings"
mv "$dir/ceilings" "$ceilings"
echo "$workloads workloads; $ceilings written"
