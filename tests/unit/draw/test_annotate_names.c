/* Ports, labels, frames of cells: where they point, how wide they are, and what is counted. */
#include "tests/support/lob_test.h"

#include "annotated.h"

static const uint32_t RED = 0xfe0102;

/* A head points outwards by the port's angle, seen with y upwards; the bar lies across and is as wide as the port. */
static void test_port_directions(void **state) {
    (void)state;
    stage s = stage_new((lob_box64){0, 0, 100000, 100000}, 800, 800);
    for (int i = 0; i < 24; i++) {
        double angle = i * 45.0 - 360;
        lob_port_mark port = {{50000, 50000}, angle, true, 5000, LOB_STR("opt1"), false};
        const lob_annotation n = {
            .kind = LOB_ANNOTATION_PORTS, .has_color = true, .color = RED, .ports = &port, .port_count = 1};
        const lob_mark *head = NULL;
        const lob_mark *line = NULL;
        annotate(&s, &n, 1);
        assert_int_equal(colored(&s, LOB_MARK_AREA, RED, &head), 1);
        assert_int_equal(head->count, 3);
        lob_pixel base = {(head->points[1].x + head->points[2].x) / 2, (head->points[1].y + head->points[2].y) / 2};
        double way = atan2(-(head->points[0].y - base.y), head->points[0].x - base.x) * 180 / M_PI;
        assert_lt(fabs(remainder(way - angle, 360)), 1e-9);
        /* The tip lies outwards of the port as well. */
        way = atan2(-(head->points[0].y - 400), head->points[0].x - 400) * 180 / M_PI;
        assert_lt(fabs(remainder(way - angle, 360)), 1e-9);
        uint32_t bars = 0;
        for (uint32_t k = 0; k < s.marks.count; k++) {
            line = &s.marks.items[k];
            if (line->kind != LOB_MARK_LINE || line->color != RED) {
                continue;
            }
            double dx = line->points[1].x - line->points[0].x;
            double dy = line->points[1].y - line->points[0].y;
            double across = dx * cos(angle * M_PI / 180) - dy * sin(angle * M_PI / 180);
            if (fabs(across) < 1e-9) {
                bars++;
                assert_close(hypot(dx, dy), 40, 1e-9);
                assert_close((line->points[0].x + line->points[1].x) / 2, 400, 1e-9);
            }
        }
        assert_int_equal(bars, 1);
        /* The name is beyond the tip. */
        extent e = word_extent(word_of(&s, "opt1"));
        double ahead = ((e.left + e.right) / 2 - 400) * cos(angle * M_PI / 180) -
                       ((e.top + e.bottom) / 2 - 400) * sin(angle * M_PI / 180);
        assert_gt(ahead, 18);
        words_are_apart(&s);
    }
    stage_drop(&s);
}

static void test_ports_odd(void **state) {
    (void)state;
    stage s = stage_new((lob_box64){0, 0, 1000, 1000}, 200, 200);
    const lob_port_mark ports[5] = {{{500, 500}, 0, false, 0, LOB_STR("dot"), false},
                                    {{200, 200}, 90, true, 1e300, LOB_STR("wide"), false},
                                    {{800, 200}, 1e300, true, 0, LOB_STR("turns"), false},
                                    {{1e300, 200}, 0, true, 10, LOB_STR("far"), false},
                                    {{500, 800}, 180, true, 0, {0}, false}};
    const lob_annotation n = {
        .kind = LOB_ANNOTATION_PORTS, .has_color = true, .color = RED, .ports = ports, .port_count = 5};
    annotate(&s, &n, 1);
    const lob_mark *last = NULL;
    assert_int_equal(colored(&s, LOB_MARK_AREA, RED, &last), 4); /* a dot, three heads */
    assert_int_equal(s.info.words_placed, 3);
    assert_int_equal(s.info.words_outside, 1);
    assert_non_null(word_of(&s, "dot"));
    words_are_apart(&s);
    stage_drop(&s);
}

static lob_port_mark port_at(double x, double y, double angle_deg, const char *name) {
    return (lob_port_mark){{x, y}, angle_deg, true, 500, lob_str_from(name), false};
}

