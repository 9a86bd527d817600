#!/bin/sh
# Asks clang-format of every C file whether it would change it (.clang-format): format_check.sh PROGRAM. Changes nothing.
set -u
program=$1
if ! command -v "$program" >/dev/null 2>&1; then
    echo "format-check: SKIPPED: no $program"
    echo "0 passed, 0 failed, 1 skipped"
    exit 0
fi
files=$(find src gen tools tests include examples -name '*.[ch]' | grep -v -e '^gen/' -e '^tests/schemac/' | sort |
    xargs grep -L '^/\* Made by tools/schemac ')
# Many files a run: starting takes longer than looking at one.
said=$(echo "$files" | xargs -n 64 -P "${JOBS:-2}" "$program" --style=file --dry-run -Wclang-format-violations 2>&1)
status=$?
bad=$(echo "$said" | sed -n 's/^\([^ :]*\):[0-9]*:[0-9]*: .*code should be clang-formatted.*/\1/p' | sort -u)
failed=$(echo "$bad" | grep -c .)
for file in $bad; do echo "  not formatted: $file ($program -i $file)"; done
# What was asked and did not answer is no pass.
if [ "$failed" -eq 0 ] && { [ $status -ne 0 ] || [ -n "$said" ]; }; then
    echo "$said" | head -n 5
    failed=1
fi
echo "$(($(echo "$files" | grep -c .) - failed)) passed, $failed failed, 0 skipped"
[ "$failed" -eq 0 ]
