#!/bin/sh
# Compares every C file with what clang-format makes of it (.clang-format): format_check.sh PROGRAM. Changes nothing.
set -u
program=$1
if ! command -v "$program" >/dev/null 2>&1; then
    echo "format-check: SKIPPED: no $program"
    echo "0 passed, 0 failed, 1 skipped"
    exit 0
fi
passed=0
failed=0
for file in $(find src gen tools tests -name '*.[ch]' | sort); do
    case $file in gen/* | tests/schemac/*) continue ;; esac
    if "$program" --style=file "$file" | cmp -s - "$file"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "  not formatted: $file ($program -i $file)"
    fi
done
echo "$passed passed, $failed failed, 0 skipped"
[ "$failed" -eq 0 ]