static void annotate_ports(stage *s, const lob_port_mark *ports, uint32_t count) {
    const lob_annotation n = {
        .kind = LOB_ANNOTATION_PORTS, .has_color = true, .color = RED, .ports = ports, .port_count = count};
    annotate(s, &n, 1);
    words_are_apart(s);
}

/* Where two components meet: bars without arrows, a name once. */
static void test_ports_meet(void **state) {
    (void)state;
    stage s = stage_new((lob_box64){0, 0, 100000, 100000}, 400, 400);
    const lob_mark *last = NULL;
    const lob_port_mark same[2] = {port_at(50000, 50000, 0, "o1"), port_at(50000, 50000, 180, "o1")};
    annotate_ports(&s, same, 2);
    assert_eq(colored(&s, LOB_MARK_AREA, RED, &last), 0);
    assert_eq(colored(&s, LOB_MARK_LINE, RED, &last), 2);
    assert_eq(word_count(&s), 1);
    const lob_port_mark other[3] = {port_at(50000, 50000, 0, "o1"), port_at(50000, 50000, -180, "o2"),
                                    port_at(50000, 50000, 90, "o1")};
    annotate_ports(&s, other, 3);
    assert_eq(colored(&s, LOB_MARK_AREA, RED, &last), 1); /* the third faces none */
    assert_eq(word_count(&s), 2);
    const lob_port_mark apart[2] = {port_at(50000, 50000, 0, "o1"), port_at(50000, 50400, 180, "o1")};
    annotate_ports(&s, apart, 2);
    assert_eq(colored(&s, LOB_MARK_AREA, RED, &last), 2);
    assert_eq(word_count(&s), 2);
    stage_drop(&s);
}

/* What nothing marks is told apart: a dashed bar, a hollow head, a hollow dot. */
static void test_ports_inferred(void **state) {
    (void)state;
    stage s = stage_new((lob_box64){0, 0, 100000, 100000}, 400, 400);
    const lob_mark *last = NULL;
    lob_port_mark ports[2] = {port_at(20000, 50000, 0, "o1"), port_at(80000, 50000, 0, "o2")};
    ports[1].has_angle = false;
    annotate_ports(&s, ports, 2);
    assert_eq(colored(&s, LOB_MARK_AREA, RED, &last), 2);
    ports[0].is_inferred = ports[1].is_inferred = true;
    annotate_ports(&s, ports, 2);
    assert_eq(colored(&s, LOB_MARK_AREA, RED, &last), 0);
    uint32_t dashed = 0;
    for (uint32_t i = 0; i < s.marks.count; i++) {
        dashed += s.marks.items[i].dash_on > 0;
    }
    assert_eq(dashed, 1);
    assert_eq(word_count(&s), 2);
    stage_drop(&s);
}

/* Twenty ports in one corner and five far from each other: the twenty are one word. Of fewer in the picture each has
 * its name if there is room. */
static void test_ports_grouped(void **state) {
    (void)state;
    enum { NEAR_COUNT = 20, COUNT = 25 };
    stage s = stage_new((lob_box64){0, 0, 800000, 800000}, 800, 800);
    const lob_mark *last = NULL;
    lob_port_mark ports[COUNT];
    char names[COUNT][8];
    for (int i = 0; i < COUNT; i++) {
        snprintf(names[i], sizeof names[i], "p%d", i);
        const bool is_near = i < NEAR_COUNT;
        ports[i] = port_at(is_near ? 10000 + 3000 * i : 200000 + 100000 * (i - NEAR_COUNT), is_near ? 750000 : 400000,
                           90, names[i]);
    }
    annotate_ports(&s, ports, COUNT);
    assert_non_null(word_of(&s, "20 ports"));
    assert_non_null(word_of(&s, "p21"));
    assert_null(word_of(&s, "p3"));
    assert_eq(word_count(&s), 6);
    assert_eq(s.info.ports_grouped, 20);
    assert_eq(s.info.words_dropped, 0);
    assert_eq(colored(&s, LOB_MARK_AREA, RED, &last), 5); /* arrows of those with a name */
    annotate_ports(&s, ports + NEAR_COUNT - 3, COUNT - NEAR_COUNT + 3);
    assert_non_null(word_of(&s, "p18"));
    assert_eq(s.info.ports_grouped, 0);
    stage_drop(&s);
}

