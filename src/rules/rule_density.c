/* Densities. The grid of windows begins at the lower left corner of the cell's box, whatever part of the cell is asked
 * for, so that a box gives the windows of the whole that touch it. */
#include "base/limits.h"
#include "query/density.h"
#include "rules/rule_impl.h"

/* KLayout's with_density lets the bounds be missed by this. */
static const double SLACK = 1e-10;

typedef struct density_run {
    lob_ctx *ctx, *group;
    const lob_rules_question *question;
    const lob_rules *rules; /* one rule and its nodes */
    const lob_layer_index *layers;
    uint32_t layer_count;
    rule_found *found;
    void *who;
} density_run;

static lob_status refuse(density_run *r, const char *reason, const char *hint) {
    lob_status status = lob_fail(r->ctx, LOB_E_INVALID_TARGET, "A density rule cannot be checked as written");
    lob_hint(r->ctx, "%s", hint);
    lob_error_text(&r->ctx->error, "reason", lob_str_from(reason));
    lob_error_text(&r->ctx->error, "rule", r->rules->items[0].id);
    return status;
}

/* In windows, densities are of stored layers, one or several together. */
static bool is_union(const lob_rules *rules) {
    for (uint32_t i = 0; i < rules->node_count; i++) {
        if (rules->nodes[i].op != LOB_LAYERS_STORED && rules->nodes[i].op != LOB_LAYERS_OR) {
            return false;
        }
    }
    return true;
}

static lob_status judge(density_run *r, lob_box64 window, double area) {
    const lob_rule *rule = &r->rules->items[0];
    double density = area / ((double)(window.right - window.left) * (double)(window.top - window.bottom));
    if ((rule->has_low && density <= rule->low - SLACK) || (rule->has_high && density >= rule->high + SLACK)) {
        const lob_point64 corners[2] = {{window.left, window.bottom}, {window.right, window.top}};
        const lob_violation v = {0, LOB_VIOLATION_BOX, 2, corners, window, density};
        return r->found(r->who, &v);
    }
    return LOB_OK;
}

/* Patches do not overlap each other, so their areas add up. */
static lob_status whole_area(density_run *r, double *area) {
    const lob_scan_question question = {.layout = r->question->layout,
                                        .cell = r->question->cell,
                                        .layers = r->layers,
                                        .layer_count = r->layer_count,
                                        .count_max = r->question->count_max,
                                        .team = &r->question->team};
    lob_scan scan;
    lob_ctx own; /* of one patch after the other */
    uint64_t *totals = NULL;
    *area = 0;
    LOB_TRY(lob_ctx_child(r->ctx, &own, LOB_LIMIT_REQUEST_MEMORY_SIZE));
    lob_status status = lob_scan_make(r->group, &question, &scan);
    status = status == LOB_OK ? lob_scan_totals(r->group, &scan, &totals) : status;
    for (uint32_t i = 0; status == LOB_OK && i < scan.patch_count; i++) {
        const rule_place place = {.scan = &scan, .patch = i};
        rule_violations found;
        lob_arena_reset(own.arena);
        status = lob_ctx_join(r->group, &own, lob_rule_patch(&own, r->rules, &place, &found));
        for (uint32_t k = 0; status == LOB_OK && k < found.count; k++) {
            *area += found.items[k].value * (double)totals[i];
        }
    }
    lob_scan_release(&scan);
    lob_ctx_drop(&own);
    return lob_ctx_join(r->ctx, r->group, status);
}

/* Leaves of the windows those that touch [low, high]. */
static void narrow(lob_windows *w, int64_t low, int64_t high) {
    while (w->count > 1 && lob_windows_high(w, 0) < low) {
        w->from += w->step;
        w->count--;
    }
    while (w->count > 1 && lob_windows_low(w, w->count - 1) > high) {
        w->count--;
        w->to = lob_windows_low(w, w->count - 1) + w->tile < w->to ? lob_windows_low(w, w->count - 1) + w->tile : w->to;
    }
}

static bool make_windows(const density_run *r, lob_box64 box, lob_windows *x, lob_windows *y) {
    const lob_rule *rule = &r->rules->items[0];
    const uint32_t count_max = 1 << 24; /* narrowed below */
    const int64_t tile = rule->window, step = rule->step > 0 && rule->step <= tile ? rule->step : tile;
    if (tile == 0) {
        *x = (lob_windows){.from = box.left, .to = box.right, .count = 1};
        *y = (lob_windows){.from = box.bottom, .to = box.top, .count = 1};
        return true;
    }
    if (!lob_windows_make(box.left, box.right, tile, step, false, count_max, x) ||
        !lob_windows_make(box.bottom, box.top, tile, step, false, count_max, y)) {
        return false;
    }
    if (r->question->has_window) {
        narrow(x, r->question->window.left, r->question->window.right);
        narrow(y, r->question->window.bottom, r->question->window.top);
    }
    return (uint64_t)x->count * y->count <= LOB_LIMIT_RULE_WINDOWS;
}

static lob_status judge_windows(density_run *r, const lob_windows *x, const lob_windows *y) {
    const lob_query query = {
        .layout = r->question->layout, .cell = r->question->cell, .layers = r->layers, .layer_count = r->layer_count};
    lob_density density = {0};
    if (r->layer_count > 0) {
        LOB_TRY(lob_ctx_join(r->ctx, r->group, lob_query_density(r->group, &query, x, y, &density)));
    }
    for (uint32_t row = 0; row < y->count; row++) {
        for (uint32_t column = 0; column < x->count; column++) {
            const lob_box64 window = {lob_windows_low(x, column), lob_windows_low(y, row), lob_windows_high(x, column),
                                      lob_windows_high(y, row)};
            LOB_TRY(judge(r, window, density.areas ? density.areas[row * x->count + column] : 0));
        }
    }
    return LOB_OK;
}

lob_status lob_rule_density(lob_ctx *ctx, lob_ctx *group, const lob_rules_question *question, const lob_rules *alone,
                            const lob_layer_index *layers, uint32_t layer_count, rule_found *found, void *who) {
    density_run r = {ctx, group, question, alone, layers, layer_count, found, who};
    const lob_rule *rule = &alone->items[0];
    lob_box64 box = lob_layout_cell(question->layout, question->cell)->box;
    lob_windows x, y;
    if (rule->window == 0 && question->has_window) {
        box = question->window;
    }
    if (lob_box64_is_empty(box) || box.left >= box.right || box.bottom >= box.top) {
        return LOB_OK;
    }
    if (rule->window == 0 && !question->has_window) {
        double area = 0;
        LOB_TRY(layer_count > 0 ? whole_area(&r, &area) : LOB_OK);
        return judge(&r, box, area);
    }
    if (!is_union(alone)) {
        return refuse(&r, "expression", "With windows or a box, name one layer, or several joined by or.");
    }
    if (!make_windows(&r, box, &x, &y)) {
        return refuse(&r, "windows", "Use larger windows or a larger step, or check a smaller box.");
    }
    return judge_windows(&r, &x, &y);
}
