/* See rings.h. Each layer is merged once; a tree of the boxes of its pieces gives the neighbours. */
#include "pic/rings.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/limits.h"
#include "base/list.h"
#include "base/num.h"
#include "db/figure.h"
#include "geom/distance.h"
#include "geom/region.h"
#include "geom/round.h"
#include "geom/rtree.h"
#include "query/border.h"

enum { POLL_EVERY = 256, RING_POINTS_MAX = 200000, LINES_MAX = 8, FORESEEN_WORK = 300000 };

static const double SLIM = 6; /* a ring is at least so many widths long */

typedef struct piece {     /* a hull and its holes */
    uint32_t first, count; /* contours */
    lob_box64 box;
} piece;

typedef struct merged {
    lob_layer_index layer;
    lob_polygons polygons;
    piece *pieces;
    uint32_t count;
    lob_rtree tree;
} merged;

struct lob_rings {
    lob_rings_question question;
    merged *layers;
    lob_closed_ring *items;
    uint32_t count, room;
    uint64_t points; /* of all figures so far */
};

const lob_closed_ring *lob_rings_items(const lob_rings *rings, uint32_t *count) {
    *count = rings->count;
    return rings->items;
}

/* ---- merging ---- */

static lob_status refuse(lob_ctx *ctx) {
    lob_status status = lob_fail(ctx, LOB_E_QUERY_TOO_LARGE, "The figures have too many vertices in total");
    lob_error_text(&ctx->error, "limit_name", LOB_STR("rings_points"));
    lob_error_integer(&ctx->error, "limit", LOB_LIMIT_RINGS_POINTS);
    lob_hint(ctx, "Ask for one layer in layers, or for a smaller box; only rings completely inside the box are found.");
    return status;
}

/* Of arrays without end a little counting says so, before anything is merged. */
static lob_status foresee(lob_ctx *ctx, lob_ctx *own, const lob_walk_options *options, const lob_rings_question *q) {
    lob_walk_options some = *options;
    uint64_t insts;
    some.work_max = FORESEEN_WORK;
    lob_arena_reset(own->arena);
    lob_walk_count *counts = LOB_NEW_ARRAY(own->arena, lob_walk_count, lob_layout_layer_count(q->layout));
    lob_status status = counts ? lob_walk_counts(own, q->layout, q->cell, &some, counts, &insts) : lob_fail_memory(own);
    if (status == LOB_E_QUERY_TOO_LARGE) {
        lob_error_clear(&own->error);
        status = LOB_OK;
    }
    LOB_TRY(lob_ctx_join(ctx, own, status));
    return counts[options->layers[0]].shapes > LOB_LIMIT_RINGS_POINTS ? refuse(ctx) : LOB_OK;
}

static lob_status add_figures(lob_ctx *ctx, lob_ctx *own, lob_rings *r, lob_layer_index layer, lob_region *region) {
    const lob_rings_question *q = &r->question;
    const lob_walk_options options = {.window = q->window,
                                      .what = LOB_WALK_SHAPES,
                                      .layers = &layer,
                                      .layer_count = 1,
                                      .depth_max = UINT32_MAX,
                                      .skips_copies = true};
    lob_walk *walk;
    const lob_hit *hit;
    LOB_TRY(foresee(ctx, own, &options, q));
    LOB_TRY(lob_walk_open(ctx, q->layout, q->cell, &options, &walk));
    for (;;) {
        lob_figure f;
        LOB_TRY(lob_walk_next(walk, &hit));
        if (!hit) {
            return LOB_OK;
        }
        lob_arena_reset(own->arena);
        lob_status status =
            lob_figure_make(own, q->layout, hit->shapes, hit->kind, hit->index, hit->member, hit->trans, &f);
        LOB_TRY(lob_ctx_join(ctx, own, status));
        r->points += f.ring_count;
        if (r->points > LOB_LIMIT_RINGS_POINTS) {
            return refuse(ctx);
        }
        LOB_TRY(lob_region_add(ctx, region, 0, f.ring, f.ring_count));
    }
}

