/* Shapes, boxes, markers, points, arrows; colours against WCAG 2's formula; the order of marks; odd input. */
#include "tests/support/lob_test.h"

#include "annotated.h"

static const uint32_t RED = 0xfe0102;

static double linear_light(double v) {
    return v <= 0.04045 ? v / 12.92 : pow((v + 0.055) / 1.055, 2.4);
}

static double contrast_of(uint32_t a, uint32_t b) {
    double l[2];
    for (int i = 0; i < 2; i++) {
        uint32_t c = i ? b : a;
        l[i] = 0.2126 * linear_light((c >> 16 & 255) / 255.0) + 0.7152 * linear_light((c >> 8 & 255) / 255.0) +
               0.0722 * linear_light((c & 255) / 255.0);
    }
    return (fmax(l[0], l[1]) + 0.05) / (fmin(l[0], l[1]) + 0.05);
}

/* Lines stand out by 3 : 1 from their ground (a grid by less, on purpose), words by 4.5 : 1, in any colour asked for.
 */
static void test_colors(void **state) {
    (void)state;
    for (int kind = 0; kind < LOB_ANNOTATION_KIND_COUNT; kind++) {
        uint32_t light = lob_annotation_color((lob_annotation_kind)kind, LOB_PICTURE_LIGHT);
        uint32_t dark = lob_annotation_color((lob_annotation_kind)kind, LOB_PICTURE_DARK);
        assert_ge(contrast_of(light, 0xffffff), 3);
        assert_ge(contrast_of(dark, 0x000000), 3);
        assert_int_equal(lob_annotation_color((lob_annotation_kind)kind, LOB_PICTURE_MASK), dark);
    }
    uint64_t seed = 17;
    const lob_vec2 spot = {500, 500};
    for (int i = 0; i < 600; i++) {
        stage s = stage_new((lob_box64){0, 0, 1000, 1000}, 300, 300);
        s.mode = i % 2 ? LOB_PICTURE_LIGHT : LOB_PICTURE_DARK;
        uint32_t ground = i % 2 ? 0xffffff : 0x000000;
        uint32_t color = i == 0 ? 0 : i == 1 ? 0xffffff : i == 2 ? 0x010101 : draw_number(&seed) & 0xffffff;
        const lob_annotation n = {.kind = LOB_ANNOTATION_MARKER,
                                  .has_color = true,
                                  .color = color,
                                  .points = &spot,
                                  .point_count = 1,
                                  .text = LOB_STR("text")};
        annotate(&s, &n, 1);
        const lob_mark *word = word_of(&s, "text");
        const lob_mark *number = word_of(&s, "1");
        assert_ge(contrast_of(word->color, ground), 4.5);
        assert_int_equal(word->halo_color, ground);
        assert_ge(word->halo, 1);
        if (!(contrast_of(color, ground) < 4.65)) { /* kept when it can be read */
            assert_eq(word->color, color);
        }
        assert_ge(contrast_of(number->color, color), 4.5); /* on its badge */
        stage_drop(&s);
    }
}

static void test_shapes(void **state) {
    (void)state;
    stage s = stage_new((lob_box64){0, 0, 1000, 1000}, 200, 200);
    const lob_point64 points[3] = {{100, 100}, {900, 100}, {500, 900}};
    const lob_ring_dbu ring = {points, 3};
    lob_annotation n = {
        .kind = LOB_ANNOTATION_SHAPE_OUTLINE, .has_color = true, .color = RED, .rings = &ring, .ring_count = 1};
    const lob_mark *mark = NULL;
    annotate(&s, &n, 1);
    assert_int_equal(colored(&s, LOB_MARK_LINE, RED, &mark), 1);
    assert_int_equal(s.marks.count, 1);
    assert_true(mark->is_closed);
    assert_eq(mark->line_width, 2);
    assert_eq(mark->count, 3);
    assert_eq(mark->points[1].x, 180);
    assert_eq(mark->points[1].y, 180);
    assert_eq(mark->points[2].y, 20);
    n.kind = LOB_ANNOTATION_SHAPE_FILL;
    n.text = LOB_STR("core");
    annotate(&s, &n, 1);
    assert_int_equal(colored(&s, LOB_MARK_AREA, RED, &mark), 1);
    assert_int_equal(mark->alpha, 128);
    assert_int_equal(colored(&s, LOB_MARK_LINE, RED, &mark), 1);
    assert_eq(mark->line_width, 1);
    assert_non_null(word_of(&s, "core"));
    n.has_box = true;
    n.box = (lob_box64){200, 300, 400, 500};
    annotate(&s, &n, 1);
    assert_int_equal(colored(&s, LOB_MARK_AREA, RED, &mark), 2);
    n.ring_count = 0;
    n.kind = LOB_ANNOTATION_BOX;
    annotate(&s, &n, 1);
    assert_int_equal(colored(&s, LOB_MARK_LINE, RED, &mark), 1);
    extent e = points_extent(mark);
    assert_eq(e.left, 40);
    assert_eq(e.right, 80);
    assert_eq(e.top, 100);
    assert_eq(e.bottom, 140);
    assert_eq(mark->line_width, 2);
    n.box = (lob_box64){200, 300, 200, 300}; /* without area: still seen, around its place */
    annotate(&s, &n, 1);
    assert_int_equal(colored(&s, LOB_MARK_LINE, RED, &mark), 1);
    e = points_extent(mark);
    assert_ge(e.right - e.left, 4);
    assert_eq((e.left + e.right) / 2, 40);
    assert_eq((e.top + e.bottom) / 2, 140);
    n.box = LOB_BOX64_EMPTY;
    annotate(&s, &n, 1);
    assert_int_equal(s.marks.count, 0);
    stage_drop(&s);
}

