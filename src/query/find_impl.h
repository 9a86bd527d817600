/* What find.c and find_places.c share. */
#ifndef LOB_QUERY_FIND_IMPL_H
#define LOB_QUERY_FIND_IMPL_H

#include "query/find.h"

typedef struct lob_placing {
    lob_cell_index parent;
    uint32_t inst;
} lob_placing;

struct lob_finder {
    const lob_layout *layout;
    uint64_t *first;       /* by cell, one more at the end: who places it */
    lob_placing *placings; /* by child; parents by index, instances in file order */
    uint32_t *rank;        /* by cell: place in the bottom-up order */
    uint32_t *slot;        /* by cell: of one search; LOB_NONE between */
};

#endif
