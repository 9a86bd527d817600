/* Repetitions found again.
 *
 * A set of places without doubles is searched for lattices: of the displacements between neighbours (in both orders of
 * sorting) the most frequent are tried as the step of chains; the beginnings of chains of one length are searched the
 * same way for the step of a second direction. A lattice is taken when it has members enough to be worth a record; the
 * places of the others go back. What is left becomes one list. As places sorted by (y, x) stay sorted when all are
 * displaced, the partner of each is found by two pointers: a step costs O(n), all of it O(n log n).
 *
 * A list holds a place once (KLayout drops a second one): further copies make up further sets. What stays single is
 * searched again until nothing more comes of it, so that regrouping what was written changes nothing.
 */
#include "io/oas/regroup.h"

#include <stdlib.h>

enum { VECTOR_COUNT = 6, SECOND_COUNT = 3, MEMBER_COUNT_MIN = 16, SAMPLE_COUNT = 1 << 15 };
static const uint32_t none = UINT32_MAX;

typedef struct chain { /* `count` places from index `first` on, one step apart */
    uint32_t first, count;
} chain;

typedef struct vectors { /* the most frequent displacements, that first */
    lob_point64 at[VECTOR_COUNT];
    uint32_t votes[VECTOR_COUNT];
    uint32_t count;
} vectors;

typedef struct work {
    lob_arena *arena;
    bool lists_only;
    oas_placed *placed;
    uint32_t placed_count, placed_capacity;
    lob_point *set;       /* the places that are searched, sorted, no doubles */
    lob_point *begins;    /* of chains of one length; sorted the other way in between */
    uint32_t *next;       /* partner of each place, by index */
    uint32_t *next_begin; /* of each beginning */
    uint8_t *linked;      /* is somebody's partner; taken */
    chain *chains;
    lob_point64 *samples;
    uint32_t member_count_min; /* of a lattice: all of a small set, or so many that the record costs less than a list */
} work;

/* ---- order ---- */

static int order(int64_t a, int64_t b) {
    return (a > b) - (a < b);
}

static int by_y_x(const void *a, const void *b) {
    const lob_point *p = a, *q = b;
    return p->y != q->y ? order(p->y, q->y) : order(p->x, q->x);
}

static int by_x_y(const void *a, const void *b) {
    const lob_point *p = a, *q = b;
    return p->x != q->x ? order(p->x, q->x) : order(p->y, q->y);
}

static int by_vector(const void *a, const void *b) {
    const lob_point64 *p = a, *q = b;
    return p->y != q->y ? order(p->y, q->y) : order(p->x, q->x);
}

static int by_count_first(const void *a, const void *b) {
    const chain *p = a, *q = b;
    return p->count != q->count ? order(q->count, p->count) : order(p->first, q->first);
}

static void sort_points(lob_point *points, uint32_t count, int (*compare)(const void *, const void *)) {
    for (uint32_t i = 1; i < count; i++) {
        if (compare(&points[i - 1], &points[i]) > 0) {
            qsort(points, count, sizeof *points, compare);
            return;
        }
    }
}

/* ---- results ---- */

static bool place(work *w, oas_placed placed) {
    if (w->placed_count == w->placed_capacity) {
        uint32_t capacity = w->placed_capacity ? w->placed_capacity * 2 : 16;
        oas_placed *grown = LOB_NEW_ARRAY(w->arena, oas_placed, capacity);
        if (!grown) {
            return false;
        }
        for (uint32_t i = 0; i < w->placed_count; i++) {
            grown[i] = w->placed[i];
        }
        w->placed = grown;
        w->placed_capacity = capacity;
    }
    w->placed[w->placed_count++] = placed;
    return true;
}

lob_rep oas_rep_normal(const lob_rep *rep) {
    lob_rep n = *rep;
    if (n.kind != LOB_REP_LATTICE) {
        return n;
    }
    bool turned = n.a.x == 0 && n.a.y >= 0 && n.b.y == 0 && n.b.x >= 0;
    if (n.na == 1 || (n.nb > 1 && turned && !(n.a.y == 0 && n.b.x == 0))) {
        n.na = rep->nb;
        n.nb = rep->na;
        n.a = rep->b;
        n.b = rep->a;
    }
    if (n.nb == 1) {
        n.b = (lob_point64){0, 0};
    }
    return n;
}

static bool place_lattice(work *w, lob_point at, uint32_t na, lob_point64 a, uint32_t nb, lob_point64 b) {
    lob_rep rep = {.kind = LOB_REP_LATTICE, .na = na, .nb = nb, .a = a, .b = b};
    return place(w, (oas_placed){at, oas_rep_normal(&rep)});
}

