/* Finding cells: which fit a name, how often they stand below a cell, and where the first of their places are.
 *
 * Counts come from one pass over the graph of cells, parents first; nothing is expanded. Places are found best first:
 * see find_places.c.
 */
#ifndef LOB_QUERY_FIND_H
#define LOB_QUERY_FIND_H

#include "db/walk.h"

/* `*` any run of characters, `?` one character, `\` takes the next one as it is; all else stands for itself. A
 * character is one of UTF-8, or a byte that is none. ignore_case: of ASCII letters. Cost: pattern times name at most.
 */
bool lob_glob_matches(lob_str pattern, lob_str name, bool ignore_case);

/* How cells are placed below `roots`, by cell of the layout; saturating. Memory: ctx->arena. */
typedef struct lob_census {
    bool *is_below;    /* a root, or placed below one */
    uint64_t *stored;  /* instances of it in cells below the roots, an array once */
    uint64_t *members; /* the same with all members of arrays */
    uint64_t *parents; /* cells below the roots that hold such an instance */
    uint64_t *placed;  /* places below the roots, all levels; roots have none of their own */
} lob_census;
lob_status lob_query_census(lob_ctx *ctx, const lob_layout *layout, const lob_cell_index *roots, uint32_t root_count,
                            lob_census *census);

/* Who places whom: one pass over all instances, for any number of lob_query_places(). In ctx->arena. */
typedef struct lob_finder lob_finder;
lob_status lob_finder_new(lob_ctx *ctx, const lob_layout *layout, const lob_census *census, lob_finder **finder);

typedef struct lob_cell_spot { /* one place of a cell: one member of one instance, seen from the root */
    const lob_step *path;      /* depth steps, the last one to the cell itself */
    uint32_t depth;
    lob_trans trans;
    lob_box64 box; /* of the cell there; of one without a box, its origin */
} lob_cell_spot;

typedef struct lob_spots {
    const lob_cell_spot *items; /* by box left, bottom, right, top, then path */
    size_t count;
    bool is_cut; /* the work ended before count_max were found; those given are the first nonetheless */
} lob_spots;

/* The first places of a cell below a root. *work_left: instances and parts of arrays that may still be looked at.
 * Memory: ctx->arena for the spots. LOB_E_CANCELLED. */
lob_status lob_query_places(lob_ctx *ctx, lob_finder *finder, lob_cell_index root, lob_cell_index cell,
                            size_t count_max, uint64_t *work_left, lob_spots *spots);

#endif
