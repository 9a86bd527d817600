/* The walk's inside, lowest first: walk_frame.c (work, frames), walk_count.c (counting by sums), walk_inst.c
 * (instances), walk.c (trees, figures). Each calls those before it only. */
#ifndef LOB_DB_WALK_IMPL_H
#define LOB_DB_WALK_IMPL_H

#include "db/figure_impl.h"
#include "db/index.h"
#include "db/walk.h"
#include "geom/lattice.h"

typedef struct frame frame;

/* One cell on the way down. Frames are never given back: the one above is used again. */
struct frame {
    frame *below, *above;
    const lob_cell *cell;
    lob_cell_index cell_index;
    lob_trans trans;       /* to the walked cell's coordinates */
    lob_box64 local;       /* the window seen from here, or a little more when the transformation rounds */
    lob_box window;        /* `local` cut for the trees */
    int64_t right;         /* clip.right when `local` was made */
    const lob_rtree *tree; /* being searched, NULL: the next one is to be chosen */
    lob_rtree_cursor cursor;
    uint32_t shapes_at; /* entry of cell->shapes; shapes_count: instances */
    uint8_t kind;
    uint32_t last;    /* of the tree: the thing that came before, LOB_NONE */
    bool is_placing;  /* instance `inst` is being entered member by member */
    bool is_repeated; /* by `members` */
    uint32_t inst;
    lob_box64 placed;     /* what is wanted of its first member, in this cell's coordinates */
    lob_lattice *members; /* in the arena, made when first needed */
    /* Counting by runs: members wholly in the window are added at once, those of [run.first, run.end) but not of
     * [whole.first, whole.end) are entered. */
    bool is_by_runs;
    lob_box64 whole_by; /* displacements of members that lie wholly in the window */
    lob_lattice_run run, whole;
};

struct lob_walk {
    lob_ctx *ctx;
    const lob_layout *layout;
    lob_walk_options options;
    lob_box64 clip; /* the window, cut at *left_max */
    frame *top;     /* NULL: at the end */
    bool jumps;     /* over cells that only pass the one layer on */
    uint32_t depth;
    lob_step *path;
    uint32_t path_capacity;
    lob_rtree_query query; /* of the top frame */
    /* The figure with a repetition that is being gone through. */
    bool is_repeating;
    uint32_t figure;
    lob_box64 figure_box; /* of its first member, in the leaf */
    lob_lattice figures;
    lob_figure_room room;
    uint64_t work, work_max, poll_at;
    lob_hit hit;
    /* Counting. */
    lob_walk_count *counts; /* by layer; NULL: hits are wanted */
    uint64_t inst_count;
    bool is_short;    /* the work that is left cannot be enough: it ends at short_max */
    bool is_left_out; /* then: members across the window's border were not counted */
    uint64_t short_max;
    uint64_t entered;      /* cells, while counting */
    uint64_t lattice_work; /* of runs of members */
};

static inline bool lob_box64_inside(lob_box64 a, lob_box64 b) {
    return a.left >= b.left && a.right <= b.right && a.bottom >= b.bottom && a.top <= b.top;
}
static inline lob_box64 lob_box64_moved(lob_box64 b, lob_point64 by) {
    return (lob_box64){b.left + by.x, b.bottom + by.y, b.right + by.x, b.top + by.y};
}
static inline lob_box64 lob_box64_widened(lob_box64 b, int64_t by) {
    return (lob_box64){b.left - by, b.bottom - by, b.right + by, b.top + by};
}
/* What the header says of LOB_MEET_OVERLAP: more than a border shared, or touched when without area. */
static inline bool lob_walk_meets(lob_meet meet, lob_box64 box, lob_box64 window) {
    if (meet == LOB_MEET_OVERLAP && box.left < box.right && box.bottom < box.top) {
        return box.left < window.right && box.right > window.left && box.bottom < window.top && box.top > window.bottom;
    }
    return lob_box64_touch(box, window);
}

/* ---- walk_frame.c ---- */

enum { LOB_WALK_POLL_EVERY = 65536 };

/* Adds `more` to the work done; polls now and then. QUERY_TOO_LARGE, LOB_E_CANCELLED. */
lob_status lob_walk_charge(lob_walk *walk, uint64_t more);
lob_status lob_walk_fail_work(lob_walk *walk); /* QUERY_TOO_LARGE */
/* Says that at least `more` work lies ahead. When counting, what cannot be done is ended soon, not after all the work
 * that is allowed. */
void lob_walk_foresee(lob_walk *walk, uint64_t more);
/* How far a figure may be drawn beside the transform of its box: 0 unless that rounds (a vertex, and the round end of a
 * path that pokes out of its box). */
int64_t lob_walk_margin(const lob_trans *trans);
/* The displacements that may bring `box` (of the frame's cell) to `window`, a box of the walked cell. */
lob_box64 lob_walk_displacements(const frame *f, lob_box64 box, lob_box64 window);
/* Displacements that make `box` meet the window seen from here: exact, as nothing rounds. */
lob_box64 lob_walk_meeting(lob_meet meet, lob_box64 box, lob_box64 window);
/* Next entry at or after `from` whose layer is wanted; shapes_count at the end. */
uint32_t lob_walk_seek_shapes(const lob_walk *walk, const lob_cell *cell, uint32_t from);
/* Is it searched through the transformation, as off the axes? */
bool lob_walk_is_turned(const lob_trans *trans);
/* A frame for the cell on top; gives up the top one; brings the window down after left_max came down. */
lob_status lob_walk_push(lob_walk *walk, lob_cell_index cell, const lob_trans *trans);
void lob_walk_pop(lob_walk *walk);
void lob_walk_follow(lob_walk *walk);

/* ---- walk_inst.c ---- */

/* An instance found in the tree of the top frame: as a hit, and begun to be entered. */
lob_status lob_walk_inst(lob_walk *walk, uint32_t index, const lob_hit **hit);
/* Enters the next member of the instance in work, or ends it. */
lob_status lob_walk_enter_next(lob_walk *walk);

/* ---- walk_count.c ---- */

/* Box of everything wanted in a cell, in its coordinates; empty when there is nothing. */
lob_box64 lob_walk_wanted_box(const lob_walk *walk, const lob_cell *cell);

/* The members of the figure in work, all at once; *is_done: it was possible. */
lob_status lob_walk_count_members(lob_walk *walk, const lob_rep *rep, uint64_t *count, bool *is_done);
/* Begins to count an instance of the top frame, whose members were begun, run by run. */
void lob_walk_runs_begin(lob_walk *walk, frame *f, const lob_rep *rep);
/* The next member to enter, those wholly in the window having been counted. */
lob_status lob_walk_runs_next(lob_walk *walk, frame *f, uint64_t *member, lob_point64 *at, bool *is_there);

/* Adds `times` the sums of a cell, instances below it included. */
void lob_walk_add_sums(lob_walk *walk, const lob_cell *cell, uint64_t times);
/* Whether the sums of a cell `depth` levels down hold just what the walk wants of it, when it lies inside. */
bool lob_walk_sums_hold(const lob_walk *walk, const lob_cell *cell, uint64_t depth);

#endif
