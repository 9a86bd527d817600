#!/bin/sh
# The command `report` held against others: xmllint says that each page is XML, a browser that nothing is fetched and nothing
# complained of, list_layers, list_cells, list_ports and density_map (and KLayout, where it is) that the figures are theirs.
# tests/report/NAME.page is the page of a fixture as text, pictures as their digests; ACCEPT=1 writes them anew.
# usage: report.sh BUILD
set -u
cd "$(dirname "$0")/../.." || exit 2
server=$1/layout-observer
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
passed=0
failed=0
skipped=0

verdict() { # STATUS WHAT
    if [ "$1" -eq 0 ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAILED: $2"
    fi
}
skip() {
    skipped=$((skipped + 1))
    echo "SKIPPED: $1"
}
deck_of() { if [ -f "fixtures/$1.deck.json" ]; then echo "--rules fixtures/$1.deck.json"; fi; }

for layout in fixtures/*.gds fixtures/*.oas fixtures/oasis/repetitions.oas; do
    name=$(basename "$layout")
    # shellcheck disable=SC2046
    "$server" report "$layout" -o "$work/$name.html" --quiet $(deck_of "${name%.*}") >"$work/said" 2>&1
    verdict $? "$name: $(cat "$work/said")"
done

if command -v xmllint >/dev/null; then
    xmllint --nonet --noout "$work"/*.html
    verdict $? "a page is no XML"
else
    skip "xmllint is not installed: the pages are not parsed"
fi

for name in rules.gds pins_siepic.gds names_not_utf8.gds; do
    python3 tests/report/page.py text "$work/$name.html" >"$work/text"
    if [ -n "${ACCEPT:-}" ]; then cp "$work/text" "tests/report/$name.page"; fi
    diff -u "tests/report/$name.page" "$work/text"
    verdict $? "$name: the page is another than tests/report/$name.page"
done

for name in rules.gds reticle.gds pins_siepic.gds array_fractional.gds layers_named.oas ghost.gds; do
    python3 tests/report/page.py figures "$work/$name.html" "$server" "fixtures/$name"
    verdict $? "$name: figures are not those of the tools"
done

if command -v klayout >/dev/null; then
    for name in rules.gds reticle.gds array_fractional.gds path_ends.gds polygons_odd.gds oasis/repetitions.oas; do
        QT_QPA_PLATFORM=offscreen klayout -zz -rd "input=fixtures/$name" -rd "output=$work/areas" -rm tests/report/areas.py \
            >"$work/said" 2>&1 && python3 tests/report/page.py areas "$work/$(basename "$name").html" "$work/areas"
        verdict $? "$name: areas and counts are not KLayout's"
    done
else
    skip "KLayout is not installed: areas are not compared"
fi

# The same bytes elsewhere.
for way in "env LC_ALL=de_DE.UTF-8" "env TZ=Asia/Kolkata" "env LC_ALL=tr_TR.UTF-8 TZ=America/Caracas" "taskset -c 0"; do
    # shellcheck disable=SC2086
    (cp fixtures/rules.gds "$work/" && $way "$server" report "$work/rules.gds" -o - --rules fixtures/rules.deck.json) |
        cmp - "$work/rules.gds.html"
    verdict $? "other bytes with $way"
done

# What a browser is asked to write down: its console, and every request.
look() { # SCHEME PAGE PNG
    timeout 120 "$browser" --headless --no-sandbox --disable-gpu --disable-background-networking --disable-sync \
        --disable-component-update --no-first-run --user-data-dir="$work/browser" --hide-scrollbars \
        --blink-settings=preferredColorScheme="$1" --window-size=1280,2400 --enable-logging=stderr \
        --log-net-log="$work/net.json" --screenshot="$3" "file://$2" >"$work/console" 2>&1
}
browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome)
if [ -n "$browser" ]; then
    # The control: a page that fetches and complains is seen to.
    echo '<img src="http://127.0.0.1:9/x.png"><script>console.error("x")</script>' >"$work/control.html"
    look 1 "$work/control.html" "$work/1.png"
    grep -aq 'CONSOLE' "$work/console"
    verdict $? "control: the console is not looked at"
    ! python3 tests/report/page.py fetched "$work/net.json" "file://$work/control.html" 2>"$work/said"
    verdict $? "control: requests are not looked at"
    for name in rules.gds names_not_utf8.gds; do
        for scheme in 0 1; do # dark, light
            look $scheme "$work/$name.html" "$work/$scheme.png"
            verdict $? "$name: the browser failed"
            if grep -a 'CONSOLE' "$work/console"; then verdict 1 "$name: the browser's console is not empty"; else verdict 0; fi
            python3 tests/report/page.py fetched "$work/net.json" "file://$work/$name.html"
            verdict $? "$name: something was fetched"
        done
        ! cmp -s "$work/0.png" "$work/1.png"
        verdict $? "$name: dark and light look the same"
    done
    if command -v node >/dev/null; then
        timeout 120 node tests/report/zoom.mjs "$browser" "$work/pins_siepic.gds.html" >"$work/said"
        verdict $? "the zoomable drawing: $(cat "$work/said")"
    else
        skip "node is not installed: the zoomable drawing was not tried"
    fi
else
    skip "no chromium is installed: the pages were not opened in a browser"
fi

echo "$passed passed, $failed failed, $skipped skipped"
[ "$failed" -eq 0 ]
