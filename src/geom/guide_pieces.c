/* Pieces: a smooth stretch of a centre line is thinned until rounding no longer bends it, straight edges are given
 * points of their own, and then pieces are laid along it greedily: the longest line, or the arc where it reaches
 * clearly farther, or the clothoid where that does. Each begins where the one before ended.
 */
#include "geom/guide_bends_impl.h"

enum {
    LINE_SAMPLES = 9,
    ARC_POINTS_MIN = 4,
    CLOTHOID_POINTS_MIN = 7,
    LAYING_POINTS = 64 /* of a clothoid while it is laid: enough to see where it ends */
};

/* ---- points of a stretch ---- */

double lob_fit_gap(const lob_fit_point *p, uint32_t i) {
    return lob_vec2_length(lob_vec2_sub(p[i + 1].at, p[i].at));
}

/* The turn of the points at i, 0 at both ends. */
static double turn_at(const lob_fit_point *p, uint32_t count, uint32_t i) {
    if (i == 0 || i + 1 >= count) {
        return 0;
    }
    return lob_vec2_turn(lob_vec2_sub(p[i].at, p[i - 1].at), lob_vec2_sub(p[i + 1].at, p[i].at));
}

/* Whether [i, i + 1] is an edge drawn straight, rather than one facet of a curve: far longer than a neighbour, and not
 * one of two facets alike beside a short line. Within `margin` of an end or a corner vertices gave no points, so that a
 * gap there says nothing. */
static bool is_straight(const lob_fit_point *p, uint32_t count, uint32_t i, double margin) {
    bool has_before = i > 0, has_behind = i + 2 < count;
    double gap = lob_fit_gap(p, i), before = has_before ? lob_fit_gap(p, i - 1) : 0;
    double behind = has_behind ? lob_fit_gap(p, i + 1) : 0;
    if (!has_before || !has_behind) {
        return gap - margin > 3 * fmax(before, behind) || count == 2;
    }
    bool is_facet = gap < 1.2 * fmax(before, behind) && turn_at(p, count, i) * turn_at(p, count, i + 1) > 0;
    return gap > 3 * fmin(before, behind) && !is_facet;
}

static void push(lob_bender *b, lob_vec2 at, uint32_t source) {
    double s =
        b->count > 0 ? b->points[b->count - 1].s + lob_vec2_length(lob_vec2_sub(at, b->points[b->count - 1].at)) : 0;
    b->source[b->count] = source;
    b->points[b->count++] = (lob_fit_point){at, s};
}

/* The stretch thinned to `step`, its ends kept. */
static uint32_t thin(const lob_bender *b, const lob_chain *chain, uint32_t first, uint32_t last, lob_fit_point *out,
                     uint32_t *source) {
    uint32_t count = 0;
    for (uint32_t i = first; i <= last; i++) {
        bool is_far = count == 0 || chain->s[i] - chain->s[source[count - 1]] >= b->step;
        if (i == last && count > 1 && chain->s[i] - chain->s[source[count - 1]] < b->step / 2) {
            count--;
        }
        if (is_far || i == last) {
            source[count] = i;
            out[count++] = (lob_fit_point){chain->at[i], 0};
        }
    }
    return count;
}

lob_status lob_bender_take_points(lob_bender *b, const lob_chain *chain, uint32_t first, uint32_t last) {
    uint32_t room = last - first + 2;
    lob_fit_point *thinned = LOB_NEW_ARRAY(b->ctx->arena, lob_fit_point, room);
    uint32_t *source = LOB_NEW_ARRAY(b->ctx->arena, uint32_t, room);
    if (!thinned || !source) {
        return lob_fail_memory(b->ctx);
    }
    uint32_t count = thin(b, chain, first, last, thinned, source);
    size_t most = (size_t)count * (LINE_SAMPLES + 1) + 1;
    b->points = LOB_NEW_ARRAY(b->ctx->arena, lob_fit_point, most);
    b->source = LOB_NEW_ARRAY(b->ctx->arena, uint32_t, most);
    b->parts = LOB_NEW_ARRAY(b->ctx->arena, lob_laid_part, most);
    if (!b->points || !b->source || !b->parts) {
        return lob_fail_memory(b->ctx);
    }
    b->count = 0;
    for (uint32_t i = 0; i < count; i++) {
        push(b, thinned[i].at, source[i]);
        if (i + 1 < count && is_straight(thinned, count, i, b->margin)) {
            for (int k = 1; k <= LINE_SAMPLES; k++) {
                lob_vec2 along = lob_vec2_sub(thinned[i + 1].at, thinned[i].at);
                push(b, lob_vec2_add(thinned[i].at, lob_vec2_mul(along, (double)k / (LINE_SAMPLES + 1))), source[i]);
            }
        }
    }
    return LOB_OK;
}

/* ---- pieces ---- */

double lob_bender_span(const lob_bender *b, uint32_t first, uint32_t last) {
    return b->points[last].s - b->points[first].s;
}

