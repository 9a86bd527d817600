/* Which members of a repetition are displaced into a box: by arithmetic, for any two vectors.
 *
 * Idea: a member (i, j) is a line of the lattice (the outer index) and a place on it (the inner one). Eliminating the
 * inner index leaves the range of lines that may hold a member, each line gives its range of places by a division. Of
 * the two ways round the one with fewer lines is taken. So the cost is that of the members found and the lines looked
 * at, whether the vectors are axes, skew, parallel, negative or zero. FRACTION: the same with room for its rounding,
 * each member then looked at. LIST: from an R-tree over the displacements when there is one, else one by one.
 *
 * Order: by lines, then places, so members come with rising j, then i, or rising i, then j.
 */
#ifndef LOB_GEOM_LATTICE_H
#define LOB_GEOM_LATTICE_H

#include "geom/repetition.h"
#include "geom/rtree.h"

typedef struct lob_lattice {
    const lob_rep *rep;
    const lob_rtree *tree; /* of a LIST, may be NULL */
    lob_box64 into;        /* closed */
    bool is_outer_a;       /* lines run along b: the outer index is i */
    uint64_t outer, outer_end;
    uint64_t line, inner, inner_end; /* the line begun, and what is left of it */
    lob_rtree_query query;
    lob_rtree_cursor cursor;
    uint64_t work; /* lines and members looked at so far */
} lob_lattice;

/* A run of members on one line: inner indices first .. end - 1. */
typedef struct lob_lattice_run {
    uint64_t outer, first, end;
} lob_lattice_run;

/* rep (and tree) borrowed; an empty `into` holds nothing. */
void lob_lattice_start(lob_lattice *lattice, const lob_rep *rep, const lob_rtree *tree, lob_box64 into);
/* `into` becomes smaller on the way; what came has come. */
void lob_lattice_narrow(lob_lattice *lattice, lob_box64 into);
/* The next member: its index (as of lob_rep_at) and displacement. False at the end. Pauses as lob_rtree_next() does:
 * true with *member = LOB_LATTICE_PAUSE. */
#define LOB_LATTICE_PAUSE UINT64_MAX
bool lob_lattice_next(lob_lattice *lattice, uint64_t *member, lob_point64 *at);

/* The same by runs, for LATTICE and FRACTION. Of a LATTICE every member of a run is within `into`; of a FRACTION every
 * member within is in a run. Empty lines are left out; pauses with run->first == run->end. */
bool lob_lattice_next_run(lob_lattice *lattice, lob_lattice_run *run);
/* The part of a run whose members lie within `inside` for sure (LATTICE: exactly); first == end: none. */
lob_lattice_run lob_lattice_within(const lob_lattice *lattice, const lob_lattice_run *run, lob_box64 inside);
uint64_t lob_lattice_member(const lob_lattice *lattice, uint64_t outer, uint64_t inner);

/* How many members are displaced into a box, in constant time. False: not known without looking, for the vectors are
 * not both parallel to an axis, or it is no LATTICE. *count saturates. */
bool lob_lattice_count(const lob_rep *rep, lob_box64 into, uint64_t *count);
/* Lines still to be looked at. */
uint64_t lob_lattice_lines(const lob_lattice *lattice);

#endif
