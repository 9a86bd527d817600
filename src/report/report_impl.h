/* What the parts of a report share. A section asks first and writes then, so that what could not be answered leaves no
 * half of itself. Memory: each section has a context of its own, gone when it ends. */
#ifndef LOB_REPORT_REPORT_IMPL_H
#define LOB_REPORT_REPORT_IMPL_H

#include "draw/annotate.h"
#include "report/html.h"
#include "report/report.h"
#include "tool/common.h"
#include "tool/drawing.h"

enum { LOB_REPORT_LAYERS_MAX = 400, LOB_REPORT_LAYERS_DRAWN = 36, LOB_REPORT_PORTS_MAX = 40 };

typedef struct lob_reporter {
    lob_call *call; /* with its session from lob_report_make() on */
    const lob_report_ask *ask;
    const lob_layout *layout;
    double dbu;
    lob_buf *out; /* what sections write to */
    lob_open_layout_response opened;
    lob_report_told *told;
} lob_reporter;

/* ---- what sections are made of: part.c ---- */

typedef struct lob_report_part {
    lob_ctx ctx;
    lob_call call; /* the reporter's, with this context */
} lob_report_part;

lob_status lob_report_begin(lob_reporter *r, lob_report_part *part);
/* Ends the part; its error is the reporter's. */
lob_status lob_report_end(lob_reporter *r, lob_report_part *part, lob_status status);
/* Whether a status may be told in the page, and told it is: `what` could not be had, with the reason. False: it ends
 * the report (out of memory, cancelled). */
bool lob_report_is_told(lob_reporter *r, const lob_report_part *part, lob_status status, const char *what);
/* What is behind the last slash: where a file lies is nobody's who reads the page. */
lob_str lob_report_file_name(lob_str path);
/* A figure of micrometres rounded as answers have it. */
double lob_report_um(const lob_reporter *r, double value_dbu);
/* `<section id="ID" ...><h2>TITLE</h2>` */
void lob_report_section(lob_reporter *r, const char *id, const char *title);
/* A table that may be wider than the page; heads end with NULL, those of numbers begin with #. */
void lob_report_table(lob_reporter *r, const char *caption, const char *const *heads);
void lob_report_table_end(lob_reporter *r);
/* Remarks of a tool as a list; nothing for none. */
void lob_report_notes(lob_reporter *r, const lob_str *items, size_t count);
void lob_report_layer(lob_buf *out, int64_t layer, int64_t datatype, lob_str name, lob_str hex);

/* ---- pictures: picture.c ---- */

typedef struct lob_report_view {
    lob_cell_index cell;
    lob_box64 box;         /* with an area */
    lob_layer_index layer; /* alone, also when the .lyp hides it; LOB_NONE: all that are shown */
    uint32_t width, height;
    const lob_annotation *annotations; /* a scale bar comes by itself */
    uint32_t annotation_count;
} lob_report_view;

/* The box with a margin of a twentieth, at least half a micrometre; 1 um around the origin for an empty one. */
lob_box64 lob_report_fit(const lob_reporter *r, lob_box64 box);
/* The view's layers with their styles on its grid, without annotations; in the arena of the call. */
lob_status lob_report_scene(lob_reporter *r, lob_call *call, const lob_report_view *view, lob_picture_mode mode,
                            lob_drawing **drawing);
/* <picture> for light and dark screens; `alt` as text. *color: how the last layer is filled, 0xRRGGBB; may be NULL. */
lob_status lob_report_draw(lob_reporter *r, const lob_report_view *view, lob_str alt, uint32_t *color);

/* ---- what every section is ---- */

void lob_report_head(lob_reporter *r, lob_buf *page); /* page.c: all before the sections */
void lob_report_foot(lob_reporter *r, lob_buf *page);
lob_status lob_report_hierarchy(lob_reporter *r);
lob_status lob_report_layers(lob_reporter *r);
lob_status lob_report_photonics(lob_reporter *r);
lob_status lob_report_routes(lob_reporter *r, lob_report_part *part, const lob_list_ports_response *ports);
lob_status lob_report_findings(lob_reporter *r);
lob_status lob_report_markers(lob_reporter *r);

/* ---- geometry.c ---- */

typedef struct lob_report_geometry { /* of a layer, as stored in all cells */
    int64_t grid;                    /* all stored coordinates are multiples of it; 0: all are 0, or there are none */
    uint64_t flat_count;             /* boxes and polygons without area */
    uint64_t thin_count;             /* paths without width */
} lob_report_geometry;

/* By layer of the layout; in ctx->arena. O(stored points). */
lob_status lob_report_look(lob_ctx *ctx, const lob_layout *layout, lob_report_geometry **layers);

#endif
