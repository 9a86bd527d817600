/* Decks: rules that read the same layers with the same reach share a scan; each patch is checked once, then placed.
 *
 * From above: check_deck() makes groups, check_group() gives each memory of its own, scan_group() scans its layers,
 * check_scan() goes through its rules, check_rule() through one rule's patches and then their places. What is listed is
 * copied to the request's memory.
 */
#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "base/num.h"
#include "base/sort.h"
#include "rules/rule_impl.h"

/* PLACES_MAX: those that are looked at one by one, some seconds. */
enum { POLL_EVERY = 4096, PLACES_MAX = 1 << 27 };

typedef struct deck_run {
    lob_ctx *ctx;
    const lob_rules_question *question;
    const lob_rules *rules;
    lob_verdict *verdict;
    lob_violation *list; /* heap while growing */
    uint32_t count, capacity, list_max;
    uint32_t done;
    lob_box64 share; /* with share_count: whose lowest points lie here */
} deck_run;

/* One rule of a group while its patches are placed. */
typedef struct placing {
    deck_run *run;
    lob_ctx *ctx; /* the group's */
    const lob_scan *scan;
    uint32_t rule;
    const rule_violations *of_patch;
    bool counts;     /* while placing; else the totals are known */
    bool is_aligned; /* GRID: every job lies on the grid, so where a patch lies in its job says all */
} placing;

static lob_box64 moved(lob_box64 box, lob_point64 by) {
    return (lob_box64){box.left + by.x, box.bottom + by.y, box.right + by.x, box.top + by.y};
}

/* Rules of a share that one share checks in the whole cell. What is wider than a limit hangs on all that is merged with
 * it: where edges are slanted a window can give it other corners, by a unit. */
static bool is_whole(const deck_run *r, const lob_rule *rule) {
    return r->question->share_count > 0 &&
           (rule->whole_edges || rule->max > 0 || (rule->type == LOB_RULE_DENSITY && rule->window == 0));
}

/* Whether of the rule's violations only some are asked for. */
static bool picks(const deck_run *r, uint32_t rule) {
    return r->question->has_window && !is_whole(r, &r->rules->items[rule]);
}

static bool is_asked(const deck_run *r, uint32_t rule, const lob_violation *v, lob_point64 by) {
    if (!picks(r, rule)) {
        return true;
    }
    return r->question->share_count > 0 ? lob_rule_owns(r->share, v, by)
                                        : lob_violation_touches(v, by, r->question->window);
}

/* Lists a violation, displaced; counts it when `counts`. */
static lob_status list_violation(deck_run *r, uint32_t rule, const lob_violation *v, lob_point64 by, bool counts) {
    if (!is_asked(r, rule, v, by)) {
        return LOB_OK;
    }
    if (counts) {
        r->verdict->totals[rule] = lob_u64_add_sat(r->verdict->totals[rule], 1);
    }
    if (r->count == r->list_max) {
        r->verdict->is_cut = true;
        return LOB_OK;
    }
    LOB_TRY(lob_list_grow(r->ctx, &r->list, r->count, &r->capacity, sizeof *r->list));
    lob_point64 *points = lob_arena_alloc(r->ctx->arena, v->count * sizeof *points);
    if (!points) {
        return lob_fail_memory(r->ctx);
    }
    for (uint32_t i = 0; i < v->count; i++) {
        points[i] = (lob_point64){v->points[i].x + by.x, v->points[i].y + by.y};
    }
    r->list[r->count] = *v;
    r->list[r->count].rule = rule;
    r->list[r->count].points = points;
    r->list[r->count++].box = moved(v->box, by);
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
    for (uint32_t i = 0; i < found->count && (p->counts || !r->verdict->is_cut); i++) {
        LOB_TRY(i % POLL_EVERY == 0 ? lob_poll(r->ctx) : LOB_OK);
        if (!is_on_grid(&r->rules->items[p->rule], &found->items[i], at)) {
            LOB_TRY(list_violation(r, p->rule, &found->items[i], at, p->counts));
        }
    }
    *done = r->verdict->is_cut && !p->counts;
    return LOB_OK;
}

