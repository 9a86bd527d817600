/* Tiles: every pixel of a canvas counted by brute force, over sizes around each border case. */
#include <math.h>

#include "tests/support/lob_test.h"

#include "litho/tiles.h"

typedef struct bench {
    lob_arena *arena;
    lob_ctx ctx;
} bench;

static bench begin(void) {
    bench b = {.arena = lob_arena_new(0)};
    lob_ctx_init(&b.ctx, b.arena);
    return b;
}

static bool has_reason(const lob_ctx *ctx, const char *reason) {
    for (unsigned i = 0; i < ctx->error.detail_count; i++) {
        if (strcmp(ctx->error.details[i].key, "reason") == 0) {
            return lob_str_equal(ctx->error.details[i].text, lob_str_from(reason));
        }
    }
    return false;
}

static bool holds(const lob_frame *outer, int64_t column, int64_t row) {
    return column >= outer->column && row >= outer->row && column < outer->column + outer->width &&
           row < outer->row + outer->height;
}

static bool lies_in(const lob_frame *inner, const lob_frame *outer, int64_t margin) {
    return inner->column - margin >= outer->column && inner->row - margin >= outer->row &&
           inner->column + inner->width + margin <= outer->column + outer->width &&
           inner->row + inner->height + margin <= outer->row + outer->height;
}

static void check_frames(const lob_tiling *tiling, const lob_tile *tile) {
    const lob_frame *const frames[] = {&tile->frame, &tile->core, &tile->own};
    for (int i = 0; i < 3; i++) {
        assert_eq(frames[i]->pixel_nm, tiling->canvas.pixel_nm);
        assert_gt(frames[i]->width, 0);
        assert_gt(frames[i]->height, 0);
    }
    assert_int_equal(tile->frame.width, tiling->side);
    assert_int_equal(tile->frame.height, tiling->side);
    assert_true(lies_in(&tile->core, &tile->frame, tiling->halo));
    assert_true(lies_in(&tile->core, &tiling->canvas, 0));
    assert_true(lies_in(&tile->own, &tile->core, 0));
    assert_int_equal(tile->number, tile->row * tiling->columns + tile->column);
}

/* For each pixel: the lowest tile whose core holds it is the one that owns it, and no other does. */
static void check_canvas(const lob_tiling *tiling) {
    const uint32_t count = lob_tiles_count(tiling);
    const lob_frame *canvas = &tiling->canvas;
    lob_tile *tiles = calloc(count, sizeof *tiles);
    for (uint32_t i = 0; i < count; i++) {
        tiles[i] = lob_tiles_at(tiling, i);
        assert_int_equal(tiles[i].number, i);
        check_frames(tiling, &tiles[i]);
    }
    for (int64_t row = canvas->row; row < canvas->row + canvas->height; row++) {
        for (int64_t column = canvas->column; column < canvas->column + canvas->width; column++) {
            uint32_t lowest = UINT32_MAX;
            for (uint32_t i = 0; i < count; i++) {
                if (lowest == UINT32_MAX && holds(&tiles[i].core, column, row)) {
                    lowest = i;
                }
                assert_int_equal(holds(&tiles[i].own, column, row), lowest == i);
            }
            assert_ne(lowest, UINT32_MAX);
        }
    }
    free(tiles);
}

static void own_parts_are_a_partition(void **unused) {
    (void)unused;
    const uint32_t sizes[] = {1, 7, 31, 32, 33, 48, 63, 64, 65, 95, 96, 97, 128, 130};
    const struct { uint32_t side, halo, core; } cuts[] = {{64, 16, 32}, {64, 28, 8}, {64, 0, 64}, {72, 13, 46}};
    const size_t count = sizeof sizes / sizeof sizes[0], step = getenv("LOB_TEST_QUICK") ? 5 : 1;
    for (size_t cut = 0; cut < sizeof cuts / sizeof cuts[0]; cut++) {
        lob_case("%zu: side %u, halo %u", cut, cuts[cut].side, cuts[cut].halo);
        for (size_t i = 0; i < count; i++) {
            for (size_t k = i % step; k < count; k += step) {
                bench b = begin();
                lob_tiling tiling;
                const lob_frame canvas = {-37 + (int64_t)i, 1000 - (int64_t)k, sizes[i], sizes[k], .5};
                assert_int_equal(lob_tiles_make(&b.ctx, canvas, cuts[cut].side, cuts[cut].halo, &tiling), LOB_OK);
                assert_int_equal(tiling.columns, (sizes[i] + cuts[cut].core - 1) / cuts[cut].core);
                assert_int_equal(tiling.rows, (sizes[k] + cuts[cut].core - 1) / cuts[cut].core);
                check_canvas(&tiling);
                lob_arena_drop(b.arena);
            }
        }
    }
}

