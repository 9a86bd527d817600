/* Decks: rules that read the same layers with the same reach share a scan; each patch is checked once, then placed.
 *
 * Memory: a group of rules has an arena of its own, what is listed is copied to the request's.
 */
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/num.h"
#include "gen/limits.h"
#include "query/density.h"
#include "rules/rule_impl.h"

typedef struct deck_run {
    lob_ctx *ctx;
    const lob_rules_question *question;
    const lob_rules *rules;
    lob_verdict *verdict;
    lob_violation *list; /* heap while growing */
    uint32_t count, capacity, list_max;
    uint32_t done;
} deck_run;

/* One rule of a group while its patches are placed. */
typedef struct placing {
    deck_run *run;
    lob_ctx *ctx; /* the group's */
    const lob_scan *scan;
    uint32_t rule;
    const rule_violations *of_patch;
    bool counts; /* while placing; else the totals are known */
} placing;

static bool touches(lob_box64 a, lob_box64 b) {
    return a.left <= b.right && b.left <= a.right && a.bottom <= b.top && b.bottom <= a.top;
}

static lob_box64 moved(lob_box64 box, lob_point64 by) {
    return (lob_box64){box.left + by.x, box.bottom + by.y, box.right + by.x, box.top + by.y};
}

/* Lists a violation, displaced; counts it when `counts`. */
static lob_status take(deck_run *r, const lob_violation *v, lob_point64 by, bool counts) {
    lob_box64 box = moved(v->box, by);
    if (r->question->has_window && !touches(box, r->question->window)) {
        return LOB_OK;
    }
    if (counts) {
        r->verdict->totals[v->rule] = lob_u64_add_sat(r->verdict->totals[v->rule], 1);
    }
    if (r->count == r->list_max) {
        r->verdict->is_cut = true;
        return LOB_OK;
    }
    LOB_TRY(lob_scan_grow(r->ctx, (void **)&r->list, r->count, &r->capacity, sizeof *r->list));
    lob_point64 *points = lob_arena_alloc(r->ctx->arena, v->count * sizeof *points);
    if (!points) {
        return lob_fail_memory(r->ctx);
    }
    for (uint32_t i = 0; i < v->count; i++) {
        points[i] = (lob_point64){v->points[i].x + by.x, v->points[i].y + by.y};
    }
    r->list[r->count] = *v;
    r->list[r->count].points = points;
    r->list[r->count++].box = box;
    return LOB_OK;
}

static bool is_on_grid(const lob_rule *rule, const lob_violation *v, lob_point64 by) {
    return rule->type == LOB_RULE_GRID && (v->points[0].x + by.x) % rule->grid == 0 &&
           (v->points[0].y + by.y) % rule->grid == 0;
}

static lob_status place(void *who, uint32_t patch, lob_point64 at, bool *done) {
    placing *p = who;
    deck_run *r = p->run;
    const rule_violations *found = &p->of_patch[patch];
    for (uint32_t i = 0; i < found->count; i++) {
        if (!is_on_grid(&r->rules->items[p->rule], &found->items[i], at)) {
            LOB_TRY(take(r, &found->items[i], at, p->counts));
        }
    }
    *done = r->verdict->is_cut && !p->counts;
    return LOB_OK;
}

static lob_status count_all(placing *p) {
    uint64_t *totals, sum = 0;
    lob_status status = lob_scan_totals(p->ctx, p->scan, &totals);
    LOB_TRY(lob_ctx_join(p->run->ctx, p->ctx, status));
    for (uint32_t i = 0; i < p->scan->patch_count; i++) {
        sum = lob_u64_add_sat(sum, lob_u64_mul_sat(totals[i], p->of_patch[i].count));
    }
    p->run->verdict->totals[p->rule] = sum;
    return LOB_OK;
}

static lob_status run_rule(deck_run *r, lob_ctx *group, const lob_scan *scan, uint32_t rule) {
    rule_violations *of_patch = LOB_NEW_ARRAY(group->arena, rule_violations, scan->patch_count + 1);
    placing p = {r, group, scan, rule, of_patch, false};
    bool any = false;
    if (!of_patch) {
        return lob_fail_memory(r->ctx);
    }
    for (uint32_t i = 0; i < scan->patch_count; i++) {
        lob_status status = lob_rule_patch(group, r->rules, rule, scan, i, &of_patch[i]);
        LOB_TRY(lob_ctx_join(r->ctx, group, status));
        any = any || of_patch[i].count > 0;
    }
    if (!any) {
        return LOB_OK;
    }
    p.counts = r->question->has_window || r->rules->items[rule].type == LOB_RULE_GRID;
    if (!p.counts) {
        LOB_TRY(count_all(&p));
    }
    lob_status status = lob_scan_places(group, scan, place, &p);
    return r->ctx->error.code != LOB_OK ? status : lob_ctx_join(r->ctx, group, status);
}

/* ---- groups of rules ---- */

typedef struct rule_layers {
    const lob_layer_index *items;
    uint32_t count;
    bool is_done;
} rule_layers;

