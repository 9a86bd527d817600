#!/bin/sh
# The page of the viewer as C: src/view/page/* into src/view/page.c, a string a line. `--check` says whether it is stale.
set -eu
cd "$(dirname "$0")/.."
lines() { # NAME FILE
    echo
    echo "const char *const lob_view_page_$1[] = {"
    sed -e 's/\\/\\\\/g' -e 's/"/\\"/g' -e 's/.*/    "&\\n",/' "src/view/page/$2"
    echo "    NULL};"
}
make_page() {
    echo "/* Made by tools/view_page.sh of src/view/page: change those. */"
    echo "/* clang-format off */"
    echo "#include \"view/viewer.h\""
    lines html view.html
    lines css view.css
    lines js view.js
}
if [ "${1:-}" = --check ]; then
    make_page | cmp -s - src/view/page.c || { echo "src/view/page.c is stale: run make view-page"; exit 1; }
else
    make_page >src/view/page.c
fi
