/* Values through frames, their boxes, distances. Boxes of paths are KLayout's (0.28.5, DPath.transformed(t).bbox()) for
 * square ends; of round ends they are those of half an ellipse. */
#include "tests/support/lob_test.h"

#include "markers_support.h"
#include "tests/support/stride.h"

/* ---- boxes of paths ---- */

#define FRAMES REF("TOP", "r90 *1 1,2") REF("TOP", "r30 *2 5,0") REF("TOP", "m20 *0.5 1,2")

typedef struct path_case {
    const char *text;
    double boxes[3][4]; /* of the three frames */
} path_case;

static const path_case paths[] = {
    {"(0,0;10,0) w=1 bx=0 ex=0 r=false",
     {{0.5, 2.0, 1.5, 12.0}, {4.5, -0.86603, 22.82051, 10.86603}, {0.8393, 1.80849, 4.99092, 5.40545}}},
    {"(0,0;10,0) w=1 bx=2 ex=3 r=false",
     {{0.5, 0.0, 1.5, 15.0}, {1.0359, -2.86603, 28.01666, 13.86603}, {0.07326, 1.1657, 6.13999, 6.36963}}},
    {"(0,0;10,3) w=1 bx=2 ex=3 r=false",
     {{-3.34096, -0.05933, 2.05361, 15.01715},
      {1.52892, -3.59688, 24.16324, 20.24856},
      {-0.01733, 1.37483, 7.27095, 4.88782}}},
    {"(0,0;10,0;10,10;3,12) w=2 bx=0 ex=1 r=false",
     {{-12.23625, 2.0, 2.0, 13.0}, {-4.22967, -1.73205, 25.05256, 29.627}, {0.67861, -2.32633, 8.66961, 5.91835}}},
    {"(0,0;10,0;14,10;3,22) w=2 bx=0 ex=1 r=false",
     {{-22.41288, 2.0, 2.0, 17.16196},
      {-14.31245, -1.73205, 24.49316, 43.61373},
      {0.67861, -5.98373, 10.08954, 5.81455}}},
    {"(0,0;10,0;8,10) w=2 bx=0 ex=1 r=false",
     {{-10.1767, 2.0, 2.0, 13.1767}, {4.0, -1.73205, 25.14307, 28.14307}, {0.67861, 0.06228, 7.95677, 5.91835}}},
    {"(0,0;10,0;3,2) w=2 bx=0 ex=1 r=false",
     {{-2.23625, 2.0, 2.0, 13.23625}, {4.0, -1.73205, 25.05256, 12.42582}, {0.67861, 1.50389, 5.52447, 5.91835}}},
};

static bool has_box(const lob_markers *markers, const double box[4]) {
    for (uint32_t i = 0; i < markers->count; i++) {
        if (is_box(lob_marker_box_um(&markers->items[i]), box[0], box[1], box[2], box[3])) {
            return true;
        }
    }
    return false;
}

static void test_path_boxes(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
        lob_case("paths[%zu]", i);
        char text[2048];
        snprintf(
            text, sizeof text, "%s%s%s",
            "<report-database><top-cell>TOP</top-cell><categories>" RULE("c", "") "</categories><cells>" CELL("TOP")
                PLACED("A", FRAMES) "</cells><items><item><category>c</category><cell>A</cell><values><value>path: ",
            paths[i].text, "</value></values></item></items></report-database>");
        lob_markers *markers = markers_of(lob_str_from(text));
        assert_int_equal(markers->count, 3);
        for (int k = 0; k < 3; k++) {
            assert_true(has_box(markers, paths[i].boxes[k]));
        }
        lob_markers_drop(markers);
    }
}

/* Along the axes: a circle beyond each end when the extension is half the width. */
static void test_round_path(void **state) {
    (void)state;
    static const char text[] =
        REPORT(RULE("c", ""), CELL("TOP"), ITEM("c", "TOP", "path: (0,0;10,0) w=2 bx=1 ex=3 r=true"));
    lob_markers *markers = markers_of(lob_str_from(text));
    assert_true(is_box(lob_marker_box_um(&markers->items[0]), -1, -1, 13, 1));
    lob_markers_drop(markers);
    static const char slanted[] =
        REPORT(RULE("c", ""), CELL("TOP"), ITEM("c", "TOP", "path: (0,0;-3,-5) w=2 bx=1 ex=1 r=true"));
    markers = markers_of(lob_str_from(slanted));
    assert_true(is_box(lob_marker_box_um(&markers->items[0]), -4, -6, 1, 1)); /* two circles of radius 1 */
    lob_markers_drop(markers);
}

/* ---- distances ---- */

static lob_um_point somewhere(uint64_t *seed) {
    const double x = next_random(seed) % 41 / 4.0, y = next_random(seed) % 41 / 4.0;
    return (lob_um_point){x, y};
}

