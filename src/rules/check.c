/* See check.h. The runs are shared among threads; each looks for the pairs whose lower numbered edge is in its own
 * runs, in all runs that come near, so there is no seam between the parts. */
#include "rules/check.h"

#include "base/alloc.h"
#include "base/list.h"
#include "base/sort.h"
#include "rules/check_impl.h"

/* WORK_USUAL: of a run, boxes and edges looked at; ordinary layouts stay below. */
enum { POLL_EVERY = 1024, WORK_USUAL = 256, SAMPLES = 32, SAMPLED_FROM = 4096, SAMPLES_FOUND = 256 };

typedef struct found_pair {
    lob_edge_pair pair;
    uint32_t first, second; /* edges */
    uint32_t run;           /* of the first */
    bool is_of_two;         /* polygons */
} found_pair;

typedef struct owned_pair {
    lob_edge_pair pair;
    lob_pair_owners owners;
} owned_pair;

typedef struct check_part { /* what one task found; heap */
    owned_pair *pairs;
    uint32_t count, capacity;
} check_part;

typedef struct check_run {
    const lob_check *check;
    check_edges edges;
    bool turns; /* enclosed and enclosing edges go the same way */
    check_part *parts;
    uint32_t part_count;
    atomic_uint pair_count; /* of all parts */
} check_run;

/* One task at work. */
typedef struct check_task {
    lob_ctx *ctx;
    check_run *run;
    check_part *part;
    const check_slab *slabs; /* once searches have become long */
    uint64_t work;           /* boxes and edges looked at */
    uint32_t since_poll;
} check_task;

static lob_status count_work(check_task *t, uint32_t work) {
    t->work += work;
    t->since_poll += work;
    if (t->since_poll < POLL_EVERY) {
        return LOB_OK;
    }
    t->since_poll = 0;
    return lob_poll(t->ctx);
}

/* ---- shields ---- */

static bool boxes_touch(lob_box a, lob_box b) {
    return (a.left <= b.right) & (b.left <= a.right) & (a.bottom <= b.top) & (b.bottom <= a.top);
}

/* Whether the edges of a run may stand between those of a pair. */
static bool may_shield(const check_run *r, const found_pair *pair, const check_run_of_edges *run) {
    const check_run_of_edges *first = &r->edges.runs[pair->run];
    if (r->check->scope == LOB_SCOPE_WITHIN) {
        return run->polygon == first->polygon;
    }
    return r->check->scope != LOB_SCOPE_LAYERS || run->is_b || run->polygon == first->polygon;
}

static bool is_shielded_by(const check_run *r, const found_pair *pair, const lob_pair_joins *joins, lob_box box,
                           const check_run_of_edges *run) {
    for (uint32_t q = run->first; q < run->first + run->count; q++) {
        const check_edge *edge = &r->edges.items[q];
        if (q != pair->first && q != pair->second && boxes_touch(edge->box, box) && lob_joins_are_cut(joins, edge->e)) {
            return true;
        }
    }
    return false;
}

static lob_box edge_box(lob_edge64 e) {
    return lob_box_cut(lob_box64_add_point((lob_box64){e.from.x, e.from.y, e.from.x, e.from.y}, e.to.x, e.to.y));
}

static lob_box box_around(lob_box box, int64_t more) {
    return lob_box_cut((lob_box64){box.left - more, box.bottom - more, box.right + more, box.top + more});
}

static int64_t half_of(lob_box box) {
    return (int64_t)box.right - box.left + (int64_t)box.top - box.bottom;
}

