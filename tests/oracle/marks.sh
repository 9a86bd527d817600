#!/bin/sh
# KLayout's XML files as we read and write them against KLayout itself: marks.sh BUILD_DIR CORPUS. Those of fixtures, tests/corpus, and of
# CORPUS where it is there. Ends with the totals.
set -u
folder=$1/marks_said
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
passed=0
failed=0
while read -r file; do
    case $file in
    *.lyp)
        "$1/marks" lyp "$file" >"$folder/ours.txt"
        set -- "$1" "$2" tests/oracle/lyp_compare.py
        ;;
    *)
        "$1/marks" lyrdb "$file" >"$folder/ours.txt"
        "$1/marks" rewrite "$file" "$folder/again.lyrdb"
        "$1/marks" list "$file" >"$folder/listed.txt"
        set -- "$1" "$2" tests/oracle/lyrdb_compare.py -rd "again=$folder/again.lyrdb"
        ;;
    esac
    script=$3
    build=$1
    corpus=$2
    shift 3
    QT_QPA_PLATFORM=offscreen klayout -zz -b -r "$script" -rd "file=$file" -rd "ours=$folder/ours.txt" "$@" >"$folder/said.txt" 2>&1
    set -- "$build" "$corpus"
    case $file in
    *.lyp) expected=1 ;;
    *)
        expected=2
        QT_QPA_PLATFORM=offscreen klayout -zz -b -r tests/oracle/markers_compare.py -rd "file=$file" -rd "ours=$folder/listed.txt" >>"$folder/said.txt" 2>&1
        ;;
    esac
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
