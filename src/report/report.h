/* A layout as one page: self-contained HTML (and XML) with pictures inside, the same bytes for the same question.
 *
 * Every figure is the answer of a tool or engine that stands on its own; what a page leaves out is said where it is
 * left out. Nothing is fetched; one script moves the first picture, and the page's own policy allows no other. The page
 * reads without it. Bounds are counts, never times, so that a busy machine writes the same page.
 */
#ifndef LOB_REPORT_REPORT_H
#define LOB_REPORT_REPORT_H

#include "gen/types.h"
#include "tool/call.h"

typedef struct lob_report_ask {
    lob_open_layout_request open; /* file, top cell, layer properties, convention */
    lob_str deck_path;            /* data NULL: no rules are run */
    bool deck_is_json;            /* else a DRC deck of KLayout */
    lob_str title;                /* data NULL: the file's name */
    lob_str date;                 /* data NULL: the page has none; else shown as it is */
    lob_str maker;                /* name and version of the program */
} lob_report_ask;

typedef struct lob_report_told {
    uint32_t picture_count;
    int64_t warning_count;      /* of the reader, kinds */
    int64_t connectivity_count; /* errors and warnings */
    int64_t odd_count;          /* figures without area, paths without width, cells that are missing */
    bool has_rules;
    uint64_t marker_count; /* of has_rules */
} lob_report_told;

/* Adds the page to `page`. The call has no session yet; the one it opens is given back by lob_call_end(). Errors:
 * those of open_layout and run_drc_script, TOOL_LIMIT_EXCEEDED, LOB_E_CANCELLED. What a bound keeps from being answered
 * (ports of a huge layout) is said in the page instead. */
lob_status lob_report_make(lob_call *call, const lob_report_ask *ask, lob_buf *page, lob_report_told *told);

#endif