/* ---- steps ---- */

/* Upwards, or to the right; neighbours of a sorted set, so that b does not lie to the left of a at the same height. */
static lob_point64 between(lob_point a, lob_point b) {
    lob_point64 d = {(int64_t)b.x - a.x, (int64_t)b.y - a.y};
    return d.y < 0 ? (lob_point64){-d.x, -d.y} : d;
}

static bool parallel(lob_point64 a, lob_point64 b) {
    return (__int128)a.x * b.y == (__int128)a.y * b.x;
}

static uint32_t sample(work *w, const lob_point *points, uint32_t count, uint32_t have) {
    uint32_t stride = (count - 1) / SAMPLE_COUNT + 1;
    for (uint32_t i = 1; i < count; i += stride) {
        w->samples[have++] = between(points[i - 1], points[i]);
    }
    return have;
}

static void vote(vectors *v, uint32_t limit, lob_point64 d, uint32_t votes) {
    uint32_t at = v->count;
    for (; at > 0 && v->votes[at - 1] < votes; at--) {
    }
    if (at >= limit) {
        return;
    }
    v->count += v->count < limit;
    for (uint32_t i = v->count - 1; i > at; i--) {
        v->at[i] = v->at[i - 1];
        v->votes[i] = v->votes[i - 1];
    }
    v->at[at] = d;
    v->votes[at] = votes;
}

/* The `limit` most frequent displacements between neighbours of `points`, none along `except`. `turned` is as large. */
static vectors frequent(work *w, const lob_point *points, lob_point *turned, uint32_t count, lob_point64 except,
                        uint32_t limit) {
    vectors found = {0};
    for (uint32_t i = 0; i < count; i++) {
        turned[i] = points[i];
    }
    sort_points(turned, count, by_x_y);
    uint32_t have = sample(w, points, count, 0);
    have = sample(w, turned, count, have);
    qsort(w->samples, have, sizeof *w->samples, by_vector);
    for (uint32_t i = 0, n; i < have; i += n) {
        for (n = 1; i + n < have && by_vector(&w->samples[i], &w->samples[i + n]) == 0; n++) {
        }
        if ((except.x == 0 && except.y == 0) || !parallel(except, w->samples[i])) {
            vote(&found, limit, w->samples[i], n);
        }
    }
    return found;
}

/* next[i]: the index of points[i] + step, or none. */
static void link_points(const lob_point *points, uint32_t count, lob_point64 step, uint32_t *next, uint8_t *linked) {
    for (uint32_t i = 0; i < count; i++) {
        linked[i] = 0;
    }
    for (uint32_t i = 0, k = 0; i < count; i++) {
        int64_t x = points[i].x + step.x, y = points[i].y + step.y;
        while (k < count && (points[k].y < y || (points[k].y == y && points[k].x < x))) {
            k++;
        }
        bool found = k < count && points[k].y == y && points[k].x == x;
        next[i] = found ? k : none;
        if (found) {
            linked[k] = 1;
        }
    }
}

/* ---- lattices ---- */

static void take_chain(work *w, const chain *c) {
    for (uint32_t i = c->first, n = 0; n < c->count; n++, i = w->next[i]) {
        w->linked[i] = 1;
    }
}

/* Chains of one length, sorted by place: stacks of them, then those that are long enough alone. The places of what is
 * placed are marked in `linked`. */
static bool place_chains(work *w, lob_point64 a, chain *chains, uint32_t count) {
    const uint32_t length = chains[0].count;
    lob_point *turned = w->begins + count;
    uint8_t *linked = (uint8_t *)(w->next_begin + count);
    for (uint32_t i = 0; i < count; i++) {
        w->begins[i] = w->set[chains[i].first];
    }
    vectors steps = {0};
    if (count > 1) {
        steps = frequent(w, w->begins, turned, count, a, SECOND_COUNT);
    }
    for (uint32_t k = 0; k < steps.count && count > 1; k++) {
        link_points(w->begins, count, steps.at[k], w->next_begin, linked);
        for (uint32_t i = 0; i < count; i++) {
            uint32_t n = 1;
            for (uint32_t at = i; !linked[i] && w->next_begin[at] != none; at = w->next_begin[at]) {
                n++;
            }
            if (n == 1 || (uint64_t)n * length < w->member_count_min) {
                continue;
            }
            if (!place_lattice(w, w->begins[i], length, a, n, steps.at[k])) {
                return false;
            }
            for (uint32_t at = i; at != none; at = w->next_begin[at]) {
                take_chain(w, &chains[at]);
                chains[at].count = 0;
            }
        }
        uint32_t left = 0;
        for (uint32_t i = 0; i < count; i++) {
            if (chains[i].count) {
                w->begins[left] = w->begins[i];
                chains[left++] = chains[i];
            }
        }
        count = left;
    }
    for (uint32_t i = 0; i < count && length >= w->member_count_min; i++) {
        take_chain(w, &chains[i]);
        if (!place_lattice(w, w->begins[i], length, a, 1, (lob_point64){0, 0})) {
            return false;
        }
    }
    return true;
}

