/* Edges against polygons and edges, on a coarse grid against counting: an edge is made of unit steps, and the squares
 * on both sides of a step say where it lies. Shapes of single edges against their formula. */
#include "tests/support/lob_test.h"

#include <stdlib.h>
#include <string.h>

#include "script/ops.h"

enum { SIDE = 10, STEP = 10, BOXES = 7, EDGES = 12, ROUNDS = 300 };

static uint64_t state = 11;

static uint32_t below(uint32_t n) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)((state >> 33) % n);
}

typedef struct steps { /* balance of edges over each step to the right ([0]) and up ([1]) */
    int at[2][SIDE + 1][SIDE + 1];
} steps;

typedef struct rig {
    lob_arena *arena;
    lob_ctx ctx;
    lob_value *region, *edges, *others;
    bool is_covered[SIDE][SIDE];
} rig;

static void make_region(rig *r) {
    lob_polygon_list list = {0};
    lob_value *drawn;
    memset(r->is_covered, 0, sizeof r->is_covered);
    for (int i = 0; i < BOXES; i++) {
        const int x = (int)below(SIDE - 2), y = (int)below(SIDE - 2), w = 1 + (int)below(2), h = 1 + (int)below(2);
        const lob_point64 ring[] = {{x * STEP, y * STEP},
                                    {(x + w) * STEP, y * STEP},
                                    {(x + w) * STEP, (y + h) * STEP},
                                    {x * STEP, (y + h) * STEP}};
        assert_int_equal(lob_polygon_list_add(&r->ctx, &list, ring, 4, false), LOB_OK);
        for (int k = 0; k < w * h; k++) {
            r->is_covered[y + k / w][x + k % w] = true;
        }
    }
    const lob_polygons all = lob_polygon_list_view(&list);
    assert_int_equal(lob_value_new(&r->ctx, LOB_VALUE_REGION, &drawn), LOB_OK);
    assert_int_equal(lob_value_put_raw(&r->ctx, drawn, &all), LOB_OK);
    assert_int_equal(lob_value_new(&r->ctx, LOB_VALUE_REGION, &r->region), LOB_OK);
    assert_int_equal(lob_op_merged(&r->ctx, drawn, r->region), LOB_OK);
    lob_value_drop(drawn);
}

static lob_value *make_edges(rig *r, uint32_t count) {
    lob_edge64 edges[EDGES];
    lob_value *value;
    for (uint32_t i = 0; i < count; i++) {
        const int64_t x = below(SIDE), y = below(SIDE), l = 1 + below(SIDE - (uint32_t)(x > y ? x : y));
        const bool is_up = below(2), is_turned = below(2);
        const lob_point64 a = {x * STEP, y * STEP};
        const lob_point64 b = {(is_up ? x : x + l) * STEP, (is_up ? y + l : y) * STEP};
        edges[i] = is_turned ? (lob_edge64){b, a} : (lob_edge64){a, b};
    }
    assert_int_equal(lob_value_new(&r->ctx, LOB_VALUE_EDGES, &value), LOB_OK);
    assert_int_equal(lob_value_put_edges(&r->ctx, value, edges, count), LOB_OK);
    return value;
}

static void add_steps(lob_edge64 e, steps *s) {
    const bool is_up = e.from.x == e.to.x;
    const int64_t a = (is_up ? e.from.y : e.from.x) / STEP, b = (is_up ? e.to.y : e.to.x) / STEP;
    const int64_t x = e.from.x / STEP, y = e.from.y / STEP;
    for (int64_t k = a < b ? a : b; k < (a < b ? b : a); k++) {
        s->at[is_up][is_up ? k : y][is_up ? x : k] += a < b ? 1 : -1;
    }
}

static steps steps_of(const lob_value *value) {
    steps s = {0};
    for (uint32_t i = 0; i < value->count; i++) {
        add_steps(value->edges[i], &s);
    }
    return s;
}

static bool is_covered(const rig *r, int x, int y) {
    return x >= 0 && y >= 0 && x < SIDE && y < SIDE && r->is_covered[y][x];
}

/* 0: outside, 1: on a border, 2: inside */
static int place_of(const rig *r, bool is_up, int x, int y) {
    return is_covered(r, x, y) + (is_up ? is_covered(r, x - 1, y) : is_covered(r, x, y - 1));
}

static bool is_kept(lob_cut_kind kind, int place) {
    return kind == LOB_CUT_AND      ? place > 0
           : kind == LOB_CUT_NOT    ? place == 0
           : kind == LOB_CUT_INSIDE ? place == 2
                                    : place < 2;
}