/* Numbers count through all markers; a frame is around what it marks and is never tiny. */
static void test_markers(void **state) {
    (void)state;
    stage s = stage_new((lob_box64){0, 0, 1000, 1000}, 500, 500);
    const lob_vec2 spots[2] = {{100, 100}, {900, 900}};
    const lob_point64 points[4] = {{400, 400}, {600, 400}, {600, 600}, {400, 600}};
    const lob_ring_dbu ring = {points, 4};
    lob_annotation n[3] = {
        {.kind = LOB_ANNOTATION_MARKER, .points = spots, .point_count = 2, .text = LOB_STR("first")},
        {.kind = LOB_ANNOTATION_BOX, .has_box = true, .box = {10, 10, 20, 20}},
        {.kind = LOB_ANNOTATION_MARKER, .has_color = true, .color = RED, .rings = &ring, .ring_count = 1}};
    annotate(&s, n, 3);
    assert_int_equal(s.info.words_placed, 4);
    const lob_mark *one = word_of(&s, "1");
    const lob_mark *text = word_of(&s, "first");
    assert_true(one);
    assert_true(text);
    assert_true(word_of(&s, "2"));
    assert_true(word_of(&s, "3"));
    assert_false(word_of(&s, "4"));
    assert_gt(word_extent(text).left, word_extent(one).right); /* after the number, on its line */
    assert_le(fabs(text->at.y - one->at.y), 1);
    assert_lt(word_extent(text).left - word_extent(one).right, 12);
    const lob_mark *frame = NULL;
    assert_int_equal(colored(&s, LOB_MARK_LINE, RED, &frame), 1);
    extent e = points_extent(frame);
    assert_le(e.left, 200);
    assert_ge(e.right, 300);
    assert_le(e.top, 200);
    assert_ge(e.bottom, 300);
    assert_lt(e.right - e.left, 120);
    n[0].is_one = true;
    n[0].has_color = true;
    n[0].color = RED;
    annotate(&s, n, 1);
    assert_int_equal(colored(&s, LOB_MARK_LINE, RED, &frame), 1);
    e = points_extent(frame);
    assert_le(e.left, 50);
    assert_ge(e.right, 450);
    assert_le(e.top, 50);
    assert_ge(e.bottom, 450);
    assert_null(word_of(&s, "2"));
    n[0].is_one = false;
    annotate(&s, n, 1);
    colored(&s, LOB_MARK_LINE, RED, &frame);
    e = points_extent(frame);
    assert_ge(e.right - e.left, 10);
    assert_eq((e.left + e.right) / 2, 450);
    stage_drop(&s);
}

static void test_markers_outside(void **state) {
    (void)state;
    stage s = stage_new((lob_box64){0, 0, 1000, 1000}, 500, 500);
    const lob_vec2 spots[2] = {{1e15, 100}, {100, 100}};
    const lob_annotation n = {.kind = LOB_ANNOTATION_MARKER, .points = spots, .point_count = 2, .text = LOB_STR("far")};
    annotate(&s, &n, 1);
    assert_int_equal(s.info.words_outside, 2); /* the number and its text */
    assert_true(word_of(&s, "2"));
    assert_false(word_of(&s, "1"));
    stage_drop(&s);
}

