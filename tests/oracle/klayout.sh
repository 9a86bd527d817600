#!/bin/sh
# klayout.sh SCRIPT [NAME=VALUE]...: runs a Python script of this folder inside KLayout, each NAME a global of it. A start of the
# program costs more than a second, most of it for bindings of Qt that no script here uses. Debian's package carries the same
# libraries as modules of Python, which start in a tenth of that: with them where they are, else, or with ORACLE_PROGRAM=1, the
# program. Leaves with 77 when there is no KLayout.
set -u
here=$(cd "$(dirname "$0")" && pwd)
export ORACLE_DIR="$here" QT_QPA_PLATFORM=offscreen
command -v klayout >/dev/null || { echo "klayout.sh: no klayout" >&2; exit 77; }
lib=/usr/lib/klayout
for core in "$lib"/pymod/klayout/dbcore.cpython-3*.so; do
    minor=${core##*cpython-3}
    python=/usr/bin/python3.${minor%%-*}
    if [ -e "$core" ] && [ -x "$python" ] && [ -z "${ORACLE_PROGRAM:-}" ]; then
        LD_LIBRARY_PATH=$lib exec "$python" -I -S -B "$here/klayout_modules.py" "$lib/pymod" "$@"
    fi
done
script=$1
shift
for value in "$@"; do
    set -- "$@" -rd "$value"
    shift
done
exec klayout -zz -b -r "$script" "$@"