static void check_cuts(rig *r, const steps *given) {
    for (int kind = LOB_CUT_AND; kind <= LOB_CUT_OUTSIDE; kind++) {
        lob_value *result;
        assert_int_equal(lob_value_new(&r->ctx, LOB_VALUE_EDGES, &result), LOB_OK);
        assert_int_equal(lob_op_edges_cut(&r->ctx, r->edges, r->region, (lob_cut_kind)kind, result), LOB_OK);
        const steps got = steps_of(result);
        for (int k = 0; k < 2 * (SIDE + 1) * (SIDE + 1); k++) {
            const int up = k % 2, x = k / 2 % (SIDE + 1), y = k / 2 / (SIDE + 1);
            const int wanted = is_kept((lob_cut_kind)kind, place_of(r, up, x, y)) ? given->at[up][y][x] : 0;
            assert_int_equal(got.at[up][y][x], wanted);
        }
        lob_value_drop(result);
    }
}

static int sign(int v) {
    return (v > 0) - (v < 0);
}

static void check_booleans(rig *r, const steps *a, const steps *b) {
    static const lob_region_op ops[] = {LOB_REGION_AND, LOB_REGION_NOT, LOB_REGION_XOR};
    for (int o = 0; o < 3; o++) {
        lob_value *result;
        assert_int_equal(lob_value_new(&r->ctx, LOB_VALUE_EDGES, &result), LOB_OK);
        assert_int_equal(lob_op_edges_boolean(&r->ctx, r->edges, r->others, ops[o], result), LOB_OK);
        const steps got = steps_of(result);
        for (int k = 0; k < 2 * (SIDE + 1) * (SIDE + 1); k++) {
            const int up = k % 2, x = k / 2 % (SIDE + 1), y = k / 2 / (SIDE + 1);
            const int p = sign(a->at[up][y][x]), q = sign(b->at[up][y][x]);
            const int wanted = o == 0 ? (q ? p : 0) : o == 1 ? (q ? 0 : p) : !q ? p : !p ? q : 0;
            assert_int_equal(got.at[up][y][x], wanted);
        }
        lob_value_drop(result);
    }
}

/* What the steps and corners of an edge meet. */
typedef struct seen {
    bool has_inside, has_border, has_outside, has_touch;
} seen;

static seen look(const rig *r, lob_edge64 e) {
    seen s = {0};
    const bool is_up = e.from.x == e.to.x;
    const int x = (int)((e.from.x < e.to.x ? e.from.x : e.to.x) / STEP);
    const int y = (int)((e.from.y < e.to.y ? e.from.y : e.to.y) / STEP);
    const int n = (int)(llabs(e.to.x - e.from.x) + llabs(e.to.y - e.from.y)) / STEP;
    for (int k = 0; k <= n; k++) {
        const int cx = is_up ? x : x + k, cy = is_up ? y + k : y;
        for (int q = 0; q < 4; q++) {
            s.has_touch = s.has_touch || is_covered(r, cx - q % 2, cy - q / 2);
        }
        const int place = k < n ? place_of(r, is_up, cx, cy) : -1;
        s.has_inside = s.has_inside || place == 2;
        s.has_border = s.has_border || place == 1;
        s.has_outside = s.has_outside || place == 0;
    }
    return s;
}

static void check_choices(rig *r) {
    static const lob_select_kind kinds[] = {LOB_SELECT_INTERACTING, LOB_SELECT_INSIDE, LOB_SELECT_OUTSIDE};
    lob_edge64 *edges;
    uint32_t count;
    assert_int_equal(lob_edges_merged(&r->ctx, r->edges, &edges, &count), LOB_OK);
    for (int k = 0; k < 6; k++) {
        uint32_t at = 0;
        lob_value *result;
        assert_int_equal(lob_value_new(&r->ctx, LOB_VALUE_EDGES, &result), LOB_OK);
        assert_int_equal(lob_op_edges_select(&r->ctx, r->edges, r->region, kinds[k / 2], k % 2, result), LOB_OK);
        for (uint32_t i = 0; i < count; i++) {
            const seen s = look(r, edges[i]);
            const bool is_found = at < result->count && memcmp(&result->edges[at], &edges[i], sizeof edges[i]) == 0;
            if (k / 2 == 2 && s.has_border && !s.has_inside) { /* by the box around the polygon: see below */
                at += is_found;
                continue;
            }
            const bool is_one = k / 2 == 0 ? s.has_touch : k / 2 == 1 ? !s.has_outside : !s.has_inside;
            assert_int_equal(is_found, is_one != (k % 2 == 1));
            at += is_found;
        }
        assert_int_equal(at, result->count);
        lob_value_drop(result);
    }
}

