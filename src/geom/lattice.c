/* Lattice against box, in integers of 128 bits.
 *
 * With outer vector o, inner vector n and k on the outer line: low_x <= k o_x + m n_x <= high_x gives a range of m, and
 * y likewise. Fourier-Motzkin: the range of k for which these and 0 <= m < count leave something (over the reals) comes
 * from each against the range of m, and from x against y, whose elimination multiplies by the other's n: that is the
 * determinant. Vectors are below 2^62 and the box is cut to the extent of the repetition, so no product overflows.
 */
#include "geom/lattice.h"

typedef __int128 wide;

enum { PAUSE_AFTER = 16384 };

typedef struct grid { /* displacement = outer * o + inner * n, times `scale` */
    wide ox, oy, nx, ny;
    uint64_t outer_count, inner_count;
    wide left, bottom, right, top;
    bool is_empty;
} grid;

typedef struct range { /* closed; empty when low > high */
    wide low, high;
} range;

static wide floor_div(wide a, wide b) {
    if ((int64_t)a == a && (int64_t)b == b && (int64_t)a != INT64_MIN) { /* the quotient of 64 bits is much faster */
        int64_t x = (int64_t)a;
        int64_t y = (int64_t)b;
        int64_t q = x / y;
        return q - (x % y != 0 && (x < 0) != (y < 0));
    }
    wide q = a / b;
    return q - (a % b != 0 && (a < 0) != (b < 0));
}

static void cut(range *r, wide low, wide high) {
    r->low = low > r->low ? low : r->low;
    r->high = high < r->high ? high : r->high;
}

/* Keeps the k with low <= k v <= high. */
static void cut_by(range *r, wide v, wide low, wide high) {
    if (v == 0) {
        if (low > 0 || high < 0) {
            r->high = r->low - 1;
        }
    } else if (v > 0) {
        cut(r, -floor_div(-low, v), floor_div(high, v));
    } else {
        cut(r, -floor_div(high, -v), floor_div(-low, -v));
    }
}

static range outer_range(const grid *g) {
    range r = {0, (wide)g->outer_count - 1};
    wide reach_x = g->nx * ((wide)g->inner_count - 1);
    wide reach_y = g->ny * ((wide)g->inner_count - 1);
    cut_by(&r, g->ox, g->left - (reach_x > 0 ? reach_x : 0), g->right - (reach_x < 0 ? reach_x : 0));
    cut_by(&r, g->oy, g->bottom - (reach_y > 0 ? reach_y : 0), g->top - (reach_y < 0 ? reach_y : 0));
    /* k (o_x n_y - o_y n_x) = d_x n_y - d_y n_x for some d in the box. */
    wide x1 = g->left * g->ny;
    wide x2 = g->right * g->ny;
    wide y1 = g->bottom * g->nx;
    wide y2 = g->top * g->nx;
    cut_by(&r, g->ox * g->ny - g->oy * g->nx, (x1 < x2 ? x1 : x2) - (y1 > y2 ? y1 : y2),
           (x1 > x2 ? x1 : x2) - (y1 < y2 ? y1 : y2));
    return r;
}

static range inner_range(const grid *g, uint64_t outer) {
    range r = {0, (wide)g->inner_count - 1};
    wide x = g->ox * (wide)outer;
    wide y = g->oy * (wide)outer;
    cut_by(&r, g->nx, g->left - x, g->right - x);
    cut_by(&r, g->ny, g->bottom - y, g->top - y);
    return r;
}

static int64_t vector_cut(int64_t v) {
    const int64_t edge = INT64_C(1) << 61;
    return v > edge ? edge : v < -edge ? -edge : v;
}

static uint64_t count_cut(uint64_t n) {
    const uint64_t edge = UINT64_C(1) << 62;
    return n > edge ? edge : n;
}

static lob_box64 box_meet(lob_box64 a, lob_box64 b) {
    return (lob_box64){a.left > b.left ? a.left : b.left, a.bottom > b.bottom ? a.bottom : b.bottom,
                       a.right < b.right ? a.right : b.right, a.top < b.top ? a.top : b.top};
}

