/* Point lists and repetitions of OASIS.
 *
 * Point list: type, count, deltas.  0: 1-deltas, horizontal first; 1: vertical first; 2: 2-deltas; 3: 3-deltas; 4:
 * g-deltas; 5: g-deltas of the delta.  Polygons of type 0 and 1 have one more vertex that closes them by right angles.
 * Repetition: 0 the last one; 1 nx ny sx sy; 2 nx sx; 3 ny sy; 4 nx sx..; 5 nx grid sx..; 6 ny sy..; 7 ny grid sy..;
 * 8 n m g-delta g-delta; 9 n g-delta; 10 n g-delta..; 11 n grid g-delta..   Counts are stored less 2.
 * A list grows as its bytes arrive, so a count that lies costs nothing.
 */
#include <string.h>

#include "base/alloc.h"
#include "gen/limits.h"
#include "io/oas/reader.h"

static inline lob_status points_add(oas_reader *r, oas_points *points, lob_point64 p) {
    if (points->count == points->capacity) {
        uint32_t capacity = points->capacity ? points->capacity * 2 : 64;
        lob_point64 *items = capacity > points->capacity ? lob_realloc(points->items, capacity * sizeof *items) : NULL;
        if (!items) {
            return lob_fail_memory(r->ctx);
        }
        points->items = items;
        points->capacity = capacity;
    }
    points->items[points->count++] = p;
    return LOB_OK;
}

static inline lob_status step(oas_reader *r, lob_point64 *at, int64_t dx, int64_t dy) {
    if (__builtin_add_overflow(at->x, dx, &at->x) || __builtin_add_overflow(at->y, dy, &at->y)) {
        return oas_fail(&r->s, "coordinate_range", "a sum of coordinates needs more than 64 bits", NULL);
    }
    return LOB_OK;
}

/* One delta of a list of the given type; `previous` is the running delta of type 5. */
static inline lob_status list_delta(oas_reader *r, uint64_t type, bool horizontal, lob_point64 *previous,
                                    oas_delta *delta) {
    switch (type) {
    case 0:
    case 1: {
        int64_t along;
        LOB_TRY(oas_sint(&r->s, &along));
        *delta = horizontal ? (oas_delta){along, 0} : (oas_delta){0, along};
        return LOB_OK;
    }
    case 2:
        return oas_delta_2(&r->s, delta);
    case 3:
        return oas_delta_3(&r->s, delta);
    case 4:
        return oas_delta_g(&r->s, delta);
    default:
        LOB_TRY(oas_delta_g(&r->s, delta));
        LOB_TRY(step(r, previous, delta->x, delta->y));
        *delta = (oas_delta){previous->x, previous->y};
        return LOB_OK;
    }
}

lob_status oas_point_list(oas_reader *r, bool is_polygon, oas_points *points) {
    uint64_t type, count;
    LOB_TRY(oas_uint_max(&r->s, 5, "a point list has a type above 5", &type));
    LOB_TRY(oas_uint_max(&r->s, LOB_LIMIT_POINTS - 2, "a point list is longer than the limit", &count));
    points->count = 0;
    lob_point64 at = {0, 0}, previous = {0, 0};
    LOB_TRY(points_add(r, points, at));
    bool horizontal = type == 0;
    for (uint64_t i = 0; i < count; i++, horizontal = !horizontal) {
        oas_delta delta;
        LOB_TRY(list_delta(r, type, horizontal, &previous, &delta));
        LOB_TRY(step(r, &at, delta.x, delta.y));
        LOB_TRY(points_add(r, points, at));
        if ((i & 0xffff) == 0xffff) {
            LOB_TRY(lob_poll(r->ctx));
        }
    }
    if (is_polygon && type < 2 && count > 0) {
        LOB_TRY(points_add(r, points, horizontal ? (lob_point64){0, at.y} : (lob_point64){at.x, 0}));
    }
    return LOB_OK;
}

/* ---- repetitions ---- */

static inline lob_status rep_add(oas_reader *r, int64_t x, int64_t y) {
    oas_modal *m = &r->m;
    if (x < INT32_MIN || x > INT32_MAX || y < INT32_MIN || y > INT32_MAX) {
        return oas_fail(&r->s, "coordinate_range", "a displacement of a repetition needs more than 32 bits", NULL);
    }
    if (m->rep.list_count == m->rep_capacity) {
        uint32_t capacity = m->rep_capacity ? m->rep_capacity * 2 : 64;
        lob_point *list = capacity > m->rep_capacity ? lob_realloc(m->rep_list, capacity * sizeof *list) : NULL;
        if (!list) {
            return lob_fail_memory(r->ctx);
        }
        m->rep_list = list;
        m->rep_capacity = capacity;
    }
    m->rep_list[m->rep.list_count++] = (lob_point){(int32_t)x, (int32_t)y};
    return LOB_OK;
}