static lob_status plant(lob_ctx *ctx, merged *m) {
    lob_box *boxes = LOB_NEW_ARRAY(ctx->arena, lob_box, m->count);
    void *block = lob_arena_alloc(ctx->arena, lob_rtree_size(m->count));
    void *scratch = lob_arena_alloc(ctx->arena, lob_rtree_scratch_size(m->count));
    if (!boxes || !block || !scratch) {
        return lob_fail_memory(ctx);
    }
    for (uint32_t i = 0; i < m->count; i++) {
        boxes[i] = lob_box_cut(m->pieces[i].box);
    }
    return lob_rtree_make(ctx, &m->tree, boxes, m->count, block, scratch);
}

static lob_status merge(lob_ctx *ctx, lob_ctx *own, lob_rings *r, merged *m) {
    lob_region *region;
    LOB_TRY(lob_region_new(ctx, 1, &region));
    LOB_TRY(add_figures(ctx, own, r, m->layer, region));
    LOB_TRY(lob_region_polygons(ctx, region, LOB_REGION_OR, &m->polygons));
    m->pieces = LOB_NEW_ARRAY(ctx->arena, piece, (size_t)m->polygons.contour_count + 1);
    if (!m->pieces) {
        return lob_fail_memory(ctx);
    }
    for (uint32_t i = 0; i < m->polygons.contour_count; i++) {
        const lob_contour *c = &m->polygons.contours[i];
        if (c->is_hole) {
            m->pieces[m->count - 1].count++;
            continue;
        }
        piece *p = &m->pieces[m->count++];
        *p = (piece){.first = i, .count = 1, .box = LOB_BOX64_EMPTY};
        for (uint32_t k = 0; k < c->count; k++) {
            const lob_point64 at = m->polygons.points[c->first + k];
            p->box = lob_box64_add_point(p->box, at.x, at.y);
        }
    }
    return m->count > 0 ? plant(ctx, m) : LOB_OK;
}

/* ---- finding ---- */

static lob_status guide_of(lob_ctx *ctx, const merged *m, const piece *p, bool *found, lob_guide *guide) {
    const lob_contour *c = &m->polygons.contours[p->first];
    const lob_point64 *rings[2] = {m->polygons.points + c[0].first, m->polygons.points + c[1].first};
    const uint32_t counts[2] = {c[0].count, c[1].count};
    LOB_TRY(lob_guide_from_rings(ctx, rings, counts, 2, found, guide));
    *found = *found && guide->is_closed && guide->count > 2 && guide->chord_length >= SLIM * guide->width_max;
    return LOB_OK;
}

static bool is_inside(lob_box64 inner, lob_box64 outer) {
    return inner.left >= outer.left && inner.right <= outer.right && inner.bottom >= outer.bottom &&
           inner.top <= outer.top;
}

static lob_status add_ring(lob_ctx *ctx, lob_rings *r, const merged *m, uint32_t index) {
    LOB_TRY(LOB_LIST_ROOM(ctx, ctx->arena, r->items, r->count, r->room));
    r->items[r->count++] = (lob_closed_ring){.layer = m->layer, .box = m->pieces[index].box, .piece = index};
    return LOB_OK;
}

static lob_status find_on(lob_ctx *ctx, lob_ctx *own, lob_rings *r, merged *m) {
    LOB_TRY(merge(ctx, own, r, m));
    for (uint32_t i = 0; i < m->count; i++) {
        const piece *p = &m->pieces[i];
        const lob_contour *c = &m->polygons.contours[p->first];
        bool found = false;
        lob_guide guide;
        LOB_TRY(i % POLL_EVERY == 0 ? lob_poll(ctx) : LOB_OK);
        if (p->count != 2 || !is_inside(p->box, r->question.window) || c[0].count + c[1].count > RING_POINTS_MAX) {
            continue;
        }
        lob_arena_reset(own->arena);
        lob_status status = guide_of(own, m, p, &found, &guide);
        LOB_TRY(lob_ctx_join(ctx, own, status));
        LOB_TRY(found ? add_ring(ctx, r, m, i) : LOB_OK);
    }
    return LOB_OK;
}