/* room: FRACTION's members stand less than 2 off the true place; > 0 lets more in, < 0 only what is in for sure. */
static grid grid_make(const lob_rep *rep, bool is_outer_a, lob_box64 into, int room) {
    lob_box64 box = box_meet(into, lob_rep_extent(rep));
    grid g = {.is_empty = lob_box64_is_empty(into) || (room >= 0 && lob_box64_is_empty(box))};
    wide ax = vector_cut(rep->a.x), ay = vector_cut(rep->a.y), bx = vector_cut(rep->b.x), by = vector_cut(rep->b.y);
    if (rep->kind == LOB_REP_FRACTION) {
        wide scale = (wide)rep->na * (wide)rep->nb;
        ax *= (wide)rep->nb;
        ay *= (wide)rep->nb;
        bx *= (wide)rep->na;
        by *= (wide)rep->na;
        g.left = ((wide)box.left - room) * scale;
        g.bottom = ((wide)box.bottom - room) * scale;
        g.right = ((wide)box.right + room) * scale;
        g.top = ((wide)box.top + room) * scale;
    } else {
        g.left = box.left;
        g.bottom = box.bottom;
        g.right = box.right;
        g.top = box.top;
    }
    g.ox = is_outer_a ? ax : bx;
    g.oy = is_outer_a ? ay : by;
    g.nx = is_outer_a ? bx : ax;
    g.ny = is_outer_a ? by : ay;
    g.outer_count = count_cut(is_outer_a ? rep->na : rep->nb);
    g.inner_count = count_cut(is_outer_a ? rep->nb : rep->na);
    return g;
}

static range lines(const lob_rep *rep, bool is_outer_a, lob_box64 into) {
    grid g = grid_make(rep, is_outer_a, into, 2);
    return g.is_empty ? (range){1, 0} : outer_range(&g);
}

static void set_lines(lob_lattice *l, range r) {
    l->outer = r.low <= r.high ? (uint64_t)r.low : 0;
    l->outer_end = r.low <= r.high ? (uint64_t)r.high + 1 : 0;
}

static const lob_rep once = {.kind = LOB_REP_LATTICE, .na = 1, .nb = 1};

void lob_lattice_start(lob_lattice *lattice, const lob_rep *rep, const lob_rtree *tree, lob_box64 into) {
    *lattice = (lob_lattice){.rep = rep && rep->kind != LOB_REP_NONE ? rep : &once, .tree = tree, .into = into};
    rep = lattice->rep;
    if (rep->kind == LOB_REP_LIST) {
        lattice->outer_end = lob_box64_is_empty(into) ? 0 : rep->list_count;
        if (tree) {
            lattice->query = lob_rtree_query_window(into);
            lob_rtree_begin(tree, &lattice->cursor);
        }
        return;
    }
    range by_b = lines(rep, false, into);
    if (by_b.high > by_b.low) {
        range by_a = lines(rep, true, into);
        lattice->is_outer_a = by_a.high - by_a.low < by_b.high - by_b.low;
        by_b = lattice->is_outer_a ? by_a : by_b;
    }
    set_lines(lattice, by_b);
}

void lob_lattice_narrow(lob_lattice *lattice, lob_box64 into) {
    const lob_rep *rep = lattice->rep;
    lattice->into = into;
    if (rep->kind == LOB_REP_LIST) {
        lattice->query = lob_rtree_query_window(into);
        if (lob_box64_is_empty(into)) {
            lattice->outer = lattice->outer_end;
            lattice->tree = NULL;
        }
        return;
    }
    if (lattice->inner < lattice->inner_end) {
        grid g = grid_make(rep, lattice->is_outer_a, into, 2);
        range r = g.is_empty ? (range){1, 0} : inner_range(&g, lattice->line);
        cut(&r, (wide)lattice->inner, (wide)lattice->inner_end - 1);
        lattice->inner = r.low <= r.high ? (uint64_t)r.low : 0;
        lattice->inner_end = r.low <= r.high ? (uint64_t)r.high + 1 : 0;
    }
    range r = lines(rep, lattice->is_outer_a, into);
    cut(&r, (wide)lattice->outer, (wide)lattice->outer_end - 1);
    set_lines(lattice, r);
}

uint64_t lob_lattice_member(const lob_lattice *lattice, uint64_t outer, uint64_t inner) {
    uint64_t i = lattice->is_outer_a ? outer : inner;
    uint64_t j = lattice->is_outer_a ? inner : outer;
    return j * lattice->rep->na + i;
}

bool lob_lattice_next_run(lob_lattice *lattice, lob_lattice_run *run) {
    if (lattice->inner < lattice->inner_end) { /* the rest of a line begun */
        *run = (lob_lattice_run){lattice->line, lattice->inner, lattice->inner_end};
        lattice->inner = lattice->inner_end;
        return true;
    }
    if (lattice->outer == lattice->outer_end) {
        return false;
    }
    grid g = grid_make(lattice->rep, lattice->is_outer_a, lattice->into, 2);
    for (unsigned seen = 0; lattice->outer < lattice->outer_end; seen++) {
        if (seen == PAUSE_AFTER) {
            *run = (lob_lattice_run){0, 0, 0};
            return true;
        }
        range r = inner_range(&g, lattice->outer++);
        lattice->work++;
        if (r.low <= r.high) {
            *run = (lob_lattice_run){lattice->outer - 1, (uint64_t)r.low, (uint64_t)r.high + 1};
            return true;
        }
    }
    return false;
}