static void places_worked_out_by_hand(void **unused) {
    (void)unused;
    bench b = begin();
    lob_tiling tiling;
    /* 100 across in cores of 32: 0, 32, 64 and, shifted inwards, 68; 20 up: one, centred: 22 below, 22 above. */
    assert_int_equal(lob_tiles_make(&b.ctx, (lob_frame){10, -5, 100, 20, 2}, 64, 16, &tiling), LOB_OK);
    assert_int_equal(lob_tiles_count(&tiling), 4);
    const lob_tile last = lob_tiles_at(&tiling, 3), first = lob_tiles_at(&tiling, 0);
    assert_int_equal(last.core.column, 10 + 68);
    assert_int_equal(last.own.column, 10 + 96);
    assert_int_equal(last.own.width, 4);
    assert_int_equal(last.frame.column, 10 + 68 - 16);
    assert_int_equal(first.frame.row, -5 - 22);
    assert_int_equal(first.core.height, 20);
    lob_arena_drop(b.arena);
}

static void the_largest_canvas(void **unused) {
    (void)unused;
    bench b = begin();
    lob_tiling tiling;
    /* 1024 x 1024 tiles are the most. */
    const uint32_t most = 1024 * 32;
    assert_int_equal(lob_tiles_make(&b.ctx, (lob_frame){0, 0, most, most, 1}, 64, 16, &tiling), LOB_OK);
    const lob_tile tile = lob_tiles_at(&tiling, lob_tiles_count(&tiling) - 1);
    assert_int_equal(tile.own.column + tile.own.width, most);
    assert_int_equal(lob_tiles_make(&b.ctx, (lob_frame){0, 0, most + 1, most, 1}, 64, 16, &tiling),
                     LOB_E_QUERY_TOO_LARGE);
    lob_arena_drop(b.arena);
    b = begin();
    /* Sizes whose product does not fit 32 bits. */
    assert_int_equal(lob_tiles_make(&b.ctx, (lob_frame){0, 0, UINT32_MAX, UINT32_MAX, 1}, 64, 28, &tiling),
                     LOB_E_QUERY_TOO_LARGE);
    lob_arena_drop(b.arena);
}

static void what_cannot_be_cut_is_refused(void **unused) {
    (void)unused;
    const struct {
        uint32_t width, height, side, halo;
        const char *reason;
    } cases[] = {{9, 9, 0, 0, "tile_side"},    {9, 9, 56, 0, "tile_side"}, {9, 9, 68, 0, "tile_side"},
                 {9, 9, 8200, 0, "tile_side"}, {9, 9, 64, 29, "halo"},     {9, 9, 64, UINT32_MAX, "halo"},
                 {0, 9, 64, 8, "empty"},       {9, 0, 64, 8, "empty"}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        lob_case("%zu: %s", i, cases[i].reason);
        bench b = begin();
        lob_tiling tiling;
        const lob_frame canvas = {0, 0, cases[i].width, cases[i].height, 1};
        assert_int_equal(lob_tiles_make(&b.ctx, canvas, cases[i].side, cases[i].halo, &tiling), LOB_E_INVALID_TARGET);
        assert_true(has_reason(&b.ctx, cases[i].reason));
        lob_arena_drop(b.arena);
    }
    bench b = begin();
    lob_tiling tiling;
    assert_int_equal(lob_tiles_make(&b.ctx, (lob_frame){0, 0, 9, 9, 1}, 8192, 4092, &tiling), LOB_OK);
    lob_arena_drop(b.arena);
}

static void halos(void **unused) {
    (void)unused;
    const struct {
        double reach, pixel;
        uint32_t model, side, halo;
    } cases[] = {{400, 1, 0, 2048, 400},
                 {250, .5, 0, 2048, 504},
                 {1500, 1, 0, 2048, 1020},
                 {0, 1, 0, 2048, 0},
                 {1, 1, 0, 2048, 8},
                 {8, 1, 0, 2048, 8},
                 {8.01, 1, 0, 2048, 16},
                 {10, 1, 64, 2048, 64},
                 {10, 1, 65, 2048, 72},
                 {28, 1, 0, 64, 28},
                 {27, 1, 0, 64, 28},
                 {1, 1, UINT32_MAX, 64, 28},
                 {(double)INFINITY, 1, 0, 64, 28},
                 {1, 0, 0, 64, 28},
                 {5, 1, 0, 0, 0}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        lob_case("%zu: reach %g, pixel %g", i, cases[i].reach, cases[i].pixel);
        assert_int_equal(lob_tiles_halo(cases[i].reach, cases[i].pixel, cases[i].model, cases[i].side), cases[i].halo);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(own_parts_are_a_partition),
        cmocka_unit_test(places_worked_out_by_hand),
        cmocka_unit_test(the_largest_canvas),
        cmocka_unit_test(what_cannot_be_cut_is_refused),
        cmocka_unit_test(halos),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
