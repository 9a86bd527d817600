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
#include "base/limits.h"
#include "io/oas/reader.h"

enum { CHUNK_POINTS = 4096 };

void *oas_grown(void *items, size_t item_size, uint64_t need, uint32_t *capacity) {
    uint64_t grown = *capacity ? (uint64_t)*capacity * 2 : 64;
    grown = grown < need ? need : grown;
    void *block = grown <= UINT32_MAX ? lob_realloc(items, (size_t)grown * item_size) : NULL;
    *capacity = block ? (uint32_t)grown : *capacity;
    return block;
}

static lob_status points_reserve(oas_reader *r, oas_points *points, uint64_t more) {
    const uint64_t need = points->count + more;
    if (need <= points->capacity) {
        return LOB_OK;
    }
    lob_point64 *items = oas_grown(points->items, sizeof *items, need, &points->capacity);
    if (!items) {
        return lob_fail_memory(r->ctx);
    }
    points->items = items;
    return LOB_OK;
}

static lob_status points_add(oas_reader *r, oas_points *points, lob_point64 p) {
    LOB_TRY(points_reserve(r, points, 1));
    points->items[points->count++] = p;
    return LOB_OK;
}

static inline lob_status step(oas_reader *r, lob_point64 *at, int64_t dx, int64_t dy) {
    if (__builtin_add_overflow(at->x, dx, &at->x) || __builtin_add_overflow(at->y, dy, &at->y)) {
        return oas_fail(&r->s, "coordinate_range", "a sum of coordinates needs more than 64 bits", NULL);
    }
    return LOB_OK;
}

/* Where a list of points stands. */
typedef struct walk {
    lob_point64 at, delta; /* the last point; the running delta of type 5 */
    bool horizontal;       /* types 0 and 1 */
} walk;

static lob_status walk_on(oas_reader *r, uint64_t type, walk *w) {
    oas_delta delta;
    int64_t along;
    switch (type) {
    case 0:
    case 1:
        LOB_TRY(oas_sint(&r->s, &along));
        delta = w->horizontal ? (oas_delta){along, 0} : (oas_delta){0, along};
        w->horizontal = !w->horizontal;
        break;
    case 2:
        LOB_TRY(oas_delta_2(&r->s, &delta));
        break;
    case 3:
        LOB_TRY(oas_delta_3(&r->s, &delta));
        break;
    case 4:
        LOB_TRY(oas_delta_g(&r->s, &delta));
        break;
    default:
        LOB_TRY(oas_delta_g(&r->s, &delta));
        LOB_TRY(step(r, &w->delta, delta.x, delta.y));
        delta = (oas_delta){w->delta.x, w->delta.y};
        break;
    }
    return step(r, &w->at, delta.x, delta.y);
}

static inline bool delta_near(const uint8_t **at, uint64_t type, bool horizontal, oas_delta *delta) {
    uint64_t raw, y;
    if (!oas_uint_near(at, &raw)) {
        return false;
    }
    if (type < 2) {
        int64_t along = oas_signed(raw);
        *delta = horizontal ? (oas_delta){along, 0} : (oas_delta){0, along};
    } else if (type < 4) {
        const unsigned bits = (unsigned)type; /* 2 or 3: of direction */
        *delta = oas_along((unsigned)raw & ((1u << bits) - 1), raw >> bits);
    } else if (!(raw & 1)) {
        *delta = oas_along((unsigned)(raw >> 1) & 7, raw >> 4);
    } else {
        if (!oas_uint_near(at, &y)) {
            return false;
        }
        const int64_t x = (int64_t)(raw >> 2);
        *delta = (oas_delta){(raw & 2) ? -x : x, oas_signed(y)};
    }
    return true;
}

static bool is_near(int64_t value) {
    const int64_t far = INT64_C(1) << 42;
    return value >= -far && value < far;
}

