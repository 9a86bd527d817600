/* See cut.h. */
#include "geom/cut.h"

#include "base/sort.h"
#include "geom/wide.h"

/* ---- fractions ---- */

static lob_u128 size_of(__int128 value) {
    return value < 0 ? (lob_u128)0 - (lob_u128)value : (lob_u128)value;
}

static int sign_of(__int128 value) {
    return value > 0 ? 1 : value < 0 ? -1 : 0;
}

static bool is_narrow(const lob_fraction *f) {
    const __int128 most = INT64_MAX;
    return f->num <= most && f->num >= -most && f->den <= most;
}

int lob_fraction_compare(const lob_fraction *a, const lob_fraction *b) {
    if (is_narrow(a) && is_narrow(b)) {
        const __int128 left = a->num * b->den, right = b->num * a->den;
        return left < right ? -1 : left > right ? 1 : 0;
    }
    const int sign = sign_of(a->num), other = sign_of(b->num);
    if (sign != other) {
        return sign < other ? -1 : 1;
    }
    const lob_wide left = lob_wide_mul(lob_wide_from(size_of(a->num)), size_of(b->den));
    const lob_wide right = lob_wide_mul(lob_wide_from(size_of(b->num)), size_of(a->den));
    const int order = lob_wide_compare(&left, &right);
    return sign < 0 ? -order : order;
}

double lob_fraction_value(const lob_fraction *f) {
    return (double)f->num / (double)f->den;
}

/* Whole units and the rest apart, so that a place on the grid comes out as the whole number it is. */
double lob_fraction_of(const lob_fraction *f, double length) {
    const bool is_whole = length == (double)(int64_t)length;
    if (!is_whole || size_of(f->num) >> 64 != 0 || f->den >> 64 != 0) {
        return lob_fraction_value(f) * length;
    }
    const __int128 product = f->num * (int64_t)length;
    return (double)(product / f->den) + (double)(product % f->den) / (double)f->den;
}

/* ---- rings ---- */

typedef struct crossing {
    lob_fraction at;
    int turn; /* +1: the edge goes from the right to the left */
} crossing;

static int by_place(const void *a, const void *b, void *arg) {
    (void)arg;
    return lob_fraction_compare(&((const crossing *)a)->at, &((const crossing *)b)->at);
}

/* a x b */
static __int128 cross(lob_point64 a, lob_point64 b) {
    return (__int128)a.x * b.y - (__int128)a.y * b.x;
}

static lob_point64 minus(lob_point64 a, lob_point64 b) {
    return (lob_point64){a.x - b.x, a.y - b.y};
}

/* Which side of the line a point lies on: above 0 is left. */
static int side_of(const lob_line64 *line, lob_point64 p) {
    return sign_of(cross(minus(line->to, line->from), minus(p, line->from)));
}

static lob_fraction meet(const lob_line64 *line, lob_point64 a, lob_point64 b) {
    const lob_point64 edge = minus(b, a);
    const lob_fraction f = {cross(minus(a, line->from), edge), cross(minus(line->to, line->from), edge)};
    return f.den < 0 ? (lob_fraction){-f.num, -f.den} : f;
}

/* Edges that cross the line moved by nothing to one side: points on the line then lie on the other. */
static uint32_t find_crossings(const lob_line64 *line, const lob_point64 *ring, uint32_t count, bool is_left,
                               crossing *out, bool *meets_vertex) {
    uint32_t found = 0;
    const int from = is_left ? 1 : 0; /* the least side that counts as left of the moved line */
    int last = side_of(line, ring[count - 1]);
    for (uint32_t i = 0; i < count; i++) {
        const int side = side_of(line, ring[i]);
        const bool was_left = last >= from, is_now_left = side >= from;
        *meets_vertex = *meets_vertex || side == 0;
        if (was_left != is_now_left) {
            out[found++] = (crossing){meet(line, ring[i == 0 ? count - 1 : i - 1], ring[i]), is_now_left ? 1 : -1};
        }
        last = side;
    }
    return found;
}

/* Spans between crossings with windings. */
static void add_spans(const crossing *all, uint32_t count, unsigned sides, lob_cut_span *spans, uint32_t *span_count) {
    int winding = 0;
    uint32_t begin = 0;
    for (uint32_t i = 0; i < count;) {
        const int before = winding;
        const uint32_t first = i;
        for (; i < count && lob_fraction_compare(&all[i].at, &all[first].at) == 0; i++) {
            winding += all[i].turn;
        }
        if (before == 0 && winding != 0) {
            begin = first;
        } else if (before != 0 && winding == 0) {
            spans[(*span_count)++] = (lob_cut_span){all[begin].at, all[first].at, sides};
        }
    }
}

lob_status lob_cut_ring(lob_ctx *ctx, const lob_line64 *line, const lob_point64 *ring, uint32_t count,
                        lob_cut_span **spans, uint32_t *span_count) {
    *span_count = 0;
    *spans = NULL;
    if (count == 0) {
        return LOB_OK;
    }
    uint32_t crossing_count = 0;
    int last = side_of(line, ring[count - 1]);
    for (uint32_t i = 0; i < count; i++) {
        const int side = side_of(line, ring[i]);
        crossing_count += side != last;
        last = side;
    }
    if (crossing_count == 0) {
        return LOB_OK;
    }
    crossing *all = LOB_NEW_ARRAY(ctx->arena, crossing, crossing_count);
    *spans = LOB_NEW_ARRAY(ctx->arena, lob_cut_span, crossing_count);
    if (!all || !*spans) {
        return lob_fail_memory(ctx);
    }
    bool meets_vertex = false;
    uint32_t found = find_crossings(line, ring, count, true, all, &meets_vertex);
    LOB_TRY(lob_sort(ctx, all, found, sizeof *all, by_place, NULL));
    add_spans(all, found, meets_vertex ? LOB_CUT_LEFT : LOB_CUT_LEFT | LOB_CUT_RIGHT, *spans, span_count);
    if (meets_vertex) {
        found = find_crossings(line, ring, count, false, all, &meets_vertex);
        LOB_TRY(lob_sort(ctx, all, found, sizeof *all, by_place, NULL));
        add_spans(all, found, LOB_CUT_RIGHT, *spans, span_count);
    }
    return LOB_OK;
}
