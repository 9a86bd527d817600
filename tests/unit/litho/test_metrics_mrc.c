/* Mask rules: openings by trying every square, spots by flood fill, curvature on circles. */
#include "tests/support/lob_test.h"

#include "scenes.h"

#include "litho/metrics.h"

/* ---- openings ---- */

/* Whether the square of 2 r + 1 around a pixel lies in the set; beyond the frame everything does. */
static bool fits(const lob_bits *b, bool ground, int64_t x, int64_t y, int64_t r) {
    for (int64_t v = y - r; v <= y + r; v++) {
        for (int64_t u = x - r; u <= x + r; u++) {
            bool is_outside = u < 0 || v < 0 || u >= b->frame.width || v >= b->frame.height;
            if (!is_outside && at(b, u, v) == ground) {
                return false;
            }
        }
    }
    return true;
}

static bool survives(const lob_bits *b, bool ground, int64_t x, int64_t y, int64_t r) {
    for (int64_t v = y - r; v <= y + r; v++) {
        for (int64_t u = x - r; u <= x + r; u++) {
            if (u >= 0 && v >= 0 && u < b->frame.width && v < b->frame.height && fits(b, ground, u, v, r)) {
                return true;
            }
        }
    }
    return false;
}

/* Whether a square of `side` that holds the pixel lies in the set (the ground); it may stand out of the frame, the
 * pixel right of and above its middle may not. */
static bool survives_square(const lob_bits *m, bool ground, int64_t x, int64_t y, int64_t side) {
    const int64_t low = (side - 1) / 2, high = side / 2;
    for (int64_t j = y - high; j <= y + low; j++) {
        for (int64_t i = x - high; i <= x + low; i++) {
            bool is_in = i >= 0 && j >= 0 && i < m->frame.width && j < m->frame.height;
            for (int64_t v = j - low; v <= j + high && is_in; v++) {
                for (int64_t u = i - low; u <= i + high && is_in; u++) {
                    const bool is_seen = u >= 0 && v >= 0 && u < m->frame.width && v < m->frame.height;
                    is_in = !is_seen || at(m, u, v) != ground;
                }
            }
            if (is_in) {
                return true;
            }
        }
    }
    return false;
}

static void test_open_by_whole_squares(void **state) {
    (void)state;
    srand(32);
    for (unsigned n = 0; n < 120; n++) {
        lob_bits m = new_bits(random_frame(n % 5 ? 15 : 66)), narrow = new_bits(m.frame), tight = new_bits(m.frame);
        random_scene(&m, n);
        const uint32_t sides[2] = {random_below(9), random_below(9)};
        const bool is_above = n % 2;
        const double off = is_above ? -.5 : .5;
        bool is_clean, is_lost = false, is_any = false;
        assert_int_equal(
            lob_mrc_open_whole(&ctx, &m, sides[0] + off, sides[1] + off, is_above, &narrow, &tight, &is_clean), LOB_OK);
        for (unsigned ground = 0; ground < 2; ground++) {
            const int64_t side = sides[ground] < 2 ? 1 : sides[ground];
            for (int64_t y = 0; y < m.frame.height; y++) {
                for (int64_t x = 0; x < m.frame.width; x++) {
                    is_lost = at(&m, x, y) != ground && !survives_square(&m, ground, x, y, side);
                    assert_int_equal(at(ground ? &tight : &narrow, x, y), is_lost);
                    is_any = is_any || is_lost;
                }
            }
        }
        check_tail(&narrow);
        check_tail(&tight);
        assert_int_equal(is_clean, !is_any);
        lob_bits_drop(&m);
        lob_bits_drop(&narrow);
        lob_bits_drop(&tight);
    }
}

