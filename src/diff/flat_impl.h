/* What the parts of lob_flat_differences() share: sums of cells (flat_sums.c), what is placed (flat.c), its figures one
 * by one (flat_pass.c). */
#ifndef LOB_DIFF_FLAT_IMPL_H
#define LOB_DIFF_FLAT_IMPL_H

#include "diff/flat.h"
#include "diff/tally.h"
#include "geom/lattice.h"

struct cell_sums { /* of the layer, by the way the cell is turned; only what is needed */
    lob_weight own[8], total[8];
    uint64_t own_count; /* figures of its own, members counted; saturating */
    uint8_t needed;     /* bit: code */
};

/* *sums: heap, one a cell of the layout, zeroed; made when NULL. */
lob_status lob_cell_sums_make(lob_side *side, cell_sums **sums);
/* Zeroes those of the layer again. */
void lob_cell_sums_clear(const lob_side *side, cell_sums *sums);
/* Of a cell seen through a transformation: its own figures, or all. */
lob_weight lob_cell_sums_at(const lob_side *side, const cell_sums *sums, lob_cell_index cell, const lob_trans *trans,
                            bool is_own);

typedef struct thing {
    lob_weight weight; /* first, for lob_weights_cancel() */
    lob_trans trans;
    lob_cell_index cell;
    uint32_t rep; /* LOB_NONE: once */
    uint8_t code; /* turns the displacements */
    bool is_own;  /* the cell's own figures */
} thing;

typedef struct thing_list {
    thing *items;
    size_t count, capacity;
} thing_list;

typedef struct lob_flat_found {
    lob_weight weight; /* first */
    lob_box64 box;     /* common grid */
} lob_flat_found;

typedef struct flat_run {
    lob_ctx *ctx;
    lob_side *const *sides;
    const lob_box64 *window;
    cell_sums **sums;
    uint64_t figures;    /* to be looked at, at most */
    thing_list lists[2]; /* cells; in the end also what `owns` has */
    thing_list owns[2];  /* figures of opened cells */
    size_t owns_due;     /* so many are cancelled again */
    lob_tally tally;
    bool is_second; /* pass */
    uint64_t steps;
} flat_run;

/* ---- flat_pass.c ---- */

/* Polls now and then. */
lob_status lob_flat_step(flat_run *run);
bool lob_flat_has_layer(const lob_side *side, lob_cell_index cell);
/* Whether any of it can lie in the window. */
bool lob_flat_is_near(const flat_run *run, int side, const thing *t);

/* Members of an array, those that lie near the window at least, and none twice. */
typedef struct flat_members {
    const lob_rep *rep; /* NULL: once */
    uint64_t at, count; /* without a lattice */
    uint64_t member;    /* the number of the one that came last */
    bool is_by_lattice;
    lob_trans linear; /* turns the displacements */
    lob_lattice lattice;
} flat_members;

/* Of a thing with an array; displacements come turned. */
lob_status lob_flat_members_of(flat_run *run, int side, const thing *t, flat_members *members);
/* Of an instance in a cell placed by `parent`; displacements come as they are stored. */
lob_status lob_flat_members_in(flat_run *run, int side, const lob_inst *inst, const lob_trans *parent,
                               flat_members *members);
/* False: at the end. *is_there false: to look up. */
bool lob_flat_member(flat_members *members, lob_point64 *by, bool *is_there);
/* Counts what is left, to a little more than `room` at most. */
lob_status lob_flat_members_count(flat_run *run, flat_members *members, uint64_t room, uint64_t *count);

/* QUERY_TOO_LARGE when there are more figures to look at than diff_figures. */
lob_status lob_flat_foresee(flat_run *run);
/* All figures of the things into the tally. */
lob_status lob_flat_pass(flat_run *run, bool is_second);

#endif
