/* Values of a script: what its variables stand for, kept here and known to the interpreter by a number.
 *
 * Polygons come in two merged forms. PARTS are those of geom/region.h, which share no point but a vertex; WHOLE ones
 * are KLayout's: parts that touch in a point are one polygon, whose contour passes that point twice. Both are made when
 * they are first asked for and stay with the value. A value owns its memory, so that `forget` gives it back.
 */
#ifndef LOB_SCRIPT_VALUE_H
#define LOB_SCRIPT_VALUE_H

#include "rules/check.h"

/* Texts and meetings stand apart: operations take shapes. */
typedef enum {
    LOB_VALUE_REGION,
    LOB_VALUE_EDGES,
    LOB_VALUE_PAIRS,
    LOB_VALUE_KINDS, /* of shapes */
    LOB_VALUE_TEXTS,
    LOB_VALUE_MEETINGS /* which polygons of two regions share a point */
} lob_value_kind;

typedef struct lob_meeting { /* numbers of whole polygons */
    uint32_t a, b;
} lob_meeting;

typedef struct lob_value_text {
    lob_point64 at;
    uint8_t code; /* quarter turns, 4: mirrored at the x axis before */
    lob_str text; /* of the layout */
} lob_value_text;

typedef struct lob_value {
    lob_value_kind kind;
    lob_arena *arena;
    lob_polygons raw; /* REGION: hulls, each followed by its holes; may overlap */
    bool is_merged;   /* REGION: `raw` is the whole form. EDGES: nothing is left to join */
    bool has_parts, has_whole;
    lob_polygons parts, whole;
    const lob_edge64 *edges;     /* EDGES; the inside on the right, as KLayout's */
    const lob_edge_pair *pairs;  /* PAIRS */
    bool is_symmetric;           /* PAIRS: of one layer, so that the two edges have no order */
    bool lacks_order;            /* PAIRS: which edge of some is the first of KLayout's is not known */
    const lob_value_text *texts; /* TEXTS */
    const lob_meeting *meetings; /* MEETINGS: sorted, each once */
    uint32_t count;              /* of all but REGION */
} lob_value;

/* NULL in *value on failure. The caller drops it. */
lob_status lob_value_new(lob_ctx *ctx, lob_value_kind kind, lob_value **value);
void lob_value_drop(lob_value *value); /* NULL is fine */

/* Copies into the value. `merged`: as lob_region_polygons() gives them; the raw polygons become the whole ones. */
lob_status lob_value_put_merged(lob_ctx *ctx, lob_value *value, const lob_polygons *merged);
lob_status lob_value_put_raw(lob_ctx *ctx, lob_value *value, const lob_polygons *raw);
lob_status lob_value_put_edges(lob_ctx *ctx, lob_value *value, const lob_edge64 *edges, uint32_t count);
lob_status lob_value_put_pairs(lob_ctx *ctx, lob_value *value, const lob_edge_pair *pairs, uint32_t count);
lob_status lob_value_put_texts(lob_ctx *ctx, lob_value *value, const lob_value_text *texts, uint32_t count);
lob_status lob_value_put_meetings(lob_ctx *ctx, lob_value *value, const lob_meeting *meetings, uint32_t count);

/* A copy of a region or edges whose single shapes are those that were drawn, also where they lie on each other: for
 * operations that look at each by itself. Merged parts are what they were. */
lob_status lob_value_as_drawn(lob_ctx *ctx, const lob_value *a, lob_value *result);
/* Of a REGION. The result lives as long as the value. */
lob_status lob_value_parts(lob_ctx *ctx, lob_value *value, const lob_polygons **polygons);
lob_status lob_value_whole(lob_ctx *ctx, lob_value *value, const lob_polygons **polygons);
/* Adds the polygons to a region, holes by cut lines. */
lob_status lob_value_add(lob_ctx *ctx, const lob_polygons *polygons, lob_region *region, int operand);

/* ---- join.c ---- */
/* Parts that touch in a point become one polygon, as KLayout merges them; in ctx->arena. */
lob_status lob_polygons_join(lob_ctx *ctx, const lob_polygons *parts, lob_polygons *whole);

/* No points in a row on one line, none twice: how many of the ring are left, 0 when nothing is. */
uint32_t lob_ring_compress(lob_point64 *ring, uint32_t count);

/* ---- walking over polygons ---- */
typedef struct lob_polygon_at { /* a hull and the holes behind it */
    uint32_t contour, count;
} lob_polygon_at;
/* The first: {0, 0}. False at the end. */
static inline bool lob_polygon_next(const lob_polygons *polygons, lob_polygon_at *at) {
    at->contour += at->count;
    if (at->contour >= polygons->contour_count) {
        return false;
    }
    at->count = 1;
    while (at->contour + at->count < polygons->contour_count && polygons->contours[at->contour + at->count].is_hole) {
        at->count++;
    }
    return true;
}
static inline lob_polygons lob_polygon_view(const lob_polygons *polygons, lob_polygon_at at) {
    return (lob_polygons){polygons->points, polygons->contours + at.contour, polygons->point_count, at.count};
}

/* A list of polygons that grows in the arena of a context. */
typedef struct lob_polygon_list {
    lob_point64 *points;
    lob_contour *contours;
    uint32_t point_count, contour_count, point_room, contour_room;
} lob_polygon_list;
lob_status lob_polygon_list_add(lob_ctx *ctx, lob_polygon_list *list, const lob_point64 *points, uint32_t count,
                                bool is_hole);
static inline lob_polygons lob_polygon_list_view(const lob_polygon_list *list) {
    return (lob_polygons){list->points, list->contours, list->point_count, list->contour_count};
}

#endif