/* The points that lie whole in the run of bytes and stay below 2^40, at most `count`. The one that ends this is left to
 * walk_on(), which says what is wrong with it, if anything is. Below 2^40 no sum with a delta of 56 bits overflows;
 * where walk_on() left the walk farther out, it goes on by itself. */
static inline uint32_t walk_near(oas_stream *s, const uint64_t type, walk *walked, lob_point64 *out, uint32_t count) {
    const int64_t far = INT64_C(1) << 40;
    const uint8_t *at = s->cur;
    walk w = *walked;
    uint32_t n = 0;
    if (!is_near(w.at.x) || !is_near(w.at.y) || !is_near(w.delta.x) || !is_near(w.delta.y)) {
        return 0;
    }
    while (n < count && s->end - at >= 2 * OAS_NEAR_SIZE) {
        const uint8_t *next = at;
        oas_delta delta;
        if (!delta_near(&next, type, w.horizontal, &delta)) {
            break;
        }
        if (type == 5) {
            delta = (oas_delta){w.delta.x + delta.x, w.delta.y + delta.y};
        }
        const lob_point64 p = {w.at.x + delta.x, w.at.y + delta.y};
        if (((uint64_t)(p.x + far) | (uint64_t)(p.y + far)) >> 41) {
            break;
        }
        w = (walk){p, {delta.x, delta.y}, !w.horizontal};
        out[n++] = p;
        at = next;
    }
    s->cur = at;
    *walked = w;
    return n;
}

/* A loop of its own for each type. */
static uint32_t walk_chunk(oas_stream *s, uint64_t type, walk *w, lob_point64 *out, uint32_t count) {
    switch (type) {
    case 0:
    case 1:
        return walk_near(s, 0, w, out, count);
    case 2:
        return walk_near(s, 2, w, out, count);
    case 3:
        return walk_near(s, 3, w, out, count);
    case 4:
        return walk_near(s, 4, w, out, count);
    default:
        return walk_near(s, 5, w, out, count);
    }
}

lob_status oas_points_room(oas_reader *r, uint32_t count) {
    if (r->point_capacity < count) {
        lob_point *grown = lob_realloc(r->points, count * sizeof *grown);
        if (!grown) {
            return lob_fail_memory(r->ctx);
        }
        r->points = grown;
        r->point_capacity = count;
    }
    return LOB_OK;
}

/* Points in 32 bits and their box; false when one needs more. */
static bool make_narrow(const lob_point64 *points, uint32_t count, lob_point *out, lob_box *box) {
    int64_t left = 0, bottom = 0, right = 0, top = 0;
    for (uint32_t i = 0; i < count; i++) {
        const lob_point64 p = points[i];
        left = p.x < left ? p.x : left;
        bottom = p.y < bottom ? p.y : bottom;
        right = p.x > right ? p.x : right;
        top = p.y > top ? p.y : top;
        out[i] = (lob_point){(int32_t)p.x, (int32_t)p.y};
    }
    *box = (lob_box){(int32_t)left, (int32_t)bottom, (int32_t)right, (int32_t)top};
    return left >= INT32_MIN && bottom >= INT32_MIN && right <= INT32_MAX && top <= INT32_MAX;
}

/* Gives the list to a sink that takes outlines. */
static lob_status outline_of(oas_reader *r, bool is_polygon, oas_points *points) {
    if (!r->sink->outline || (is_polygon && points->count < 3)) {
        return LOB_OK;
    }
    LOB_TRY(oas_points_room(r, points->count));
    if (!make_narrow(points->items, points->count, r->points, &points->box)) {
        return LOB_OK;
    }
    return r->sink->outline(r->sink->self, r->points, points->count, &points->outline);
}

/* The two edges that close a polygon of right angles are left out, which takes an even number of the others. With an
 * odd one the edge to the point that closes it goes on along the last, or back over it. */
