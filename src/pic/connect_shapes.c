/* What is drawn: a figure that goes on where a port is left alone, and figures of two components in one place.
 *
 * Boxes of components are swept from left to right; only where two share area are figures looked at, layer by layer, in
 * the shared box. What overlaps no thicker, on average, than the usual reach of a near miss is a matter of the ports
 * there and no finding.
 */
#include <math.h>
#include <stdlib.h>

#include "base/sort.h"
#include "db/figure.h"
#include "geom/distance.h"
#include "geom/region.h"
#include "pic/connect_impl.h"

enum { FIGURES_MAX = 20000, POLL_EVERY = 1024 }; /* of one pair of components */

/* ---- going on ---- */

static lob_status covers(const lob_connecting *c, const lob_hit *hit, lob_point64 at, bool *is_inside) {
    lob_figure figure;
    LOB_TRY(
        lob_figure_make(c->ctx, c->q->layout, hit->shapes, hit->kind, hit->index, hit->member, hit->trans, &figure));
    const lob_trace trace = {.points = figure.ring, .count = figure.ring_count, .is_closed = true, .has_area = true};
    bool on_border = false;
    *is_inside = figure.ring_count >= 3 && lob_trace_winding(&trace, at, &on_border) != 0 && !on_border;
    return LOB_OK;
}

static lob_status look_beyond(lob_connecting *c, const lob_port *p, bool *goes_on) {
    const lob_connect_question *q = c->q;
    const double step = c->distance + 2, angle = p->angle_deg * (M_PI / 180);
    const lob_point64 at = {llround(p->at.x + step * cos(angle)), llround(p->at.y + step * sin(angle))};
    lob_walk_options options =
        lob_walk_shapes((lob_box64){at.x, at.y, at.x, at.y}, p->layer != LOB_NONE ? &p->layer : q->guides,
                        p->layer != LOB_NONE ? 1 : q->guide_count);
    lob_walk *walk;
    const lob_hit *hit;
    LOB_TRY(lob_walk_open(c->ctx, q->layout, q->cell, &options, &walk));
    for (;;) {
        LOB_TRY(lob_walk_next(walk, &hit));
        if (!hit || *goes_on) {
            return LOB_OK;
        }
        bool is_own = hit->depth >= p->depth && lob_path_compare(hit->path, p->depth, p->path, p->depth) == 0;
        if (!is_own) {
            LOB_TRY(covers(c, hit, at, goes_on));
        }
    }
}

lob_status lob_connect_goes_on(lob_connecting *c, uint32_t port, bool *goes_on) {
    const lob_port *p = &c->q->ports[port];
    *goes_on = false;
    bool is_known = p->layer != LOB_NONE || c->q->guide_count > 0;
    if (!c->q->layout || !p->has_angle || !is_known || fabs(p->at.x) > (double)LOB_COORD_MAX / 2 ||
        fabs(p->at.y) > (double)LOB_COORD_MAX / 2) {
        return LOB_OK;
    }
    lob_connect_look_begin(c);
    return lob_connect_look_end(c, look_beyond(c, p, goes_on));
}

/* ---- overlaps ---- */

typedef struct overlap {
    lob_connecting *c;
    lob_layer_index layer;
    lob_box64 shared;
    uint32_t figures;
    lob_region *region;
} overlap;

/* Whether the figure has to do with the inside of the box: an edge may cross it, or all of it is covered. */
static bool enters(const lob_figure *f, lob_box64 box) {
    for (uint32_t i = 0; i < f->ring_count; i++) {
        const lob_point64 p = f->ring[i], q = f->ring[i + 1 < f->ring_count ? i + 1 : 0];
        const bool beside = (p.x <= box.left && q.x <= box.left) || (p.x >= box.right && q.x >= box.right) ||
                            (p.y <= box.bottom && q.y <= box.bottom) || (p.y >= box.top && q.y >= box.top);
        if (!beside) {
            return true;
        }
    }
    const lob_trace trace = {.points = f->ring, .count = f->ring_count, .is_closed = true, .has_area = true};
    bool on_border = false;
    const lob_point64 corner = {box.left, box.bottom};
    return f->ring_count >= 3 && (lob_trace_winding(&trace, corner, &on_border) != 0 || on_border);
}

