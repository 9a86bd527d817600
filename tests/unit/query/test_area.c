/* Areas against unit cells counted one by one: boxes and orthogonal figures fill whole cells. And the nearest figure
 * against all of them. */
#include <math.h>

#include "tests/support/lob_test.h"

#include "../base/sweep.h"
#include "base/limits.h"
#include "db/builder.h"
#include "query/area.h"
#include "query/nearest.h"
#include "tests/support/arena_rig.h"
#include "tests/support/stride.h"

enum { SIDE = 120, BOXES = 60, LAYERS = 3 };

typedef struct rig {
    lob_builder *builder;
    const lob_sink *s;
} rig;

static rig rig_begin(void) {
    rig r = {.builder = lob_builder_new(&ctx, NULL)};
    r.s = lob_builder_sink(r.builder);
    assert_int_equal(r.s->begin_layout(r.s->self, &(lob_layout_event){.format = "gds", .dbu_um = 0.001}), LOB_OK);
    assert_int_equal(r.s->begin_cell(r.s->self, LOB_STR("TOP")), LOB_OK);
    return r;
}

static lob_layout *rig_end(rig *r) {
    lob_layout *layout;
    assert_int_equal(r->s->end_cell(r->s->self), LOB_OK);
    assert_int_equal(r->s->end_layout(r->s->self), LOB_OK);
    assert_int_equal(lob_builder_freeze(r->builder, &layout), LOB_OK);
    lob_builder_drop(r->builder);
    return layout;
}

static bool covered[LAYERS][SIDE][SIDE];

/* Boxes, and polygons like an L. */
static lob_layout *draw_layout(unsigned seed) {
    srand(seed);
    memset(covered, 0, sizeof covered);
    rig r = rig_begin();
    for (int i = 0; i < BOXES; i++) {
        uint32_t layer = (uint32_t)rand() % LAYERS;
        const lob_element element = {.layer = layer};
        int x = rand() % (SIDE - 20), y = rand() % (SIDE - 20), w = 2 + rand() % 18, h = 2 + rand() % 18;
        bool is_l = rand() % 2;
        for (int cx = x; cx < x + w; cx++) {
            for (int cy = y; cy < y + h; cy++) {
                covered[layer][cx][cy] |= !is_l || cx < x + w / 2 || cy < y + h / 2;
            }
        }
        const lob_point l[6] = {{x, y},    {x + w, y}, {x + w, y + h / 2}, {x + w / 2, y + h / 2}, {x + w / 2, y + h},
                                {x, y + h}};
        lob_status status = is_l ? r.s->polygon(r.s->self, &element, l, 6)
                                 : r.s->box(r.s->self, &element, (lob_box){x, y, x + w, y + h});
        assert_int_equal(status, LOB_OK);
    }
    return rig_end(&r);
}