/* Dots by the four squares around them, some twice: they are not merged, and `merged` drops them. */
static void check_dots(rig *r) {
    static const lob_select_kind kinds[] = {LOB_SELECT_INTERACTING, LOB_SELECT_INSIDE, LOB_SELECT_OUTSIDE};
    lob_edge64 dots[EDGES];
    lob_value *value, *result;
    for (int i = 0; i < EDGES; i++) {
        const lob_point64 at = {(int64_t)below(SIDE + 1) * STEP, (int64_t)below(SIDE + 1) * STEP};
        dots[i] = i % 4 == 3 ? dots[i - 1] : (lob_edge64){at, at};
    }
    assert_int_equal(lob_value_new(&r->ctx, LOB_VALUE_EDGES, &value), LOB_OK);
    assert_int_equal(lob_value_new(&r->ctx, LOB_VALUE_EDGES, &result), LOB_OK);
    assert_int_equal(lob_value_put_edges(&r->ctx, value, dots, EDGES), LOB_OK);
    for (int k = 0; k < 6; k++) {
        uint32_t at = 0;
        assert_int_equal(lob_op_edges_select(&r->ctx, value, r->region, kinds[k / 2], k % 2, result), LOB_OK);
        for (int i = 0; i < EDGES; i++) {
            int covered = 0;
            for (int q = 0; q < 4; q++) {
                covered += is_covered(r, (int)(dots[i].from.x / STEP) - q % 2, (int)(dots[i].from.y / STEP) - q / 2);
            }
            if ((k / 2 == 2 ? covered < 4 : covered > 0) != (k % 2 == 1)) {
                assert_lt(at, result->count);
                assert_memory_equal(&result->edges[at++], &dots[i], sizeof dots[i]);
            }
        }
        assert_int_equal(at, result->count);
    }
    assert_int_equal(lob_op_edges_merged(&r->ctx, value, result), LOB_OK);
    assert_int_equal(result->count, 0);
    dots[0].to.x += STEP; /* one edge among them: they are lost */
    assert_int_equal(lob_value_put_edges(&r->ctx, value, dots, EDGES), LOB_OK);
    assert_int_equal(lob_op_edges_select(&r->ctx, value, r->region, LOB_SELECT_INTERACTING, false, result), LOB_OK);
    assert_le(result->count, 1);
    lob_value_drop(value);
    lob_value_drop(result);
}

/* Polygons by the edges that share a point with them: each polygon alone, each edge alone. */
static void check_by_edges(rig *r) {
    lob_edge64 *edges;
    uint32_t count;
    lob_value *result;
    const lob_polygons *whole;
    lob_polygon_at at = {0};
    assert_int_equal(lob_edges_merged(&r->ctx, r->edges, &edges, &count), LOB_OK);
    assert_int_equal(lob_value_whole(&r->ctx, r->region, &whole), LOB_OK);
    const lob_select select = {.kind = LOB_SELECT_INTERACTING, .count_min = 1, .count_max = 2};
    assert_int_equal(lob_value_new(&r->ctx, LOB_VALUE_REGION, &result), LOB_OK);
    assert_int_equal(lob_op_select_by_edges(&r->ctx, r->region, r->edges, &select, result), LOB_OK);
    lob_polygon_at got = {0};
    bool has_got = lob_polygon_next(&result->raw, &got);
    while (lob_polygon_next(whole, &at)) {
        lob_value *one;
        uint64_t meets = 0;
        const lob_polygons view = lob_polygon_view(whole, at);
        assert_int_equal(lob_value_new(&r->ctx, LOB_VALUE_REGION, &one), LOB_OK);
        assert_int_equal(lob_value_put_raw(&r->ctx, one, &view), LOB_OK);
        for (uint32_t i = 0; i < count; i++) {
            lob_value *edge, *kept;
            assert_int_equal(lob_value_new(&r->ctx, LOB_VALUE_EDGES, &edge), LOB_OK);
            assert_int_equal(lob_value_new(&r->ctx, LOB_VALUE_EDGES, &kept), LOB_OK);
            assert_int_equal(lob_value_put_edges(&r->ctx, edge, &edges[i], 1), LOB_OK);
            assert_int_equal(lob_op_edges_select(&r->ctx, edge, one, LOB_SELECT_INTERACTING, false, kept), LOB_OK);
            meets += kept->count;
            lob_value_drop(edge);
            lob_value_drop(kept);
        }
        if (meets >= 1 && meets <= 2) {
            assert_true(has_got);
            const lob_point64 a = result->raw.points[result->raw.contours[got.contour].first];
            const lob_point64 b = whole->points[whole->contours[at.contour].first];
            assert_true(a.x == b.x && a.y == b.y);
            has_got = lob_polygon_next(&result->raw, &got);
        }
        lob_value_drop(one);
    }
    assert_false(has_got);
    lob_value_drop(result);
}

