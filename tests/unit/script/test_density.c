/* Shares of tiles: boxes of a grid against counting its squares, a triangle by formula. */
#include "tests/support/lob_test.h"

#include <string.h>

#include "script/density.h"

enum { SIDE = 24, STEP = 10, BOXES = 12, ROUNDS = 200 };

static uint64_t state = 5;

static int below(uint32_t n) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (int)((state >> 33) % n);
}

typedef struct rig {
    lob_arena *arena;
    lob_ctx ctx;
    lob_value *layer, *boundary, *result;
    bool has[2][SIDE][SIDE];
    int left, bottom, right, top; /* of the layer, in squares */
} rig;

static void fill(rig *r, int which, lob_value *value) {
    lob_polygon_list list = {0};
    for (int i = 0; i < BOXES; i++) {
        const int x = 4 + below(SIDE - 12), y = 4 + below(SIDE - 12), right = x + 1 + below(4), top = y + 1 + below(4);
        const lob_point64 ring[] = {
            {x * STEP, y * STEP}, {right * STEP, y * STEP}, {right * STEP, top * STEP}, {x * STEP, top * STEP}};
        assert_int_equal(lob_polygon_list_add(&r->ctx, &list, ring, 4, false), LOB_OK);
        r->left = x < r->left ? x : r->left;
        r->bottom = y < r->bottom ? y : r->bottom;
        r->right = right > r->right ? right : r->right;
        r->top = top > r->top ? top : r->top;
        for (int k = 0; k < (right - x) * (top - y); k++) {
            r->has[which][y + k / (right - x)][x + k % (right - x)] = true;
        }
    }
    const lob_polygons all = lob_polygon_list_view(&list);
    assert_int_equal(lob_value_put_raw(&r->ctx, value, &all), LOB_OK);
}

static void open_rig(rig *r) {
    memset(r, 0, sizeof *r);
    r->left = r->bottom = SIDE;
    r->arena = lob_arena_new(0);
    lob_ctx_init(&r->ctx, r->arena);
    lob_value **values[] = {&r->layer, &r->boundary, &r->result};
    for (int i = 0; i < 3; i++) {
        assert_int_equal(lob_value_new(&r->ctx, LOB_VALUE_REGION, values[i]), LOB_OK);
    }
    fill(r, 0, r->layer);
}

static void close_rig(rig *r) {
    lob_value_drop(r->layer);
    lob_value_drop(r->boundary);
    lob_value_drop(r->result);
    lob_arena_drop(r->arena);
}

static int squares_in(const rig *r, int which, int x, int y, int width, int height) {
    int count = 0;
    for (int i = 0; i < width * height; i++) {
        const int cx = x + i % width, cy = y + i / width;
        count += cx >= 0 && cy >= 0 && cx < SIDE && cy < SIDE && r->has[which][cy][cx];
    }
    return count;
}

/* Tiles of w x h squares, a step of sx x sy, from a square on. */
static void check(rig *r, int w, int h, int sx, int sy, bool has_boundary, bool is_inverse) {
    const int columns = 5, rows = 4, at_x = below(9) - 2, at_y = below(9) - 2;
    const lob_tile_shares density = {.tiles = {.size = {w * STEP, h * STEP},
                                               .step = {sx * STEP, sy * STEP},
                                               .has_origin = true,
                                               .has_count = true,
                                               .origin = {at_x * STEP, at_y * STEP},
                                               .count = {columns, rows}},
                                     .low = 0.25,
                                     .high = 0.75,
                                     .is_inverse = is_inverse,
                                     .skips_outside = has_boundary,
                                     .boundary = has_boundary ? r->boundary : NULL};
    uint32_t at = 0;
    assert_int_equal(lob_op_density(&r->ctx, r->layer, &density, r->result), LOB_OK);
    for (int i = 0; i < columns * rows; i++) {
        const int x = at_x + i / rows * sx - (w - sx) / 2, y = at_y + i % rows * sy - (h - sy) / 2;
        const int covered = squares_in(r, 0, x, y, w, h), all = has_boundary ? squares_in(r, 1, x, y, w, h) : w * h;
        const double share = all ? (double)covered / all : 0;
        if (all == 0 || (share > 0.25 - 1e-9 && share < 0.75 + 1e-9) == is_inverse) {
            continue;
        }
        lob_case("tile %d", i);
        assert_lt(at, r->result->raw.contour_count);
        const lob_point64 *ring = r->result->raw.points + r->result->raw.contours[at++].first;
        assert_eq(ring[0].x, x * STEP);
        assert_eq(ring[0].y, y * STEP);
        assert_eq(ring[2].x, (x + w) * STEP);
        assert_eq(ring[2].y, (y + h) * STEP);
    }
    assert_int_equal(at, r->result->raw.contour_count);
}

