/* An objectives.json (seed 003, 5.4): what a layout is to reach and to hold. Checked in this order, the first fault
 * ends it: JSON, schema_version, objective names (`Unknown objective: NAME`), the schema.
 */
#ifndef LOB_DESIGN_OBJECTIVES_H
#define LOB_DESIGN_OBJECTIVES_H

#include "design/document.h"

typedef struct lob_parsed_objectives {
    lob_design_objectives objectives; /* ->constraints is never NULL: an absent one is filled with the defaults */
    bool is_migrated;
    lob_design_notes notes;
    const lob_str *printed_weights; /* of each objective as Python prints them */
    lob_str printed_max_iterations, printed_max_area;
} lob_parsed_objectives;

/* As lob_netlist_read_text(). */
lob_status lob_objectives_read_text(lob_ctx *ctx, lob_str text, lob_parsed_objectives *parsed);

/* The objective of greatest weight, the first of equals; NULL when there is none. */
const lob_objective *lob_objectives_primary(const lob_design_objectives *objectives);

#endif