/* Rings without points are nothing, whatever is asked of them. */
static void test_empty_rings(void **state) {
    (void)state;
    stage s = stage_new((lob_box64){-1000, -1000, 1000, 1000}, 500, 500);
    const lob_point64 points[3] = {{100, 100}, {300, 100}, {200, 300}};
    const lob_ring_dbu rings[2] = {{NULL, 0}, {points, 3}};
    for (int kind = LOB_ANNOTATION_SHAPE_OUTLINE; kind <= LOB_ANNOTATION_MARKER; kind++) {
        for (int is_one = 0; is_one < 2; is_one++) {
            lob_annotation n = {.kind = (lob_annotation_kind)kind,
                                .has_color = true,
                                .color = RED,
                                .is_one = is_one,
                                .text = LOB_STR("first"),
                                .rings = rings,
                                .ring_count = 1};
            annotate(&s, &n, 1);
            assert_int_equal(s.marks.count, 0);
            n.ring_count = 2;
            annotate(&s, &n, 1);
            const lob_mark *line = NULL;
            assert_int_equal(colored(&s, LOB_MARK_LINE, RED, &line), 1);
            assert_non_null(word_of(&s, "first"));
            assert_gt(points_extent(line).left, 260); /* right of the origin, which is at 250 */
        }
    }
    stage_drop(&s);
}

static void test_points(void **state) {
    (void)state;
    stage s = stage_new((lob_box64){0, 0, 1000, 1000}, 500, 500);
    const lob_vec2 spots[3] = {{500, 500}, {250, 500}, {4000, 500}};
    lob_annotation n = {.kind = LOB_ANNOTATION_POINT,
                        .has_color = true,
                        .color = RED,
                        .points = spots,
                        .point_count = 3,
                        .text = LOB_STR("A")};
    annotate(&s, &n, 1);
    const lob_mark *dot = NULL;
    const lob_mark *ring = NULL;
    assert_int_equal(colored(&s, LOB_MARK_AREA, RED, &dot), 2);
    assert_int_equal(colored(&s, LOB_MARK_LINE, RED, &ring), 2);
    extent e = points_extent(ring);
    assert_close((e.left + e.right) / 2, 125, 1e-9);
    assert_close((e.top + e.bottom) / 2, 250, 1e-9);
    extent w = word_extent(word_of(&s, "A"));
    assert_gt(w.left, 256);
    assert_lt(w.left, 270); /* beside the first, off its ring */
    n.points = &spots[2];
    n.point_count = 1;
    annotate(&s, &n, 1);
    assert_int_equal(s.marks.count, 0);
    assert_int_equal(s.info.words_outside, 1);
    stage_drop(&s);
}

/* The tip is at the last point; the head points along the last part; the line stops at its base. */
static void test_arrows(void **state) {
    (void)state;
    stage s = stage_new((lob_box64){-1000, -1000, 1000, 1000}, 400, 400);
    for (int i = 0; i < 16; i++) {
        double angle = i * M_PI / 8;
        const lob_vec2 spots[3] = {{-300, 0}, {0, 0}, {700 * cos(angle), 700 * sin(angle)}};
        const lob_annotation n = {.kind = LOB_ANNOTATION_ARROW,
                                  .has_color = true,
                                  .color = RED,
                                  .points = spots,
                                  .point_count = 3,
                                  .text = LOB_STR("in")};
        const lob_mark *head = NULL;
        const lob_mark *line = NULL;
        annotate(&s, &n, 1);
        assert_int_equal(colored(&s, LOB_MARK_AREA, RED, &head), 1);
        assert_int_equal(colored(&s, LOB_MARK_LINE, RED, &line), 1);
        assert_int_equal(head->count, 3);
        lob_pixel tip = {200 + 140 * cos(angle), 200 - 140 * sin(angle)};
        assert_lt(hypot(head->points[0].x - tip.x, head->points[0].y - tip.y), 1e-9);
        lob_pixel base = {(head->points[1].x + head->points[2].x) / 2, (head->points[1].y + head->points[2].y) / 2};
        double way = atan2(-(tip.y - base.y), tip.x - base.x);
        assert_lt(fabs(remainder(way - angle, 2 * M_PI)), 1e-9);
        const lob_pixel *end = &line->points[line->count - 1];
        assert_lt(hypot(end->x - base.x, end->y - base.y), 1e-9);
        assert_eq(line->points[0].x, 140);
        assert_eq(line->points[0].y, 200);
        extent w = word_extent(word_of(&s, "in"));
        if (w.right >= 140) { /* behind the start, unless the arrow comes back there */
            assert_eq(i, 8);
        }
        words_are_apart(&s);
    }
    stage_drop(&s);
}

