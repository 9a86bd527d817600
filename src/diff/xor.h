/* XOR of two cells, a layer at a time: where one of the merged layers is and the other is not.
 *
 * Figures that both have are struck out first (flat.h). What is left lies in patches, boxes apart from each other; in
 * each the figures of both cells are fetched, combined (geom/region.h) and measured. A patch of too many figures is cut
 * into tiles and its polygons are put together again. So time and memory are those of what differs.
 *
 * Exact, and the same whatever the hierarchy and the tiles, where edges cross on the common grid (all on axes or at 45
 * degrees); elsewhere edges move by up to half a unit (region.h), and edges at odd angles get a vertex, rounded, where
 * they cross the border of a tile or of the window.
 */
#ifndef LOB_DIFF_XOR_H
#define LOB_DIFF_XOR_H

#include "db/layout.h"

typedef struct lob_diff_grid {
    double dbu;       /* um, of the common grid */
    int64_t scale[2]; /* its units to a unit of each layout; 1 and 1 when both are alike */
} lob_diff_grid;

/* The coarsest grid that holds both. False: the units have no simple ratio (up to 10000 : 10000). */
bool lob_diff_grid_make(double dbu_a, double dbu_b, lob_diff_grid *grid);

typedef struct lob_diff_layer {
    uint32_t layer, datatype;
} lob_diff_layer;

/* Layers that one of two layouts has, sorted, each once; in ctx->arena. */
lob_status lob_diff_layers(lob_ctx *ctx, const lob_layout *const layouts[2], lob_diff_layer **layers, uint32_t *count);

typedef struct lob_xor_question {
    const lob_layout *layouts[2];
    lob_cell_index cells[2];
    lob_diff_grid grid;
    const lob_diff_layer *layers;
    uint32_t layer_count;
    const lob_box64 *window; /* common grid; NULL: everything */
    double width_min;        /* common grid: what is narrower is left out (sliver.h); 0: nothing */
    uint32_t item_max;       /* polygons told one by one */
    uint32_t figures_max;    /* of a tile; 0: LOB_XOR_FIGURES_MAX */
} lob_xor_question;

enum { LOB_XOR_FIGURES_MAX = 50000 };

typedef struct lob_xor_sum { /* of a layer; areas in units of the common grid, squared */
    uint64_t count;          /* polygons */
    double area[2];          /* only in a, only in b */
    double area_error;       /* each area is within this; 0: exact */
    lob_box64 box;           /* around all of it */
} lob_xor_sum;

typedef struct lob_xor_item { /* a polygon, hole and all */
    uint32_t layer;           /* index in the question's */
    lob_box64 box;
    double area[2];  /* of it, only in a and only in b */
    uint64_t digest; /* of its points */
} lob_xor_item;

typedef struct lob_xor { /* in ctx->arena */
    lob_xor_sum *layers;
    lob_xor_item *items; /* the first item_max by layer, then left, bottom, right, top */
    uint32_t item_count;
    uint64_t count; /* of all polygons */
} lob_xor;

/* Takes each polygon of the difference in turn, rounded to the common grid where opening left it on a finer one; what
 * points there are is gone afterwards. */
typedef lob_status lob_xor_each(void *who, uint32_t layer, const lob_point64 *points, uint32_t count, bool is_hole);

/* `each` may be NULL. QUERY_TOO_LARGE: coordinates beyond LOB_REGION_COORD_MAX, differences, crossings;
 * TOOL_LIMIT_EXCEEDED, LOB_E_CANCELLED. */
lob_status lob_xor_make(lob_ctx *ctx, const lob_xor_question *question, lob_xor_each *each, void *who, lob_xor *result);

#endif
