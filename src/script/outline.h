/* The edges of polygons, found by place; an edge has the number of its first point. */
#ifndef LOB_SCRIPT_OUTLINE_H
#define LOB_SCRIPT_OUTLINE_H

#include "geom/rtree.h"
#include "script/ops.h"

typedef struct lob_outlines {
    const lob_polygons *polygons;
    uint32_t *polygon_of; /* by edge */
    uint32_t *end_of;     /* by edge: the number of its second point */
    uint32_t count;       /* of polygons */
    lob_rtree tree;
    lob_box64 box;
} lob_outlines;

/* In ctx->arena; `polygons` must outlive it. */
lob_status lob_outlines_make(lob_ctx *ctx, const lob_polygons *polygons, lob_outlines *set);

#endif
