/* Rulers, scale bars, grids, crosshairs: what is written is what is drawn, by computations of their own. */
#include "tests/support/lob_test.h"

#include "annotated.h"

#define MICRO "\xc2\xb5m"

/* Micrometres of "12.5 nm", "3 um" or "0.2 mm". */
static double read_length(lob_str text) {
    char copy[64];
    char *unit;
    assert_lt(text.size, sizeof copy);
    memcpy(copy, text.data, text.size);
    copy[text.size] = '\0';
    double value = strtod(copy, &unit);
    assert_int_equal(*unit++, ' ');
    if (strcmp(unit, "nm") == 0) {
        return value / 1000;
    }
    if (strcmp(unit, "mm") == 0) {
        return value * 1000;
    }
    assert_string_equal(unit, MICRO);
    return value;
}

static void test_ruler_lengths(void **state) {
    (void)state;
    static const struct {
        lob_vec2 ends[2];
        double dbu;
        const char *text;
    } cases[] = {
        {{{0, 0}, {12345, 0}}, 0.001, "12.345 " MICRO},
        {{{100, 100}, {100, -12400}}, 0.001, "12.5 " MICRO},
        {{{0, 0}, {3000, 4000}}, 0.001, "5 " MICRO},
        {{{0, 0}, {1000, 1000}}, 0.001, "1.4142 " MICRO}, /* 1.41421356 */
        {{{0, 0}, {0.5, 0}}, 0.001, "0.0005 " MICRO},
        {{{0, 0}, {1, 0}}, 0.001, "0.001 " MICRO},
        {{{5, 7}, {5, 7}}, 0.001, "0 " MICRO},
        {{{0, 0}, {7, 0}}, 0.005, "0.035 " MICRO},
        {{{0, 0}, {3, 0}}, 0.0005, "0.0015 " MICRO},
        {{{0, 0}, {123456, 0}}, 0.0001, "12.3456 " MICRO},
        {{{0, 0}, {1, 1}}, 0.00001, "0.000014 " MICRO}, /* 0.0000141 */
        {{{0, 0}, {100000, 0}}, 0.0009999999999999998, "100 " MICRO},
        {{{0, 0}, {1000000, 0}}, 1, "1000000 " MICRO},
        {{{0, 0}, {1, 1}}, 1, "1.4142 " MICRO},
        {{{-1e15, 0}, {1e15, 0}}, 0.001, "2000000000000 " MICRO},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        lob_case("%zu: %s", i, cases[i].text);
        stage s = stage_new((lob_box64){-20000, -20000, 20000, 20000}, 600, 600);
        s.dbu = cases[i].dbu;
        lob_annotation n = ruler(cases[i].ends);
        annotate(&s, &n, 1);
        if (!word_of(&s, cases[i].text)) {
            fail_msg("case %zu: no word %s", i, cases[i].text);
        }
        assert_int_equal(s.info.words_placed, 1);
        words_are_apart(&s);
        stage_drop(&s);
    }
}

/* A ruler of each direction: the text is the distance, computed with long doubles; it stays beside the line. */
static void test_ruler_directions(void **state) {
    (void)state;
    uint64_t seed = 7;
    for (int i = 0; i < 100; i++) {
        stage s = stage_new((lob_box64){0, 0, 100000, 100000}, 800, 800);
        const lob_vec2 ends[2] = {{floor(draw_between(&seed, 2e4, 8e4)), floor(draw_between(&seed, 2e4, 8e4))},
                                  {floor(draw_between(&seed, 2e4, 8e4)), floor(draw_between(&seed, 2e4, 8e4))}};
        lob_annotation n = ruler(ends);
        annotate(&s, &n, 1);
        assert_int_equal(word_count(&s), 1);
        const lob_mark *word = &s.marks.items[s.marks.count - 1];
        long double dx = (long double)ends[1].x - ends[0].x;
        long double dy = (long double)ends[1].y - ends[0].y;
        assert_le(fabsl(read_length(word->text) - sqrtl(dx * dx + dy * dy) / 1000), 0.5000001e-4L);
        extent e = word_extent(word);
        /* Beside the middle, not further along the line. */
        double mx = ((ends[0].x + ends[1].x) / 2 - s.grid.left) * s.grid.sx - (e.left + e.right) / 2;
        double my = (s.grid.top - (ends[0].y + ends[1].y) / 2) * s.grid.sy - (e.top + e.bottom) / 2;
        assert_lt(fabs(mx * (double)dx - my * (double)dy) / (double)sqrtl(dx * dx + dy * dy), 3);
        for (int k = 0; k <= 1000; k++) {
            double x = (ends[0].x + (ends[1].x - ends[0].x) * k / 1000 - s.grid.left) * s.grid.sx;
            double y = (s.grid.top - ends[0].y - (ends[1].y - ends[0].y) * k / 1000) * s.grid.sy;
            assert_false(x > e.left && x < e.right && y > e.top && y < e.bottom);
        }
        stage_drop(&s);
    }
}

