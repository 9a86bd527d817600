#!/bin/sh
# Functions of src and tools that no program reaches, and names that a header shows for nobody: dead.sh BUILD_DIR.
# BUILD_DIR/dead has the programs linked with --gc-sections from objects that inline nothing, so what they lack is dead. A
# function that its own file alone calls should be static. What may be so is in tests/dead.txt, with a reason; a name there
# that is alive after all fails as well.
set -u
build=$1
out=$build/dead
known=tests/dead.txt
for program in "$out"/*; do [ -x "$program" ] && nm --defined-only "$program"; done | awk '{print $3}' | sort -u >"$out/alive.txt"
# NAME FILE of each function that other files can see.
find "$build/obj/src" "$build/obj/gen" "$build/obj/tools" -name '*.o' | sed 's|\.o$||' | while read -r object; do
    source=${object#"$build/obj/"}.c
    [ -e "$source" ] && nm -g --defined-only "$object.o" | awk -v file="$source" '$2 == "T" && $3 != "main" {print $3, file}'
done | sort -u >"$out/all.txt"
find "$build/obj/src" "$build/obj/gen" "$build/obj/tools" -name '*.o' -exec nm -u {} + | awk 'NF == 2 {print $2}' | sort -u >"$out/used.txt"
grep -rohE '\b(lob|conf|[a-z]{2,5})_[a-z0-9_]+' tests include examples --include='*.[ch]' --include='*.h' --include='*.cpp' | sort -u >"$out/tests.txt"
awk -v known="$known" '
    FILENAME == ARGV[1] {alive[$1]; next}
    FILENAME == ARGV[2] {used[$1]; next}
    FILENAME == ARGV[3] {used[$1]; next}
    FILENAME == ARGV[4] {if (!/^#/ && NF) {name = $1; excepted[name]; if (NF < 2) {print "  FAIL " known ": " name " has no reason"; failed++}} next}
    {
        count++; here[$1]
        what = !($1 in alive) ? "no program reaches it" : !($1 in used) ? "only its own file calls it: make it static" : ""
        if (what == "" && $1 in excepted) {print "  FAIL " known ": " $1 " is in use; take it off the list"; failed++}
        if (what != "" && !($1 in excepted)) {print "  FAIL " $2 ": " $1 ": " what; failed++}
    }
    END {
        for (name in excepted) if (!(name in here)) {print "  FAIL " known ": there is no " name; failed++}
        if (count < 1000) {print "  FAIL only " count + 0 " functions were found"; failed++}
        printf "%d passed, %d failed, 0 skipped\n", count - failed, failed
        exit failed > 0
    }' "$out/alive.txt" "$out/used.txt" "$out/tests.txt" "$known" "$out/all.txt"
