/* What lies in a box of a cell: counts of all, and pages of it in the order of the contract.
 *
 * Order: shapes by layer, kind, box (left, bottom, right, top), cells on the path (names), hash of the object; texts by
 * layer, text, x, y, path, hash; instances by child cell (name), box, path, hash. When `is_flat`, paths are equal.
 *
 * A page is what comes after a place, up to a number; nothing is kept between pages. Memory is that of one page. Layers
 * and kinds are walked in order and only until the page is full, the rest is counted from the sums of the cells.
 */
#ifndef LOB_QUERY_QUERY_H
#define LOB_QUERY_QUERY_H

#include "query/object.h"

typedef struct lob_query {
    const lob_layout *layout;
    lob_cell_index cell;
    lob_box64 window;              /* with area; dbu of the cell */
    bool is_top_only;              /* what is stored in the cell itself, and its own instances */
    bool is_flat;                  /* as if all were drawn in the cell: no instances, no paths */
    bool by_geometry;              /* shapes: true overlap of the figure, not of its box */
    const lob_layer_index *layers; /* sorted, each once; NULL: all. Instances have none */
    uint32_t layer_count;
    uint64_t seed;     /* of ids (query/object.h): what is equal otherwise stands in their order */
    uint64_t work_max; /* of each counting and each listing; 0: LOB_LIMIT_QUERY_WORK */
} lob_query;

/* How many there are, by layer (of the layout) and in sum; saturating. */
typedef struct lob_query_counts {
    lob_walk_count *by_layer; /* boxes that meet the window: an upper bound of what geometry leaves */
    uint64_t *shapes_of;      /* by layer, as the query asks */
    uint64_t shapes, texts, insts;
    bool is_lower_bound; /* the work budget ended: there are at least so many, and the lists above are not whole */
} lob_query_counts;
/* Memory: ctx->arena. */
lob_status lob_query_count(lob_ctx *ctx, const lob_query *query, lob_query_counts *counts);

typedef enum { LOB_FIND_SHAPES, LOB_FIND_TEXTS, LOB_FIND_INSTS, LOB_FIND_COUNT } lob_find;

typedef struct lob_found {
    lob_cell_index leaf;
    const lob_shapes *shapes; /* NULL: an instance */
    lob_kind kind;
    uint32_t index;
    uint64_t member;
    uint64_t member_count; /* as lob_hit */
    lob_box64 box;
    lob_trans trans;      /* leaf to queried cell, without the member's displacement */
    const lob_step *path; /* in ctx->arena */
    uint32_t depth;
    uint32_t slot; /* of the engine */
} lob_found;

/* Where an item stands in the order, without its path: `group` is layer index or, of an instance, child cell, `rank`
 * the kind or, of a text, its string. */
typedef struct lob_place {
    uint32_t group, rank;
    lob_box64 box;
    uint64_t hash;
} lob_place;

typedef struct lob_found_page {
    const lob_found *items; /* in ctx->arena */
    size_t count;
    bool is_filled;  /* as many as were asked for: there may be more */
    bool is_nowhere; /* `after` is no place of this query; then there are no items */
} lob_found_page;

/* At most `count_max` items after `after` (NULL: from the beginning). `counts` as lob_query_count() left them.
 * QUERY_TOO_LARGE when the work budget ends before the page is full. */
lob_status lob_query_page(lob_ctx *ctx, const lob_query *query, const lob_query_counts *counts, lob_find find,
                          const lob_place *after, size_t count_max, lob_found_page *page);

lob_object lob_found_object(const lob_query *query, const lob_found *found);
lob_status lob_found_place(lob_ctx *ctx, const lob_query *query, const lob_found *found, lob_place *place);

#endif