static void test_ruler_odd(void **state) {
    (void)state;
    stage s = stage_new((lob_box64){0, 0, 1000, 1000}, 400, 400);
    const lob_vec2 outside[2] = {{5000, 5000}, {6000, 5000}};
    lob_annotation n = ruler(outside);
    annotate(&s, &n, 1);
    assert_int_equal(word_count(&s), 0);
    assert_int_equal(s.info.words_outside, 1);
    n.point_count = 1;
    annotate(&s, &n, 1);
    assert_int_equal(s.marks.count, 0);
    /* From far outside to far outside, through the picture: the word is at the part that is seen. */
    const lob_vec2 far[2] = {{-9e15, -9e15}, {9e15, 9e15}};
    n = ruler(far);
    annotate(&s, &n, 1);
    assert_int_equal(s.info.words_placed, 1);
    words_are_apart(&s);
    /* The words of the caller in place of the length. */
    const lob_vec2 near[2] = {{100, 500}, {900, 500}};
    n = ruler(near);
    n.text = LOB_STR("gap");
    annotate(&s, &n, 1);
    assert_non_null(word_of(&s, "gap"));
    assert_int_equal(word_count(&s), 1);
    stage_drop(&s);
}

static const uint32_t RED = 0xfe0102;

static void test_scale_bar(void **state) {
    (void)state;
    uint64_t seed = 11;
    int units[3] = {0};
    for (int i = 0; i < 300; i++) {
        double side = pow(10, draw_between(&seed, 1, 10));
        uint32_t width = 100 + draw_number(&seed) % 1500;
        uint32_t height = 100 + draw_number(&seed) % 1000;
        stage s = stage_new((lob_box64){0, 0, (int64_t)side, (int64_t)side}, width, height);
        s.mode = i % 2 ? LOB_PICTURE_LIGHT : LOB_PICTURE_DARK;
        s.dbu = i % 3 ? 0.001 : 0.0005;
        const lob_annotation n = {.kind = LOB_ANNOTATION_SCALE_BAR, .has_color = true, .color = RED};
        annotate(&s, &n, 1);
        const lob_mark *bar = NULL;
        assert_int_equal(colored(&s, LOB_MARK_AREA, RED, &bar), 1);
        extent e = points_extent(bar);
        const lob_mark *word = &s.marks.items[s.marks.count - 1];
        double length = read_length(word->text);
        /* The length drawn is the length written. */
        assert_close((e.right - e.left) / s.grid.sx * s.dbu / length, 1, 1e-9);
        /* It is 1, 2 or 5 times a power of ten, and the next larger one would take more than a quarter. */
        double leading = length / pow(10, floor(log10(length * (1 + 1e-9))));
        double next = fabs(leading - 2) < 1e-6 ? 2.5 : 2;
        if (!(fabs(leading - 1) < 1e-6) && !(fabs(leading - 2) < 1e-6)) {
            assert_lt(fabs(leading - 5), 1e-6);
        }
        assert_le(e.right - e.left, width / 4.0 * (1 + 1e-9));
        assert_gt((e.right - e.left) * next, width / 4.0);
        /* Lower left, in whole numbers of a fitting unit. */
        assert_ge(e.left, 0);
        assert_lt(e.left, 60);
        assert_le(e.bottom, height);
        assert_gt(e.bottom, height - 60);
        words_are_apart(&s);
        char unit = word->text.data[word->text.size - 2];
        units[unit == 'n' ? 0 : unit == 'm' ? 2 : 1]++;
        if (unit == 'n') {
            assert_lt(length, 1);
        } else if (unit == 'm') {
            assert_ge(length, 1000);
        } else {
            assert_ge(length, 1);
            assert_lt(length, 1000);
        }
        stage_drop(&s);
    }
    assert_gt(units[0], 20);
    assert_gt(units[1], 20);
    assert_gt(units[2], 20);
}

