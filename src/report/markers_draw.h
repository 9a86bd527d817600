/* A picture of markers that lie near each other: the figures around them, their own lines over these. */
#ifndef LOB_REPORT_MARKERS_DRAW_H
#define LOB_REPORT_MARKERS_DRAW_H

#include "markers/markers.h"
#include "report/report_impl.h"

/* `mine`: indices of the cluster's markers, at least one, all with a box. Writes a <figure>. */
lob_status lob_report_draw_cluster(lob_reporter *r, const lob_markers *markers, const uint32_t *mine, uint32_t count);

#endif