static void random_edges(void **unused) {
    (void)unused;
    for (int round = 0; round < ROUNDS; round++) {
        rig r = {.arena = lob_arena_new(0)};
        assert_non_null(r.arena);
        lob_ctx_init(&r.ctx, r.arena);
        make_region(&r);
        r.edges = make_edges(&r, 1 + below(EDGES));
        r.others = make_edges(&r, 1 + below(EDGES));
        const steps a = steps_of(r.edges), b = steps_of(r.others);
        check_cuts(&r, &a);
        check_booleans(&r, &a, &b);
        check_choices(&r);
        check_by_edges(&r);
        check_dots(&r);
        lob_value_drop(r.region);
        lob_value_drop(r.edges);
        lob_value_drop(r.others);
        lob_arena_drop(r.arena);
    }
}

/* ---- single figures ---- */

typedef struct desk {
    lob_arena *arena;
    lob_ctx ctx;
    lob_value *region, *edges, *result;
} desk;

static void set_desk(desk *d, const lob_point64 *ring, uint32_t count, const lob_edge64 *edges, uint32_t n,
                     lob_value_kind kind) {
    const lob_contour contour = {0, count, false};
    const lob_polygons polygon = {ring, &contour, count, count ? 1 : 0};
    d->arena = lob_arena_new(0);
    assert_non_null(d->arena);
    lob_ctx_init(&d->ctx, d->arena);
    assert_int_equal(lob_value_new(&d->ctx, LOB_VALUE_REGION, &d->region), LOB_OK);
    assert_int_equal(lob_value_put_raw(&d->ctx, d->region, &polygon), LOB_OK);
    assert_int_equal(lob_value_new(&d->ctx, LOB_VALUE_EDGES, &d->edges), LOB_OK);
    assert_int_equal(lob_value_put_edges(&d->ctx, d->edges, edges, n), LOB_OK);
    assert_int_equal(lob_value_new(&d->ctx, kind, &d->result), LOB_OK);
}

static void clear_desk(desk *d) {
    lob_value_drop(d->region);
    lob_value_drop(d->edges);
    lob_value_drop(d->result);
    lob_arena_drop(d->arena);
}

static void assert_edge(lob_edge64 e, int64_t x, int64_t y, int64_t u, int64_t v) {
    assert_int_equal(e.from.x, x);
    assert_int_equal(e.from.y, y);
    assert_int_equal(e.to.x, u);
    assert_int_equal(e.to.y, v);
}

/* A triangle's sides cut an edge off the grid: y = 4 meets 3y = 2x at x = 6 and the other side at 24 - 4 * 2 / 3. */
static void slanted_borders(void **unused) {
    (void)unused;
    static const lob_point64 triangle[] = {{0, 0}, {15, 10}, {21, 1}};
    const lob_edge64 edges[] = {{{-5, 4}, {40, 4}}, {{15, 10}, {0, 0}}, {{3, 3}, {3, 3}}};
    desk d;
    set_desk(&d, triangle, 3, edges, 3, LOB_VALUE_EDGES);
    assert_int_equal(lob_op_edges_cut(&d.ctx, d.edges, d.region, LOB_CUT_AND, d.result), LOB_OK);
    assert_int_equal(d.result->count, 2); /* the point is dropped */
    assert_edge(d.result->edges[0], 6, 4, 19, 4);
    assert_edge(d.result->edges[1], 15, 10, 0, 0);
    assert_int_equal(lob_op_edges_cut(&d.ctx, d.edges, d.region, LOB_CUT_INSIDE, d.result), LOB_OK);
    assert_int_equal(d.result->count, 1);
    clear_desk(&d);
}