static lob_status close_manhattan(oas_reader *r, const walk *w, oas_points *points, bool *is_odd) {
    *is_odd = points->count % 2 == 0; /* the first is counted too */
    if (*is_odd) {
        LOB_TRY(
            r->sink->warning(r->sink->self, "odd_point_list",
                             "a POLYGON has an odd number of deltas of type 0 or 1, which right angles do not close",
                             r->s.record_offset));
    }
    return points_add(r, points, w->horizontal ? (lob_point64){0, w->at.y} : (lob_point64){w->at.x, 0});
}

static lob_status decode_list(oas_reader *r, bool is_polygon, oas_points *points, bool *is_odd) {
    uint64_t type, count;
    LOB_TRY(oas_uint_max(&r->s, 5, "a point list has a type above 5", &type));
    LOB_TRY(oas_uint_max(&r->s, LOB_LIMIT_POINTS - 2, "a point list is longer than the limit", &count));
    points->count = 0;
    walk w = {.horizontal = type == 0};
    LOB_TRY(points_add(r, points, w.at));
    for (uint64_t left = count; left;) {
        uint32_t chunk = left < CHUNK_POINTS ? (uint32_t)left : CHUNK_POINTS;
        LOB_TRY(points_reserve(r, points, chunk));
        uint32_t done = walk_chunk(&r->s, type, &w, points->items + points->count, chunk);
        points->count += done;
        left -= done;
        if (done < chunk) {
            LOB_TRY(walk_on(r, type, &w));
            points->items[points->count++] = w.at;
            left--;
        } else {
            LOB_TRY(lob_poll(r->ctx));
        }
    }
    if (is_polygon && type < 2 && count > 0) {
        return close_manhattan(r, &w, points, is_odd);
    }
    return LOB_OK;
}

lob_status oas_point_list(oas_reader *r, bool is_polygon, oas_points *points) {
    oas_stream *s = &r->s;
    points->outline = LOB_SINK_NO_OUTLINE;
    const uint64_t key = r->sink->outline ? oas_recall_key(s, is_polygon) : 0;
    if (oas_recall_find(&r->recall, s, key, points)) {
        return LOB_OK;
    }
    const uint8_t *from = s->cur;
    const uint32_t run = s->run;
    bool is_odd = false;
    LOB_TRY(decode_list(r, is_polygon, points, &is_odd));
    LOB_TRY(outline_of(r, is_polygon, points));
    if (points->outline == LOB_SINK_NO_OUTLINE || s->run != run || is_odd) { /* each odd one is warned of */
        return LOB_OK;
    }
    return oas_recall_keep(&r->recall, r->ctx, key, from, (size_t)(s->cur - from), points);
}

/* ---- repetitions ---- */

static lob_status rep_reserve(oas_reader *r, uint32_t more) {
    oas_modal *m = &r->m;
    uint64_t need = (uint64_t)m->rep.list_count + more;
    if (need <= m->rep_capacity) {
        return LOB_OK;
    }
    lob_point *list = oas_grown(m->rep_list, sizeof *list, need, &m->rep_capacity);
    if (!list) {
        return lob_fail_memory(r->ctx);
    }
    m->rep_list = list;
    return LOB_OK;
}

static lob_status rep_add(oas_reader *r, int64_t x, int64_t y) {
    if (x < INT32_MIN || x > INT32_MAX || y < INT32_MIN || y > INT32_MAX) {
        return oas_fail(&r->s, "coordinate_range", "an offset in a repetition needs more than 32 bits", NULL);
    }
    LOB_TRY(rep_reserve(r, 1));
    r->m.rep_list[r->m.rep.list_count++] = (lob_point){(int32_t)x, (int32_t)y};
    return LOB_OK;
}

