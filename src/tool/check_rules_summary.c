/* check_rules in short: violations by distance, one row a place, least values, clusters, enclosures that are turned
 * round. Every violation is in exactly one place and in exactly one cluster. */
#include <math.h>

#include "base/limits.h"
#include "base/num.h"
#include "base/sort.h"
#include "query/groups.h"
#include "rules/least.h"
#include "tool/check_rules.h"

typedef lob_check_rules_response_clusters_item cluster_item;

/* ---- order ---- */

static int by_distance(const void *a, const void *b, void *arg) {
    (void)arg;
    const lob_violation *left = &((const lob_rule_place *)a)->least, *right = &((const lob_rule_place *)b)->least;
    const bool is_pair = left->kind == LOB_VIOLATION_EDGE_PAIR, other = right->kind == LOB_VIOLATION_EDGE_PAIR;
    if (!is_pair || !other) {
        return other - is_pair;
    }
    return left->value < right->value ? -1 : left->value > right->value;
}

lob_status lob_check_rules_order(lob_rule_checker *c) {
    return lob_sort(c->call->ctx, c->places, c->place_count, sizeof *c->places, by_distance, NULL);
}

/* ---- least values ---- */

typedef struct extremes {
    double least, greatest;
    const lob_violation *nearest;
} extremes;

static void take_in(extremes *e, const lob_violation *v) {
    if (v->kind != LOB_VIOLATION_EDGE_PAIR) {
        return;
    }
    e->greatest = e->nearest ? fmax(e->greatest, v->value) : v->value;
    if (!e->nearest || v->value < e->least) {
        e->least = v->value;
        e->nearest = v;
    }
}

static lob_status show_extremes(lob_rule_checker *c) {
    lob_ctx *ctx = c->call->ctx;
    lob_check_rules_response *a = c->response;
    extremes *of = LOB_NEW_ARRAY(ctx->arena, extremes, (size_t)c->bound.rules.count + 1);
    lob_micron_box *boxes = LOB_NEW_ARRAY(ctx->arena, lob_micron_box, a->counts.count + 1);
    if (!of || !boxes) {
        return lob_fail_memory(ctx);
    }
    for (uint32_t i = 0; i < c->verdict.count; i++) {
        take_in(&of[c->verdict.items[i].rule], &c->verdict.items[i]);
    }
    size_t at = 0;
    for (uint32_t i = 0; i < c->bound.rules.count && at < a->counts.count; i++) {
        if (c->verdict.totals[i] == 0) {
            continue;
        }
        lob_rule_count *item = &a->counts.items[at];
        if (of[i].nearest) {
            lob_dbu_box exact;
            lob_box_show(of[i].nearest->box, c->dbu, &boxes[at], &exact);
            item->has_least_um = item->has_greatest_um = true;
            item->least_um = of[i].least * c->dbu;
            item->greatest_um = of[i].greatest * c->dbu;
            item->least_box_um = &boxes[at];
        }
        at++;
    }
    return LOB_OK;
}

/* ---- clusters ---- */

typedef struct cluster {
    uint32_t rule, first; /* the first violation of it */
    uint64_t count;
    lob_box64 box;
    extremes values;
} cluster;

static int by_rule_and_count(const void *a, const void *b, void *arg) {
    (void)arg;
    const cluster *left = a, *right = b;
    if (left->rule != right->rule) {
        return left->rule < right->rule ? -1 : 1;
    }
    if (left->count != right->count) {
        return left->count > right->count ? -1 : 1;
    }
    return left->first < right->first ? -1 : left->first > right->first;
}

/* Which violations of a rule are one: those whose boxes are so near, or touch; only edge pairs, or all. */
typedef struct nearness {
    int64_t low, high; /* how much boxes grow to the left and below, to the right and above */
    bool pairs_only;
} nearness;

typedef struct clusters {
    cluster *items;
    uint32_t count;
} clusters;

static cluster *add_cluster(clusters *all, const lob_violation *v, uint32_t first) {
    cluster *one = &all->items[all->count++];
    *one = (cluster){.rule = v->rule, .first = first, .box = LOB_BOX64_EMPTY};
    return one;
}

static void join_cluster(cluster *one, const lob_violation *v) {
    one->count++;
    one->box = lob_box64_join(one->box, v->box);
    take_in(&one->values, v);
}

