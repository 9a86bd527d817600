/* An overlap with one box, which cuts polygon by polygon: what lies inside comes as it was drawn, and what meets itself
 * in a point stays together. Squares that are left are counted. */
#include "tests/support/lob_test.h"

#include "script/ops.h"

typedef struct desk {
    lob_arena *arena;
    lob_ctx ctx;
    lob_value *figures, *box, *result;
} desk;

static void set_box(desk *d, lob_box64 b) {
    const lob_point64 ring[] = {{b.left, b.bottom}, {b.right, b.bottom}, {b.right, b.top}, {b.left, b.top}};
    const lob_contour contour = {0, 4, false};
    const lob_polygons one = {ring, &contour, 4, 1};
    assert_int_equal(lob_value_put_raw(&d->ctx, d->box, &one), LOB_OK);
}

/* Two squares that meet in (10, 10), drawn as one contour, and one far off. */
static void set_desk(desk *d) {
    static const lob_point64 points[] = {{0, 0},   {10, 0}, {10, 10}, {20, 10}, {20, 20}, {10, 20},
                                         {10, 10}, {0, 10}, {50, 50}, {60, 50}, {60, 60}, {50, 60}};
    static const lob_contour contours[] = {{0, 8, false}, {8, 4, false}};
    const lob_polygons all = {points, contours, 12, 2};
    d->arena = lob_arena_new(0);
    assert_non_null(d->arena);
    lob_ctx_init(&d->ctx, d->arena);
    assert_int_equal(lob_value_new(&d->ctx, LOB_VALUE_REGION, &d->figures), LOB_OK);
    assert_int_equal(lob_value_new(&d->ctx, LOB_VALUE_REGION, &d->box), LOB_OK);
    assert_int_equal(lob_value_new(&d->ctx, LOB_VALUE_REGION, &d->result), LOB_OK);
    assert_int_equal(lob_value_put_raw(&d->ctx, d->figures, &all), LOB_OK);
}

static void clear_desk(desk *d) {
    lob_value_drop(d->figures);
    lob_value_drop(d->box);
    lob_value_drop(d->result);
    lob_arena_drop(d->arena);
}

static void test_window(void **state) {
    (void)state;
    static const struct {
        lob_box64 box;
        uint32_t contours, points;
        double area;
    } cases[] = {
        {{-5, -5, 30, 30}, 1, 8, 200}, /* all of it */
        {{0, 0, 20, 20}, 1, 8, 200},   /* up to the sides */
        {{5, 5, 15, 15}, 1, 8, 50},    /* cut, but still one */
        {{0, 0, 10, 10}, 1, 4, 100},   /* one of the squares */
        {{20, 0, 30, 20}, 0, 0, 0},    /* beside it */
        {{5, 0, 55, 60}, 2, 12, 200},  /* both figures cut */
        {{10, 10, 15, 55}, 1, 4, 50},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        for (int order = 0; order < 2; order++) {
            desk d;
            double area2 = 0;
            lob_case("%zu, %d", i, order);
            set_desk(&d);
            set_box(&d, cases[i].box);
            assert_int_equal(
                lob_op_boolean(&d.ctx, order ? d.box : d.figures, order ? d.figures : d.box, LOB_REGION_AND, d.result),
                LOB_OK);
            const lob_polygons *p = &d.result->raw;
            assert_int_equal(p->contour_count, cases[i].contours);
            assert_int_equal(p->point_count, cases[i].points);
            for (uint32_t c = 0; c < p->contour_count; c++) {
                const lob_point64 *ring = p->points + p->contours[c].first;
                for (uint32_t k = 0; k < p->contours[c].count; k++) {
                    const lob_point64 a = ring[k], b = ring[(k + 1) % p->contours[c].count];
                    area2 += (double)(a.x * b.y - b.x * a.y);
                }
            }
            assert_eq(area2 < 0 ? -area2 : area2, 2 * cases[i].area);
            clear_desk(&d);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_window)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
