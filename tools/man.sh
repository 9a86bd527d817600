#!/bin/sh
# The commands and options of docs/man/layout-observer.1 from the tables of the program: man.sh BUILD_DIR. A unit test
# (tests/unit/main/test_commands_man.c) fails when the page is stale.
set -eu
page=docs/man/layout-observer.1
made=$(mktemp)
trap 'rm -f "$made" "$made.page"' EXIT
"$1/layout-observer" help --man >"$made"
awk -v made="$made" '
    /^\.SH COMMANDS/ { while ((getline line <made) > 0) print line; skip = 1; next }
    /^\.SH/ && !/^\.SH COMMON OPTIONS/ { skip = 0 }
    !skip' "$page" >"$made.page"
cat "$made.page" >"$page"