static bool is_wanted(void *who, uint32_t patch, lob_point64 at) {
    const placing *p = who;
    const rule_violations *found = &p->of_patch[patch];
    bool is_any = found->count > 0 && !p->is_aligned;
    for (uint32_t i = 0; p->is_aligned && !is_any && i < found->count; i++) {
        is_any = !is_on_grid(&p->run->rules->items[p->rule], &found->items[i], at);
    }
    return is_any;
}

/* ---- vertices off a grid ---- */

static bool is_multiple(lob_point64 p, int64_t grid) {
    return p.x % grid == 0 && p.y % grid == 0;
}

static bool is_rep_on_grid(const lob_rep *rep, int64_t grid) {
    return !rep || (rep->kind == LOB_REP_LATTICE && is_multiple(rep->a, grid) && is_multiple(rep->b, grid));
}

/* Whether all that is placed, at whatever level, is displaced by whole steps of the grid. */
static bool jobs_are_aligned(const lob_scan *scan, int64_t grid) {
    for (uint32_t i = 0; i < scan->job_count; i++) {
        for (uint32_t k = 0; k < scan->jobs[i].child_count; k++) {
            const lob_scan_child *child = &scan->jobs[i].children[k];
            if (!is_multiple(child->at, grid) || !is_rep_on_grid(child->rep, grid)) {
                return false;
            }
        }
    }
    return true;
}

/* Off the grid in one job stands for all places of that job. */
static lob_status count_aligned(placing *p) {
    const lob_rule *rule = &p->run->rules->items[p->rule];
    uint64_t *jobs, sum = 0;
    LOB_TRY(lob_ctx_join(p->run->ctx, p->ctx, lob_scan_job_totals(p->ctx, p->scan, &jobs)));
    for (uint32_t i = 0; i < p->scan->job_count; i++) {
        uint64_t off = 0;
        for (uint32_t k = 0; k < p->scan->jobs[i].place_count; k++) {
            const lob_patch_place *place = &p->scan->jobs[i].places[k];
            const rule_violations *found = &p->of_patch[place->patch];
            for (uint32_t n = 0; n < found->count; n++) {
                off += !is_on_grid(rule, &found->items[n], place->at);
            }
            LOB_TRY(k % POLL_EVERY == 0 ? lob_poll(p->run->ctx) : LOB_OK);
        }
        sum = lob_u64_add_sat(sum, lob_u64_mul_sat(jobs[i], off));
    }
    p->run->verdict->totals[p->rule] = sum;
    return LOB_OK;
}