static lob_status lattice(oas_reader *r, uint64_t na, uint64_t nb, lob_point64 a, lob_point64 b) {
    const int64_t max = LOB_COORD_MAX;
    if (a.x < -max || a.x > max || a.y < -max || a.y > max || b.x < -max || b.x > max || b.y < -max || b.y > max) {
        return oas_fail(&r->s, "coordinate_range", "the pitch of a repetition is out of range", NULL);
    }
    r->m.rep = (lob_rep){.kind = LOB_REP_LATTICE, .na = na, .nb = nb, .a = a, .b = b};
    return LOB_OK;
}

static lob_status count_of(oas_reader *r, uint64_t *count) {
    LOB_TRY(oas_uint_max(&r->s, UINT64_MAX - 2, "a repetition count is too large", count));
    *count += 2;
    return LOB_OK;
}

static lob_status pitch(oas_reader *r, int64_t *space) {
    uint64_t raw;
    LOB_TRY(oas_uint_max(&r->s, (uint64_t)LOB_COORD_MAX, "the pitch of a repetition is out of range", &raw));
    *space = (int64_t)raw;
    return LOB_OK;
}

static lob_status rep_regular(oas_reader *r, uint64_t type) {
    uint64_t na, nb = 1;
    lob_point64 a = {0, 0}, b = {0, 0};
    LOB_TRY(count_of(r, &na));
    if (type == 1 || type == 8) {
        LOB_TRY(count_of(r, &nb));
    }
    if (type >= 8) {
        oas_delta delta;
        LOB_TRY(oas_delta_g(&r->s, &delta));
        a = (lob_point64){delta.x, delta.y};
        if (type == 8) {
            LOB_TRY(oas_delta_g(&r->s, &delta));
            b = (lob_point64){delta.x, delta.y};
        }
        return lattice(r, na, nb, a, b);
    }
    if (type == 3) { /* as in KLayout a runs along x and b along y */
        LOB_TRY(pitch(r, &b.y));
        return lattice(r, 1, na, a, b);
    }
    LOB_TRY(pitch(r, &a.x));
    if (type == 1) {
        LOB_TRY(pitch(r, &b.y));
    }
    return lattice(r, na, nb, a, b);
}

/* Types 4-7, 10, 11: one displacement after another, on a grid where there is one. */
static lob_status rep_list(oas_reader *r, uint64_t type) {
    uint64_t count, grid = 1;
    LOB_TRY(count_of(r, &count));
    if (type == 5 || type == 7 || type == 11) {
        LOB_TRY(oas_uint_max(&r->s, INT32_MAX, "the grid of a repetition is out of range", &grid));
    }
    r->m.rep = (lob_rep){.kind = LOB_REP_LIST};
    LOB_TRY(rep_add(r, 0, 0));
    lob_point64 at = {0, 0};
    for (uint64_t i = 1; i < count; i++) {
        oas_delta delta = {0, 0};
        if (type >= 10) {
            LOB_TRY(oas_delta_g(&r->s, &delta));
        } else {
            LOB_TRY(pitch(r, type <= 5 ? &delta.x : &delta.y));
        }
        int64_t dx, dy;
        if (__builtin_mul_overflow(delta.x, (int64_t)grid, &dx) ||
            __builtin_mul_overflow(delta.y, (int64_t)grid, &dy)) {
            return oas_fail(&r->s, "coordinate_range", "a displacement of a repetition is out of range", NULL);
        }
        LOB_TRY(step(r, &at, dx, dy));
        LOB_TRY(rep_add(r, at.x, at.y));
        if ((i & 0xffff) == 0xffff) {
            LOB_TRY(lob_poll(r->ctx));
        }
    }
    r->m.rep.list = r->m.rep_list;
    return LOB_OK;
}

lob_status oas_repetition(oas_reader *r) {
    uint64_t type;
    LOB_TRY(oas_uint_max(&r->s, 11, "a repetition has a type above 11", &type));
    if (type == 0) {
        return oas_need(r, OAS_M_REPETITION);
    }
    r->m.set &= ~(uint32_t)OAS_M_REPETITION;
    LOB_TRY(type <= 3 || type == 8 || type == 9 ? rep_regular(r, type) : rep_list(r, type));
    r->m.set |= OAS_M_REPETITION;
    return LOB_OK;
}
