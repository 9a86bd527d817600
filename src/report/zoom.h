/* The zoomable drawing of the whole layout, with its legend, in a page that reads without its script, too. */
#ifndef LOB_REPORT_ZOOM_H
#define LOB_REPORT_ZOOM_H

#include "report/report_impl.h"

/* The legend of the view's layers, the topmost first, and the drawing as SVG in a <template>, which the script brings
 * to life. A drawing above LOB_REPORT_ZOOM_SIZE bytes, or of too much work, is left out, and the page says so. */
enum { LOB_REPORT_ZOOM_SIZE = 3000000, LOB_REPORT_LEGEND_MAX = 100 };
lob_status lob_report_zoom(lob_reporter *r, const lob_report_view *view);

extern const char lob_report_script[];
extern const size_t lob_report_script_size; /* bytes */

#endif