static void test_open_by_squares(void **state) {
    (void)state;
    srand(31);
    for (unsigned n = 0; n < 250; n++) {
        lob_bits m = new_bits(random_frame(n % 5 ? 15 : 66)), narrow = new_bits(m.frame), tight = new_bits(m.frame);
        random_scene(&m, n);
        memset(narrow.words, 0xff, (size_t)m.stride * m.frame.height * sizeof *m.words);
        uint32_t limits[2] = {random_below(n % 5 ? 12 : 5), random_below(n % 5 ? 12 : 5)};
        lob_mrc_counts counts;
        assert_int_equal(lob_mrc_open(&ctx, &m, limits[0] + 0.5, limits[1], &narrow, &tight, &counts), LOB_OK);
        uint64_t lost[2] = {0, 0};
        for (unsigned ground = 0; ground < 2; ground++) {
            int64_t r = limits[ground] < 1 ? 0 : (limits[ground] - 1) / 2;
            for (int64_t y = 0; y < m.frame.height; y++) {
                for (int64_t x = 0; x < m.frame.width; x++) {
                    bool is_lost = at(&m, x, y) != ground && !survives(&m, ground, x, y, r);
                    assert_int_equal(at(ground ? &tight : &narrow, x, y), is_lost);
                    lost[ground] += is_lost;
                }
            }
        }
        check_tail(&narrow);
        check_tail(&tight);
        assert_int_equal(counts.width_pixels, lost[0]);
        assert_int_equal(counts.spacing_pixels, lost[1]);
        assert_int_equal(counts.total_pixels, m.frame.width * m.frame.height);
        lob_bits_drop(&m);
        lob_bits_drop(&narrow);
        lob_bits_drop(&tight);
    }
}

/* Lines around the limit of 40 nm at 1 nm, over words: 38 is lost, 39 and 40 are not; so are gaps. */
static void test_open_by_hand(void **state) {
    (void)state;
    lob_bits m = new_bits((lob_frame){0, 0, 700, 200, 1}), narrow = new_bits(m.frame), tight = new_bits(m.frame);
    lob_mrc_counts counts;
    set_box(&m, 50, 50, 88, 150);
    set_box(&m, 200, 50, 239, 150);
    set_box(&m, 350, 50, 390, 150);
    assert_int_equal(lob_mrc_open(&ctx, &m, 40, 40, &narrow, &tight, &counts), LOB_OK);
    assert_eq(counts.width_pixels, 3800);
    assert_eq(counts.spacing_pixels, 0);
    set_box(&m, 428, 50, 500, 150); /* 38 from the third */
    set_box(&m, 539, 50, 600, 150);
    assert_int_equal(lob_mrc_open(&ctx, &m, 40, 40, &narrow, &tight, &counts), LOB_OK);
    assert_eq(counts.width_pixels, 3800);
    assert_eq(counts.spacing_pixels, 3800);
    assert_true(at(&tight, 390, 50));
    assert_true(at(&tight, 427, 149));
    assert_false(at(&tight, 500, 100));
    /* A limit wider than the frame leaves nothing that has an end. */
    assert_int_equal(lob_mrc_open(&ctx, &m, 1e12, 0, &narrow, &tight, &counts), LOB_OK);
    assert_eq(counts.width_pixels, lob_bits_count(&m));
    assert_eq(counts.spacing_pixels, 0);
    /* The square may stand out of the frame, its middle may not: 20 pixels at the border are enough, 19 are not. */
    lob_bits edge = new_bits(m.frame);
    set_box(&edge, 0, 0, 700, 20);
    set_box(&edge, 0, 181, 700, 200);
    assert_int_equal(lob_mrc_open(&ctx, &edge, 40, 40, &narrow, &tight, &counts), LOB_OK);
    assert_eq(counts.width_pixels, 700 * 19);
    assert_eq(counts.spacing_pixels, 0);
    assert_true(!at(&narrow, 300, 0));
    /* .3 nm in pixels of .1 nm are three of them, whatever doubles say. */
    lob_bits fine = new_bits((lob_frame){0, 0, 20, 20, 0.1});
    set_box(&fine, 5, 5, 7, 15);
    lob_bits lost = new_bits(fine.frame), none = new_bits(fine.frame);
    assert_int_equal(lob_mrc_open(&ctx, &fine, 0.1 + 0.2, 0.1, &lost, &none, &counts), LOB_OK);
    assert_int_equal(counts.width_pixels, 20);
    assert_int_equal(lob_mrc_open(&ctx, &fine, 0.3, 0.1, &lost, &none, &counts), LOB_OK);
    assert_int_equal(counts.width_pixels, 20);
    lob_bits *all[] = {&m, &narrow, &tight, &edge, &fine, &lost, &none};
    for (unsigned i = 0; i < 7; i++) {
        lob_bits_drop(all[i]);
    }
}

