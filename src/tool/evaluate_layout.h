/* What the files of evaluate_layout share. Not for other tools. */
#ifndef LOB_TOOL_EVALUATE_LAYOUT_H
#define LOB_TOOL_EVALUATE_LAYOUT_H

#include "design/drc_data.h"
#include "design/netlist.h"
#include "design/objectives.h"
#include "tool/design_places.h"
#include "tool/question.h"

typedef struct lob_layout_evaluation { /* in the request arena */
    lob_call *call;
    const lob_evaluate_layout_request *request;
    lob_evaluate_layout_response *response;
    const lob_layout *layout;
    lob_cell_index cell;
    double dbu;
    lob_parsed_netlist netlist; /* zeros without such a file; the others alike */
    lob_parsed_drc_rules rules;
    lob_parsed_objectives objectives;
    lob_design_notes warnings;
    lob_layout_metrics metrics;
    double covered; /* um2 */
    lob_notes notes;
} lob_layout_evaluation;

/* Fill their metric, when it can be known, and their part of the answer. */
lob_status lob_layout_evaluate_drc(lob_layout_evaluation *e);
lob_status lob_layout_evaluate_matching(lob_layout_evaluation *e);
/* places: of each device of the netlist. */
lob_status lob_layout_compare(lob_layout_evaluation *e, const lob_design_place *places,
                              const lob_design_extras *extras);

#endif
