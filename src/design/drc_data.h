/* A drc_rules.json (seed 003, 5.3) as data: rules whose layers are known. What can be checked of them is said by
 * design/rule_checks.h.
 *
 * Checked in this order, the first fault ends it: JSON, schema_version, rule types, the schema and that ids are unique,
 * then rule by rule the layer and layer2. An empty layer2 counts as absent, as in the seed. Layer N is N/0; a file of
 * 1.1.0 may say "68/20" or {"layer": 68, "datatype": 20}.
 */
#ifndef LOB_DESIGN_DRC_DATA_H
#define LOB_DESIGN_DRC_DATA_H

#include "design/document.h"

typedef struct lob_parsed_drc_rules {
    lob_drc_rule_set rules;
    bool is_migrated;
    lob_design_notes notes;
    const lob_str *printed_layers; /* as Python prints numbers, or as 68/20; one for each layer */
    const lob_str *printed_min;    /* of each rule; None when it has none */
} lob_parsed_drc_rules;

/* As lob_netlist_read_text(). */
lob_status lob_drc_rules_read_text(lob_ctx *ctx, lob_str text, lob_parsed_drc_rules *parsed);

#endif
