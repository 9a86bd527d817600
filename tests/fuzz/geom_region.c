/* Regions: identities of areas, polygons that are their own merge, and no trace of the order of the input. */
#include <math.h>
#include <string.h>

#include "fuzz_geom.h"
#include "geom/region.h"

enum { RINGS_MAX = 5, CROSSINGS_MAX = 20000 };

typedef struct input {
    geom_shape rings[2 * RINGS_MAX];
    int operand[2 * RINGS_MAX];
    uint32_t count;
    int64_t scale, reach;
} input;

bool fuzz_geom_answered(lob_ctx *ctx, lob_status status) {
    FUZZ_REQUIRE(status == ctx->error.code);
    if (status == LOB_OK) {
        return true;
    }
    FUZZ_REQUIRE(status == LOB_E_QUERY_TOO_LARGE || status == LOB_E_TOOL_LIMIT_EXCEEDED ||
                 status == LOB_E_INVALID_TARGET);
    FUZZ_REQUIRE(ctx->error.message[0] && ctx->error.hint[0]);
    return false;
}

static void make_input(geom_bytes *bytes, input *in) {
    const int64_t scales[] = {1, 1, 1, 2, 7, 1024};
    uint8_t shape = geom_byte(bytes), far = geom_byte(bytes);
    in->scale = scales[shape % 6];
    in->reach = far == 255 ? LOB_REGION_COORD_MAX / in->scale : INT64_C(1) << (3 + far % 33);
    in->count = 1 + (shape >> 4) % (2 * RINGS_MAX);
    for (uint32_t i = 0; i < in->count; i++) {
        in->operand[i] = geom_byte(bytes) & 1;
        geom_shape_make(bytes, in->reach, &in->rings[i]);
    }
}

/* `turn` 0: as they are; else in reverse order, each ring begun elsewhere and every second one run backwards. */
static lob_status add_all(lob_ctx *ctx, const input *in, uint32_t turn, lob_region **region) {
    static lob_point64 points[GEOM_POINTS_MAX];
    LOB_TRY(lob_region_new(ctx, in->scale, region));
    lob_region_limit(*region, CROSSINGS_MAX);
    for (uint32_t i = 0; i < in->count; i++) {
        uint32_t r = turn ? in->count - 1 - i : i;
        const geom_shape *ring = &in->rings[r];
        for (uint32_t k = 0; k < ring->count; k++) {
            uint32_t from = (k + turn) % ring->count;
            points[k] = ring->points[turn && r % 2 ? ring->count - 1 - from : from];
        }
        LOB_TRY(lob_region_add(ctx, *region, in->operand[r], points, ring->count));
    }
    return LOB_OK;
}

static bool are_equal(const lob_polygons *a, const lob_polygons *b) {
    if (a->point_count != b->point_count || a->contour_count != b->contour_count) {
        return false;
    }
    for (uint32_t i = 0; i < a->contour_count; i++) {
        if (a->contours[i].first != b->contours[i].first || a->contours[i].count != b->contours[i].count ||
            a->contours[i].is_hole != b->contours[i].is_hole) {
            return false;
        }
    }
    return a->point_count == 0 || memcmp(a->points, b->points, a->point_count * sizeof *a->points) == 0;
}

static __int128 area2_of(const lob_polygons *p) {
    __int128 sum = 0;
    for (uint32_t i = 0; i < p->contour_count; i++) {
        const lob_point64 *at = p->points + p->contours[i].first;
        uint32_t count = p->contours[i].count;
        __int128 own = 0;
        FUZZ_REQUIRE(count >= 3);
        for (uint32_t k = 0; k < count; k++) {
            lob_point64 a = at[k], b = at[k + 1 < count ? k + 1 : 0];
            FUZZ_REQUIRE(a.x != b.x || a.y != b.y);
            own += (__int128)a.x * b.y - (__int128)a.y * b.x;
        }
        FUZZ_REQUIRE(p->contours[i].is_hole ? own < 0 : own > 0);
        sum += own;
    }
    return sum;
}

static void check_measures(const input *in, const lob_region_measures *m) {
    const int64_t edge = in->reach * in->scale;
    FUZZ_REQUIRE(m->area2 >= 0 && isfinite(m->area) && m->area >= 0);
    FUZZ_REQUIRE(isfinite(m->area_error) && m->area_error >= 0 && isfinite(m->perimeter) && m->perimeter >= 0);
    FUZZ_REQUIRE((m->area2 == 0) == lob_box64_is_empty(m->box));
    FUZZ_REQUIRE(lob_box64_is_empty(m->box) ||
                 (m->box.left >= -edge && m->box.bottom >= -edge && m->box.right <= edge && m->box.top <= edge));
}

/* As rings with cut lines the same area, which merges to the same polygons. */
static void check_again(lob_ctx *ctx, const lob_polygons *p, __int128 area2) {
    lob_region *again;
    lob_polygons rings, same;
    lob_status status = lob_polygons_cut(ctx, p, &rings);
    status = status == LOB_OK ? lob_region_new(ctx, 1, &again) : status;
    for (uint32_t i = 0; status == LOB_OK && i < rings.contour_count; i++) {
        status = lob_region_add(ctx, again, 0, rings.points + rings.contours[i].first, rings.contours[i].count);
    }
    status = status == LOB_OK ? lob_region_polygons(ctx, again, LOB_REGION_OR, &same) : status;
    if (fuzz_geom_answered(ctx, status)) {
        FUZZ_REQUIRE(area2_of(&same) == area2 && are_equal(&same, p));
    }
}

void fuzz_geom_region(lob_ctx *ctx, geom_bytes *bytes) {
    static input in;
    make_input(bytes, &in);
    lob_region *region, *other;
    lob_region_measures m[4];
    lob_polygons p[4], q;
    lob_status status = add_all(ctx, &in, 0, &region);
    for (int op = 0; status == LOB_OK && op < 4; op++) {
        status = lob_region_measure(ctx, region, (lob_region_op)op, &m[op]);
        status = status == LOB_OK ? lob_region_polygons(ctx, region, (lob_region_op)op, &p[op]) : status;
    }
    if (!fuzz_geom_answered(ctx, status)) {
        return;
    }
    for (int op = 0; op < 4; op++) {
        check_measures(&in, &m[op]);
        FUZZ_REQUIRE(area2_of(&p[op]) == m[op].area2);
    }
    FUZZ_REQUIRE(m[LOB_REGION_OR].area2 == m[LOB_REGION_AND].area2 + m[LOB_REGION_XOR].area2);
    FUZZ_REQUIRE(m[LOB_REGION_NOT].area2 <= m[LOB_REGION_XOR].area2);
    int64_t side = 2 * in.reach * in.scale;
    FUZZ_REQUIRE(m[LOB_REGION_OR].area2 <= 2 * (__int128)side * side);
    status = add_all(ctx, &in, 1 + in.count % 3, &other);
    for (int op = 0; status == LOB_OK && op < 4; op++) {
        status = lob_region_polygons(ctx, other, (lob_region_op)op, &q);
        FUZZ_REQUIRE(status != LOB_OK || are_equal(&p[op], &q));
    }
    const lob_edge64 *edges;
    uint32_t count;
    status = status == LOB_OK ? lob_region_edges(ctx, other, LOB_REGION_XOR, &edges, &count) : status;
    if (fuzz_geom_answered(ctx, status)) {
        FUZZ_REQUIRE(count == p[LOB_REGION_XOR].point_count);
        check_again(ctx, &p[LOB_REGION_OR], m[LOB_REGION_OR].area2);
    }
}