lob_lattice_run lob_lattice_within(const lob_lattice *lattice, const lob_lattice_run *run, lob_box64 inside) {
    lob_lattice_run out = {run->outer, run->first, run->first};
    grid g = grid_make(lattice->rep, lattice->is_outer_a, inside, -2);
    if (g.is_empty || g.left > g.right || g.bottom > g.top) {
        return out;
    }
    range r = inner_range(&g, run->outer);
    cut(&r, (wide)run->first, (wide)run->end - 1);
    if (r.low <= r.high) {
        out.first = (uint64_t)r.low;
        out.end = (uint64_t)r.high + 1;
    }
    return out;
}

/* Members 0 <= m < count with low <= m * v <= high. */
static uint64_t places(int64_t v, uint64_t count, int64_t low, int64_t high) {
    range r = {0, (wide)count - 1};
    cut_by(&r, v, low, high);
    return r.low <= r.high ? (uint64_t)(r.high - r.low) + 1 : 0;
}

bool lob_lattice_count(const lob_rep *rep, lob_box64 into, uint64_t *count) {
    const bool is_plain = rep->a.y == 0 && rep->b.x == 0, is_crosswise = rep->a.x == 0 && rep->b.y == 0;
    if (rep->kind != LOB_REP_LATTICE || (!is_plain && !is_crosswise)) {
        return false;
    }
    *count = 0;
    if (!lob_box64_is_empty(into)) {
        const uint64_t a = is_plain ? places(rep->a.x, rep->na, into.left, into.right)
                                    : places(rep->a.y, rep->na, into.bottom, into.top);
        const uint64_t b = is_plain ? places(rep->b.y, rep->nb, into.bottom, into.top)
                                    : places(rep->b.x, rep->nb, into.left, into.right);
        *count = __builtin_mul_overflow(a, b, count) ? UINT64_MAX : *count;
    }
    return true;
}

uint64_t lob_lattice_lines(const lob_lattice *lattice) {
    return lattice->outer_end - lattice->outer;
}

static bool holds(lob_box64 box, lob_point64 p) {
    return p.x >= box.left && p.x <= box.right && p.y >= box.bottom && p.y <= box.top;
}

static bool list_next(lob_lattice *l, uint64_t *member, lob_point64 *at) {
    if (l->tree) {
        uint32_t item;
        bool more = lob_rtree_next(l->tree, &l->cursor, &l->query, &item, &l->work);
        if (more && item == LOB_RTREE_PAUSE) {
            *member = LOB_LATTICE_PAUSE;
        } else if (more) {
            *member = l->tree->ids[item];
            *at = (lob_point64){l->tree->boxes[item].left, l->tree->boxes[item].bottom};
        }
        return more;
    }
    for (unsigned seen = 0; l->outer < l->outer_end; seen++) {
        if (seen == PAUSE_AFTER) {
            *member = LOB_LATTICE_PAUSE;
            return true;
        }
        *member = l->outer++;
        *at = lob_rep_at(l->rep, *member);
        l->work++;
        if (holds(l->into, *at)) {
            return true;
        }
    }
    return false;
}

bool lob_lattice_next(lob_lattice *lattice, uint64_t *member, lob_point64 *at) {
    if (lattice->rep->kind == LOB_REP_LIST) {
        return list_next(lattice, member, at);
    }
    for (unsigned seen = 0;; seen++) {
        if (lattice->inner == lattice->inner_end) {
            lob_lattice_run run;
            if (!lob_lattice_next_run(lattice, &run)) {
                return false;
            }
            lattice->line = run.outer;
            lattice->inner = run.first;
            lattice->inner_end = run.end;
        }
        if (seen == PAUSE_AFTER || lattice->inner == lattice->inner_end) {
            *member = LOB_LATTICE_PAUSE;
            return true;
        }
        *member = lob_lattice_member(lattice, lattice->line, lattice->inner++);
        *at = lob_rep_at(lattice->rep, *member);
        lattice->work++;
        if (lattice->rep->kind == LOB_REP_LATTICE || holds(lattice->into, *at)) {
            return true;
        }
    }
}