/* Against many points of each edge: never below the least of them, nor above by more than their pitch. */
static void test_distance(void **state) {
    (void)state;
    const int steps = (int)stride_pick(200, 30);
    uint64_t seed = 7;
    for (int round = 0; round < (int)stride_pick(200, 60); round++) {
        lob_um_point p[4];
        for (int i = 0; i < 4; i++) {
            p[i] = somewhere(&seed);
        }
        const lob_rdb_value value = {.kind = LOB_RDB_EDGE_PAIR, .point_count = 4, .points = p};
        double distance = -1, least = INFINITY;
        assert_true(lob_marker_distance_um(&value, &distance));
        for (int i = 0; i <= steps; i++) {
            for (int k = 0; k <= steps; k++) {
                const double s = i / (double)steps, u = k / (double)steps;
                least = fmin(least, hypot(p[0].x + s * (p[1].x - p[0].x) - p[2].x - u * (p[3].x - p[2].x),
                                          p[0].y + s * (p[1].y - p[0].y) - p[2].y - u * (p[3].y - p[2].y)));
            }
        }
        assert_le(distance, least + 1e-9);
        assert_ge(distance, least - 15.0 / steps);
    }
    const lob_um_point same[4] = {{1, 1}, {1, 1}, {4, 5}, {4, 5}};
    const lob_rdb_value points = {.kind = LOB_RDB_EDGE_PAIR, .point_count = 4, .points = same};
    double distance;
    assert_true(lob_marker_distance_um(&points, &distance));
    assert_eq(distance, 5);
    const lob_rdb_value edge = {.kind = LOB_RDB_EDGE, .point_count = 2, .points = same};
    assert_false(lob_marker_distance_um(&edge, &distance));
}

/* ---- kinds and keys ---- */

static void test_kinds(void **state) {
    (void)state;
    static const char text[] = REPORT(
        RULE("c", ""), CELL("TOP"),
        ITEM_OF("c", "TOP",
                VALUE("text: 'a'") VALUE("float: 2.5") VALUE("polygon: (0,0;0,1;1,1)") VALUE("edge: (0,0;1,1)")
                    VALUE("edge-pair: (0,0;1,0)/(0,1;1,1)") VALUE("box: (0,0;1,1)")
                        VALUE("path: (0,0;1,0) w=1 bx=0 ex=0 r=false") VALUE("label: ('x',r0 1,2)") VALUE("rubbish")));
    static const char *const kinds[] = {"string", "float", "polygon", "edge",  "edge_pair",
                                        "box",    "path",  "text",    "string"};
    lob_markers *markers = markers_of(lob_str_from(text));
    assert_int_equal(markers->count, 1);
    const lob_marker *marker = &markers->items[0];
    assert_int_equal(marker->value_count, 9);
    for (int i = 0; i < 9; i++) {
        assert_string_equal(lob_marker_kind(&marker->values[i]), kinds[i]);
    }
    assert_ptr_equal(lob_marker_shown(marker), &marker->values[2]); /* the first that lies somewhere */
    lob_markers_drop(markers);
}

static uint64_t id_of(const char *value) {
    char text[1024];
    snprintf(text, sizeof text,
             "<report-database><top-cell>TOP</top-cell><categories>" RULE("c", "") "</categories><cells>" CELL(
                 "TOP") "</cells><items><item><category>c</category><cell>TOP</cell><values><value>%s</value></"
                        "values></item>"
                        "</items></report-database>",
             value);
    lob_markers *markers = markers_of(lob_str_from(text));
    const uint64_t id = markers->items[0].id;
    lob_markers_drop(markers);
    return id;
}

/* The same geometry in dbu has one id; what differs has another. */
static void test_ids(void **state) {
    (void)state;
    assert_eq(id_of("box: (0,0;1,1)"), id_of("box: (0,-0;1.0000001,1)"));
    assert_ne(id_of("box: (0,0;1,1)"), id_of("box: (0,0;1,1.001)"));
    assert_eq(id_of("edge-pair: (0,0;1,0)|(0,1;1,1)"), id_of("edge-pair: (0,1;1,1)|(0,0;1,0)"));
    assert_ne(id_of("edge-pair: (0,0;1,0)/(0,1;1,1)"), id_of("edge-pair: (0,1;1,1)/(0,0;1,0)"));
    static const char *const others[] = {"edge: (0,0;1,1)",
                                         "edge: (1,1;0,0)",
                                         "polygon: (0,0;0,9;9,9;9,0/1,1;2,1;2,2;1,2)",
                                         "polygon: (0,0;0,9;9,9;9,0;1,1;2,1;2,2;1,2)",
                                         "path: (0,0;1,1) w=1 bx=0 ex=0 r=false",
                                         "path: (0,0;1,1) w=1 bx=0 ex=0 r=true",
                                         "path: (0,0;1,1) w=2 bx=0 ex=0 r=false",
                                         "path: (0,0;1,1) w=1 bx=1 ex=0 r=false",
                                         "label: ('a',r0 0,0)",
                                         "label: ('b',r0 0,0)",
                                         "label: ('a',r90 0,0)",
                                         "label: ('a',m0 0,0)",
                                         "text: 'a'",
                                         "text: 'b'",
                                         "float: 1",
                                         "float: 2",
                                         "box: ()",
                                         "edge: (1e300,0;1,1)",
                                         "edge: (2e300,0;1,1)"};
    enum { COUNT = sizeof others / sizeof *others };
    uint64_t ids[COUNT];
    for (int i = 0; i < COUNT; i++) {
        ids[i] = id_of(others[i]);
        for (int k = 0; k < i; k++) {
            assert_ne(ids[k], ids[i]);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_path_boxes, setup, teardown),
        cmocka_unit_test_setup_teardown(test_round_path, setup, teardown),
        cmocka_unit_test_setup_teardown(test_distance, setup, teardown),
        cmocka_unit_test_setup_teardown(test_kinds, setup, teardown),
        cmocka_unit_test_setup_teardown(test_ids, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