static int compare(int64_t a, int64_t b) {
    return (a > b) - (a < b);
}

static int by_place(const void *a, const void *b) {
    const lob_closed_ring *p = a, *q = b;
    const int64_t keys[6][2] = {{p->box.left, q->box.left},   {p->box.bottom, q->box.bottom},
                                {p->box.right, q->box.right}, {p->box.top, q->box.top},
                                {p->layer, q->layer},         {p->piece, q->piece}};
    int order = 0;
    for (int i = 0; i < 6 && order == 0; i++) {
        order = compare(keys[i][0], keys[i][1]);
    }
    return order;
}

lob_status lob_rings_find(lob_ctx *ctx, const lob_rings_question *question, lob_rings **rings) {
    lob_rings *r = LOB_NEW(ctx->arena, lob_rings);
    merged *layers = LOB_NEW_ARRAY(ctx->arena, merged, (size_t)question->layer_count + 1);
    lob_ctx own;
    if (!r || !layers) {
        return lob_fail_memory(ctx);
    }
    *r = (lob_rings){.question = *question, .layers = layers};
    LOB_TRY(lob_ctx_child(ctx, &own, 0));
    lob_status status = LOB_OK;
    for (uint32_t i = 0; i < question->layer_count && status == LOB_OK; i++) {
        layers[i].layer = question->layers[i];
        status = find_on(ctx, &own, r, &layers[i]);
    }
    lob_ctx_drop(&own);
    LOB_TRY(status);
    if (r->count > 1) {
        qsort(r->items, r->count, sizeof *r->items, by_place);
    }
    *rings = r;
    return LOB_OK;
}

static const merged *layer_of(const lob_rings *r, uint32_t index) {
    const merged *m = r->layers;
    while (m->layer != r->items[index].layer) {
        m++;
    }
    return m;
}

/* ---- measuring ---- */

/* Of the area that the centre line encloses: facets move it less than they do a box. */
static lob_vec2 centre_of(const lob_guide *g) {
    const lob_vec2 o = g->points[0].at;
    double area = 0, x = 0, y = 0;
    for (uint32_t i = 0; i < g->count; i++) {
        const lob_vec2 a = {g->points[i].at.x - o.x, g->points[i].at.y - o.y};
        const lob_vec2 n = g->points[(i + 1) % g->count].at, b = {n.x - o.x, n.y - o.y};
        const double cross = a.x * b.y - b.x * a.y;
        area += cross / 2;
        x += (a.x + b.x) * cross / 6;
        y += (a.y + b.y) * cross / 6;
    }
    return (lob_vec2){o.x + x / area, o.y + y / area};
}

/* All points of the line as far from the centre, to what rounding and facets leave. */
static bool is_circle(const lob_guide *g, lob_vec2 centre, double *radius, double *off) {
    double sum = 0, least = INFINITY, most = 0;
    for (uint32_t i = 0; i < g->count; i++) {
        const double r = hypot(g->points[i].at.x - centre.x, g->points[i].at.y - centre.y);
        sum += r;
        least = fmin(least, r);
        most = fmax(most, r);
    }
    *radius = sum / g->count;
    *off = most - least;
    return *off <= 3 * g->grid + 0.001 * *radius;
}

typedef struct line {     /* between two bends */
    double length, error; /* error: it may end anywhere within the facets beside it */
} line;

typedef struct parts { /* of a closed guide */
    line lines[LINES_MAX];
    lob_vec2 centres[LINES_MAX]; /* of arcs */
    double arc_error;
    unsigned line_count, arc_count, other_count;
} parts;

/* The longest facet of a bend, its first and last apart, which may belong to a line in part. */
static double facet_of(const lob_guide *g, const lob_bend *b) {
    double longest = 0;
    for (uint32_t i = b->first + 1; i + 1 < b->last && i + 1 < g->count; i++) {
        const lob_vec2 p = g->points[i].at, q = g->points[i + 1].at;
        longest = fmax(longest, hypot(q.x - p.x, q.y - p.y));
    }
    return longest > 0 ? longest : b->length;
}