/* What cuts both joining lines comes within a unit of the shorter one. */
static lob_status look_for_shield(check_task *t, const found_pair *pair, const lob_edge_pair *seen, bool *is_shielded) {
    const check_run *r = t->run;
    const lob_pair_joins joins = lob_pair_joins_of(seen);
    const lob_box one = edge_box(joins.one), other = edge_box(joins.other);
    const bool takes_one = half_of(one) <= half_of(other);
    check_seek seek;
    uint32_t item;
    *is_shielded = false;
    check_seek_begin(&seek, &r->edges, box_around(takes_one ? one : other, 1));
    if (t->slabs) {
        seek.slabs = t->slabs;
        seek.slab = check_slab_of(takes_one ? joins.one : joins.other, 1);
    }
    while (!*is_shielded && check_seek_next(&seek, &item)) {
        if (item == LOB_RTREE_PAUSE) {
            LOB_TRY(lob_poll(t->ctx));
            continue;
        }
        LOB_TRY(lob_poll(t->ctx)); /* of dense figures each pair looks at many runs */
        const check_run_of_edges *run = &r->edges.runs[item];
        *is_shielded = may_shield(r, pair, run) && is_shielded_by(r, pair, &joins, seek.query.window, run);
    }
    return count_work(t, (uint32_t)seek.work);
}

/* Two polygons are looked at from either side, and one view of the violation is enough. */
static lob_status is_pair_shielded(check_task *t, const found_pair *pair, bool *is_shielded) {
    const lob_check *check = t->run->check;
    const lob_edge_pair other = {pair->pair.second, pair->pair.first};
    const bool seen_both_ways = check->scope != LOB_SCOPE_LAYERS && pair->is_of_two;
    const bool needs_both =
        check->shields == LOB_SHIELDS_BOTH_WAYS || (check->shields == LOB_SHIELDS_USUAL && seen_both_ways);
    LOB_TRY(look_for_shield(t, pair, &pair->pair, is_shielded));
    if (*is_shielded ? needs_both : check->shields == LOB_SHIELDS_EITHER_WAY) {
        LOB_TRY(look_for_shield(t, pair, &other, is_shielded));
    }
    return LOB_OK;
}

/* ---- pairs ---- */

static bool may_pair(const check_run *r, const check_run_of_edges *a, const check_run_of_edges *b) {
    switch (r->check->scope) {
    case LOB_SCOPE_WITHIN:
        return a->polygon == b->polygon;
    case LOB_SCOPE_BETWEEN:
        return a->polygon != b->polygon;
    case LOB_SCOPE_LAYERS:
        return a->is_b != b->is_b;
    case LOB_SCOPE_BOTH:
        break;
    }
    return true;
}

static uint64_t pairs_max(const check_run *r) {
    const uint64_t edges = r->check->lets_a_pair_an_edge ? r->edges.count : 0, most = r->check->pairs_max;
    return most == 0 ? LOB_CHECK_PAIRS_MAX : most > edges ? most : edges;
}

static lob_status refuse_pairs(lob_ctx *ctx) {
    lob_status status = lob_fail(ctx, LOB_E_QUERY_TOO_LARGE, "The check finds too many violations");
    lob_hint(ctx, "Check a smaller box, or a smaller distance");
    lob_error_text(&ctx->error, "reason", LOB_STR("pairs"));
    return status;
}

static lob_status keep_pair(check_task *t, const found_pair *pair) {
    bool is_shielded = false;
    if (!t->run->check->ignores_shields) {
        LOB_TRY(is_pair_shielded(t, pair, &is_shielded));
    }
    if (is_shielded) {
        return LOB_OK;
    }
    if (atomic_fetch_add_explicit(&t->run->pair_count, 1, memory_order_relaxed) >= pairs_max(t->run)) {
        return refuse_pairs(t->ctx);
    }
    check_part *part = t->part;
    LOB_TRY(lob_list_grow(t->ctx, &part->pairs, part->count, &part->capacity, sizeof *part->pairs));
    part->pairs[part->count++] = (owned_pair){pair->pair, {pair->first, pair->second}};
    return LOB_OK;
}

