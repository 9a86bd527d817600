/* A comparison on one sheet: before, after and both side by side, with legend, scale and numbered differences. */
#ifndef LOB_TOOL_DIFF_SHEET_H
#define LOB_TOOL_DIFF_SHEET_H

#include "draw/marks.h"
#include "tool/diff_layouts.h"

/* `pictures`: all of them, of lob_differ_paint(); `response`: of lob_differ_compare(), with its view. names: of both
 * files, as they shall be written. A new picture, the caller's to release. */
lob_status lob_differ_sheet(const lob_differ *differ, const lob_diff_layouts_response *response,
                            const lob_picture pictures[LOB_DIFF_PICTURE_COUNT], const lob_str names[2],
                            lob_picture *sheet);

#endif