/* False: more than a racetrack has. */
static bool take_apart(const lob_guide *g, const lob_bends *bends, parts *p) {
    const uint32_t last = bends->count - 1;
    *p = (parts){.line_count = 0};
    for (uint32_t i = 0; i < bends->count; i++) {
        const lob_bend *b = &bends->items[i];
        if (p->line_count == LINES_MAX || p->arc_count == LINES_MAX) {
            return false;
        }
        if (b->kind == LOB_BEND_LINE) {
            const lob_bend *before = &bends->items[i > 0 ? i - 1 : last], *behind = &bends->items[i < last ? i + 1 : 0];
            const double beside = fmax(facet_of(g, before), facet_of(g, behind));
            const bool goes_on = i > 0 && bends->items[i - 1].kind == LOB_BEND_LINE;
            line *l = &p->lines[goes_on ? p->line_count - 1 : p->line_count++];
            *l = goes_on ? (line){l->length + b->length, fmax(l->error, beside)} : (line){b->length, beside};
        } else if (b->kind == LOB_BEND_ARC && !b->is_undetermined) {
            p->centres[p->arc_count++] = b->centre;
            p->arc_error = fmax(p->arc_error, b->radius_error);
        } else {
            p->other_count++;
        }
    }
    const lob_bend_kind kind = bends->items[0].kind;
    if (kind != bends->items[last].kind || last == 0) {
        return true;
    }
    if (kind == LOB_BEND_LINE && p->line_count > 1) { /* the list begins within it */
        const line *rest = &p->lines[--p->line_count];
        p->lines[0] = (line){p->lines[0].length + rest->length, fmax(p->lines[0].error, rest->error)};
    }
    p->arc_count -= kind == LOB_BEND_ARC && p->arc_count > 1;
    return true;
}

static bool are_alike(const parts *p) {
    const unsigned half = p->line_count / 2;
    for (unsigned i = 0; i < half; i++) {
        const line *a = &p->lines[i], *b = &p->lines[i + half];
        if (fabs(a->length - b->length) > a->error + b->error) {
            return false;
        }
    }
    return true;
}

/* Two or four lines between bends, opposite ones alike. Where all bends are arcs a line is as long as what lies between
 * their centres, whichever facet it ends at. */
static void set_straights(const lob_guide *g, const lob_bends *bends, lob_ring_shape *s) {
    parts p;
    unsigned kept = 0;
    if (bends->corner_count > 0 || bends->count == 0 || !take_apart(g, bends, &p)) {
        return;
    }
    const bool is_all_arcs = p.other_count == 0 && p.arc_count == p.line_count;
    for (unsigned i = 0; i < p.line_count; i++) {
        if (is_all_arcs) {
            const lob_vec2 a = p.centres[i], b = p.centres[(i + 1) % p.arc_count];
            p.lines[i] = (line){hypot(b.x - a.x, b.y - a.y), 2 * fmax(p.arc_error, g->grid)};
        }
        if (p.lines[i].length > 2 * p.lines[i].error) {
            p.lines[kept++] = p.lines[i];
        }
    }
    p.line_count = kept;
    if ((kept != 2 && kept != 4) || !are_alike(&p)) {
        return;
    }
    s->kind = LOB_RING_RACETRACK;
    s->straight_count = kept;
    for (unsigned i = 0; i < kept; i++) {
        s->straights[i] = p.lines[i].length;
        s->straight_error = fmax(s->straight_error, p.lines[i].error);
    }
}