/* Pairs of one edge with those of a run that have higher numbers. */
static lob_status pairs_with_run(check_task *t, uint32_t run, uint32_t first, const check_run_of_edges *other) {
    const check_run *r = t->run;
    const check_edge *a = &r->edges.items[first];
    const lob_box near = box_around(a->box, r->check->rule.distance - 1); /* a gap between boxes is one between edges */
    const uint8_t faced = check_faced(&r->check->rule, a->octant, r->turns);
    if (!(faced & other->octants) || !boxes_touch(near, other->box)) {
        return LOB_OK;
    }
    LOB_TRY(count_work(t, other->count));
    for (uint32_t k = other->first > first ? other->first : first + 1; k < other->first + other->count; k++) {
        const check_edge *b = &r->edges.items[k];
        found_pair found;
        if ((faced >> b->octant & 1) && boxes_touch(near, b->box) &&
            lob_edges_check(&r->check->rule, a->e, b->e, &found.pair)) {
            found.first = first;
            found.second = k;
            found.run = run;
            found.is_of_two = r->edges.runs[run].polygon != other->polygon;
            LOB_TRY(keep_pair(t, &found));
        }
    }
    return LOB_OK;
}

static uint8_t faced_by_run(const check_run *r, const check_run_of_edges *run) {
    uint8_t faced = 0;
    for (uint8_t i = 0; i < 8; i++) {
        faced |= run->octants >> i & 1 ? check_faced(&r->check->rule, i, r->turns) : 0;
    }
    return faced;
}

static lob_status pairs_of_run(check_task *t, uint32_t number) {
    const check_edges *edges = &t->run->edges;
    const check_run_of_edges *run = &edges->runs[number];
    const uint8_t faced = faced_by_run(t->run, run);
    const int64_t distance = t->run->check->rule.distance;
    check_seek seek;
    uint32_t found;
    check_seek_begin(&seek, edges, box_around(run->box, distance - 1));
    if (t->slabs) { /* whatever the metrics, edges of a pair are nearer than that */
        seek.slabs = t->slabs;
        seek.slab = check_slab_of_run(edges, run, 2 * (double)distance + 2);
    }
    while (check_seek_next(&seek, &found)) {
        if (found == LOB_RTREE_PAUSE) {
            LOB_TRY(lob_poll(t->ctx));
            continue;
        }
        const check_run_of_edges *other = &edges->runs[found];
        if (found < number || !(faced & other->octants) || !may_pair(t->run, run, other)) {
            continue;
        }
        for (uint32_t i = run->first; i < run->first + run->count; i++) {
            LOB_TRY(pairs_with_run(t, number, i, other));
        }
    }
    return count_work(t, (uint32_t)seek.work);
}

static lob_status find_part(void *arg, lob_ctx *ctx, uint32_t number) {
    check_run *r = arg;
    check_task t = {.ctx = ctx, .run = r, .part = &r->parts[number]};
    const uint32_t begin = (uint32_t)lob_team_part(r->edges.run_count, r->part_count, number);
    const uint32_t end = (uint32_t)lob_team_part(r->edges.run_count, r->part_count, number + 1);
    const uint64_t usual = r->check->work_usual ? r->check->work_usual : WORK_USUAL;
    for (uint32_t i = begin; i < end; i++) {
        if (r->check->scope == LOB_SCOPE_LAYERS && r->edges.runs[i].is_b) {
            break; /* every pair has its first edge in a */
        }
        if (!t.slabs && t.work > usual * ((uint64_t)i - begin + 1)) {
            LOB_TRY(check_slabs_take(ctx, &r->edges, &t.slabs));
        }
        LOB_TRY(pairs_of_run(&t, i));
    }
    if (r->check->steps) {
        atomic_fetch_add(r->check->steps, t.work);
    }
    return lob_poll(ctx);
}

/* ---- how much it will be ---- */

/* Pairs of edges that may face each other, of one run with all that come near. */
static lob_status count_near(lob_ctx *ctx, const check_run *r, uint32_t number, const check_slab *slabs,
                             uint64_t *count) {
    const check_run_of_edges *run = &r->edges.runs[number];
    const uint8_t faced = faced_by_run(r, run);
    check_seek seek;
    uint32_t found;
    check_seek_begin(&seek, &r->edges, box_around(run->box, r->check->rule.distance - 1));
    if (slabs) {
        seek.slabs = slabs;
        seek.slab = check_slab_of_run(&r->edges, run, 2 * (double)r->check->rule.distance + 2);
    }
    while (check_seek_next(&seek, &found)) {
        if (found == LOB_RTREE_PAUSE) {
            LOB_TRY(lob_poll(ctx));
            continue;
        }
        const check_run_of_edges *other = &r->edges.runs[found];
        *count += faced & other->octants && may_pair(r, run, other) ? (uint64_t)run->count * other->count : 0;
    }
    return LOB_OK;
}