static lob_status lattice(oas_reader *r, uint64_t na, uint64_t nb, lob_point64 a, lob_point64 b) {
    const int64_t max = LOB_COORD_MAX;
    if (a.x < -max || a.x > max || a.y < -max || a.y > max || b.x < -max || b.x > max || b.y < -max || b.y > max) {
        return oas_fail(&r->s, "coordinate_range", "the pitch of a repetition is out of range", NULL);
    }
    if (nb > (UINT64_C(1) << 63) / na) { /* members are numbered in 64 bits */
        return oas_fail(&r->s, "repetition_range", "a repetition has more than 2^63 members", NULL);
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

/* One displacement after another: types 4-7, 10, 11, on a grid where there is one. */
static lob_status rep_on(oas_reader *r, uint64_t type, uint64_t grid, lob_point64 *at) {
    oas_delta delta = {0, 0};
    if (type >= 10) {
        LOB_TRY(oas_delta_g(&r->s, &delta));
    } else {
        LOB_TRY(pitch(r, type <= 5 ? &delta.x : &delta.y));
    }
    int64_t dx, dy;
    if (__builtin_mul_overflow(delta.x, (int64_t)grid, &dx) || __builtin_mul_overflow(delta.y, (int64_t)grid, &dy)) {
        return oas_fail(&r->s, "coordinate_range", "an offset in a repetition is out of range", NULL);
    }
    LOB_TRY(step(r, at, dx, dy));
    return rep_add(r, at->x, at->y);
}

/* As walk_near(): those that lie whole in the run of bytes and are in range, on a grid below 2^31. */
static inline uint32_t rep_near(oas_stream *s, const bool is_line, bool is_across, int64_t grid, lob_point64 *reached,
                                lob_point *out, uint32_t count) {
    const int64_t half = INT64_C(1) << 31;
    const uint8_t *at = s->cur;
    lob_point64 p = *reached;
    uint32_t n = 0;
    while (n < count && s->end - at >= 2 * OAS_NEAR_SIZE) {
        const uint8_t *next = at;
        oas_delta delta;
        uint64_t raw;
        if (is_line) {
            if (!oas_uint_near(&next, &raw) || raw > (uint64_t)LOB_COORD_MAX) {
                break;
            }
            delta = is_across ? (oas_delta){(int64_t)raw, 0} : (oas_delta){0, (int64_t)raw};
        } else if (!delta_near(&next, 4, false, &delta)) {
            break;
        }
        if (((uint64_t)(delta.x + 2 * half) | (uint64_t)(delta.y + 2 * half)) >> 33) {
            break; /* below 2^32, so that a product has less than 63 bits */
        }
        const lob_point64 q = {p.x + delta.x * grid, p.y + delta.y * grid};
        if (((uint64_t)(q.x + half) | (uint64_t)(q.y + half)) >> 32) {
            break;
        }
        out[n++] = (lob_point){(int32_t)q.x, (int32_t)q.y};
        p = q;
        at = next;
    }
    s->cur = at;
    *reached = p;
    return n;
}

static lob_status rep_list(oas_reader *r, uint64_t type) {
    uint64_t count, grid = 1;
    LOB_TRY(count_of(r, &count));
    if (type == 5 || type == 7 || type == 11) {
        LOB_TRY(oas_uint_max(&r->s, INT32_MAX, "the grid of a repetition is out of range", &grid));
    }
    r->m.rep = (lob_rep){.kind = LOB_REP_LIST};
    LOB_TRY(rep_add(r, 0, 0));
    lob_point64 at = {0, 0};
    for (uint64_t left = count - 1; left;) {
        uint32_t chunk = left < CHUNK_POINTS ? (uint32_t)left : CHUNK_POINTS;
        LOB_TRY(rep_reserve(r, chunk));
        lob_point *out = r->m.rep_list + r->m.rep.list_count;
        uint32_t done = type >= 10 ? rep_near(&r->s, false, false, (int64_t)grid, &at, out, chunk)
                                   : rep_near(&r->s, true, type <= 5, (int64_t)grid, &at, out, chunk);
        r->m.rep.list_count += done;
        left -= done;
        if (done < chunk) {
            LOB_TRY(rep_on(r, type, grid, &at));
            left--;
        } else {
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