static void test_scale_bar_once(void **state) {
    (void)state;
    stage s = stage_new((lob_box64){0, 0, 40000, 30000}, 400, 300);
    const lob_annotation n[2] = {{.kind = LOB_ANNOTATION_SCALE_BAR}, {.kind = LOB_ANNOTATION_SCALE_BAR}};
    annotate(&s, n, 2);
    assert_int_equal(word_count(&s), 1);
    assert_non_null(word_of(&s, "10 " MICRO));
    s.grid = lob_grid_fit((lob_box64){0, 0, 1000, 1000}, 12, 12); /* no room for a word */
    annotate(&s, n, 1);
    assert_int_equal(s.marks.count, 0);
    assert_int_equal(s.info.words_dropped, 1);
    stage_drop(&s);
}

/* Every line of a grid lies at a multiple of one pitch, none in view is left out, and coordinates stand at their lines.
 */
static void test_grid(void **state) {
    (void)state;
    uint64_t seed = 13;
    for (int i = 0; i < 200; i++) {
        double side = pow(10, draw_between(&seed, 1, 9));
        int64_t x = (int64_t)draw_between(&seed, -3e9, 3e9);
        int64_t y = i % 4 ? (int64_t)draw_between(&seed, -side, side) : 0;
        x = i % 2 ? x : (int64_t)draw_between(&seed, -side, side);
        stage s = stage_new((lob_box64){x, y, x + (int64_t)side, y + (int64_t)side}, 200 + draw_number(&seed) % 1200,
                            200 + draw_number(&seed) % 900);
        const lob_annotation n = {.kind = LOB_ANNOTATION_GRID, .has_color = true, .color = RED};
        annotate(&s, &n, 1);
        double at[2][400];
        uint32_t count[2] = {0};
        for (uint32_t k = 0; k < s.marks.count; k++) {
            const lob_mark *mark = &s.marks.items[k];
            if (mark->kind == LOB_MARK_LINE && mark->color == RED) {
                bool is_x = mark->points[0].x == mark->points[1].x;
                at[is_x][count[is_x]++] =
                    is_x ? s.grid.left + mark->points[0].x / s.grid.sx : s.grid.top - mark->points[0].y / s.grid.sy;
            }
        }
        /* The pitch by what must hold of it: round, the least that is 60 pixels. */
        double pitch = 0;
        for (int e = -6; e < 8 && pitch == 0; e++) {
            for (int f = 0; f < 3 && pitch == 0; f++) {
                double um = (f == 0 ? 1 : f == 1 ? 2 : 5) * pow(10, e);
                pitch = um / s.dbu * s.grid.sx >= 60 ? um / s.dbu : 0;
            }
        }
        assert_le(pitch * s.grid.sx, 150.001);
        for (int axis = 0; axis < 2; axis++) {
            double low = axis ? s.grid.left : s.grid.top - s.grid.height / s.grid.sy;
            double span = axis ? s.grid.width / s.grid.sx : s.grid.height / s.grid.sy;
            assert_eq(count[axis], (uint32_t)(floor((low + span) / pitch) - ceil(low / pitch) + 1));
            for (uint32_t k = 0; k < count[axis]; k++) {
                assert_lt(fabs(at[axis][k] / pitch - round(at[axis][k] / pitch)) * pitch * s.grid.sx, 1e-3);
                if (k != 0) {
                    assert_lt(fabs(fabs(at[axis][k] - at[axis][k - 1]) - pitch) * s.grid.sx, 1e-3);
                }
            }
        }
        words_are_apart(&s);
        assert_int_equal(s.info.words_dropped, 0);
        for (uint32_t k = 0; k < s.marks.count; k++) {
            const lob_mark *mark = &s.marks.items[k];
            if (mark->kind != LOB_MARK_TEXT) {
                continue;
            }
            char copy[64];
            memcpy(copy, mark->text.data, mark->text.size);
            copy[mark->text.size] = '\0';
            double um = strtod(copy, NULL);
            extent e = word_extent(mark);
            double px = (um / s.dbu - s.grid.left) * s.grid.sx;
            double py = (s.grid.top - um / s.dbu) * s.grid.sy;
            bool at_x = e.bottom > s.grid.height - 8 && fabs(px - (e.left + e.right) / 2) < 1.5;
            bool at_y = e.left < 8 && fabs(py - (e.top + e.bottom) / 2) < 2.5;
            if (!at_x && !at_y) {
                fail_msg("the word %s stands at none of its lines", copy);
            }
        }
        stage_drop(&s);
    }
}

