/* Repetitions found again, in passes that each take what they can and leave the rest: rows (equal y, equal steps, three
 * or more), columns of what is left, rows or columns that are alike at equal steps become lattices, and the remaining
 * single spots become irregular lists. A list holds a spot once (KLayout drops a second one), so further copies go into
 * further lists, and what stays single of all of them is one and the same spot: regrouping again changes nothing. */
#include "io/oas/regroup.h"

#include <stdlib.h>

typedef struct run { /* `count` spots from `at`, `step` apart */
    lob_point at;
    uint32_t count;
    int64_t step;
} run;

typedef struct work {
    lob_arena *arena;
    run *runs;
    uint32_t run_count;
    oas_placed *placed;
    uint32_t placed_count, placed_capacity;
} work;

enum { RUN_COUNT_MIN = 3 };

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

static int by_shape_y_x(const void *a, const void *b) {
    const run *p = a, *q = b;
    if (p->count != q->count) {
        return order(p->count, q->count);
    }
    return p->step != q->step ? order(p->step, q->step) : by_y_x(&p->at, &q->at);
}

/* At one place a single comes first; the numbers decide between lattices, the lengths between lists, each of which has
 * all the spots of the next. */
static int placed_by_y_x(const void *a, const void *b) {
    const oas_placed *p = a, *q = b;
    const int64_t keys[8][2] = {{p->at.y, q->at.y},
                                {p->at.x, q->at.x},
                                {(int64_t)p->rep.kind, (int64_t)q->rep.kind},
                                {(int64_t)p->rep.na, (int64_t)q->rep.na},
                                {(int64_t)p->rep.nb, (int64_t)q->rep.nb},
                                {p->rep.a.x, q->rep.a.x},
                                {p->rep.a.y, q->rep.a.y},
                                {p->rep.list_count, q->rep.list_count}};
    int result = 0;
    for (unsigned i = 0; i < 8 && result == 0; i++) {
        result = order(keys[i][0], keys[i][1]);
    }
    return result;
}

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

/* Length of the run that begins at spots[i] along x (or y). */
static uint32_t run_length(const lob_point *spots, uint32_t count, uint32_t i, bool along_x, int64_t *step) {
    uint32_t n = 1;
    for (uint32_t k = i + 1; k < count; k++, n++) {
        if (along_x ? spots[k].y != spots[i].y : spots[k].x != spots[i].x) {
            break;
        }
        int64_t d = along_x ? (int64_t)spots[k].x - spots[k - 1].x : (int64_t)spots[k].y - spots[k - 1].y;
        if (d == 0 || (n > 1 && d != *step)) {
            break;
        }
        *step = d;
    }
    return n;
}

/* Moves runs out of `spots`; returns how many single ones are left, at its front. */
static uint32_t take_runs(work *w, lob_point *spots, uint32_t count, bool along_x) {
    uint32_t left = 0;
    w->run_count = 0;
    for (uint32_t i = 0; i < count;) {
        int64_t step = 0;
        uint32_t n = run_length(spots, count, i, along_x, &step);
        if (n >= RUN_COUNT_MIN) {
            w->runs[w->run_count++] = (run){spots[i], n, step};
            i += n;
        } else {
            spots[left++] = spots[i++];
        }
    }
    return left;
}

/* How many runs from i on are alike and stand at one displacement, which is not along them. */
static uint32_t stack_length(const work *w, uint32_t i, bool along_x, lob_point64 *by) {
    uint32_t n = 1;
    for (uint32_t k = i + 1; k < w->run_count; k++, n++) {
        const run *a = &w->runs[k - 1], *b = &w->runs[k];
        lob_point64 d = {(int64_t)b->at.x - a->at.x, (int64_t)b->at.y - a->at.y};
        if (a->count != b->count || a->step != b->step || (along_x ? d.y : d.x) == 0 ||
            (n > 1 && (d.x != by->x || d.y != by->y))) {
            break;
        }
        *by = d;
    }
    return n;
}

static bool place_runs(work *w, bool along_x) {
    qsort(w->runs, w->run_count, sizeof *w->runs, by_shape_y_x);
    for (uint32_t i = 0; i < w->run_count;) {
        lob_point64 by = {0, 0}, next = {0, 0};
        uint32_t n = stack_length(w, i, along_x, &by);
        if (n == 2 && stack_length(w, i + 1, along_x, &next) > 2) {
            n = 1; /* the second belongs to a longer stack */
        }
        const run *r = &w->runs[i];
        lob_point64 a = along_x ? (lob_point64){r->step, 0} : (lob_point64){0, r->step};
        lob_point64 b = n > 1 ? by : (lob_point64){0, 0};
        if (!place(w, (oas_placed){r->at, {.kind = LOB_REP_LATTICE, .na = r->count, .nb = n, .a = a, .b = b}})) {
            return false;
        }
        i += n;
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

static bool place_list(work *w, const lob_point *spots, uint32_t n) {
    oas_placed p = {.at = spots[0]};
    if (n == 1) {
        return place(w, p);
    }
    if (n == 2) {
        lob_point64 a = {(int64_t)spots[1].x - spots[0].x, (int64_t)spots[1].y - spots[0].y};
        p.rep = (lob_rep){.kind = LOB_REP_LATTICE, .na = 2, .nb = 1, .a = a};
        return place(w, p);
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

/* In each turn the first copies go, the others move to the front. */
static bool place_rest(work *w, lob_point *spots, uint32_t count) {
    lob_point *once = LOB_NEW_ARRAY(w->arena, lob_point, count);
    if (!once) {
        return false;
    }
    for (uint32_t left; count > 0; count = left) {
        uint32_t distinct = 0;
        left = 0;
        for (uint32_t i = 0; i < count; i++) {
            if (distinct == 0 || by_y_x(&spots[i], &once[distinct - 1]) != 0) {
                once[distinct++] = spots[i];
            } else {
                spots[left++] = spots[i];
            }
        }
        for (uint32_t i = 0, n; i < distinct; i += n) {
            n = list_length(once, distinct, i);
            if (!place_list(w, once + i, n)) {
                return false;
            }
        }
    }
    return true;
}

bool oas_regroup(lob_arena *arena, lob_point *spots, uint32_t spot_count, oas_placed **placed, uint32_t *count) {
    work w = {.arena = arena, .runs = LOB_NEW_ARRAY(arena, run, (size_t)spot_count / RUN_COUNT_MIN + 1)};
    if (!w.runs) {
        return false;
    }
    qsort(spots, spot_count, sizeof *spots, by_y_x);
    uint32_t left = take_runs(&w, spots, spot_count, true);
    if (!place_runs(&w, true)) {
        return false;
    }
    qsort(spots, left, sizeof *spots, by_x_y);
    left = take_runs(&w, spots, left, false);
    if (!place_runs(&w, false)) {
        return false;
    }
    qsort(spots, left, sizeof *spots, by_y_x);
    if (!place_rest(&w, spots, left)) {
        return false;
    }
    if (w.placed_count > 1) {
        qsort(w.placed, w.placed_count, sizeof *w.placed, placed_by_y_x);
    }
    *placed = w.placed;
    *count = w.placed_count;
    return true;
}
