/* A comparison on one sheet: before, after and both side by side, with legend, scale and numbered differences. */
#ifndef LOB_TOOL_DIFF_SHEET_H
#define LOB_TOOL_DIFF_SHEET_H

#include "draw/marks.h"
#include "tool/diff_layouts.h"

/* Laid out as marks, which borrow the halves: PNG and SVG are drawn of the same list. */
typedef struct lob_diff_sheet {
    lob_picture halves[LOB_DIFF_PICTURE_COUNT];
    lob_marks marks;
    uint32_t width, height; /* pixels */
} lob_diff_sheet;

/* `pictures`: all of them, of lob_differ_paint(); `response`: of lob_differ_compare(), with its view. names: of both
 * files, as they shall be written. To be released, unless it fails. */
lob_status lob_diff_sheet_lay(const lob_differ *differ, const lob_diff_layouts_response *response,
                              const lob_picture pictures[LOB_DIFF_PICTURE_COUNT], const lob_str names[2],
                              lob_diff_sheet *sheet);
void lob_diff_sheet_release(lob_diff_sheet *sheet);

/* The name of a file without its folders. */
lob_str lob_diff_file_name(lob_str path);

#endif