/* By some runs of the whole. Each pair is met from either side. The one with most stands for itself alone: it may be
 * the spine of a comb, which is near to everything, while no other run is. */
static lob_status estimate(lob_ctx *ctx, const check_run *r, const check_slab *slabs, uint64_t *pairs) {
    uint64_t all = 0, most = 0;
    for (uint32_t i = 0; i < SAMPLES; i++) {
        uint64_t count = 0;
        LOB_TRY(count_near(ctx, r, (uint32_t)lob_team_part(r->edges.run_count, SAMPLES, i), slabs, &count));
        all += count;
        most = count > most ? count : most;
    }
    *pairs = most + (all - most) * (r->edges.run_count / (SAMPLES - 1)) / 2;
    return LOB_OK;
}

/* By the pairs that some runs find: where that gives twice what is allowed, or more, nobody need look for all. */
static lob_status refuse_many_pairs(lob_ctx *ctx, check_run *r, const check_slab *slabs) {
    check_part part = {.pairs = NULL};
    check_task t = {.ctx = ctx, .run = r, .part = &part, .slabs = slabs};
    uint64_t all = 0, most = 0;
    lob_status status = LOB_OK;
    for (uint32_t i = 0; i < SAMPLES_FOUND && status == LOB_OK; i++) {
        part.count = 0;
        status = pairs_of_run(&t, (uint32_t)lob_team_part(r->edges.run_count, SAMPLES_FOUND, i));
        all += part.count;
        most = part.count > most ? part.count : most;
    }
    lob_free(part.pairs);
    atomic_store(&r->pair_count, 0);
    LOB_TRY(status);
    const uint64_t estimate = (all - most) * (r->edges.run_count / SAMPLES_FOUND);
    if (estimate <= 2 * pairs_max(r)) {
        return LOB_OK;
    }
    status = refuse_pairs(ctx);
    lob_error_integer(&ctx->error, "estimate", (int64_t)estimate);
    lob_error_integer(&ctx->error, "limit", (int64_t)pairs_max(r));
    return status;
}

/* Says before it is begun what would take minutes, or in the end be refused. */
static lob_status refuse_long_work(lob_ctx *ctx, check_run *r) {
    const uint64_t most = r->check->near_max ? r->check->near_max : LOB_CHECK_NEAR_MAX;
    const check_slab *slabs = NULL;
    uint64_t pairs = 0;
    if (r->edges.run_count < SAMPLED_FROM) {
        return LOB_OK;
    }
    LOB_TRY(estimate(ctx, r, NULL, &pairs));
    if (pairs > most) {
        LOB_TRY(check_slabs_take(ctx, &r->edges, &slabs));
        LOB_TRY(estimate(ctx, r, slabs, &pairs));
    }
    if (pairs <= most) {
        return pairs > 2 * pairs_max(r) ? refuse_many_pairs(ctx, r, slabs) : LOB_OK;
    }
    lob_status status = lob_fail(ctx, LOB_E_QUERY_TOO_LARGE, "Too many edges are within the distance of each other");
    lob_hint(ctx, "Check a smaller distance, or a smaller box");
    lob_error_text(&ctx->error, "reason", LOB_STR("near"));
    lob_error_integer(&ctx->error, "estimate", (int64_t)pairs);
    lob_error_integer(&ctx->error, "limit", (int64_t)most);
    return status;
}

static lob_status find_pairs(lob_ctx *ctx, check_run *r) {
    LOB_TRY(refuse_long_work(ctx, r));
    r->part_count = lob_team_tasks(r->check->team, r->edges.count);
    r->parts = lob_calloc(r->part_count, sizeof *r->parts);
    if (!r->parts) {
        return lob_fail_memory(ctx);
    }
    return r->part_count == 1 ? find_part(r, ctx, 0) : lob_team_run(ctx, r->check->team, r->part_count, find_part, r);
}

