/* Parts of query_region: its shapes, texts and instances, each a page of an ordered collection. */
#ifndef LOB_TOOL_QUERY_REGION_H
#define LOB_TOOL_QUERY_REGION_H

#include "base/limits.h"
#include "query/query.h"
#include "tool/common.h"
#include "tool/cursor.h"
#include "tool/room.h"

/* How far earlier pages of a collection came. */
typedef struct lob_region_place {
    uint64_t given;
    bool is_done; /* all was given; there is no place */
    lob_place last;
} lob_region_place;

/* What the items of an answer share, and what was shown last: neighbours mostly lie in the same cells. */
typedef struct lob_region_path {
    lob_str *names; /* queried cell first */
    lob_cell_index *cells;
    size_t count;
} lob_region_path;

typedef struct lob_region_answer {
    lob_call *call;
    const lob_query_region_request *request;
    lob_query query;
    lob_query_counts counts;
    double dbu;
    bool is_off_grid; /* sides of the box were moved to the grid */
    lob_ctx own;      /* its arena holds one figure at a time */
    lob_room room;
    uint64_t points_left;
    lob_str *cell_name; /* as shown; in the request's arena, as answers point to it */
    lob_region_path path;
} lob_region_answer;

/* Each takes the page after the place, fills its collection as far as `room` goes, and moves the place on. */
lob_status lob_region_shapes(lob_region_answer *r, const lob_found_page *page, lob_query_region_response *response);
lob_status lob_region_texts(lob_region_answer *r, const lob_found_page *page, lob_query_region_response *response);
lob_status lob_region_insts(lob_region_answer *r, const lob_found_page *page, lob_query_region_response *response);

/* Who asks for layers wants shapes: instances are then counted alone, unless include_instances says otherwise. */
bool lob_region_lists_insts(const lob_region_answer *r);

/* The names of the cells on the way to an item and which members were taken; of flat queries the cell alone, and
 * `members` stays NULL. What it weighs is added to *weight. */
typedef struct lob_shown_path {
    lob_str *names;
    size_t name_count;
    lob_path_member *members;
    size_t member_count;
} lob_shown_path;
lob_status lob_region_path_show(lob_region_answer *r, const lob_found *found, lob_shown_path *shown, size_t *weight);

/* Notes and statistics. */
lob_status lob_region_notes(lob_region_answer *r, lob_query_region_response *response);
lob_status lob_region_statistics(lob_region_answer *r, lob_query_region_response *response);

#endif