/* An edge on a border is outside where the border is one of the box around the polygon, as in KLayout. */
static void border_of_the_box(void **unused) {
    (void)unused;
    static const lob_point64 bend[] = {{0, 0}, {20, 0}, {20, 10}, {10, 10}, {10, 20}, {0, 20}};
    const lob_edge64 edges[] = {{{0, 5}, {0, 15}}, {{12, 10}, {18, 10}}};
    desk d;
    set_desk(&d, bend, 6, edges, 2, LOB_VALUE_EDGES);
    assert_int_equal(lob_op_edges_select(&d.ctx, d.edges, d.region, LOB_SELECT_OUTSIDE, false, d.result), LOB_OK);
    assert_int_equal(d.result->count, 1);
    assert_edge(d.result->edges[0], 0, 5, 0, 15);
    clear_desk(&d);
}

static void extended_by_formula(void **unused) {
    (void)unused;
    const lob_edge64 edge = {{0, 0}, {30, 40}}; /* 50 long; outside is on its left */
    static const lob_point64 wanted[] = {{-14, -2}, {34, 62}, {74, 32}, {26, -32}};
    desk d;
    set_desk(&d, NULL, 0, &edge, 1, LOB_VALUE_REGION);
    assert_int_equal(lob_op_extended(&d.ctx, d.edges, (const int64_t[4]){10, 20, 10, 40}, d.result), LOB_OK);
    assert_int_equal(d.result->raw.point_count, 4);
    for (int i = 0; i < 4; i++) {
        assert_int_equal(d.result->raw.points[i].x, wanted[i].x);
        assert_int_equal(d.result->raw.points[i].y, wanted[i].y);
    }
    assert_int_equal(lob_op_extended(&d.ctx, d.edges, (const int64_t[4]){10, 20, 0, 0}, d.result), LOB_OK);
    assert_int_equal(d.result->raw.point_count, 0); /* no area */
    clear_desk(&d);
}

static void segments_by_formula(void **unused) {
    (void)unused;
    const lob_edge64 edge = {{0, 0}, {-30, 40}};
    desk d;
    set_desk(&d, NULL, 0, &edge, 1, LOB_VALUE_EDGES);
    assert_int_equal(lob_op_segments(&d.ctx, d.edges, LOB_SEGMENT_START, 10, 0.1, d.result), LOB_OK);
    assert_edge(d.result->edges[0], 0, 0, -6, 8);
    assert_int_equal(lob_op_segments(&d.ctx, d.edges, LOB_SEGMENT_END, 10, 0.5, d.result), LOB_OK);
    assert_edge(d.result->edges[0], -15, 20, -30, 40);
    assert_int_equal(lob_op_segments(&d.ctx, d.edges, LOB_SEGMENT_CENTER, 5, 0, d.result), LOB_OK);
    assert_edge(d.result->edges[0], -14, 18, -17, 22); /* -13.5 is rounded away from zero */
    clear_desk(&d);
}

/* All pairs of six edges: of pairs, one edge or both are to fit. */
static void directions(void **unused) {
    (void)unused;
    static const lob_edge64 edges[] = {{{0, 0}, {9, 0}},   {{50, 0}, {50, -9}}, {{99, 0}, {90, 9}},
                                       {{0, 99}, {7, 92}}, {{0, 50}, {9, 51}},  {{30, 30}, {39, 40}}};
    static const bool ortho[] = {true, true, false, false, false, false};
    static const bool diagonal[] = {false, false, true, true, false, false};
    for (int kind = LOB_FILTER_ORTHO; kind <= LOB_FILTER_ORTHO_DIAGONAL; kind++) {
        for (int flags = 0; flags < 4; flags++) {
            const lob_filter filter = {.kind = (lob_filter_kind)kind, .is_inverse = flags & 1, .is_both = flags & 2};
            lob_edge_pair pairs[36];
            uint32_t wanted = 0, wanted_pairs = 0;
            desk d;
            lob_value *given, *kept;
            set_desk(&d, NULL, 0, edges, 6, LOB_VALUE_EDGES);
            bool is_one[6];
            for (int i = 0; i < 6; i++) {
                const bool is_word = kind == LOB_FILTER_ORTHO      ? ortho[i]
                                     : kind == LOB_FILTER_DIAGONAL ? diagonal[i]
                                                                   : ortho[i] || diagonal[i];
                is_one[i] = is_word != filter.is_inverse;
                wanted += is_one[i];
            }
            for (int i = 0; i < 36; i++) {
                pairs[i] = (lob_edge_pair){.first = edges[i / 6], .second = edges[i % 6]};
                wanted_pairs += filter.is_both ? is_one[i / 6] && is_one[i % 6] : is_one[i / 6] || is_one[i % 6];
            }
            assert_int_equal(lob_op_filter(&d.ctx, d.edges, &filter, d.result), LOB_OK);
            assert_int_equal(d.result->count, wanted);
            assert_int_equal(lob_value_new(&d.ctx, LOB_VALUE_PAIRS, &given), LOB_OK);
            assert_int_equal(lob_value_new(&d.ctx, LOB_VALUE_PAIRS, &kept), LOB_OK);
            assert_int_equal(lob_value_put_pairs(&d.ctx, given, pairs, 36), LOB_OK);
            assert_int_equal(lob_op_filter(&d.ctx, given, &filter, kept), LOB_OK);
            assert_int_equal(kept->count, wanted_pairs);
            lob_value_drop(given);
            lob_value_drop(kept);
            clear_desk(&d);
        }
    }
}

