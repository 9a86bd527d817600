/* What lies in a box, for somebody who sees it the first time: groups of instances, labels, layers, widths of guides.
 *
 * Counts are exact as those of query.h. The rest looks at a bounded number of objects, in the order of the walk, and
 * says when that was not all. Lists come most telling first, deterministic.
 */
#ifndef LOB_QUERY_DESCRIBE_H
#define LOB_QUERY_DESCRIBE_H

#include "query/nearest.h"

typedef struct lob_group { /* the queried cell's own instances of one cell that meet the box */
    lob_cell_index cell;
    uint64_t insts, members; /* an array once; its members in the box; saturating */
    lob_box64 box;           /* of the first by left, bottom, right, top */
} lob_group;

typedef struct lob_label_group { /* one text on one layer */
    lob_layer_index layer;
    uint32_t string; /* of the layout */
    uint64_t count;
    lob_point64 at; /* of the first by x, y */
    double size;    /* greatest magnification */
} lob_label_group;

typedef struct lob_layer_facts {
    lob_layer_index layer;
    uint64_t shapes, texts;
    bool has_area;
    double area;        /* merged, in the box, dbu2 */
    int64_t least_side; /* of the boxes of its figures that meet the box, whole figures; 0: none has a side */
} lob_layer_facts;

typedef struct lob_width_group { /* guides of one width on one layer */
    lob_layer_index layer;
    double width; /* dbu */
    uint64_t count;
    bool is_drawn;     /* stored widths of paths; else measured between the sides of polygons */
    double confidence; /* least of them */
} lob_width_group;

typedef struct lob_description {
    lob_query_counts counts;
    const lob_group *groups; /* the largest box together first, then by name */
    size_t group_count;
    const lob_label_group *labels; /* unique ones first, then the larger, then by text and layer */
    size_t label_count;
    const lob_layer_facts *layers; /* most area first, then most shapes, then by layer */
    size_t layer_count;
    const lob_width_group *widths; /* most often first, then by layer and width */
    size_t width_count;
    lob_nearest nearest;                    /* of a box with nothing in it */
    bool insts_cut, labels_cut, shapes_cut; /* not all was looked at: lists may miss some, sides be smaller */
    bool areas_left;                        /* too many shapes to merge: no areas */
} lob_description;

/* query: recursive, by boxes. guide_layers: sorted; where widths are looked for. Memory: ctx->arena. LOB_E_CANCELLED.
 */
lob_status lob_query_describe(lob_ctx *ctx, const lob_query *query, const lob_layer_index *guide_layers,
                              uint32_t guide_layer_count, lob_description *description);

#endif