/* Pieces of the covered cells in a window, filled one by one: parts that share a corner alone are two. */
static lob_pieces count_pieces(int layer, lob_box64 w) {
    static int queue[SIDE * SIDE];
    static bool seen[SIDE][SIDE];
    static const int ways[4][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
    lob_pieces p = {.box = LOB_BOX64_EMPTY, .largest_box = LOB_BOX64_EMPTY};
    memset(seen, 0, sizeof seen);
    for (int y = 0; y < SIDE; y++) {
        for (int x = 0; x < SIDE; x++) {
            int first = 0, count = 0;
            lob_box64 box = LOB_BOX64_EMPTY;
            if (seen[x][y] || !covered[layer][x][y] || x < w.left || x >= w.right || y < w.bottom || y >= w.top) {
                continue;
            }
            seen[x][y] = true;
            for (queue[count++] = x * SIDE + y; first < count; first++) {
                const int cx = queue[first] / SIDE, cy = queue[first] % SIDE;
                box = lob_box64_add_point(lob_box64_add_point(box, cx, cy), cx + 1, cy + 1);
                for (int k = 0; k < 4; k++) {
                    const int nx = cx + ways[k][0], ny = cy + ways[k][1];
                    const bool is_in = nx >= w.left && nx < w.right && ny >= w.bottom && ny < w.top && nx >= 0 &&
                                       ny >= 0 && nx < SIDE && ny < SIDE && covered[layer][nx][ny];
                    p.perimeter += !is_in;
                    if (is_in && !seen[nx][ny]) {
                        seen[nx][ny] = true;
                        queue[count++] = nx * SIDE + ny;
                    }
                }
            }
            p.count++;
            p.box = lob_box64_add_point(lob_box64_add_point(p.box, box.left, box.bottom), box.right, box.top);
            if (count > p.largest) {
                p.largest = count;
                p.largest_box = box;
            }
        }
    }
    return p;
}

static void assert_same_box(lob_box64 a, lob_box64 b) {
    assert_eq(a.left, b.left);
    assert_eq(a.bottom, b.bottom);
    assert_eq(a.right, b.right);
    assert_eq(a.top, b.top);
}

static void test_pieces(void **state) {
    (void)state;
    for (unsigned seed = 100; seed < 140; seed++) {
        lob_layout *layout = draw_layout(seed);
        const int x = rand() % 60 - 10, y = rand() % 60 - 10, w = 1 + rand() % 90, h = 1 + rand() % 90;
        const lob_query q = {.layout = layout, .cell = lob_layout_top(layout, 0), .window = {x, y, x + w, y + h}};
        lob_query_counts counts;
        double areas[LAYERS], alone[LAYERS];
        lob_pieces pieces[LAYERS];
        lob_case("seed %u", seed);
        assert_int_equal(lob_query_count(&ctx, &q, &counts), LOB_OK);
        assert_int_equal(lob_query_areas(&ctx, &q, &counts, areas, pieces), LOB_OK);
        assert_int_equal(lob_query_areas(&ctx, &q, &counts, alone, NULL), LOB_OK);
        for (int layer = 0; layer < LAYERS; layer++) {
            const lob_pieces e = count_pieces(layer, q.window);
            assert_true(pieces[layer].is_known);
            assert_eq(areas[layer], alone[layer]);
            assert_eq(pieces[layer].count, e.count);
            assert_eq(pieces[layer].perimeter, e.perimeter);
            assert_eq(pieces[layer].largest, e.largest);
            assert_same_box(pieces[layer].box, e.box);
            assert_same_box(pieces[layer].largest_box, e.largest_box);
        }
        lob_layout_drop(layout);
        lob_arena_reset(arena);
    }
}

/* Two slanted edges a tenth of a unit apart, by the distance of parallel lines 54 / hypot(211, 508), stay two, although
 * a crossing off the grid is rounded beside them. */
static void test_close_pieces(void **state) {
    (void)state;
    static const lob_point rings[3][4] = {{{408, 145}, {194, 652}, {340, 713}, {551, 205}},
                                          {{694, 264}, {486, 773}, {632, 833}, {837, 322}},
                                          {{532, 251}, {321, 759}, {467, 820}, {675, 310}}};
    const lob_element element = {.layer = 0};
    rig r = rig_begin();
    for (size_t i = 0; i < 3; i++) {
        assert_int_equal(r.s->polygon(r.s->self, &element, rings[i], 4), LOB_OK);
    }
    lob_layout *layout = rig_end(&r);
    const lob_query q = {.layout = layout, .cell = lob_layout_top(layout, 0), .window = {0, 0, 1000, 1000}};
    lob_query_counts counts;
    double area;
    lob_pieces pieces;
    assert_int_equal(lob_query_count(&ctx, &q, &counts), LOB_OK);
    assert_int_equal(lob_query_areas(&ctx, &q, &counts, &area, &pieces), LOB_OK);
    assert_eq(pieces.count, 2); /* the second and the third overlap */
    lob_layout_drop(layout);
}

/* Too many figures, or vertices: areas alone. */
static void test_pieces_limits(void **state) {
    (void)state;
    enum { EDGE = 500 }; /* a comb of 2000 vertices */
    static lob_point comb[4 * EDGE];
    rig r = rig_begin();
    const lob_rep many = {.kind = LOB_REP_LATTICE, .na = 1000, .nb = 201, .a = {10, 0}, .b = {0, 10}};
    const lob_rep pair = {.kind = LOB_REP_LATTICE, .na = 2, .nb = 1, .a = {10, 0}, .b = {0, 10}};
    const lob_rep some = {.kind = LOB_REP_LATTICE, .na = 26, .nb = 20, .a = {3000, 0}, .b = {0, 100}};
    for (int i = 0; i < EDGE; i++) {
        comb[4 * i] = (lob_point){4 * i, 0};
        comb[4 * i + 1] = (lob_point){4 * i, 9};
        comb[4 * i + 2] = (lob_point){4 * i + 2, 9};
        comb[4 * i + 3] = (lob_point){4 * i + 2, i + 1 < EDGE ? 5 : 0};
    }
    const lob_element one = {.layer = 1, .rep = &many}, two = {.layer = 2, .rep = &some},
                      three = {.layer = 3, .rep = &pair};
    assert_int_equal(r.s->box(r.s->self, &one, (lob_box){0, 0, 4, 5}), LOB_OK);
    assert_int_equal(r.s->polygon(r.s->self, &two, comb, 4 * EDGE), LOB_OK);
    assert_int_equal(r.s->box(r.s->self, &three, (lob_box){0, 0, 4, 5}), LOB_OK);
    lob_layout *layout = rig_end(&r);
    const lob_query q = {.layout = layout, .cell = lob_layout_top(layout, 0), .window = {-10, -10, 100000, 100000}};
    lob_query_counts counts;
    double areas[3];
    lob_pieces pieces[3];
    assert_int_equal(lob_query_count(&ctx, &q, &counts), LOB_OK);
    assert_int_equal(lob_query_areas(&ctx, &q, &counts, areas, pieces), LOB_OK);
    assert_eq(areas[0], 201000.0 * 20);
    assert_false(pieces[0].is_known);
    assert_false(pieces[1].is_known);
    assert_gt(areas[1], 0);
    assert_true(pieces[2].is_known);
    assert_eq(pieces[2].count, 2);
    assert_eq(pieces[2].largest_box.left, 0); /* of equal ones the first */
    lob_layout_drop(layout);
    lob_arena_reset(arena);
}

static void test_merged(void **state) {
    (void)state;
    for (unsigned seed = 0; seed < 40; seed++) {
        lob_layout *layout = draw_layout(seed);
        int x = rand() % 60 - 10, y = rand() % 60 - 10, w = 1 + rand() % 90, h = 1 + rand() % 90;
        const lob_query q = {
            .layout = layout, .cell = lob_layout_top(layout, 0), .window = {x, y, x + w, y + h}, .is_flat = seed % 2};
        lob_query_counts counts;
        double areas[LAYERS];
        assert_int_equal(lob_query_count(&ctx, &q, &counts), LOB_OK);
        assert_int_equal(lob_query_areas(&ctx, &q, &counts, areas, NULL), LOB_OK);
        for (int layer = 0; layer < LAYERS; layer++) {
            int expected = 0;
            for (int cx = 0; cx < SIDE; cx++) {
                for (int cy = 0; cy < SIDE; cy++) {
                    expected += covered[layer][cx][cy] && cx >= x && cx < x + w && cy >= y && cy < y + h;
                }
            }
            assert_eq(areas[layer], expected);
        }
        lob_layout_drop(layout);
        lob_arena_reset(arena);
    }
}

/* More figures than one tile takes: a lattice of boxes, every second one under a box of twice its width. */
static void test_tiles(void **state) {
    (void)state;
    const uint32_t columns = stride_pick(200, 166), rows = stride_pick(200, 165);
    rig r = rig_begin();
    const lob_rep small = {.kind = LOB_REP_LATTICE, .na = columns, .nb = rows, .a = {10, 0}, .b = {0, 10}};
    const lob_rep large = {.kind = LOB_REP_LATTICE, .na = columns / 2, .nb = rows, .a = {20, 0}, .b = {0, 10}};
    const lob_element one = {.layer = 1, .rep = &small}, two = {.layer = 1, .rep = &large};
    assert_int_equal(r.s->box(r.s->self, &one, (lob_box){0, 0, 4, 5}), LOB_OK);
    assert_int_equal(r.s->box(r.s->self, &two, (lob_box){0, 0, 8, 5}), LOB_OK);
    lob_layout *layout = rig_end(&r);
    const lob_query q = {
        .layout = layout, .cell = lob_layout_top(layout, 0), .window = {2, 0, 15 * columns, 10 * rows - 8}};
    lob_query_counts counts;
    double areas[1];
    assert_int_equal(lob_query_count(&ctx, &q, &counts), LOB_OK);
    assert_gt(counts.shapes, 5 * columns * rows / 4);
    assert_int_equal(lob_query_areas(&ctx, &q, &counts, areas, NULL), LOB_OK);
    /* rows of height 5 and one of 2; of the first column 2 is cut off */
    double row = columns / 2 * (8 + 4) - 2;
    assert_eq(areas[0], row * ((rows - 1) * 5 + 2));
    counts.by_layer[0].shapes = LOB_LIMIT_STATISTICS_SHAPES + 1;
    assert_int_equal(lob_query_areas(&ctx, &q, &counts, areas, NULL), LOB_E_QUERY_TOO_LARGE);
    assert_non_null(strstr(ctx.error.hint, "include_statistics"));
    lob_error_clear(&ctx.error);
    counts.by_layer[0].shapes = 1;
    counts.is_lower_bound = true;
    assert_int_equal(lob_query_areas(&ctx, &q, &counts, areas, NULL), LOB_E_QUERY_TOO_LARGE);
    lob_error_clear(&ctx.error);
    lob_layout_drop(layout);
    lob_arena_reset(arena);
}

static void note_most(void *arg, double done, double total, const char *message) {
    double *most = arg;
    (void)message;
    *most = done / total > *most ? done / total : *most;
    ctx.progress_last_ms = 0; /* says all */
}

/* Boxes that all reach through each tile are merged once, not once for each of 256 tiles. */
static void test_stacked(void **state) {
    (void)state;
    rig r = rig_begin();
    const lob_rep along = {.kind = LOB_REP_LATTICE, .na = 21000, .nb = 1, .a = {1, 0}, .b = {0, 1}};
    const lob_rep up = {.kind = LOB_REP_LATTICE, .na = 1, .nb = 21000, .a = {1, 0}, .b = {0, 10}};
    const lob_element one = {.layer = 1, .rep = &along}, two = {.layer = 2, .rep = &up};
    assert_int_equal(r.s->box(r.s->self, &one, (lob_box){0, 0, 100000, 1000}), LOB_OK);
    assert_int_equal(r.s->box(r.s->self, &two, (lob_box){0, 0, 1000000, 6}), LOB_OK);
    lob_layout *layout = rig_end(&r);
    const lob_query q = {.layout = layout, .cell = lob_layout_top(layout, 0), .window = {0, 0, 2000000, 300000}};
    lob_query_counts counts;
    double areas[2], most = 0;
    assert_int_equal(lob_query_areas_foresee(&ctx, &q), LOB_OK);
    assert_int_equal(lob_query_count(&ctx, &q, &counts), LOB_OK);
    ctx.progress = note_most;
    ctx.progress_arg = &most;
    ctx.progress_last_ms = 0;
    assert_int_equal(lob_query_areas(&ctx, &q, &counts, areas, NULL), LOB_OK);
    ctx.progress = NULL;
    assert_eq(areas[0], (100000 + 20999) * 1000.0);
    assert_eq(areas[1], 21000 * 6 * 1000000.0);
    assert_ge(most, 1);
    assert_lt(most, 1.5);
    lob_layout_drop(layout);
    lob_arena_reset(arena);
}

/* Members of arrays that lie inside are too many before any is looked at. */
static void test_foreseen(void **state) {
    (void)state;
    rig r = rig_begin();
    const lob_rep many = {.kind = LOB_REP_LATTICE, .na = 30000, .nb = 30000, .a = {10, 0}, .b = {0, 10}};
    const lob_element one = {.layer = 1, .rep = &many};
    assert_int_equal(r.s->box(r.s->self, &one, (lob_box){0, 0, 4, 5}), LOB_OK);
    lob_layout *layout = rig_end(&r);
    lob_query q = {.layout = layout, .cell = lob_layout_top(layout, 0), .window = {1, 1, 200000, 200000}};
    assert_int_equal(lob_query_areas_foresee(&ctx, &q), LOB_E_QUERY_TOO_LARGE);
    assert_non_null(strstr(ctx.error.hint, "include_statistics"));
    lob_error_clear(&ctx.error);
    q.window = (lob_box64){1, 1, 1000, 1000};
    assert_int_equal(lob_query_areas_foresee(&ctx, &q), LOB_OK);
    lob_layout_drop(layout);
    lob_arena_reset(arena);
}

static lob_extent extent_of(lob_kind kind, bool is_exact, const lob_point64 *ring, uint32_t count) {
    lob_figure f = {.kind = kind, .ring = ring, .ring_count = count, .is_exact = is_exact, .box = LOB_BOX64_EMPTY};
    for (uint32_t i = 0; i < count; i++) {
        f.box = lob_box64_add_point(f.box, ring[i].x, ring[i].y);
    }
    lob_extent extent;
    assert_int_equal(lob_figure_extent(&ctx, &f, &extent), LOB_OK);
    lob_arena_reset(arena);
    return extent;
}

static void test_extents(void **state) {
    (void)state;
    const lob_point64 box[4] = {{0, 0}, {30, 0}, {30, 20}, {0, 20}};
    lob_extent e = extent_of(LOB_KIND_BOX, true, box, 4);
    assert_eq(e.area, 600);
    assert_eq(e.perimeter, 100);
    e = extent_of(LOB_KIND_POLYGON, true, box, 4);
    assert_eq(e.area, 600);
    assert_eq(e.perimeter, 100);
    e = extent_of(LOB_KIND_TEXT, true, box, 1);
    assert_eq(e.area, 0);
    assert_eq(e.perimeter, 0);
    const lob_point64 line[4] = {{0, 0}, {30, 0}, {30, 0}, {0, 0}};
    e = extent_of(LOB_KIND_BOX, true, line, 4);
    assert_eq(e.area, 0);
    assert_eq(e.perimeter, 0);
    /* two squares of 20 that share a quarter, as one ring: the quarter counts once */
    const lob_point64 twice[10] = {{0, 0},   {20, 0},  {20, 20}, {0, 20},  {0, 0},
                                   {10, 10}, {30, 10}, {30, 30}, {10, 30}, {10, 10}};
    e = extent_of(LOB_KIND_POLYGON, true, twice, 10);
    assert_eq(e.area, 700);
    assert_eq(e.perimeter, 120);
    /* crosses itself at (10/3, 5/3): triangles of height 10/3 and 20/3 over 5 and 10 */
    const lob_point64 eight[4] = {{0, 0}, {10, 5}, {10, -5}, {0, 5}};
    e = extent_of(LOB_KIND_POLYGON, true, eight, 4);
    double exact = 5 * (10.0 / 3) / 2 + 10 * (20.0 / 3) / 2;
    assert_close(e.area, exact, 0.02);
    const int64_t far = INT64_C(1) << 45; /* no room for a finer scale: at worst half a unit off */
    const lob_point64 away[4] = {{far, 0}, {far + 10, 5}, {far + 10, -5}, {far, 5}};
    e = extent_of(LOB_KIND_POLYGON, true, away, 4);
    assert_close(e.area, exact, 10);
}

static void test_nearest(void **state) {
    (void)state;
    for (unsigned seed = 0; seed < 200; seed++) {
        srand(seed);
        rig r = rig_begin();
        int64_t w[4] = {rand() % 4000 - 2000, rand() % 4000 - 2000, 0, 0};
        lob_box64 window = {w[0], w[1], w[0] + 10, w[1] + 10};
        double best = INFINITY;
        for (int i = 0; i < 12; i++) {
            int spread = seed % 2 ? 4000 : 400000;
            int32_t x = rand() % (2 * spread) - spread, y = rand() % (2 * spread) - spread;
            const lob_element element = {.layer = (uint32_t)i % 2};
            double dx = fmax(0, fmax((double)x - (double)window.right, (double)window.left - x - 3));
            double dy = fmax(0, fmax((double)y - (double)window.top, (double)window.bottom - y - 3));
            if (i % 2 == 0) {
                best = fmin(best, sqrt(dx * dx + dy * dy));
            }
            assert_int_equal(r.s->box(r.s->self, &element, (lob_box){x, y, x + 3, y + 3}), LOB_OK);
        }
        lob_layout *layout = rig_end(&r);
        const lob_layer_index even = 0;
        const lob_query q = {
            .layout = layout, .cell = lob_layout_top(layout, 0), .window = window, .layers = &even, .layer_count = 1};
        lob_nearest nearest;
        assert_int_equal(lob_query_nearest(&ctx, &q, &nearest), LOB_OK);
        assert_true(nearest.is_found);
        assert_eq(nearest.layer, 0);
        assert_true(!nearest.is_text);
        double dx = (double)nearest.dx, dy = (double)nearest.dy;
        assert_close(sqrt(dx * dx + dy * dy), best, 1e-9);
        lob_layout_drop(layout);
        lob_arena_reset(arena);
    }
    rig r = rig_begin();
    lob_layout *layout = rig_end(&r);
    const lob_query q = {.layout = layout, .cell = lob_layout_top(layout, 0), .window = {0, 0, 1, 1}};
    lob_nearest nearest;
    assert_int_equal(lob_query_nearest(&ctx, &q, &nearest), LOB_OK);
    assert_false(nearest.is_found);
    lob_layout_drop(layout);
}

static lob_layout *shared;

static bool measure_all(void *arg) {
    (void)arg;
    lob_arena *own = lob_arena_new(0);
    if (!own) {
        return false;
    }
    lob_ctx c;
    lob_ctx_init(&c, own);
    const lob_query q = {.layout = shared, .cell = lob_layout_top(shared, 0), .window = {10, 10, 90, 90}};
    lob_query_counts counts;
    double areas[LAYERS];
    lob_pieces pieces[LAYERS];
    lob_nearest nearest;
    bool fine = lob_query_count(&c, &q, &counts) == LOB_OK && lob_query_areas(&c, &q, &counts, areas, NULL) == LOB_OK &&
                lob_query_areas(&c, &q, &counts, areas, pieces) == LOB_OK &&
                lob_query_nearest(&c, &q, &nearest) == LOB_OK;
    if (!fine) {
        assert_eq(c.error.code, LOB_E_TOOL_LIMIT_EXCEEDED);
    }
    lob_arena_drop(own);
    return fine;
}

static void test_no_memory(void **state) {
    (void)state;
    shared = draw_layout(3);
    assert_true(measure_all(NULL));
    sweep_allocations(measure_all, NULL);
    lob_layout_drop(shared);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_merged),        cmocka_unit_test(test_pieces),
                                       cmocka_unit_test(test_pieces_limits), cmocka_unit_test(test_close_pieces),
                                       cmocka_unit_test(test_tiles),         cmocka_unit_test(test_stacked),
                                       cmocka_unit_test(test_foreseen),      cmocka_unit_test(test_extents),
                                       cmocka_unit_test(test_nearest),       cmocka_unit_test(test_no_memory)};
    return cmocka_run_group_tests(tests, setup, teardown);
}
