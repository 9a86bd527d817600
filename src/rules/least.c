/* See least.h. Invariant: below `low` there is nothing. */
#include "rules/least.h"

#include <math.h>
#include <string.h>

#include "base/sort.h"
#include "geom/distance.h"

enum { REACH_FIRST = 64, REACH_GROWS = 4, LISTED_MAX = 200000, TRIES_MAX = 3 };
enum { PAIRS_FIRST = 50000, REACH_SHRINKS = 8 }; /* who finds as many at first looks nearer, before all are found */

typedef struct seeker {
    lob_ctx *ctx;
    const lob_least_question *question;
    lob_layers_node nodes[2];
    lob_violation *items; /* of the last run, sorted */
    uint32_t count;
    uint64_t outside;
    bool is_cut, is_local;
} seeker;

static int by_value(const void *a, const void *b, void *arg) {
    (void)arg;
    const lob_violation *left = a, *right = b;
    return left->value < right->value ? -1 : left->value > right->value;
}

static bool is_same_spot(const lob_spot *a, const lob_spot *b) {
    return a->at.x == b->at.x && a->at.y == b->at.y && a->fx == b->fx && a->fy == b->fy;
}

/* Is one of the items before `count` as near, between the same two points? */
static bool is_kept(const lob_violation *items, const lob_distance *places, uint32_t count, double value,
                    const lob_distance *place) {
    for (uint32_t i = count; i > 0 && items[i - 1].value == value; i--) {
        const lob_spot *a = places[i - 1].spots, *b = place->spots;
        if ((is_same_spot(&a[0], &b[0]) && is_same_spot(&a[1], &b[1])) ||
            (is_same_spot(&a[0], &b[1]) && is_same_spot(&a[1], &b[0]))) {
            return true;
        }
    }
    return false;
}

/* Edges that meet in a corner give the same two points again and again: one place. Looks no further than wanted. */
static lob_status join_places(seeker *s) {
    const uint32_t wanted = s->question->count < s->count ? s->question->count : s->count;
    lob_distance *places = LOB_NEW_ARRAY(s->ctx->arena, lob_distance, (size_t)wanted + 1);
    uint32_t kept = 0, i = 0;
    if (!places) {
        return lob_fail_memory(s->ctx);
    }
    for (; i < s->count && kept < wanted; i++) {
        const lob_violation *v = &s->items[i];
        const lob_trace first = {.points = v->points, .count = 2}, second = {.points = v->points + 2, .count = 2};
        LOB_TRY(lob_distance_find(s->ctx, &first, &second, 0, &places[kept]));
        if (!is_kept(s->items, places, kept, v->value, &places[kept])) {
            s->items[kept++] = *v;
        }
    }
    memmove(s->items + kept, s->items + i, (s->count - i) * sizeof *s->items);
    s->count = kept + (s->count - i);
    return LOB_OK;
}

/* Everything nearer than `reach`; with more than `pairs_max` in one place, when that is not 0, QUERY_TOO_LARGE. */
static lob_status look(seeker *s, int64_t reach, uint64_t pairs_max) {
    const lob_least_question *q = s->question;
    const lob_rule rule = {.id = LOB_STR("least"),
                           .severity = LOB_STR("error"),
                           .type = q->type,
                           .a = 0,
                           .b = q->b == LOB_NONE ? LOB_NONE : 1,
                           .min = reach,
                           .metrics = LOB_METRICS_EUCLIDIAN,
                           .ignore_angle = 90,
                           .is_exact = true,
                           .pairs_max = pairs_max};
    const lob_rules rules = {.nodes = s->nodes, .node_count = q->b == LOB_NONE ? 1 : 2, .items = &rule, .count = 1};
    lob_rules_question where = q->where;
    lob_verdict verdict;
    where.list_max = LISTED_MAX;
    LOB_TRY(lob_rules_run(s->ctx, &where, &rules, &verdict));
    s->items = LOB_NEW_ARRAY(s->ctx->arena, lob_violation, (size_t)verdict.count + 1);
    if (!s->items) {
        return lob_fail_memory(s->ctx);
    }
    s->count = 0;
    for (uint32_t i = 0; i < verdict.count; i++) {
        if (verdict.items[i].kind == LOB_VIOLATION_EDGE_PAIR) {
            s->items[s->count++] = verdict.items[i];
        }
    }
    s->outside = verdict.count - s->count;
    s->is_cut = verdict.is_cut;
    s->is_local = verdict.is_local;
    LOB_TRY(lob_sort(s->ctx, s->items, s->count, sizeof *s->items, by_value, NULL));
    return join_places(s);
}

/* Where very many are near already, a nearer reach to begin with. */
static lob_status begin_near(seeker *s, int64_t *next) {
    for (*next = REACH_FIRST < s->question->reach_max ? REACH_FIRST : s->question->reach_max; *next > 1;) {
        const seeker kept = *s;
        const lob_status status = look(s, *next, PAIRS_FIRST);
        const int64_t nearer = *next / REACH_SHRINKS;
        if (status != LOB_E_QUERY_TOO_LARGE) {
            return status;
        }
        lob_error_clear(&s->ctx->error);
        *s = kept;
        *next = nearer > 1 ? nearer : 1;
    }
    return look(s, *next, 0);
}

