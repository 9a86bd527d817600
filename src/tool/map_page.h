/* A page of a map and a list: what an answer says of places, drawn over the layout, and in words beside it.
 *
 * The map is dimmed, so that what is drawn over it stands out; the list has the numbers of the map. Everything that
 * is drawn is also in the answer. Below the map some places are enlarged. A page that was begun is sent or dropped.
 */
#ifndef LOB_TOOL_MAP_PAGE_H
#define LOB_TOOL_MAP_PAGE_H

#include "draw/chart.h"
#include "tool/drawing.h"

enum { LOB_MAP_INSETS_MAX = 4 };

typedef struct lob_map_page {
    lob_call *call;
    lob_drawing *drawing; /* its scene is the whole page */
    lob_grid map;         /* its left part */
    lob_chart chart;
    double line;       /* where the next line of the list goes */
    uint32_t left_out; /* entries without room */
    lob_picture *insets[LOB_MAP_INSETS_MAX];
    uint32_t inset_count;
} lob_map_page;

enum { LOB_MAP_ERROR = 0xb3261e, LOB_MAP_WARNING = 0x9a5b00, LOB_MAP_INFO = 0x33576e, LOB_MAP_ROUTE = 0xc2185b };

/* All layers that are shown, the box with a margin. The page is as high as the box asks for. */
lob_status lob_map_page_begin(lob_call *call, lob_cell_index cell, lob_box64 box, lob_map_page *page);
lob_status lob_map_page_annotate(lob_map_page *page, const lob_annotation *annotations, uint32_t count);

/* The list: first its heading, once; then what belongs to numbers, 0 for none. The detail may be empty. */
void lob_map_page_heading(lob_map_page *page, lob_str title, lob_str under);
void lob_map_page_entry(lob_map_page *page, uint32_t number, uint32_t color, lob_str text, lob_str detail);
/* A name and a value on one line. */
__attribute__((format(printf, 3, 4))) void lob_map_page_value(lob_map_page *page, const char *name, const char *format,
                                                              ...);

/* A place of the map enlarged, in a row below it: what is `size` database units wide around its middle, with its own
 * annotations, under the entry's number and a caption. */
typedef struct lob_map_inset {
    uint32_t number, color;
    lob_vec2 middle;
    double size;
    lob_str caption;
    const lob_annotation *annotations;
    uint32_t annotation_count;
} lob_map_inset;
lob_status lob_map_page_inset(lob_map_page *page, const lob_map_inset *inset);

/* Ends the page. */
lob_status lob_map_page_send(lob_map_page *page, const char *name, lob_artifact_ref **image, lob_artifact_ref **svg);
void lob_map_page_drop(lob_map_page *page);

#endif