static void test_labels(void **state) {
    (void)state;
    stage s = stage_new((lob_box64){0, 0, 1000, 1000}, 400, 400);
    const lob_named_box names[3] = {{{500, 500, 500, 500}, LOB_STR("in")},
                                    {{100, 100, 300, 300}, LOB_STR("box")},
                                    {{LOB_COORD_MAX, 0, LOB_COORD_MAX, 0}, LOB_STR("far")}};
    const lob_vec2 spot = {800, 800};
    lob_annotation n = {.kind = LOB_ANNOTATION_LABEL,
                        .has_color = true,
                        .color = RED,
                        .names = names,
                        .name_count = 3,
                        .points = &spot,
                        .point_count = 1,
                        .text = LOB_STR("mine")};
    annotate(&s, &n, 1);
    const lob_mark *dot = NULL;
    assert_int_equal(colored(&s, LOB_MARK_AREA, RED, &dot), 2);
    extent e = points_extent(dot);
    assert_eq((e.left + e.right) / 2, 80);
    assert_eq((e.top + e.bottom) / 2, 320);
    assert_int_equal(s.info.words_placed, 3);
    assert_int_equal(s.info.words_outside, 1);
    const lob_vec2 far = {5000, 0};
    n.points = &far;
    n.name_count = 0;
    annotate(&s, &n, 1);
    assert_int_equal(s.marks.count, 0);
    assert_int_equal(s.info.words_outside, 1);
    stage_drop(&s);
}

/* Every frame is drawn, too small, or shows no edge: decided here from the box alone. */
static void test_frame_counts(void **state) {
    (void)state;
    uint64_t seed = 29;
    enum { COUNT = 500 };
    static lob_named_box names[COUNT];
    for (int round = 0; round < 20; round++) {
        uint32_t drawn = 0;
        uint32_t dropped = 0;
        uint32_t outside = 0;
        uint32_t words = 0;
        for (int i = 0; i < COUNT; i++) {
            int64_t x = (int64_t)draw_between(&seed, -3000, 11000);
            int64_t y = (int64_t)draw_between(&seed, -3000, 11000);
            int64_t w = (int64_t)pow(10, draw_between(&seed, 0, 4.5));
            int64_t h = (int64_t)pow(10, draw_between(&seed, 0, 4.5));
            names[i] = (lob_named_box){{x, y, x + w, y + h}, LOB_STR("cell")};
            /* The picture shows 0 .. 10000, ten dbu a pixel. */
            bool apart = x > 10000 || y > 10000 || x + w < 0 || y + h < 0;
            bool around = x < 0 && y < 0 && x + w > 10000 && y + h > 10000;
            outside += apart || around;
            dropped += !(apart || around) && w < 80 && h < 80;
            drawn += !(apart || around) && (w >= 80 || h >= 80);
            words += !(apart || around) && (w >= 480 || h >= 480);
        }
        stage s = stage_new((lob_box64){0, 0, 10000, 10000}, 1000, 1000);
        const lob_annotation n = {
            .kind = LOB_ANNOTATION_CELL_FRAMES, .has_color = true, .color = RED, .names = names, .name_count = COUNT};
        annotate(&s, &n, 1);
        assert_int_equal(s.info.frames_drawn, drawn);
        assert_int_equal(s.info.frames_dropped, dropped);
        assert_int_equal(s.info.frames_outside, outside);
        assert_int_equal(s.info.words_placed + s.info.words_dropped, words);
        words_are_apart(&s);
        stage_drop(&s);
    }
}

/* A name goes inside its frame whole, else shortened, else beside it. */
static void test_frame_names(void **state) {
    (void)state;
    const lob_named_box boxes[3] = {{{1000, 1000, 9000, 9000}, LOB_STR("coupler")},
                                    {{1000, 1000, 1600, 9000}, LOB_STR("directional_coupler")},
                                    {{1000, 1000, 9000, 1100}, LOB_STR("flat")}};
    for (int i = 0; i < 3; i++) {
        stage s = stage_new((lob_box64){0, 0, 10000, 10000}, 1000, 1000);
        const lob_annotation n = {.kind = LOB_ANNOTATION_CELL_FRAMES, .names = &boxes[i], .name_count = 1};
        annotate(&s, &n, 1);
        assert_int_equal(s.info.words_placed, 1);
        const lob_mark *word = &s.marks.items[s.marks.count - 1];
        extent e = word_extent(word);
        const lob_box64 b = boxes[i].box;
        bool inside = e.left * 10 >= (double)b.left && e.right * 10 <= (double)b.right &&
                      e.top * 10 >= 10000 - (double)b.top && e.bottom * 10 <= 10000 - (double)b.bottom;
        assert_int_equal(inside, i < 2);
        assert_int_equal(lob_str_equal(word->text, boxes[i].name), i != 1);
        stage_drop(&s);
    }
}