/* As far as it takes to find enough. *low: nothing is nearer; *reach: what the found is of, 0: nothing was. */
static lob_status widen(seeker *s, int64_t *low, int64_t *reach, bool *is_stopped) {
    const int64_t most = s->question->reach_max;
    int64_t next = 0;
    int tries = 0;
    *low = *reach = 0;
    for (;;) {
        seeker kept = *s;
        const lob_status status = next == 0 ? begin_near(s, &next) : look(s, next, 0);
        if (status == LOB_E_QUERY_TOO_LARGE && (*low > 0 || *reach > 0 || next > 1) && tries < TRIES_MAX) {
            const int64_t base = *reach > 0 ? *reach : *low;
            lob_error_clear(&s->ctx->error);
            *s = kept;
            *is_stopped = true;
            tries++;
            if (*reach > 0) {
                return LOB_OK; /* fewer places than wanted, but the nearest */
            }
            next = base + (next - base > 1 ? (next - base) / 2 : 1);
            continue;
        }
        if (status == LOB_E_QUERY_TOO_LARGE && *low > 0) {
            lob_error_clear(&s->ctx->error);
            *s = kept;
            return LOB_OK;
        }
        LOB_TRY(status);
        if (s->count < kept.count) { /* shielded, seen from farther away */
            *s = kept;
            return LOB_OK;
        }
        if (s->count > 0) {
            *reach = next;
        } else {
            *low = next;
        }
        if (s->count >= s->question->count || next == most || *is_stopped) {
            return LOB_OK;
        }
        next = next > most / REACH_GROWS ? most : next * REACH_GROWS;
    }
}

static double last_wanted(const seeker *s) {
    const uint32_t last = s->count < s->question->count ? s->count : s->question->count;
    return s->items[last - 1].value;
}

/* What is shielded when one looks far may be seen when one looks near; and of a list that was cut the nearest may be
 * missing. So look again just beyond what is wanted, until that is the reach. */
static lob_status narrow(seeker *s, int64_t *reach) {
    while ((int64_t)floor(last_wanted(s)) + 1 < *reach) {
        const seeker kept = *s;
        const int64_t nearer = (int64_t)floor(last_wanted(s)) + 1;
        LOB_TRY(look(s, nearer, 0));
        if (s->count == 0) { /* cannot be: what was found is nearer */
            *s = kept;
            return LOB_OK;
        }
        *reach = nearer;
    }
    return LOB_OK;
}

/* Nothing is nearer than the least; what is, goes before it. */
static lob_status confirm(seeker *s, int64_t *reach) {
    for (;;) {
        const seeker kept = *s;
        const int64_t least = (int64_t)floor(s->items[0].value);
        if (least == 0) {
            return LOB_OK;
        }
        LOB_TRY(look(s, least, 0));
        if (s->count == 0) {
            *s = kept;
            return LOB_OK;
        }
        *reach = least;
        if ((int64_t)floor(s->items[0].value) >= least) { /* at the very border: no step nearer is left */
            return LOB_OK;
        }
    }
}

lob_status lob_rules_least(lob_ctx *ctx, const lob_least_question *question, lob_least_found *least) {
    seeker s = {
        .ctx = ctx,
        .question = question,
        .nodes = {{.op = LOB_LAYERS_STORED, .layer = question->a}, {.op = LOB_LAYERS_STORED, .layer = question->b}}};
    int64_t low, reach;
    *least = (lob_least_found){.count = 0};
    LOB_TRY(widen(&s, &low, &reach, &least->is_stopped));
    const int64_t widest = reach > 0 ? reach : low;
    const bool is_short = s.count < question->count;
    if (reach > 0) {
        LOB_TRY(narrow(&s, &reach));
        LOB_TRY(confirm(&s, &reach));
    }
    least->reach = is_short ? widest : reach;
    least->outside = s.outside;
    least->is_cut = s.is_cut;
    least->is_local = s.is_local;
    least->items = s.items;
    least->count = s.count < question->count ? s.count : question->count;
    return LOB_OK;
}

lob_status lob_rules_count_pieces(lob_ctx *ctx, const lob_rules_question *where, lob_layer_index a, lob_layer_index b,
                                  lob_layers_op op, uint64_t *count) {
    const lob_layers_node nodes[] = {{.op = LOB_LAYERS_STORED, .layer = a},
                                     {.op = LOB_LAYERS_STORED, .layer = b},
                                     {.op = op, .left = 0, .right = 1}};
    const bool is_single = op == LOB_LAYERS_STORED;
    const lob_rule rule = {.id = LOB_STR("pieces"),
                           .severity = LOB_STR("error"),
                           .type = LOB_RULE_AREA,
                           .a = is_single ? 0 : 2,
                           .b = LOB_NONE,
                           .has_low = true,
                           .low = INFINITY}; /* every polygon is smaller */
    const lob_rules rules = {.nodes = nodes, .node_count = is_single ? 1 : 3, .items = &rule, .count = 1};
    lob_rules_question question = *where;
    lob_verdict verdict;
    question.list_max = 1;
    LOB_TRY(lob_rules_run(ctx, &question, &rules, &verdict));
    *count = verdict.totals[0];
    return LOB_OK;
}
