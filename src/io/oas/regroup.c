/* Repetitions found again, in passes that each take what they can and leave the rest: rows (equal y, equal steps, three
 * or more), columns of what is left, rows or columns that are alike at equal steps become lattices, and the remaining
 * single spots become irregular lists. Duplicates (step 0) never form a row, so none is lost. */
#include "io/oas/regroup.h"

#include <stdlib.h>

typedef struct run { /* `count` spots from `at`, `step` apart */
    lob_point at;
    uint32_t count;
    int64_t step;
} run;

typedef struct work {
    run *runs;
    uint32_t run_count;
    oas_placed *placed;
    uint32_t placed_count;
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

/* At one place a single comes first; the numbers decide between lattices. Lists of one place cover different spots of
 * one region in turn, so only the first of them can begin there. */
static int placed_by_y_x(const void *a, const void *b) {
    const oas_placed *p = a, *q = b;
    const int64_t keys[7][2] = {{p->at.y, q->at.y},
                                {p->at.x, q->at.x},
                                {(int64_t)p->rep.kind, (int64_t)q->rep.kind},
                                {(int64_t)p->rep.na, (int64_t)q->rep.na},
                                {(int64_t)p->rep.nb, (int64_t)q->rep.nb},
                                {p->rep.a.x, q->rep.a.x},
                                {p->rep.a.y, q->rep.a.y}};
    int result = 0;
    for (unsigned i = 0; i < 7 && result == 0; i++) {
        result = order(keys[i][0], keys[i][1]);
    }
    return result;
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

/* How many runs from i on are alike and stand at one displacement. */
static uint32_t stack_length(const work *w, uint32_t i, lob_point64 *by) {
    uint32_t n = 1;
    for (uint32_t k = i + 1; k < w->run_count; k++, n++) {
        const run *a = &w->runs[k - 1], *b = &w->runs[k];
        lob_point64 d = {(int64_t)b->at.x - a->at.x, (int64_t)b->at.y - a->at.y};
        if (a->count != b->count || a->step != b->step || (d.x == 0 && d.y == 0) ||
            (n > 1 && (d.x != by->x || d.y != by->y))) {
            break;
        }
        *by = d;
    }
    return n;
}

static void place_runs(work *w, bool along_x) {
    qsort(w->runs, w->run_count, sizeof *w->runs, by_shape_y_x);
    for (uint32_t i = 0; i < w->run_count;) {
        lob_point64 by = {0, 0}, next = {0, 0};
        uint32_t n = stack_length(w, i, &by);
        if (n == 2 && stack_length(w, i + 1, &next) > 2) {
            n = 1; /* the second belongs to a longer stack */
        }
        const run *r = &w->runs[i];
        lob_point64 a = along_x ? (lob_point64){r->step, 0} : (lob_point64){0, r->step};
        w->placed[w->placed_count++] = (oas_placed){
            r->at, {.kind = LOB_REP_LATTICE, .na = r->count, .nb = n, .a = a, .b = n > 1 ? by : (lob_point64){0, 0}}};
        i += n;
    }
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

static bool place_list(lob_arena *arena, const lob_point *spots, uint32_t n, oas_placed *p) {
    *p = (oas_placed){.at = spots[0]};
    if (n == 2) {
        lob_point64 a = {(int64_t)spots[1].x - spots[0].x, (int64_t)spots[1].y - spots[0].y};
        p->rep = (lob_rep){.kind = LOB_REP_LATTICE, .na = 2, .nb = 1, .a = a};
    }
    if (n <= 2) {
        return true;
    }
    lob_point *list = LOB_NEW_ARRAY(arena, lob_point, n);
    if (!list) {
        return false;
    }
    for (uint32_t i = 0; i < n; i++) {
        list[i] = (lob_point){(int32_t)((int64_t)spots[i].x - spots[0].x), (int32_t)((int64_t)spots[i].y - spots[0].y)};
    }
    p->rep = (lob_rep){.kind = LOB_REP_LIST, .list = list, .list_count = n};
    return true;
}

/* What was placed so far moves to a larger array with the lists of the rest behind it. */
static bool place_rest(lob_arena *arena, work *w, const lob_point *spots, uint32_t count) {
    uint32_t lists = 0;
    for (uint32_t i = 0; i < count; i += list_length(spots, count, i)) {
        lists++;
    }
    oas_placed *all = LOB_NEW_ARRAY(arena, oas_placed, (size_t)w->placed_count + lists);
    if (!all) {
        return false;
    }
    for (uint32_t i = 0; i < w->placed_count; i++) {
        all[i] = w->placed[i];
    }
    w->placed = all;
    for (uint32_t i = 0, n; i < count; i += n) {
        n = list_length(spots, count, i);
        if (!place_list(arena, spots + i, n, &all[w->placed_count++])) {
            return false;
        }
    }
    return true;
}

bool oas_regroup(lob_arena *arena, lob_point *spots, uint32_t spot_count, oas_placed **placed, uint32_t *count) {
    uint32_t run_max = spot_count / RUN_COUNT_MIN + 1;
    work w = {.runs = LOB_NEW_ARRAY(arena, run, run_max), .placed = LOB_NEW_ARRAY(arena, oas_placed, run_max)};
    if (!w.runs || !w.placed) {
        return false;
    }
    qsort(spots, spot_count, sizeof *spots, by_y_x);
    uint32_t left = take_runs(&w, spots, spot_count, true);
    place_runs(&w, true);
    qsort(spots, left, sizeof *spots, by_x_y);
    left = take_runs(&w, spots, left, false);
    place_runs(&w, false);
    qsort(spots, left, sizeof *spots, by_y_x);
    if (!place_rest(arena, &w, spots, left)) {
        return false;
    }
    qsort(w.placed, w.placed_count, sizeof *w.placed, placed_by_y_x);
    *placed = w.placed;
    *count = w.placed_count;
    return true;
}