/* Violations of one rule, from `first` on. */
static lob_status group_rule(lob_rule_checker *c, const nearness *near, uint32_t first, uint32_t count, clusters *all) {
    lob_ctx own, *ctx = c->call->ctx;
    LOB_TRY(lob_ctx_child(ctx, &own, LOB_LIMIT_REQUEST_MEMORY_SIZE));
    lob_box64 *boxes = LOB_NEW_ARRAY(own.arena, lob_box64, count);
    uint32_t *group = LOB_NEW_ARRAY(own.arena, uint32_t, count), *at = LOB_NEW_ARRAY(own.arena, uint32_t, count);
    uint32_t *which = LOB_NEW_ARRAY(own.arena, uint32_t, count), grouped = 0;
    lob_status status = boxes && group && at && which ? LOB_OK : lob_fail_memory(&own);
    for (uint32_t i = first; i < first + count && status == LOB_OK; i++) {
        const lob_violation *v = &c->verdict.items[i];
        if (near->pairs_only && v->kind != LOB_VIOLATION_EDGE_PAIR) {
            join_cluster(add_cluster(all, v, i), v);
            continue;
        }
        which[grouped] = i;
        boxes[grouped++] = (lob_box64){v->box.left - near->low, v->box.bottom - near->low, v->box.right + near->high,
                                       v->box.top + near->high};
    }
    status = status == LOB_OK ? lob_box_groups(&own, boxes, grouped, group) : status;
    for (uint32_t i = 0; i < grouped && status == LOB_OK; i++) {
        const lob_violation *v = &c->verdict.items[which[i]];
        if (group[i] == i) {
            at[i] = all->count;
            add_cluster(all, v, which[i]);
        }
        join_cluster(&all->items[at[group[i]]], v);
    }
    status = lob_ctx_join(ctx, &own, status);
    lob_ctx_drop(&own);
    return status;
}

static lob_status group_all(lob_rule_checker *c, const nearness *near, clusters *all) {
    const lob_verdict *v = &c->verdict;
    all->items = LOB_NEW_ARRAY(c->call->ctx->arena, cluster, (size_t)v->count + 1);
    if (!all->items) {
        return lob_fail_memory(c->call->ctx);
    }
    for (uint32_t first = 0; first < v->count;) {
        uint32_t end = first + 1;
        while (end < v->count && v->items[end].rule == v->items[first].rule) {
            end++;
        }
        LOB_TRY(group_rule(c, near, first, end - first, all));
        first = end;
    }
    return LOB_OK;
}

/* ---- places ---- */

static int by_first(const void *a, const void *b, void *arg) {
    (void)arg;
    const cluster *left = a, *right = b;
    return left->first < right->first ? -1 : left->first > right->first;
}

lob_status lob_check_rules_places(lob_rule_checker *c) {
    lob_ctx *ctx = c->call->ctx;
    clusters all = {.items = NULL};
    LOB_TRY(group_all(c, &(nearness){.pairs_only = true}, &all));
    LOB_TRY(lob_sort(ctx, all.items, all.count, sizeof *all.items, by_first, NULL));
    c->places = LOB_NEW_ARRAY(ctx->arena, lob_rule_place, (size_t)all.count + 1);
    if (!c->places) {
        return lob_fail_memory(ctx);
    }
    for (uint32_t i = 0; i < all.count; i++) {
        const cluster *one = &all.items[i];
        c->places[i] =
            (lob_rule_place){.least = one->values.nearest ? *one->values.nearest : c->verdict.items[one->first],
                             .more = one->count - 1,
                             .box = one->box};
    }
    c->place_count = all.count;
    return LOB_OK;
}

static lob_status show_clusters(lob_rule_checker *c, const cluster *all, uint32_t count) {
    lob_check_rules_response *a = c->response;
    const uint32_t shown = (uint64_t)c->request->limit < count ? (uint32_t)c->request->limit : count;
    a->has_clusters = true;
    a->clusters.items = LOB_NEW_ARRAY(c->call->ctx->arena, cluster_item, (size_t)shown + 1);
    if (!a->clusters.items) {
        return lob_fail_memory(c->call->ctx);
    }
    for (uint32_t i = 0; i < shown; i++) {
        const cluster *one = &all[i];
        lob_dbu_box exact;
        cluster_item *item = &a->clusters.items[a->clusters.count++];
        *item = (cluster_item){.rule = c->bound.rules.items[one->rule].id,
                               .count = lob_count_show(one->count),
                               .has_least_um = one->values.nearest != NULL,
                               .has_greatest_um = one->values.nearest != NULL,
                               .least_um = one->values.least * c->dbu,
                               .greatest_um = one->values.greatest * c->dbu};
        lob_box_show(one->box, c->dbu, &item->box_um, &exact);
    }
    a->truncation.limit = c->request->limit;
    a->truncation.violations_dropped = lob_count_show(c->total);
    a->truncation.has_clusters_dropped = true;
    a->truncation.clusters_dropped = count - shown;
    return LOB_OK;
}