/* Takes lattices with steps along `step` out of the set; *count becomes what is left. */
static bool take_lattices(work *w, uint32_t *count, lob_point64 step) {
    uint32_t chain_count = 0, left = 0;
    link_points(w->set, *count, step, w->next, w->linked);
    for (uint32_t i = 0; i < *count; i++) {
        if (w->linked[i] || w->next[i] == none) {
            continue;
        }
        chain c = {i, 1};
        for (uint32_t at = i; w->next[at] != none; at = w->next[at]) {
            c.count++;
        }
        w->chains[chain_count++] = c;
    }
    for (uint32_t i = 0; i < *count; i++) {
        w->linked[i] = 0;
    }
    qsort(w->chains, chain_count, sizeof *w->chains, by_count_first);
    for (uint32_t i = 0, n; i < chain_count; i += n) {
        for (n = 1; i + n < chain_count && w->chains[i + n].count == w->chains[i].count; n++) {
        }
        if (!place_chains(w, step, w->chains + i, n)) {
            return false;
        }
    }
    for (uint32_t i = 0; i < *count; i++) {
        if (!w->linked[i]) {
            w->set[left++] = w->set[i];
        }
    }
    *count = left;
    return true;
}

static bool search(work *w, uint32_t *count) {
    if (*count < 3 || w->lists_only) {
        return true;
    }
    w->member_count_min = *count < MEMBER_COUNT_MIN ? *count : MEMBER_COUNT_MIN;
    vectors steps = frequent(w, w->set, w->begins, *count, (lob_point64){0, 0}, VECTOR_COUNT);
    for (uint32_t k = 0; k < steps.count && *count >= w->member_count_min; k++) {
        if (!take_lattices(w, count, steps.at[k])) {
            return false;
        }
    }
    return true;
}

/* ---- the rest ---- */

/* How many spots from i on have displacements to it that fit 32 bits. */
static uint32_t list_length(const lob_point *spots, uint32_t count, uint32_t i) {
    uint32_t n = 1;
    for (; i + n < count; n++) {
        int64_t dx = (int64_t)spots[i + n].x - spots[i].x, dy = (int64_t)spots[i + n].y - spots[i].y;
        if (dx < INT32_MIN || dx > INT32_MAX || dy > INT32_MAX) {
            break;
        }
    }
    return n;
}

static bool is_row(const lob_point *spots, uint32_t n) {
    for (uint32_t i = 2; i < n; i++) {
        if ((int64_t)spots[i].x - spots[i - 1].x != (int64_t)spots[1].x - spots[0].x ||
            (int64_t)spots[i].y - spots[i - 1].y != (int64_t)spots[1].y - spots[0].y) {
            return false;
        }
    }
    return n >= 2;
}

static bool place_list(work *w, const lob_point *spots, uint32_t n) {
    oas_placed p = {.at = spots[0]};
    if (n == 1) {
        return place(w, p);
    }
    if (is_row(spots, n)) {
        return place_lattice(w, spots[0], n, between(spots[0], spots[1]), 1, (lob_point64){0, 0});
    }
    lob_point *list = LOB_NEW_ARRAY(w->arena, lob_point, n);
    if (!list) {
        return false;
    }
    for (uint32_t i = 0; i < n; i++) {
        list[i] = (lob_point){(int32_t)((int64_t)spots[i].x - spots[0].x), (int32_t)((int64_t)spots[i].y - spots[0].y)};
    }
    p.rep = (lob_rep){.kind = LOB_REP_LIST, .list = list, .list_count = n};
    return place(w, p);
}

static bool place_rest(work *w, const lob_point *spots, uint32_t count) {
    if (count > 2 && is_row(spots, count)) {
        return place_list(w, spots, count);
    }
    for (uint32_t i = 0, n; i < count; i += n) {
        n = list_length(spots, count, i);
        if (!place_list(w, spots + i, n)) {
            return false;
        }
    }
    return true;
}

/* ---- sets ---- */

