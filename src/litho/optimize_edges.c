/* Repair of what a rule of the mask found: edges near the violation are moved, ever further, until its rule is content.
 *
 * Narrow and small parts are joined with a box that grows around the violation, tight gaps are cleared of one. Each way
 * is judged by the checks of the evaluation itself on a window around the violation. Taken is the least move after
 * which the violation is gone and the window has fewer violations than before; else the least that resolves it.
 */
#include "litho/optimize_impl.h"

#include <math.h>

typedef enum { WAY_X, WAY_X_LOW, WAY_X_HIGH, WAY_Y, WAY_Y_LOW, WAY_Y_HIGH, WAY_BOTH, WAYS } way;

typedef struct repair {
    lob_optimizing *o;
    const lob_litho_violation *violation;
    lob_litho_input input; /* the window's part of the mask */
    lob_region_op op;
    lob_box64 box; /* of the violation, units */
    int64_t units; /* of a pixel */
    int64_t first; /* the first move tried, units */
    int64_t limit; /* the last */
    lob_tiling window;
} repair;

static bool ends_in(lob_str text, const char *suffix) {
    const size_t size = strlen(suffix);
    return text.size >= size && memcmp(text.data + text.size - size, suffix, size) == 0;
}

static bool contains(lob_str text, const char *part) {
    const size_t size = strlen(part);
    for (size_t i = 0; i + size <= text.size; i++) {
        if (memcmp(text.data + i, part, size) == 0) {
            return true;
        }
    }
    return false;
}

/* ---- judging ---- */

static bool boxes_meet(const double a[4], const double b[4]) {
    return a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3];
}

/* Is the record the violation that is looked for? */
static bool is_same(const lob_optimizing *o, const lob_litho_violation *v) {
    const lob_litho_violation *asked = o->setup->violation;
    const double nearly_nm = 1e-3, reach = asked->radius_nm > nearly_nm ? asked->radius_nm : nearly_nm;
    if (!lob_str_equal(v->rule_id, asked->rule_id)) {
        return false;
    }
    return hypot(v->x_nm - o->x_nm, v->y_nm - o->y_nm) <= reach ||
           (asked->has_box && v->has_box && boxes_meet(asked->box_nm, v->box_nm));
}

lob_status lob_optimize_look(lob_ctx *ctx, const lob_optimizing *o, const lob_tiling *window,
                             const lob_litho_input *input, lob_violations *violations) {
    lob_litho_setup checks = o->setup->evaluation;
    lob_litho_result seen = {.tiling = *window, .asked = window->canvas};
    checks.checks &= LOB_CHECK_DRC | LOB_CHECK_MRC;
    checks.keeps_gauges = false; /* nothing is printed to measure them on */
    seen.metrics.tile_count = lob_tiles_count(window);
    LOB_TRY(lob_bits_new(ctx, window->canvas, &seen.mask));
    lob_status status = lob_mask_fill(ctx, &input->mask, &seen.mask);
    if (status == LOB_OK) {
        status = lob_evaluate_checks(ctx, &checks, input, &seen);
    }
    lob_bits_drop(&seen.mask);
    *violations = seen.violations;
    return status;
}

static lob_status look(lob_ctx *ctx, repair *r, const lob_mask *mask, uint64_t *count, bool *is_there) {
    lob_violations seen;
    r->input.mask = *mask;
    LOB_TRY(lob_optimize_look(ctx, r->o, &r->window, &r->input, &seen));
    *count = seen.count;
    *is_there = lob_optimize_is_there(r->o, &seen);
    return LOB_OK;
}

/* ---- moves ---- */

static lob_box64 moved(lob_box64 box, way w, int64_t by) {
    const int64_t low = by / 2, high = by - low;
    switch (w) {
    case WAY_X:
    case WAY_BOTH:
        box.left -= low;
        box.right += high;
        break;
    case WAY_X_LOW:
        box.left -= by;
        break;
    case WAY_X_HIGH:
        box.right += by;
        break;
    default:
        break;
    }
    switch (w) {
    case WAY_Y:
    case WAY_BOTH:
        box.bottom -= low;
        box.top += high;
        break;
    case WAY_Y_LOW:
        box.bottom -= by;
        break;
    case WAY_Y_HIGH:
        box.top += by;
        break;
    default:
        break;
    }
    return box;
}