static bool share_scan(const deck_run *r, const rule_layers *layers, uint32_t i, uint32_t k) {
    return !layers[k].is_done && layers[i].count == layers[k].count && r->rules->items[k].type != LOB_RULE_DENSITY &&
           lob_rule_reach(&r->rules->items[i]) == lob_rule_reach(&r->rules->items[k]) &&
           memcmp(layers[i].items, layers[k].items, layers[i].count * sizeof *layers[i].items) == 0;
}

/* Figures around the window that a violation touching it may hang on. */
static lob_box64 widened(lob_box64 box, int64_t by) {
    return (lob_box64){box.left - by, box.bottom - by, box.right + by, box.top + by};
}

static lob_status run_group(deck_run *r, lob_ctx *group, rule_layers *layers, uint32_t first) {
    int64_t reach = lob_rule_reach(&r->rules->items[first]);
    const lob_scan_question question = {.layout = r->question->layout,
                                        .cell = r->question->cell,
                                        .layers = layers[first].items,
                                        .layer_count = layers[first].count,
                                        .reach = reach,
                                        .has_window = r->question->has_window,
                                        .window = widened(r->question->window, 2 * reach + 1),
                                        .count_max = r->question->count_max};
    lob_scan scan;
    lob_status status = lob_ctx_join(r->ctx, group, lob_scan_make(group, &question, &scan));
    for (uint32_t i = first; status == LOB_OK && i < r->rules->count; i++) {
        if (share_scan(r, layers, first, i)) {
            status = run_rule(r, group, &scan, i);
            layers[i].is_done = true;
            lob_progress(r->ctx, ++r->done, r->rules->count, "checking rules");
        }
    }
    lob_scan_release(&scan);
    return status;
}

/* ---- density ---- */

static lob_status refuse_density(deck_run *r, const char *reason, const char *hint) {
    lob_status status = lob_fail(r->ctx, LOB_E_INVALID_TARGET, "A density rule cannot be checked as it stands");
    lob_hint(r->ctx, "%s", hint);
    lob_error_text(&r->ctx->error, "reason", lob_str_from(reason));
    return status;
}

/* Densities are of stored layers, one or several together. */
static bool is_union(const lob_rules *rules, uint32_t node) {
    for (uint32_t i = node + 1; i-- > 0;) {
        if (rules->nodes[i].op != LOB_LAYERS_STORED && rules->nodes[i].op != LOB_LAYERS_OR && i == node) {
            return false;
        }
    }
    return true;
}

static lob_box64 layers_box(const lob_cell *cell, const rule_layers *layers) {
    lob_box64 box = LOB_BOX64_EMPTY;
    for (uint32_t i = 0; i < cell->layer_box_count; i++) {
        for (uint32_t k = 0; k < layers->count; k++) {
            if (cell->layer_boxes[i].layer == layers->items[k]) {
                box = lob_box64_join(box, cell->layer_boxes[i].box);
            }
        }
    }
    return box;
}

static lob_status judge_window(deck_run *r, uint32_t rule, lob_box64 window, double area) {
    const lob_rule *rule_of = &r->rules->items[rule];
    double whole = (double)(window.right - window.left) * (double)(window.top - window.bottom);
    double density = whole > 0 ? area / whole : 0;
    if ((rule_of->has_low && density < rule_of->low) || (rule_of->has_high && density > rule_of->high)) {
        const lob_point64 corners[2] = {{window.left, window.bottom}, {window.right, window.top}};
        const lob_violation v = {rule, LOB_VIOLATION_BOX, 2, corners, window, density};
        return take(r, &v, (lob_point64){0, 0}, true);
    }
    return LOB_OK;
}

/* The whole as one window: patches do not overlap each other, so their areas add up. */
static lob_status whole_area(deck_run *r, lob_ctx *group, const rule_layers *layers, uint32_t rule, double *area) {
    const lob_scan_question question = {.layout = r->question->layout,
                                        .cell = r->question->cell,
                                        .layers = layers->items,
                                        .layer_count = layers->count,
                                        .count_max = r->question->count_max};
    lob_scan scan;
    uint64_t *totals = NULL;
    *area = 0;
    lob_status status = lob_scan_make(group, &question, &scan);
    status = status == LOB_OK ? lob_scan_totals(group, &scan, &totals) : status;
    for (uint32_t i = 0; status == LOB_OK && i < scan.patch_count; i++) {
        rule_violations found;
        status = lob_rule_patch(group, r->rules, rule, &scan, i, &found);
        for (uint32_t k = 0; status == LOB_OK && k < found.count; k++) {
            *area += found.items[k].value * (double)totals[i];
        }
    }
    lob_scan_release(&scan);
    return lob_ctx_join(r->ctx, group, status);
}

