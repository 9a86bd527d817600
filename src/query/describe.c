/* See describe.h. One walk over the cell's own instances, one over texts, one over shapes; each with a budget, whose
 * end costs completeness, not the answer. */
#include "query/describe.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/map.h"
#include "base/num.h"
#include "base/smallest.h"
#include "geom/guide.h"
#include "query/area.h"
#include "query/impl.h"

enum {
    INSTS_MAX = 1000000,
    LABELS_MAX = 50000,
    SHAPES_MAX = 300000,
    AREA_SHAPES_MAX = 300000,
    WALK_WORK = 5000000,
    GUIDES_MAX = 400,
    GUIDE_POINTS_MAX = 4000,
    WIDTHS_MAX = 64,
};

typedef struct describer {
    lob_ctx *ctx;
    lob_ctx own; /* for one figure at a time */
    const lob_query *query;
    lob_description *d;
    const lob_layer_index *guide_layers;
    uint32_t guide_layer_count;
    lob_layer_facts *facts; /* by layer */
    lob_width_group *widths;
    uint32_t guides_seen;
} describer;

/* ---- walking ---- */

typedef lob_status take_fn(describer *d, void *arg, const lob_hit *hit);

/* Hits to `take` until there are `hits_max` of them, or the work is spent: then *is_cut. */
static lob_status walk_all(describer *d, const lob_walk_options *options, uint64_t hits_max, take_fn *take, void *arg,
                           bool *is_cut) {
    lob_walk *walk;
    LOB_TRY(lob_walk_open(d->ctx, d->query->layout, d->query->cell, options, &walk));
    for (uint64_t i = 0;; i++) {
        const lob_hit *hit;
        lob_status status = lob_walk_next(walk, &hit);
        if (status == LOB_E_QUERY_TOO_LARGE) {
            lob_error_clear(&d->ctx->error);
            *is_cut = true;
            return LOB_OK;
        }
        LOB_TRY(status);
        if (!hit) {
            return LOB_OK;
        }
        if (i == hits_max) {
            *is_cut = true;
            return LOB_OK;
        }
        LOB_TRY(take(d, arg, hit));
    }
}

static lob_walk_options options_for(const describer *d, unsigned what) {
    lob_walk_options options = lob_query_options(d->query, what);
    options.work_max = WALK_WORK;
    return options;
}

static int order_boxes(lob_box64 a, lob_box64 b) {
    const int64_t x[4] = {a.left, a.bottom, a.right, a.top}, y[4] = {b.left, b.bottom, b.right, b.top};
    for (int i = 0; i < 4; i++) {
        if (x[i] != y[i]) {
            return lob_order(x[i], y[i]);
        }
    }
    return 0;
}

static int order_numbers(double a, double b) {
    return a < b ? -1 : a > b;
}

/* ---- instances ---- */

typedef struct grouping {
    uint32_t *slot_of; /* by cell, LOB_NONE: none yet */
    lob_group *groups; /* as many as cells */
    size_t count;
} grouping;

static lob_status take_inst(describer *d, void *arg, const lob_hit *hit) {
    grouping *g = arg;
    const lob_cell_index child = lob_layout_cell(d->query->layout, hit->leaf)->insts[hit->index].child;
    if (g->slot_of[child] == LOB_NONE) {
        g->slot_of[child] = (uint32_t)g->count;
        g->groups[g->count++] = (lob_group){.cell = child, .box = hit->box};
    }
    lob_group *group = &g->groups[g->slot_of[child]];
    group->insts++;
    group->members = lob_u64_add_sat(group->members, hit->member_count);
    group->box = order_boxes(hit->box, group->box) < 0 ? hit->box : group->box;
    return LOB_OK;
}

static double weight_of_group(const lob_layout *layout, const lob_group *g) {
    const lob_box64 b = lob_layout_cell(layout, g->cell)->box;
    return lob_box64_is_empty(b) ? 0 : (double)(b.right - b.left) * (double)(b.top - b.bottom) * (double)g->members;
}

