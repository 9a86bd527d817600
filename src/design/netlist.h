/* A netlist.json (seed 003, 5.2) as a circuit: devices, nets with their terminals, modules.
 *
 * Checked in this order, the first fault ends it: JSON, schema_version, device types, the schema and what its tables
 * say (w, l above 0 and g, d, s, b of MOS transistors; names unique), the top cell, sub-cells.
 *
 * Sub-cells are expanded: the device M1 of the instance X1 is X1/M1, its net n that X1 does not connect is X1/n.
 * Devices come in the order of the file, those of a cell before those of its instances; nets in the order of their
 * first terminal, nets without one are left out, as in the seed. Cells that contain themselves, instances of no cell,
 * connections of no net are refused, and so is what exceeds circuit_devices, circuit_depth, circuit_terminals or
 * circuit_text_size of spec/limits.json, before anything is expanded.
 */
#ifndef LOB_DESIGN_NETLIST_H
#define LOB_DESIGN_NETLIST_H

#include "design/document.h"

/* How Python prints the numbers of the file, as json.load() gives them: 2e-06, 0, None. */
typedef struct lob_printed_size {
    lob_str w, l;
} lob_printed_size;

typedef struct lob_parsed_netlist {
    lob_circuit circuit;
    lob_str schema_version; /* that of the file */
    bool is_migrated;       /* from it to a newer one */
    lob_design_notes notes;
    const lob_printed_size *printed; /* of each device of the circuit */
} lob_parsed_netlist;

/* All that it gives is of the request arena and does not point into `text`. Without find_modules there are none. */
lob_status lob_netlist_read_text(lob_ctx *ctx, lob_str text, bool find_modules, lob_parsed_netlist *netlist);

#endif