/* ---- spots ---- */

typedef struct patch {
    int64_t left, bottom, right, top, pixels;
} patch;

static void flood(bool *left, int64_t w, int64_t h, int64_t x, int64_t y, patch *p, uint8_t *own) {
    if (x < 0 || y < 0 || x >= w || y >= h || !left[y * w + x]) {
        return;
    }
    left[y * w + x] = false;
    own[y * w + x] = 1;
    *p = (patch){x < p->left ? x : p->left, y < p->bottom ? y : p->bottom, x >= p->right ? x + 1 : p->right,
                 y >= p->top ? y + 1 : p->top, p->pixels + 1};
    flood(left, w, h, x + 1, y, p, own);
    flood(left, w, h, x - 1, y, p, own);
    flood(left, w, h, x, y + 1, p, own);
    flood(left, w, h, x, y - 1, p, own);
}

static int64_t widest_square(const uint8_t *own, int64_t w, int64_t h) {
    int64_t widest = 0;
    for (int64_t y = 0; y < h; y++) {
        for (int64_t x = 0; x < w; x++) {
            for (int64_t side = widest + 1; x + side <= w && y + side <= h; side++) {
                int64_t in = 0;
                for (int64_t k = 0; k < side * side; k++) {
                    in += own[(y + k / side) * w + x + k % side];
                }
                if (in < side * side) {
                    break;
                }
                widest = side;
            }
        }
    }
    return widest;
}

/* All parts by flood fill; those of `spots` are the first of them that are below the area. */
static void check_spots(const lob_bits *m, double below_nm2, const lob_litho_spot *spots, uint32_t count,
                        uint64_t total, uint32_t max) {
    int64_t w = m->frame.width, h = m->frame.height;
    const double pixel = m->frame.pixel_nm;
    bool *left = calloc((size_t)(w * h), 1);
    uint64_t found = 0;
    for (int64_t i = 0; i < w * h; i++) {
        left[i] = at(m, i % w, i / w);
    }
    for (int64_t i = 0; i < w * h; i++) {
        if (!left[i]) {
            continue;
        }
        patch p = {w, h, 0, 0, 0};
        uint8_t *own = calloc((size_t)(w * h), 1);
        flood(left, w, h, i % w, i / w, &p, own);
        bool is_counted = below_nm2 < 0 || (double)p.pixels * pixel * pixel < below_nm2;
        if (is_counted && found < count) {
            const lob_litho_spot *s = &spots[found];
            assert_eq(s->x_nm, ((double)m->frame.column + (double)(i % w) + 0.5) * pixel);
            assert_eq(s->y_nm, ((double)m->frame.row + (double)(i / w) + 0.5) * pixel);
            assert_int_equal(s->pixels, p.pixels);
            assert_int_equal(s->left, m->frame.column + p.left);
            assert_int_equal(s->right, m->frame.column + p.right);
            assert_int_equal(s->bottom, m->frame.row + p.bottom);
            assert_int_equal(s->top, m->frame.row + p.top);
            assert_eq(s->actual_nm,
                      below_nm2 < 0 ? (double)widest_square(own, w, h) * pixel : (double)p.pixels * pixel * pixel);
        }
        found += is_counted;
        free(own);
    }
    assert_int_equal(total, found);
    assert_int_equal(count, found < max ? found : max);
    free(left);
}

static void test_spots(void **state) {
    (void)state;
    srand(32);
    for (unsigned n = 0; n < 300; n++) {
        lob_frame frame = random_frame(n % 4 ? 14 : 66);
        frame.pixel_nm = n % 2 ? 0.5 : 4;
        lob_bits m = new_bits(frame);
        lob_litho_spot *spots;
        uint32_t count, max = n % 7 ? 1000000 : n % 3;
        uint64_t total;
        random_scene(&m, n);
        assert_int_equal(lob_spots_of(&ctx, &m, max, &spots, &count, &total), LOB_OK);
        check_spots(&m, -1, spots, count, total, max);
        double below = random_below(20) * frame.pixel_nm * frame.pixel_nm;
        assert_int_equal(lob_mrc_areas(&ctx, &m, below, max, &spots, &count, &total), LOB_OK);
        check_spots(&m, below, spots, count, total, max);
        lob_bits_drop(&m);
        lob_arena_reset(arena);
    }
}

