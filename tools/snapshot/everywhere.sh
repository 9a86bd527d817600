#!/bin/sh
# The snapshots elsewhere: everywhere.sh BUILD_DIR short|all. Under three locales, in three time zones, on one processor and
# on two: the answers stay the same, byte for byte. short: each locale with a zone of its own, the processors in turn;
# all: every combination. The last line sums up.
#
# Locales are compiled into BUILD_DIR/locales, so nothing of the system is changed, and the server is made to take them
# (tests/locale). Zones are given by their rules where the zone files are not installed. With one processor threads
# of the rule engine are not made at all (src/base/team.h), with two they are two.
set -u
build=$1
form=$2
log=$build/everywhere
skipped=0
mkdir -p "$log" "$build/locales"

locale_ready() {
    [ "$1" = C ] && return 0
    # Warnings make localedef fail and the locale none the worse.
    [ -f "$build/locales/$1/LC_NUMERIC" ] || localedef -i "${1%.*}" -f "${1#*.}" "$build/locales/$1" >"$log/localedef.log" 2>&1
    [ -f "$build/locales/$1/LC_NUMERIC" ]
}

zone() {
    if [ -f "/usr/share/zoneinfo/$1" ]; then
        echo "$1"
        return
    fi
    case $1 in
    Asia/Kathmandu) echo "<+0545>-5:45" ;;
    America/St_Johns) echo "NST3:30NDT,M3.2.0,M11.1.0" ;;
    *) echo "$1" ;;
    esac
}

# The first processors this process may run on, one a line.
processors() {
    sed -n 's/^Cpus_allowed_list:[[:space:]]*//p' /proc/self/status 2>/dev/null | tr ',' '\n' |
        awk -F- '{for (i = $1; i <= (NF > 1 ? $2 : $1); i++) print i}' | head -n 2
}

one=$(processors | head -n 1)
two=$(processors | paste -s -d, -)
command -v taskset >/dev/null 2>&1 || one=
case $two in *,*) ;; *) two= ;; esac

# run LOCALE ZONE THREADS
run() {
    name="$1 $2 threads $3"
    cpus=$one
    [ "$3" = 2 ] && cpus=$two
    if ! locale_ready "$1"; then
        echo "  SKIP $name: the locale cannot be compiled (localedef and package locales are needed)"
        skipped=$((skipped + 1))
        return
    fi
    if [ -z "$cpus" ]; then
        echo "  SKIP $name: it needs taskset and $3 processors"
        skipped=$((skipped + 1))
        return
    fi
    file=$log/$(echo "$name" | tr ' /' '__').log
    if LC_ALL=$1 LOCPATH=$PWD/$build/locales TZ=$(zone "$2") taskset -c "$cpus" "$build/snapshot" --cases snapshots \
        --fixtures fixtures --plan snapshots/sweep.json -- env LD_PRELOAD="$PWD/$build/snapshot_locale.so" \
        "$build/layout-observer" >"$file" 2>&1; then
        echo "  $name: $(tail -n 1 "$file")"
    else
        echo "  FAIL $name"
        grep -A 2 FAIL "$file" | head -n 12
    fi
    tail -n 1 "$file" >>"$log/totals"
}

: >"$log/totals"
if [ "$form" = short ]; then
    run C UTC 1
    run de_DE.UTF-8 Asia/Kathmandu 2
    run tr_TR.UTF-8 America/St_Johns 1
else
    for place in C de_DE.UTF-8 tr_TR.UTF-8; do
        for where in UTC Asia/Kathmandu America/St_Johns; do
            run "$place" "$where" 1
            run "$place" "$where" 2
        done
    done
fi
awk -v skipped="$skipped" '/^[0-9]+ passed/ {p += $1; f += $3} !/^[0-9]+ passed/ {f++}
    END {printf "%d passed, %d failed, %d skipped\n", p, f, skipped; exit f > 0}' "$log/totals"