/* ---- the result ---- */

static int compare_points(lob_point64 a, lob_point64 b) {
    return a.y != b.y ? (a.y > b.y) - (a.y < b.y) : (a.x > b.x) - (a.x < b.x);
}

static int compare_edges(const lob_edge64 *a, const lob_edge64 *b) {
    int order = compare_points(a->from, b->from);
    return order ? order : compare_points(a->to, b->to);
}

static int compare_pairs(const lob_edge_pair *x, const lob_edge_pair *y) {
    int order = compare_edges(&x->first, &y->first);
    return order ? order : compare_edges(&x->second, &y->second);
}

/* Pairs alike come by their edges, so that the same one is kept however the work was shared. */
static int compare_owned(const void *a, const void *b, void *unused) {
    (void)unused;
    const owned_pair *x = a, *y = b;
    const int order = compare_pairs(&x->pair, &y->pair);
    if (order || x->owners.first == y->owners.first) {
        return order ? order : (x->owners.second > y->owners.second) - (x->owners.second < y->owners.second);
    }
    return x->owners.first < y->owners.first ? -1 : 1;
}

static owned_pair turned(const owned_pair *p) {
    return (owned_pair){{p->pair.second, p->pair.first}, {p->owners.second, p->owners.first}};
}

/* All pairs in order; the parts are given back. */
static lob_status gather_pairs(lob_ctx *ctx, check_run *r, owned_pair *items, uint32_t *count) {
    *count = 0;
    for (uint32_t i = 0; i < r->part_count; i++) {
        for (uint32_t k = 0; k < r->parts[i].count; k++) {
            const owned_pair *p = &r->parts[i].pairs[k];
            const bool turns =
                r->check->scope != LOB_SCOPE_LAYERS && compare_edges(&p->pair.second, &p->pair.first) < 0;
            items[(*count)++] = turns ? turned(p) : *p;
        }
        lob_free(r->parts[i].pairs);
        r->parts[i].pairs = NULL;
    }
    return lob_sort(ctx, items, *count, sizeof *items, compare_owned, NULL);
}

static lob_status give_pairs(lob_ctx *ctx, check_run *r, lob_edge_pairs *pairs) {
    const bool keeps_equal = r->check->shields == LOB_SHIELDS_BOTH_WAYS;
    const size_t total = atomic_load(&r->pair_count);
    owned_pair *found = lob_malloc((total + 1) * sizeof *found);
    lob_edge_pair *items = LOB_NEW_ARRAY(ctx->arena, lob_edge_pair, total + 1);
    lob_pair_owners *owners = LOB_NEW_ARRAY(ctx->arena, lob_pair_owners, total + 1);
    uint32_t count = 0, kept = 0;
    lob_status status = found && items && owners ? gather_pairs(ctx, r, found, &count) : lob_fail_memory(ctx);
    for (uint32_t i = 0; status == LOB_OK && i < count; i++) {
        if (kept == 0 || keeps_equal || compare_pairs(&items[kept - 1], &found[i].pair) != 0) {
            owners[kept] = found[i].owners;
            items[kept++] = found[i].pair;
        }
    }
    lob_free(found);
    *pairs = (lob_edge_pairs){items, owners, kept};
    return status;
}

lob_status lob_check_run(lob_ctx *ctx, const lob_check *check, lob_check_polygons polygons, lob_edge_pairs *pairs) {
    check_run r = {.check = check,
                   .turns = check->rule.kind == LOB_CHECK_OVERLAP || check->rule.kind == LOB_CHECK_INSIDE};
    lob_status status = lob_check_edges_take(ctx, check, polygons, &r.edges);
    if (status == LOB_OK) {
        status = find_pairs(ctx, &r);
    }
    if (status == LOB_OK) {
        status = give_pairs(ctx, &r, pairs);
    }
    for (uint32_t i = 0; r.parts && i < r.part_count; i++) {
        lob_free(r.parts[i].pairs);
    }
    lob_free(r.parts);
    lob_check_edges_release(&r.edges);
    return status;
}