/* ---- curvature ---- */

/* A regular polygon of many corners is a circle; units of 1/64 nm. */
static lob_mask circles(const double *radii, unsigned count, unsigned corners) {
    lob_point64 *points = LOB_NEW_ARRAY(arena, lob_point64, count * corners);
    lob_contour *contours = LOB_NEW_ARRAY(arena, lob_contour, count);
    for (unsigned i = 0; i < count * corners; i++) {
        double angle = i % corners * 2 * 3.14159265358979323846 / corners, r = radii[i / corners];
        points[i] =
            (lob_point64){llround(64 * (1000.0 * (i / corners) + r * cos(angle))), llround(64 * r * sin(angle))};
        contours[i / corners] = (lob_contour){i / corners * corners, corners, false};
    }
    return (lob_mask){.polygons = {points, contours, count * corners, count}, .unit_nm = 1.0 / 64};
}

static void test_curvature_circles(void **state) {
    (void)state;
    const double radii[5] = {19, 30, 21, 2, 10};
    lob_mask m = circles(radii, 5, 200);
    lob_litho_spot *spots;
    uint32_t count;
    uint64_t total;
    assert_int_equal(lob_mrc_curvature(&ctx, &m, 20, 10, &spots, &count, &total), LOB_OK);
    assert_eq(count, 3);
    assert_eq(total, 3); /* whole circles, one run each, by y: 19, 10, 2 nm below or in the middle */
    for (uint32_t i = 0; i < 3; i++) {
        double place = nearbyint(spots[i].x_nm / 1000), expected = place == 0 ? 19 : place == 3 ? 2 : 10;
        assert_among(place, 0, 3, 4);
        assert_close(spots[i].actual_nm, expected, 0.05 * expected);
        assert_close(hypot(spots[i].x_nm - 1000 * place, spots[i].y_nm), expected, 0.01 * expected);
        assert_le((double)spots[i].bottom, -63 * expected);
        assert_ge((double)spots[i].top, 63 * expected);
        assert_ge(spots[i].pixels, 32);
        if (i != 0) {
            assert_ge(spots[i].y_nm, spots[i - 1].y_nm);
        }
    }
    assert_int_equal(lob_mrc_curvature(&ctx, &m, 20, 2, &spots, &count, &total), LOB_OK);
    assert_eq(count, 2);
    assert_eq(total, 3);
    assert_int_equal(lob_mrc_curvature(&ctx, &m, 0, 10, &spots, &count, &total), LOB_OK);
    assert_eq(count, 0);
    assert_eq(total, 0);
    assert_int_equal(lob_mrc_curvature(&ctx, &m, 1e-9, 10, &spots, &count, &total), LOB_E_QUERY_TOO_LARGE);
    lob_error_clear(&ctx.error);
    m.polygons.contour_count = 0;
    assert_int_equal(lob_mrc_curvature(&ctx, &m, 20, 10, &spots, &count, &total), LOB_OK);
    assert_eq(count, 0);
    assert_eq(total, 0);
}

