/* $polygon: the same ring of points, from any of them on, in either direction.
 *
 * A last point that repeats the first closes the ring and is left out, on both sides; other repeated points count. Each
 * start and direction is tried; when none fits, the difference is told for the one with the most points in place.
 */
#include <string.h>

#include "base/alloc.h"
#include "matching.h"

bool conf_point_of(const cJSON *value, double out[2]) {
    static const char *const names[][2] = {{"x", "y"}, {"x_um", "y_um"}, {"x_dbu", "y_dbu"}};
    const cJSON *x = NULL, *y = NULL;
    if (cJSON_IsArray(value)) {
        x = value->child;
        y = x ? x->next : NULL;
        x = y && y->next == NULL ? x : NULL;
    }
    for (size_t i = 0; i < sizeof names / sizeof names[0] && x == NULL; i++) {
        x = cJSON_GetObjectItemCaseSensitive(value, names[i][0]);
        y = cJSON_GetObjectItemCaseSensitive(value, names[i][1]);
    }
    if (!cJSON_IsNumber(x) || !cJSON_IsNumber(y)) {
        return false;
    }
    out[0] = x->valuedouble;
    out[1] = y->valuedouble;
    return true;
}

typedef double point[2];

typedef struct ring {
    point *points; /* owned */
    size_t count;  /* without a closing point */
    size_t faulty; /* the first that is no point, or SIZE_MAX */
} ring;

/* False: out of memory. */
static bool read_ring(const cJSON *array, ring *out) {
    size_t index = 0;
    *out = (ring){.faulty = SIZE_MAX};
    out->points = lob_calloc((size_t)cJSON_GetArraySize(array) + 1, sizeof *out->points);
    if (out->points == NULL) {
        return false;
    }
    for (const cJSON *each = array->child; each != NULL && out->faulty == SIZE_MAX; each = each->next, index++) {
        out->faulty = conf_point_of(each, out->points[index]) ? SIZE_MAX : index;
    }
    const double *first = out->points[0], *last = out->points[index > 0 ? index - 1 : 0];
    out->count = index - (index > 1 && first[0] == last[0] && first[1] == last[1]);
    return true;
}

/* A way to lay one ring on the other: point i of the pattern on that of the answer. */
typedef struct laying {
    size_t start;
    bool is_backward;
} laying;

static size_t partner(const laying *way, size_t i, size_t count) {
    return (way->is_backward ? way->start + count - i : way->start + i) % count;
}

typedef struct comparison {
    double within;
    ring wanted, is;
} comparison;

static bool is_in_place(const comparison *c, const laying *way, size_t i) {
    const double *a = c->wanted.points[i], *b = c->is.points[partner(way, i, c->is.count)];
    return conf_is_near(a[0], b[0], c->within) && conf_is_near(a[1], b[1], c->within);
}

/* The points in place; with `is_whole` it stops at the first that is not. */
static size_t count_in_place(const comparison *c, const laying *way, bool is_whole) {
    size_t count = 0;
    for (size_t i = 0; i < c->wanted.count; i++) {
        bool fine = is_in_place(c, way, i);
        if (!fine && is_whole) {
            return 0;
        }
        count += fine;
    }
    return count;
}

/* Beyond this many points not every way is counted out for the sake of a good difference. */
enum { COUNTED_MAX = 2000 };

static bool find_laying(const comparison *c, bool is_whole, laying *best) {
    size_t most = 0, count = c->is.count;
    *best = (laying){0};
    for (size_t i = 0; i < 2 * count; i++) {
        laying way = {.start = i % count, .is_backward = i >= count};
        size_t fine = count_in_place(c, &way, is_whole);
        if (fine > most) {
            most = fine;
            *best = way;
        }
        if (most == count) {
            return true;
        }
    }
    return false;
}

static bool tell_count(conf_matcher *m, const conf_operation *op, const comparison *c) {
    conf_text text = conf_expected(m, op->at, op->actual);
    conf_text_add(&text, "a ring of ");
    conf_text_number(&text, (double)c->wanted.count);
    conf_text_add(&text, " points");
    conf_text got = conf_got(m);
    conf_text_number(&got, (double)c->is.count);
    conf_text_add(&got, ": ");
    conf_text_json(&got, op->actual);
    return false;
}

static bool compare(conf_matcher *m, const conf_operation *op, const comparison *c) {
    laying best;
    if (c->is.faulty != SIZE_MAX) {
        conf_place place = conf_place_index(op->at, c->is.faulty);
        return conf_differs(m, &place, cJSON_GetArrayItem(op->actual, (int)c->is.faulty), "a point", NULL);
    }
    if (c->wanted.count != c->is.count) {
        return tell_count(m, op, c);
    }
    if (find_laying(c, true, &best)) {
        return true;
    }
    if (m->difference != NULL && c->is.count <= COUNTED_MAX) {
        find_laying(c, false, &best);
    }
    size_t i = 0;
    while (i + 1 < c->wanted.count && is_in_place(c, &best, i)) {
        i++;
    }
    size_t k = partner(&best, i, c->is.count);
    conf_place place = conf_place_index(op->at, k);
    conf_text text = conf_expected(m, &place, cJSON_GetArrayItem(op->actual, (int)k));
    conf_text_json(&text, cJSON_GetArrayItem(op->operand, (int)i));
    conf_text_within(&text, c->within);
    return false;
}

bool conf_fits_polygon(conf_matcher *m, const conf_operation *op) {
    const cJSON *within = conf_companion(op, "within");
    if (!cJSON_IsArray(op->operand) || (within != NULL && !cJSON_IsNumber(within))) {
        return conf_breaks(m, "an operand of a wrong type");
    }
    if (!cJSON_IsArray(op->actual)) {
        return conf_differs(m, op->at, op->actual, "type array", NULL);
    }
    comparison c = {.within = conf_reach(m, within ? within->valuedouble : 0, op->at)};
    bool fine = read_ring(op->operand, &c.wanted) && read_ring(op->actual, &c.is);
    if (!fine) {
        conf_breaks(m, "out of memory");
    } else if (c.wanted.count == 0 || c.wanted.faulty != SIZE_MAX) {
        fine = conf_breaks(m, "an operand of a wrong type");
    } else {
        fine = compare(m, op, &c);
    }
    lob_free(c.wanted.points);
    lob_free(c.is.points);
    return fine;
}