static int order_groups(const void *arg, const void *a, const void *b) {
    const lob_layout *layout = arg;
    const lob_group *x = a, *y = b;
    int order = order_numbers(weight_of_group(layout, y), weight_of_group(layout, x));
    return order ? order
                 : lob_str_compare(lob_layout_cell(layout, x->cell)->name, lob_layout_cell(layout, y->cell)->name);
}

/* Items in order, in the arena. */
static lob_status sorted(lob_ctx *ctx, const void *items, size_t count, size_t size, lob_order_fn *order,
                         const void *arg, const void **result) {
    lob_smallest s;
    LOB_TRY(lob_smallest_init(ctx, &s, size, count, order, arg));
    for (size_t i = 0; i < count; i++) {
        lob_smallest_offer(&s, (const char *)items + i * size);
    }
    lob_smallest_sort(&s);
    *result = s.items;
    return LOB_OK;
}

static lob_status describe_insts(describer *d) {
    const lob_layout *layout = d->query->layout;
    const uint32_t cells = lob_layout_cell_count(layout);
    grouping g = {.slot_of = LOB_NEW_ARRAY(d->ctx->arena, uint32_t, cells),
                  .groups = LOB_NEW_ARRAY(d->ctx->arena, lob_group, cells)};
    lob_walk_options options = options_for(d, LOB_WALK_INSTS);
    if (!g.slot_of || !g.groups) {
        return lob_fail_memory(d->ctx);
    }
    memset(g.slot_of, 0xff, cells * sizeof *g.slot_of);
    options.depth_max = 0;
    LOB_TRY(walk_all(d, &options, INSTS_MAX, take_inst, &g, &d->d->insts_cut));
    const void *groups;
    LOB_TRY(sorted(d->ctx, g.groups, g.count, sizeof *g.groups, order_groups, layout, &groups));
    d->d->groups = groups;
    d->d->group_count = g.count;
    return LOB_OK;
}

/* ---- labels ---- */

typedef struct labelling {
    lob_id_map map; /* layer and string to index */
    lob_label_group *items;
    uint32_t count;
} labelling;

static lob_status take_text(describer *d, void *arg, const lob_hit *hit) {
    labelling *l = arg;
    const lob_text *text = &hit->shapes->texts[hit->index];
    const double size = (text->mag > 0 ? text->mag : 1) * hit->trans->mag;
    const lob_point64 at = {hit->box.left, hit->box.bottom};
    uint32_t found;
    if (!lob_id_map_add(&l->map, (uint64_t)hit->shapes->layer << 32 | text->string, l->count, &found)) {
        return lob_fail_memory(d->ctx);
    }
    lob_label_group *label = &l->items[found];
    if (found == l->count) {
        l->count++;
        *label = (lob_label_group){.layer = hit->shapes->layer, .string = text->string, .at = at, .size = size};
    }
    label->count++;
    label->size = size > label->size ? size : label->size;
    if (at.x < label->at.x || (at.x == label->at.x && at.y < label->at.y)) {
        label->at = at;
    }
    return LOB_OK;
}

static int order_labels(const void *arg, const void *a, const void *b) {
    const lob_layout *layout = arg;
    const lob_label_group *x = a, *y = b;
    int order = lob_order(x->count > 1, y->count > 1);
    order = order ? order : order_numbers(y->size, x->size);
    order = order ? order : lob_str_compare(lob_layout_string(layout, x->string), lob_layout_string(layout, y->string));
    return order ? order : lob_order(x->layer, y->layer);
}