/* A slot with round ends of radius 15, straight sides between them: two runs, at the ends. */
static void test_curvature_slot(void **state) {
    (void)state;
    enum { HALF = 100 };
    lob_point64 points[2 * HALF];
    for (int i = 0; i < 2 * HALF; i++) {
        double angle = ((i % HALF) / (double)(HALF - 1) - 0.5 + (i >= HALF)) * 3.14159265358979323846;
        double x = 15 * cos(angle) + (i < HALF ? 200 : 0);
        points[i] = (lob_point64){llround(64 * x), llround(64 * 15 * sin(angle))};
    }
    const lob_contour contour = {.count = 2 * HALF};
    const lob_mask m = {.polygons = {points, &contour, 2 * HALF, 1}, .unit_nm = 1.0 / 64};
    lob_litho_spot *spots;
    uint32_t count;
    uint64_t total;
    assert_int_equal(lob_mrc_curvature(&ctx, &m, 20, 10, &spots, &count, &total), LOB_OK);
    assert_int_equal(total, 2);
    for (uint32_t i = 0; i < 2; i++) {
        assert_close(spots[i].actual_nm, 15, 0.2);
        assert_true(spots[i].x_nm < 0 || spots[i].x_nm > 200);
    }
    assert_int_equal(lob_mrc_curvature(&ctx, &m, 14, 10, &spots, &count, &total), LOB_OK);
    assert_int_equal(total, 0);
    /* The corners of a box: four. */
    const lob_point64 box[4] = {{0, 0}, {6400, 0}, {6400, 6400}, {0, 6400}};
    const lob_contour square = {.count = 4};
    const lob_mask b = {.polygons = {box, &square, 4, 1}, .unit_nm = 1.0 / 64};
    assert_int_equal(lob_mrc_curvature(&ctx, &b, 20, 10, &spots, &count, &total), LOB_OK);
    assert_int_equal(total, 4);
}

/* ---- memory ---- */

static bool check_all(void *arg) {
    lob_bits m = {0}, narrow = {0}, tight = {0};
    lob_mrc_counts counts;
    lob_litho_spot *spots;
    uint32_t count;
    uint64_t total;
    lob_arena *own = lob_arena_new(0);
    lob_error_clear(&ctx.error);
    if (!own) {
        return false;
    }
    const lob_frame frame = {0, 0, 70, 30, 1};
    const lob_point64 box[4] = {{0, 0}, {64, 0}, {64, 64}, {0, 64}};
    const lob_contour square = {.count = 4};
    const lob_mask mask = {.polygons = {box, &square, 4, 1}, .unit_nm = 1};
    ctx.arena = own;
    bool fine = lob_bits_new(&ctx, frame, &m) == LOB_OK && lob_bits_new(&ctx, frame, &narrow) == LOB_OK &&
                lob_bits_new(&ctx, frame, &tight) == LOB_OK;
    if (fine) {
        set_box(&m, 5, 5, 60, 9);
        ctx.cancel = arg;
        fine = lob_mrc_open(&ctx, &m, 8, 8, &narrow, &tight, &counts) == LOB_OK &&
               lob_spots_of(&ctx, &narrow, 10, &spots, &count, &total) == LOB_OK && count == 1 &&
               lob_mrc_areas(&ctx, &m, 1e6, 10, &spots, &count, &total) == LOB_OK && count == 1 &&
               lob_mrc_curvature(&ctx, &mask, 20, 10, &spots, &count, &total) == LOB_OK && count == 4;
    }
    if (fine && arg == NULL) {
        lob_cancel cancel = {true};
        ctx.cancel = &cancel;
        assert_int_equal(lob_mrc_open(&ctx, &m, 8, 8, &narrow, &tight, &counts), LOB_E_CANCELLED);
        assert_int_equal(lob_spots_of(&ctx, &narrow, 10, &spots, &count, &total), LOB_E_CANCELLED);
        assert_int_equal(lob_mrc_curvature(&ctx, &mask, 20, 10, &spots, &count, &total), LOB_E_CANCELLED);
    }
    ctx.cancel = NULL;
    lob_bits_drop(&m);
    lob_bits_drop(&narrow);
    lob_bits_drop(&tight);
    lob_arena_drop(own);
    ctx.arena = arena;
    return fine;
}

static void test_memory(void **state) {
    (void)state;
    assert_true(check_all(NULL));
    lob_cancel never = {false};
    assert_ge(sweep_allocations(check_all, &never), 15);
    lob_error_clear(&ctx.error);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_open_by_whole_squares),
        cmocka_unit_test(test_open_by_squares),
        cmocka_unit_test(test_open_by_hand),
        cmocka_unit_test(test_spots),
        cmocka_unit_test(test_curvature_circles),
        cmocka_unit_test(test_curvature_slot),
        cmocka_unit_test(test_memory),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
