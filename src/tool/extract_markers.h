/* The parts of extract_markers.
 *
 * extract_markers.c: the question, waivers, the page, notes; extract_markers_show.c: a marker as the answer has it;
 * extract_markers_crop.c: pictures; extract_markers_files.c: exports.
 */
#ifndef LOB_TOOL_EXTRACT_MARKERS_H
#define LOB_TOOL_EXTRACT_MARKERS_H

#include "gen/types.h"
#include "tool/question.h"
#include "tool/room.h"
#include "tool/runs.h"

typedef lob_extract_markers_response_markers_item lob_marker_item;

typedef struct extractor {
    lob_call *call;
    const lob_extract_markers_request *request;
    lob_extract_markers_response *response;
    lob_drc_run *run;
    lob_markers *markers;
    double dbu;
    lob_str binding;       /* everything but limit and cursor */
    const uint32_t *rules; /* asked for; NULL: all */
    uint32_t rule_count;
    bool has_box;
    lob_box64 box;
    const lob_waivers *waivers; /* NULL: none */
    lob_waivers_told told;
    const uint32_t *picked, *clusters;
    uint32_t picked_count, cluster_count;
    uint32_t first; /* of the page, in picked */
    lob_notes notes;
    lob_room room;      /* for the markers */
    size_t points_left; /* that the answer may still have */
} extractor;

/* Adds picked[index] to the answer; *fits false: the page is full, and it was not. */
lob_status lob_extract_show(extractor *x, uint32_t index, lob_marker_item *item, bool *fits);
/* Refuses what is wrong with crop_size_um; before anything is drawn. */
lob_status lob_extract_check_crops(extractor *x);
/* Pictures of the markers of the page, as many as the limit allows. */
lob_status lob_extract_crops(extractor *x);
/* The files asked for, of all that was picked. */
lob_status lob_extract_files(extractor *x);

#endif