/* Sorted spots -> each once, at the front, and how often it is there. */
static uint32_t count_copies(lob_point *spots, uint32_t count, uint32_t *copies) {
    uint32_t distinct = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (distinct > 0 && by_y_x(&spots[i], &spots[distinct - 1]) == 0) {
            copies[distinct - 1]++;
            continue;
        }
        spots[distinct] = spots[i];
        copies[distinct++] = 1;
    }
    return distinct;
}

/* Copies one of each into the set, and keeps those that have more. */
static uint32_t next_set(work *w, lob_point *spots, uint32_t *copies, uint32_t *count) {
    uint32_t taken = *count, left = 0;
    for (uint32_t i = 0; i < taken; i++) {
        w->set[i] = spots[i];
        if (--copies[i] > 0) {
            spots[left] = spots[i];
            copies[left++] = copies[i];
        }
    }
    *count = left;
    return taken;
}

/* Each spot is in a lattice, in a list, or placed alone. */
static bool regroup_once(work *w, lob_point *spots, uint32_t count) {
    lob_point *rest = LOB_NEW_ARRAY(w->arena, lob_point, count);
    uint32_t *copies = LOB_NEW_ARRAY(w->arena, uint32_t, count);
    uint32_t rest_count = 0;
    if (!rest || !copies) {
        return false;
    }
    sort_points(spots, count, by_y_x);
    for (uint32_t left = count_copies(spots, count, copies); left > 0;) {
        uint32_t n = next_set(w, spots, copies, &left);
        if (!search(w, &n)) {
            return false;
        }
        for (uint32_t i = 0; i < n; i++) {
            rest[rest_count++] = w->set[i];
        }
    }
    sort_points(rest, rest_count, by_y_x);
    for (uint32_t left = count_copies(rest, rest_count, copies); left > 0;) {
        uint32_t n = next_set(w, rest, copies, &left);
        if (!place_rest(w, w->set, n)) {
            return false;
        }
    }
    return true;
}

static bool work_begin(work *w, lob_arena *arena, uint32_t count) {
    uint32_t samples = 2 * (count < SAMPLE_COUNT ? count : SAMPLE_COUNT + 1);
    *w = (work){.arena = arena};
    w->set = LOB_NEW_ARRAY(arena, lob_point, count);
    w->begins = LOB_NEW_ARRAY(arena, lob_point, (size_t)count + 1);
    w->next = LOB_NEW_ARRAY(arena, uint32_t, count);
    w->next_begin = LOB_NEW_ARRAY(arena, uint32_t, (size_t)count + 1); /* then a byte for each */
    w->linked = LOB_NEW_ARRAY(arena, uint8_t, count);
    w->chains = LOB_NEW_ARRAY(arena, chain, (size_t)count / 2 + 1);
    w->samples = LOB_NEW_ARRAY(arena, lob_point64, samples);
    return w->set && w->begins && w->next && w->next_begin && w->linked && w->chains && w->samples;
}

/* Moves the places that are alone from the end of the answer into `spots`. */
static uint32_t take_singles(work *w, uint32_t from, lob_point *spots) {
    uint32_t kept = from, singles = 0;
    for (uint32_t i = from; i < w->placed_count; i++) {
        if (w->placed[i].rep.kind == LOB_REP_NONE) {
            spots[singles++] = w->placed[i].at;
        } else {
            w->placed[kept++] = w->placed[i];
        }
    }
    w->placed_count = kept;
    return singles;
}

static bool regroup(lob_arena *arena, bool lists_only, lob_point *spots, uint32_t spot_count, oas_placed **placed,
                    uint32_t *count) {
    work w;
    if (!work_begin(&w, arena, spot_count)) {
        return false;
    }
    w.lists_only = lists_only;
    for (uint32_t left = spot_count; left > 0;) {
        const uint32_t before = left;
        uint32_t from = w.placed_count;
        if (!regroup_once(&w, spots, left)) {
            return false;
        }
        left = take_singles(&w, from, spots);
        if (left == before || left == 1) {
            for (uint32_t i = 0; i < left; i++) { /* there is room: that is where they come from */
                w.placed[w.placed_count++] = (oas_placed){.at = spots[i]};
            }
            break;
        }
    }
    *placed = w.placed;
    *count = w.placed_count;
    return true;
}

bool oas_regroup(lob_arena *arena, lob_point *spots, uint32_t spot_count, oas_placed **placed, uint32_t *count) {
    return regroup(arena, false, spots, spot_count, placed, count);
}

bool oas_regroup_lists(lob_arena *arena, lob_point *spots, uint32_t spot_count, oas_placed **placed, uint32_t *count) {
    return regroup(arena, true, spots, spot_count, placed, count);
}