static void test_grid_and_bar(void **state) {
    (void)state;
    stage s = stage_new((lob_box64){-50000, -40000, 50000, 40000}, 1000, 800);
    const lob_annotation n[2] = {{.kind = LOB_ANNOTATION_SCALE_BAR}, {.kind = LOB_ANNOTATION_GRID}};
    annotate(&s, n, 2);
    assert_int_equal(s.info.words_dropped, 0);
    assert_non_null(word_of(&s, "20 " MICRO)); /* the bar */
    assert_non_null(word_of(&s, "0"));
    assert_non_null(word_of(&s, "-20"));
    assert_null(word_of(&s, "-0"));
    words_are_apart(&s);
    /* So far from the origin that doubles have no multiples left: no lines rather than wrong ones. */
    int64_t far = LOB_COORD_MAX - 10;
    s.grid = lob_grid_fit((lob_box64){far, far, far + 10, far + 10}, 400, 400);
    annotate(&s, &n[1], 1);
    assert_int_equal(s.marks.count, 0);
    stage_drop(&s);
}

static void test_crosshair(void **state) {
    (void)state;
    stage s = stage_new((lob_box64){0, 0, 10000, 8000}, 500, 400);
    lob_annotation n = {.kind = LOB_ANNOTATION_CROSSHAIR, .has_color = true, .color = RED};
    annotate(&s, &n, 1);
    assert_non_null(word_of(&s, "5, 4 " MICRO));
    const lob_vec2 spots[3] = {{2500.5, -0.04}, {2500, 9000}, {1e18, 1e18}};
    n.points = spots;
    n.point_count = 1;
    annotate(&s, &n, 1);
    assert_int_equal(word_count(&s), 0); /* just below the picture */
    assert_int_equal(s.info.words_outside, 1);
    s.grid.top -= 1000;
    annotate(&s, &n, 1);
    const lob_mark *word = word_of(&s, "2.5005, 0 " MICRO);
    assert_non_null(word);
    words_are_apart(&s);
    extent e = word_extent(word); /* not on the lines */
    double x = (2500.5 - s.grid.left) * s.grid.sx;
    double y = (s.grid.top + 0.04) * s.grid.sy;
    assert_false((e.left < x && e.right > x) || (e.top < y && e.bottom > y));
    const lob_mark *line = NULL;
    assert_int_equal(colored(&s, LOB_MARK_LINE, RED, &line), 2);
    assert_lt(fabs(line->points[0].x - x), 1e-6);
    assert_eq(fabs(line->points[1].y - line->points[0].y), 400);
    n.points = &spots[2];
    annotate(&s, &n, 1);
    assert_int_equal(s.marks.count, 0);
    stage_drop(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ruler_lengths), cmocka_unit_test(test_ruler_directions), cmocka_unit_test(test_ruler_odd),
        cmocka_unit_test(test_scale_bar),     cmocka_unit_test(test_scale_bar_once),   cmocka_unit_test(test_grid),
        cmocka_unit_test(test_grid_and_bar),  cmocka_unit_test(test_crosshair),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
