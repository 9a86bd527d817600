#!/bin/sh
# docs/PERFORMANCE.md: performance_md.sh BENCH.json TEXT.md OUT.md. The text as it is, with the table of `make bench` in place of
# its line "<!-- figures -->"; without a run, a sentence that says so. bench.json has a figure a line (tools/bench/figures.c).
set -eu
json=$1
text=$2
out=$3
if ! grep -qx '<!-- figures -->' "$text"; then
    echo "performance: $text has no line <!-- figures -->" >&2
    exit 1
fi
table() {
    if [ ! -f "$json" ]; then
        echo "No run of \`make bench\` is stored here yet."
        return
    fi
    awk '
        # The value of a member: a string without its quotes, or a number, or null.
        function member(key, rest) {
            if (!match($0, "\"" key "\": *")) return ""
            rest = substr($0, RSTART + RLENGTH)
            if (substr(rest, 1, 1) == "\"") {
                rest = substr(rest, 2)
                return substr(rest, 1, index(rest, "\"") - 1)
            }
            match(rest, /^[-+.0-9a-zA-Z]+/)
            return substr(rest, 1, RLENGTH)
        }
        function bound(target, kind) {
            return target == "null" ? "" : (kind == "at_least" ? "at least " : "at most ") sprintf("%.3g", target)
        }
        /^"machine"/ {
            printf "On: %s, %d processors, %.0f GiB.\n\n", member("processor"), member("processors"), member("memory_gib")
            print "| figure | value | against | ratio | target | |\n|---|---|---|---|---|---|"
        }
        /^[{]"name"/ {
            peer = member("peer")
            met = member("met")
            printf "| %s | %.4g %s | %s | %s | %s | %s |\n", member("label"), member("value"), member("unit"),
                peer == "null" ? "" : peer, member("ratio") == "null" ? "" : sprintf("%.3g", member("ratio")),
                bound(member("target"), member("bound")), met == "true" ? "met" : met == "false" ? "missed" : ""
            count++
        }
        END {if (!count) exit 1}' "$json"
}
table >"$out.table" || { rm -f "$out.table"; echo "performance: $json has no figures" >&2; exit 1; }
{
    echo "<!-- Made by tools/performance_md.sh from $text and build/bench/bench.json (make bench, make performance). Do not edit. -->"
    while IFS= read -r line || [ -n "$line" ]; do
        if [ "$line" = '<!-- figures -->' ]; then cat "$out.table"; else printf '%s\n' "$line"; fi
    done <"$text"
} >"$out.part"
rm -f "$out.table"
mv "$out.part" "$out"