typedef struct choice {
    bool is_found, is_clean;
    lob_box64 box;
} choice;

static lob_status try_move(lob_ctx *ctx, repair *r, const lob_mask *mask, lob_box64 box, uint64_t before, choice *c) {
    lob_mask next;
    uint64_t count;
    bool is_there;
    LOB_TRY(lob_poll(ctx));
    if (box.left >= box.right || box.bottom >= box.top) {
        return LOB_OK; /* of no extent: moves nothing */
    }
    LOB_TRY(lob_optimize_box(ctx, mask, r->op, box, &next));
    LOB_TRY(look(ctx, r, &next, &count, &is_there));
    if (is_there || (c->is_found && count >= before)) {
        return LOB_OK;
    }
    *c = (choice){true, count < before, box};
    return LOB_OK;
}

/* Across what is longer than wide first; an area grows on all sides. */
static uint32_t ways_of(const repair *r, way ways[WAYS]) {
    static const way across[] = {WAY_X, WAY_X_LOW, WAY_X_HIGH, WAY_Y, WAY_Y_LOW, WAY_Y_HIGH, WAY_BOTH};
    static const way along[] = {WAY_Y, WAY_Y_LOW, WAY_Y_HIGH, WAY_X, WAY_X_LOW, WAY_X_HIGH, WAY_BOTH};
    if (ends_in(r->violation->rule_id, "A.MIN")) {
        ways[0] = WAY_BOTH;
        return 1;
    }
    const bool is_tall = r->box.top - r->box.bottom >= r->box.right - r->box.left;
    memcpy(ways, is_tall ? across : along, sizeof across);
    return WAYS;
}

static lob_status search(lob_ctx *ctx, repair *r, choice *c) {
    const lob_mask mask = r->input.mask;
    way ways[WAYS];
    const uint32_t way_count = ways_of(r, ways);
    uint64_t before;
    bool is_there;
    *c = (choice){.is_found = false};
    LOB_TRY(look(ctx, r, &mask, &before, &is_there));
    for (int64_t by = r->first; by <= r->limit && !c->is_clean; by += by == 0 ? 1 : r->units) {
        for (uint32_t i = 0; i < way_count && !c->is_clean; i++) {
            LOB_TRY(try_move(ctx, r, &mask, moved(r->box, ways[i], by), before, c));
        }
    }
    return LOB_OK;
}

/* ---- all ---- */

static lob_box64 box_units(const double box_nm[4], double unit_nm) {
    return (lob_box64){(int64_t)floor(box_nm[0] / unit_nm + .5), (int64_t)floor(box_nm[1] / unit_nm + .5),
                       (int64_t)floor(box_nm[2] / unit_nm + .5), (int64_t)floor(box_nm[3] / unit_nm + .5)};
}

static lob_box64 widened(lob_box64 box, int64_t by) {
    return (lob_box64){box.left - by, box.bottom - by, box.right + by, box.top + by};
}

static int64_t pixels_down(int64_t units, int64_t pixel) {
    return units >= 0 ? units / pixel : -((-units + pixel - 1) / pixel);
}

/* Whole pixels around the box and as far as moves may reach with what they may touch. */
static lob_status make_window(lob_ctx *ctx, repair *r, double pixel_nm) {
    const lob_box64 box = widened(r->box, 3 * r->limit);
    const lob_frame frame = {pixels_down(box.left, r->units), pixels_down(box.bottom, r->units),
                             (uint32_t)((box.right - box.left) / r->units + 2),
                             (uint32_t)((box.top - box.bottom) / r->units + 2), pixel_nm};
    return lob_tiles_make(ctx, frame, r->o->setup->evaluation.tile_side, 0, &r->window);
}

