#!/bin/sh
# run.sh LAYOUTS OUT [SCRIPT]: KLayout's view of every layout of LAYOUTS and of LAYOUTS/oasis into OUT/NAME.gds.json, in one
# process. SCRIPT: layout_dump.py, or another one beside this.
# Leaves with 77 when there is no KLayout.
set -eu
layouts=$1
out=$2
script=${3:-layout_dump.py}
here=$(cd "$(dirname "$0")" && pwd)
command -v klayout >/dev/null || { echo "run.sh: no klayout" >&2; exit 77; }
rm -rf "$out"
mkdir -p "$out/oasis"
list=$(mktemp)
trap 'rm -f "$list"' EXIT
for file in "$layouts"/*.gds "$layouts"/*.oas "$layouts"/oasis/*.oas; do
    [ -f "$file" ] && printf '%s\t%s\n' "$file" "$out/${file#"$layouts"/}.json" >>"$list"
done
"$here/klayout.sh" "$here/$script" "joblist=$list" >"$out/klayout.log" 2>&1 ||
    { tail -n 5 "$out/klayout.log" >&2; exit 1; }