lob_status lob_check_rules_summary(lob_rule_checker *c) {
    lob_ctx *ctx = c->call->ctx;
    const double units = fmin(c->request->cluster_um / c->dbu / 2, 1e12);
    const int64_t low = (int64_t)floor(units);
    clusters all = {.items = NULL};
    LOB_TRY(show_extremes(c));
    LOB_TRY(group_all(c, &(nearness){.low = low, .high = (int64_t)floor(2 * units) - low}, &all));
    LOB_TRY(lob_sort(ctx, all.items, all.count, sizeof *all.items, by_rule_and_count, NULL));
    return show_clusters(c, all.items, all.count);
}

/* ---- turned round ---- */

/* Parts of layer lie outside of layer2, and no edge of it within: of what is listed. */
static bool is_all_outside(const lob_rule_checker *c, uint32_t rule) {
    bool has = false, has_edge = false;
    for (uint32_t i = 0; i < c->verdict.count && !has_edge; i++) {
        const lob_violation *v = &c->verdict.items[i];
        has = has || (v->rule == rule && v->kind == LOB_VIOLATION_POLYGON);
        has_edge = v->rule == rule && v->kind == LOB_VIOLATION_EDGE_PAIR;
    }
    return has && !has_edge;
}

static bool is_turnable(const lob_rule_checker *c, uint32_t rule) {
    const lob_rule *r = &c->bound.rules.items[rule];
    const lob_layers_node *nodes = c->bound.rules.nodes;
    return r->type == LOB_RULE_ENCLOSURE && c->verdict.totals[rule] > 0 && nodes[r->a].op == LOB_LAYERS_STORED &&
           nodes[r->b].op == LOB_LAYERS_STORED && nodes[r->a].layer != LOB_NONE && nodes[r->b].layer != LOB_NONE &&
           is_all_outside(c, rule);
}

static lob_status is_turned(const lob_rule_checker *c, uint32_t rule, bool *turned) {
    const lob_rule *r = &c->bound.rules.items[rule];
    const lob_layer_index a = c->bound.rules.nodes[r->a].layer, b = c->bound.rules.nodes[r->b].layer;
    lob_ctx *ctx = c->call->ctx;
    uint64_t outer = 0, outer_out = 0, inner = 0, inner_out = 0;
    LOB_TRY(lob_rules_count_pieces(ctx, &c->question, a, a, LOB_LAYERS_STORED, &outer));
    LOB_TRY(lob_rules_count_pieces(ctx, &c->question, a, b, LOB_LAYERS_NOT, &outer_out));
    if (outer_out < outer) {
        return LOB_OK;
    }
    LOB_TRY(lob_rules_count_pieces(ctx, &c->question, b, b, LOB_LAYERS_STORED, &inner));
    LOB_TRY(lob_rules_count_pieces(ctx, &c->question, b, a, LOB_LAYERS_NOT, &inner_out));
    *turned = inner > 0 && 2 * inner_out <= inner;
    return LOB_OK;
}

enum { TURNED_MAX = 3 }; /* notes, and checks for them */

lob_status lob_check_rules_turned(lob_rule_checker *c) {
    lob_ctx *ctx = c->call->ctx;
    int told = 0;
    for (uint32_t i = 0; i < c->bound.rules.count && told < TURNED_MAX; i++) {
        bool turned = false;
        if (!is_turnable(c, i)) {
            continue;
        }
        lob_status status = is_turned(c, i, &turned);
        if (status == LOB_E_QUERY_TOO_LARGE) { /* it is only a hint */
            lob_error_clear(&ctx->error);
            return LOB_OK;
        }
        LOB_TRY(status);
        told++;
        if (turned) {
            LOB_TRY(
                lob_note(ctx, &c->notes,
                         "Enclosure, rule %u of those checked: layer2 is inside layer, and nothing of layer is inside "
                         "layer2. layer must be the inner one: are the two swapped?",
                         i + 1));
        }
    }
    return LOB_OK;
}
