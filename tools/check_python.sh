#!/bin/sh
# The Python package against the server: check_python.sh SERVER PYTHON. Its unit tests, with Debian's python3 where there is one
# (it may have numpy), and every Python block of docs/PYTHON.md. Last line: "N passed, N failed, N skipped".
set -u
server=$(realpath "$1")
python=$2
if /usr/bin/python3 -c 'import numpy' 2>/dev/null; then python=/usr/bin/python3; fi
log=$(mktemp)
trap 'rm -f "$log"' EXIT
export LAYOUT_OBSERVER="$server" PYTHONPATH=build/python PYTHONDONTWRITEBYTECODE=1 FIXTURES="$PWD/fixtures"
"$python" -m unittest discover -s python/tests -p 'test_*.py' >"$log" 2>&1
status=$?
grep -v -E '^(\.|s)+$' "$log"
total=$(sed -n 's/^Ran \([0-9]*\) test.*/\1/p' "$log")
bad=$(sed -n 's/.*\(failures\|errors\)=\([0-9]*\).*/\2/p' "$log" | head -n 1)
skipped=$(sed -n 's/.*skipped=\([0-9]*\).*/\1/p' "$log")
[ "$status" -eq 0 ] && bad=0
bad=${bad:-1}
skipped=${skipped:-0}
echo "$((${total:-0} - bad - skipped)) passed, $bad failed, $skipped skipped"
exit "$status"