/* A fit of points first .. last, or of about `most` of them, in scratch memory. */
lob_status lob_bender_fit(lob_bender *b, uint32_t first, uint32_t last, uint32_t most, const lob_fit_spec *spec,
                          lob_curve *curve, bool *found) {
    uint32_t stride = (last - first) / most + 1, count = 0;
    lob_arena_reset(b->scratch);
    lob_fit_point *copy = LOB_NEW_ARRAY(b->scratch, lob_fit_point, (last - first) / stride + 2);
    if (!copy) {
        return lob_fail_memory(b->ctx);
    }
    for (uint32_t i = first; i < last; i += stride) {
        copy[count++] = b->points[i];
    }
    copy[count++] = b->points[last];
    return lob_curve_fit(b->ctx, b->scratch, copy, count, LOB_POINT_NOISE * b->grid, spec, curve, found);
}

static lob_status clothoid(lob_bender *b, uint32_t first, uint32_t last, lob_curve *curve, bool *found) {
    uint32_t half = (last - first + 1) / 2 + 1;
    double k[2];
    lob_arc_residual(b->points + first, half, &k[0]);
    lob_arc_residual(b->points + last + 1 - half, half, &k[1]);
    lob_fit_spec spec = {.kind = LOB_FIT_SPIRAL, .k = {k[0] - (k[1] - k[0]) / 2, k[1] + (k[1] - k[0]) / 2}};
    return lob_bender_fit(b, first, last, LAYING_POINTS, &spec, curve, found);
}

static lob_status fits(lob_bender *b, lob_piece_kind kind, uint32_t first, uint32_t last, bool *good) {
    uint32_t count = last - first + 1;
    double k;
    lob_curve curve;
    LOB_TRY(lob_poll(b->ctx));
    switch (kind) {
    case LOB_PIECE_LINE:
        *good = lob_line_residual(b->points + first, count) <= b->tolerance;
        return LOB_OK;
    case LOB_PIECE_ARC:
        *good = lob_arc_residual(b->points + first, count, &k) <= b->tolerance;
        return LOB_OK;
    default:
        LOB_TRY(clothoid(b, first, last, &curve, good));
        *good = *good && curve.residual <= b->tolerance;
        return LOB_OK;
    }
}

/* The last point that one piece of the kind reaches from `first`; `first` when not even the fewest fit. */
static lob_status reach(lob_bender *b, lob_piece_kind kind, uint32_t first, uint32_t *reached) {
    uint32_t fewest = kind == LOB_PIECE_LINE ? 2 : kind == LOB_PIECE_ARC ? ARC_POINTS_MIN : CLOTHOID_POINTS_MIN;
    uint32_t end = b->count - 1, good = first + fewest - 1;
    bool is_good = false;
    *reached = first;
    if (good <= end) {
        LOB_TRY(fits(b, kind, first, good, &is_good));
    }
    if (!is_good) {
        return LOB_OK;
    }
    uint32_t stride = fewest, bad = end + 1;
    while (good < end) {
        uint32_t next = good + stride > end ? end : good + stride;
        LOB_TRY(fits(b, kind, first, next, &is_good));
        if (!is_good) {
            bad = next;
            break;
        }
        good = next;
        stride *= 2;
    }
    while (bad - good > 1 && bad <= end) {
        uint32_t middle = good + (bad - good) / 2;
        LOB_TRY(fits(b, kind, first, middle, &is_good));
        *(is_good ? &good : &bad) = middle;
    }
    *reached = good;
    return LOB_OK;
}

static lob_status lay(lob_bender *b, lob_piece_kind kind, uint32_t first, uint32_t last) {
    lob_laid_part *p = &b->parts[b->part_count++];
    *p = (lob_laid_part){kind, first, last, 0, 0};
    if (kind == LOB_PIECE_ARC) {
        lob_arc_residual(b->points + first, last - first + 1, &p->k0);
        p->k1 = p->k0;
    } else if (kind == LOB_PIECE_CLOTHOID) {
        lob_curve curve;
        bool found;
        LOB_TRY(clothoid(b, first, last, &curve, &found));
        p->k0 = found ? curve.pieces[0].k0 : 0;
        p->k1 = found ? curve.pieces[0].k1 : 0;
    }
    return LOB_OK;
}

/* A line, or the arc that goes clearly farther. */
static lob_status reach_simple(lob_bender *b, uint32_t first, lob_piece_kind *kind, uint32_t *last) {
    uint32_t arc;
    *kind = LOB_PIECE_LINE;
    LOB_TRY(reach(b, LOB_PIECE_LINE, first, last));
    *last = *last == first ? first + 1 : *last;
    LOB_TRY(reach(b, LOB_PIECE_ARC, first, &arc));
    if (arc >= *last + 2 && lob_bender_span(b, first, arc) > 1.2 * lob_bender_span(b, first, *last)) {
        *last = arc;
        *kind = LOB_PIECE_ARC;
    }
    return LOB_OK;
}

/* A clothoid bends itself to much: it counts only where it goes farther than two simple pieces together. */
lob_status lob_bender_lay_pieces(lob_bender *b) {
    b->part_count = 0;
    uint32_t first = 0, end = b->count - 1;
    while (first < end) {
        uint32_t last, second, spiral;
        lob_piece_kind kind, next;
        LOB_TRY(reach_simple(b, first, &kind, &last));
        if (last < end) {
            LOB_TRY(reach_simple(b, last, &next, &second));
            LOB_TRY(reach(b, LOB_PIECE_CLOTHOID, first, &spiral));
            if (spiral > second && spiral >= last + 3) {
                last = spiral;
                kind = LOB_PIECE_CLOTHOID;
            }
        }
        LOB_TRY(lay(b, kind, first, last));
        first = last;
    }
    return LOB_OK;
}
