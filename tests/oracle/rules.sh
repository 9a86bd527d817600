#!/bin/sh
# Decks of rules by the engine and by KLayout, over fixtures and some layouts of CORPUS: rules.sh SERVER CORPUS. Ends with the totals.
# polygons_odd is left out: figures that touch no other are not cleaned by KLayout, so a bow tie alone stays one.
set -u
if ! command -v klayout >/dev/null 2>&1; then
    echo "0 passed, 0 failed, 1 skipped"
    exit 0
fi
some() { # every NTH of the layouts of a folder, at most COUNT: some FOLDER NTH COUNT
    ls "$1"/*.gds 2>/dev/null | awk -v nth="$2" 'NR % nth == 1' | head -n "$3"
}
set -- "$1" "$2" fixtures/rules.deck.json fixtures/rules.gds fixtures/rules.oas fixtures/drc_known.gds fixtures/reticle.gds fixtures/ring.gds \
    fixtures/dbu_5_nm.gds fixtures/dbu_half_nm.gds fixtures/placed_couplers.gds fixtures/photonic_crystal.gds fixtures/array_fractional.gds \
    -- fixtures/rules.drc_rules.json fixtures/rules.gds fixtures/drc_known.gds \
    -- tests/oracle/rules_sky130.json $(some "$2/sky130_hd_cells" 40 8) -- tests/oracle/rules_siepic.json $(some "$2/siepic_ebeam/cells" 13 6)
server=$1
shift 2
exec python3 tests/oracle/rules.py "$server" "$@"
