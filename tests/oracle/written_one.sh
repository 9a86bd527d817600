#!/bin/sh
# written_one.sh SERVER OUT NUMBER FILE: one layout written in both formats for written.sh, and over both until the bytes
# stand still. OUT/NUMBER.job: a line a written file for written.py, or "skipped"; OUT/NUMBER.fault: what is not as it should be.
set -u
server=$1
stem=$2/$3
file=$4
: >"$stem.job"
: >"$stem.fault"
write() { # IN OUT: converts, keeping the answer in OUT.json
    "$server" convert "$1" "$2" --json >"$2.json" 2>/dev/null
}
same() { # A B WORD
    cmp -s "$1" "$2" || echo "$file: $3" >>"$stem.fault"
}
if ! write "$file" "$stem.oas"; then
    printf 'skipped\t%s\t%s\n' "$file" "$(sed -n 's/.*"reason":"\([a-z_]*\)".*/\1/p' "$stem.oas.json")" >"$stem.job"
    exit 0
fi
if ! write "$file" "$stem.gds"; then
    echo "$file: is written as OASIS and not as GDSII: $(cut -c 1-300 "$stem.gds.json")" >>"$stem.fault"
    exit 0
fi
for format in oas gds; do
    how=$(grep -o -E '"kind":"[a-z_0-9]*"' "$stem.$format.json" | sed 's/.*://; s/"//g' | sort -u | tr '\n' ' ')
    printf '%s\t%s\t%s\t%s\n' "$file" "$stem.$format" "$format" "$how" >>"$stem.job"
done
[ "$(wc -c <"$file")" -lt 200000 ] || exit 0
# From the second writing on the bytes stand still, in each format and over the other. (The first may still change: a POLYGON
# of OASIS that is a rectangle comes back from GDSII as a box, a path of odd width from OASIS as a polygon.)
for format in oas gds; do
    write "$stem.$format" "$stem.2.$format" && write "$stem.2.$format" "$stem.3.$format" &&
        same "$stem.2.$format" "$stem.3.$format" "the second and the third $format differ"
done
from=$stem.gds
for turn in 1 2 3; do
    write "$from" "$stem.$turn.oas" && write "$stem.$turn.oas" "$stem.$turn.gds" || echo "$file: turn $turn is refused" >>"$stem.fault"
    from=$stem.$turn.gds
done
same "$stem.2.oas" "$stem.3.oas" "gds, oas, gds, oas, gds, oas: the second and the third oas differ"
same "$stem.2.gds" "$stem.3.gds" "gds, oas, gds, oas, gds: the second and the third gds differ"
rm -f "$stem".?.oas "$stem".?.gds "$stem".?.oas.json "$stem".?.gds.json