/* A name lies in its own frame, or in none. */
static void test_frame_owners(void **state) {
    (void)state;
    enum { COUNT = 40 };
    uint64_t seed = 53;
    uint32_t inside = 0;
    uint32_t beside = 0;
    for (int round = 0; round < 50; round++) {
        lob_named_box boxes[COUNT];
        char text[COUNT][8];
        for (int i = 0; i < COUNT; i++) {
            int64_t x = (int64_t)draw_between(&seed, 0, 9000);
            int64_t y = (int64_t)draw_between(&seed, 0, 9000);
            snprintf(text[i], sizeof text[i], "cell%d", i);
            boxes[i] = (lob_named_box){
                {x, y, x + (int64_t)draw_between(&seed, 100, 1500), y + (int64_t)draw_between(&seed, 30, 400)},
                lob_str_from(text[i])};
        }
        stage s = stage_new((lob_box64){0, 0, 10000, 10000}, 1000, 1000);
        const lob_annotation n = {.kind = LOB_ANNOTATION_CELL_FRAMES, .names = boxes, .name_count = COUNT};
        annotate(&s, &n, 1);
        for (int i = 0; i < COUNT; i++) {
            const lob_mark *word = word_of(&s, text[i]);
            if (!word) {
                continue;
            }
            extent e = word_extent(word);
            for (int k = -1; k < COUNT; k++) {
                lob_box64 b = boxes[k < 0 ? i : k].box;
                extent f = {(double)b.left / 10, 1000 - (double)b.top / 10, (double)b.right / 10,
                            1000 - (double)b.bottom / 10};
                if (k < 0 && e.left >= f.left && e.right <= f.right && e.top >= f.top && e.bottom <= f.bottom) {
                    inside++;
                    break;
                }
                if (k >= 0) {
                    assert_false(extents_meet(e, f));
                }
                beside += k == COUNT - 1;
            }
        }
        stage_drop(&s);
    }
    assert_gt(inside, 50);
    assert_gt(beside, 50);
}

static void test_frame_edges(void **state) {
    (void)state;
    const int64_t far = LOB_COORD_MAX;
    const lob_named_box names[4] = {{LOB_BOX64_EMPTY, LOB_STR("empty")},
                                    {{-far, -far, far, far}, LOB_STR("all")},
                                    {{-far, 500, far, far}, LOB_STR("upper half")},
                                    {{500, 500, 500, 500}, LOB_STR("point")}};
    stage s = stage_new((lob_box64){0, 0, 1000, 1000}, 200, 200);
    const lob_annotation n = {
        .kind = LOB_ANNOTATION_CELL_FRAMES, .has_color = true, .color = RED, .names = names, .name_count = 4};
    annotate(&s, &n, 1);
    assert_int_equal(s.info.frames_outside, 2);
    assert_int_equal(s.info.frames_drawn, 1);
    assert_int_equal(s.info.frames_dropped, 1);
    const lob_mark *line = NULL;
    assert_int_equal(colored(&s, LOB_MARK_LINE, RED, &line), 1);
    assert_lt(fabs(line->points[0].y - 100), 1e-6);
    words_are_apart(&s);
    stage_drop(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_port_directions), cmocka_unit_test(test_ports_meet),
        cmocka_unit_test(test_ports_inferred),  cmocka_unit_test(test_ports_grouped),
        cmocka_unit_test(test_ports_odd),       cmocka_unit_test(test_labels),
        cmocka_unit_test(test_frame_counts),    cmocka_unit_test(test_frame_names),
        cmocka_unit_test(test_frame_owners),    cmocka_unit_test(test_frame_edges),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
