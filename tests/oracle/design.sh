#!/bin/sh
# evaluate_layout against KLayout: design.sh SERVER OUT. Area, covered area and utilization of every top cell of the fixtures, counts
# of rules of fixtures/design_pair. polygons_odd is left out, as in rules.sh. Ends with the totals.
set -u
command -v klayout >/dev/null 2>&1 || { echo "0 passed, 0 failed, 1 skipped"; exit 0; }
here=$(cd "$(dirname "$0")" && pwd)
rm -rf "$2"
mkdir -p "$2"
for file in fixtures/*.gds; do
    case $file in
    fixtures/polygons_odd.gds) ;;
    *) printf '%s\t%s\n' "$file" "$2/$(basename "$file").json" >>"$2/jobs" ;;
    esac
done
"$here/klayout.sh" "$here/design.py" "joblist=$2/jobs" >"$2/klayout.log" 2>&1 ||
    { tail -n 5 "$2/klayout.log"; echo "0 passed, 1 failed, 0 skipped"; exit 1; }
exec python3 "$here/design_compare.py" "$1" "$2/jobs"