static lob_status run_density(deck_run *r, lob_ctx *group, const rule_layers *layers, uint32_t rule) {
    const lob_rule *item = &r->rules->items[rule];
    lob_box64 box = r->question->has_window
                        ? r->question->window
                        : layers_box(lob_layout_cell(r->question->layout, r->question->cell), layers);
    if (layers->count == 0 || box.left >= box.right || box.bottom >= box.top) {
        return LOB_OK;
    }
    if (item->window == 0 && !r->question->has_window) {
        double area;
        LOB_TRY(whole_area(r, group, layers, rule, &area));
        return judge_window(r, rule, box, area);
    }
    if (!is_union(r->rules, item->a)) {
        return refuse_density(r, "expression", "Name one layer, or several joined by or");
    }
    lob_query query = {.layout = r->question->layout,
                       .cell = r->question->cell,
                       .layers = layers->items,
                       .layer_count = layers->count};
    int64_t step = item->step > 0 && item->step <= item->window ? item->step : item->window;
    lob_windows x = {.from = box.left, .to = box.right, .count = 1};
    lob_windows y = {.from = box.bottom, .to = box.top, .count = 1};
    if (item->window > 0 &&
        (!lob_windows_make(box.left, box.right, item->window, step, false, LOB_LIMIT_DENSITY_TILES, &x) ||
         !lob_windows_make(box.bottom, box.top, item->window, step, false, LOB_LIMIT_DENSITY_TILES, &y))) {
        return refuse_density(r, "windows", "Take larger windows or a larger step");
    }
    lob_density density;
    LOB_TRY(lob_ctx_join(r->ctx, group, lob_query_density(group, &query, &x, &y, &density)));
    for (uint32_t row = 0; row < y.count; row++) {
        for (uint32_t column = 0; column < x.count; column++) {
            const lob_box64 window = {lob_windows_low(&x, column), lob_windows_low(&y, row),
                                      lob_windows_high(&x, column), lob_windows_high(&y, row)};
            LOB_TRY(judge_window(r, rule, window, density.areas[row * x.count + column]));
        }
    }
    return LOB_OK;
}

/* ---- the deck ---- */

static int compare_coordinates(int64_t a, int64_t b) {
    return (a > b) - (a < b);
}

static int by_place(const void *a, const void *b) {
    const lob_violation *x = a, *y = b;
    const int64_t m[] = {x->rule, x->box.bottom, x->box.left, x->box.top, x->box.right, x->kind, x->count};
    const int64_t n[] = {y->rule, y->box.bottom, y->box.left, y->box.top, y->box.right, y->kind, y->count};
    int order = 0;
    for (size_t i = 0; order == 0 && i < sizeof m / sizeof m[0]; i++) {
        order = compare_coordinates(m[i], n[i]);
    }
    for (uint32_t i = 0; order == 0 && i < x->count; i++) {
        order = compare_coordinates(x->points[i].y, y->points[i].y);
        order = order ? order : compare_coordinates(x->points[i].x, y->points[i].x);
    }
    return order;
}

static lob_status run_one_group(deck_run *r, rule_layers *layers, uint32_t first) {
    lob_ctx group;
    LOB_TRY(lob_ctx_child(r->ctx, &group, LOB_LIMIT_REQUEST_MEMORY_SIZE));
    lob_status status = LOB_OK;
    if (r->rules->items[first].type == LOB_RULE_DENSITY) {
        status = run_density(r, &group, &layers[first], first);
        layers[first].is_done = true;
        r->done++;
    } else {
        status = run_group(r, &group, layers, first);
    }
    lob_ctx_drop(&group);
    return status;
}

static lob_status run_groups(deck_run *r) {
    rule_layers *layers = LOB_NEW_ARRAY(r->ctx->arena, rule_layers, r->rules->count + 1);
    if (!layers) {
        return lob_fail_memory(r->ctx);
    }
    for (uint32_t i = 0; i < r->rules->count; i++) {
        LOB_TRY(lob_rule_layers(r->ctx, r->rules, &r->rules->items[i], &layers[i].items, &layers[i].count));
    }
    for (uint32_t i = 0; i < r->rules->count; i++) {
        if (!layers[i].is_done) {
            LOB_TRY(run_one_group(r, layers, i));
        }
    }
    return LOB_OK;
}

static lob_status give(deck_run *r) {
    lob_violation *items = LOB_NEW_ARRAY(r->ctx->arena, lob_violation, r->count + 1);
    if (!items) {
        return lob_fail_memory(r->ctx);
    }
    if (r->count > 0) {
        qsort(r->list, r->count, sizeof *r->list, by_place);
    }
    for (uint32_t i = 0; i < r->count; i++) {
        items[i] = r->list[i];
    }
    r->verdict->items = items;
    r->verdict->count = r->count;
    return LOB_OK;
}

lob_status lob_rules_run(lob_ctx *ctx, const lob_rules_question *question, const lob_rules *rules,
                         lob_verdict *verdict) {
    deck_run r = {.ctx = ctx,
                  .question = question,
                  .rules = rules,
                  .verdict = verdict,
                  .list_max = question->list_max ? question->list_max : LOB_VIOLATIONS_LISTED};
    *verdict = (lob_verdict){.totals = LOB_NEW_ARRAY(ctx->arena, uint64_t, rules->count + 1)};
    lob_status status = verdict->totals ? run_groups(&r) : lob_fail_memory(ctx);
    if (status == LOB_OK) {
        status = give(&r);
    }
    lob_free(r.list);
    return status;
}
