/* Parts of describe_region: the items of its lists, as answers show them. */
#ifndef LOB_TOOL_DESCRIBE_REGION_H
#define LOB_TOOL_DESCRIBE_REGION_H

#include "query/describe.h"
#include "tool/question.h"

/* Items made of each list before the budget cuts them; more than the largest budget has room for. */
enum { LOB_SUMMARY_ITEMS_MAX = 48, LOB_SUMMARY_PORTS_MAX = 4 };

typedef struct lob_summary {
    lob_call *call;
    const lob_describe_region_request *request;
    lob_query query;
    double dbu;
    lob_pic *pic;
    lob_description d;
    uint64_t component_cells; /* entries that the list of components would have */
    bool components_cut;      /* not all components or ports were looked at */
    lob_notes notes;
} lob_summary;

/* Components and ports of the box: counts, and the list with the ports of the first place of each. */
lob_status lob_summary_components(lob_summary *s, lob_describe_region_response *response);
/* The other lists, and what is nearest. */
lob_status lob_summary_lists(lob_summary *s, lob_describe_region_response *response);

#endif