static uint64_t overlap_figures_max(const lob_connecting *c) {
    return c->q->overlap_figures_max ? c->q->overlap_figures_max : LOB_CONNECT_OVERLAP_FIGURES_MAX;
}

/* Figures of a cell that is placed by `trans`; depth 0: its own alone. *count: those that enter the box. */
static lob_status add_figures(overlap *o, int operand, lob_cell_index cell, const lob_trans *trans, uint32_t depth,
                              uint32_t *count) {
    lob_ctx *own = o->c->ctx;
    lob_walk_options options = {.window = lob_trans_inverse_box(trans, o->shared),
                                .meet = LOB_MEET_TOUCH,
                                .what = LOB_WALK_SHAPES,
                                .layers = &o->layer,
                                .layer_count = 1,
                                .depth_max = depth};
    lob_walk *walk;
    const lob_hit *hit;
    LOB_TRY(lob_walk_open(own, o->c->q->layout, cell, &options, &walk));
    for (;;) {
        LOB_TRY(lob_walk_next(walk, &hit));
        if (!hit) {
            return LOB_OK;
        }
        if (++o->figures > FIGURES_MAX || o->c->overlap_figures >= overlap_figures_max(o->c)) {
            o->c->result->overlaps_cut = true;
            return LOB_OK;
        }
        if (++o->c->overlap_figures % POLL_EVERY == 0) {
            LOB_TRY(lob_poll(own));
        }
        lob_figure f;
        lob_trans whole = lob_trans_compose(trans, hit->trans);
        LOB_TRY(lob_figure_make(own, o->c->q->layout, hit->shapes, hit->kind, hit->index, hit->member, &whole, &f));
        if (enters(&f, o->shared)) {
            ++*count;
            LOB_TRY(lob_region_add(own, o->region, operand, f.ring, f.ring_count));
        }
    }
}

/* `b` LOB_NONE: the checked cell's own figures. */
static lob_status measure_shared(overlap *o, const lob_component *a, const lob_component *b, lob_finding *f) {
    lob_ctx *own = o->c->ctx;
    const lob_trans here = lob_trans_identity();
    const double thin = fmax(10 * o->c->distance, 5);
    lob_region_measures m;
    uint32_t counts[2] = {0, 0};
    LOB_TRY(lob_region_new(own, 1, &o->region));
    LOB_TRY(add_figures(o, 0, a->cell, &a->trans, UINT32_MAX, &counts[0]));
    if (counts[0] > 0) {
        LOB_TRY(add_figures(o, 1, b ? b->cell : o->c->q->cell, b ? &b->trans : &here, b ? UINT32_MAX : 0, &counts[1]));
    }
    if (counts[1] == 0) {
        return LOB_OK;
    }
    LOB_TRY(lob_region_measure(own, o->region, LOB_REGION_AND, &m));
    if (m.perimeter > 0 && 2 * m.area / m.perimeter > thin) {
        f->area += m.area;
        f->box = lob_box64_join(f->box, m.box);
    }
    return LOB_OK;
}

static lob_status compare_figures(lob_connecting *c, uint32_t first, uint32_t second) {
    const lob_connect_question *q = c->q;
    const lob_component *a = &q->components[first], *b = second == LOB_NONE ? NULL : &q->components[second];
    lob_box64 shared = a->box;
    if (b) {
        shared = (lob_box64){a->box.left > b->box.left ? a->box.left : b->box.left,
                             a->box.bottom > b->box.bottom ? a->box.bottom : b->box.bottom,
                             a->box.right < b->box.right ? a->box.right : b->box.right,
                             a->box.top < b->box.top ? a->box.top : b->box.top};
    }
    lob_finding f = {.kind = b ? LOB_FIND_DEVICE_OVERLAP : LOB_FIND_SHAPE_OVERLAP,
                     .severity = LOB_SEVERITY_WARNING,
                     .components = {first, second},
                     .box = LOB_BOX64_EMPTY,
                     .confidence = 1};
    const lob_cell *other = lob_layout_cell(q->layout, b ? b->cell : q->cell);
    for (uint32_t i = 0; i < q->guide_count; i++) {
        overlap o = {.c = c, .layer = q->guides[i], .shared = shared};
        if (lob_cell_layer_box(lob_layout_cell(q->layout, a->cell), o.layer) && lob_cell_layer_box(other, o.layer)) {
            lob_connect_look_begin(c);
            LOB_TRY(lob_connect_look_end(c, measure_shared(&o, a, b, &f)));
        }
    }
    f.at = (lob_vec2){((double)f.box.left + (double)f.box.right) / 2, ((double)f.box.bottom + (double)f.box.top) / 2};
    return f.area > 0 && lob_connect_in_window(c, f.at) ? lob_connect_find(c, &f) : LOB_OK;
}