static lob_status describe_labels(describer *d) {
    const uint64_t texts = d->d->counts.texts;
    const size_t room = d->d->counts.is_lower_bound || texts > LABELS_MAX ? LABELS_MAX : (size_t)texts;
    labelling l = {.items = LOB_NEW_ARRAY(d->ctx->arena, lob_label_group, room)};
    const lob_walk_options options = options_for(d, LOB_WALK_TEXTS);
    if (!l.items) {
        return lob_fail_memory(d->ctx);
    }
    lob_id_map_init(&l.map);
    lob_status status = walk_all(d, &options, room, take_text, &l, &d->d->labels_cut);
    lob_id_map_release(&l.map);
    LOB_TRY(status);
    const void *labels;
    LOB_TRY(sorted(d->ctx, l.items, l.count, sizeof *l.items, order_labels, d->query->layout, &labels));
    d->d->labels = labels;
    d->d->label_count = l.count;
    return LOB_OK;
}

/* ---- shapes: least sides and guides ---- */

static bool is_guide_layer(const describer *d, lob_layer_index layer) {
    for (uint32_t i = 0; i < d->guide_layer_count; i++) {
        if (d->guide_layers[i] == layer) {
            return true;
        }
    }
    return false;
}

static void add_width(describer *d, lob_layer_index layer, double width, bool is_drawn, double confidence) {
    lob_width_group *w = d->widths;
    lob_width_group *const end = w + d->d->width_count;
    while (w < end && !(w->layer == layer && w->width == width && w->is_drawn == is_drawn)) {
        w++;
    }
    if (w == end && d->d->width_count == WIDTHS_MAX) {
        return;
    }
    if (w == end) {
        *w = (lob_width_group){layer, width, 0, is_drawn, confidence};
        d->d->width_count++;
    }
    w->count++;
    w->confidence = confidence < w->confidence ? confidence : w->confidence;
}

static lob_status add_polygon_width(describer *d, const lob_hit *hit, const lob_figure *figure) {
    const lob_point64 *ring = figure->ring;
    lob_guide guide;
    bool is_guide = false;
    if (figure->ring_count <= GUIDE_POINTS_MAX) {
        LOB_TRY(lob_guide_from_rings(&d->own, &ring, &figure->ring_count, 1, &is_guide, &guide));
    }
    if (is_guide) {
        add_width(d, hit->shapes->layer, round(guide.width_median), false, guide.confidence);
    }
    return LOB_OK;
}

static lob_status add_guide(describer *d, const lob_hit *hit) {
    lob_figure figure;
    lob_status status = lob_figure_make(&d->own, d->query->layout, hit->shapes, hit->kind, hit->index, hit->member,
                                        hit->trans, &figure);
    if (status == LOB_OK && hit->kind == LOB_KIND_PATH) {
        add_width(d, hit->shapes->layer, figure.width, true, 1);
    } else if (status == LOB_OK) {
        status = add_polygon_width(d, hit, &figure);
    }
    lob_arena_reset(d->own.arena);
    return lob_ctx_join(d->ctx, &d->own, status);
}

static lob_status take_shape(describer *d, void *arg, const lob_hit *hit) {
    (void)arg;
    lob_layer_facts *facts = &d->facts[hit->shapes->layer];
    const int64_t width = hit->box.right - hit->box.left, height = hit->box.top - hit->box.bottom;
    const int64_t side = width < height ? width : height;
    if (side > 0 && (facts->least_side == 0 || side < facts->least_side)) {
        facts->least_side = side;
    }
    if (d->guides_seen == GUIDES_MAX || !is_guide_layer(d, hit->shapes->layer)) {
        return LOB_OK;
    }
    d->guides_seen++;
    return add_guide(d, hit);
}

static int order_widths(const void *arg, const void *a, const void *b) {
    (void)arg;
    const lob_width_group *x = a, *y = b;
    int order = lob_order((int64_t)y->count, (int64_t)x->count);
    order = order ? order : lob_order(x->layer, y->layer);
    order = order ? order : order_numbers(x->width, y->width);
    return order ? order : lob_order(y->is_drawn, x->is_drawn);
}

