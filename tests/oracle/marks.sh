#!/bin/sh
# KLayout's XML files as we read and write them against KLayout itself: marks.sh BUILD_DIR CORPUS. Those of fixtures, tests/corpus, and of
# CORPUS where it is there. Ends with the totals.
set -u
folder=$1/marks_said
rm -rf "$folder"
mkdir -p "$folder"
if ! command -v klayout >/dev/null 2>&1; then
    echo "0 passed, 0 failed, 1 skipped"
    exit 0
fi
list=$folder/list.txt
{
    ls fixtures/*.lyp tests/corpus/marks*.lyp tests/corpus/marks*.lyrdb
    [ ! -d "$2" ] || find "$2" -name '*.lyp' -o -path '*/drc_decks/*' -name '*.lyrdb*' | sort
} >"$list"
# What we say of all of them, then what KLayout says: one process for each comparison, not for each file.
number=0
while read -r file; do
    number=$((number + 1))
    stem=$folder/$number
    case $file in
    *.lyp)
        "$1/marks" lyp "$file" >"$stem.ours"
        printf '%s\t%s\t%s\n' "$file" "$stem.ours" "$stem.said" >>"$folder/lyp.jobs"
        ;;
    *)
        "$1/marks" lyrdb "$file" >"$stem.ours"
        "$1/marks" rewrite "$file" "$stem.again.lyrdb"
        "$1/marks" list "$file" >"$stem.listed"
        printf '%s\t%s\t%s\t%s\n' "$file" "$stem.ours" "$stem.again.lyrdb" "$stem.said" >>"$folder/lyrdb.jobs"
        printf '%s\t%s\t%s\n' "$file" "$stem.listed" "$stem.said.markers" >>"$folder/markers.jobs"
        ;;
    esac
done <"$list"
for kind in lyp lyrdb markers; do
    tests/oracle/klayout.sh "tests/oracle/${kind}_compare.py" "list_=$folder/$kind.jobs" >"$folder/$kind.log" 2>&1 || tail -n 5 "$folder/$kind.log"
done
number=0
passed=0
failed=0
while read -r file; do
    number=$((number + 1))
    case $file in *.lyp) expected=1 ;; *) expected=2 ;; esac
    cat "$folder/$number.said" "$folder/$number.said.markers" >"$folder/said.txt" 2>/dev/null
    if [ "$(grep -c '^equal: ' "$folder/said.txt")" -eq "$expected" ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "  FAIL $file"
        head -n 5 "$folder/said.txt"
    fi
done <"$list"
echo "$passed passed, $failed failed, 0 skipped"
[ "$failed" -eq 0 ]