/* A design rule's width or space is short by a known length; the others are looked for from the least move on. */
static int64_t first_move(const repair *r, double unit_nm) {
    const lob_litho_violation *v = r->violation;
    if (ends_in(v->rule_id, "A.MIN")) {
        return 0;
    }
    if (contains(v->rule_id, "MRC.") || !v->has_actual || v->actual >= v->required) {
        return 1;
    }
    return (int64_t)ceil((v->required - v->actual) / unit_nm - 1e-9);
}

static double limit_of(const lob_optimizing *o) {
    const lob_litho_violation *v = o->setup->violation;
    const double required = ends_in(v->rule_id, "A.MIN") ? sqrt(fmax(v->required, 0)) : v->required;
    return o->setup->reach_nm > 0 ? o->setup->reach_nm : required;
}

static lob_status prepare(lob_ctx *ctx, lob_optimizing *o, lob_mask *mask, repair *r) {
    const lob_litho_setup *e = &o->setup->evaluation;
    *r = (repair){.o = o, .violation = o->setup->violation};
    LOB_TRY(lob_optimize_unit(ctx, e->pixel_nm, mask, &r->units));
    const bool is_gap = ends_in(r->violation->rule_id, "S.MIN") || ends_in(r->violation->rule_id, "N.MIN");
    r->op = is_gap ? LOB_REGION_NOT : LOB_REGION_OR;
    r->box = box_units(r->violation->box_nm, mask->unit_nm);
    r->limit = (int64_t)ceil(limit_of(o) / mask->unit_nm) + r->units;
    r->first = first_move(r, mask->unit_nm);
    LOB_TRY(make_window(ctx, r, e->pixel_nm));
    return lob_optimize_box(ctx, mask, LOB_REGION_AND, widened(r->box, 6 * r->limit), &r->input.mask);
}

static bool is_edge_rule(const lob_litho_violation *v) {
    return v->has_box && (ends_in(v->rule_id, "W.MIN") || ends_in(v->rule_id, "S.MIN") ||
                          ends_in(v->rule_id, "N.MIN") || ends_in(v->rule_id, "A.MIN"));
}

lob_status lob_optimize_edges(lob_ctx *ctx, lob_optimizing *o, lob_mask *mask, bool *is_found) {
    repair r;
    choice c;
    *is_found = false;
    *mask = o->input->mask;
    if (!is_edge_rule(o->setup->violation)) {
        return LOB_OK;
    }
    LOB_TRY(prepare(ctx, o, mask, &r));
    LOB_TRY(search(ctx, &r, &c));
    *is_found = c.is_found;
    return c.is_found ? lob_optimize_box(ctx, mask, r.op, c.box, mask) : LOB_OK;
}

bool lob_optimize_is_of_rule(lob_str rule_id, const char *part) {
    const size_t size = strlen(part);
    for (size_t i = 0; i + size <= rule_id.size; i++) {
        if (memcmp(rule_id.data + i, part, size) == 0) {
            return true;
        }
    }
    return false;
}

bool lob_optimize_is_there(const lob_optimizing *o, const lob_violations *violations) {
    for (uint32_t i = 0; i < violations->count; i++) {
        if (is_same(o, &violations->items[i])) {
            return true;
        }
    }
    return false;
}

/* Where along a contour curvature is looked at hangs on all of the contour, so a place may come back a little off. */
static bool is_one(const lob_litho_violation *a, const lob_litho_violation *b) {
    const bool is_curve = lob_optimize_is_of_rule(a->rule_id, "R.MIN") && lob_str_equal(a->rule_id, b->rule_id);
    return memcmp(a->group_id, b->group_id, LOB_GROUP_ID_SIZE) == 0 ||
           (is_curve && a->has_box && b->has_box && boxes_meet(a->box_nm, b->box_nm));
}

bool lob_optimize_is_new(const lob_violations *before, const lob_litho_violation *v) {
    bool is_known = v->is_shadow;
    for (uint32_t k = 0; k < before->count && !is_known; k++) {
        is_known = is_one(v, &before->items[k]);
    }
    return !is_known;
}

uint64_t lob_optimize_count_new(const lob_violations *before, const lob_violations *after) {
    uint64_t count = 0;
    for (uint32_t i = 0; i < after->count; i++) {
        count += lob_optimize_is_new(before, &after->items[i]);
    }
    return count;
}