static void test_arrows_odd(void **state) {
    (void)state;
    stage s = stage_new((lob_box64){-1000, -1000, 1000, 1000}, 400, 400);
    const lob_vec2 same[3] = {{10, 10}, {10, 10}, {10, 10}};
    for (uint32_t count = 0; count <= 3; count++) {
        const lob_annotation n = {
            .kind = LOB_ANNOTATION_ARROW, .points = same, .point_count = count, .text = LOB_STR("x")};
        annotate(&s, &n, 1);
        assert_int_equal(word_count(&s), count > 0);
        words_are_apart(&s);
    }
    const lob_vec2 far[2] = {{-1e16, 3e15}, {1e16, 3e15}};
    lob_annotation n = {.kind = LOB_ANNOTATION_ARROW, .points = far, .point_count = 2, .text = LOB_STR("x")};
    annotate(&s, &n, 1);
    assert_int_equal(s.marks.count, 0);
    assert_int_equal(s.info.words_outside, 1);
    const lob_vec2 in[2] = {{-1e16, 0}, {0, 0}}; /* comes from far outside */
    n.points = in;
    annotate(&s, &n, 1);
    assert_gt(s.marks.count, 1);
    words_are_apart(&s);
    stage_drop(&s);
}

/* Lines below, then panels, then words; grid and cells lowest, the rest as given. */
static void test_order_of_marks(void **state) {
    (void)state;
    stage s = stage_new((lob_box64){0, 0, 1000, 1000}, 500, 500);
    const lob_vec2 ends[2] = {{100, 500}, {900, 500}};
    const lob_annotation n[4] = {
        {.kind = LOB_ANNOTATION_SCALE_BAR, .has_color = true, .color = 1},
        {.kind = LOB_ANNOTATION_RULER, .points = ends, .point_count = 2, .has_color = true, .color = 2},
        {.kind = LOB_ANNOTATION_BOX, .has_box = true, .box = {100, 100, 200, 200}, .has_color = true, .color = 3},
        {.kind = LOB_ANNOTATION_GRID, .has_color = true, .color = 4}};
    annotate(&s, n, 4);
    uint32_t first[5] = {0};
    uint32_t last[5] = {0};
    for (uint32_t i = 0; i < s.marks.count; i++) {
        uint32_t color = s.marks.items[i].color;
        if (s.marks.items[i].kind != LOB_MARK_TEXT && color >= 1 && color <= 4) {
            first[color] = first[color] ? first[color] : i + 1;
            last[color] = i + 1;
        }
    }
    assert_lt(last[4], first[2]);
    assert_lt(last[2], first[3]);
    assert_lt(last[3], first[1]);
    assert_gt(first[4], 0);
    const lob_mark *word = word_of(&s, "0.8 \xc2\xb5m");
    assert_true(word);
    assert_ge((uint32_t)(word - s.marks.items), last[1]);
    stage_drop(&s);
}

/* Smaller words in smaller pictures; nothing at all from nothing. */
static void test_sizes(void **state) {
    (void)state;
    const lob_vec2 spot = {500, 500};
    const lob_annotation n = {.kind = LOB_ANNOTATION_LABEL, .points = &spot, .point_count = 1, .text = LOB_STR("x")};
    stage s = stage_new((lob_box64){0, 0, 1000, 1000}, 800, 600);
    annotate(&s, &n, 1);
    assert_eq(word_of(&s, "x")->size, 12);
    s.grid = lob_grid_fit((lob_box64){0, 0, 1000, 1000}, 800, 200);
    annotate(&s, &n, 1);
    assert_eq(word_of(&s, "x")->size, 10);
    extent e = word_extent(word_of(&s, "x")); /* on the point itself */
    assert_lt(e.left, 400);
    assert_gt(e.right, 400);
    assert_lt(e.top, 100);
    assert_gt(e.bottom, 100);
    annotate(&s, NULL, 0);
    assert_int_equal(s.marks.count, 0);
    s.grid = lob_grid_fit((lob_box64){0, 0, 1000, 1000}, 1, 1);
    annotate(&s, &n, 1);
    assert_int_equal(s.marks.count, 0);
    assert_int_equal(s.info.words_dropped, 1);
    stage_drop(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_colors),         cmocka_unit_test(test_shapes),
        cmocka_unit_test(test_markers),        cmocka_unit_test(test_markers_outside),
        cmocka_unit_test(test_points),         cmocka_unit_test(test_empty_rings),
        cmocka_unit_test(test_arrows),         cmocka_unit_test(test_arrows_odd),
        cmocka_unit_test(test_order_of_marks), cmocka_unit_test(test_sizes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