static bool share_area(const lob_box64 *a, const lob_box64 *b) {
    return a->left < b->right && b->left < a->right && a->bottom < b->top && b->bottom < a->top;
}

static int by_left(const void *a, const void *b, void *arg) {
    const lob_component *items = arg;
    const uint32_t i = *(const uint32_t *)a, j = *(const uint32_t *)b;
    const int64_t x = items[i].box.left, y = items[j].box.left;
    return x != y ? (x < y ? -1 : 1) : (i < j ? -1 : i > j);
}

static bool holds_other(const lob_component *a, const lob_component *b) {
    return lob_path_is_above(a->path, a->depth, b->path, b->depth) ||
           lob_path_is_above(b->path, b->depth, a->path, a->depth);
}

static lob_status sweep(lob_connecting *c, const uint32_t *order) {
    const lob_component *items = c->q->components;
    const uint64_t most = c->q->overlap_max ? c->q->overlap_max : LOB_CONNECT_OVERLAPS_MAX;
    uint64_t compared = 0;
    for (uint32_t i = 0; i < c->q->component_count; i++) {
        const lob_component *a = &items[order[i]];
        for (uint32_t j = i + 1; j < c->q->component_count && items[order[j]].box.left < a->box.right; j++) {
            const lob_component *b = &items[order[j]];
            LOB_TRY(lob_connect_work(c, 1));
            if (!share_area(&a->box, &b->box) || holds_other(a, b)) {
                continue;
            }
            if (compared++ == most || c->overlap_figures >= overlap_figures_max(c)) {
                c->result->overlaps_cut = true;
                return LOB_OK;
            }
            bool in_order = order[i] < order[j];
            LOB_TRY(compare_figures(c, order[in_order ? i : j], order[in_order ? j : i]));
        }
    }
    return LOB_OK;
}

/* The checked cell draws guides of its own. */
static bool draws_guides(const lob_connect_question *q) {
    const lob_cell *cell = lob_layout_cell(q->layout, q->cell);
    for (uint32_t i = 0; i < cell->shapes_count; i++) {
        for (uint32_t g = 0; g < q->guide_count; g++) {
            if (cell->shapes[i].layer == q->guides[g]) {
                return true;
            }
        }
    }
    return false;
}

lob_status lob_connect_overlaps(lob_connecting *c) {
    const lob_connect_question *q = c->q;
    if (!q->layout || q->guide_count == 0) {
        return LOB_OK;
    }
    c->result->overlaps_checked = true;
    const uint32_t count = q->component_count;
    uint32_t *order = LOB_NEW_ARRAY(c->ctx->arena, uint32_t, count);
    if (!order) {
        return lob_fail_memory(c->ctx);
    }
    for (uint32_t i = 0; i < count; i++) {
        order[i] = i;
    }
    if (count > 0) {
        LOB_TRY(lob_sort(c->ctx, order, count, sizeof *order, by_left, (void *)(uintptr_t)q->components));
    }
    LOB_TRY(sweep(c, order));
    for (uint32_t i = 0; draws_guides(q) && i < count; i++) {
        bool is_itself = q->components[i].depth == 0;
        LOB_TRY(is_itself ? lob_poll(c->ctx) : compare_figures(c, i, LOB_NONE));
    }
    return LOB_OK;
}