static uint32_t count_ratio(desk *d, lob_filter_kind kind, double low, double high, bool is_one) {
    const lob_filter filter = {.kind = kind,
                               .has_low = true,
                               .has_high = !is_one,
                               .is_one = is_one,
                               .is_high_closed = true,
                               .low = low,
                               .high = high};
    assert_int_equal(lob_op_filter(&d->ctx, d->region, &filter, d->result), LOB_OK);
    return d->result->raw.contour_count;
}

/* A bend of area 300 in a box of 20 by 25. */
static void ratios(void **unused) {
    (void)unused;
    static const lob_point64 bend[] = {{0, 0}, {20, 0}, {20, 5}, {10, 5}, {10, 25}, {0, 25}};
    desk d;
    set_desk(&d, bend, 6, NULL, 0, LOB_VALUE_REGION);
    assert_int_equal(count_ratio(&d, LOB_FILTER_AREA_RATIO, 500.0 / 300, 0, true), 1);
    assert_int_equal(count_ratio(&d, LOB_FILTER_AREA_RATIO, 1, 500.0 / 300, false), 1); /* the upper limit counts */
    assert_int_equal(count_ratio(&d, LOB_FILTER_AREA_RATIO, 1.7, 2, false), 0);
    assert_int_equal(count_ratio(&d, LOB_FILTER_ASPECT_RATIO, 1.25, 0, true), 1);
    assert_int_equal(count_ratio(&d, LOB_FILTER_RELATIVE_HEIGHT, 1.25, 2, false), 1);
    assert_int_equal(count_ratio(&d, LOB_FILTER_RELATIVE_HEIGHT, 0, 1.24, false), 0);
    const lob_filter wrong = {.kind = LOB_FILTER_AREA_RATIO};
    lob_value *pairs;
    assert_int_equal(lob_value_new(&d.ctx, LOB_VALUE_PAIRS, &pairs), LOB_OK);
    assert_int_equal(lob_op_filter(&d.ctx, pairs, &wrong, d.result), LOB_E_DRC_RUN_FAILED);
    lob_value_drop(pairs);
    clear_desk(&d);
}

static void moves(void **unused) {
    (void)unused;
    static const lob_point64 triangle[] = {{0, 0}, {15, 10}, {21, 1}};
    static const lob_point64 turned[4] = {{115, 210}, {90, 215}, {85, 190}, {110, 185}}; /* of the second corner */
    const lob_edge64 edge = {{0, 0}, {15, 10}};
    for (int quarters = 0; quarters < 4; quarters++) {
        desk d;
        lob_value *edges;
        set_desk(&d, triangle, 3, &edge, 1, LOB_VALUE_REGION);
        assert_int_equal(lob_op_moved(&d.ctx, d.region, quarters, 100, 200, d.result), LOB_OK);
        assert_int_equal(d.result->raw.points[1].x, turned[quarters].x);
        assert_int_equal(d.result->raw.points[1].y, turned[quarters].y);
        assert_int_equal(lob_value_new(&d.ctx, LOB_VALUE_EDGES, &edges), LOB_OK);
        assert_int_equal(lob_op_moved(&d.ctx, d.edges, quarters, 100, 200, edges), LOB_OK);
        assert_edge(edges->edges[0], 100, 200, turned[quarters].x, turned[quarters].y);
        lob_value_drop(edges);
        clear_desk(&d);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(random_edges),
                                       cmocka_unit_test(slanted_borders),
                                       cmocka_unit_test(border_of_the_box),
                                       cmocka_unit_test(extended_by_formula),
                                       cmocka_unit_test(segments_by_formula),
                                       cmocka_unit_test(directions),
                                       cmocka_unit_test(ratios),
                                       cmocka_unit_test(moves)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
