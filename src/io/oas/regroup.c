/* Repetitions found again, in four passes that each take what they can and leave the rest:
 * rows (equal y, equal steps, three or more), columns of what is left, equal rows or columns at equal steps become
 * lattices, and the remaining single spots become one irregular list. Duplicates (step 0) never form a row, so none is
 * lost. */
#include "io/oas/regroup.h"

#include <stdlib.h>

typedef struct run { /* `count` spots from `at`, `step` apart */
    lob_point at;
    uint32_t count;
    int64_t step;
} run;

typedef struct work {
    lob_arena *arena;
    oas_placed *placed; /* room for one a spot */
    uint32_t placed_count;
    run *runs;
    uint32_t run_count;
} work;

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

static int placed_by_y_x(const void *a, const void *b) {
    const oas_placed *p = a, *q = b;
    int result = by_y_x(&p->at, &q->at);
    return result ? result : order((int64_t)p->rep.kind, (int64_t)q->rep.kind);
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

/* Moves runs of three and more out of `spots`; returns how many single ones are left, at its front. */
static uint32_t take_runs(work *w, lob_point *spots, uint32_t count, bool along_x) {
    uint32_t left = 0;
    w->run_count = 0;
    for (uint32_t i = 0; i < count;) {
        int64_t step = 0;
        uint32_t n = run_length(spots, count, i, along_x, &step);
        if (n >= 3) {
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
        if (n == 2 && i + 1 < w->run_count && stack_length(w, i + 1, &next) > 2) {
            n = 1; /* the second belongs to a longer stack */
        }
        const run *r = &w->runs[i];
        lob_point64 a = along_x ? (lob_point64){r->step, 0} : (lob_point64){0, r->step};
        w->placed[w->placed_count++] = (oas_placed){
            r->at, {.kind = LOB_REP_LATTICE, .na = r->count, .nb = n, .a = a, .b = n > 1 ? by : (lob_point64){0, 0}}};
        i += n;
    }
}

/* The rest as lists whose displacements fit 32 bits. */
static bool place_rest(work *w, const lob_point *spots, uint32_t count) {
    for (uint32_t i = 0; i < count;) {
        lob_point *list = LOB_NEW_ARRAY(w->arena, lob_point, count - i);
        if (!list) {
            return false;
        }
        uint32_t n = 0;
        for (; i + n < count; n++) {
            int64_t dx = (int64_t)spots[i + n].x - spots[i].x, dy = (int64_t)spots[i + n].y - spots[i].y;
            if (dx < INT32_MIN || dx > INT32_MAX || dy > INT32_MAX) {
                break;
            }
            list[n] = (lob_point){(int32_t)dx, (int32_t)dy};
        }
        oas_placed *p = &w->placed[w->placed_count++];
        *p = (oas_placed){.at = spots[i]};
        if (n > 1) {
            p->rep = (lob_rep){.kind = LOB_REP_LIST, .list = list, .list_count = n};
        }
        i += n;
    }
    return true;
}

bool oas_regroup(lob_arena *arena, lob_point *spots, uint32_t spot_count, oas_placed **placed, uint32_t *count) {
    work w = {.arena = arena, .placed = LOB_NEW_ARRAY(arena, oas_placed, spot_count)};
    w.runs = LOB_NEW_ARRAY(arena, run, spot_count / 3 + 1);
    if (!w.placed || !w.runs) {
        return false;
    }
    qsort(spots, spot_count, sizeof *spots, by_y_x);
    uint32_t left = take_runs(&w, spots, spot_count, true);
    place_runs(&w, true);
    qsort(spots, left, sizeof *spots, by_x_y);
    left = take_runs(&w, spots, left, false);
    place_runs(&w, false);
    qsort(spots, left, sizeof *spots, by_y_x);
    if (!place_rest(&w, spots, left)) {
        return false;
    }
    qsort(w.placed, w.placed_count, sizeof *w.placed, placed_by_y_x);
    *placed = w.placed;
    *count = w.placed_count;
    return true;
}
