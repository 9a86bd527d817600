#!/bin/sh
# oas_written.sh SERVER OUT FOLDER...: every layout of the folders written as OASIS by SERVER and read by KLayout, which
# must find no difference. Ends with the totals. Leaves with 77 when there is no KLayout.
set -u
server=$1
out=$2
shift 2
here=$(cd "$(dirname "$0")" && pwd)
command -v klayout >/dev/null || { echo "oas_written.sh: no klayout" >&2; exit 77; }
rm -rf "$out"
mkdir -p "$out"
out=$(cd "$out" && pwd)
jobs=$out/jobs.tsv
: >"$jobs"
skipped=0
number=0
for file in $(find "$@" -name bad -prune -o -type f \( -name '*.gds' -o -name '*.gds.gz' -o -name '*.oas' \) -size -4000k -print | sort); do
    number=$((number + 1))
    if ! "$server" convert "$file" "$out/$number.oas" >"$out/$number.json" 2>/dev/null; then
        skipped=$((skipped + 1)) # not a layout
        continue
    fi
    how=
    grep -q -E '"kind":"(odd_path_width|round_path_ends|path_without_outline)"' "$out/$number.json" && how=geometry
    printf '%s\t%s\t%s\n' "$file" "$out/$number.oas" "$how" >>"$jobs"
done
ORACLE_DIR=$here QT_QPA_PLATFORM=offscreen klayout -zz -b -r "$here/oas_written.py" -rd "joblist=$jobs" -rd "out=$out/answers.tsv" \
    >"$out/klayout.log" 2>&1 || { tail -n 5 "$out/klayout.log" >&2; exit 1; }
grep -v -E '^(ok|source)' "$out/answers.tsv" | sed 's/^/  FAIL /'
awk -F '\t' -v skipped="$skipped" '$1 == "ok" {ok++; next} $1 == "source" {skipped++; next} {bad++}
    END {printf "%d passed, %d failed, %d skipped\n", ok, bad, skipped; exit bad > 0}' "$out/answers.tsv"
