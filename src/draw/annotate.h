/* Annotations: what a request wants drawn over the layers, laid out as marks.
 *
 * The caller has resolved all targets: geometry comes in dbu of the drawn cell, doubles where a place is between grid
 * points. Here it becomes pixels, words find their places, numbers are written. Words, badges and panels never overlap
 * each other nor leave the picture: the title, the scale bar and the legend take their corners first, then each word
 * tries a fixed list of places around its anchor, those that hide no line of a mark before the others: numbers of
 * markers first, then what the caller wrote and lengths, then names of ports, labels, coordinates of the grid, names of
 * cells, each in the order of the annotations. One that finds none is left out and counted. Texts longer than the
 * picture spares are shortened by an ellipsis, names of the layout in their middle. The same list always gives the same
 * marks.
 *
 * Order of marks: grid and frames of cells, the rest in the order given, panels, words.
 */
#ifndef LOB_DRAW_ANNOTATE_H
#define LOB_DRAW_ANNOTATE_H

#include "draw/marks.h"
#include "draw/scene.h"
#include "geom/point.h"

typedef enum {
    LOB_ANNOTATION_SHAPE_OUTLINE, /* rings: lines of two pixels */
    LOB_ANNOTATION_SHAPE_FILL,    /* rings: half covered, with a line of one pixel */
    LOB_ANNOTATION_BOX,           /* box or rings' boxes: a line of two pixels, `text` beside the first */
    LOB_ANNOTATION_MARKER, /* box, rings and points: each framed, with a number in a badge that counts through all
                            * markers of the list; `text` after the first number. is_one: one frame around all */
    LOB_ANNOTATION_POINT,  /* points: a dot with a ring; `text` beside the first */
    LOB_ANNOTATION_LABEL,  /* points[0]: `text` there; and the words of `names` at their places */
    LOB_ANNOTATION_RULER,  /* points: two; a line with end ticks, beside its middle `text`, or its length in um */
    LOB_ANNOTATION_ARROW,  /* points: from the first to the last, a head there, `text` at the first */
    /* ports: an arrow outwards, as wide a bar as the port, its name. Ports at one place have one word between them, two
     * that face each other are a bar. Of many, those near each other are bars with their number alone. */
    LOB_ANNOTATION_PORTS,
    LOB_ANNOTATION_CELL_FRAMES, /* names: frames of placements with their names: inside, else where no other frame is */
    LOB_ANNOTATION_SCALE_BAR,   /* lower left: a round length (1, 2 or 5 times a power of ten) of a quarter at most */
    LOB_ANNOTATION_GRID,        /* lines at a round pitch of 60 to 150 pixels, origin at (0, 0) of the cell */
    LOB_ANNOTATION_LEGEND,      /* upper right: a swatch and name of each layer drawn, in the order of `legend` */
    LOB_ANNOTATION_CROSSHAIR,   /* points[0], or the middle: full lines with the coordinates in um */
    LOB_ANNOTATION_TITLE,       /* upper left: `text` in larger words */
    LOB_ANNOTATION_KIND_COUNT
} lob_annotation_kind;

typedef struct lob_ring_dbu {
    const lob_point64 *points;
    uint32_t count;
} lob_ring_dbu;

typedef struct lob_port_mark {
    lob_vec2 at;
    double angle_deg; /* outwards, from +x counterclockwise */
    bool has_angle;   /* else a dot */
    double width;     /* dbu; 0: not known */
    lob_str name;
    bool is_inferred; /* nothing marks it: dashed, its head hollow */
} lob_port_mark;

typedef struct lob_named_box {
    lob_box64 box; /* of a placement, or a text's place (no area) */
    lob_str name;
} lob_named_box;

typedef struct lob_legend_entry {
    lob_str name; /* "WG 1/0" */
    lob_style style;
} lob_legend_entry;

/* Where a legend or a scale bar stands. */
typedef enum { LOB_PANEL_USUAL, LOB_PANEL_NE, LOB_PANEL_NW, LOB_PANEL_SE, LOB_PANEL_SW } lob_panel_corner;

typedef struct lob_annotation {
    lob_annotation_kind kind;
    lob_panel_corner corner; /* usual: the upper right of legends, the lower left of scale bars */
    bool has_color;
    uint32_t color; /* else by kind: lob_annotation_color() */
    bool is_one;    /* MARKER */
    bool has_box;
    lob_box64 box;
    const lob_vec2 *points;
    uint32_t point_count;
    lob_str text; /* may be empty */
    const lob_ring_dbu *rings;
    uint32_t ring_count;
    const lob_port_mark *ports;
    uint32_t port_count;
    const lob_named_box *names;
    uint32_t name_count;
    const lob_legend_entry *legend;
    uint32_t legend_count;
} lob_annotation;

/* What stands out on each ground. */
uint32_t lob_annotation_color(lob_annotation_kind kind, lob_picture_mode mode);

/* From this many ports in the picture on, four and more near each other are a group. */
enum { LOB_PORT_GROUP_FROM = 24 };

/* Placements whose longer side is below this many pixels get no frame, below the second no name. */
enum { LOB_CELL_FRAME_MIN = 8, LOB_CELL_NAME_MIN = 48 };

typedef struct lob_annotate_info {
    uint32_t words_placed;
    uint32_t words_dropped;  /* found no place */
    uint32_t words_outside;  /* what they name lies outside the picture */
    uint32_t frames_drawn;   /* of cells */
    uint32_t frames_dropped; /* below LOB_CELL_FRAME_MIN pixels */
    uint32_t frames_outside; /* no edge in the picture */
    uint32_t layers_drawn;   /* in the legend */
    uint32_t layers_dropped; /* of the legend: no room */
    uint32_t ports_grouped;  /* without a name of their own */
} lob_annotate_info;

/* The room that a legend, a scale bar or a title takes in a picture of that grid, with its distance from the border, in
 * pixels; 0 x 0 when it would be left out. Scratch memory: ctx->arena. TOOL_LIMIT_EXCEEDED: memory. */
typedef struct lob_panel_room {
    double width, height;
} lob_panel_room;
lob_status lob_annotate_room(lob_ctx *ctx, const lob_annotation *annotation, const lob_grid *grid, double dbu,
                             lob_panel_room *room);

/* Adds to `marks`. dbu: micrometres a database unit, > 0, for the lengths and coordinates that are written. Scratch
 * memory: ctx->arena. O(words) after the marks. TOOL_LIMIT_EXCEEDED: memory; LOB_E_CANCELLED. */
lob_status lob_annotate(lob_ctx *ctx, const lob_annotation *annotations, uint32_t count, const lob_grid *grid,
                        lob_picture_mode mode, double dbu, lob_marks *marks, lob_annotate_info *info);

#endif