lob_status lob_ring_measure(lob_ctx *ctx, const lob_rings *rings, uint32_t index, lob_ring_shape *shape) {
    const merged *m = layer_of(rings, index);
    lob_centre c = {.source = LOB_CENTRE_MEDIAL, .grid = 1};
    lob_bends bends;
    lob_radius radius;
    bool found;
    double mean, off;
    LOB_TRY(guide_of(ctx, m, &m->pieces[rings->items[index].piece], &found, &c.guide));
    c.grid = c.guide.grid;
    c.length = c.guide.chord_length;
    LOB_TRY(lob_centre_radius(ctx, &c, &bends, &radius));
    *shape = (lob_ring_shape){.kind = LOB_RING_OTHER,
                              .centre = centre_of(&c.guide),
                              .width = c.guide.width_median,
                              .width_error = c.guide.width_error,
                              .width_min = c.guide.width_min,
                              .width_max = c.guide.width_max};
    shape->length = lob_centre_length(&c, &bends, &shape->length_error);
    if (radius.source == LOB_RADIUS_ARC_FIT) {
        shape->radius = radius.value;
        shape->radius_error = radius.error;
    }
    if (bends.corner_count == 0 && is_circle(&c.guide, shape->centre, &mean, &off)) {
        shape->kind = LOB_RING_CIRCLE;
        shape->radius = mean;
        shape->radius_error = fmax(off, c.guide.grid);
    } else {
        set_straights(&c.guide, &bends, shape);
    }
    return LOB_OK;
}

/* ---- neighbours ---- */

static lob_vec2 spot_of(const lob_spot *s) {
    return (lob_vec2){(double)s->at.x + s->fx, (double)s->at.y + s->fy};
}

/* Borders are lines here: whether one piece lies in the hole of the other makes no difference. */
static lob_status gap_between(lob_ctx *ctx, const merged *m, const piece *a, const piece *b, lob_ring_gap *gap) {
    lob_distance best = {.relation = LOB_RELATION_APART};
    bool is_first = true;
    double least = INFINITY;
    for (uint32_t i = 0; i < a->count; i++) {
        for (uint32_t k = 0; k < b->count; k++) {
            const lob_contour *p = &m->polygons.contours[a->first + i], *q = &m->polygons.contours[b->first + k];
            const lob_trace one = {.points = m->polygons.points + p->first, .count = p->count, .is_closed = true};
            const lob_trace other = {.points = m->polygons.points + q->first, .count = q->count, .is_closed = true};
            lob_distance d;
            int64_t rounded;
            bool is_whole;
            LOB_TRY(lob_distance_find(ctx, &one, &other, 0, &d));
            const double apart = d.relation == LOB_RELATION_APART ? lob_ratio_root(&d.d2, &rounded, &is_whole) : 0;
            if (is_first || apart < least) {
                best = d;
                least = apart;
                is_first = false;
            }
        }
    }
    *gap = (lob_ring_gap){.gap = least, .at = spot_of(&best.spots[0]), .to = spot_of(&best.spots[1])};
    return LOB_OK;
}

/* Whether a point lies in the piece, its border included. */
static bool covers(const merged *m, const piece *p, lob_point64 at) {
    for (uint32_t i = 0; i < p->count; i++) {
        const lob_contour *c = &m->polygons.contours[p->first + i];
        const lob_trace trace = {
            .points = m->polygons.points + c->first, .count = c->count, .is_closed = true, .has_area = true};
        bool on_border = false;
        const bool is_in = lob_trace_winding(&trace, at, &on_border) != 0;
        if (on_border) {
            return true;
        }
        if (is_in == c->is_hole) {
            return false;
        }
    }
    return true;
}

typedef struct figures {
    lob_ctx *ctx;
    const lob_rings *rings;
    const merged *m;
    const piece *p;
    uint32_t count_max, count;
    lob_object *objects;
} figures;

/* A vertex tells, for what touches is merged; rounded crossings may leave another outside. */
static bool is_part(const figures *f, const lob_figure *figure) {
    bool is_covered = false;
    for (uint32_t i = 0; i < figure->ring_count && figure->ring_count > 2 && !is_covered; i++) {
        is_covered = covers(f->m, f->p, figure->ring[i]);
    }
    return is_covered;
}