static void test_squares(void **unused) {
    (void)unused;
    for (int round = 0; round < ROUNDS; round++) {
        const int sx = 1 + below(4), sy = 1 + below(4), more = 2 * below(3);
        rig r;
        open_rig(&r);
        fill(&r, 1, r.boundary);
        check(&r, sx + more, sy + more, sx, sy, round % 2 == 1, round % 3 == 0);
        close_rig(&r);
    }
}

/* Without an origin the tiles lie around the middle; one tile is looked at as well. */
static void test_middle(void **unused) {
    (void)unused;
    static const int sizes[] = {3, 5, 40};
    for (int k = 0; k < 3; k++) {
        const int size = sizes[k];
        lob_box64 box = LOB_BOX64_EMPTY;
        const lob_tile_shares density = {
            .tiles = {.size = {size * STEP, size * STEP}, .step = {size * STEP, size * STEP}}, .high = 1};
        rig r;
        open_rig(&r);
        assert_int_equal(lob_op_density(&r.ctx, r.layer, &density, r.result), LOB_OK);
        for (uint32_t i = 0; i < r.result->raw.point_count; i++) {
            box = lob_box64_add_point(box, r.result->raw.points[i].x, r.result->raw.points[i].y);
        }
        const int columns = (r.right - r.left + size - 1) / size, rows = (r.top - r.bottom + size - 1) / size;
        assert_int_equal(r.result->raw.contour_count, columns * rows);
        assert_eq(box.right - box.left, columns * size * STEP);
        assert_eq(box.left + box.right, (r.left + r.right) * STEP);
        assert_eq(box.bottom + box.top, (r.bottom + r.top) * STEP);
        close_rig(&r);
    }
}

/* A right triangle with sides of two tiles: half of the corner tile's neighbours, all of the corner. */
static void test_triangle(void **unused) {
    (void)unused;
    static const struct {
        double low, high;
        uint32_t tiles;
    } cases[] = {{0.5, 0.5, 2}, {1, 1, 1}, {0, 0, 1}, {0.4999, 1, 3}, {0.500001, 0.99, 0}};
    const lob_point64 ring[] = {{0, 0}, {200, 0}, {0, 200}};
    const lob_contour contour = {0, 3, false};
    const lob_polygons triangle = {ring, &contour, 3, 1};
    rig r;
    open_rig(&r);
    assert_int_equal(lob_value_put_raw(&r.ctx, r.layer, &triangle), LOB_OK);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const lob_tile_shares density = {
            .tiles = {.size = {100, 100}, .step = {100, 100}}, .low = cases[i].low, .high = cases[i].high};
        lob_case("%zu", i);
        assert_int_equal(lob_op_density(&r.ctx, r.layer, &density, r.result), LOB_OK);
        assert_int_equal(r.result->raw.contour_count, cases[i].tiles);
    }
    close_rig(&r);
}

static void test_edges_of_size(void **unused) {
    (void)unused;
    const lob_polygons none = {0};
    lob_tile_shares density = {
        .tiles = {.size = {1, 1}, .step = {1, 1}, .has_count = true, .count = {1 << 13, 1 << 12}}, .high = 1};
    rig r;
    open_rig(&r);
    assert_int_equal(lob_op_density(&r.ctx, r.layer, &density, r.result), LOB_E_DRC_RUN_FAILED);
    lob_error_clear(&r.ctx.error);
    assert_int_equal(lob_value_put_raw(&r.ctx, r.layer, &none), LOB_OK);
    assert_int_equal(lob_op_density(&r.ctx, r.layer, &density, r.result), LOB_OK);
    assert_int_equal(r.result->raw.contour_count, 0);
    density.tiles = (lob_tiles){
        .size = {50, 50}, .step = {50, 50}, .has_count = true, .count = {3, 2}, .has_origin = true, .origin = {-7, 3}};
    density.is_inverse = false;
    assert_int_equal(lob_op_density(&r.ctx, r.layer, &density, r.result), LOB_OK);
    assert_int_equal(r.result->raw.contour_count, 6);
    close_rig(&r);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_squares), cmocka_unit_test(test_middle),
                                       cmocka_unit_test(test_triangle), cmocka_unit_test(test_edges_of_size)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
