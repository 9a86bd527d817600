#!/bin/sh
# written.sh SERVER OUT FOLDER...: every layout of the folders written as OASIS and as GDSII by SERVER and read by KLayout,
# which must find no difference but those of written.py's table; files below 200 kB are written to and fro until the bytes
# stand still. Ends with the totals. Leaves with 77 when there is no KLayout.
set -u
server=$1
out=$2
shift 2
here=$(cd "$(dirname "$0")" && pwd)
command -v klayout >/dev/null || { echo "written.sh: no klayout" >&2; exit 77; }
rm -rf "$out"
mkdir -p "$out"
out=$(cd "$out" && pwd)
# Millions and more of figures once arrays are told one by one, as KLayout does when it compares; GDSII has them one by one too.
too_many='g_bomb_2pow40.gds o_rep_big4M.oas aref1e8.gds'
for name in $too_many; do
    find "$@" -name "$name" -exec echo "  NOT WRITTEN BACK, too many figures to compare:" {} ';'
done
find "$@" -name bad -prune -o -name g_bomb_2pow40.gds -prune -o -name o_rep_big4M.oas -prune -o -name aref1e8.gds -prune -o -type f \
    \( -name '*.gds' -o -name '*.gds.gz' -o -name '*.oas' \) -size -4000k -print | sort |
    awk '{printf "%d\n%s\n", NR, $0}' | xargs -P 2 -d '\n' -n 2 "$here/written_one.sh" "$server" "$out"
cat "$out"/*.job | grep '^skipped' | grep -v '/malformed/' >"$out/skipped.txt" # those of malformed are rightly refused
echo "  $(cat "$out"/*.job | grep '^skipped' | grep -c '/malformed/') files of malformed are refused, as compare holds"
cat "$out"/*.job | grep -v '^skipped' | awk -v out="$out" '{print > (out "/list." int((NR - 1) / 2) % 2)}' # the two lines of a layout to one half
cat "$out"/*.fault | sed 's/^/  FAIL /'
faults=$(cat "$out"/*.fault | wc -l)
# A format's loss must be told: the fixtures have one of each of these.
case " $* " in *' fixtures '*)
    for loss in oas:odd_path_width oas:round_path_ends oas:text_transformation oas:absolute_flag gds:named_property \
        gds:cell_property gds:layer_name; do
        cat "$out"/*."${loss%%:*}.json" | grep -q "\"kind\":\"${loss#*:}\"" || { echo "  FAIL no fixture tells of $loss"; faults=$((faults + 1)); }
    done
    ;;
esac
for half in 0 1; do
    [ -f "$out/list.$half" ] || continue
    "$here/klayout.sh" "$here/written.py" "joblist=$out/list.$half" "out=$out/answers.$half" >"$out/klayout.$half" 2>&1 &
done
wait
cat "$out"/answers.? >"$out/answers.tsv"
if [ "$(cat "$out"/list.? | wc -l)" -ne "$(wc -l <"$out/answers.tsv")" ]; then
    echo "  FAIL KLayout did not finish"
    tail -n 3 "$out"/klayout.?
    faults=$((faults + 1))
fi
grep -v -E '^(ok|known|source)' "$out/answers.tsv" | sed 's/^/  FAIL /'
grep '^source' "$out/answers.tsv" | sort -u | sed 's/^/  SKIPPED /'
sed 's/^skipped/  SKIPPED (refused by us)/' "$out/skipped.txt"
awk -F '\t' -v faults="$faults" -v skipped="$(wc -l <"$out/skipped.txt")" '
    $1 == "ok" || $1 == "known" {ok++; known += $1 == "known"; next} $1 == "source" {skipped++; next} {faults++}
    END {printf "%d written files differ as the table of written.py says\n", known
         printf "%d passed, %d failed, %d skipped\n", ok, faults, skipped; exit faults > 0}' "$out/answers.tsv"