/* Those that touch the window and are drawn into the piece. */
static lob_status walk_figures(figures *f, lob_box64 window) {
    lob_ctx own;
    lob_walk *walk;
    const lob_hit *hit;
    const lob_rings_question *q = &f->rings->question;
    const lob_walk_options options = lob_walk_shapes(window, &f->m->layer, 1);
    LOB_TRY(lob_walk_open(f->ctx, q->layout, q->cell, &options, &walk));
    LOB_TRY(lob_ctx_child(f->ctx, &own, 0));
    lob_status status = LOB_OK;
    while (status == LOB_OK && (status = lob_walk_next(walk, &hit)) == LOB_OK && hit) {
        lob_figure figure;
        lob_arena_reset(own.arena);
        status = lob_figure_make(&own, q->layout, hit->shapes, hit->kind, hit->index, hit->member, hit->trans, &figure);
        status = lob_ctx_join(f->ctx, &own, status);
        if (status == LOB_OK && is_part(f, &figure)) {
            status = f->count < f->count_max
                         ? lob_hit_object(f->ctx, f->rings->question.cell, hit, &f->objects[f->count])
                         : LOB_OK;
            f->count++;
        }
    }
    lob_ctx_drop(&own);
    return status;
}

static int by_gap(const void *a, const void *b) {
    const lob_ring_gap *p = a, *q = b;
    const double keys[5][2] = {
        {p->gap, q->gap}, {p->at.x, q->at.x}, {p->at.y, q->at.y}, {p->to.x, q->to.x}, {p->to.y, q->to.y}};
    for (int i = 0; i < 5; i++) {
        if (keys[i][0] != keys[i][1]) {
            return keys[i][0] < keys[i][1] ? -1 : 1;
        }
    }
    return 0;
}

/* A figure of the neighbour at the nearest point. */
static lob_status name_neighbour(lob_ctx *ctx, const lob_rings *r, const merged *m, uint32_t neighbour,
                                 lob_ring_gap *gap) {
    const int64_t x = (int64_t)floor(gap->to.x), y = (int64_t)floor(gap->to.y);
    figures f = {.ctx = ctx, .rings = r, .m = m, .p = &m->pieces[neighbour], .count_max = 1, .objects = &gap->figure};
    LOB_TRY(walk_figures(&f, (lob_box64){x, y, x + 1, y + 1}));
    gap->has_figure = f.count > 0;
    return LOB_OK;
}

lob_status lob_ring_gaps(lob_ctx *ctx, const lob_rings *rings, uint32_t index, double reach, uint32_t count_max,
                         lob_ring_gap *gaps, uint32_t *count) {
    const merged *m = layer_of(rings, index);
    const uint32_t own = rings->items[index].piece;
    const int64_t more = lob_round(reach) + 1;
    const lob_box64 b = m->pieces[own].box;
    const lob_rtree_query query =
        lob_rtree_query_window((lob_box64){b.left - more, b.bottom - more, b.right + more, b.top + more});
    lob_ring_gap *all = LOB_NEW_ARRAY(ctx->arena, lob_ring_gap, m->count);
    lob_rtree_cursor cursor;
    uint32_t item;
    uint64_t work = 0;
    *count = 0;
    if (!all) {
        return lob_fail_memory(ctx);
    }
    lob_rtree_begin(&m->tree, &cursor);
    while (lob_rtree_next(&m->tree, &cursor, &query, &item, &work)) {
        LOB_TRY(lob_poll(ctx));
        const uint32_t other = item == LOB_RTREE_PAUSE ? own : m->tree.ids[item];
        if (other == own) {
            continue;
        }
        LOB_TRY(gap_between(ctx, m, &m->pieces[own], &m->pieces[other], &all[*count]));
        if (all[*count].gap <= reach) {
            LOB_TRY(name_neighbour(ctx, rings, m, other, &all[*count]));
            ++*count;
        }
    }
    if (*count > 1) {
        qsort(all, *count, sizeof *all, by_gap);
    }
    if (*count > 0) {
        memcpy(gaps, all, (*count < count_max ? *count : count_max) * sizeof *all);
    }
    return LOB_OK;
}

lob_status lob_ring_figures(lob_ctx *ctx, const lob_rings *rings, uint32_t index, uint32_t count_max,
                            lob_object *objects, uint32_t *count) {
    const merged *m = layer_of(rings, index);
    const piece *p = &m->pieces[rings->items[index].piece];
    figures f = {.ctx = ctx, .rings = rings, .m = m, .p = p, .count_max = count_max, .objects = objects};
    LOB_TRY(walk_figures(&f, p->box));
    *count = f.count;
    return LOB_OK;
}