/* Else each place is looked at: said before it is begun when those are too many. */
static lob_status expect_places(placing *p) {
    uint64_t *totals, sum = 0;
    LOB_TRY(lob_ctx_join(p->run->ctx, p->ctx, lob_scan_totals(p->ctx, p->scan, &totals)));
    for (uint32_t i = 0; i < p->scan->patch_count; i++) {
        sum = lob_u64_add_sat(sum, totals[i]);
    }
    if (sum <= PLACES_MAX) {
        return LOB_OK;
    }
    lob_status status = lob_fail(p->run->ctx, LOB_E_QUERY_TOO_LARGE, "Too many figures are off the grid");
    lob_hint(p->run->ctx, "Check the cells of the arrays one by one, or a smaller box");
    lob_error_text(&p->run->ctx->error, "reason", LOB_STR("places"));
    lob_error_text(&p->run->ctx->error, "rule", p->run->rules->items[p->rule].id);
    lob_error_integer(&p->run->ctx->error, "limit", PLACES_MAX);
    return status;
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

/* The window in the coordinates of each patch, around all its places. */
static lob_box64 *patch_windows(const deck_run *r, lob_ctx *group, const lob_scan *scan) {
    lob_box64 *windows = LOB_NEW_ARRAY(group->arena, lob_box64, scan->patch_count + 1);
    const lob_box64 w = r->question->window;
    for (uint32_t i = 0; windows && i < scan->patch_count; i++) {
        windows[i] = LOB_BOX64_EMPTY;
    }
    for (uint32_t i = 0; windows && i < scan->jobs[0].place_count; i++) {
        const lob_patch_place *p = &scan->jobs[0].places[i];
        windows[p->patch] = lob_box64_join(windows[p->patch], moved(w, (lob_point64){-p->at.x, -p->at.y}));
    }
    return windows;
}

/* `cache`: there is one when the scan is of a window; what it holds is in the group's memory. */
static lob_status check_patches(deck_run *r, lob_ctx *group, const lob_scan *scan, uint32_t rule, rule_cache *cache,
                                rule_violations *of_patch, bool *any) {
    const lob_box64 *windows = cache ? patch_windows(r, group, scan) : NULL;
    lob_rules alone;
    *any = false;
    LOB_TRY(lob_rule_alone(r->ctx, r->rules, &r->rules->items[rule], &alone));
    if (cache && !windows) {
        return lob_fail_memory(r->ctx);
    }
    const rule_patches asked = {&alone, scan, cache, windows, &r->question->team, of_patch};
    LOB_TRY(lob_ctx_join(r->ctx, group, lob_rule_patches(group, &asked)));
    for (uint32_t i = 0; i < scan->patch_count; i++) {
        *any = *any || of_patch[i].count > 0;
    }
    return LOB_OK;
}

/* Checks all patches of the scan, then places and counts what was found. */
static lob_status check_rule(deck_run *r, lob_ctx *group, const lob_scan *scan, uint32_t rule, rule_cache *cache) {
    rule_violations *of_patch = LOB_NEW_ARRAY(group->arena, rule_violations, scan->patch_count + 1);
    const lob_rule *asked = &r->rules->items[rule];
    placing p = {.run = r, .ctx = group, .scan = scan, .rule = rule, .of_patch = of_patch};
    bool any;
    if (!of_patch) {
        return lob_fail_memory(r->ctx);
    }
    LOB_TRY(check_patches(r, group, scan, rule, cache, of_patch, &any));
    if (!any) {
        return LOB_OK;
    }
    p.is_aligned = !picks(r, rule) && asked->type == LOB_RULE_GRID && jobs_are_aligned(scan, asked->grid);
    p.counts = picks(r, rule) || (asked->type == LOB_RULE_GRID && !p.is_aligned);
    if (p.is_aligned) {
        LOB_TRY(count_aligned(&p));
    } else {
        LOB_TRY(p.counts ? expect_places(&p) : count_all(&p));
    }
    lob_status status = lob_scan_places(group, scan, is_wanted, place, &p);
    return r->ctx->error.code != LOB_OK ? status : lob_ctx_join(r->ctx, group, status);
}

/* ---- groups of rules ---- */

typedef struct rule_layers {
    const lob_layer_index *items;
    uint32_t count;
    bool is_windowed;    /* only figures around the window are looked at */
    const bool *follows; /* then: scan.h */
    bool is_done;
} rule_layers;

/* In a window, rules of any reach share a scan of the longest: what figures are taken costs more than what is done with
 * them. Over a whole cell a longer reach makes larger patches, which are equal less often. */
static bool share_scan(const deck_run *r, const rule_layers *layers, uint32_t i, uint32_t k) {
    const uint32_t count = layers[i].count;
    if (layers[k].is_done || count != layers[k].count || layers[i].is_windowed != layers[k].is_windowed ||
        r->rules->items[k].type == LOB_RULE_DENSITY ||
        memcmp(layers[i].items, layers[k].items, count * sizeof *layers[i].items) != 0) {
        return false;
    }
    return layers[i].is_windowed
               ? memcmp(layers[i].follows, layers[k].follows, (size_t)count * count) == 0
               : lob_rule_patch_reach(&r->rules->items[i]) == lob_rule_patch_reach(&r->rules->items[k]) &&
                     r->rules->items[i].whole_edges == r->rules->items[k].whole_edges;
}

static int64_t longest_reach(const deck_run *r, const rule_layers *layers, uint32_t first) {
    int64_t reach = 0;
    for (uint32_t i = first; i < r->rules->count; i++) {
        if (share_scan(r, layers, first, i) && lob_rule_reach(&r->rules->items[i]) > reach) {
            reach = lob_rule_reach(&r->rules->items[i]);
        }
    }
    return reach;
}

/* Figures around the window that a violation touching it may hang on. */
static lob_box64 widened(lob_box64 box, int64_t by) {
    return (lob_box64){box.left - by, box.bottom - by, box.right + by, box.top + by};
}

/* Whether it hangs on polygons as wholes. */
static bool needs_whole(const lob_rule *rule) {
    return rule->type == LOB_RULE_AREA || rule->max > 0;
}

/* Polygons were not followed to their ends: areas cannot be said, nor how wide they are. */
static lob_status note_local(deck_run *r, const rule_layers *layers, uint32_t first) {
    r->verdict->is_local = true;
    for (uint32_t i = first; i < r->rules->count; i++) {
        if (needs_whole(&r->rules->items[i]) && share_scan(r, layers, first, i)) {
            lob_status status =
                lob_fail(r->ctx, LOB_E_QUERY_TOO_LARGE,
                         "Polygons extend so far beyond the box that their areas and greatest widths are not known");
            lob_hint(r->ctx, "Check areas and greatest widths in the whole cell, without a box.");
            lob_error_text(&r->ctx->error, "reason", LOB_STR("follow"));
            lob_error_text(&r->ctx->error, "rule", r->rules->items[i].id);
            return status;
        }
    }
    return LOB_OK;
}

static rule_cache *new_cache(lob_ctx *group, const lob_scan *scan, const rule_layers *layers) {
    const size_t count = (size_t)scan->patch_count * layers->count + 1;
    rule_cache *cache = LOB_NEW(group->arena, rule_cache);
    if (cache) {
        *cache = (rule_cache){LOB_NEW_ARRAY(group->arena, lob_polygons, count),
                              LOB_NEW_ARRAY(group->arena, bool, count), layers->items, layers->count};
    }
    return cache && cache->items && cache->is_there ? cache : NULL;
}

/* All rules that share the first one's scan. */
static lob_status check_scan(deck_run *r, lob_ctx *group, rule_layers *layers, uint32_t first, const lob_scan *scan) {
    rule_cache *cache = layers[first].is_windowed ? new_cache(group, scan, &layers[first]) : NULL;
    if (layers[first].is_windowed && !cache) {
        return lob_fail_memory(r->ctx);
    }
    if (scan->is_local) {
        LOB_TRY(note_local(r, layers, first));
    }
    for (uint32_t i = first; i < r->rules->count; i++) {
        if (share_scan(r, layers, first, i)) {
            LOB_TRY(check_rule(r, group, scan, i, cache));
            layers[i].is_done = true;
            lob_progress(r->ctx, ++r->done, r->rules->count, "checking rules");
        }
    }
    return LOB_OK;
}

/* What cannot be said from the window of a share is looked for in the whole cell: these rules are checked anew, by
 * check_deck(). */
static void widen_group(const deck_run *r, rule_layers *layers, uint32_t first) {
    for (uint32_t i = first + 1; i < r->rules->count; i++) {
        layers[i].is_windowed = layers[i].is_windowed && !share_scan(r, layers, first, i);
    }
    layers[first].is_windowed = false; /* last: the others are compared with it */
}

/* One scan for the rules that share it. */
static lob_status scan_group(deck_run *r, lob_ctx *group, rule_layers *layers, uint32_t first) {
    const int64_t reach =
        layers[first].is_windowed ? longest_reach(r, layers, first) : lob_rule_patch_reach(&r->rules->items[first]);
    const uint32_t follow_max = r->question->follow_max ? r->question->follow_max : LOB_FOLLOW_MAX;
    const lob_scan_question question = {.layout = r->question->layout,
                                        .cell = r->question->cell,
                                        .layers = layers[first].items,
                                        .layer_count = layers[first].count,
                                        .reach = reach,
                                        .takes_parts =
                                            !layers[first].is_windowed && !r->rules->items[first].whole_edges,
                                        .has_window = layers[first].is_windowed,
                                        .window = widened(r->question->window, 2 * reach + 1),
                                        .follows = layers[first].follows,
                                        .follow_max = follow_max,
                                        .count_max = r->question->count_max,
                                        .team = &r->question->team};
    lob_scan scan;
    lob_status status = lob_ctx_join(r->ctx, group, lob_scan_make(group, &question, &scan));
    if (status == LOB_OK && scan.is_local && r->question->share_count > 0) {
        lob_scan_release(&scan);
        widen_group(r, layers, first);
        return LOB_OK;
    }
    status = status == LOB_OK ? check_scan(r, group, layers, first, &scan) : status;
    lob_scan_release(&scan);
    return status;
}

/* ---- density ---- */

typedef struct density_listing {
    deck_run *run;
    uint32_t rule;
} density_listing;

static lob_status list_window(void *who, const lob_violation *v) {
    const density_listing *t = who;
    return list_violation(t->run, t->rule, v, (lob_point64){0, 0}, true);
}

static lob_status check_density(deck_run *r, lob_ctx *group, const rule_layers *layers, uint32_t rule) {
    density_listing listing = {r, rule};
    lob_rules_question question = *r->question;
    lob_rules alone;
    question.has_window = picks(r, rule);
    LOB_TRY(lob_rule_alone(r->ctx, r->rules, &r->rules->items[rule], &alone));
    return lob_rule_density(r->ctx, group, &question, &alone, layers->items, layers->count, list_window, &listing);
}

/* ---- the deck ---- */

/* The group of the rule `first`, in memory of its own. */
static lob_status check_group(deck_run *r, rule_layers *layers, uint32_t first) {
    lob_ctx group;
    LOB_TRY(lob_ctx_child(r->ctx, &group, LOB_LIMIT_REQUEST_MEMORY_SIZE));
    lob_status status = LOB_OK;
    if (r->rules->items[first].type == LOB_RULE_DENSITY) {
        status = check_density(r, &group, &layers[first], first);
        layers[first].is_done = true;
        r->done++;
    } else if (layers[first].count > 0) {
        status = scan_group(r, &group, layers, first);
    } else { /* of layers that are not there */
        layers[first].is_done = true;
        r->done++;
    }
    lob_ctx_drop(&group);
    return status;
}

static lob_status check_deck(deck_run *r) {
    rule_layers *layers = LOB_NEW_ARRAY(r->ctx->arena, rule_layers, r->rules->count + 1);
    if (!layers) {
        return lob_fail_memory(r->ctx);
    }
    for (uint32_t i = 0; i < r->rules->count; i++) {
        const lob_rule *rule = &r->rules->items[i];
        bool *follows = NULL;
        LOB_TRY(lob_rule_layers(r->ctx, r->rules, rule, &layers[i].items, &layers[i].count));
        /* A whole edge may touch the window and be too near to something far from it. */
        layers[i].is_windowed = picks(r, i) && !rule->whole_edges;
        layers[i].is_done = is_whole(r, rule) && i % r->question->share_count != r->question->share;
        if (layers[i].is_windowed) {
            LOB_TRY(lob_rule_follows(r->ctx, r->rules, rule, layers[i].items, layers[i].count, &follows));
        }
        layers[i].follows = follows;
    }
    for (uint32_t i = 0; i < r->rules->count; i++) {
        while (!layers[i].is_done) { /* again when its group was widened */
            LOB_TRY(check_group(r, layers, i));
        }
    }
    return LOB_OK;
}

static lob_status hand_over(deck_run *r) {
    lob_violation *items = LOB_NEW_ARRAY(r->ctx->arena, lob_violation, r->count + 1);
    if (!items) {
        return lob_fail_memory(r->ctx);
    }
    LOB_TRY(lob_sort(r->ctx, r->list, r->count, sizeof *r->list, lob_violation_order, NULL));
    for (uint32_t i = 0; i < r->count; i++) {
        items[i] = r->list[i];
    }
    r->verdict->items = items;
    r->verdict->count = r->count;
    return LOB_OK;
}

lob_status lob_rules_run(lob_ctx *ctx, const lob_rules_question *question, const lob_rules *rules,
                         lob_verdict *verdict) {
    lob_rules_question asked = *question;
    deck_run r = {.ctx = ctx,
                  .question = &asked,
                  .rules = rules,
                  .verdict = verdict,
                  .list_max = question->list_max ? question->list_max : LOB_VIOLATIONS_LISTED};
    *verdict = (lob_verdict){.totals = LOB_NEW_ARRAY(ctx->arena, uint64_t, rules->count + 1)};
    if (asked.share_count > 0) {
        const lob_box64 cell = lob_layout_cell(asked.layout, asked.cell)->box;
        r.share = lob_rule_share(cell, asked.share, asked.share_count, &asked.window);
        asked.has_window = true;
    }
    lob_status status = verdict->totals ? check_deck(&r) : lob_fail_memory(ctx);
    if (status == LOB_OK) {
        status = hand_over(&r);
    }
    lob_free(r.list);
    return status;
}
