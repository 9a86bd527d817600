#!/bin/sh
# layout-observer netlist against a reading of its own in Python, and against KLayout's reader where that takes the file: spice.sh
# SERVER OUT [NETLIST ...]; default: the netlists of fixtures/design. Ends with the totals.
set -u
server=$1
out=$2
shift 2
here=$(cd "$(dirname "$0")" && pwd)
[ $# -gt 0 ] || set -- fixtures/design/circuits/*.sp fixtures/design/spice/*.sp fixtures/design/spice/*.cdl fixtures/design/spice/*.spice
rm -rf "$out"
mkdir -p "$out"
number=0
for file in "$@"; do
    number=$((number + 1))
    printf '%s\t%s\n' "$file" "$out/$number.json" >>"$out/jobs"
done
if command -v klayout >/dev/null 2>&1; then
    "$here/klayout.sh" "$here/spice.py" "joblist=$out/jobs" >"$out/klayout.log" 2>&1 || { tail -n 5 "$out/klayout.log"; echo "0 passed, 1 failed, 0 skipped"; exit 1; }
fi
exec python3 "$here/spice_compare.py" "$server" "$out/jobs"