static lob_status describe_shapes(describer *d) {
    const lob_walk_options options = options_for(d, LOB_WALK_SHAPES);
    d->widths = LOB_NEW_ARRAY(d->ctx->arena, lob_width_group, WIDTHS_MAX);
    if (!d->widths) {
        return lob_fail_memory(d->ctx);
    }
    LOB_TRY(lob_ctx_child(d->ctx, &d->own, 0));
    lob_status status = walk_all(d, &options, SHAPES_MAX, take_shape, NULL, &d->d->shapes_cut);
    lob_ctx_drop(&d->own);
    LOB_TRY(status);
    const void *widths;
    LOB_TRY(sorted(d->ctx, d->widths, d->d->width_count, sizeof *d->widths, order_widths, NULL, &widths));
    d->d->widths = widths;
    return LOB_OK;
}

/* ---- layers ---- */

static int order_layers(const void *arg, const void *a, const void *b) {
    (void)arg;
    const lob_layer_facts *x = a, *y = b;
    int order = order_numbers(y->area, x->area);
    order = order ? order : (x->shapes < y->shapes) - (x->shapes > y->shapes);
    return order ? order : lob_order(x->layer, y->layer);
}

static lob_status describe_areas(describer *d, uint32_t layers) {
    double *areas = LOB_NEW_ARRAY(d->ctx->arena, double, layers);
    if (!areas) {
        return lob_fail_memory(d->ctx);
    }
    d->d->areas_left = d->d->counts.is_lower_bound || d->d->counts.shapes > AREA_SHAPES_MAX;
    lob_status status = d->d->areas_left ? LOB_OK : lob_query_areas(d->ctx, d->query, &d->d->counts, areas, NULL);
    if (status == LOB_E_QUERY_TOO_LARGE) {
        lob_error_clear(&d->ctx->error);
        d->d->areas_left = true;
        status = LOB_OK;
    }
    for (uint32_t i = 0; i < layers && !d->d->areas_left; i++) {
        d->facts[i].has_area = true;
        d->facts[i].area = areas[i];
    }
    return status;
}

static lob_status describe_layers(describer *d, uint32_t layers) {
    size_t count = 0;
    LOB_TRY(describe_areas(d, layers));
    for (uint32_t i = 0; i < layers; i++) {
        lob_layer_facts facts = d->facts[i];
        facts.layer = i;
        facts.shapes = d->d->counts.by_layer[i].shapes;
        facts.texts = d->d->counts.by_layer[i].texts;
        if (facts.shapes > 0 || facts.texts > 0) {
            d->facts[count++] = facts;
        }
    }
    const void *list;
    LOB_TRY(sorted(d->ctx, d->facts, count, sizeof *d->facts, order_layers, NULL, &list));
    d->d->layers = list;
    d->d->layer_count = count;
    return LOB_OK;
}

lob_status lob_query_describe(lob_ctx *ctx, const lob_query *query, const lob_layer_index *guide_layers,
                              uint32_t guide_layer_count, lob_description *description) {
    const uint32_t layers = lob_layout_layer_count(query->layout);
    describer d = {.ctx = ctx,
                   .query = query,
                   .d = description,
                   .guide_layers = guide_layers,
                   .guide_layer_count = guide_layer_count,
                   .facts = LOB_NEW_ARRAY(ctx->arena, lob_layer_facts, layers)};
    *description = (lob_description){.group_count = 0};
    if (!d.facts) {
        return lob_fail_memory(ctx);
    }
    LOB_TRY(lob_query_count(ctx, query, &description->counts));
    LOB_TRY(describe_insts(&d));
    LOB_TRY(describe_labels(&d));
    LOB_TRY(describe_shapes(&d));
    LOB_TRY(describe_layers(&d, layers));
    const lob_query_counts *c = &description->counts;
    return c->shapes == 0 && c->texts == 0 && c->insts == 0 ? lob_query_nearest(ctx, query, &description->nearest)
                                                            : LOB_OK;
}
