/* What is drawn twice: instances of one cell with one transformation, and equal figures or texts on one layer, among
 * what one cell stores itself. Members of arrays count one by one.
 *
 * Polygons are equal when their rings are, whatever vertex they begin with and whichever way they go round; a rectangle
 * is a box. Paths and texts are compared as stored. Time and memory: n log n, n in one cell.
 */
#ifndef LOB_QUERY_COINCIDE_H
#define LOB_QUERY_COINCIDE_H

#include "query/find.h"

typedef struct lob_twin { /* one of those that coincide */
    lob_kind kind;        /* as stored; LOB_KIND_COUNT: an instance */
    uint32_t shapes;      /* index in the cell's shapes */
    uint32_t index;
    uint64_t member;
} lob_twin;

typedef struct lob_twins {
    lob_cell_index cell;
    lob_point64 at;        /* origin of an instance, place of a text, lowest of the leftmost vertices of a figure */
    const lob_twin *items; /* in file order within kinds; the first LOB_TWINS_KEPT */
    uint32_t kept;
    uint64_t count; /* at least 2 */
} lob_twins;

enum { LOB_TWINS_KEPT = 8 };

typedef struct lob_coincide_ask {
    const lob_layout *layout;
    const bool *is_asked;          /* by cell */
    const lob_layer_index *layers; /* sorted; NULL: all. Instances have none */
    uint32_t layer_count;
    bool instances, shapes; /* which are looked for; shapes: texts as well */
} lob_coincide_ask;

typedef struct lob_coincidences {
    lob_twins *items; /* those from number `first` on, at most count_max */
    size_t count;
    uint64_t instance_total, shape_total, text_total; /* sets of each, in all cells */
} lob_coincidences;

/* By cell name, instances first, by child; then figures by kind, layer; then from the left, from below. Memory:
 * ctx->arena. QUERY_TOO_LARGE when the cells draw more than LOB_LIMIT_COINCIDE_WORK things, LOB_E_CANCELLED. */
lob_status lob_query_coincident(lob_ctx *ctx, const lob_coincide_ask *ask, uint64_t first, size_t count_max,
                                lob_coincidences *found);

#endif
